"""Pasted rows that are profiles of one weapon, as their names show (W-3, A-3)."""

import re
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from mathhammer.core.text import fold
from mathhammer.games.text.reading import ReadingNote

_DASH = re.compile(r"(.*\S)\s+([-\u2010-\u2015\u2212])\s+\S.*")


class Named(NamedTuple):
    """A row of a weapon.

    Attributes
    ----------
    name : str
    alike : object
        What profiles of one weapon have in common: type and count. None where the row says itself
        of which weapon it is a profile.
    """

    name: str
    alike: object


def named_alike(rows: Sequence[Named]) -> dict[int, tuple[str, ReadingNote]]:
    r"""Return the modes of rows that are profiles of one weapon, and what is said of it.

    These stand below each other, are alike, and have the same name before the same dash.

    Examples
    --------
    >>> rows = [Named("Plasma gun - standard", 1), Named("Plasma gun - supercharge", 1)]
    >>> {place: modes for place, (modes, _) in named_alike([Named("Rifle", 1), *rows]).items()}
    {1: 'Plasma gun', 2: 'Plasma gun'}
    >>> named_alike([Named("Rifle - long", 1), Named("Pistol - long", 1)])
    {}
    """
    made: dict[int, tuple[str, ReadingNote]] = {}
    taken: set[str] = set()
    for key, run in groupby(range(len(rows)), lambda i: _weapon_of(rows[i])):
        places = list(run)
        names = [rows[i].name for i in places]
        if key is None or len(places) < 2 or len({*map(fold, names)}) < len(names):
            continue
        found = _DASH.fullmatch(names[0])
        assert found is not None
        modes, number = found[1], 1
        while fold(modes) in taken:
            number += 1
            modes = f"{found[1]} {number}"
        taken.add(fold(modes))
        said = ReadingNote(
            f"read as profiles of one weapon: {', '.join(names)}; each copy uses one of them",
            "name",
        )
        made |= dict.fromkeys(places, (modes, said))
    return made


def _weapon_of(row: Named) -> tuple[object, ...] | None:
    """Return what rows of one weapon have in common, None where the name shows no profile."""
    found = _DASH.fullmatch(row.name)
    return (fold(found[1]), found[2], row.alike) if found and row.alike is not None else None
