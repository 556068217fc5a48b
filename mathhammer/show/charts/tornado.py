"""What one better, or worse, of each characteristic does: a tornado."""

from collections.abc import Iterable, Mapping
from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import Patch

from mathhammer.analysis.attribution import Attribution
from mathhammer.analysis.sensitivity import sensitivity
from mathhammer.core.errors import MathhammerError
from mathhammer.show.charts import style
from mathhammer.show.charts.shares import check_measured, value_axis
from mathhammer.show.charts.style import CURVE, short_name, versus

#: Better and worse, told apart by lightness, and the worse by its hatch, too.
_BETTER, _WORSE = "#0072b2", "#f3c58b"


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
        Horizontal: the expected value; one row per characteristic, the one that does most on
        top. Two containers of bars, better and worse, each from the match-up as it is.

    Raises
    ------
    MathhammerError
        There is no such measure, or nothing that changes.
    """
    check_measured(name)
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
    ax = ax or style.new_figure(7.6, 1.7 + 0.36 * len(keys)).subplots()
    for direction, colour, hatch in (("better", _BETTER, ""), ("worse", _WORSE, "////")):
        places = [i for i, key in enumerate(keys) if direction in found[key]]
        changes = [found[keys[i]][direction][f"{name}_change"] for i in places]
        look = {"color": colour, "hatch": hatch, **style.OUTLINED}
        ax.barh(places, changes, left=now, height=0.66, label=direction, **look)
        for i, change in zip(places, changes, strict=True):
            right = change > 0 or (change == 0 and direction == "better")
            becomes = found[keys[i]][direction]["after"]
            style.write_beside(
                ax, "none" if becomes == "-" else short_name(becomes, 14), (now + change, i),
                (4 if right else -4, 0), fontsize=8, ha="left" if right else "right",
                color="#333333", parse_math=False,
            )  # fmt: skip
    ax.axvline(now, color=CURVE, linewidth=1.2, zorder=4)
    style.row_axis(ax, [_words(key, found[key], several) for key in keys], 8)
    values = [now + row[f"{name}_change"] for key in keys for row in found[key].values()]
    longest = max(len(text.get_text()) for text in ax.texts)
    room = (0.1 + 0.014 * longest) * (max(values) - min(values) or 1.0)
    ax.set_xlim(min(values) - room, max(values) + room)
    value_axis(ax, name, "", {"as it is:": now})
    style.margin_title(ax, versus(every[0]["attacker"], every[0]["target"]), 26)
    handles = [
        Patch(facecolor=_BETTER, edgecolor=CURVE, linewidth=0.7),
        Patch(facecolor=_WORSE, edgecolor=CURVE, linewidth=0.7, hatch="////"),
    ]
    style.top_legend(ax, handles, ["one better for its owner", "one worse"])
    return ax


def _words(key: tuple[str, str, str], pair: Mapping[str, Mapping[str, Any]], several: bool) -> str:
    """Return a characteristic with its value, and with its weapon where there are several."""
    side, part, characteristic = key
    owner = part if side == "attacker" and several else side
    before = next(iter(pair.values()))["before"]
    field = characteristic.replace("_", " ")
    value = "none" if before == "-" else short_name(before, 12)
    return f"{short_name(owner, 22)}: {field} {value}"
