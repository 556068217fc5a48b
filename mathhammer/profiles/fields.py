"""Readers of the values that several profiles share."""

from __future__ import annotations

from typing import Any

from ..abilities.words import fold, split_abilities
from ..dice import parse_threshold
from ..errors import MathhammerError, shown

MOST_MODELS = 10_000
MOST_WOUNDS = 10_000
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


def save_roll(value: Any) -> int:
    """Read a save from 2+ to 7+, or ``"-"`` (0) for none."""
    if isinstance(value, str) and value.strip() in ("-", "\u2212", "\u2013"):
        return 0
    try:
        return parse_threshold(value, 2, 7)
    except MathhammerError:
        raise MathhammerError(
            f'{shown(value)} is not a save from 2+ to 7+, or "-" for none'
        ) from None


def keywords(value: Any) -> frozenset[str]:
    """Read a list of keywords, folded."""
    names = []
    for word in split_abilities(value):
        if not isinstance(word, str) or len(word) > 100:
            raise MathhammerError(f"{shown(word)} is not a keyword")
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
            raise MathhammerError(f"{shown(part)} has no name before the '='")
    return fields
