"""Hammers and anvils: what units do and what they withstand, for the same points."""

import textwrap
from collections.abc import Iterable, Mapping
from statistics import median
from typing import Any

from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from mathhammer.analysis.durability import of_comparison
from mathhammer.core.errors import MathhammerError
from mathhammer.results.comparison import Comparison
from mathhammer.show.charts import style
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
    ax = ax or style.new_figure(7.0, 5.2).subplots()
    across = [row["effective_wounds_per_100"] for row in units]
    up = [row["damage_per_100"] for row in units]
    for i, (x, y) in enumerate(zip(across, up, strict=True)):
        ax.plot(
            [x], [y], MARKERS[i % len(MARKERS)], color=COLOURS[i % len(COLOURS)], markersize=9,
            markeredgecolor=CURVE, markeredgewidth=0.8, zorder=4,
        )  # fmt: skip
    right, top = 1.3 * max(across) or 1.0, 1.18 * max(up) or 1.0
    ax.set_xlim(0, right)
    ax.set_ylim(0, top)
    if len(units) > 1:
        for middle, line in ((median(across), ax.axvline), (median(up), ax.axhline)):
            line(middle, color="#8a8f94", linewidth=0.9, linestyle=(0, (4, 3)), zorder=1)
        corners = (
            ("hammers", 0.01, 0.985, "left", "top"), ("anvils", 0.99, 0.015, "right", "bottom"),
            ("both", 0.99, 0.985, "right", "top"), ("neither", 0.01, 0.015, "left", "bottom"),
        )  # fmt: skip
        for text, x, y, ha, va in corners:
            ax.text(x, y, text, transform=ax.transAxes, ha=ha, va=va, fontsize=9, style="italic",
                    color="#6a6f74")  # fmt: skip
    _write_names(ax, units, across, up, right, top)
    ax.grid(color=GRID, linewidth=0.6, zorder=0)
    ax.set_axisbelow(True)
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_locator(MaxNLocator(nbins=8, steps=NICE))
    ax.spines[["top", "right"]].set_visible(False)
    words = "effective wounds for 100 points (wounding attacks, before saves)"
    if len(units) < len(rows):
        words += "\n" + textwrap.fill(left_out(rows), 90)
    ax.set_xlabel(words, parse_math=False)
    ax.set_ylabel("expected damage for 100 points")
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


def _write_names(
    ax: Axes, units: list[Mapping[str, Any]], across: list[float], up: list[float],
    right: float, top: float,
) -> None:  # fmt: skip
    """Write the names beside their points, moved apart where they would lie on each other."""
    taken: list[tuple[float, float]] = []
    names = short_names([unit["unit"] for unit in units], 26)
    line = 0.042 * top
    for i in sorted(range(len(units)), key=lambda i: -up[i]):
        y = up[i]
        while any(abs(y - other) < line and abs(across[i] - x) < 0.3 * right for x, other in taken):
            y -= line
        taken.append((across[i], y))
        ax.annotate(
            names[i], (across[i], up[i]), fontsize=9,
            xytext=(across[i] + 0.02 * right, y), va="center", parse_math=False, zorder=5,
            bbox=style.white_box(0.1),
            arrowprops=None if y == up[i] else {"arrowstyle": "-", "color": "#8a8f94", "lw": 0.6},
        )  # fmt: skip
