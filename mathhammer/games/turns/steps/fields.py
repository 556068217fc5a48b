"""Readers of the fields that steps have."""

from collections.abc import Mapping
from typing import Any

from mathhammer.core.errors import MathhammerError, quoted
from mathhammer.core.readers import listed, reader, text
from mathhammer.core.record import Record

#: What follows a unit's name in the flag of its Battle-shock test.
SHOCKED = ".shocked"
#: The most units of a turn.
MAX_UNITS = 12

_SOME_NAMES = listed(text, MAX_UNITS, least=1)
_SOME_WEAPONS = listed(text, 100, least=1)


@reader(_SOME_NAMES.words, _SOME_NAMES.schema)
def unit_names(value: Any) -> tuple[str, ...]:
    """Read the names of one unit or several."""
    read = _SOME_NAMES(value)
    twice = next((name for i, name in enumerate(read) if name in read[:i]), None)
    if twice is not None:
        raise MathhammerError(f"{quoted(twice)} is named twice")
    return read


@reader(_SOME_WEAPONS.words, _SOME_WEAPONS.schema)
def weapon_names(value: Any) -> tuple[str, ...]:
    """Read the names of weapons; left out, all of them attack."""
    if value in ([], ()):
        raise MathhammerError(
            "an empty list: name at least one weapon, or leave the field out for all of them"
        )
    return _SOME_WEAPONS(value)


@reader(text.words, text.schema)
def flag_name(value: Any) -> str:
    """Read the name of a flag, in which a condition can be written."""
    read = text(value).strip()
    if not read:
        raise MathhammerError("an empty text is no name of a flag")
    if read.casefold().split()[0] == "not":
        raise MathhammerError(
            f"{quoted(read)} is no name of a flag: a condition with 'not' before a flag means that "
            "it isn't set"
        )
    if read.casefold().endswith(SHOCKED):
        raise MathhammerError(
            f"{quoted(read)} is the flag of a Battle-shock test (UNIT{SHOCKED}): name it otherwise"
        )
    return read


@reader(
    "name of a unit, or table from units to their targets",
    {"anyOf": [text.schema, {"type": "object", "additionalProperties": text.schema}]},
)
def target_or_table(value: Any) -> Any:
    """Read the target of a fight: one unit, or a table from units to their targets."""
    if isinstance(value, Mapping):
        return {text(k): text(v) for k, v in value.items()}
    return text(value)


@reader("table of fields (Context), or text with commas", {"type": ["object", "string"]})
def context_fields(value: Any) -> Any:
    """Take the fields of a context as they are: they are read once the game is known."""
    if not isinstance(value, Mapping | Record | str):
        raise MathhammerError(f"{quoted(value)} is not the context: a table of fields is expected")
    return value
