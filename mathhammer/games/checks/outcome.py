"""`Outcome`: what the rules say to a question of dice, before anyone reads it."""

from __future__ import annotations

from typing import Any, NamedTuple

from mathhammer.core.distribution import Distribution


class Outcome(NamedTuple):
    """The answer to one check.

    Attributes
    ----------
    words : dict
        What each answer is, in words, by its name; ``probability`` and ``distribution``
        among them, in the order in which a reader wants them.
    probability : float, optional
        Of what the check asks for.
    distribution : Distribution, optional
    named : dict
        Further answers: probabilities, distributions, or lists of plain values.
    notes : tuple of str
        What a reader may not expect.
    rulings : dict
        Those that matter here.
    """

    words: dict[str, str]
    probability: float | None = None
    distribution: Distribution | None = None
    named: dict[str, Any] = {}
    notes: tuple[str, ...] = ()
    rulings: dict[str, Any] = {}


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


def dice_that(number: int, chances: int) -> Distribution:
    """Return how many of some D6 show one of `chances` faces (D-1).

    Examples
    --------
    >>> dice_that(2, 3).array.tolist()
    [0.25, 0.5, 0.25]
    """
    return Distribution.constant(number).thin(chances / 6)
