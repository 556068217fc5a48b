"""A Command Re-roll for an Advance, or kept for the charge after it (W-6).

The player sees the Advance, then decides; after the charge roll he decides again. What is
best is found from the end: a charge that falls short is rolled again while there is a
re-roll and the dice can reach; the Advance is, where a new one makes the charge likelier
than the one on the table with the re-roll still in hand. An equal choice keeps the dice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from mathhammer.core.distribution import Distribution
from mathhammer.games.checks.rerolls import ModifiedRoll

#: What gains less is rounding.
_ROUNDING = 1e-12


class Attempt(NamedTuple):
    """A roll that has to come to something, with or without a Command Re-roll left.

    Attributes
    ----------
    roll : Distribution
        Of the total, after the re-roll and with its modifier.
    success : float
        The probability that it is enough.
    used : float
        The probability that the Command Re-roll goes to it.
    double : float
        The probability that its dice show a double.
    """

    roll: Distribution
    success: float
    used: float
    double: float

    @classmethod
    def mix(cls, parts: Iterable[tuple[float, Attempt]]) -> Attempt:
        """Return what comes of one of several attempts, by their probabilities."""
        parts = [(chance, part) for chance, part in parts if chance > 0.0]
        roll = Distribution.mix((chance, part.roll) for chance, part in parts)
        success, used, double = (
            sum(chance * number for chance, number in numbers)
            for numbers in zip(*([(c, n) for n in part[1:]] for c, part in parts), strict=True)
        )
        return cls(roll, success, used, double)


def attempt(roll: ModifiedRoll, needed: int | None, kept: bool) -> Attempt:
    """Return a roll, with or without a Command Re-roll that is kept for it.

    The modifier is known when it is decided to roll again. Dice that an ability rolls again
    are spent (D-2), and those that can't be enough are left as they are.

    Parameters
    ----------
    roll : ModifiedRoll
        The roll with what abilities re-roll.
    needed : int or None
        None where nothing helps.
    kept : bool

    Examples
    --------
    >>> from mathhammer.core.dice import Dice
    >>> from mathhammer.games.checks.rerolls import DiceRoll
    >>> die = ModifiedRoll(DiceRoll(Dice.parse("D6")))
    >>> attempt(die, 7, True).used, round(attempt(die, 4, True).success, 4)
    (0.0, 0.75)
    """
    parts = []
    for chance, one in roll.known():
        used = 0.0
        if kept and needed is not None and one.reroll is None and one.probability(needed) > 0.0:
            used = one.falls_short(needed)
            one = one._replace(reroll="failed", any_dice=False)
        made = one.distribution(needed or 0)
        success = 0.0 if needed is None else made.at_least(needed)
        parts.append((chance, Attempt(made, success, used, one.double(needed or 0))))
    return Attempt.mix(parts)


class Leg(NamedTuple):
    """A face of the first roll, and what follows from it.

    Attributes
    ----------
    face : int
        The total of the roll; 0 where there is none.
    chance : float
    needed : int or None
        Of the charge roll then; None where it can't charge.
    kept : Attempt
        The charge, where the first roll is left as it is.
    afresh : Attempt
        The charge, where this face is that of a first roll that was made again.
    """

    face: int
    chance: float
    needed: int | None
    kept: Attempt
    afresh: Attempt


class Policy(NamedTuple):
    """A charge under the best use of Command Re-rolls.

    Attributes
    ----------
    roll : Distribution
    success : float
    on_first, on_charge : float
        The probability that a Command Re-roll goes to the first roll, and to the charge.
    again : list of bool
        For each leg whether the first roll is made again.
    by_leg : list of float
        The probability of success for each leg, so played.
    double : float
        The probability that the dice of the charge show a double.
    """

    roll: Distribution
    success: float
    on_first: float
    on_charge: float
    again: list[bool]
    by_leg: list[float]
    double: float


def best_use(legs: Sequence[Leg], allowed: bool) -> Policy:
    """Return the best use of Command Re-rolls for a charge and the roll before it.

    Parameters
    ----------
    legs : sequence of Leg
    allowed : bool
        Whether the first roll may be made again.
    """
    afresh = sum(leg.chance * leg.afresh.success for leg in legs)
    return use_of(legs, [allowed and afresh - leg.kept.success > _ROUNDING for leg in legs])


def use_of(legs: Sequence[Leg], again: list[bool]) -> Policy:
    """Return what comes of making the first roll again after some of its faces.

    Parameters
    ----------
    legs : sequence of Leg
    again : list of bool
        For each leg whether the first roll is made again.
    """
    afresh = sum(leg.chance * leg.afresh.success for leg in legs)
    on_first = sum((leg.chance for leg, r in zip(legs, again, strict=True) if r), start=0.0)
    kept = [(leg.chance, leg.kept) for leg, r in zip(legs, again, strict=True) if not r]
    played = [*kept, *((on_first * leg.chance, leg.afresh) for leg in legs)]
    made = Attempt.mix(played)
    by_leg = [afresh if r else leg.kept.success for leg, r in zip(legs, again, strict=True)]
    return Policy(made.roll, made.success, on_first, made.used, again, by_leg, made.double)
