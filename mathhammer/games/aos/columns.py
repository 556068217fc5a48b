"""The columns of warscrolls: those of weapons, and those of units (A-1, A-2)."""

from collections.abc import Callable
from functools import partial

from mathhammer.games.text.columns import (
    DICE_OR_NUMBER,
    EXTRA_SAVE,
    MOVE,
    NONE,
    NUMBER,
    RANGE,
    REND,
    ROLL,
    ROLL_OR_NONE,
    Column,
    Columns,
    each_labelled,
    inches,
    roll,
)


def _weapon(values: dict[str, str]) -> list[str]:
    """Return a weapon; without a range it fights."""
    reach = values.get("range", "-")
    rend = values.get("rend", "-").replace("n/a", "-")
    stats = (
        f"{values['attacks']}/{roll(values['hit'])}/{roll(values['wound'])}/{rend}/"
        f"{values['damage']}"
    )
    start = "" if reach in (*NONE, "melee") else f"{inches(reach)} "
    kind = f" [{values['type']}]" if "type" in values and not start else ""
    return [f"{start}{stats}{kind}"]


#: How the columns of a unit stand in the labelled notation.
_UNIT: dict[str, Callable[[str], str]] = {
    "move": lambda value: f"M{inches(value)}",
    "health": "H{}".format,
    "save": lambda value: f"Sv{roll(value)}",
    "objective_control": "C{}".format,
    "ward": lambda value: f"Ward{roll(value)}",
}


WEAPON = Columns(
    (
        Column("range", "range|rng", RANGE),
        Column("attacks", "a|attacks|attack|atk|att", DICE_OR_NUMBER),
        Column("hit", "hit|to hit|h", ROLL),
        Column("wound", "wound|to wound|wnd|w", ROLL),
        Column("rend", "rend|rnd|r", REND),
        Column("damage", "d|dmg|dam|damage", DICE_OR_NUMBER),
    ),
    _weapon,
    frozenset(("attacks", "hit", "wound", "damage")),
    optional=1,
)
TARGET = Columns(
    (
        Column("move", "m|move|movement", MOVE),
        Column("health", "h|health|hp", NUMBER),
        Column("save", "sv|save", ROLL_OR_NONE),
        Column("objective_control", "c|control|oc", NUMBER),
    ),
    partial(each_labelled, _UNIT),
    frozenset(("health",)),
    more=(Column("ward", "ward|ward save", EXTRA_SAVE),),
)
