"""The names of weapon abilities, read as values (A-3).

Case, hyphens and blanks are free. What is not in the table is an error with the nearest
match: an ability is never dropped in silence.
"""

import re
from functools import lru_cache
from typing import Any

from mathhammer.core.errors import MathhammerError, NotModelledError, nearest, quoted
from mathhammer.core.text import fold
from mathhammer.games.aos.abilities import table
from mathhammer.games.aos.abilities.row import Ability, Row
from mathhammer.games.common.vocabulary import KEYWORD, NOT_MODELLED, NOTHING, Vocabulary
from mathhammer.games.names import AOS
from mathhammer.games.registry import game_with_ability

#: Short forms of what bonuses are added to.
_SHORT = {"damage": "(?:damage|dmg)"}


@lru_cache(maxsize=64)
def pattern(row: Row) -> re.Pattern[str]:
    """Return how an ability with a bonus is written, with hyphens as blanks."""
    names = "|".join((row.kind, *row.spellings))
    noun = row.adds_to.casefold()
    keyword = " (.+?)" if row.value == KEYWORD else "()"
    return re.compile(rf"(?:{names}){keyword} ?\(? ?\+? ?([0-9]+) {_SHORT.get(noun, noun)} ?\)?")


def crits() -> tuple[Row, ...]:
    """Return the Crit abilities, of which one applies."""
    return tuple(row for row in table.WEAPON.rows if row.crit_worth)


def parse_crit(value: Any) -> str:
    """Read which Crit ability is used: its name, or what stands between its brackets.

    Examples
    --------
    >>> parse_crit("2 Hits"), parse_crit("Crit (Auto-wound)")
    ('crit 2 hits', 'crit auto wound')
    """
    if not isinstance(value, str):
        raise MathhammerError(f"{quoted(value)} is not the name of a Crit ability")
    words = fold(value[:200]).replace("(", " ").replace(")", " ").split()
    name = " ".join(["crit", *(word for word in words if word != "crit")])
    row = table.WEAPON.by_name.get(name)
    if row is not None and row.crit_worth:
        return row.kind
    hint = nearest(name, [row.kind for row in crits()])
    inside = ", ".join(row.name.removeprefix("Crit (").removesuffix(")") for row in crits())
    raise MathhammerError(f"{quoted(value)} is not a Crit ability{hint}; allowed: {inside}")


def parse_weapon_ability(value: Any) -> Ability:
    """Read one weapon ability of Age of Sigmar (A-3).

    Parameters
    ----------
    value : str or Ability
        ``"Crit (Mortal)"``, ``"Anti-Infantry (+1 Rend)"``, ``"Charge (+1 Damage)"``,
        ``"Companion"``, ``"Shoot in Combat"``; case, hyphens and blanks are free.

    Raises
    ------
    MathhammerError
        Unknown, or its value is missing or wrong; with the nearest match.

    Examples
    --------
    >>> parse_weapon_ability("anti-war machine (+1 rend)").keyword
    'war machine'
    >>> print(parse_weapon_ability("CRIT (2 hits)"))
    Crit (2 Hits)
    """
    if isinstance(value, Ability):
        return value
    if not isinstance(value, str):
        raise MathhammerError(f"{quoted(value)} is not the name of an ability")
    folded = fold(value[:200])
    if folded.startswith("crit"):
        return Ability(table.WEAPON.by_name[parse_crit(value)])
    known = _match(folded, table.WEAPON)
    if known:
        row, digits, keyword = known
        if row.effect == NOT_MODELLED:
            raise NotModelledError(f"the ability {quoted(value)} is not modelled: {row.instead}")
        return Ability(row, _bonus(value, digits) if digits else 0, keyword)
    other = game_with_ability(folded, AOS)
    if other:
        raise MathhammerError(f"{quoted(value)} is an ability of {other}")
    for row in table.WEAPON.rows:
        if row.value != NOTHING and folded.startswith(row.kind):
            form = row.form.replace("KEYWORD", "Infantry")
            raise MathhammerError(f"{quoted(value)} is not of the form {form!r}")
    raise MathhammerError(
        f"unknown ability {quoted(value)}{table.WEAPON.meant(folded)}; "
        f"known: {', '.join(row.form for row in table.WEAPON.rows)}"
    )


def knows(folded: str) -> bool:
    """Return whether some words name an ability of this game, for the messages of others."""
    bare = " ".join(folded.replace("(", " ").replace(")", " ").split())
    return _match(folded, table.WEAPON) is not None or bare in table.WEAPON.by_name


@lru_cache(maxsize=1024)
def _match(folded: str, vocabulary: Vocabulary[Row]) -> tuple[Row, str, str] | None:
    """Return the row that some words name, with its bonus and keyword, worked out once."""
    plain = vocabulary.by_name.get(folded)
    if plain is not None and plain.value == NOTHING:
        return plain, "", ""
    for row in vocabulary.rows:
        found = pattern(row).fullmatch(folded) if row.value != NOTHING else None
        if found:
            return row, found[2], found[1].strip()
    return None


def _bonus(written: str, digits: str) -> int:
    bonus = int(digits) if len(digits) < 4 else 0
    if not 1 <= bonus <= 20:
        raise MathhammerError(f"{quoted(written)}: a bonus is from 1 to 20")
    return bonus
