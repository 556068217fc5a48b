"""The answer to a check as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator, MultipleLocator, PercentFormatter

from mathhammer.core.format import bars, figure, percent, window
from mathhammer.show.charts.style import (
    BAR,
    CURVE,
    MAX_BARS,
    new_figure,
    probability_axis,
    spacing,
)

if TYPE_CHECKING:
    from mathhammer.results.check import CheckResult


def plot_check(result: CheckResult, *, ax: Axes | None = None) -> Axes:
    """Draw the answer to a check.

    Parameters
    ----------
    result : CheckResult
    ax : Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    Axes
        Of a number: horizontal the number, vertical its probability, 0 to 1; the bars (exactly)
        are one container, the curve (at least) the only line. Else a horizontal bar for each
        probability.
    """
    if ax is None:
        ax = new_figure(6.4, 4.2).subplots()
    answers = {n: v for n, v in result.answers.items() if isinstance(v, float)}
    title = result.check.asks[0].upper() + result.check.asks[1:]
    ax.set_title(title, loc="left", fontsize=11, pad=24, parse_math=False)
    distribution = result.distribution
    if distribution is None:
        places = range(len(answers))
        ax.barh(places, list(answers.values()), color=BAR, edgecolor=CURVE, linewidth=0.6)
        ax.set_yticks(places, [result.words[name] for name in answers])
        ax.invert_yaxis()
        ax.set_xlim(0, 1.12)
        ax.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
        ax.set_xlabel("probability")
        for place, p in zip(places, answers.values(), strict=True):
            ax.annotate(percent(p), (p, place), xytext=(4, 0), textcoords="offset points",
                        fontsize=9, va="center")  # fmt: skip
        for side in ("top", "right"):
            ax.spines[side].set_visible(False)
        return ax
    rows = bars(distribution, MAX_BARS)
    ax.bar(
        [(row.low + row.high) / 2 for row in rows],
        [row.exactly for row in rows],
        width=[0.8 * (row.high - row.low + 1) for row in rows],
        color=BAR, edgecolor=CURVE, linewidth=0.6, zorder=2, label="exactly",
    )  # fmt: skip
    low, high = window(distribution)
    values = list(range(low, high + 1))
    ax.plot(
        values, [distribution.at_least(k) for k in values], color=CURVE, marker="o",
        markersize=3.5, linewidth=1.4, zorder=3, label="at least",
        markevery=1 if len(values) <= MAX_BARS else spacing(values),
    )  # fmt: skip
    ax.set_xlabel(result.words["distribution"])
    ax.set_xlim(low - 0.7, high + 0.7)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=12, min_n_ticks=1))
    probability_axis(ax, MultipleLocator(0.2))
    said = [f"mean {figure(distribution.mean)}"]
    said += [f"{result.words[name]} {percent(p)}" for name, p in answers.items()]
    ax.annotate(
        ", ".join(said), (0, 1), xytext=(0, 8), xycoords="axes fraction",
        textcoords="offset points", fontsize=9, color="#444444",
    )  # fmt: skip
    ax.legend(frameon=False, fontsize=9)
    return ax
