"""Hammers and anvils: what units do and what they withstand, for the same points."""

import textwrap
from collections.abc import Iterable, Mapping
from statistics import median
from typing import Any

from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.ticker import LogLocator, MaxNLocator, NullLocator

from mathhammer.analysis.durability import of_comparison
from mathhammer.core.errors import MathhammerError
from mathhammer.results.comparison import Comparison
from mathhammer.show.charts import style
from mathhammer.show.charts.labels import write_names
from mathhammer.show.charts.registry import check_size
from mathhammer.show.charts.style import (
    COLOURS,
    CURVE,
    GRID,
    MARKERS,
    NICE,
    short_name,
    short_names,
)

#: Up to so many units fit a small picture.
_FEW = 12
#: The most is more than so many times the least: a logarithmic axis.
_FAR = 8


def plot_hammers_and_anvils(
    rows: Iterable[Mapping[str, Any]] | Comparison, *, ax: Axes | None = None
) -> Axes:
    """Draw what units do against what they withstand, both for 100 points.

    Parameters
    ----------
    rows : iterable of dict, or Comparison
        Those of `mathhammer.analysis.durability.hammers_and_anvils`, or what they are of.
    ax : Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    Axes
        Horizontal: effective wounds for 100 points; vertical: damage for 100 points. One
        point per unit, each a line of its own; thin lines lie at the medians. Who is left out
        for want of points, weapons or a defence is named below.

    Raises
    ------
    MathhammerError
        No unit has points, weapons and a defence.
    TooLargeError
        There are more than 30 units.
    """
    rows = list(of_comparison(rows) if isinstance(rows, Comparison) else rows)
    check_size("anvils", len(rows), 1)
    units = [row for row in rows if not lacks(row)]
    if not units:
        raise MathhammerError(
            "no unit has points, weapons and a defence: damage and effective wounds for 100 points "
            "need all three"
        )
    ax = ax or style.new_figure(*((7.6, 5.4) if len(units) <= _FEW else (9.6, 7.4))).subplots()
    across = [row["effective_wounds_per_100"] for row in units]
    up = [row["damage_per_100"] for row in units]
    for i, (x, y) in enumerate(zip(across, up, strict=True)):
        colour = COLOURS[(i + i // len(MARKERS)) % len(COLOURS)]  # no two of the first 49 alike
        ax.plot([x], [y], MARKERS[i % len(MARKERS)], color=colour, markersize=9,
                markeredgecolor=CURVE, markeredgewidth=0.8, zorder=4)  # fmt: skip
    for axis, values, room in ((ax.xaxis, across, 0.16), (ax.yaxis, up, 0.09)):
        _scale(axis, values, room)
    middles = []
    words = []
    if len(units) > 1:
        for middle, line in ((median(across), ax.axvline), (median(up), ax.axhline)):
            line(middle, color="#8a8f94", linewidth=0.9, linestyle=(0, (4, 3)), zorder=1)
        middles = [([median(across)] * 2, ax.get_ylim()), (ax.get_xlim(), [median(up)] * 2)]
        corners = (
            ("hammers", 0.01, 0.985, "left", "top"), ("anvils", 0.99, 0.015, "right", "bottom"),
            ("both", 0.99, 0.985, "right", "top"), ("neither", 0.01, 0.015, "left", "bottom"),
        )  # fmt: skip
        words = [
            ax.text(x, y, text, transform=ax.transAxes, ha=ha, va=va, fontsize=9, style="italic",
                    color="#5a6066")
            for text, x, y, ha, va in corners
        ]  # fmt: skip
    ax.grid(color=GRID, linewidth=0.6, zorder=0)
    ax.set_axisbelow(True)
    ax.spines[["top", "right"]].set_visible(False)
    said = "effective wounds for 100 points (wounding attacks, before saves)"
    if len(units) > 1:
        said += "\ndashed: the medians"
    if len(units) < len(rows):
        said += "\n" + textwrap.fill(left_out(rows), 90)
    ax.set_xlabel(said, parse_math=False)
    ax.set_ylabel("expected damage for 100 points")
    write_names(ax, short_names([unit["unit"] for unit in units], 26), across, up, middles, words)
    return ax


def lacks(row: Mapping[str, Any]) -> list[str]:
    """Return what a unit has not, and needs to be drawn.

    Examples
    --------
    >>> lacks({"points": 80, "damage_mean": 2.5, "effective_wounds": None})
    ['defence']
    """
    there = {
        "points": bool(row["points"]),
        "weapons": row["damage_mean"] is not None,
        "defence": row["effective_wounds"] is not None,
    }
    return [name for name, given in there.items() if not given]


def left_out(rows: Iterable[Mapping[str, Any]]) -> str:
    """Return who is not drawn, and for want of what; empty where all are.

    Examples
    --------
    >>> left_out([{"unit": "Guns", "points": 80, "damage_mean": 2.5, "effective_wounds": None}])
    'left out: Guns (no defence)'
    """
    names = [
        f"{short_name(row['unit'], 26)} (no {' and no '.join(lacks(row))})"
        for row in rows if lacks(row)
    ]  # fmt: skip
    return f"left out: {', '.join(names)}" if names else ""


def _scale(axis: Axis, values: list[float], room: float) -> None:
    """Scale an axis with room for names at both ends: by its logarithm where values ask for it."""
    least, most = min(values), max(values) or 1.0
    across = axis is axis.axes.xaxis
    if least > 0 and most > _FAR * least:
        (axis.axes.set_xscale if across else axis.axes.set_yscale)("log")
        axis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axis.set_minor_locator(NullLocator())
        axis.set_major_formatter(lambda value, _: f"{value:g}")
        beyond = (most / least) ** room
        limits = least / beyond, most * beyond
    else:
        axis.set_major_locator(MaxNLocator(nbins=8, steps=NICE))
        limits = -room * most, (1 + room) * most
    (axis.axes.set_xlim if across else axis.axes.set_ylim)(*limits)
