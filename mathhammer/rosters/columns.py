"""The characteristics of a profile as the fields of scenario files.

They are the columns of datasheets, so that what reads spreadsheets with their headings reads
these, too. What is written in a way that only typing errors explain is read as it was meant,
with a remark.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from mathhammer.games.names import profiles_of
from mathhammer.reading.datasheet_columns import datasheet_cells, datasheet_columns
from mathhammer.rosters.tree import Profile

WEAPON, TARGET = "WEAPON", "TARGET"
#: Columns that readers of spreadsheets make one field of.
_SKILLS = ("bs", "ws")
_ROLLS = ("skill", "hit", "wound", "save", "leadership")


class Problem(NamedTuple):
    """What was not understood: the field, and the text that stood there."""

    field: str
    text: str


class Cells(NamedTuple):
    """The fields of a profile, as texts.

    Attributes
    ----------
    fields : dict of str to str
    remarks : list of str
        What was read as something that doesn't stand there.
    """

    fields: dict[str, str]
    remarks: list[str]


@cache
def _named(columns: tuple[str, ...], role: str, game: str) -> dict[str, str]:
    profiles = profiles_of(game)
    known = (profiles.Weapon if role == WEAPON else profiles.Unit)._fields
    named = datasheet_columns(columns, role, game, known) or {name: name for name in columns}
    return {column: field for column, field in named.items() if field in {*_SKILLS, *known}}


def cells_of(profile: Profile, role: str, game: str) -> Cells:
    """Return the fields of a profile.

    Parameters
    ----------
    profile : Profile
    role : {"WEAPON", "TARGET"}
    game : {"wh40k", "aos"}

    Raises
    ------
    MathhammerError
        Its characteristics contradict each other.

    Examples
    --------
    >>> values = {"m": '6"', "t": "4", "sv": "3+", "w": "2", "ld": "6+", "oc": "2"}
    >>> cells_of(Profile("Wardens", "Unit", values), "TARGET", "wh40k").fields["toughness"]
    '4'
    """
    named = _named(tuple(profile.values), role, game)
    values = {column: profile.values[column] for column in named}
    remarks: list[str] = []
    for column, field in named.items():
        meant, why = _corrected(field, values[column].strip())
        if meant != values[column]:
            if why:
                remarks.append(f"{column.upper()} {values[column]!r} is read as {meant}, {why}")
            values[column] = meant
    if "bs" in values and values.get("range", "").casefold() == "melee":
        remarks.append("its range 'Melee' is left out: with a BS it shoots")
        del values["range"]
    return Cells({f: text for f, (_, text) in datasheet_cells(values, named).items()}, remarks)


def _corrected(field: str, text: str) -> tuple[str, str]:
    """Return a value as it was meant, and why where that isn't plain."""
    if field == "strength" and text.endswith("+") and text[:-1].isdigit():
        return text[:-1], "since a strength is no roll"
    if field == "ap" and text.isdigit() and text.strip("0"):
        return f"-{text}", "since an armour penetration is 0 or negative"
    if field == "rend" and text.startswith(("-", "\u2212")) and text[1:].isdigit():
        return text[1:], "since a rend is 0 or more in this edition"
    return text, ""


def written(value: Any, field: str) -> Any:
    """Return the value of a field as a scenario file has it."""
    if field in _ROLLS:
        return f"{value}+" if value else "-"
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if field == "abilities":
        return [str(one) for one in value]
    return value if isinstance(value, int | float | str) else str(value)
