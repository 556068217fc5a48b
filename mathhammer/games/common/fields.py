"""Readers of the values that several profiles share."""

from __future__ import annotations

from typing import Any

from mathhammer.core.dice import parse_threshold
from mathhammer.core.errors import MathhammerError, quoted
from mathhammer.core.record import integer, number
from mathhammer.core.text import fold, split_abilities

MAX_MODELS = 10_000
MAX_WOUNDS = 10_000
IN_TURNS = 'it belongs to whole turns (kind = "turn")'


def roll(value: Any) -> int:
    """Read a roll from 2+ to 6+."""
    return parse_threshold(value, 2, 6)


def roll_or_none(value: Any) -> int:
    """Read a roll from 2+ to 6+, or ``"-"`` (0) for none."""
    if isinstance(value, str) and value.strip().casefold() in (
        "-",
        "\u2212",
        "\u2013",
        "n/a",
        "none",
    ):
        return 0
    return parse_threshold(value, 2, 6)


def leadership_roll(value: Any) -> int:
    """Read a Leadership, the roll of 2D6 that passes (W-5.4): from 2+ to 12+."""
    return int(integer(2, 12)(_without_plus(value)))


def needed_roll(value: Any) -> int:
    """Read the total that a roll of several dice needs: 9, ``"9"`` or ``"9+"`` (D-4)."""
    return int(integer(0, 100)(_without_plus(value)))


def _without_plus(value: Any) -> Any:
    return value.strip().removesuffix("+") if isinstance(value, str) else value


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
        return float(number(0, 1000)(read))
    except MathhammerError:
        raise MathhammerError(f"{quoted(value)} is not a number of inches from 0 to 1000") from None


def save_roll(value: Any) -> int:
    """Read a save from 2+ to 7+, or ``"-"`` (0) for none."""
    if isinstance(value, str) and value.strip() in ("-", "\u2212", "\u2013"):
        return 0
    try:
        return parse_threshold(value, 2, 7)
    except MathhammerError:
        raise MathhammerError(
            f'{quoted(value)} is not a save from 2+ to 7+, or "-" for none'
        ) from None


def keywords(value: Any) -> frozenset[str]:
    """Read a list of keywords, folded."""
    names = []
    for word in split_abilities(value):
        if not isinstance(word, str) or len(word) > 100:
            raise MathhammerError(f"{quoted(word)} is not a keyword")
        names.append(fold(word))
    return frozenset(names)


def pairs(value: Any) -> Any:
    """Turn ``"cover,visible=false"`` into a mapping; leave anything else alone."""
    if not isinstance(value, str):
        return value
    if len(value) > 2000:
        raise MathhammerError(f"a text of {len(value)} characters; up to 2000 are allowed")
    fields: dict[str, Any] = {}
    for part in value.split(","):
        name, equals, given = (piece.strip() for piece in part.partition("="))
        if name in fields:
            raise MathhammerError(f"{name!r} is given twice")
        if name:
            fields[name.replace("-", "_")] = given if equals else True
        elif equals:
            raise MathhammerError(f"{quoted(part)} has no name before the '='")
    return fields
