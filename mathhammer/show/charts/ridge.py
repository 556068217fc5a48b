"""Many distributions below one another: a ridge each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from mathhammer.core.errors import MathhammerError
from mathhammer.core.format import bars, figure, window
from mathhammer.results.comparison import Comparison
from mathhammer.show.charts.curves import match_up, quantities
from mathhammer.show.charts.sizes import SIZES
from mathhammer.show.charts.style import BAR, CURVE, GRID, margin_title, new_figure, short_name

if TYPE_CHECKING:
    from mathhammer.results.attack import Result

#: The most ridges of a picture, and the most steps of one.
MAX_RIDGES = SIZES["ridge"].match_ups or 0
_MOST_STEPS = 120


def plot_ridge(
    results: Sequence[Result] | Comparison, *, ax: Axes | None = None, stage: str | None = None
) -> Axes:
    """Draw the distributions of many match-ups below one another.

    Parameters
    ----------
    results : list of Result, or Comparison
        Up to 60, from top to bottom.
    ax : Axes, optional
        Where to draw; a new figure by default.
    stage : {"damage", "slain"}, optional
        What is counted; by default models slain, or the damage to a single model; the
        damage where they differ in that.

    Returns
    -------
    Axes
        Horizontal: models or wounds. A row a match-up: the probabilities as a surface,
        each row on a scale of its own, so that narrow and wide ones can be seen; the mean
        as a dot (the only line with markers of a row); and what lies between the 10 % and
        90 % quantiles as a bar below it.

    Raises
    ------
    MathhammerError
        Too many or no results, or no such stage.
    """
    if isinstance(results, Comparison):
        results = results.results
    if not 1 <= len(results) <= MAX_RIDGES:
        raise MathhammerError(f"{len(results)} ridges; from 1 to {MAX_RIDGES} fit a picture")
    label, numbers = quantities(results, stage)
    if ax is None:
        ax = new_figure(7.6, 1.3 + 0.42 * len(results)).subplots()
    last = max(max(window(number)[1] for number in numbers), 1)
    for row, number in enumerate(numbers):
        rows = bars(number, _MOST_STEPS)
        width = [r.high - r.low + 1 for r in rows]
        chance = np.array([r.exactly for r in rows]) / width
        edges = np.array([rows[0].low - 0.5, *(r.high + 0.5 for r in rows)])
        ground = row + 0.32
        ax.stairs(
            ground - 0.85 * chance / chance.max(), edges, baseline=ground, fill=True, color=BAR,
            zorder=2 + row / 100,
        )  # fmt: skip
        ax.stairs(
            ground - 0.85 * chance / chance.max(), edges, baseline=None, color=CURVE,
            linewidth=0.8, zorder=2.001 + row / 100,
        )  # fmt: skip
        between = [number.quantile(0.1), number.quantile(0.9)]
        ax.plot(between, [ground + 0.06] * 2, color=CURVE, linewidth=2.6, zorder=4,
                solid_capstyle="butt")  # fmt: skip
        ax.plot([number.mean], [ground + 0.06], "o", color="white", markeredgecolor=CURVE,
                markersize=5.5, zorder=5)  # fmt: skip
        ax.annotate(
            figure(number.mean), (1, ground), xycoords=("axes fraction", "data"), fontsize=9,
            xytext=(6, 0), textcoords="offset points", va="center", color=CURVE,
            annotation_clip=False,
        )  # fmt: skip
    ax.annotate("mean", (1, -0.68), xycoords=("axes fraction", "data"), xytext=(6, 0), fontsize=9,
                textcoords="offset points", va="center", color=CURVE)  # fmt: skip
    ax.set_ylim(len(results) - 0.4, -0.85)
    ax.set_xlim(-0.7, last + 0.7)
    names = [match_up(results, i, 40) for i in range(len(results))]
    if len(set(names)) < len(names):  # cut, or equal
        names = [f"{i} {name}" for i, name in enumerate(names, 1)]
    ax.set_yticks([row + 0.32 for row in range(len(results))], names, parse_math=False)
    ax.tick_params(axis="y", length=0)
    ax.xaxis.set_major_locator(MaxNLocator(nbins=12, integer=True, min_n_ticks=1))
    ax.grid(axis="x", color=GRID, linewidth=0.7, zorder=0)
    ax.set_axisbelow(True)
    for side in ("top", "right", "left"):
        ax.spines[side].set_visible(False)
    ax.set_xlabel(
        f"{label}; bar: the middle 80 %, dot: mean\n"
        "height: probability, in each row on a scale of its own"
    )
    targets = {result.target.label for result in results}
    if len(targets) == 1:
        title = f"against {short_name(targets.pop(), 60)}"
        margin_title(ax, title)
    return ax
