"""The best mixes of weapon options beside each other."""

import re
import textwrap

from matplotlib.axes import Axes

from mathhammer.analysis.efficiency import MEASURES
from mathhammer.analysis.optimise import Choice
from mathhammer.core.format import figure, percent, points
from mathhammer.show.charts import style
from mathhammer.show.charts.style import BAR, CURVE, measure_words, short_name

#: Letters of a line of a mix's name, of up to three.
_LINE = 44
#: The blank between how many and what, where no line ends.
_COUNT = re.compile(r"(?<=\dx) ")


def plot_choice(found: Choice, *, ax: Axes | None = None, most: int = 10) -> Axes:
    """Draw the best mixes of weapon options: what each is worth, and how much it is behind.

    Parameters
    ----------
    found : Choice
    ax : Axes, optional
        Where to draw; a new figure by default.
    most : int
        Mixes that are drawn.

    Returns
    -------
    Axes
        Horizontal: the objective, from 0. One row per mix, the best on top and dark, with its
        value; the others with how much they are behind. A line goes down from the best.
    """
    ranked = found.ranked[:most]
    costs = any(one.cost for one in ranked)
    names = [
        textwrap.fill(_COUNT.sub("\u00a0", short_name(found.words(one.mix), 3 * _LINE)), _LINE)
        + (f"\n{points(one.cost)} points" if costs else "")
        for one in ranked
    ]
    lines = sum(len(name.split("\n")) for name in names)
    ax = ax or style.new_figure(7.6, 1.75 + 0.16 * len(ranked) + 0.15 * lines).subplots()
    values = [one.value for one in ranked]
    colours = [CURVE, *[BAR] * (len(ranked) - 1)]
    ax.barh(range(len(ranked)), values, height=0.62, color=colours, **style.OUTLINED)
    best = found.best.value
    ax.axvline(best, color=CURVE, linewidth=1.0, linestyle=(0, (4, 3)), zorder=2)
    write = percent if found.objective == "destroyed" else figure
    for i, one in enumerate(ranked):
        behind = max(0.0, best - one.value)
        equal = behind <= 1e-9 * abs(best)
        words = write(one.value)
        if i:
            words = f"{words}, as good" if equal else f"{words}, behind by {write(behind)}"
        style.write_beside(  # beyond the line of the best
            ax, words, (max(best, 0.0), i), (6, 0), color=CURVE, zorder=5,
            annotation_clip=False, bbox=style.white_box(0.15),
        )  # fmt: skip
    style.row_axis(ax, names, 7, fontsize=9)
    lowest = min(0.0, *values)
    reach = max(best, 0.0) - lowest or 1.0
    ax.set_xlim(lowest, max(best, 0.0) + 0.45 * reach)  # room for words
    style.measured_ticks(ax.xaxis, found.objective)
    mix = ", ".join(
        f"{percent(part).replace('.0%', '%')} {short_name(target.label, 24)}"
        for target, part in zip(*found.targets, strict=True)
    )
    named = measure_words(found.objective) if found.objective in MEASURES else found.objective
    ax.set_xlabel(f"{named}\nagainst {short_name(mix, 80)}", parse_math=False)
    style.margin_title(ax, f"Best mixes of options for {short_name(found.choices.unit.label, 40)}")
    return ax
