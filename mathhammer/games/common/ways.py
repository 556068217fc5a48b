"""In which ways the weapons of a unit may be used together in a phase.

A way is how many copies of each weapon are used, in their order; 0 where it isn't.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from mathhammer.core.errors import TooLargeError

SHOOT, FIGHT = "shoot", "fight"
#: The type of the weapons that each phase uses.
TYPES = {SHOOT: "ranged", FIGHT: "melee"}
#: The most ways in which the weapons of a unit are tried.
MAX_WAYS = 500

Way = tuple[int, ...]


def together(attacker: Any, used: Sequence[int]) -> Way:
    """Return the way in which all copies of some weapons of a unit are used."""
    return tuple(w.count if i in used else 0 for i, w in enumerate(attacker.weapons))


def in_reach(weapon: Any, context: Any) -> bool:
    """Return whether a weapon reaches as far as a situation says, if it does."""
    known = weapon.range is not None and context.distance is not None
    return not known or bool(context.distance <= weapon.range)


def one_a_model(counts: Sequence[int], models: int) -> list[Way]:
    """Return the ways in which each model uses one copy, as many models as there are copies.

    Parameters
    ----------
    counts : sequence of int
        Copies of each weapon.
    models : int

    Raises
    ------
    TooLargeError
        More than `MAX_WAYS` ways.

    Examples
    --------
    >>> one_a_model([2, 1], 2)
    [(2, 0), (1, 1)]
    >>> one_a_model([2, 1], 5)
    [(2, 1)]
    """
    ways: list[Way] = []
    for way in _shares(tuple(counts), min(models, sum(counts))):
        if len(ways) == MAX_WAYS:
            raise TooLargeError(
                f"{len(counts)} weapons can be shared by {models} models in more than {MAX_WAYS} "
                "ways: list only those that are used"
            )
        ways.append(way)
    return ways


def _shares(counts: Way, models: int) -> Iterator[Way]:
    """Yield the ways to use exactly so many copies, most of the first weapon first."""
    if not counts:
        yield ()
        return
    first, *others = counts
    for used in range(min(first, models), max(0, models - sum(others)) - 1, -1):
        for rest in _shares(tuple(others), models - used):
            yield used, *rest
