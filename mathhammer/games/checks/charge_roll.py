"""The charge roll: what it takes, and its probability (W-5.2, A-5, D-2)."""

from __future__ import annotations

import math
from typing import NamedTuple

from mathhammer.core.dice import Dice
from mathhammer.core.distribution import Distribution
from mathhammer.games.checks.rerolls import dice_again, rolled_again
from mathhammer.games.names import AOS, WH40K
from mathhammer.plan import Amount


class ChargeRules(NamedTuple):
    """What is a game's own in charges.

    Attributes
    ----------
    reach : float
        Inches that need not be covered: a charge ends so near to its target.
    across : float
        The same across a barricade.
    farthest : float
        The greatest gap that can be charged.
    combat : float
        Units within this gap are in combat: no move but a charge leads into it.
    step : float
        Climbs of so many inches cost nothing.
    least : int
        What a roll can't be modified below.
    """

    reach: float
    across: float
    farthest: float
    combat: float
    step: float
    least: int


#: In 40k a charge ends within 1 inch, across a barricade 2, of what was within 12 inches;
#: terrain up to 2 inches is no obstacle (W-5.2). In Age of Sigmar it ends within half an inch of
#: any enemy that can be seen (A-5), terrain up to 1 inch is no obstacle, and no roll can be
#: modified below 1 (A-1.5).
RULES = {
    WH40K: ChargeRules(1.0, 2.0, 12.0, 1.0, 2.0, 0),
    AOS: ChargeRules(0.5, 0.5, math.inf, 3.0, 1.0, 1),
}


def charge_roll(
    dice: Dice,
    modifier: int = 0,
    needed: int = 0,
    reroll: str | None = None,
    any_dice: bool = False,
    least: int = 0,
) -> Distribution:
    """Return the distribution of a charge roll, after a re-roll and with its modifier (D-2).

    Parameters
    ----------
    dice : Dice
    modifier : int
    needed : int
        Of the roll with its modifier; a roll that falls short is rolled again.
    reroll : {None, "failed"}
    any_dice : bool
        Whether any of the dice may be rolled again and the others kept: the best choice
        (ruling `aos_reroll`); else all together.
    least : int
        What it can't be modified below.

    Examples
    --------
    >>> round(charge_roll(Dice.parse("2D6"), modifier=1).at_least(9), 4)
    0.4167
    """
    if reroll is None:
        faces = dice.distribution()
    else:
        wanted = needed - modifier if needed > least else dice.minimum
        faces = rolled_again(dice, wanted, any_dice)
    moved = faces + modifier
    return moved if moved.minimum >= least else moved.map(lambda k: max(k, least))


def charge_probability(
    dice: Dice,
    needed: int,
    modifier: int = 0,
    reroll: str | None = None,
    any_dice: bool = False,
    least: int = 0,
) -> float:
    """Return the probability that a charge succeeds.

    Parameters
    ----------
    dice : Dice
    needed : int
        Of the roll with its modifier.
    modifier, reroll, any_dice, least
        As in `charge_roll`.

    Examples
    --------
    >>> both = charge_probability(Dice.parse("2D6"), 9, 0, "failed")
    >>> best = charge_probability(Dice.parse("2D6"), 9, 0, "failed", any_dice=True)
    >>> round(both, 3), round(best, 3)
    (0.478, 0.569)
    """
    if needed <= max(dice.minimum + modifier, least):
        return 1.0  # not the sum of a distribution, which is rounded
    if needed > dice.maximum + modifier:
        return 0.0
    return charge_roll(dice, modifier, needed, reroll, any_dice, least).at_least(needed)


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


def charge_odds(
    dice: Dice,
    needed: int,
    modifier: int = 0,
    reroll: str | None = None,
    any_dice: bool = False,
    least: int = 0,
) -> ChargeOdds:
    """Return the probability that a charge succeeds, and the dice that decide it.

    The parameters are those of `charge_probability`.
    """
    probability = charge_probability(dice, needed, modifier, reroll, any_dice, least)
    low = dice.minimum
    bar = needed - modifier if needed > least else low
    values = tuple(int(total < bar) for total in range(low, dice.maximum + 1))
    below = bar if reroll is not None and not any_dice else low
    again = dice_again(dice, bar) if reroll is not None and any_dice else ()
    return ChargeOdds(probability, Amount(dice.terms, low, below, values), again)


def roll_that_closes(gap: float, reach: float) -> int:
    """Return the least whole roll that closes a gap (W-5.2, A-5).

    Parameters
    ----------
    gap : float
        Inches to be covered, with those of a climb.
    reach : float
        The distance that need not be covered.

    Examples
    --------
    >>> roll_that_closes(9.5, 0.5), roll_that_closes(4, 1), roll_that_closes(7.5, 1)
    (9, 3, 7)
    """
    return math.ceil(round(gap - reach, 9))
