"""A plan of one attack played literally: every face of every die, every model by itself.

Nothing is shared with the engines: no pmf of theirs, no states, no order of models but the
one that the plan's docstrings tell. Probabilities are carried in a dict from what is so far
to its chance, so plans must be small.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import product
from typing import NamedTuple

from mathhammer.plan import (
    AFTER,
    CRITICAL,
    FAIL,
    POOL,
    Amount,
    DicePacket,
    Packet,
    Plan,
    Roll,
    Volley,
)


class World(NamedTuple):
    """What is so far: wounds left of each model, and what waits."""

    left: tuple[int, ...]
    ignored: bool = False
    waiting: tuple[Packet, ...] = ()
    points: int = 0
    #: Those of mortal damage, in pools of damage.
    mortal_points: int = 0
    #: Models slain by the volleys.
    slain: int = 0


Chances = dict[World, float]


def of_roll(roll: Roll) -> list[tuple[int, float]]:
    """Return the outcomes of a D6 and its re-roll."""
    found = []
    for face in range(6):
        if roll.again[face]:
            found += [(outcome, 1 / 36) for outcome in roll.outcome]
        else:
            found.append((roll.outcome[face], 1 / 6))
    return found


def of_amount(amount: Amount) -> dict[int, float]:
    """Return the values of an amount and their chances."""
    if not amount.terms:
        return {amount.values[0]: 1.0}
    constant = amount.base - sum(term.keep for term in amount.terms)
    totals: dict[int, float] = defaultdict(float)
    dice = [term.sides for term in amount.terms for _ in range(term.number)]
    for throw in product(*(range(1, sides + 1) for sides in dice)):
        faces, total = iter(throw), constant
        for term in amount.terms:
            shown = sorted((next(faces) for _ in range(term.number)), reverse=not term.lowest)
            total += sum(shown[: term.keep])
        chance = 1.0
        for sides in dice:
            chance /= sides
        totals[total] += chance
    low = sum(chance for total, chance in totals.items() if total < amount.again_below)
    values: dict[int, float] = defaultdict(float)
    for total, chance in totals.items():
        kept = chance if total >= amount.again_below else 0.0
        values[amount.values[total - amount.base]] += kept + low * chance
    return values


def summed(amounts: list[Amount]) -> dict[int, float]:
    """Return the sums of some amounts and their chances."""
    found = {0: 1.0}
    for amount in amounts:
        after: dict[int, float] = defaultdict(float)
        for total, p in found.items():
            for value, q in of_amount(amount).items():
                after[total + value] += p * q
        found = after
    return found


class Attack:
    """The one attack of a plan."""

    def __init__(self, plan: Plan) -> None:
        self.unit, self.action = plan.units[0], plan.steps[0]
        self.group = [i for i, g in enumerate(self.unit.groups) for _ in range(g.models)]
        self.leads = len(self.unit.groups) - self.unit.characters
        left = [g.health for g in self.unit.groups for _ in range(g.models)]
        at = 0
        for group in self.unit.groups:
            left[at] -= group.lost
            at += group.models
        self.start = World(tuple(left))

    def final(self) -> dict[tuple[int, int], float]:
        """Return the chances of wounds lost and models slain at the end."""
        worlds: Chances = {self.start: 1.0}
        for volley in self.action.volleys:
            worlds = self.spread(worlds, lambda world, v=volley: self.volley(v, world))
            if self.action.pooled:
                worlds = self.spread(worlds, self.pool)
        if not self.action.pooled:
            worlds = self.spread(worlds, self.later)
            worlds = self.spread(worlds, self.pool)
        worlds = {world._replace(slain=world.left.count(0)): p for world, p in worlds.items()}
        for packet in self.action.dice_packets:
            worlds = self.spread(worlds, lambda world, p=packet: self.dice(p, world))
            worlds = self.spread(worlds, self.pool)
        found: dict[tuple[int, int], float] = defaultdict(float)
        for world, chance in worlds.items():
            lost = sum(self.start.left) - sum(world.left)
            found[lost, world.left.count(0)] += chance
        return found

    @staticmethod
    def spread(worlds: Chances, then: Callable[[World], Chances]) -> Chances:
        """Return what comes of all worlds."""
        found: Chances = defaultdict(float)
        for world, p in worlds.items():
            for after, q in then(world).items():
                found[after] += p * q
        return found

    def volley(self, volley: Volley, world: World) -> Chances:
        """Return the worlds after all attacks of a volley."""
        copies = [list(volley.attacks)] * volley.copies
        if volley.champion_attacks and copies:
            copies[0] = list(volley.champion_attacks)
        found: Chances = defaultdict(float)
        numbers = summed([amount for copy in copies for amount in copy])
        worlds: Chances = {world: 1.0}
        for number in range(max(numbers) + 1):
            for after, p in worlds.items():
                found[after] += numbers.get(number, 0.0) * p
            worlds = self.spread(worlds, lambda one: self.attack(volley, one))
        return found

    def attack(self, volley: Volley, world: World) -> Chances:
        """Return the worlds after one attack."""
        hits = [(1, 1.0)] if volley.hit is None else of_roll(volley.hit)
        found: Chances = defaultdict(float)
        for outcome, p in hits:
            worlds: Chances = {world: 1.0}
            if outcome == CRITICAL:
                worlds = self.send_all(worlds, volley.on_critical)
                if volley.auto_wound:
                    worlds = self.send_all(worlds, volley.critical)
                elif not volley.critical_ends_attack:
                    lists = volley.critical, volley.critical_critical
                    worlds = self.spread(worlds, lambda one, to=lists: self.wound(volley, one, *to))
                if volley.extra is not None:
                    extra, base = of_amount(volley.extra), worlds
                    worlds = defaultdict(float)
                    for number in range(max(extra) + 1):
                        for after, q in base.items():
                            worlds[after] += extra.get(number, 0.0) * q
                        base = self.spread(base, lambda one: self.ordinary(volley, one))
            elif outcome != FAIL:
                worlds = self.ordinary(volley, world)
            for after, q in worlds.items():
                found[after] += p * q
        return found

    def ordinary(self, volley: Volley, world: World) -> Chances:
        """Return the worlds after an ordinary hit."""
        return self.wound(volley, world, volley.plain, volley.hit_then_critical_wound)

    def wound(
        self, volley: Volley, world: World, plain: tuple[Packet, ...], special: tuple[Packet, ...]
    ) -> Chances:
        """Return the worlds after one wound roll."""
        found: Chances = defaultdict(float)
        for outcome, p in of_roll(volley.wound):
            packets = () if outcome == FAIL else special if outcome == CRITICAL else plain
            for after, q in self.send_all({world: 1.0}, packets).items():
                found[after] += p * q
        return found

    def send_all(self, worlds: Chances, packets: tuple[Packet, ...]) -> Chances:
        """Return the worlds after some packets were sent."""
        for packet in packets:
            worlds = self.spread(worlds, lambda one, p=packet: self.send(p, one))
        return worlds

    def send(self, packet: Packet, world: World) -> Chances:
        """Return the worlds after one packet was sent."""
        if self.action.pooled:
            found: Chances = defaultdict(float)
            pool = "mortal_points" if packet.mortal else "points"
            save = [(FAIL, 1.0)] if packet.saves is None else of_roll(packet.saves[0])
            for outcome, p in save:
                for points, q in of_amount(packet.amount).items():
                    more = points if outcome == FAIL else 0
                    found[world._replace(**{pool: getattr(world, pool) + more})] += p * q
            return found
        if packet.when == AFTER:
            return {world._replace(waiting=(*world.waiting, packet)): 1.0}
        if packet.when == POOL:
            return {
                world._replace(points=world.points + points): p
                for points, p in of_amount(packet.amount).items()
            }
        return self.inflict(packet, world)

    def front(self, world: World, to_character: bool) -> int | None:
        """Return the model that is hit, None where all are dead."""
        living = [i for i, left in enumerate(world.left) if left]
        leaders = [i for i in living if self.group[i] >= self.leads]
        if to_character and leaders:
            return leaders[0]
        return living[0] if living else None

    def inflict(self, packet: Packet, world: World) -> Chances:
        """Return the worlds after the save and the damage of a packet on one model."""
        model = self.front(world, packet.to_character)
        if model is None:
            return {world: 1.0}
        group = self.unit.groups[self.group[model]]
        found: Chances = defaultdict(float)
        save = packet.saves and packet.saves[self.group[model]]
        for outcome, p in [(FAIL, 1.0)] if save is None else of_roll(save):
            if outcome != FAIL:
                found[world] += p
            elif save is not None and self.unit.ignore_first and not world.ignored:
                found[world._replace(ignored=True)] += p
            else:
                threshold = group.ignore_mortal if packet.mortal else group.ignore
                for points, q in of_amount(packet.amount).items():
                    for hurt, r in unignored(points, threshold):
                        left = list(world.left)
                        left[model] = max(0, left[model] - hurt)
                        found[world._replace(left=tuple(left))] += p * q * r
        return found

    def later(self, world: World) -> Chances:
        """Return the worlds after what waited, in order."""
        worlds: Chances = {world._replace(waiting=()): 1.0}
        for packet in world.waiting:
            worlds = self.spread(worlds, lambda one, p=packet: self.inflict(p, one))
        return worlds

    def pool(self, world: World) -> Chances:
        """Return the worlds after the points of a pool, one by one."""
        worlds: Chances = {world._replace(points=0, mortal_points=0): 1.0}
        mortal = not self.action.pooled
        for _ in range(world.points):
            worlds = self.spread(worlds, lambda one: self.point(one, mortal))
        for _ in range(world.mortal_points):
            worlds = self.spread(worlds, lambda one: self.point(one, True))
        return worlds

    def point(self, world: World, mortal: bool) -> Chances:
        """Return the worlds after one point."""
        model = self.front(world, False)
        if model is None:
            return {world: 1.0}
        group = self.unit.groups[self.group[model]]
        threshold = group.ignore_mortal if mortal else group.ignore
        found: Chances = defaultdict(float)
        for hurt, p in unignored(1, threshold):
            left = list(world.left)
            left[model] -= hurt
            found[world._replace(left=tuple(left))] += p
        return found

    def dice(self, packet: DicePacket, world: World) -> Chances:
        """Return the worlds with the points of dice outside of attacks in their pool."""
        found: Chances = defaultdict(float)
        for gate, p in of_roll(packet.gate):
            if gate == FAIL:
                found[world] += p
                continue
            for points, q in of_dice(packet, world.slain):
                found[world._replace(mortal_points=points)] += p * q
        return found


def of_dice(packet: DicePacket, slain: int) -> Iterator[tuple[int, float]]:
    """Yield the mortal wounds of dice, throw by throw, and their chances."""
    numbers = {packet.per_slain * slain: 1.0} if packet.per_slain else of_amount(packet.dice)
    for number, p in numbers.items():
        on = of_roll(packet.on)
        faces = [(packet.damage if o != FAIL else Amount.fixed(0), q) for o, q in on]
        if packet.table:
            faces = [(amount, 1 / 6) for amount in packet.table]
        for throw in product(faces, repeat=number):
            chance, amounts = p, []
            for amount, q in throw:
                chance *= q
                amounts.append(amount)
            for points, q in summed(amounts).items():
                most = packet.most
                yield points if most is None else min(points, most), chance * q


def unignored(points: int, threshold: int) -> list[tuple[int, float]]:
    """Return how many of some points are not ignored, and the chances."""
    found: dict[int, float] = defaultdict(float)
    for throw in product(range(1, 7), repeat=points if threshold else 0):
        hurt = sum(face < threshold for face in throw) if threshold else points
        found[hurt] += 6.0 ** -len(throw)
    return list(found.items())
