"""What one better, or worse, of each characteristic does: a tornado."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator, PercentFormatter

from mathhammer.analysis.attribution import MEASURED, Attribution
from mathhammer.analysis.sensitivity import sensitivity
from mathhammer.core.errors import MathhammerError, nearest, quoted
from mathhammer.core.format import figure, percent
from mathhammer.show.charts.style import (
    CURVE,
    GRID,
    NICE,
    margin_title,
    new_figure,
    short_name,
    versus,
)

#: Better and worse, told apart by lightness, and the worse by its hatch, too.
_BETTER, _WORSE = "#0072b2", "#f3c58b"
_AXIS = {
    "damage": "expected damage",
    "slain": "expected models slain",
    "destroyed": "P(destroyed)",
}


def plot_tornado(
    rows: Iterable[Mapping[str, Any]] | Attribution,
    *,
    ax: Axes | None = None,
    name: str = "damage",
    most: int = 16,
) -> Axes:
    """Draw what one better and worse of each characteristic does to a match-up.

    Parameters
    ----------
    rows : iterable of dict, or Attribution
        Those of `mathhammer.analysis.sensitivity.sensitivity`, or what they are of.
    ax : Axes, optional
        Where to draw; a new figure by default.
    name : {"damage", "slain", "destroyed"}
    most : int
        Characteristics that are drawn: those that do most.

    Returns
    -------
    Axes
        Horizontal: the expected value; a row a characteristic, the one that does most on
        top. Two containers of bars, better and worse, each from the match-up as it is.

    Raises
    ------
    MathhammerError
        There is no such measure, or nothing that changes.
    """
    if name not in MEASURED:
        raise MathhammerError(
            f"{quoted(name)} is not a measure{nearest(str(name), MEASURED)}; allowed: "
            f"{', '.join(MEASURED)}",
            "name",
        )
    if isinstance(rows, Attribution):
        rows = sensitivity(rows.result)
    found: dict[tuple[str, str, str], dict[str, Mapping[str, Any]]] = {}
    for row in rows:
        if row[f"{name}_change"] is not None:
            key = row["side"], row["part"], row["characteristic"]
            found.setdefault(key, {})[row["direction"]] = row
    if not found:
        raise MathhammerError("no characteristic can be better or worse: nothing to draw")
    every = [row for pair in found.values() for row in pair.values()]
    now = every[0][name] - every[0][f"{name}_change"]
    several = len({part for side, part, _ in found if side == "attacker"}) > 1
    span = {
        key: max(abs(row[f"{name}_change"]) for row in pair.values()) for key, pair in found.items()
    }
    keys = sorted(found, key=lambda key: -span[key])[:most]
    if ax is None:
        ax = new_figure(7.6, 1.7 + 0.36 * len(keys)).subplots()
    for direction, colour, hatch in (("better", _BETTER, ""), ("worse", _WORSE, "////")):
        places = [i for i, key in enumerate(keys) if direction in found[key]]
        changes = [found[keys[i]][direction][f"{name}_change"] for i in places]
        ax.barh(
            places, changes, left=now, height=0.66, color=colour, hatch=hatch, edgecolor=CURVE,
            linewidth=0.7, zorder=3, label=direction,
        )  # fmt: skip
        for i, change in zip(places, changes, strict=True):
            right = change > 0 or (change == 0 and direction == "better")
            _write_end(ax, found[keys[i]][direction]["after"], now + change, i, right)
    ax.axvline(now, color=CURVE, linewidth=1.2, zorder=4)
    ax.set_yticks(
        range(len(keys)), [_words(key, found[key], several) for key in keys], parse_math=False
    )
    ax.tick_params(axis="y", length=0)
    ax.set_ylim(len(keys) - 0.4, -0.6)
    values = [now + row[f"{name}_change"] for key in keys for row in found[key].values()]
    room = 0.16 * (max(values) - min(values) or 1.0)
    ax.set_xlim(min(values) - room, max(values) + room)
    ax.xaxis.set_major_locator(MaxNLocator(nbins=8, steps=NICE))
    if name == "destroyed":
        ax.xaxis.set_major_formatter(PercentFormatter(1))
    ax.grid(axis="x", color=GRID, linewidth=0.7, zorder=0)
    ax.set_axisbelow(True)
    for side in ("top", "right", "left"):
        ax.spines[side].set_visible(False)
    as_it_is = percent(now) if name == "destroyed" else figure(now)
    ax.set_xlabel(f"{_AXIS[name]} (as it is: {as_it_is})")
    title = versus(every[0]["attacker"], every[0]["target"])
    margin_title(ax, title, 26)
    ax.legend(
        handles=[
            Patch(facecolor=_BETTER, edgecolor=CURVE, linewidth=0.7),
            Patch(facecolor=_WORSE, edgecolor=CURVE, linewidth=0.7, hatch="////"),
        ],
        labels=["one better for its owner", "one worse"], loc="lower left",
        bbox_to_anchor=(0, 1.0), ncols=2, frameon=False, fontsize=9, borderaxespad=0.2,
    )  # fmt: skip
    return ax


def _write_end(ax: Axes, text: str, x: float, y: float, right: bool) -> None:
    """Write at the end of a bar what the characteristic becomes."""
    ax.annotate(
        "none" if text == "-" else short_name(text, 14), (x, y), xytext=(4 if right else -4, 0),
        textcoords="offset points", fontsize=8, va="center", ha="left" if right else "right",
        color="#333333", parse_math=False,
    )  # fmt: skip


def _words(key: tuple[str, str, str], pair: Mapping[str, Mapping[str, Any]], several: bool) -> str:
    """Return a characteristic with its value, and with its weapon where there are several."""
    side, part, characteristic = key
    owner = part if side == "attacker" and several else side
    before = next(iter(pair.values()))["before"]
    field = characteristic.replace("_", " ")
    value = "none" if before == "-" else short_name(before, 12)
    return f"{short_name(owner, 22)}: {field} {value}"
