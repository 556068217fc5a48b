"""The rule of charges: reach, greatest gap, the roll and its probability (W-5.2, A-5, D-2).

The check `charge.py` and the step of a turn, `turns/steps/charge.py`, both ask it.
"""

import math
from typing import Any, NamedTuple

from mathhammer.core.dice import Dice
from mathhammer.games.checks.rerolls import DiceRoll, any_of_the_dice
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
    dice: Dice, gap: float, modifier: int, reroll: str | None, game: str, ruleset: Any
) -> ChargeOdds:
    """Return the probability that a charge over a gap succeeds, and the dice that decide it.

    In 40k the target must be within 12 inches, and all dice are rolled again; in Age of Sigmar
    any of them may be (ruling `aos_reroll`).

    Parameters
    ----------
    dice : Dice
    gap : float
        In inches.
    modifier : int
        Added to the roll.
    reroll : {None, "failed"}
    game : {"wh40k", "aos"}
    ruleset : Ruleset
    """
    rules = RULES[game]
    if gap > rules.farthest:
        return HOPELESS
    roll = DiceRoll(dice, modifier, reroll, any_of_the_dice(game, ruleset), rules.least)
    needed, low = roll_that_closes(gap, rules.reach), dice.minimum
    bar = roll.bar(needed)
    values = tuple(int(total < bar) for total in range(low, dice.maximum + 1))
    below = bar if reroll is not None and not roll.any_dice else low
    again = roll.again([needed])
    amount = Amount(dice.terms, low, below, values)
    return ChargeOdds(roll.probability(needed), amount, again[0] if again else ())


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
