"""One match-up as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator, MultipleLocator

from mathhammer.core.format import bars, figure, percent, window
from mathhammer.show.charted import charted
from mathhammer.show.charts.style import (
    BAR,
    CURVE,
    MAX_BARS,
    new_figure,
    probability_axis,
    spacing,
    versus,
    write_values,
)

if TYPE_CHECKING:
    from mathhammer.results.attack import Result


def plot_result(result: Result, *, ax: Axes | None = None) -> Axes:
    """Draw how many models fall: each number exactly (bars), and at least that many (curve).

    For a single model with several wounds: the wounds it loses.

    Parameters
    ----------
    result : Result
    ax : Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    Axes
        Horizontal: models or wounds; vertical: probability, 0 to 1. The bars are one
        container, the curve the only line.
    """
    if ax is None:
        ax = new_figure(7.6, 4.4).subplots()
    name, distribution, most = charted(result)
    low, high = window(distribution)
    rows = bars(distribution, MAX_BARS)
    inner = [row for row in rows if low <= row.low and row.high <= high]  # the tails are flat
    width = max(row.high - row.low + 1 for row in inner)
    ax.bar(
        [(row.low + row.high) / 2 for row in inner],
        [row.exactly for row in inner],
        width=[0.8 * (row.high - row.low + 1) for row in inner],
        color=BAR, edgecolor=CURVE, linewidth=0.6, zorder=2,
        label="exactly" if width == 1 else f"in each {width}",
    )  # fmt: skip
    high = max(high, 1)
    low = 0 if high <= MAX_BARS or low <= 0.4 * high else low
    values = np.arange(max(low, 1), high + 1)
    at_least = [distribution.at_least(int(k)) for k in values]
    ax.plot(
        values, at_least, color=CURVE, linewidth=1.8, marker="o", markersize=4.5, zorder=4,
        markevery=1 if values.size <= MAX_BARS else spacing(values), label="at least",
    )  # fmt: skip
    write_values(ax, values, at_least)
    probability_axis(ax, MultipleLocator(0.1))
    ax.set_xlim(low - 0.6 * width, high + max(0.6 * width, 0.07 * (high - low)))
    ax.xaxis.set_major_locator(MaxNLocator(nbins=12, integer=True, min_n_ticks=1))
    ax.set_xlabel(f"{name}, of {most}" if most > 1 else f"{name} (one model)")
    title = versus(result.attacker.label, result.target.label)
    ax.set_title(title, loc="left", fontsize=11, pad=24, parse_math=False)
    ax.annotate(
        f"mean {figure(distribution.mean)}, median {distribution.quantile(0.5)}, "
        f"destroyed {percent(result.destroyed)}",
        (0, 1), xytext=(0, 8), xycoords="axes fraction", textcoords="offset points",
        fontsize=9, color="#444444",
    )  # fmt: skip
    handles = [
        Patch(facecolor=BAR, edgecolor=CURVE, linewidth=0.6),
        Line2D([], [], color=CURVE, linewidth=1.8, marker="o", markersize=4.5),
    ]
    ax.legend(
        handles, ["exactly" if width == 1 else f"in each {width}", "at least"], loc="lower right",
        bbox_to_anchor=(1, 1.0), ncols=2, frameon=False, fontsize=9, borderaxespad=0.2,
    )  # fmt: skip
    return ax
