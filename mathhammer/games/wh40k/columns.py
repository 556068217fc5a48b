"""The columns of datasheets: those of weapons, and those of units (W-1, W-2)."""

from collections.abc import Callable
from functools import partial

from mathhammer.games.text.columns import (
    DICE_OR_NUMBER,
    EXTRA_SAVE,
    LEADERSHIP,
    MODIFIER,
    MOVE,
    NONE,
    NUMBER,
    RANGE,
    ROLL_OR_NONE,
    Column,
    Columns,
    each_labelled,
    inches,
    roll,
)


def _weapon(values: dict[str, str]) -> list[str]:
    """Return a weapon; where neither its range nor a heading says whether it shoots, both."""
    reach = values.get("range", "-")
    skill = roll(values["skill"])
    penetration = values.get("ap", "0").lstrip("-")
    stats = (
        f"S{values['strength']} AP{f'-{penetration}' if penetration.strip('0n/a') else 0} "
        f"D{values['damage']}"
    )
    attacks = f"A{values['attacks']}"
    kind = values.get("type", "melee" if reach == "melee" else "" if reach in NONE else "ranged")
    labels = {"melee": ("WS",), "ranged": ("BS",), "": ("BS",) if skill == "-" else ("BS", "WS")}
    start = "Melee " if reach == "melee" else "" if reach in NONE else f"{inches(reach)} "
    return [f"{start}{attacks} {label}{skill} {stats}" for label in labels[kind]]


#: How the columns of a unit stand in the labelled notation.
_UNIT: dict[str, Callable[[str], str]] = {
    "move": lambda value: f"M{inches(value)}",
    "toughness": "T{}".format,
    "save": lambda value: f"Sv{roll(value)}",
    "wounds": "W{}".format,
    "leadership": lambda value: f"Ld{roll(value)}",
    "objective_control": "OC{}".format,
    "invulnerable": lambda value: f"{value.rstrip('+')}++",
    "feel_no_pain": lambda value: f"{value.rstrip('+')}+++",
}


WEAPON = Columns(
    (
        Column("range", "range|rng|r", RANGE),
        Column("attacks", "a|attacks|attack|atk|att", DICE_OR_NUMBER),
        Column("skill", "bs|ws|bs/ws|ws/bs|skill|ballistic skill|weapon skill", ROLL_OR_NONE),
        Column("strength", "s|str|strength", NUMBER),
        Column("ap", "ap|armour penetration|armor penetration", MODIFIER),
        Column("damage", "d|dmg|dam|damage", DICE_OR_NUMBER),
    ),
    _weapon,
    frozenset(("attacks", "skill", "strength", "damage")),
)
TARGET = Columns(
    (
        Column("move", "m|move|movement", MOVE),
        Column("toughness", "t|toughness|tough", NUMBER),
        Column("save", "sv|save|armour save", ROLL_OR_NONE),
        Column("wounds", "w|wounds", NUMBER),
        Column("leadership", "ld|leadership", LEADERSHIP),
        Column("objective_control", "oc|objective control", NUMBER),
    ),
    partial(each_labelled, _UNIT),
    frozenset(("toughness", "wounds")),
    more=(
        Column(
            "invulnerable", "inv|invul|invuln|insv|invulnerable|invulnerable save|inv sv|invsv|isv",
            EXTRA_SAVE,
        ),
        Column("feel_no_pain", "fnp|feel no pain", EXTRA_SAVE),
    ),
)  # fmt: skip
