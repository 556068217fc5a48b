"""Age of Sigmar: damage pools, and two-sided fights of both games.

    python benchmarks/aos.py

Ours and the peers in one process, turn by turn, caches of ours cleared before each call.
A peer counts where its distribution is within a total variation of 1e-6 of ours. The
fights are two units of ten models; the peers' users would chain them by hand: one
distribution for the first blow, then one for each number of survivors.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from common import clear_caches, total_variation
from peers import PEERS
from scenarios import Scenario

import mathhammer


class Pool(NamedTuple):
    """One weapon into a damage pool, in numbers that every library can take."""

    name: str
    count: int
    attacks: int
    hit: int
    wound: int
    rend: int
    damage: str
    crit: str | None
    models: int
    health: int
    save: int
    ward: int

    def ours(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return attacker and target as fields."""
        weapon = {
            "count": self.count, "attacks": self.attacks, "hit": self.hit, "wound": self.wound,
            "rend": self.rend, "damage": self.damage,
            "abilities": [f"Crit ({self.crit})"] if self.crit else [],
        }  # fmt: skip
        target = {"models": self.models, "health": self.health, "save": self.save}
        if self.ward:
            target["ward"] = self.ward
        return {"weapons": [weapon]}, target


POOLS = (
    Pool("A1: 20 attacks, damage 1, ten of health 2", 10, 2, 3, 4, 1, "1", None, 10, 2, 4, 0),
    Pool("A2: D3 damage, Crit (Mortal), ward 5+", 5, 4, 3, 3, 1, "D3", "Mortal", 10, 2, 4, 5),
    Pool("A3: 60 attacks, Crit (2 Hits), ward 6+", 20, 3, 4, 4, 0, "1", "2 Hits", 20, 3, 4, 6),
)

WEAPON_40K = {"count": 10, "attacks": 2, "skill": 3, "strength": 4, "ap": -1, "damage": 1}
TARGET_40K = {"models": 10, "toughness": 4, "save": 3, "wounds": 2}
BLADES = Pool("", 10, 2, 3, 4, 1, "1", None, 10, 2, 4, 0)


def icepool_pool(s: Pool) -> list[float]:
    """Return the pmf of damage allocated, in icepool."""
    from icepool import Die, d

    die = d(6)
    hit = die.map(lambda f: 2 if f == 6 else int(f >= s.hit and f > 1))
    wound = die.map(lambda f: int(f >= s.wound and f > 1))
    fails = die.map(lambda f: int(f == 1 or f < s.save + s.rend))
    points = Die([0]) + (d(3) if s.damage == "D3" else int(s.damage))
    event = (wound * fails).map(lambda k: points if k else 0)
    if s.crit == "Mortal":
        one = hit.map(lambda h: points if h == 2 else event if h else 0)
    else:
        one = hit.map(lambda h: event + event if h == 2 else event if h else 0)
        if s.crit is None:
            one = hit.map(lambda h: event if h else 0)
    if s.ward:
        suffered = die.map(lambda f: int(f < s.ward))
        one = one.map(lambda k: k @ suffered if k else 0, star=False)
    pool = (s.count * s.attacks) @ one
    last = s.models * s.health
    final = pool.map(lambda k: min(k, last))
    lost = [0.0] * (last + 1)
    for k, mass in zip(final.outcomes(), final.probabilities(), strict=True):
        lost[k] = float(mass)
    return lost


def dyce_pool(s: Pool) -> list[float]:
    """Return the pmf of damage allocated, in dyce."""
    from dyce import H, expand

    die = H(6)

    def mix(h: Any, function: Callable[[Any], Any]) -> Any:
        return expand(lambda r: function(r.outcome), h)

    hit = mix(die, lambda f: 2 if f == 6 else int(f >= s.hit and f > 1))
    wound = mix(die, lambda f: int(f >= s.wound and f > 1))
    fails = mix(die, lambda f: int(f == 1 or f < s.save + s.rend))
    points = H(3) if s.damage == "D3" else H({int(s.damage): 1})
    event = mix(wound, lambda w: mix(fails, lambda k: points if k else 0) if w else 0)
    if s.crit == "Mortal":
        one = mix(hit, lambda h: points if h == 2 else event if h else 0)
    elif s.crit == "2 Hits":
        one = mix(hit, lambda h: event + event if h == 2 else event if h else 0)
    else:
        one = mix(hit, lambda h: event if h else 0)
    if s.ward:
        suffered = mix(die, lambda f: int(f < s.ward))
        one = mix(one, lambda k: k @ suffered if k else 0)
    pool = (s.count * s.attacks) @ one
    last = s.models * s.health
    lost = [0.0] * (last + 1)
    for k, count in pool.items():
        lost[min(k, last)] += count / pool.total
    return lost


def our_pool(s: Pool) -> list[float]:
    """Return the pmf of damage allocated, and work out models slain too."""
    result = mathhammer.attack(*s.ours(), game="aos")
    result.slain  # noqa: B018
    return result.damage.from_zero().tolist()


def our_fight(game: str) -> Callable[[object], list[float]]:
    """Return a fight of two units of ten; it gives the pmf of models left of the first."""
    if game == "aos":
        (a, target) = BLADES.ours()
        unit = {**target, **a}
    else:
        unit = {**TARGET_40K, "weapons": [{**WEAPON_40K, "type": "melee"}]}
    fields = {
        "game": game,
        "units": {"a": unit, "b": unit},
        "step": [{"do": "fight", "by": ["a", "b"]}],
    }

    def fight(_: object) -> list[float]:
        result = mathhammer.turn(fields)
        result.joint  # noqa: B018
        struck_first = "a" if game == "aos" else "b"
        return result.models("b" if struck_first == "a" else "a").from_zero().tolist()

    return fight


def chained_fight(lost_by: Callable[[int], list[float]], models: int, health: int) -> list[float]:
    """Return the joint of a fight by hand: a blow, then one for each number of survivors."""
    first = lost_by(models)
    survivors = [0.0] * (models + 1)
    for lost, mass in enumerate(first):
        survivors[models - lost // health] += mass
    joint = [[0.0] * len(first) for _ in survivors]
    for k, mass in enumerate(survivors):
        back = lost_by(k) if k else [1.0]
        for lost, share in enumerate(back):
            joint[k][lost] += mass * share
    return survivors


def forty_k(copies: int) -> Scenario:
    """Return the blow of so many models, as the peers take it."""
    return Scenario("fight", {**WEAPON_40K, "count": copies}, TARGET_40K)


def timed(function: Callable[[Any], object], s: object, seconds: float = 0.3) -> float:
    """Return the median time of a call in microseconds, each with empty caches."""
    times = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or not times:
        clear_caches()
        start = time.perf_counter()
        function(s)
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1e6


def line(name: str, ours: float, peers: dict[str, float]) -> None:
    """Print a row: ours, the peers, and the ratio to the fastest."""
    cells = "".join(f"{peers[p]:13.0f}us" if p in peers else f"{'wrong':>15}" for p in PEER_NAMES)
    ratio = min(peers.values()) / ours if peers else float("nan")
    print(f"{name:42}{ours:9.0f}us{cells}{ratio:7.1f}x")


PEER_NAMES = ("dyce", "icepool")


def main() -> None:
    """Print the tables."""
    print(f"{'':42}{'ours':>11}" + "".join(f"{name:>15}" for name in PEER_NAMES) + f"{'ratio':>8}")
    for s in POOLS:
        want = our_pool(s)
        peers = {}
        for name, model in (("dyce", dyce_pool), ("icepool", icepool_pool)):
            if total_variation(want, model(s)) < 1e-6:
                peers[name] = timed(model, s)
        line(s.name, timed(our_pool, s), peers)
    models = {name: PEERS[name]() for name in PEER_NAMES}
    for game in ("aos", "wh40k"):
        fight = our_fight(game)
        want = fight(None)
        peers = {}
        for name in PEER_NAMES:
            if game == "aos":
                pool = dyce_pool if name == "dyce" else icepool_pool

                def lost_by(k: int, pool: Any = pool) -> list[float]:
                    return pool(BLADES._replace(count=k))  # type: ignore[no-any-return]
            else:

                def lost_by(k: int, model: Any = models[name]) -> list[float]:
                    return model(forty_k(k))  # type: ignore[no-any-return]

            if total_variation(want, chained_fight(lost_by, 10, 2)) < 1e-6:
                peers[name] = timed(lambda _, f=lost_by: chained_fight(f, 10, 2), None)
        line(f"fight of two units of ten, {game}", timed(fight, None), peers)


if __name__ == "__main__":
    main()
