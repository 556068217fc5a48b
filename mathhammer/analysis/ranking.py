"""Which loadout is better, with ties: by how often one does more damage than the other.

A is said to beat B where P(A does more damage) + P(equal) / 2 is above 0.55, and to tie
with it from 0.45 to 0.55. That need not be transitive, so a rank is 1 + the number of
loadouts that beat one: who ties with the best and is beaten by none is first, too.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import permutations
from typing import Any

import numpy as np

from mathhammer.analysis.efficiency import weighted
from mathhammer.analysis.mixes import Weighted
from mathhammer.core.distribution import Array, Distribution
from mathhammer.core.errors import TooLargeError, check_allowed
from mathhammer.engine.exact.operators import product
from mathhammer.results.comparison import Comparison
from mathhammer.results.view import Column, View, tabled

#: Between these, both included, two loadouts tie; what misses them by rounding (1e-12) is in.
TIE = (0.45, 0.55)
_SLACK = 1e-12
OUTCOMES = ("loses", "ties", "beats")
#: The most loadouts that are ranked, and those whose pairs are kept as matrices (of 200 MB).
MAX_RANKED = 10_000
MAX_PAIRED = 5_000
#: Loadouts whose pairs are computed at a time, and values of what they do.
_ROWS = 512
_VALUES = 1024

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


def superiorities(columns: Sequence[Distribution], rows: slice) -> tuple[Array, Array]:
    """Return P(X > Y) and P(X = Y) of some of many independent numbers and each of them.

    Parameters
    ----------
    columns : list of Distribution
    rows : slice
        Which of them is X.

    Returns
    -------
    more, equal : ndarray of float64, shape (rows, columns)

    Examples
    --------
    >>> dice = [Distribution.uniform(1, 6), Distribution.uniform(1, 3)]
    >>> more, equal = superiorities(dice, slice(0, 2))
    >>> more.round(4).tolist(), equal.round(4).tolist()
    ([[0.4167, 0.6667], [0.1667, 0.3333]], [[0.1667, 0.1667], [0.1667, 0.3333]])
    """
    low = min(one.minimum for one in columns)
    high = max(one.maximum for one in columns)
    below = np.zeros((len(columns), 1))
    more = equal = np.zeros((len(columns[rows]), len(columns)))
    for begin in range(low, high + 1, _VALUES):
        end = min(begin + _VALUES, high + 1)
        masses = np.zeros((len(columns), end - begin))
        for row, one in zip(masses, columns, strict=True):
            first, last = max(begin, one.minimum), min(end, one.maximum + 1)
            if first < last:
                row[first - begin : last - begin] = (
                    one.array[first - one.minimum : last - one.minimum]
                )  # fmt: skip
        summed = np.cumsum(masses, axis=1) + below
        more = more + product(masses[rows], (summed - masses).T)
        equal = equal + product(masses[rows], masses.T)
        below = summed[:, -1:]
    return more, equal


def outcome(value: float) -> str:
    """Return ``"beats"``, ``"ties"`` or ``"loses"`` for a superiority.

    Examples
    --------
    >>> outcome(0.55), outcome(0.56), outcome(0.2)
    ('ties', 'beats', 'loses')
    """
    return OUTCOMES[int(_outcomes(np.array(value))) + 1]


def _outcomes(values: Array) -> np.ndarray[Any, np.dtype[np.int8]]:
    """Return 1 where a superiority beats, 0 where it ties, -1 where it loses."""
    beats, loses = values > TIE[1] + _SLACK, values < TIE[0] - _SLACK
    return beats.astype(np.int8) - loses.astype(np.int8)


class Ranking(View):
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
        same target, drawn with the shares; of up to `MAX_PAIRED` loadouts.
    ranks : list of int
        In the order of the comparison.

    Raises
    ------
    MathhammerError
        The shares don't fit the targets, or there is no such stage.
    TooLargeError
        There are more than `MAX_RANKED` loadouts, or, when `more` and `equal` are asked
        for, more than `MAX_PAIRED`.

    Examples
    --------
    >>> import mathhammer
    >>> both = mathhammer.compare(["10x A2 BS3+ S4 AP-1 D1", "9x A2 BS3+ S4 AP-1 D1",
    ...                            "2x A2 BS3+ S4 AP-1 D1"], ["meq"])
    >>> Ranking(both).ranks
    [1, 2, 3]
    """

    columns = COLUMNS
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
        number = len(comparison.attackers)
        if number > MAX_RANKED:
            raise TooLargeError(f"{number} loadouts; up to {MAX_RANKED} are ranked")
        check_allowed(stage, ("damage", "slain"), "is no stage", "stage")
        self.comparison = comparison
        self.stage = stage
        self._weighted = Weighted(comparison, shares)
        self._columns = [
            [getattr(comparison.cell(i, j), stage) for i in range(number)]
            for j in range(len(comparison.targets))
        ]
        self.means = [
            weighted([column[i].mean for column in self._columns], self._weighted.shares) or 0.0
            for i in range(number)
        ]
        self._outcomes = np.zeros((number, number), np.int8)
        for rows, more, equal in self._blocks():
            self._outcomes[rows] = _outcomes(more + equal / 2)
        np.fill_diagonal(self._outcomes, 0)
        self.ranks: list[int] = (1 + (self._outcomes < 0).sum(axis=1)).tolist()

    def _blocks(self) -> Iterator[tuple[slice, Array, Array]]:
        """Yield some rows of `more` and `equal` at a time."""
        number = len(self._outcomes)
        for begin in range(0, number, _ROWS):
            rows = slice(begin, min(begin + _ROWS, number))
            more = equal = np.zeros((rows.stop - begin, number))
            for share, column in zip(self._weighted.shares, self._columns, strict=True):
                here = superiorities(column, rows)
                more, equal = more + share * here[0], equal + share * here[1]
            yield rows, more, equal

    @cached_property
    def _pairs(self) -> tuple[Array, Array]:
        number = len(self._outcomes)
        if number > MAX_PAIRED:
            raise TooLargeError(
                f"{number} loadouts; the pairs of up to {MAX_PAIRED} are kept: ranks are there"
            )
        blocks = list(self._blocks())
        return np.vstack([more for _, more, _ in blocks]), np.vstack([e for *_, e in blocks])

    @property
    def more(self) -> Array:
        """P(the first does more than the second); shape (attackers, attackers)."""
        return self._pairs[0]

    @property
    def equal(self) -> Array:
        """P(both do the same); shape (attackers, attackers)."""
        return self._pairs[1]

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
        return OUTCOMES[int(self._outcomes[first, second]) + 1]

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield one row per loadout, the first rank first: the keys of `COLUMNS`."""
        number = len(self.ranks)
        for i in sorted(range(number), key=lambda i: (self.ranks[i], -self.means[i], i)):
            row = self._outcomes[i]
            tied = [str(k + 1) for k in np.flatnonzero(row == 0).tolist() if k != i]
            yield {
                "rank": self.ranks[i],
                "attacker": self.comparison.attackers[i].label,
                "place": i + 1,
                "mean": self.means[i],
                "beats": int((row > 0).sum()),
                "ties": len(tied),
                "loses": int((row < 0).sum()),
                "tied_with": " ".join(tied),
            }

    def pairs(self) -> Iterator[dict[str, Any]]:
        """Yield a row for each loadout and each other: the keys of `PAIR_COLUMNS`."""
        attackers, more, equal = self.comparison.attackers, self.more, self.equal
        for i, k in permutations(range(len(attackers)), 2):
            yield {
                "attacker": attackers[i].label,
                "other": attackers[k].label,
                "place": i + 1,
                "other_place": k + 1,
                "more": float(more[i, k]),
                "equal": float(equal[i, k]),
                "superiority": float(more[i, k] + equal[i, k] / 2),
                "outcome": self.outcome(i, k),
            }

    pairs_table = tabled(pairs, PAIR_COLUMNS)
