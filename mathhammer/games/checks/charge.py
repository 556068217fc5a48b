"""The charge roll, and what it takes (W-5.2, A-5, D-2)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

from mathhammer.core.dice import Dice
from mathhammer.core.distribution import Distribution
from mathhammer.games.checks.kept import Leg, Made, Policy, best_use, made_with
from mathhammer.games.checks.moves_fields import Charge
from mathhammer.games.checks.outcome import Outcome
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


def needed_roll(gap: float, reach: float) -> int:
    """Return the least whole roll that closes a gap (W-5.2, A-5).

    Parameters
    ----------
    gap : float
        Inches to be covered, with those of a climb.
    reach : float
        The distance that need not be covered.

    Examples
    --------
    >>> needed_roll(9.5, 0.5), needed_roll(4, 1), needed_roll(7.5, 1)
    (9, 3, 7)
    """
    return math.ceil(round(gap - reach, 9))


# ------------------------------------------------------------------------- as a question


def charge(check: Charge, game: str, ruleset: Any) -> Outcome:
    """Answer whether a charge reaches (W-5.2, A-5).

    Several targets must all be reached: the farthest decides. After an Advance or a run the
    two rolls are taken jointly: each face of the first leaves a gap of its own. A Command
    Re-roll goes to either, as is best (W-6).
    """
    words = {"probability": "the charge succeeds", "distribution": "the charge roll"}
    rulings = {"aos_reroll": ruleset.aos_reroll} if game == AOS and check.reroll else {}
    rules = RULES[game]
    any_dice = game == AOS and ruleset.aos_reroll == "any"
    legs = charge_legs(check, rules, any_dice)
    best = best_use(legs, may_advance_again(check))
    named: dict[str, Any] = {"needed": legs[0].needed}
    if check.die is not None:
        named = {"by_die": list(_rows(check, legs, best))}
    if check.command_reroll and may_advance_again(check):
        words |= {
            "used_on_advance": "a Command Re-roll goes to the Advance",
            "used_on_charge": "a Command Re-roll goes to the charge",
        }
        named |= {"used_on_advance": best.on_first, "used_on_charge": best.on_charge}
    elif check.command_reroll:
        words["used"] = "the Command Re-roll is used"
        named["used"] = best.on_charge
    notes = () if check.distance is None else _notes(check, game, legs)
    return Outcome(words, min(1.0, float(best.success)), best.roll, named, notes, rulings)


def may_advance_again(check: Charge) -> bool:
    """Return whether a Command Re-roll may go to the roll before the charge."""
    return check.command_reroll > 0 and check.die is not None and bool(check.die.terms)


def charge_legs(check: Charge, rules: ChargeRules, any_dice: bool) -> list[Leg]:
    """Return each face of the roll before a charge, and the charge after it.

    Parameters
    ----------
    check : Charge
    rules : ChargeRules
    any_dice : bool
        As in `charge_roll`.
    """

    def made(needed: int | None, kept: bool) -> Made:
        short = 0 if needed is None else needed
        once = charge_roll(
            check.dice, check.modifier, short, check.reroll, any_dice, rules.least
        )  # fmt: skip
        if needed is None:
            return Made(once, 0.0, 0.0)
        if not kept or check.reroll is not None:  # dice that an ability rolls again are spent
            return Made(once, once.at_least(needed), 0.0)
        again = charge_roll(
            check.dice, check.modifier, needed, "failed", any_dice, rules.least
        )  # fmt: skip
        return made_with(once, again, needed)

    first = check.die.distribution() if check.die else Distribution.constant(0)
    legs = []
    for face, chance in zip(first.support.tolist(), first.array.tolist(), strict=True):
        if check.distance is None:
            needed: int | None = int(check.needed or 0)
        else:
            needed = roll_for(check, rules, float(face))
        kept = made(needed, check.command_reroll > 0)
        legs.append(Leg(int(face), chance, needed, kept, made(needed, check.command_reroll > 1)))
    return legs


def _rows(check: Charge, legs: list[Leg], best: Policy) -> Iterator[dict[str, Any]]:
    """Yield a row for each face of the roll before a charge, as it falls first."""
    for leg, again, success in zip(legs, best.again, best.by_leg, strict=True):
        if leg.chance:
            row = {"die": leg.face, "chance": leg.chance, "needed": leg.needed}
            if check.command_reroll:
                row["rolled_again"] = again
            yield {**row, "probability": success}


def roll_for(check: Charge, rules: ChargeRules, face: float) -> int | None:
    """Return the roll needed once a first roll shows a face; None where it can't charge.

    Parameters
    ----------
    check : Charge
        With a distance.
    rules : ChargeRules
    face : float
        Of the Advance or run before it; 0 without one.
    """
    gap = max(check.distance or (0.0,))
    moved = check.move + face
    if moved:
        gap = min(gap, max(rules.combat, gap - moved))
    if gap > rules.farthest:
        return None
    climb = check.climb if check.climb > rules.step else 0.0
    return needed_roll(gap + climb, rules.across if check.barricade else rules.reach)


def _notes(check: Charge, game: str, legs: list[Leg]) -> tuple[str, ...]:
    rules, notes = RULES[game], []
    distances = check.distance or ()
    blocked = [leg for leg in legs if leg.needed is None]
    if blocked and len(blocked) == len(legs):
        notes.append(f"A target more than {rules.farthest:g} inches away can't be charged.")
    elif blocked:
        notes.append(
            f"After a low die the target is still more than {rules.farthest:g} inches away and "
            "can't be charged."
        )
    if game == WH40K and max(distances) == 9 and "move" not in check.given:
        notes.append(
            'A gap of 9 inches needs an 8; "more than 9 inches away", as after Deep Strike, needs '
            "a 9: ask for the roll (needed = 9) or give a gap like 9.1."
        )  # fmt: skip
    if len(distances) > 1:
        notes.append(
            "All targets must be reached, so the farthest decides."
            if game == WH40K else
            "Taken to reach all these enemies; a charge succeeds where it reaches any of them."
        )  # fmt: skip
    if 0 < check.climb <= rules.step:
        notes.append(f"Terrain up to {rules.step:g} inches high is no obstacle: the climb is free.")
    elif check.climb and game == AOS:
        notes.append(
            "The climb counts as given; jumping down costs nothing, but ends the move there."
        )
    if check.die is not None:
        word = "advanced" if game == WH40K else "ran"
        notes.append(f"A unit that {word} may only charge where an ability allows it.")
    return tuple(notes)
