"""The Monte Carlo benchmark's scenarios die by die in pure Python, as most tools play them."""

from __future__ import annotations

from random import Random

from contest import STAGES, Numbers


class DiceRoller:
    """One scenario.

    Parameters
    ----------
    numbers : Numbers
    seed : int
    """

    def __init__(self, numbers: Numbers, seed: int = 1) -> None:
        self.n = numbers
        self.randrange = Random(seed).randrange
        self.histograms: list[dict[int, int]] = [{} for _ in STAGES]

    def play(self, trials: int) -> list[dict[int, int]]:
        """Play some more trials; return how often each value of each stage was seen."""
        for _ in range(trials):
            for histogram, value in zip(self.histograms, self._once(), strict=True):
                histogram[value] = histogram.get(value, 0) + 1
        return self.histograms

    def _roll(self, again: int = 0) -> int:
        face = self.randrange(1, 7)
        return self.randrange(1, 7) if face <= again else face

    def _damage(self) -> int:
        n = self.n
        return n.damage + (self.randrange(1, n.sides + 1) if n.sides else 0)

    def _once(self) -> tuple[int, ...]:
        """Play one sequence."""
        n, roll = self.n, self._roll
        attacks = n.attacks + sum(roll() for _ in range(n.dice))
        hits = wounds = unsaved = mortal = rolled = pool = lost = 0
        for _ in range(attacks):
            face = roll(n.again_hit)
            if face < n.hit:
                continue
            to_wound = to_save = 0
            if face == 6:
                hits += 1 + n.extra
                to_wound += n.extra
                if n.mortal:
                    points = self._damage()
                    mortal += points
                    pool += points
                elif n.lethal:
                    to_save += 1
                else:
                    to_wound += 1
            else:
                hits += 1
                to_wound += 1
            wounds += to_save
            through = 0
            for _ in range(to_wound):
                face = roll(n.again_wound)
                if face >= n.wound:
                    wounds += 1
                    if n.devastating and face == 6:
                        through += 1
                    else:
                        to_save += 1
            for _ in range(to_save):
                if roll() < n.save:
                    unsaved += 1
                    through += 1
            for _ in range(through):
                points = self._damage()
                if n.pooled:
                    pool += points
                else:
                    rolled += points
                    lost = self._suffer(lost, points)
        if n.pooled:
            rolled = pool
            for _ in range(pool):
                if (not n.ignore or roll() < n.ignore) and lost < n.last:
                    lost += 1
        return attacks, hits, wounds, unsaved, mortal, rolled, lost

    def _suffer(self, lost: int, points: int) -> int:
        """Return the wounds lost after an attack on the front model."""
        n = self.n
        end = min((lost // n.health + 1) * n.health, n.last)
        for _ in range(points):
            if lost == end:
                break
            if not n.ignore or self._roll() < n.ignore:
                lost += 1
        return lost


def means(histograms: list[dict[int, int]]) -> dict[str, float]:
    """Return the mean of each stage."""
    return {
        stage: sum(k * n for k, n in h.items()) / sum(h.values())
        for stage, h in zip(STAGES, histograms, strict=True)
    }
