"""A Command Re-roll for an Advance, or kept for the charge after it (W-6).

The player sees the Advance, then decides; after the charge roll he decides again. What is
best is found from the end: a charge that falls short is rolled again while there is a
re-roll and the dice can reach; the Advance is, where a new one makes the charge likelier
than the one on the table with the re-roll still in hand. An equal choice keeps the dice.
"""

from collections.abc import Sequence
from typing import NamedTuple

from mathhammer.core.distribution import Distribution

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
    """

    roll: Distribution
    success: float
    used: float


def with_reroll(once: Distribution, again: Distribution, needed: int) -> Attempt:
    """Return a roll that a Command Re-roll is kept for.

    Parameters
    ----------
    once : Distribution
        The roll as it falls, with what abilities re-roll.
    again : Distribution
        The same, with a roll that falls short made again; `once` itself where its dice have
        been rolled again already (D-2).
    needed : int

    Examples
    --------
    >>> die = Distribution.uniform(1, 6)
    >>> with_reroll(die, die, 7).used
    0.0
    """
    if again is once or once.at_least(needed) <= 0.0:
        return Attempt(once, once.at_least(needed), 0.0)
    return Attempt(again, again.at_least(needed), 1.0 - once.at_least(needed))


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
    """

    roll: Distribution
    success: float
    on_first: float
    on_charge: float
    again: list[bool]
    by_leg: list[float]


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
    return Policy(
        Distribution.mix((chance, attempt.roll) for chance, attempt in played if chance > 0.0),
        sum(chance * attempt.success for chance, attempt in played),
        on_first,
        sum(chance * attempt.used for chance, attempt in played),
        again,
        [afresh if r else leg.kept.success for leg, r in zip(legs, again, strict=True)],
    )
