"""How many attacks, shots or units a kill takes."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes

from mathhammer.analysis.howmany import LEVELS, HowMany
from mathhammer.core.format import percent
from mathhammer.show.charts import captions, style
from mathhammer.show.charts.labels import write_names
from mathhammer.show.charts.style import CURVE, short_name, versus

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
    own = ax is None
    ax = ax or style.new_figure(7.0, 4.7).subplots()
    reached = {level: n for level in levels if (n := found.needed(level)) is not None}
    sure = np.flatnonzero(found.destroyed >= _SURE)
    last = max([int(sure[0]) + 1 if sure.size else len(found.destroyed), *reached.values()])
    numbers = np.arange(1, last + 1)
    ax.plot(
        numbers, found.destroyed[:last],
        **style.line_style(0) | {"color": CURVE, "markevery": max(1, last // 25)},
    )  # fmt: skip
    marked: dict[int, float] = {}
    for level, needed in reached.items():
        chance = float(found.destroyed[needed - 1])
        ax.plot([0, needed, needed], [level, level, 0], color="#8a8f94", linewidth=0.9,
                linestyle=(0, (4, 3)), zorder=2)  # fmt: skip
        ax.plot([needed], [chance], "o", color=CURVE, markersize=7, zorder=4)
        marked[needed] = chance
    if found.destroyed.max() < _NEVER:
        ax.annotate(
            "Out of reach: it is never destroyed,\nor too rarely to be followed.", (0.5, 0.5),
            xycoords="axes fraction", ha="center", va="center", fontsize=12, color=CURVE,
            bbox=style.white_box(0.6),
        )  # fmt: skip
    style.probability_axis(ax, 0.1, "P(destroyed)")
    ax.set_xlim(0, last + max(0.5, 0.08 * last))
    words = {"attacks": "single attacks of {}", "shots": "copies of {}", "units": "units of {}"}
    who = short_name(found.weapon or found.result.attacker.label, 40)
    style.count_axis(ax, words[found.counted].format(who))
    style.margin_title(ax, versus(who, found.result.target.label))
    if own:
        captions.write(ax, captions.match_ups([found.result], 100))
    if marked:
        lines = [line.get_data() for line in ax.get_lines()]
        names = [f"{needed}: {percent(chance)}" for needed, chance in marked.items()]
        write_names(ax, names, [*marked], [*marked.values()], lines, textcolor=CURVE)
    return ax
