"""Scoring rolls: what scores, and which of it may be kept together (H-2, H-4).

Dice that show the same face are alike, so some dice are a *count*: a tuple of how many show
1, 2, ... 6. A set of kept scoring rolls is a tuple of numbers into `scoring_rolls`.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import NamedTuple

FACES = 6
DICE = 6
Count = tuple[int, ...]


class ScoringRoll(NamedTuple):
    """A combination of dice that scores (H-2).

    Attributes
    ----------
    kind : str
        ``"lucky"``, ``"double"``, ``"three"`` or ``"straight"``.
    faces : tuple of int
        What its dice show.
    """

    kind: str
    faces: tuple[int, ...]

    @property
    def dice(self) -> Count:
        """How many of its dice show each face."""
        return count_of(self.faces)


@lru_cache
def scoring_rolls(straight: int = 3) -> tuple[ScoringRoll, ...]:
    """Return all scoring rolls (H-2).

    Parameters
    ----------
    straight : int, default 3
        The shortest straight that scores: 3, or 4 in the variant.

    Examples
    --------
    >>> [roll.faces for roll in scoring_rolls(4) if roll.kind == "straight"]
    [(1, 2, 3, 4, 5), (1, 2, 3, 4), (2, 3, 4, 5)]
    >>> len(scoring_rolls())
    13
    """
    return (
        *(
            ScoringRoll("straight", tuple(range(low, low + length)))
            for length in range(5, straight - 1, -1)
            for low in range(1, 7 - length)
        ),
        *(ScoringRoll("three", (face,) * 3) for face in range(1, 6)),
        ScoringRoll("double", (6, 6)),
        ScoringRoll("lucky", (6,)),
    )


def count_of(faces: Sequence[int]) -> Count:
    """Return how many of some dice show each face.

    Examples
    --------
    >>> count_of([1, 1, 6])
    (2, 0, 0, 0, 0, 1)
    """
    return tuple(faces.count(face) for face in range(1, FACES + 1))


def faces_of(count: Count) -> list[int]:
    """Return the faces of a count, in order.

    Examples
    --------
    >>> faces_of((2, 0, 0, 0, 0, 1))
    [1, 1, 6]
    """
    return [face for face, number in enumerate(count, 1) for _ in range(number)]


@lru_cache
def counts(dice: int) -> tuple[Count, ...]:
    """Return all counts of some dice.

    Examples
    --------
    >>> len(counts(6))
    462
    """
    return tuple(
        count_of(faces) for faces in combinations_with_replacement(range(1, FACES + 1), dice)
    )


@lru_cache
def probability(count: Count) -> float:
    """Return the probability that as many dice show these faces.

    Examples
    --------
    >>> probability((1, 1, 0, 0, 0, 0)) == 2 / 36
    True
    """
    dice = sum(count)
    ways: int = factorial(dice) // prod(map(factorial, count))
    return ways / int(FACES**dice)


@lru_cache(maxsize=4096)
def kept_sets(total: Count, straight: int = 3) -> tuple[tuple[int, ...], ...]:
    """Return every set of scoring rolls that some dice hold at the same time (H-4).

    A die serves one roll, part of a straight may be kept, 6s split freely.

    Parameters
    ----------
    total : Count
    straight : int, default 3

    Returns
    -------
    tuple of tuple of int
        Numbers into `scoring_rolls`, ascending; never none of them. The sets that use more
        dice come first, of those the ones with fewer rolls.

    Examples
    --------
    >>> rolls = scoring_rolls()
    >>> [[rolls[i].faces for i in kept] for kept in kept_sets((0, 0, 0, 0, 0, 2))]
    [[(6, 6)], [(6,), (6,)], [(6,)]]
    """
    rolls = scoring_rolls(straight)
    found: list[tuple[int, ...]] = []

    def extend(kept: tuple[int, ...], left: Count, first: int) -> None:
        for i in range(first, len(rolls)):
            rest = without(left, rolls[i].dice)
            if min(rest) >= 0:
                found.append((*kept, i))
                extend((*kept, i), rest, i)

    extend((), total, 0)
    size = {kept: sum(len(rolls[i].faces) for i in kept) for kept in found}
    return tuple(sorted(found, key=lambda kept: (-size[kept], len(kept), kept)))


def without(count: Count, taken: Count) -> Count:
    """Return a count with some dice taken out (negative where they aren't there).

    Examples
    --------
    >>> without((2, 0, 0, 0, 0, 1), (1, 0, 0, 0, 0, 1))
    (1, 0, 0, 0, 0, 0)
    """
    a, b, c, d, e, f = count
    p, q, r, s, t, u = taken
    return a - p, b - q, c - r, d - s, e - t, f - u


def each_has_a_fresh_die(kept: Sequence[int], fresh: Count, straight: int = 3) -> bool:
    """Return whether every kept roll can have a die of its own that was just rolled.

    The ruling `fresh_dice` of H-4: dice left lying don't score by themselves.

    Parameters
    ----------
    kept : sequence of int
        Numbers into `scoring_rolls`.
    fresh : Count
        The dice just rolled.
    straight : int, default 3

    Examples
    --------
    >>> rolls = scoring_rolls()
    >>> lucky = rolls.index(ScoringRoll("lucky", (6,)))
    >>> each_has_a_fresh_die([lucky, lucky], (0, 0, 0, 0, 0, 1))
    False
    """
    if not kept:
        return True
    rolls = scoring_rolls(straight)
    # The last rolls of a set have one face to choose from, so they choose first.
    for face in sorted(set(rolls[kept[-1]].faces)):
        if fresh[face - 1]:
            left = (*fresh[: face - 1], fresh[face - 1] - 1, *fresh[face:])
            if each_has_a_fresh_die(kept[:-1], left, straight):
                return True
    return False


def choices(
    lying: Count, rolled: Count, straight: int = 3, fresh_dice: bool = True
) -> Iterator[tuple[int, ...]]:
    """Yield every set of scoring rolls that may be kept after a roll (H-3, H-4).

    Parameters
    ----------
    lying, rolled : Count
        Dice left as they lay, and dice just rolled.
    straight : int, default 3
    fresh_dice : bool, default True
        Whether each newly kept roll needs a die just rolled.

    Yields
    ------
    tuple of int
        Numbers into `scoring_rolls`; nothing at all where the player is exhausted.

    Examples
    --------
    >>> list(choices((0, 0, 0, 0, 0, 1), (1, 0, 0, 0, 0, 0)))
    []
    """
    total = tuple(a + b for a, b in zip(lying, rolled, strict=True))
    for kept in kept_sets(total, straight):
        if not fresh_dice or not any(lying) or each_has_a_fresh_die(kept, rolled, straight):
            yield kept


def exhausted_probability(dice: int, straight: int = 3) -> float:
    """Return the probability that a roll of fresh dice holds no scoring roll (H-3).

    Examples
    --------
    >>> round(exhausted_probability(6), 6)
    0.036651
    """
    return sum(probability(count) for count in counts(dice) if not kept_sets(count, straight))
