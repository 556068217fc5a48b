"""The number of attacks: every copy's roll is seen, one of them may be rolled again.

More attacks are never worse for the attacker, and the dice of all copies are alike. So of
the rolls that may be rolled again only the lowest comes into question, and what matters of
ten rolls is their sum and the lowest of them. Rolls of another kind beside them (Rapid Fire
D3) have a lowest of their own.
"""

from collections.abc import Iterator
from functools import reduce
from itertools import product

import numpy as np

from mathhammer.core.distribution import Array
from mathhammer.engine.reroll.columns import Columns, Place
from mathhammer.engine.reroll.dice import Totals, totals_of
from mathhammer.plan import Volley


class AttackRolls:
    """The rolls for the number of attacks of a volley.

    Parameters
    ----------
    volley : Volley

    Attributes
    ----------
    least, most : int
        Attacks in all.
    """

    def __init__(self, volley: Volley) -> None:
        self.copies = volley.copies
        self.kinds = [totals_of(a) for a in volley.attacks if len(a.values) > 1]
        fixed = sum(a.values[0] for a in volley.attacks if len(a.values) == 1)
        self.base = fixed * self.copies
        self.least = self.base + sum(min(k.values) for k in self.kinds) * self.copies
        self.most = volley.most_attacks()

    @property
    def rolled(self) -> bool:
        """Whether anything is rolled."""
        return self.copies > 0 and bool(self.kinds)

    def before(self, columns: Columns, place: Place, values: Array) -> Array:
        """Return the values before the rolls.

        Parameters
        ----------
        columns : Columns
        place : Place
        values : ndarray of float64, shape (most - least + 1, cells, ...)
            By the number of attacks.

        Returns
        -------
        ndarray of float64, shape (cells, ...)
        """
        if not self.rolled:
            return np.asarray(values[0])
        tables = [list(_by_lowest(kind, self.copies)) for kind in self.kinds]
        result = np.zeros(values.shape[1:])
        for parts in product(*tables):
            chances = reduce(np.convolve, [masses for _, masses in parts], np.ones(1))
            first = self.base - self.least  # `masses` count from 0 attacks
            sums = np.flatnonzero(chances)
            at = sums + first
            weights = chances[sums]
            result[:, 0] += np.tensordot(weights, values[at, :, 0], 1)
            if values.shape[2] == 1:
                continue
            offers = []
            for kind, (lowest, _) in zip(self.kinds, parts, strict=True):
                if lowest is not None:
                    again = np.zeros((at.size, *values.shape[1:2], *values.shape[3:]))
                    for value, chance in zip(kind.values, kind.split.raw.tolist(), strict=True):
                        if chance:
                            moved = at + value - kind.values[lowest]
                            again += chance * values[moved, :, 0]
                    offers.append((kind.printed[lowest], again))
            decided = columns.chosen(place, values[at, :, 1], offers)
            result[:, 1] += np.tensordot(weights, decided, 1)
        return result


def _by_lowest(kind: Totals, copies: int) -> Iterator[tuple[int | None, Array]]:
    """Yield each lowest total that may be rolled again, with the chances of the sums.

    Parameters
    ----------
    kind : Totals
    copies : int

    Yields
    ------
    lowest : int or None
        Its index; None where every roll has been rolled again already.
    masses : ndarray of float64
        P(sum, this is the lowest), by the sum of values from 0.
    """
    values = np.array(kind.values)
    size = max(kind.values) + 1

    def masses_of(chances: Array) -> Array:
        return np.asarray(np.bincount(values, chances, size), np.float64)

    spent = masses_of(kind.split.spent)
    fresh = np.array(kind.split.fresh)
    for lowest in [*np.flatnonzero(fresh).tolist(), None]:
        # Copy by copy: none has shown the lowest yet, or one has, after which all may.
        if lowest is None:
            yield None, reduce(np.convolve, [spent] * copies, np.ones(1))
            continue
        upper, above = fresh.copy(), fresh.copy()
        upper[:lowest] = 0.0
        above[: lowest + 1] = 0.0
        itself = fresh - above
        itself[:lowest] = 0.0
        higher, all_of = spent + masses_of(above), spent + masses_of(upper)
        none, shown = np.ones(1), np.zeros(1)
        for _ in range(copies):
            shown = np.convolve(shown, all_of) + np.convolve(none, masses_of(itself))
            none = np.convolve(none, higher)
        yield lowest, shown
