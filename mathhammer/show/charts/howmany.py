"""How many attacks, shots or units a kill takes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator, MultipleLocator

from mathhammer.analysis.howmany import LEVELS
from mathhammer.core.format import percent
from mathhammer.show.charts.style import (
    CURVE,
    line_style,
    margin_title,
    new_figure,
    probability_axis,
    short_name,
    versus,
)

if TYPE_CHECKING:
    from mathhammer.analysis.howmany import HowMany

#: Beyond this chance of a kill nothing more is drawn.
_SURE = 0.999
#: Below this chance nothing can be seen.
_NEVER = 0.0005


def plot_how_many(
    found: HowMany, *, ax: Axes | None = None, levels: Sequence[float] = LEVELS
) -> Axes:
    """Draw P(destroyed) by so many attacks, shots or units.

    Parameters
    ----------
    found : HowMany
    ax : Axes, optional
        Where to draw; a new figure by default.
    levels : list of float
        Probabilities, 0 to 1, at which the number is marked.

    Returns
    -------
    Axes
        Horizontal: the number; vertical: P(destroyed). The first line is the curve; the
        number for each level that is reached is written; and a sentence where nothing is.
    """
    if ax is None:
        ax = new_figure(7.0, 4.2).subplots()
    reached = [n for n in (found.needed(level) for level in levels) if n is not None]
    sure = np.flatnonzero(found.destroyed >= _SURE)
    last = max([int(sure[0]) + 1 if sure.size else len(found.destroyed), *reached])
    numbers = np.arange(1, last + 1)
    ax.plot(
        numbers, found.destroyed[:last], **line_style(0) | {"color": CURVE}, zorder=3,
        markevery=max(1, last // 25),
    )  # fmt: skip
    for level in levels:
        needed = found.needed(level)
        if needed is None:
            continue
        chance = float(found.destroyed[needed - 1])
        ax.plot([0, needed, needed], [level, level, 0], color="#8a8f94", linewidth=0.9,
                linestyle=(0, (4, 3)), zorder=2)  # fmt: skip
        ax.plot([needed], [chance], "o", color=CURVE, markersize=7, zorder=4)
        ax.annotate(
            f"{needed}: {percent(chance)}", (needed, chance), xytext=(7, -11), fontsize=9,
            textcoords="offset points", color=CURVE, zorder=5,
            bbox={"boxstyle": "square,pad=0.1", "facecolor": "white", "edgecolor": "none",
                  "alpha": 0.8},
        )  # fmt: skip
    if found.destroyed.max() < _NEVER:
        ax.annotate(
            "Out of reach: it is never destroyed,\nor too rarely to be followed.", (0.5, 0.5),
            xycoords="axes fraction", ha="center", va="center", fontsize=12, color=CURVE,
            bbox={"boxstyle": "square,pad=0.6", "facecolor": "white", "edgecolor": "none"},
        )  # fmt: skip
    probability_axis(ax, MultipleLocator(0.1))
    ax.set_ylabel("P(destroyed)")
    ax.set_xlim(0, last + max(0.5, 0.08 * last))
    ax.xaxis.set_major_locator(MaxNLocator(nbins=12, integer=True, min_n_ticks=1))
    words = {"attacks": "single attacks of {}", "shots": "copies of {}", "units": "units of {}"}
    who = short_name(found.weapon or found.result.attacker.label, 40)
    ax.set_xlabel(words[found.counted].format(who), parse_math=False)
    margin_title(ax, versus(who, found.result.target.label))
    return ax
