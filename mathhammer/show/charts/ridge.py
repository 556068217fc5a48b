"""Many distributions below one another: a ridge each."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes

from mathhammer.core.errors import MathhammerError
from mathhammer.core.format import bars, figure, placed, window
from mathhammer.results.attack import Result
from mathhammer.results.comparison import Comparison
from mathhammer.show.charts import captions, style
from mathhammer.show.charts.curves import match_up, one_target, quantities
from mathhammer.show.charts.registry import MAX_RIDGES
from mathhammer.show.charts.style import BAR, BARE, CURVE

#: The most steps of a ridge.
_MOST_STEPS = 120


def plot_ridge(
    results: Sequence[Result] | Comparison, *, ax: Axes | None = None, stage: str | None = None
) -> Axes:
    """Draw the distributions of many match-ups below one another.

    Parameters
    ----------
    results : list of Result, or Comparison
        Up to 60, from top to bottom; of a comparison target by target.
    ax : Axes, optional
        Where to draw; a new figure by default.
    stage : {"damage", "slain"}, optional
        What is counted; by default models slain, or the damage to a single model; the
        damage where they differ in that.

    Returns
    -------
    Axes
        Horizontal: models or wounds. One row per match-up: the probabilities as a surface,
        each row on a scale of its own, so that narrow and wide ones can be seen; the mean
        as a dot (the only line with markers of a row); and what lies between the 10 % and
        90 % quantiles as a bar below it.

    Raises
    ------
    MathhammerError
        Too many or no results, or no such stage.
    """
    if isinstance(results, Comparison):
        across, down = range(len(results.targets)), range(len(results.attackers))
        results = [results.cell(i, j) for j in across for i in down]  # rivals beside each other
    if not 1 <= len(results) <= MAX_RIDGES:
        raise MathhammerError(f"{len(results)} ridges; from 1 to {MAX_RIDGES} fit a picture")
    label, numbers = quantities(results, stage)
    own = ax is None
    ax = ax or style.new_figure(7.6, 1.8 + 0.42 * len(results)).subplots()
    last = max(max(window(number)[1] for number in numbers), 1)
    for row, number in enumerate(numbers):
        rows = bars(number, _MOST_STEPS)
        width = [r.high - r.low + 1 for r in rows]
        chance = np.array([r.exactly for r in rows]) / width
        edges = np.array([rows[0].low - 0.5, *(r.high + 0.5 for r in rows)])
        ground, above = row + 0.32, 2 + row / 100
        surface = ground - 0.85 * chance / chance.max()
        ax.stairs(surface, edges, baseline=ground, fill=True, color=BAR, zorder=above)
        ax.stairs(surface, edges, baseline=None, color=CURVE, linewidth=0.8, zorder=above + 0.001)
        between = [number.quantile(0.1), number.quantile(0.9)]
        ax.plot(between, [ground + 0.06] * 2, color=CURVE, linewidth=2.6, zorder=4,
                solid_capstyle="butt")  # fmt: skip
        ax.plot([number.mean], [ground + 0.06], "o", color="white", markeredgecolor=CURVE,
                markersize=5.5, zorder=5)  # fmt: skip
        _write_right(ax, figure(number.mean), ground)
    _write_right(ax, "mean", -0.68)
    ax.set_ylim(len(results) - 0.4, -0.85)
    ax.set_xlim(-0.7, last + 0.7)
    names = placed([match_up(results, i, 40) for i in range(len(results))])
    if len(set(names)) < len(names):  # cut, or equal
        names = [f"{i} {name}" for i, name in enumerate(names, 1)]
    ax.set_yticks([row + 0.32 for row in range(len(results))], names, parse_math=False)
    ax.tick_params(axis="y", length=0)
    style.plain_grid(ax, "x", BARE)
    words = "height: probability, in each row on a scale of its own"
    style.count_axis(ax, f"{label}; bar: the middle 80 %, dot: mean\n{words}")
    title = one_target(results)
    if title:
        style.margin_title(ax, title)
    if own:
        captions.write(ax, captions.match_ups(results))
    return ax


def _write_right(ax: Axes, text: str, y: float) -> None:
    """Write a text at the right of the axes."""
    style.write_beside(
        ax, text, (1, y), (6, 0), xycoords=("axes fraction", "data"), color=CURVE,
        annotation_clip=False,
    )  # fmt: skip
