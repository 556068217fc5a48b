"""The rule of charges: reach, greatest gap, the roll and its probability (W-5.2, A-5, D-2).

The check `charge.py` and the step of a turn, `turns/steps/charge.py`, both ask it.
"""

import math
from itertools import product
from typing import Any, NamedTuple

from mathhammer.core.dice import Dice
from mathhammer.core.errors import TooLargeError
from mathhammer.core.modifier import Modifier
from mathhammer.games.checks.rerolls import (
    DiceRoll,
    ModifiedRoll,
    any_of_the_dice,
    sides_of,
    total,
)
from mathhammer.games.names import AOS, WH40K
from mathhammer.plan import Amount

#: The most dice of a charge roll and its modifier that are played in a turn with a re-roll.
MAX_TOGETHER = 6


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
    dice: Dice, gap: float, modifier: Modifier, reroll: str | None, game: str, ruleset: Any
) -> ChargeOdds:
    """Return the probability that a charge over a gap succeeds, and the dice that decide it.

    In 40k the target must be within 12 inches, and all dice are rolled again; in Age of Sigmar
    any of them may be (ruling `aos_reroll`). Dice of the modifier are among those that decide;
    they aren't rolled again.

    Parameters
    ----------
    dice : Dice
    gap : float
        In inches.
    modifier : Modifier
        Added to the roll.
    reroll : {None, "failed"}
    game : {"wh40k", "aos"}
    ruleset : Ruleset

    Raises
    ------
    TooLargeError
        A re-roll beside a modifier of so many dice that their throws aren't listed.
    """
    rules = RULES[game]
    if gap > rules.farthest:
        return HOPELESS
    roll = DiceRoll(dice, 0, reroll, any_of_the_dice(game, ruleset), rules.least)
    modified = ModifiedRoll(roll, modifier)
    needed, added = roll_that_closes(gap, rules.reach), modifier.dice
    together = Dice(added.terms + dice.terms, added.constant + dice.constant)
    low, bar = together.minimum, needed if needed > rules.least else together.minimum
    values = tuple(int(total < bar) for total in range(low, together.maximum + 1))
    below, again = low, tuple[tuple[int, ...], ...]()
    if added.terms and reroll is not None:
        again = _beside_modifier(modified, needed)
    elif roll.any_dice:
        again = modified.again([needed])
    elif reroll is not None:
        below = bar
    amount = Amount(together.terms, low, below, values)
    return ChargeOdds(modified.probability(needed), amount, again[0] if again else ())


def _beside_modifier(roll: ModifiedRoll, needed: int) -> tuple[tuple[int, ...], ...]:
    """Return which dice are rolled again for each throw of a modifier's dice and the roll's."""
    added, dice = roll.modifier.dice, roll.roll.dice
    theirs, own = sides_of(added), sides_of(dice)
    if len(theirs) + len(own) > MAX_TOGETHER:
        raise TooLargeError(
            f"a re-roll of a charge with {len(theirs) + len(own)} dice, those of its modifier "
            f"among them; up to {MAX_TOGETHER} are played in a turn",
            "modifier",
        )
    everything = (1 << len(own)) - 1
    throws = list(product(*(range(1, sides + 1) for sides in own)))
    rows: dict[int, tuple[int, ...]] = {}
    for _, one in roll.known():
        bar = one.bar(needed)
        (row,) = one.again([needed]) or (
            tuple(everything if total(dice, faces) < bar else 0 for faces in throws),
        )
        rows[one.modifier] = tuple(bits << len(theirs) for bits in row)
    shown = product(*(range(1, sides + 1) for sides in theirs))
    return (tuple(bits for faces in shown for bits in rows[total(added, faces)]),)


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
