"""What each ability, modifier and re-roll does: its share of the whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator, PercentFormatter

from mathhammer.analysis.attribution import MEASURED
from mathhammer.core.errors import MathhammerError, nearest, quoted
from mathhammer.core.format import figure, percent
from mathhammer.show.charts.style import (
    BAR,
    CURVE,
    GRID,
    NICE,
    margin_title,
    new_figure,
    short_name,
    versus,
)

if TYPE_CHECKING:
    from mathhammer.analysis.attribution import Attribution

_AXIS = {"damage": "damage", "slain": "models slain", "destroyed": "P(destroyed)"}


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
        Horizontal: what is added to the expected value. A row an item, the largest share on
        top: the Shapley share as a bar, with its standard error where it is sampled; and as
        a diamond what is lost where the item alone is taken away.

    Raises
    ------
    MathhammerError
        There is no such measure, or no item.
    """
    if name not in MEASURED:
        raise MathhammerError(
            f"{quoted(name)} is not a measure{nearest(str(name), MEASURED)}; allowed: "
            f"{', '.join(MEASURED)}",
            "name",
        )
    if not found.players:
        raise MathhammerError("no ability, modifier or re-roll is in play: nothing to draw")
    m = MEASURED.index(name)
    order = np.argsort(-np.abs(found.shares[:, m]), kind="stable")[:most]
    if ax is None:
        ax = new_figure(7.6, 1.7 + 0.36 * len(order)).subplots()
    places = range(len(order))
    errors = None if found.standard_errors is None else found.standard_errors[order, m]
    ax.barh(
        places, found.shares[order, m], height=0.62, color=BAR, edgecolor=CURVE, linewidth=0.7,
        zorder=3, xerr=errors, error_kw={"ecolor": CURVE, "capsize": 3, "zorder": 5},
    )  # fmt: skip
    changes = found.whole[m] - found.without[order, m]
    ax.plot(changes, places, "D", color="white", markeredgecolor=CURVE, markersize=6, zorder=6)
    ax.axvline(0, color=CURVE, linewidth=1.0, zorder=4)
    names = [
        short_name(f"{found.name(k)} ({found.players[k][0].source})", 44) for k in order.tolist()
    ]
    ax.set_yticks(places, names, parse_math=False)
    ax.tick_params(axis="y", length=0)
    ax.set_ylim(len(order) - 0.4, -0.6)
    ax.xaxis.set_major_locator(MaxNLocator(nbins=7, steps=NICE))
    if name == "destroyed":
        ax.xaxis.set_major_formatter(PercentFormatter(1))
    ax.grid(axis="x", color=GRID, linewidth=0.7, zorder=0)
    ax.set_axisbelow(True)
    for side in ("top", "right", "left"):
        ax.spines[side].set_visible(False)
    write = percent if name == "destroyed" else figure
    ax.set_xlabel(
        f"added to expected {_AXIS[name]} (bare {write(found.bare[m])}, with all "
        f"{write(found.whole[m])})" if name != "destroyed" else
        f"added to P(destroyed) (bare {write(found.bare[m])}, with all {write(found.whole[m])})"
    )  # fmt: skip
    result = found.result
    title = versus(result.attacker.label, result.target.label)
    margin_title(ax, title, 26)
    share = "Shapley share" + ("" if errors is None else " (sampled; line: standard error)")
    ax.legend(
        handles=[
            Patch(facecolor=BAR, edgecolor=CURVE, linewidth=0.7),
            Line2D([], [], marker="D", color="white", markeredgecolor=CURVE, linestyle="none"),
        ],
        labels=[share, "lost without it alone"], loc="lower left", ncols=2,
        bbox_to_anchor=(0, 1.0), frameon=False, fontsize=9, borderaxespad=0.2,
    )  # fmt: skip
    return ax
