"""The keywords of a unit, among the categories that lists keep for themselves."""

from __future__ import annotations

import re

from mathhammer.games.names import AOS
from mathhammer.rosters.saves import ward_of

_FACTION = re.compile(r"(?i)faction: *")
#: Categories with which list builders sort and check, of the editions that write keywords small.
_SORTING = frozenset(
    ("configuration", "army composition", "reference", "uncategorised", "legends", "warlord",
     "illegal units", "unit", "model", "allied units", "crucible")
)  # fmt: skip
_COUNT = re.compile(r" *\([^()]*\)$")


def keywords_of(categories: tuple[str, ...], game: str) -> list[str]:
    """Return the keywords among some categories, each once.

    Parameters
    ----------
    categories : tuple of str
    game : {"wh40k", "aos"}

    Examples
    --------
    >>> keywords_of(("Faction: Wardens", "Infantry", "Warlord"), "wh40k")
    ['Wardens', 'Infantry']
    >>> keywords_of(("WIZARD (2)", "WARD (5+)", "Regimental Leader"), "aos")
    ['Wizard']
    """
    found: dict[str, None] = {}
    for category in categories:
        name = _FACTION.sub("", category).strip()
        if game == AOS:
            # Warscrolls write their keywords in capitals, and their number in brackets.
            if name != name.upper() or ward_of(name):
                continue
            name = _COUNT.sub("", name).title().replace("'S", "'s")
        if name and name.casefold() not in _SORTING and "," not in name and ";" not in name:
            found[name] = None
    return list(found)[:100]
