"""Readers of the values that several profiles share."""

import re
from collections.abc import Mapping
from typing import Any

from mathhammer.core.dice import Dice, parse_threshold
from mathhammer.core.errors import MathhammerError, inside, nearest, quoted
from mathhammer.core.readers import (
    Schema,
    choice,
    dice_expression,
    flag,
    integer,
    number,
    reader,
    text,
)
from mathhammer.core.record import field
from mathhammer.core.text import fold, split_abilities
from mathhammer.games.names import STARTS, start_named

MAX_MODELS = 10_000
MAX_WOUNDS = 10_000
#: The most weapons of a unit whose profile is named.
MAX_NAMED = 100
#: The most attacks that all weapons of an attacker may make together.
MAX_ATTACKS = 20_000
#: Fields of the fighters of whole turns, which units don't have.
OF_TURNS = dict.fromkeys(
    ("side", "starting_models", "fights_first",
     "strike_last", "reinforcements"),
    'it belongs to whole turns (kind = "turn")',
)  # fmt: skip
POINTS = number(0, 1e6)
SAVE_REROLLS = choice("ones", "failures")
#: The schema of a list of names, which may be written as one text.
NAMES: Schema = {
    "anyOf": [
        {"type": "string", "maxLength": 2000},
        {"type": "array", "items": {"type": "string", "maxLength": 200}, "maxItems": 100},
    ]
}


def threshold(low: int, high: int) -> Schema:
    """Return the schema of a roll of `low` or more to `high` or more: 3, "3" or "3+" (D-4)."""
    numbers = "|".join(str(n) for n in range(low, high + 1))
    text = rf"^({numbers})\+?$"
    return {"type": ["integer", "string"], "minimum": low, "maximum": high, "pattern": text}


def or_none(schema: Schema) -> Schema:
    """Return the schema of a threshold that may also be ``"-"``, none."""
    return {**schema, "pattern": f"{schema['pattern']}|^-$"}


@reader("roll from 2+ to 6+", threshold(2, 6))
def roll(value: Any) -> int:
    """Read a roll from 2+ to 6+."""
    return parse_threshold(value, 2, 6)


def is_dash(value: Any) -> bool:
    """Return whether a value is written as a dash: none."""
    return isinstance(value, str) and value.strip() in ("-", "\u2212", "\u2013")


_NONE = ("n/a", "none")


@reader('roll from 2+ to 6+, or "-" for none', or_none(threshold(2, 6)))
def roll_or_none(value: Any) -> int:
    """Read a roll from 2+ to 6+, or ``"-"`` (0) for none."""
    try:
        return parse_threshold(value, 2, 6)
    except MathhammerError:
        if is_dash(value) or (isinstance(value, str) and value.strip().casefold() in _NONE):
            return 0
        raise


_LEADERSHIP, _NEEDED, _INCHES = integer(2, 12), integer(0, 100), number(0, 1000)


@reader("roll of 2D6 from 2+ to 12+", threshold(2, 12))
def leadership_roll(value: Any) -> int:
    """Read a Leadership, the roll of 2D6 that passes (W-5.4): from 2+ to 12+."""
    return _LEADERSHIP(_without_plus(value))


@reader("roll of several dice, from 0 to 100", threshold(0, 100))
def needed_roll(value: Any) -> int:
    """Read the total that a roll of several dice needs: 9, ``"9"`` or ``"9+"`` (D-4)."""
    return _NEEDED(_without_plus(value))


def _without_plus(value: Any) -> Any:
    return value.strip().removesuffix("+") if isinstance(value, str) else value


@reader(
    "number of inches from 0 to 1000",
    {
        "type": ["number", "string"],
        "minimum": 0,
        "maximum": 1000,
        "pattern": r"""^(\d{1,3}(\.\d*)?|1000) *("|''|\u2033|in|inch|inches)?$""",
    },
)
def inches(value: Any) -> float:
    """Read inches: ``9.5``, ``"9.5"``, ``'9.5"'`` or ``"9.5in"``.

    Examples
    --------
    >>> inches("9.5in"), inches(9)
    (9.5, 9.0)
    """
    read = value
    if isinstance(value, str) and len(value) < 100:
        text = value.strip().casefold()
        for unit in ('"', "''", "\u2033", "inches", "inch", "in"):
            if text.endswith(unit):
                read = text.removesuffix(unit).strip()
                break
    try:
        return _INCHES(read)
    except MathhammerError:
        raise MathhammerError(f"{quoted(value)} is not a {inches.words}") from None


@reader('save from 2+ to 7+, or "-" for none', or_none(threshold(2, 7)))
def save_roll(value: Any) -> int:
    """Read a save from 2+ to 7+, or ``"-"`` (0) for none."""
    try:
        return parse_threshold(value, 2, 7)
    except MathhammerError:
        if is_dash(value):
            return 0
        raise MathhammerError(f"{quoted(value)} is not a {save_roll.words}") from None


@reader("list of keywords, or one text with commas", NAMES)
def keywords(value: Any) -> frozenset[str]:
    """Read a list of keywords, folded."""
    names = []
    for word in split_abilities(value):
        if not isinstance(word, str) or len(word) > 100:
            raise MathhammerError(f"{quoted(word)} is not a keyword")
        names.append(fold(word))
    return frozenset(names)


def pairs(text: str) -> dict[str, Any]:
    """Return the fields of a text like ``"cover,visible=false"``."""
    if len(text) > 2000:
        raise MathhammerError(f"a text of {len(text)} characters; up to 2000 are allowed")
    fields: dict[str, Any] = {}
    for part in text.split(","):
        name, equals, given = (piece.strip() for piece in part.partition("="))
        if name in fields:
            raise MathhammerError(f"{name!r} is given twice")
        if name:
            fields[name.replace("-", "_")] = given if equals else True
        elif equals:
            raise MathhammerError(f"{quoted(part)} has no name before the '='")
    return fields


# ------------------------------------------------------- fields that several profiles have


def switch(about: str, default: bool = False) -> bool:
    """Declare a field that is true or false."""
    return field(flag, default, about)


def roll_modifier(about: str) -> int:
    """Declare what is added to a roll."""
    return field(integer(-20, 20), 0, about)


def damage_modifier(about: str) -> int:
    """Declare what is added to a damage, or to what is as large."""
    return field(integer(-100, 100), 0, about)


def rider_mortals() -> Dice | None:
    """Declare the mortal wounds of a rider on criticals."""
    about = "Mortal wounds in addition to the attack; damage modifiers don't change them."
    return field(dice_expression, None, about)


def rerolled_rolls(rolls: str) -> str | None:
    """Declare which rolls are rolled again."""
    about = (
        f"Which {rolls} are rolled again: unmodified 1s, those that would fail with their "
        "modifiers, or all that are not critical (D-2)."
    )
    return field(choice("ones", "failures", "non-criticals"), None, about)


_REROLL = r"ones|below-average|<= ?[1-9][0-9]{0,3}"


@reader(
    "'ones', 'below-average', or a number up to which, like '<=3'",
    {"type": "string", "pattern": f"^({_REROLL})$"},
)
def dice_reroll(value: Any) -> str:
    """Read which results of dice expressions are rolled again.

    Examples
    --------
    >>> dice_reroll("<= 3")
    '<=3'
    """
    if isinstance(value, str) and re.fullmatch(_REROLL, value):
        return value.replace(" ", "")
    known = ("ones", "below-average", "<=3")
    hint = nearest(value, known) if isinstance(value, str) else ""
    raise MathhammerError(f"{quoted(value)} is not {dice_reroll.words}{hint}")


@reader(f"one of {', '.join(STARTS)}", {"enum": [*STARTS]})
def attacks_start(value: Any) -> str:
    """Read what the attacks of a weapon are already.

    Examples
    --------
    >>> attacks_start("Failed-Saves")
    'failed saves'
    """
    start = start_named(value) if isinstance(value, str) else None
    if start:
        return start
    hint = nearest(value[:80], STARTS) if isinstance(value, str) else ""
    raise MathhammerError(f"{quoted(value)} is not allowed{hint}; allowed: {', '.join(STARTS)}")


def rerolled_dice(dice: str) -> str | None:
    """Declare which results of dice expressions are rolled again."""
    about = (
        f"Which results of the {dice} are rolled again, once: the lowest, all below the mean "
        "of the expression, or all up to a number (D-2)."
    )
    return field(dice_reroll, None, about)


@reader(
    "table with the name of a profile for the modes of a weapon, or a text like "
    "'plasma=supercharge'",
    {
        "type": ["object", "string"],
        "pattern": "^[^=,]+=[^=,]+(,[^=,]+=[^=,]+)*$",
        "additionalProperties": text.schema,
    },
)
def named_profiles(value: Any) -> tuple[tuple[str, str], ...]:
    """Read which profile of a weapon is used.

    Examples
    --------
    >>> named_profiles("plasma=supercharge, sword = strike")
    (('plasma', 'supercharge'), ('sword', 'strike'))
    """
    if isinstance(value, str):
        pairs = [tuple(part.partition("=")[::2]) for part in value.split(",")]
    elif isinstance(value, Mapping):
        pairs = list(value.items())
    elif isinstance(value, tuple) and all(
        isinstance(pair, tuple) and len(pair) == 2 for pair in value
    ):  # as it was read before
        pairs = list(value)
    else:
        raise MathhammerError(f"{quoted(value)} is not a {named_profiles.words}")
    if len(pairs) > MAX_NAMED:
        raise MathhammerError(f"{len(pairs)} profiles; up to {MAX_NAMED} are allowed")
    named: dict[str, tuple[str, str]] = {}
    for modes, name in pairs:
        with inside(quoted(modes)):
            pair = text(modes).strip(), text(name).strip()
        if not all(pair):
            written = _pair_text(value, modes, name)
            raise MathhammerError(
                f"{quoted(written)} is not understood: the modes of a weapon "
                "and the name of a profile are expected, like plasma=supercharge"
            )
        if named.setdefault(fold(pair[0]), pair) is not pair:
            raise MathhammerError(f"the profile of {quoted(pair[0])} is named twice")
    return tuple(named.values())


def _pair_text(value: Any, modes: str, name: str) -> str:
    """Return a pair as it was written."""
    bare = isinstance(value, str) and modes in value.split(",")
    return (modes if bare else f"{modes}={name}").strip()
