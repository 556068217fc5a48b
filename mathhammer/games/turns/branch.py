"""`Branch`: what the states of the units don't say."""

from collections.abc import Callable
from typing import NamedTuple

#: Steps after which a unit may neither shoot nor charge in the same turn, and what it did.
LEFT = {"run": "ran", "fall_back": "fell back", "retreat": "retreated"}


class Branch(NamedTuple):
    """One branch of a turn.

    Attributes
    ----------
    flags : frozenset of str
        Those that are set.
    gaps : tuple of (int, int, float)
        Inches between a unit of the first and one of the second side; empty where no gap
        was given.
    charged, advanced, shocked : frozenset of int
        Units that charged, advanced, and are battle-shocked.
    left : frozenset of (int, str)
        Units that ran, fell back or retreated, and which of these steps it was (`LEFT`).
    gone : frozenset of int
        Units that are known to be destroyed.
    """

    flags: frozenset[str] = frozenset()
    gaps: tuple[tuple[int, int, float], ...] = ()
    charged: frozenset[int] = frozenset()
    advanced: frozenset[int] = frozenset()
    shocked: frozenset[int] = frozenset()
    left: frozenset[tuple[int, str]] = frozenset()
    gone: frozenset[int] = frozenset()

    def gap(self, one: int, other: int) -> float | None:
        """Return the inches between two enemies, None where they are not known."""
        return next((inches for a, b, inches in self.gaps if {a, b} == {one, other}), None)

    def with_gaps(self, one: int, other: int | None, change: Callable[[float], float]) -> "Branch":
        """Return the branch after the gap of two enemies changed; without `other`, of all."""
        gaps = tuple(
            (a, b, change(inches) if one in (a, b) and other in (None, a, b) else inches)
            for a, b, inches in self.gaps
        )
        return self._replace(gaps=gaps)

    def moved(self, one: int, other: int | None, change: float, least: float) -> "Branch":
        """Return the branch after a unit moved to, or from, one enemy or all.

        Parameters
        ----------
        one : int
        other : int or None
            None: every enemy of `one`.
        change : float
            Inches that are added to the gap.
        least : float
            The gap of units in combat, below which a move doesn't take it.
        """
        if change > 0:
            return self.with_gaps(one, other, lambda inches: inches + change)
        return self.with_gaps(one, other, lambda inches: min(inches, max(least, inches + change)))

    def without(self, unit: int) -> "Branch":
        """Return the branch where a unit is known to be gone."""
        return self._replace(gone=self.gone | {unit})

    def holds(self, condition: str) -> bool:
        """Return whether a flag is set, or not set, as a step's condition asks."""
        name, negated = flag_of(condition)
        return (name in self.flags) is not negated


def flag_of(condition: str) -> tuple[str, bool]:
    """Return the flag of a condition, and whether it must not be set.

    Examples
    --------
    >>> flag_of("not charged")
    ('charged', True)
    """
    words = condition.split(maxsplit=1)
    if len(words) == 2 and words[0].casefold() == "not":
        return words[1].strip(), True
    return condition.strip(), False
