"""The charge roll, and what it takes (W-5.2, A-5, D-2)."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from ...dice import Dice
from ...distribution import Distribution
from ...errors import TooLargeError
from ...plan import Amount

#: The most dice of a roll that may be re-rolled one by one.
MOST_DICE = 4


class ChargeOdds(NamedTuple):
    """What a charge needs, for who computes and for who rolls.

    Attributes
    ----------
    probability : float
        That it succeeds.
    roll : Amount
        Its value is 0 where it succeeds, else 1.
    again : tuple of int
        For each throw which dice are best rolled again, a bit each; empty where all are or
        none.
    """

    probability: float
    roll: Amount
    again: tuple[int, ...] = ()


#: A charge that can't be.
HOPELESS = ChargeOdds(0.0, Amount.fixed(1))


def charge_roll(dice: Dice, modifier: int = 0) -> Distribution:
    """Return the distribution of a charge roll without re-rolls.

    Examples
    --------
    >>> round(charge_roll(Dice.parse("2D6")).at_least(9), 4)
    0.2778
    """
    return dice.distribution() + Distribution.constant(modifier)


def needed_roll(gap: float, reach: float) -> int:
    """Return the least whole roll that closes a gap (W-5.2, A-5).

    Parameters
    ----------
    gap : float
        Inches between the bases.
    reach : float
        The distance that need not be covered: 1 inch, or 0.5 in Age of Sigmar.

    Examples
    --------
    >>> needed_roll(9.5, 0.5), needed_roll(4, 1), needed_roll(7.5, 1)
    (9, 3, 7)
    """
    return math.ceil(round(gap - reach, 9))


def charge_odds(
    dice: Dice, needed: int, modifier: int = 0, reroll: str | None = None, any_dice: bool = False
) -> ChargeOdds:
    """Return the probability that a charge succeeds, and the dice that decide it.

    The parameters are those of `charge_probability`.
    """
    probability = charge_probability(dice, needed, modifier, reroll, any_dice)
    low, bar = dice.minimum, needed - modifier
    values = tuple(int(total < bar) for total in range(low, dice.maximum + 1))
    if reroll is None:
        return ChargeOdds(probability, Amount(dice.terms, low, low, values))
    if not any_dice:
        return ChargeOdds(probability, Amount(dice.terms, low, bar, values))
    return ChargeOdds(probability, Amount(dice.terms, low, low, values), _best_of_any(dice, bar)[1])


def charge_probability(
    dice: Dice, needed: int, modifier: int = 0, reroll: str | None = None, any_dice: bool = False
) -> float:
    """Return the probability that a charge succeeds.

    Parameters
    ----------
    dice : Dice
    needed : int
        Of the roll with its modifier.
    modifier : int
    reroll : {None, "failed"}
        A failed roll is rolled again, once (D-2).
    any_dice : bool
        Whether any of the dice may be rolled again and the others kept: the best choice
        (ruling `aos_reroll`); else all together.

    Examples
    --------
    >>> both = charge_probability(Dice.parse("2D6"), 9, 0, "failed")
    >>> best = charge_probability(Dice.parse("2D6"), 9, 0, "failed", any_dice=True)
    >>> round(both, 3), round(best, 3)
    (0.478, 0.569)
    """
    once = charge_roll(dice, modifier).at_least(needed)
    if reroll is None:
        return once
    if not any_dice:
        return once + (1.0 - once) * once
    number = sum(term.number for term in dice.terms)
    if number > MOST_DICE:
        raise TooLargeError(
            f"a re-roll of any of {number} dice; up to {MOST_DICE} dice are re-rolled one by one"
        )
    return _best_of_any(dice, needed - modifier)[0]


@lru_cache(maxsize=256)
def _best_of_any(dice: Dice, needed: int) -> tuple[float, tuple[int, ...]]:
    """Return P(success) where after a failure the best dice are rolled again, and which."""
    sides = [term.sides for term in dice.terms for _ in range(term.number)]
    faces = [range(1, s + 1) for s in sides]

    def chance(kept: tuple[int | None, ...]) -> float:
        found = known.get(kept)
        if found is None:
            options = [
                range(1, s + 1) if k is None else (k,) for s, k in zip(sides, kept, strict=True)
            ]
            rolls = list(product(*options))
            found = sum(total(dice, roll) >= needed for roll in rolls) / len(rolls)
            known[kept] = found
        return found

    known: dict[tuple[int | None, ...], float] = {}
    sure, again = 0.0, []
    rolls = list(product(*faces))
    for roll in rolls:
        if total(dice, roll) >= needed:
            sure += 1.0
            again.append(0)
            continue
        best = max(product(*((face, None) for face in roll)), key=chance)
        sure += chance(best)
        again.append(sum(1 << i for i, kept in enumerate(best) if kept is None))
    return sure / len(rolls), tuple(again)


def total(dice: Dice, roll: tuple[int, ...]) -> int:
    """Return the total of an expression whose dice show some faces, in its order.

    Examples
    --------
    >>> total(Dice.parse("3D6kh2"), (1, 5, 6))
    11
    """
    at, result = 0, dice.constant
    for term in dice.terms:
        shown = sorted(roll[at : at + term.number])
        result += sum(shown[term.number - term.keep :])
        at += term.number
    return result
