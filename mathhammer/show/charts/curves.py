"""Several loadouts on one Axes: exactly so many, or at least so many."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator, PercentFormatter

from mathhammer.core.errors import MathhammerError, check_allowed
from mathhammer.core.format import window
from mathhammer.games.words import words_of
from mathhammer.results.attack import Result
from mathhammer.show.charted import charted, charted_words
from mathhammer.show.charts import captions, style
from mathhammer.show.charts.labels import number_curves
from mathhammer.show.charts.registry import MAX_BY_DEFAULT, MAX_CURVES
from mathhammer.show.charts.style import GRID, NICE, short_name

#: What a curve can show of each number.
CURVES = ("at_least", "exactly")


def plot_curves(
    results: Sequence[Result],
    *,
    ax: Axes | None = None,
    curve: str = "at_least",
    stage: str | None = None,
) -> Axes:
    """Draw several match-ups on one Axes, a curve each.

    Parameters
    ----------
    results : list of Result
        Up to 14.
    ax : Axes, optional
        Where to draw; a new figure by default.
    curve : {"at_least", "exactly"}
        The probability of at least each number, or of exactly each (the pmf).
    stage : {"damage", "slain"}, optional
        What is counted; by default models slain, or the damage to a single model.

    Returns
    -------
    Axes
        Horizontal: models or wounds; vertical: probability. One line per match-up, in order.

    Raises
    ------
    MathhammerError
        Too many or no results, or no such curve or stage.
    """
    check_allowed(curve, CURVES, "is no curve", "curve")
    if not 1 <= len(results) <= MAX_CURVES:
        raise MathhammerError(
            f"{len(results)} curves; from 1 to {MAX_CURVES} can be told apart: take a ridge",
            "results",
        )
    own = ax is None
    ax = ax or style.new_figure(7.6, 4.7 + 0.22 * len(results)).subplots()
    words, numbers = quantities(results, stage)
    lowest = [window(number)[0] for number in numbers]
    highest = [max(window(number)[1], 1) for number in numbers]
    low, high = min(lowest), max(highest)
    low = 0 if high <= 40 or low <= 0.4 * high else low
    drawn = []
    first = low if curve == "exactly" else max(low, 1)
    for i, (number, end) in enumerate(zip(numbers, highest, strict=True)):
        values = np.arange(first, min(end + 1, high) + 1)
        chances = [float(getattr(number, "pmf" if curve == "exactly" else curve)(int(k)))
                   for k in values]  # fmt: skip
        drawn.append((values.astype(float), np.array(chances)))
        label = f"{i + 1} {match_up(results, i)}"
        ax.plot(values, chances, **style.line_style(i, high - first), label=label)
    if curve == "exactly":
        ax.yaxis.set_major_locator(MaxNLocator(nbins=8, min_n_ticks=4, steps=NICE))
        ax.yaxis.set_major_formatter(
            PercentFormatter(1, decimals=0 if ax.get_ylim()[1] > 0.1 else 1)
        )
        ax.set_ylim(bottom=0)
        style.plain_grid(ax)
        ax.set_ylabel("P(exactly)")
    else:
        style.probability_axis(ax, 0.1, "P(at least)")
    ax.grid(axis="x", color=GRID, linewidth=0.4, zorder=0)
    ax.set_xlim(first - 0.5, high + 0.5)
    number_curves(ax, drawn, MAX_BY_DEFAULT)
    style.count_axis(ax, words)
    style.left_title(ax, one_target(results))
    style.lower_legend(ax, 0.14)
    if own:
        captions.write(ax, captions.match_ups(results))
    return ax


def quantities(results: Sequence[Result], stage: str | None = None) -> tuple[str, list[Any]]:
    """Return what is counted in several match-ups, in words, and its distributions.

    Parameters
    ----------
    results : list of Result
    stage : {"damage", "slain"}, optional
        By default that of `charted` where all have the same, else the damage.
    """
    if stage is not None:
        check_allowed(stage, ("damage", "slain"), "is no stage of these", "stage")
    own = [charted(result) for result in results]
    if stage is None and len({(name, most) for name, _, most in own}) == 1:
        name, _, most = own[0]
        return charted_words(name, most), [number for _, number, _ in own]
    if stage == "slain":
        return "models slain", [result.slain for result in results]
    return words_of(results[0].target.game).lost, [result.damage for result in results]


def one_target(results: Sequence[Result]) -> str:
    """Return the target that all match-ups have in common, as a title; empty if they have none."""
    targets = {result.target.label for result in results}
    return f"against {short_name(targets.pop(), 60)}" if len(targets) == 1 else ""


def match_up(results: Sequence[Result], i: int, most: int = 48) -> str:
    """Return the name of a match-up among others: what of it isn't the same in all."""
    attacker, target = results[i].attacker.label, results[i].target.label
    if len({result.target.label for result in results}) == 1:
        return short_name(attacker, most)
    if len({result.attacker.label for result in results}) == 1:
        return short_name(target, most)
    room = max(most // 2, most - len(target) - 4)  # what a short target leaves
    return f"{short_name(attacker, room)} at {short_name(target, most // 2)}"
