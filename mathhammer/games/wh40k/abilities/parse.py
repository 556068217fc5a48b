"""The names of abilities, read as values (W-3, W-4, W-5.7).

Case, hyphens and repeated spaces are free, as on datasheets. What is not in the table is an
error with the nearest match, and what is known but can't be computed is refused by name: an
ability is never dropped in silence.
"""

from functools import lru_cache
from typing import Any

from mathhammer.core.dice import Dice, parse_threshold
from mathhammer.core.errors import MathhammerError, NotModelledError, quoted
from mathhammer.core.text import fold
from mathhammer.games.common.vocabulary import DICE, KEYWORD, NOT_MODELLED, NUMBER, ROLL, Vocabulary
from mathhammer.games.names import WH40K
from mathhammer.games.registry import game_with_ability
from mathhammer.games.wh40k.abilities import table
from mathhammer.games.wh40k.abilities.row import Ability, Row


def parse_weapon_ability(value: Any) -> Ability:
    """Read one weapon ability (W-3).

    Parameters
    ----------
    value : str or Ability
        ``"Lethal Hits"``, ``"twin-linked"``, ``"Sustained Hits D3"``,
        ``"Anti-Infantry 4+"``.

    Raises
    ------
    MathhammerError
        Unknown, or its value is missing or wrong; with the nearest match.
    NotModelledError
        Known, but not computed by this product.

    Examples
    --------
    >>> parse_weapon_ability("SUSTAINED HITS d3").kind
    'sustained hits'
    >>> print(parse_weapon_ability("anti-epic hero 2"))
    Anti-Epic Hero 2+
    """
    ability = _read(value, table.WEAPON)
    if ability is not None:
        return ability
    folded = fold(value[:200])
    if table.UNIT.named(folded):
        raise MathhammerError(
            f"{quoted(value)} is an ability of a target, not of a weapon: write it there"
        )
    other = game_with_ability(folded, WH40K)
    if other:
        raise MathhammerError(f"{quoted(value)} is an ability of {other}")
    raise MathhammerError(
        f"unknown ability {quoted(value)}{table.WEAPON.meant(folded)}; "
        f"known: {', '.join(table.WEAPON.forms())}"
    )


def parse_unit_ability(value: Any) -> Ability:
    """Read one ability of a target: Stealth, Lone Operative, Feel No Pain X+, Deadly Demise X.

    Raises
    ------
    MathhammerError
        Unknown, Feel No Pain without a threshold from 2+ to 6+, or Deadly Demise without a
        number or dice.

    Examples
    --------
    >>> parse_unit_ability("feel no pain 5+").threshold
    5
    """
    ability = _read(value, table.UNIT)
    if ability is not None:
        return ability
    folded = fold(value[:200])
    if table.WEAPON.named(folded):
        raise MathhammerError(
            f"{quoted(value)} is an ability of a weapon, not of a target: write it there"
        )
    raise MathhammerError(
        f"unknown ability {quoted(value)}{table.UNIT.meant(folded)}; "
        f"a target has: {', '.join(row.form for row in table.UNIT.rows)}"
    )


def parse_either_ability(value: Any) -> Ability:
    """Read an ability of a unit that has weapons and is a target: of either kind."""
    if isinstance(value, str) and table.UNIT.named(fold(value[:200])):
        return parse_unit_ability(value)  # or what is wrong with it
    return parse_weapon_ability(value)


def knows(folded: str) -> bool:
    """Return whether some words name an ability of this game, for the messages of others."""
    row = table.WEAPON.named(folded) or table.UNIT.named(folded)
    # Other games have keywords with their abilities, too, but no roll behind them.
    return row is not None and (row.value != KEYWORD or folded.rstrip("+")[-1:].isdigit())


def _read(value: Any, vocabulary: Vocabulary[Row]) -> Ability | None:
    """Read an ability of a vocabulary, None where it has none of that name."""
    if isinstance(value, Ability):
        return value
    if not isinstance(value, str):
        raise MathhammerError(f"{quoted(value)} is not the name of an ability")
    return _named(value, vocabulary)


@lru_cache(maxsize=1024)
def _named(written: str, vocabulary: Vocabulary[Row]) -> Ability | None:
    """Return the ability of a vocabulary that some words name, worked out once."""
    found = vocabulary.find(fold(written[:200]))
    if not found:
        return None
    row, rest = found
    if row.effect == NOT_MODELLED:
        raise NotModelledError(f"the ability {quoted(written)} is not modelled: {row.instead}")
    if row.value in (NUMBER, DICE):
        return Ability(row, _dice(row, rest, written))
    if row.value == KEYWORD:
        return _against_keyword(row, rest, written, vocabulary)
    if row.value == ROLL:
        return Ability(row, None, _threshold(rest, written))
    return Ability(row)


def _dice(row: Row, rest: str, written: str) -> Dice:
    if not rest:
        raise MathhammerError(f"{quoted(written)} needs a value, like '{row.name} 1'")
    try:
        dice = Dice.parse(rest)
    except MathhammerError as error:
        raise MathhammerError(f"{quoted(written)}: {error.message}") from None
    if dice.maximum > 100:
        raise MathhammerError(f"{quoted(written)}: up to 100 is allowed")
    if row.value == NUMBER and dice.terms:
        raise MathhammerError(f"{quoted(written)}: {row.name} takes a number, not dice")
    return dice


def _threshold(rest: str, written: str) -> int:
    if not rest:
        raise MathhammerError(f"{quoted(written)} needs a roll, like '{written} 5+'")
    try:
        return parse_threshold(rest, 2, 6)
    except MathhammerError as error:
        raise MathhammerError(f"{quoted(written)}: {error.message}") from None


def _against_keyword(
    row: Row, rest: str, written: str, vocabulary: Vocabulary[Row]
) -> Ability | None:
    keyword, _, threshold = rest.rpartition(" ")
    # With the name of another ability in its keyword, a comma was forgotten.
    several = any(name in keyword for name in vocabulary.by_name if name != row.kind)
    if keyword and threshold.removesuffix("+").isdigit() and not several:
        return Ability(row, None, _threshold(threshold, written), keyword)
    if game_with_ability(f"{row.kind} {rest}", WH40K):
        return None
    raise MathhammerError(
        f"{quoted(written)} is not of the form '{row.form}', like '{row.name}-Infantry 4+'"
    )
