"""The units of a turn at its end as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator, MultipleLocator

from ..condense import bars, percent
from .style import BAR, CURVE, MOST_BARS, new_figure, probability_axis, short_name

if TYPE_CHECKING:
    from ...turn_results import TurnResult


def plot_turn(result: TurnResult, *, axes: Sequence[Axes] | None = None) -> list[Axes]:
    """Draw how many models each unit has left at the end of a turn.

    Parameters
    ----------
    result : TurnResult
    axes : sequence of Axes, optional
        One for each unit; a new figure by default.

    Returns
    -------
    list of Axes
        Horizontal: models left; vertical: probability, 0 to 1. The bars are one container,
        the curve of at least so many the only line.
    """
    if axes is None:
        panels = new_figure(max(5.0, 4.2 * len(result.names)), 4.2).subplots(
            1, len(result.names), squeeze=False
        )
        axes = list(panels[0])
    for ax, unit in zip(axes, result.names, strict=True):
        distribution = result.models(unit)
        rows = bars(distribution, MOST_BARS)
        ax.bar(
            [(row.low + row.high) / 2 for row in rows],
            [row.exactly for row in rows],
            width=[0.8 * (row.high - row.low + 1) for row in rows],
            color=BAR, edgecolor=CURVE, linewidth=0.6, zorder=2, label="exactly",
        )  # fmt: skip
        values = list(range(distribution.maximum + 1))
        ax.plot(
            values, [distribution.at_least(k) for k in values], color=CURVE, marker="o",
            markersize=3.5, linewidth=1.4, zorder=3, label="at least",
        )  # fmt: skip
        title = f"{short_name(unit, 24)}: destroyed {percent(result.destroyed(unit))}"
        ax.set_title(title, loc="left", fontsize=10, parse_math=False)
        ax.set_xlabel(f"models left (of {distribution.maximum})")
        ax.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=12))
        probability_axis(ax, MultipleLocator(0.2))
    axes[0].set_ylabel("probability")
    axes[0].legend(frameon=False)
    return list(axes)
