"""The columns of datasheet rows: their headings, their values, and how they are labelled.

Each game has those of its weapons and of its units, in the order of its datasheets, in a
part of its package called ``columns``.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

from mathhammer.games.text.line import DICE

#: The values that columns have: in lower case, with plain dashes and quotes.
RANGE = re.compile(r"[0-9]+(?:\.[0-9]+)?(?:\"|''|in(?:ch(?:es)?)?)?|melee|n/a|-")
#: Of what must move on it is the least; of what doesn't move there is none.
MOVE = re.compile(r"[0-9]+(?:\.[0-9]+)?(?:\+?(?:\"|''|in(?:ch(?:es)?)?))?|-|n/a")
DICE_OR_NUMBER = re.compile(rf"(?![0-9]+\s?[+-]){DICE}")
ROLL = re.compile(r"[0-9]\+?")
#: A leadership may lack the plus that other rolls of its row have.
LEADERSHIP = re.compile(r"[0-9]{1,2}\+?")
ROLL_OR_NONE = re.compile(r"[0-9]\+?|-|n/a")
NUMBER = re.compile(r"[0-9]+")
REND = re.compile(r"[0-9]+|-|n/a")
MODIFIER = re.compile(r"-?[0-9]+|-|n/a")
EXTRA_SAVE = re.compile(r"[0-9]\+{0,3}|-|n/a")
#: What stands for no value.
NONE = ("-", "n/a")


class Column(NamedTuple):
    """A column of a row.

    Attributes
    ----------
    field : str
    headings : str
        In lower case, with ``|`` between them.
    value : re.Pattern
        What may stand in it.
    """

    field: str
    headings: str
    value: re.Pattern[str]


class Columns(NamedTuple):
    """The columns of a kind of row.

    Attributes
    ----------
    columns : tuple of Column
        In the order of a datasheet.
    labelled : function
        Of the values by field: how they stand in the labelled notation, once for each way in
        which they can be meant.
    needed : frozenset of str
        The fields without which it is no profile.
    optional : int
        How many columns at the start a complete row may lack.
    more : tuple of Column
        Those that only some datasheets have, under a heading.
    """

    columns: tuple[Column, ...]
    labelled: Callable[[dict[str, str]], list[str]]
    needed: frozenset[str]
    optional: int = 0
    more: tuple[Column, ...] = ()


def roll(value: str) -> str:
    """Return a roll with its plus, or a dash for none."""
    return "-" if value in NONE else value.rstrip("+") + "+"


def inches(value: str) -> str:
    """Return a distance with its unit."""
    return value.rstrip("\"'inches") + '"'


def each_labelled(written: dict[str, Callable[[str], str]], values: dict[str, str]) -> list[str]:
    """Return the values that there are, each as it is written; only a save may be none."""
    return [
        " ".join(
            write(values[field])
            for field, write in written.items()
            if field in values and (field == "save" or values[field] not in NONE)
        )
    ]
