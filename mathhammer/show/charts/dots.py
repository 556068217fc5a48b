"""Loadouts in order of what they do over a mix of targets: of hundreds, too."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from mathhammer.analysis.mixes import Weighted
from mathhammer.core.distribution import Array
from mathhammer.core.errors import check_allowed
from mathhammer.results.comparison import Comparison
from mathhammer.show.charts import captions, style
from mathhammer.show.charts.registry import check_size
from mathhammer.show.charts.style import measure_words, short_name

#: Up to so many loadouts all have their names; of more, the best, the worst and outliers.
MAX_NAMED = 60
_BEST, _WORST, _OUTLIERS = 10, 5, 30
#: Characters of a name.
_NAME = 40
#: Inches of a row that has its name, and of all rows where not all have one.
_ROW, _HIGH = 0.22, 9.0
#: So many times the distance of the quartiles beyond them is far out (Tukey).
_FAR = 1.5


def plot_dots(
    comparison: Comparison,
    *,
    ax: Axes | None = None,
    shares: Sequence[float] | None = None,
    name: str = "damage",
) -> Axes:
    """Draw loadouts by what they do over a mix of targets, the best on top.

    Parameters
    ----------
    comparison : Comparison
    ax : Axes, optional
        Where to draw; a new figure by default.
    shares : list of float, optional
        How often each of its targets is met, summing to 1; equally often by default.
    name : {"damage", "slain"}

    Returns
    -------
    Axes
        A row for each loadout: a dot at the mean, a line over the middle 80 % against a target
        that is drawn from the mix. Of more than 60 loadouts the names of the best ten, the worst
        five, and those whose means are far from the others' (1.5 times the distance of the
        quartiles beyond them) stand at the side.

    Raises
    ------
    MathhammerError
        There is no such number, or the shares don't fit the targets.
    TooLargeError
        There are more than 1000 loadouts.
    """
    check_allowed(name, ("damage", "slain"), "has no spread over a mix", "name")
    number = len(comparison.attackers)
    check_size("dots", number, len(comparison.targets))
    mix = Weighted(comparison, shares)
    mixtures = [mix.distribution(i, name) for i in range(number)]
    means = np.array([mixture.mean for mixture in mixtures])
    order = sorted(range(number), key=lambda i: (-means[i], i))
    places = list(range(number))
    high = _HIGH if number > MAX_NAMED else 2.4 + _ROW * number
    own = ax is None
    ax = ax or style.new_figure(8.0, high).subplots()
    low, up = ([mixtures[i].quantile(q) for i in order] for q in (0.1, 0.9))
    dense = number > MAX_NAMED
    ax.hlines(places, low, up, color=style.BAR, linewidth=min(5.0, 420 / number), zorder=2)
    ax.scatter(means[order], places, s=9 if dense else 26, color=style.CURVE, zorder=3)
    named = _named(means[order]) if dense else places
    labels = [f"{i + 1} {short_name(comparison.attackers[i].label, _NAME)}" for i in order]
    ax.set_ylim(number - 0.4, -0.6)
    ax.xaxis.set_major_locator(MaxNLocator(nbins=10, steps=style.NICE))
    style.plain_grid(ax, "x", style.BARE)
    ax.tick_params(axis="y", length=0)
    if dense:
        ax.set_yticks([])
        _write_names(ax, named, [labels[k] for k in named], number)
    else:
        ax.set_yticks(places, labels, parse_math=False, fontsize=9)
    ax.set_xlim(left=0)
    words = f"{measure_words(name)}: dot; line: the middle 80 %"
    if dense:
        words += f"\nnames: the best {_BEST}, the worst {_WORST}, and means far from the others"
    ax.set_xlabel(words, loc="left", fontsize=9)
    style.margin_title(ax, f"{number} loadouts {_mix_words(mix, shares is not None)}")
    if own:
        captions.write(ax, captions.match_ups(comparison.results))
    return ax


def _named(means: Array) -> list[int]:
    """Return the rows that have names, of means from the largest to the smallest."""
    quarter, most = np.quantile(means, [0.25, 0.75])
    far = _FAR * (most - quarter)
    out = np.flatnonzero((means > most + far) | (means < quarter - far)).tolist()
    last = len(means)
    ends = {*range(_BEST), *range(last - _WORST, last)}
    return sorted(ends | set(out[:_OUTLIERS]))


def _write_names(ax: Axes, rows: Sequence[int], names: Sequence[str], number: int) -> None:
    """Write names at the side, apart from each other, with lines to their rows."""
    step = number * 0.2 / _HIGH  # rows that a line of letters takes
    beside = spread([float(row) for row in rows], step, -0.6, number - 0.4)
    for row, place, name in zip(rows, beside, names, strict=True):
        ax.annotate(
            name, (0, row), xycoords=("axes fraction", "data"), xytext=(-0.07, place),
            textcoords=("axes fraction", "data"), ha="right", va="center", fontsize=8,
            parse_math=False, annotation_clip=False,
            arrowprops={"arrowstyle": "-", "color": "#8a949c", "linewidth": 0.7, "shrinkA": 1,
                        "shrinkB": 0, "relpos": (1.0, 0.5)},
        )  # fmt: skip


def spread(places: Sequence[float], step: float, low: float, high: float) -> list[float]:
    """Return rising places moved so that each is at least a step behind the one before.

    Parameters
    ----------
    places : list of float
    step : float
    low, high : float
        Between which they stay, where there is room.

    Examples
    --------
    >>> spread([0, 1, 2, 9], 2, 0, 9)
    [0, 2, 4, 9]
    >>> spread([7, 8, 9], 2, 0, 9)
    [5, 7, 9]
    """
    moved = []
    before = low - step
    for place in places:
        before = max(place, before + step)
        moved.append(before)
    after = high + step
    for k in range(len(moved) - 1, -1, -1):
        after = moved[k] = min(moved[k], after - step)
    return moved


def _mix_words(mix: Weighted, with_shares: bool) -> str:
    """Return the targets where they are few, with their shares where these are given."""
    targets = mix.comparison.targets
    if len(targets) == 1:
        return f"against {short_name(targets[0].label, 40)}"
    if len(targets) > 3:
        return f"over a mix of {len(targets)} targets"
    parts = [
        f"{100 * share:.3g}% " * with_shares + short_name(target.label, 18)
        for share, target in zip(mix.shares, targets, strict=True)
    ]
    return f"over {', '.join(parts)}{'' if with_shares else ', each as often'}"
