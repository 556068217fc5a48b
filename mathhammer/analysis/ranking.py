"""Which loadout is better, with ties: by how often one does more damage than the other.

A is said to beat B where P(A does more damage) + P(equal) / 2 is above 0.55, and to tie
with it from 0.45 to 0.55. That need not be transitive, so a rank is 1 + the number of
loadouts that beat one: who ties with the best and is beaten by none is first, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..comparison import Comparison
from ..distribution import Array, Distribution
from .mixes import Weighted
from .shown import Column, Shown

if TYPE_CHECKING:
    import pandas as pd

#: Between these, both included, two loadouts tie; what misses them by rounding (1e-12) is in.
TIE = (0.45, 0.55)

COLUMNS = {
    "rank": "1 + the number of loadouts that beat it",
    "attacker": "name of the loadout",
    "place": "its place in the list, from 1",
    "mean": "expected damage, or models slain, over the targets",
    "beats": "how many loadouts it beats",
    "ties": "how many it ties with",
    "loses": "how many beat it",
    "tied_with": "the places of those it ties with, separated by spaces",
}
PAIR_COLUMNS = {
    "attacker": "name of the loadout",
    "other": "name of the loadout that it is compared to",
    "place": "place of the loadout in the list, from 1",
    "other_place": "place of the other",
    "more": "P(it does more than the other), 0 to 1",
    "equal": "P(both do the same), 0 to 1",
    "superiority": "more + equal / 2, 0 to 1",
    "outcome": "beats, ties or loses",
}


def superiority(first: Distribution, second: Distribution) -> tuple[float, float]:
    """Return P(X > Y) and P(X = Y) of two independent numbers.

    Parameters
    ----------
    first, second : Distribution

    Examples
    --------
    >>> more, equal = superiority(Distribution.uniform(1, 6), Distribution.uniform(1, 6))
    >>> round(more, 4), round(equal, 4)
    (0.4167, 0.1667)
    """
    low = min(first.minimum, second.minimum)
    size = max(first.maximum, second.maximum) - low + 1
    masses = np.zeros((2, size))
    for row, one in zip(masses, (first, second), strict=True):
        row[one.minimum - low : one.maximum - low + 1] = one.array
    below = np.cumsum(masses[1]) - masses[1]
    return float(np.dot(masses[0], below)), float(np.dot(masses[0], masses[1]))


def outcome(value: float) -> str:
    """Return ``"beats"``, ``"ties"`` or ``"loses"`` for a superiority.

    Examples
    --------
    >>> outcome(0.55), outcome(0.56), outcome(0.2)
    ('ties', 'beats', 'loses')
    """
    if TIE[0] - 1e-12 <= value <= TIE[1] + 1e-12:
        return "ties"
    return "beats" if value > TIE[1] else "loses"


class Ranking(Shown):
    """Loadouts in the order of their ranks.

    Parameters
    ----------
    comparison : Comparison
    shares : list of float, optional
        How often each of its targets is met, summing to 1; equally often by default.
    stage : {"damage", "slain"}
        What more of is better.

    Attributes
    ----------
    more, equal : ndarray of float64, shape (attackers, attackers)
        P(the first does more than the second), and P(both do the same), both against the
        same target, drawn with the shares.
    ranks : list of int
        In the order of the comparison.

    Examples
    --------
    >>> import mathhammer
    >>> both = mathhammer.compare(["10x A2 BS3+ S4 AP-1 D1", "9x A2 BS3+ S4 AP-1 D1",
    ...                            "2x A2 BS3+ S4 AP-1 D1"], ["meq"])
    >>> Ranking(both).ranks
    [1, 2, 3]
    """

    shown = (
        Column("attacker", "loadout"),
        Column("rank", "rank"),
        Column("beats", "beats"),
        Column("ties", "ties with"),
        Column("loses", "loses to"),
        Column("mean", "mean"),
    )

    def __init__(
        self, comparison: Comparison, shares: Sequence[float] | None = None, stage: str = "damage"
    ) -> None:
        self.comparison = comparison
        self.stage = stage
        self._weighted = Weighted(comparison, shares)
        number = len(comparison.attackers)
        self.more, self.equal = np.zeros((number, number)), np.zeros((number, number))
        self.means = [self._weighted.distribution(i, stage).mean for i in range(number)]
        for j, share in enumerate(self._weighted.shares):
            columns = [getattr(comparison.cell(i, j), stage) for i in range(number)]
            for i, first in enumerate(columns):
                for k, second in enumerate(columns):
                    more, equal = superiority(first, second)
                    self.more[i, k] += share * more
                    self.equal[i, k] += share * equal
        self.ranks = [
            1 + sum(self.outcome(i, k) == "loses" for k in range(number)) for i in range(number)
        ]

    @property
    def title(self) -> str:
        """What they are ranked by."""
        return f"Ranking by {'damage' if self.stage == 'damage' else 'models slain'}"

    @property
    def superiority(self) -> Array:
        """P(the first does more) + P(equal) / 2; shape (attackers, attackers)."""
        return self.more + self.equal / 2

    def outcome(self, first: int, second: int) -> str:
        """Return whether a loadout ``"beats"`` another, ``"ties"`` with it or ``"loses"``."""
        if first == second:
            return "ties"
        return outcome(float(self.more[first, second] + self.equal[first, second] / 2))

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield a row a loadout, the first rank first: the keys of `COLUMNS`."""
        number = len(self.ranks)
        for i in sorted(range(number), key=lambda i: (self.ranks[i], -self.means[i], i)):
            outcomes = [self.outcome(i, k) for k in range(number) if k != i]
            tied = [str(k + 1) for k in range(number) if k != i and self.outcome(i, k) == "ties"]
            yield {
                "rank": self.ranks[i],
                "attacker": self.comparison.attackers[i].label,
                "place": i + 1,
                "mean": self.means[i],
                "beats": outcomes.count("beats"),
                "ties": outcomes.count("ties"),
                "loses": outcomes.count("loses"),
                "tied_with": " ".join(tied),
            }

    def pairs(self) -> Iterator[dict[str, Any]]:
        """Yield a row for each loadout and each other: the keys of `PAIR_COLUMNS`."""
        attackers = self.comparison.attackers
        for i, one in enumerate(attackers):
            for k, other in enumerate(attackers):
                if i != k:
                    yield {
                        "attacker": one.label,
                        "other": other.label,
                        "place": i + 1,
                        "other_place": k + 1,
                        "more": float(self.more[i, k]),
                        "equal": float(self.equal[i, k]),
                        "superiority": float(self.superiority[i, k]),
                        "outcome": self.outcome(i, k),
                    }

    def table(self) -> pd.DataFrame:
        """Return the rows of `COLUMNS` as a DataFrame."""
        from .tables import frame

        return frame(self.rows(), COLUMNS)

    def pairs_table(self) -> pd.DataFrame:
        """Return the rows of `PAIR_COLUMNS` as a DataFrame."""
        from .tables import frame

        return frame(self.pairs(), PAIR_COLUMNS)
