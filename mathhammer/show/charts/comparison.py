"""Loadouts against targets as at-least curves, a panel a target."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator, MultipleLocator

from mathhammer.core.format import window
from mathhammer.show.charted import charted
from mathhammer.show.charts.sizes import check_size
from mathhammer.show.charts.style import line_style, panels, probability_axis, short_name

if TYPE_CHECKING:
    from mathhammer.results.attack import Result
    from mathhammer.results.comparison import Comparison


def plot_comparison(
    comparison: Comparison, *, ax: Axes | Sequence[Axes] | None = None
) -> Axes | np.ndarray[Any, np.dtype[Any]]:
    """Draw for each target the at-least curves of all loadouts.

    Parameters
    ----------
    comparison : Comparison
    ax : Axes or list of Axes, optional
        One for each target; a new figure by default.

    Returns
    -------
    Axes, or array of Axes of shape (n_targets,)
        Horizontal: models slain, or wounds lost by a target of one model, from 1 on;
        vertical: the probability of at least that many, 0 to 1. A line a loadout.

    Raises
    ------
    TooLargeError
        There are more than 14 loadouts or 12 targets: more lines can't be told apart.
    """
    number = len(comparison.targets)
    check_size("curves", len(comparison.attackers), number)
    sheet: Figure | None = None
    if ax is None:
        sheet, axes = panels(number, len(comparison.attackers))
    else:
        axes = [ax] if isinstance(ax, Axes) else list(ax)
        if len(axes) != number:
            raise ValueError(f"{len(axes)} Axes for {number} targets: one for each is needed")
    styles = [line_style(i) for i in range(len(comparison.attackers))]
    for j, axis in enumerate(axes):
        _target_panel(axis, [comparison.cell(i, j) for i in range(len(styles))], styles)
    names = [
        f"{i + 1} {short_name(attacker.label, 48)}"
        for i, attacker in enumerate(comparison.attackers)
    ]
    handles = [Line2D([], [], **style) for style in styles]
    if sheet is not None:
        longest = max(len(name) for name in names)
        room = int(sheet.get_figwidth() * 11)
        legend = sheet.legend(
            handles, names, loc="outside lower left", fontsize=9, frameon=False,
            ncols=max(1, min(len(names), room // (longest + 8))), handlelength=3.2,
        )  # fmt: skip
    else:
        legend = axes[0].legend(handles, names, fontsize=8, handlelength=3.2)
    for text in legend.get_texts():
        text.set_parse_math(False)
    return axes[0] if number == 1 else np.array(axes, dtype=object)


def _target_panel(axis: Axes, results: Sequence[Result], styles: Sequence[dict[str, Any]]) -> None:
    name, _, most = charted(results[0])
    last = 1
    for place, (result, style) in enumerate(zip(results, styles, strict=True)):
        _, distribution, _ = charted(result)
        high = max(window(distribution)[1], 1)
        high += high < most  # the curve comes down to the ground
        last = max(last, high)
        values = np.arange(1, high + 1)
        curve = np.array([distribution.at_least(int(k)) for k in values])
        step = max(1, math.ceil(high / 12))
        axis.plot(values, curve, **style, markevery=(min(place, step - 1) % step, step), zorder=3)
    probability_axis(axis, MultipleLocator(0.25))
    axis.set_xlim(0.5, last + 0.5)
    axis.xaxis.set_major_locator(MaxNLocator(nbins=8, integer=True, min_n_ticks=1))
    axis.set_ylabel("P(at least)")
    axis.set_xlabel(f"{name}, of {most}" if most > 1 else f"{name} (one model)", fontsize=9)
    title = short_name(results[0].target.label, 32)
    axis.set_title(title, loc="left", fontsize=10, parse_math=False)
