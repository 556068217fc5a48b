"""D6 that are counted: how many of a pool show what they should, or should not (D-1)."""

from __future__ import annotations

from typing import NamedTuple

from mathhammer.core.distribution import Distribution
from mathhammer.plan.checks import NOT_GIVEN, CheckPlan


class Again(NamedTuple):
    """What comes of dice once one of them may be rolled again.

    Attributes
    ----------
    counts : Distribution
        How many show what they should not.
    used : float
        The probability that one is rolled again.
    """

    counts: Distribution
    used: float


def dice_that(number: int, chances: int) -> Distribution:
    """Return how many of some D6 show one of `chances` faces (D-1).

    Examples
    --------
    >>> dice_that(2, 3).array.tolist()
    [0.25, 0.5, 0.25]
    """
    return Distribution.constant(number).thin(chances / 6)


def one_again(counts: Distribution, chances: int) -> Again:
    """Roll one of some D6 again where any shows one of `chances` bad faces (W-6).

    Parameters
    ----------
    counts : Distribution
        How many show a bad face.
    chances : int
        Bad faces of each.

    Examples
    --------
    >>> one_again(dice_that(1, 2), 2).counts.array.round(4).tolist()
    [0.8889, 0.1111]
    """
    bad = chances / 6
    masses: dict[int, float] = {}
    for count, mass in zip(counts.support.tolist(), counts.array.tolist(), strict=True):
        for after, share in ((count, bad), (count - 1, 1 - bad)) if count else ((0, 1.0),):
            masses[after] = masses.get(after, 0.0) + mass * share
    return Again(Distribution.from_dict(masses), counts.at_least(1))


def pool_plan(number: int, lowest: int, highest: int, most: int | None = None) -> CheckPlan:
    """Return a pool of D6 as it is rolled: those that show a face within bounds are counted.

    Parameters
    ----------
    number : int
        Dice.
    lowest, highest : int
        The faces that count.
    most : int, optional
        So many count at most.

    Examples
    --------
    >>> pool_plan(6, 4, 6).given
    (6, 4, 6, -1.0)
    """
    cap = NOT_GIVEN if most is None else most
    return CheckPlan("pool", ("distribution",), (number, lowest, highest, cap))
