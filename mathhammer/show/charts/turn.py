"""The units of a turn at its end as a picture."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator, MultipleLocator

from mathhammer.core.format import bars, percent
from mathhammer.show.charts.style import (
    BAR,
    CURVE,
    MAX_BARS,
    new_figure,
    probability_axis,
    short_name,
)

if TYPE_CHECKING:
    from mathhammer.results.turn import TurnResult

#: Panels beside one another.
_ACROSS = 4


def plot_turn(result: TurnResult, *, ax: Axes | Sequence[Axes] | None = None) -> list[Axes]:
    """Draw how many models each unit has left at the end of a turn.

    Parameters
    ----------
    result : TurnResult
    ax : Axes or list of Axes, optional
        One for each unit; a new figure by default.

    Returns
    -------
    list of Axes
        Horizontal: models left; vertical: probability, 0 to 1. The bars are one container,
        the curve of at least so many the only line.
    """
    if ax is None:
        number = len(result.names)
        across = number if number <= _ACROSS else 3 if number <= 9 else _ACROSS
        down = math.ceil(number / across)
        sheet = new_figure(max(5.0, 4.2 * across), 4.2 if down == 1 else 3.4 * down)
        flat = list(sheet.subplots(down, across, squeeze=False).flat)
        for unused in flat[number:]:
            unused.remove()
        axes = flat[:number]
    else:
        axes = [ax] if isinstance(ax, Axes) else list(ax)
        if len(axes) != len(result.names):
            raise ValueError(f"{len(axes)} Axes for {len(result.names)} units: one for each")
    for axis, unit in zip(axes, result.names, strict=True):
        distribution = result.models(unit)
        rows = bars(distribution, MAX_BARS)
        axis.bar(
            [(row.low + row.high) / 2 for row in rows],
            [row.exactly for row in rows],
            width=[0.8 * (row.high - row.low + 1) for row in rows],
            color=BAR, edgecolor=CURVE, linewidth=0.6, zorder=2, label="exactly",
        )  # fmt: skip
        values = list(range(distribution.maximum + 1))
        axis.plot(
            values, [distribution.at_least(k) for k in values], color=CURVE, marker="o",
            markersize=3.5, linewidth=1.4, zorder=3, label="at least",
        )  # fmt: skip
        title = f"{short_name(unit, 24)}: destroyed {percent(result.destroyed(unit))}"
        axis.set_title(title, loc="left", fontsize=10, parse_math=False)
        axis.set_xlabel(f"models left (of {distribution.maximum})")
        axis.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=12))
        probability_axis(axis, MultipleLocator(0.2))
    axes[0].set_ylabel("probability")
    axes[0].legend(frameon=False)
    return axes
