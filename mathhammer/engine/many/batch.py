"""Many match-ups at once: plans packed into flat arrays for the exact kernel.

A cell is one plan. What cells have in common (targets, amounts, rolls) is packed once, so
that a cell is little more than a few numbers; the kernel then works through blocks of
cells on every processor. What the kernel doesn't take (see `PlanBatch.add`) is left to
`Evolution`, plan by plan.
"""

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from itertools import accumulate
from typing import Any

import numpy as np
import numpy.typing as npt

from mathhammer.core.distribution import Array
from mathhammer.core.lazy import Filled
from mathhammer.engine import limits
from mathhammer.engine.exact.operators import DENSE
from mathhammer.engine.exact.space import Space, wounds_of
from mathhammer.engine.exact.tallies import attack_counts, stage_pmf
from mathhammer.engine.many import band_kernels as kernels
from mathhammer.engine.many import layout
from mathhammer.engine.montecarlo.simulate import processors
from mathhammer.engine.plays import BATCH, BATCH_POOLS, Engine
from mathhammer.plan import NOW, Amount, DicePacket, Packet, Plan, Roll, Target, Volley, features

Records = npt.NDArray[np.void]

#: Cells that a thread works on before it asks for more.
BLOCK = 256


class _Outside(Exception):
    """A plan is beyond the kernel."""


def _check(look: Callable[..., None], part: Any, *how: bool, engine: Engine = BATCH) -> None:
    """Check that the features of a part of a plan are among those that are played."""
    used: set[features.Feature] = set()
    look(part, *how, used)
    if not used <= engine.plays:
        raise _Outside


class PlanBatch:
    """Plans that are evaluated together.

    The tables of cells, volleys and dice grow as flat numbers; each table of parts that
    cells have in common knows the rows of those that it has.
    """

    def __init__(self) -> None:
        self._cells = array("q")
        self._volleys = array("q")
        self._dice = array("q")
        self._count = 0
        self._out = 0
        self._packets: dict[tuple[int, int, tuple[Any, ...]], int] = {}
        self._packet_rows: list[tuple[int, int, bool, int]] = []
        self._rolls: Filled[Roll | None, int] = Filled(lambda _: len(self._rolls) - 1, {None: -1})
        self._saves: Filled[tuple[Roll, ...] | None, int] = Filled(self._save, {None: -1})
        self._save_rolls: list[int] = []
        self._targets = Filled(self._target)
        self._spaces: list[Space] = []
        self._uneven: list[bool] = []
        self._of_cells: list[int] = []
        self._amounts: Filled[Amount | None, int] = Filled(self._amount, {None: -1})
        self._counts: dict[object, tuple[int, int]] = {}
        self._pools: Filled[DicePacket, int] = Filled(lambda packet: self._span(packet.pmf(), 0))
        self._fills = Filled(self._filled)
        self._pmfs: list[Array] = []
        self._firsts: list[int] = []
        self._most_waiting = 0

    # ---------------------------------------------------------------- packing

    def add(self, plan: Plan) -> bool:
        """Pack a plan; return whether the kernel takes it.

        It takes one action on one row of models, each wound sending one packet, where
        nothing waits, or only attacks of the last volley do, all for the same.
        """
        try:
            self._add(plan)
        except _Outside:
            return False
        return True

    def _add(self, plan: Plan) -> None:
        if len(plan.units) != 1 or len(plan.steps) != 1:
            raise _Outside
        action = plan.steps[0]
        pooled = action.pooled
        if action.actor is not None or action[features.ACTION_REST] != features.ORDINARY_ACTION:
            _check(features.of_action, action, engine=BATCH_POOLS if pooled else BATCH)
        target, states = self._targets[plan.units[0]]
        if pooled and self._uneven[target]:
            raise _Outside
        rows: list[int] = []
        waiting, most, attacks = -1, 0, 0
        pools: list[int] = []
        if pooled:  # what a weapon puts into the pool is like dice of its own
            pools = [self._fills[volley] for volley in action.volleys]
        for volley in () if pooled else action.volleys:
            if waiting >= 0:  # only the last volley may wait
                raise _Outside
            row, most, waiting = self._volley(volley)
            rows += row
            attacks += most
        layers = 1
        if waiting >= 0:
            layers += most
            if most > limits.MAX_BATCH_WAITING:
                raise _Outside
            self._most_waiting = max(self._most_waiting, most)
        if (
            attacks * states > limits.MAX_BATCH_STEPS
            or attacks * states * layers * min(states, DENSE) > limits.MAX_WORK
        ):
            raise _Outside
        dice = pools + [self._pools[packet] for packet in action.dice_packets]
        first, first_die = self._count, len(self._dice)
        self._count += 0 if pooled else len(action.volleys)
        self._volleys.extend(rows)
        self._dice.extend(dice)
        self._cells.extend(
            (target, first, self._count, first_die, len(self._dice), waiting, self._out)
        )
        self._of_cells.append(target)
        self._out += states

    def _target(self, target: Target) -> tuple[int, int]:
        """Return the row of a target, and its number of states."""
        states = wounds_of(target.groups) + 1
        _check(features.of_unit, target)
        if states > limits.MAX_BATCH_STATES:
            raise _Outside
        used: set[features.Feature] = set()
        features.of_pools(target, used)
        self._uneven.append(not used <= BATCH_POOLS.plays)
        self._spaces.append(Space(target))
        return len(self._spaces) - 1, states

    def _volley(self, volley: Volley) -> tuple[tuple[int, ...], int, int]:
        """Return the row of a volley, its most attacks, and the packet that waits or -1."""
        if volley.on_critical or volley[features.VOLLEY_REST] != features.ORDINARY_VOLLEY:
            _check(features.of_volley, volley, False)
        plain = special = critical = both = self._packet(volley.plain)
        waiting = -1
        if volley.plain[0].when != NOW:
            raise _Outside
        if volley.hit_then_critical_wound is not volley.plain:
            special = both = self._packet(volley.hit_then_critical_wound)
        if volley.critical is not volley.plain:
            critical = self._packet(volley.critical)
        if volley.critical_critical is not volley.hit_then_critical_wound:
            both = self._packet(volley.critical_critical)
        if not plain == special == critical == both and volley.waits():
            waiting = self._waiting(volley)
        key = (volley.copies, volley.attacks, volley.champion_attacks)
        counted = self._counts.get(key)
        if counted is None:
            least, pmf = attack_counts(volley)
            counted = self._counts[key] = self._span(pmf, least), least + pmf.size - 1
        span, most = counted
        row = (
            span, self._amounts[volley.extra], self._rolls[volley.hit], self._rolls[volley.wound],
            volley.auto_wound, plain, special, critical, both,
        )  # fmt: skip
        return row, most, waiting

    def _waiting(self, volley: Volley) -> int:
        """Return the one packet of a volley that waits."""
        waiting = {self._packet((p,)) for p in volley.packets() if p.when != NOW}
        if len(waiting) > 1 or volley.extra is not None:
            raise _Outside
        return waiting.pop()

    def _packet(self, packets: tuple[Packet, ...]) -> int:
        if len(packets) != 1:
            raise _Outside
        packet = packets[0]
        # All fields stand in the key: what two packets differ in is never lost.
        key = (self._amounts[packet.amount], self._saves[packet.saves], packet[2:])
        found = self._packets.get(key)
        if found is None:
            _check(features.of_packet, packet, False)
            found = self._packets[key] = len(self._packet_rows)
            self._packet_rows.append((key[0], key[1], packet.mortal, packet.when))
        return found

    def _amount(self, amount: Amount | None) -> int:
        assert amount is not None
        pmf = amount.pmf()
        if pmf.size > limits.MAX_BATCH_DAMAGE:
            raise _Outside
        return self._span(pmf, 0)

    def _filled(self, volley: Volley) -> int:
        _check(features.of_volley, volley, True, engine=BATCH_POOLS)
        return self._span(stage_pmf(volley, "damage_rolled"), 0)

    def _save(self, saves: tuple[Roll, ...] | None) -> int:
        assert saves is not None
        self._save_rolls += [self._rolls[roll] for roll in saves]
        return len(self._save_rolls) - len(saves)

    def _span(self, pmf: Array, first: int) -> int:
        self._pmfs.append(pmf)
        self._firsts.append(first)
        return len(self._pmfs) - 1

    # ---------------------------------------------------------------- running

    def spaces(self) -> Iterator[Space]:
        """Return the states of the target of each plan that was taken."""
        return (self._spaces[target] for target in self._of_cells)

    def run(self) -> list[Array]:
        """Return the probabilities of the states at the end, for each plan that was taken."""
        if not self._cells:
            return []
        tables, sizes = self._tables()
        out = np.empty(self._out)
        _in_blocks(tables, sizes, out)
        starts = tables.cells["out"].tolist()
        return [out[a:b] for a, b in zip(starts, [*starts[1:], self._out], strict=True)]

    def _tables(self) -> tuple[layout.Tables, layout.Sizes]:
        lines = [space.front for space in self._spaces]
        groups = [group for space in self._spaces for group in space.target.groups]
        states = [space.size for space in self._spaces]
        number = [len(space.target.groups) for space in self._spaces]
        lengths = [pmf.size for pmf in self._pmfs]
        fronts = [np.zeros(line.total + 1) if line.group is None else line.group for line in lines]
        tables = layout.Tables(
            cells=_records(self._cells, layout.CELL),
            volleys=_records(self._volleys, layout.VOLLEY),
            packets=_records(self._packet_rows, layout.PACKET),
            dice=np.array(self._dice, dtype=np.int64),
            spans=_records(
                list(zip(_starts(lengths), lengths, self._firsts, strict=True)), layout.SPAN
            ),
            masses=np.concatenate([np.zeros(0), *self._pmfs]),
            rolls=np.array([r.masses() for r in self._rolls if r is not None]).reshape(-1, 3),
            saves=np.array(self._save_rolls, dtype=np.int64),
            targets=_records(
                list(zip(states, _starts(states), _starts(number), number, strict=True)),
                layout.TARGET,
            ),
            ends=np.concatenate([line.end for line in lines]).astype(np.int64),
            fronts=np.concatenate(fronts).astype(np.int64),
            groups=_records([(g.health, g.ignore, g.ignore_mortal) for g in groups], layout.GROUP),
        )
        sizes = layout.Sizes(
            states=max(states),
            groups=max(number),
            health=max(g.health for g in groups),
            pmf=limits.MAX_BATCH_DAMAGE,
            waiting=self._most_waiting,
        )
        return tables, sizes


def _starts(lengths: list[int]) -> list[int]:
    """Return where each of some lengths starts in a row of them."""
    return list(accumulate(lengths, initial=0))[:-1]


def _records(rows: Sequence[int] | Sequence[tuple[int, ...]], kind: np.dtype[np.void]) -> Records:
    """Return rows of whole numbers as an array of records; shape (rows,)."""
    return np.array(rows, dtype=np.int64).reshape(-1).view(kind)


def _in_blocks(tables: layout.Tables, sizes: layout.Sizes, out: Array) -> None:
    """Run the kernel over all cells, on as many threads as there are processors."""
    cells = tables.cells.size
    begins = range(0, cells, BLOCK)

    def block(begin: int) -> None:
        kernels.final_states(tables, sizes, begin, min(begin + BLOCK, cells), out)

    block(0)  # compiles it, where need be
    threads = min(processors(), len(begins) - 1)
    with ThreadPoolExecutor(threads) if threads > 1 else nullcontext() as pool:
        list((pool.map if pool else map)(block, begins[1:]))


def final_states(plans: Iterable[Plan]) -> list[Array | None]:
    """Return the probabilities of the target's states at the end of each plan.

    Parameters
    ----------
    plans : iterable of Plan
        Read one by one and not kept.

    Returns
    -------
    list of ndarray of float64, shape (states,), or None
        In the order of states of `Space`, as `Evolution.final`; None where the kernel
        doesn't take the plan.
    """
    batch = PlanBatch()
    taken = [batch.add(plan) for plan in plans]
    states = iter(batch.run())
    return [next(states) if t else None for t in taken]
