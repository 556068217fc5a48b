"""A plan packed into a program of whole numbers, for the kernels that roll its dice.

Faces are packed, not masses: what a kernel does with a `Roll` is to look up dice that
were drawn one by one (`tables`).
"""

from collections.abc import Callable, Sequence

import numpy as np

from mathhammer.core.lazy import Filled
from mathhammer.engine.exact.counts import is_hit_by_hit
from mathhammer.engine.exact.queues import Queue, queues_of
from mathhammer.engine.exact.space import ModelLine, Space
from mathhammer.engine.exact.tallies import per_attack
from mathhammer.engine.montecarlo import layout, tables
from mathhammer.engine.montecarlo.layout import I64
from mathhammer.plan.attacks import AFTER, NOW, PACKET_LISTS, POOL, DicePacket, Packet, Volley
from mathhammer.plan.rolls import SUCCESS, Amount, Roll
from mathhammer.plan.steps import Action
from mathhammer.plan.units import Target

_NEVER = (False,) * 6


class Program:
    """A program in the making: rows that point to each other, equal ones only once."""

    def __init__(self) -> None:
        self.code: list[int] = [0] * layout.words(layout.HEAD)
        self.code += [*layout.PLACES, *layout.SCALES, *layout.MASKS, *layout.DEADLY]
        self.tables: list[tables.Table] = []
        self.spaces: list[Space] = []
        self.units: list[int] = []
        self.states = 0
        self.actions: list[int] = []
        self._known: dict[object, int] = {}
        self._waiting: dict[int, tuple[list[Queue], bool]] = {}
        self._rolls: Filled[Roll | None, int] = Filled(self._roll, {None: -1})
        self._amounts: Filled[Amount | None, int] = Filled(self._amount, {None: -1})
        self.rows = self.phases = 0
        #: The most numbers that any action needs of each in the room.
        self._most = dict.fromkeys(("copies", "counts", "grown", "waiting", "room", "done"), 0)
        self._most["room"] = layout.COUNTED
        self._steps = self._targets = 0

    def _row(self, *numbers: int) -> int:
        at = len(self.code)
        self.code += numbers
        return at

    def _record(self, kind: np.dtype[np.void], /, *behind: int, **fields: int) -> int:
        """Pack a row by the names of its fields, and what stands behind it."""
        assert kind.names == tuple(fields)
        return self._row(*map(int, fields.values()), *behind)

    def _once(self, key: object, pack: Callable[[], int]) -> int:
        """Return where something is, packed at the first time."""
        if key not in self._known:
            self._known[key] = pack()
        return self._known[key]

    def _record_once(self, kind: np.dtype[np.void], /, **fields: int) -> int:
        """Pack a row, equal ones only once."""
        return self._once((kind.names, *fields.values()), lambda: self._record(kind, **fields))

    def _numbers(self, numbers: Sequence[int]) -> int:
        """Pack some numbers, equal ones only once."""
        return self._once(tuple(numbers), lambda: self._row(*numbers))

    def _list(self, numbers: Sequence[int]) -> int:
        """Pack a list: its length, then what is in it."""
        return self._numbers((len(numbers), *numbers))

    def _need(self, **sizes: int) -> None:
        """Make room for so many numbers of each."""
        self._most |= {name: max(self._most[name], size) for name, size in sizes.items()}

    # ------------------------------------------------------------------ parts

    def _table(self, key: object, table: Callable[[], tables.Table]) -> int:
        def pack() -> int:
            self.tables.append(table())
            return sum(made.size for made in self.tables[:-1])

        return self._once(key, pack)

    def _counts(self, outcomes: Sequence[int], again: Sequence[bool]) -> int:
        key = ("counts", tuple(outcomes), tuple(again))
        return self._table(key, lambda: tables.count_table(outcomes, again))

    def _roll(self, roll: Roll | None) -> int:
        assert roll is not None
        return self._record(
            layout.ROLL,
            *roll.outcome,
            *map(int, roll.again),
            table=self._counts(roll.outcome, roll.again),
            again=self._counts(roll.outcome, _NEVER) if any(roll.again) else -1,
        )

    def _amount(self, amount: Amount | None) -> int:
        assert amount is not None
        faces = sums = -1
        by_face = tables.face_values(amount)
        if by_face:
            faces = self._numbers(by_face)
            if max(by_face) < tables.MAX_SUMMED:
                sums = self._table(("sums", by_face), lambda: tables.sum_table(by_face))
        return self._record(
            layout.AMOUNT,
            *(number for term in amount.terms for number in term),
            fixed=amount.values[0] if len(amount.values) == 1 else -1,
            below=amount.again_below,
            base=amount.base,
            constant=amount.base - sum(term.keep for term in amount.terms),
            number=len(amount.terms),
            values=self._numbers(amount.values),
            faces=faces,
            sums=sums,
        )

    def _packet(self, packet: Packet, source: int, action: Action) -> int:
        save = saves = -1
        if packet.saves is not None:
            save = self._rolls[packet.saves[0]]
            if any(roll != packet.saves[0] for roll in packet.saves):
                saves = self._numbers([self._rolls[roll] for roll in packet.saves])
        return self._record_once(
            layout.PACKET,
            amount=self._amounts[packet.amount],
            save=save,
            saves=saves,
            mortal=packet.mortal,
            character=packet.to_character,
            when=packet.when,
            source=source,
            queue=self._queue(packet, action),
        )

    def _queue(self, packet: Packet, action: Action) -> int:
        """Return in which queue a packet waits, 0 if in none."""
        queues, mixed = self._queues(action)
        if mixed or packet.when != AFTER:
            return 0
        return next(i for i, queue in enumerate(queues) if queue.takes(packet))

    def _queues(self, action: Action) -> tuple[list[Queue], bool]:
        if id(action) not in self._waiting:
            self._waiting[id(action)] = ([], False) if action.pooled else queues_of(action.volleys)
        return self._waiting[id(action)]

    # ------------------------------------------------------------------ units

    def unit(self, target: Target) -> None:
        """Pack a unit."""
        space = Space(target)
        self.spaces.append(space)
        front = self._models(space.front)
        behind = (-1, 0, 0, 0) if space.behind is None else self._models(space.behind)
        plain = space.behind is None and not any(g.ignore or g.ignore_mortal for g in target.groups)
        first = target.groups[0]
        returns = space.size if target.returns else 0
        names = ("last", "ends", "groups", "models")
        at = len(layout.STATE) * len(self.units)
        self.units.append(
            self._record(
                layout.UNIT,
                **dict(zip(names, front, strict=True)),
                **{f"behind_{name}": n for name, n in zip(names, behind, strict=True)},
                ignore=self._row(*(self._ignored(g.ignore) for g in target.groups)),
                ignore_mortal=self._row(*(self._ignored(g.ignore_mortal) for g in target.groups)),
                ignores=target.ignore_first,
                ward=self._ward(first.ignore),
                ward_mortals=self._ward(first.ignore_mortal),
                start=target.start,
                returns=returns,
                plain=plain,
                health=target.groups[0].health,
                weak=-1,
                offset=self.states,
                **{name: at + i for i, name in enumerate(layout.STATE)},
            )
        )
        self.states += space.size + returns

    def _ward(self, threshold: int) -> int:
        """Return the roll that takes a point out of a pool, -1 where none does."""
        return self._rolls[_from(threshold)] if threshold else -1

    def _ignored(self, threshold: int) -> int:
        """Return the table of a roll that ignores a wound, -1 where nothing does."""
        return self._counts(_from(threshold).outcome, _NEVER) if threshold else -1

    def _models(self, line: ModelLine) -> tuple[int, int, int, int]:
        """Pack what is known of models in a row; return their last state, and where the rest is."""
        front = line.group
        groups = [0] * (line.total + 1) if front is None else front.tolist()
        return (
            line.total, self._row(*line.end.tolist()), self._row(*groups),
            self._row(*line.model.tolist()),
        )  # fmt: skip

    def _bearers(self, unit: int, groups: tuple[int, ...]) -> int:
        """Pack how many models of some groups live in each state of a queue."""
        target = self.spaces[unit].target
        split = len(target.groups) - target.characters
        alive = []
        for first, last in ((0, split), (split, len(target.groups))):
            bearing = [g for g in groups if first <= g < last]
            alive.append(self._numbers(_alive(target, first, last, bearing)) if bearing else -1)
        return self._record_once(layout.BEARERS, front=alive[0], behind=alive[1])

    # ------------------------------------------------------------------ actions

    def attack(self, action: Action) -> int:
        """Pack an action and return its place."""
        return self._once(("attack", id(action)), lambda: self._action(action))

    def _action(self, action: Action) -> int:
        volleys = [self._volley(volley, row, action) for row, volley in enumerate(action.volleys)]
        dice = [self._dice(packet, action.actor) for packet in action.dice_packets]
        queues, mixed = self._queues(action)
        pool = any(queue.when == POOL for queue in queues)
        packets = min(len(queues) - pool, 1) if mixed else len(queues) - pool
        later = bool(queues)
        self.rows = len(volleys) + len(dice) + later
        self.phases = len(volleys) + len(dice) + packets + pool
        self._need(
            copies=len(volleys),
            counts=layout.COUNTED * self.rows,
            grown=2 * self.phases,
            waiting=2 * sum(v.most_attacks() * per_attack(v, _is_after) for v in action.volleys),
        )
        own, explosion = action.own_losses, action.explosion
        place = self._record(
            layout.ACTION,
            actor=-1 if action.actor is None else self.units[action.actor],
            target=self.units[action.target],
            volleys=self._list(volleys),
            dice=self._list(dice),
            pooled=action.pooled,
            own=-1 if own is None else self._rolls[own.roll],
            own_dice=0 if own is None else own.dice,
            own_mortal=0 if own is None else own.mortal,
            own_most=-1 if own is None or own.most is None else own.most,
            own_volleys=-1 if own is None else self._list(own.volleys),
            later=later,
            queues=packets,
            pool=pool,
            explodes=-1 if explosion is None else self._rolls[explosion.roll],
            explosion=-1 if explosion is None else self._amounts[explosion.amount],
            counts_slain=any(packet.per_slain for packet in action.dice_packets),
        )
        self.actions.append(place)
        return place

    def _volley(self, volley: Volley, row: int, action: Action) -> int:
        def packets(which: tuple[Packet, ...]) -> int:
            return self._list([self._packet(p, row, action) for p in which])

        fixed = -1
        if all(len(a.values) == 1 for a in volley.attacks):
            fixed = sum(a.values[0] for a in volley.attacks)
        champion, by_models = volley.champion_attacks, volley.attacks_by_target_models
        bearers = copies_by = -1
        if volley.copies_by:
            assert action.actor is not None
            bearers = self._bearers(action.actor, volley.bearers)
            copies_by = self._list(volley.copies_by)
        return self._record(
            layout.VOLLEY,
            copies=volley.copies,
            fixed=fixed,
            amounts=self._list([self._amounts[a] for a in volley.attacks]),
            champion=self._list([self._amounts[a] for a in champion]) if champion else -1,
            by_target_models=self._list(by_models) if by_models else -1,
            hit=self._rolls[volley.hit],
            extra=self._amounts[volley.extra],
            auto_wound=volley.auto_wound,
            critical_ends=volley.critical_ends_attack,
            wound=self._rolls[volley.wound],
            plain=packets(volley.plain),
            hit_then_critical_wound=packets(volley.hit_then_critical_wound),
            critical=packets(volley.critical),
            critical_critical=packets(volley.critical_critical),
            on_critical=packets(volley.on_critical) if volley.on_critical else -1,
            counted=counted(volley, action.pooled),
            bearers=bearers,
            copies_by=copies_by,
        )

    def _dice(self, packet: DicePacket, actor: int | None = None) -> int:
        bearers = -1
        if packet.per_model and actor is not None:
            bearers = self._bearers(actor, packet.bearers)
        return self._record(
            layout.DICE,
            gate=self._rolls[packet.gate],
            dice=self._amounts[packet.dice],
            on=self._rolls[packet.on],
            damage=self._amounts[packet.damage],
            most=-1 if packet.most is None else packet.most,
            per_model=packet.per_model,
            bearers=bearers,
            table=self._numbers([self._amounts[a] for a in packet.table]) if packet.table else -1,
            per_slain=packet.per_slain,
        )

    # ------------------------------------------------------------------ the whole

    def arrays(self) -> tuple[I64, tables.Table, int]:
        """Return the program, its tables, and how much room a thread needs."""
        head = {
            "action": self.actions[0] if self.actions else 0,
            "unit": self.units[0],
            "last_row": self.phases - 1,
            "steps": self._steps,
            "units": self._list(self.units),
            "targets": self._targets,
        }
        names = layout.HEAD.names or ()
        at = len(layout.STATE) * len(self.units)
        columns = dict.fromkeys(names[names.index("held") :], 1)
        for name, length in (self._most | columns).items():
            head[name] = at
            at += length
        self.code[: len(names)] = [head[name] for name in names]
        looked_up = np.concatenate(self.tables or [np.zeros(layout.SUMS, dtype=np.uint16)])
        return np.array(self.code, dtype=np.int64), looked_up, at


def _is_after(packet: Packet) -> bool:
    return packet.when == AFTER


def _from(needed: int) -> Roll:
    """Return the roll that succeeds from a face on."""
    return Roll(tuple(SUCCESS if face >= needed else 0 for face in range(1, 7)))


def _alive(target: Target, first: int, last: int, groups: Sequence[int]) -> list[int]:
    """Return how many models of some groups of a queue live in each of its states."""
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


def counted(volley: Volley, pooled: bool) -> int:
    """Return whether counting is enough, and in what way.

    The order of attacks matters where what they send at once differs, or waits in different
    forms; where all send the same, only their number does. 1: a critical hit is as any other
    hit; 2: it isn't; 0: attack by attack.
    """
    if not pooled:
        packets = [
            p for p in volley.packets() if p.when != NOW or p.saves is not None or not p.spills
        ]
        now = {p for p in packets if p.when == NOW}
        after = {p for p in packets if p.when == AFTER}
        if len(now) > 1 or len(after) > 1:
            return 0
        for name in PACKET_LISTS:
            if sum(p.when == NOW for p in getattr(volley, name)) > 1:
                return 0
    alike = volley.extra is None and not volley.critical_ends_attack and is_hit_by_hit(volley)
    return 1 if alike else 2
