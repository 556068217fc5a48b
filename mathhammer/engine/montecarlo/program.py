"""A plan packed into a program of whole numbers, for the kernels that roll its dice.

Faces are packed, not masses: what a kernel does with a `Roll` is to look up dice that
were drawn one by one (`tables`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from mathhammer.engine.exact.joint_states import UnitStates
from mathhammer.engine.exact.queues import Queue, queues_of
from mathhammer.engine.exact.space import ModelQueue, Space
from mathhammer.engine.montecarlo import layout
from mathhammer.engine.montecarlo.layout import COUNTED, STATE, SUMS
from mathhammer.engine.montecarlo.tables import (
    MAX_SUMMED,
    Table,
    count_table,
    face_values,
    sum_table,
)
from mathhammer.plan import (
    AFTER,
    NOW,
    POOL,
    SUCCESS,
    Action,
    Amount,
    Check,
    DicePacket,
    Explosion,
    Fights,
    ModelTests,
    Move,
    Packet,
    Reinforce,
    Restore,
    Roll,
    SelfDamage,
    Step,
    Target,
    TurnPlan,
    Volley,
)

I64 = npt.NDArray[np.int64]

Event = Action | Fights | SelfDamage | ModelTests | Restore | Reinforce


_NEVER = (False,) * 6


class Program:
    """A program in the making: rows that point to each other, equal ones only once."""

    def __init__(self) -> None:
        self.code: list[int] = [*([0] * layout.P_PLACES)]
        self.code += [*layout.PLACES, *layout.SCALES, *layout.MASKS, *layout.DEADLY]
        self.tables: list[Table] = []
        self.spaces: list[Space] = []
        self.bodies: list[int] = []
        self.states = 0
        self.deeds: list[int] = []
        self._known: dict[object, int] = {}
        self._waiting: dict[object, tuple[list[Queue], bool]] = {}
        self.rows = self.phases = 0
        self._most_waiting = 0
        self._most_volleys = 0
        self._most_rows = 0
        self._most_done = self._most_phases = 0
        self._steps = 0

    def _row(self, *numbers: int) -> int:
        at = len(self.code)
        self.code += numbers
        return at

    def _once(self, key: object, numbers: Sequence[int]) -> int:
        at = self._known.get(key)
        if at is None:
            at = self._known[key] = self._row(*numbers)
        return at

    def _list(self, numbers: Sequence[int]) -> int:
        """Pack a list: its length, then what is in it."""
        return self._once(("list", *numbers), (len(numbers), *numbers))

    # ------------------------------------------------------------------ parts

    def _table(self, key: object, table: Callable[[], Table]) -> int:
        at = self._known.get(key)
        if at is None:
            at = self._known[key] = sum(made.size for made in self.tables)
            self.tables.append(table())
        return at

    def _counts(self, outcomes: Sequence[int], again: Sequence[bool]) -> int:
        key = ("counts", tuple(outcomes), tuple(again))
        return self._table(key, lambda: count_table(outcomes, again))

    def _roll(self, roll: Roll | None) -> int:
        if roll is None:
            return -1
        first = self._counts(roll.outcome, roll.again)
        second = self._counts(roll.outcome, _NEVER) if any(roll.again) else -1
        return self._once(roll, (first, second, *roll.outcome, *map(int, roll.again)))

    def _amount(self, amount: Amount | None) -> int:
        if amount is None:
            return -1
        fixed = amount.values[0] if len(amount.values) == 1 else -1
        constant = amount.base - sum(term.keep for term in amount.terms)
        values = self._once(("values", amount.values), amount.values)
        terms = [number for term in amount.terms for number in term]
        faces = sums = -1
        by_face = face_values(amount)
        if by_face:
            faces = self._once(("values", by_face), by_face)
            if max(by_face) < MAX_SUMMED:
                sums = self._table(("sums", by_face), lambda: sum_table(by_face))
        row = (
            fixed, amount.again_below, amount.base, constant, len(amount.terms), values, faces,
            sums,
        )  # fmt: skip
        return self._once(amount, (*row, *terms))

    def _shot(self, packet: Packet, source: int, action: Action) -> int:
        save = saves = -1
        if packet.saves is not None:
            save = self._roll(packet.saves[0])
            if any(roll != packet.saves[0] for roll in packet.saves):
                rolls = [self._roll(roll) for roll in packet.saves]
                saves = self._once(("saves", *rolls), rolls)
        row = (
            self._amount(packet.amount), save, saves, int(packet.mortal),
            int(packet.to_character), packet.when, source, self._queue(packet, action),
        )  # fmt: skip
        return self._once(("shot", *row), row)

    def _queue(self, packet: Packet, action: Action) -> int:
        """Return in which queue a packet waits, 0 if in none."""
        queues, mixed = self._queues(action)
        if mixed or packet.when != AFTER:
            return 0
        return next(i for i, queue in enumerate(queues) if queue.takes(packet))

    def _queues(self, action: Action) -> tuple[list[Queue], bool]:
        key = ("queues", id(action))
        if key not in self._waiting:
            self._waiting[key] = ([], False) if action.pooled else queues_of(action.volleys)
        return self._waiting[key]

    # ------------------------------------------------------------------ units

    def body(self, target: Target) -> None:
        """Pack a unit."""
        space = Space(target)
        self.spaces.append(space)
        front = self._lane(space.front)
        behind = (-1, 0, 0, 0) if space.behind is None else self._lane(space.behind)
        ignored = [self._ignored(n) for g in target.groups for n in (g.ignore, g.ignore_mortal)]
        groups = self._row(*ignored)
        plain = space.behind is None and not any(g.ignore or g.ignore_mortal for g in target.groups)
        first = target.groups[0].ignore
        ward = self._roll(_from(first)) if first else -1
        returns = space.size if target.returns else 0
        state = STATE * len(self.bodies)  # in the room, which it begins
        self.bodies.append(
            self._row(*front, *behind, groups, int(target.ignore_first), ward, target.start,
                      returns, int(plain), state, target.groups[0].health, -1, self.states)
        )  # fmt: skip
        self.states += space.size + returns

    def _ignored(self, threshold: int) -> int:
        """Return the table of a roll that ignores a wound, -1 where nothing does."""
        return self._counts(_from(threshold).outcome, _NEVER) if threshold else -1

    def _lane(self, lane: ModelQueue) -> tuple[int, int, int, int]:
        front = lane.group
        groups = [0] * (lane.total + 1) if front is None else front.tolist()
        return (
            lane.total, self._row(*lane.end.tolist()), self._row(*groups),
            self._row(*lane.model.tolist()),
        )  # fmt: skip

    def _bearers(self, unit: int, groups: tuple[int, ...]) -> int:
        """Pack how many models of some groups live in each state of a lane."""
        key = ("bearers", unit, groups)
        if key not in self._known:
            target = self.spaces[unit].target
            split = len(target.groups) - target.characters
            lanes = []
            for first, last in ((0, split), (split, len(target.groups))):
                there = [g for g in groups if first <= g < last]
                lanes.append(self._row(*_alive(target, first, last, there)) if there else -1)
            self._known[key] = self._row(*lanes)
        return self._known[key]

    # ------------------------------------------------------------------ actions

    def deed(self, action: Action) -> int:
        """Pack an action and return its place."""
        known = self._known.get(("deed", id(action)))
        if known is not None:
            return known
        volleys = [self._volley(volley, row, action) for row, volley in enumerate(action.volleys)]
        dice = [self._dice(packet, action.actor) for packet in action.dice_packets]
        self._most_waiting = max(
            self._most_waiting, sum(most_waiting(volley) for volley in action.volleys)
        )
        self._most_volleys = max(self._most_volleys, len(volleys))
        queues, mixed = self._queues(action)
        pool = any(queue.when == POOL for queue in queues)
        packets = min(len(queues) - pool, 1) if mixed else len(queues) - pool
        later = bool(queues)
        self.rows = len(volleys) + len(dice) + later
        self.phases = len(volleys) + len(dice) + packets + pool
        self._most_rows = max(self._most_rows, self.rows)
        self._most_phases = max(self._most_phases, self.phases)
        own, losses = action.own_losses, (-1, 0, 0, -1, -1)
        if own is not None:
            most = -1 if own.most is None else own.most
            losses = (self._roll(own.roll), own.dice, own.mortal, most, self._list(own.volleys))
        explosion = (-1, -1)
        if action.explosion is not None:
            explosion = self._roll(action.explosion.roll), self._amount(action.explosion.amount)
        place = self._row(
            -1 if action.actor is None else self.bodies[action.actor],
            self.bodies[action.target], self._list(volleys), self._list(dice),
            int(action.pooled), *losses, int(later), packets, int(pool), *explosion,
        )  # fmt: skip
        self.deeds.append(place)
        self._known["deed", id(action)] = place
        return place

    def _volley(self, volley: Volley, row: int, action: Action) -> int:
        def packets(which: tuple[Packet, ...]) -> int:
            return self._list([self._shot(p, row, action) for p in which])

        fixed = -1
        if all(len(a.values) == 1 for a in volley.attacks):
            fixed = sum(a.values[0] for a in volley.attacks)
        return self._row(
            volley.copies,
            fixed,
            self._list([self._amount(a) for a in volley.attacks]),
            self._list([self._amount(a) for a in volley.champion_attacks])
            if volley.champion_attacks
            else -1,
            self._list(volley.attacks_by_target_models) if volley.attacks_by_target_models else -1,
            self._roll(volley.hit),
            self._amount(volley.extra),
            int(volley.auto_wound),
            int(volley.critical_ends_attack),
            self._roll(volley.wound),
            packets(volley.plain),
            packets(volley.hit_then_critical_wound),
            packets(volley.critical),
            packets(volley.critical_critical),
            packets(volley.on_critical) if volley.on_critical else -1,
            counted(volley, action.pooled),
            self._bearers(action.actor, volley.bearers)
            if volley.copies_by and action.actor is not None
            else -1,
            self._list(volley.copies_by) if volley.copies_by else -1,
        )

    def _dice(self, packet: DicePacket, actor: int | None = None) -> int:
        bearers = -1
        if packet.per_model and actor is not None:
            bearers = self._bearers(actor, packet.bearers)
        return self._row(
            self._roll(packet.gate), self._amount(packet.dice), self._roll(packet.on),
            self._amount(packet.damage), -1 if packet.most is None else packet.most,
            packet.per_model, bearers,
        )  # fmt: skip

    # ------------------------------------------------------------------ turns

    def turn(self, plan: TurnPlan, seats: Sequence[UnitStates]) -> None:
        """Pack the units and steps of a turn.

        Parameters
        ----------
        plan : TurnPlan
        seats : list of UnitStates
            One a unit, which know what the exact engine refuses.
        """
        for unit in plan.units:
            self.body(unit)
        self._seats = seats
        self._steps = self._list([self._step(step) for step in plan.steps])

    def _step(self, step: Step) -> int:
        moves = [-1 - m if isinstance(m, int) else self._move(m) for m in step.moves]
        control = self._row(*(w for of in step.control for w in of)) if step.control else -1
        return self._row(len(step.moves), control, *moves)

    def _units(self, units: Sequence[int]) -> int:
        return self._list([self.bodies[unit] for unit in units])

    def _move(self, move: Move) -> int:
        events = self._list([self._event(event) for event in move.events])
        check = -1 if move.check is None else self._check(move.check)
        explosions = self._list([self._explosion(e) for e in move.explosions])
        return self._row(
            self._units(move.units), events, check, move.then, move.otherwise, explosions
        )

    def _explosion(self, explosion: Explosion) -> int:
        place = (
            self.bodies[explosion.unit], self._roll(explosion.roll),
            self._amount(explosion.amount), self._units(explosion.near),
        )  # fmt: skip
        return self._once(("explosion", *place), place)

    def _check(self, check: Check) -> int:
        weak = -1
        if check.weak is not None:
            weak = self.bodies[check.weak]
            if self.code[weak + layout.B_WEAK] < 0:
                states = self.spaces[check.weak].size
                flags = self._seats[check.weak].weak()[:states]
                self.code[weak + layout.B_WEAK] = self._row(*flags.astype(int).tolist())
        again = self._once(("again", check.again), check.again) if check.again else -1
        branches = self._list([branch for _, branch in check.outcomes])
        return self._row(self._units(check.units), weak, self._amount(check.roll), again, branches)

    def _event(self, event: Event) -> int:
        if isinstance(event, Action):
            if event.own_losses is not None and not event.own_losses.mortal:
                self._seats[event.actor or 0].slain_once()
            return self._row(layout.ATTACK, self.deed(event), 0, 0)
        if isinstance(event, Fights):
            return self._row(layout.FIGHTS, self._fights(event), 0, 0)
        body = self.bodies[event.unit]
        if isinstance(event, SelfDamage):
            return self._row(layout.SUFFER, body, self._dice(event.packet), int(event.pooled))
        seat = self._seats[event.unit]
        if isinstance(event, ModelTests):
            seat.slain_once()
            return self._row(layout.PERILS, body, self._roll(event.roll), 0)
        if isinstance(event, Restore):
            seat.mended(0, event.returns)
            return self._row(layout.MEND, body, self._dice(event.points), int(event.returns))
        return self._row(layout.REINFORCE, body, 0, 0)

    def _fights(self, fights: Fights) -> int:
        row = [len(fights.bands)]
        for band, begins in zip(fights.bands, fights.begins, strict=True):
            sides = [self._list([self.deed(action) for action in side]) for side in band]
            self._most_done = max(self._most_done, sum(map(len, band)))
            row += [begins, *sides]
            for action in (*band[0], *band[1]):
                own = action.own_losses
                if own is not None and not own.mortal and action.actor is not None:
                    self._seats[action.actor].slain_once()
        return self._row(*row)

    # ------------------------------------------------------------------ the whole

    def arrays(self) -> tuple[I64, Table, int]:
        """Return the program, its tables, and how much room a thread needs."""
        code = self.code
        code[layout.P_DEED] = self.deeds[0] if self.deeds else 0
        code[layout.P_BODY] = self.bodies[0]
        code[layout.P_LAST_ROW] = self.phases - 1
        code[layout.P_STEPS] = self._steps
        code[layout.P_BODIES] = self._list(self.bodies)
        at = 0
        for head, length in (
            (layout.P_STATE, STATE * len(self.bodies)),
            (layout.P_HELD, layout.H_WIDTH),
            (layout.P_COPIES, self._most_volleys),
            (layout.P_COUNTS, COUNTED * self._most_rows),
            (layout.P_GROWN, 2 * self._most_phases),
            (layout.P_WAITING, 2 * self._most_waiting),
            (layout.P_ROOM, COUNTED),
            (layout.P_SCRATCH, layout.K_WIDTH),
            (layout.P_DONE, self._most_done),
        ):
            code[head] = at
            at += length
        tables = np.concatenate(self.tables) if self.tables else np.zeros(SUMS, dtype=np.uint16)
        return np.array(code, dtype=np.int64), tables, at


def _from(needed: int) -> Roll:
    """Return the roll that succeeds from a face on."""
    return Roll(tuple(SUCCESS if face >= needed else 0 for face in range(1, 7)))


def _alive(target: Target, first: int, last: int, groups: Sequence[int]) -> list[int]:
    """Return how many models of some groups of a lane live in each of its states."""
    alive = sum(target.groups[g].models for g in groups)
    counts = [alive]
    for number in range(first, last):
        group = target.groups[number]
        healths = [group.health - group.lost] + [group.health] * (group.models - 1)
        for health in healths:
            counts += [counts[-1]] * (health - 1)
            alive -= number in groups
            counts.append(alive)
    return counts


def most_waiting(volley: Volley) -> int:
    """Return how many packets of a volley can wait, at most."""

    def later(packets: tuple[Packet, ...]) -> int:
        return sum(packet.when == AFTER for packet in packets)

    plain = max(later(volley.plain), later(volley.hit_then_critical_wound))
    special = max(later(volley.critical), later(volley.critical_critical))
    extra = 0 if volley.extra is None else volley.extra.maximum
    each = max(plain, later(volley.on_critical) + special + extra * plain)
    return volley.most_attacks() * each


def counted(volley: Volley, pooled: bool) -> int:
    """Return whether counting is enough, and in what way.

    The order of attacks matters where what they send at once differs, or waits in different
    forms; where all send the same, only their number does. 1: a critical hit is as any other
    hit; 2: it isn't; 0: attack by attack.
    """
    lists = (
        volley.plain,
        volley.hit_then_critical_wound,
        volley.critical,
        volley.critical_critical,
    )
    if not pooled:
        packets = [
            p for p in volley.packets() if p.when != NOW or p.saves is not None or not p.spills
        ]
        now = {p for p in packets if p.when == NOW}
        after = {p for p in packets if p.when == AFTER}
        if len(now) > 1 or len(after) > 1:
            return 0
        if any(sum(p.when == NOW for p in each) > 1 for each in (*lists, volley.on_critical)):
            return 0
    alike = (
        volley.extra is None
        and not volley.auto_wound
        and not volley.critical_ends_attack
        and not volley.on_critical
        and volley.critical == volley.plain
        and volley.critical_critical == volley.hit_then_critical_wound
    )
    return 1 if alike else 2
