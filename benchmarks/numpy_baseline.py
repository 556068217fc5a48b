"""The Monte Carlo benchmark's scenarios in plain NumPy.

What a good NumPy programmer would write: batches whose arrays stay in the cache, dice as
uint8 straight from the fastest bit generator, one column a trial so that the sums over
dice run along rows, and allocation for all trials at once: their first attacks that got
through, then their second ones, and so on.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from contest import STAGES, Numbers

U8 = npt.NDArray[np.uint8]
Counts = npt.NDArray[np.int64]


class Roller:
    """One scenario.

    Parameters
    ----------
    numbers : Numbers
    seed : int
    batch : int
        Trials of one batch; None: what was fastest of 1024 to 32768.
    """

    def __init__(self, numbers: Numbers, seed: int = 1, batch: int | None = None) -> None:
        self.n = numbers
        one_by_one = numbers.sides or numbers.ignore or numbers.damage > 1
        self.batch = batch or (8192 if one_by_one and not numbers.pooled else 4096)
        self.rng = np.random.Generator(np.random.SFC64(seed))
        n = numbers
        most = n.most_attacks * (1 + n.extra)
        points = most * (n.sides + n.damage)
        sizes = (n.most_attacks, most, most, most, points, points, n.last)
        self.histograms = [np.zeros(size + 1, dtype=np.int64) for size in sizes]
        self.rows = np.arange(max(most, points), dtype=np.int16)[:, None]
        # After a hit of d points in state s, no more than the front model lost.
        states = np.arange(n.last + 1)
        ends = np.minimum((states // n.health + 1) * n.health, n.last)
        self.width = n.sides + n.damage + 1
        after = np.minimum(states[:, None] + np.arange(self.width), ends[:, None])
        self.after = after.astype(np.uint8).ravel()

    def play(self, trials: int) -> list[Counts]:
        """Play some more trials; return the histogram of each stage."""
        while trials > 0:
            size = min(trials, self.batch)
            for histogram, values in zip(self.histograms, self._batch(size), strict=True):
                if isinstance(values, int):
                    histogram[values] += size
                else:
                    histogram += np.bincount(values, minlength=histogram.size)
            trials -= size
        return self.histograms

    # ------------------------------------------------------------------ dice

    def _faces(self, most: int, size: int, again: int) -> U8:
        faces = self.rng.integers(1, 7, (most, size), dtype=np.uint8)
        if again:
            bad = faces <= again
            faces[bad] = self.rng.integers(1, 7, np.count_nonzero(bad), dtype=np.uint8)
        return faces

    def _count(self, which: Any) -> U8:
        """Return how many dice of each column are counted."""
        counted: U8 = np.add.reduce(which.view(np.uint8), axis=0, dtype=np.uint8)
        return counted

    def _roll(self, number: Any, size: int, again: int) -> tuple[U8, Any]:
        """Roll for each trial its number of dice; also return which of them are real."""
        if isinstance(number, int):
            return self._faces(number, size, again), None
        most = int(number.max())
        return self._faces(most, size, again), self.rows[:most].astype(number.dtype) < number

    def _successes(self, number: Any, size: int, needed: int, again: int = 0) -> U8:
        faces, real = self._roll(number, size, again)
        good = faces >= needed
        return self._count(good if real is None else good & real)

    def _with_criticals(self, number: Any, size: int, needed: int, again: int) -> tuple[U8, U8]:
        faces, real = self._roll(number, size, again)
        good, critical = faces >= needed, faces == 6
        if real is not None:
            good &= real
            critical &= real
        return self._count(good), self._count(critical)

    def _points(self, number: U8) -> Any:
        """Return the sum of the damage of each trial's number of attacks."""
        n = self.n
        total = number.astype(np.int16) * np.int16(n.damage)
        if n.sides:
            most = int(number.max())
            faces = self.rng.integers(1, n.sides + 1, (most, number.size), dtype=np.uint8)
            faces *= self.rows[:most].astype(np.uint8) < number
            total += np.add.reduce(faces, axis=0, dtype=np.uint8)
        return total

    # ------------------------------------------------------------------ one batch

    def _batch(self, size: int) -> tuple[Any, ...]:
        """Play a batch; return the values of each stage, or the one value of all trials."""
        n = self.n
        attacks: Any = n.attacks
        if n.dice:
            faces = self.rng.integers(1, 7, (n.dice, size), dtype=np.uint8)
            attacks = np.add.reduce(faces, axis=0, dtype=np.uint8)
        sure: Any = 0  # wounds without a roll
        mortal_hits: Any = 0
        if n.extra or n.lethal or n.mortal:
            hits, critical = self._with_criticals(attacks, size, n.hit, n.again_hit)
            rolled = hits
            if n.lethal:
                sure, rolled = critical, rolled - critical
            if n.mortal:
                mortal_hits, rolled = critical, rolled - critical
            if n.extra:
                hits, rolled = hits + n.extra * critical, rolled + n.extra * critical
        else:
            hits = rolled = self._successes(attacks, size, n.hit, n.again_hit)
        mighty: Any = 0
        if n.devastating:
            wounds, mighty = self._with_criticals(rolled, size, n.wound, n.again_wound)
        else:
            wounds = self._successes(rolled, size, n.wound, n.again_wound) + sure
        saved_from = wounds - mighty
        unsaved = saved_from - self._successes(saved_from, size, n.save)
        if n.pooled:
            points = self._points(unsaved)
            mortal: Any = 0
            if n.mortal:
                mortal = self._points(mortal_hits)
                points += mortal
            suffered = points
            if n.ignore:
                suffered = points - self._successes(points, size, n.ignore)
            return attacks, hits, wounds, unsaved, mortal, points, np.minimum(suffered, n.last)
        through = unsaved + mighty
        if not n.sides and not n.ignore and n.damage == 1:
            lost = np.minimum(through, n.last)
            return attacks, hits, wounds, unsaved, 0, through, lost
        return attacks, hits, wounds, unsaved, 0, *self._allocate(through)

    def _allocate(self, through: U8) -> tuple[Any, U8]:
        """Send each trial's attacks to its front models; return damage rolled and lost."""
        n = self.n
        number = int(through.sum())
        damage: Any = np.full(number, n.damage, dtype=np.uint8)
        if n.sides:
            low = 1 + n.damage
            damage = self.rng.integers(low, low + n.sides, number, dtype=np.uint8)
        suffered = damage
        if n.ignore:
            most = n.sides + n.damage
            pains = self.rng.integers(1, 7, (most, number), dtype=np.uint8) < n.ignore
            if n.sides:
                pains &= self.rows[:most].astype(np.uint8) < damage
            suffered = self._count(pains)
        lost = np.zeros(through.size, dtype=np.uint8)
        rolled = np.zeros(through.size, dtype=np.int16)
        width = np.uint16(self.width)
        who = np.flatnonzero(through)
        at = step = 0
        while who.size:
            next_at = at + who.size
            now = lost.take(who) * width
            now += suffered[at:next_at]
            lost[who] = self.after.take(now)
            rolled[who] += damage[at:next_at]
            at, step = next_at, step + 1
            who = who[through.take(who) > step]
        return rolled, lost


def means(histograms: list[Counts]) -> dict[str, float]:
    """Return the mean of each stage."""
    return {
        stage: float(h @ np.arange(h.size)) / float(h.sum())
        for stage, h in zip(STAGES, histograms, strict=True)
    }
