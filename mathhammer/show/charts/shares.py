"""What each ability, modifier and re-roll does: its share of the whole."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from mathhammer.analysis.attribution import MEASURED, Attribution
from mathhammer.core.errors import MathhammerError, check_allowed
from mathhammer.core.format import figure, percent
from mathhammer.show.charts import captions, style
from mathhammer.show.charts.style import BAR, CURVE, short_name, versus

#: What is measured, as the name of an axis.
_AXIS = {
    "damage": "expected damage",
    "slain": "expected models slain",
    "destroyed": "P(destroyed)",
}


def value_axis(ax: Axes, name: str, before: str, values: dict[str, float]) -> None:
    """Make the horizontal axis one of a measure, with some values of it in brackets.

    Parameters
    ----------
    ax : Axes
    name : {"damage", "slain", "destroyed"}
    before : str
        What stands before its name.
    values : dict
        By what they are.
    """
    write = percent if name == "destroyed" else figure
    style.measured_ticks(ax.xaxis, name)
    known = ", ".join(f"{words} {write(value)}" for words, value in values.items())
    ax.set_xlabel(f"{before}{_AXIS[name]} ({known})")


def check_measured(name: str) -> None:
    """Check that the parts of a match-up are known by a measure."""
    check_allowed(name, MEASURED, "is not a measure", "name")


def plot_shares(
    found: Attribution, *, ax: Axes | None = None, name: str = "damage", most: int = 20
) -> Axes:
    """Draw what each item does to a match-up.

    Parameters
    ----------
    found : Attribution
    ax : Axes, optional
        Where to draw; a new figure by default.
    name : {"damage", "slain", "destroyed"}
    most : int
        Items that are drawn: those with the largest shares.

    Returns
    -------
    Axes
        Horizontal: what is added to the expected value. One row per item, the largest share on
        top: the Shapley share as a bar, with its standard error where it is sampled; and as
        a diamond what is lost where the item alone is taken away.

    Raises
    ------
    MathhammerError
        There is no such measure, or no item.
    """
    check_measured(name)
    if not found.players:
        raise MathhammerError("no ability, modifier or re-roll is in play: nothing to draw")
    m = MEASURED.index(name)
    order = np.argsort(-np.abs(found.shares[:, m]), kind="stable")[:most]
    own = ax is None
    ax = ax or style.new_figure(7.6, 2.2 + 0.36 * len(order)).subplots()
    places = range(len(order))
    errors = None if found.standard_errors is None else found.standard_errors[order, m]
    ax.barh(
        places, found.shares[order, m], height=0.62, color=BAR, **style.OUTLINED,
        xerr=errors, error_kw={"ecolor": CURVE, "capsize": 3, "zorder": 5},
    )  # fmt: skip
    changes = found.whole[m] - found.without[order, m]
    ax.plot(changes, places, "D", color="white", markeredgecolor=CURVE, markersize=6, zorder=6)
    ax.axvline(0, color=CURVE, linewidth=1.0, zorder=4)
    names = [
        short_name(f"{found.name(k)} ({found.players[k][0].source})", 44) for k in order.tolist()
    ]
    style.row_axis(ax, names, 7)
    value_axis(ax, name, "added to ", {"bare": found.bare[m], "with all": found.whole[m]})
    style.margin_title(ax, versus(found.result.attacker.label, found.result.target.label), 26)
    share = "Shapley share" + ("" if errors is None else " (sampled; line: standard error)")
    handles = [
        Patch(facecolor=BAR, edgecolor=CURVE, linewidth=0.7),
        Line2D([], [], marker="D", color="white", markeredgecolor=CURVE, linestyle="none"),
    ]
    style.top_legend(ax, handles, [share, "lost without it alone"])
    if own:
        captions.write(ax, captions.match_ups([found.result]))
    return ax
