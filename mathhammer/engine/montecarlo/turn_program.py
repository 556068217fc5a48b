"""A turn packed into a program: its steps, moves, events and checks."""

from collections.abc import Sequence

from mathhammer.engine.exact.joint_states import UnitStates
from mathhammer.engine.montecarlo import layout
from mathhammer.engine.montecarlo.program import Program
from mathhammer.plan import Action, Explosion, turns


class TurnProgram(Program):
    """The program of a turn.

    Parameters
    ----------
    plan : TurnPlan
    seats : list of UnitStates
        One per unit, which know what the exact engine refuses.
    """

    def __init__(self, plan: turns.TurnPlan, seats: Sequence[UnitStates]) -> None:
        super().__init__()
        for unit in plan.units:
            self.unit(unit)
        self._seats = seats
        self._steps = self._list([self._step(step) for step in plan.steps])
        several = plan.several_targets.values()
        self._targets = self._list([self._units(targets) for targets in several])

    def _step(self, step: turns.Step) -> int:
        moves = [-1 - m if isinstance(m, int) else self._move(m) for m in step.moves]
        control = self._row(*(w for of in step.control for w in of)) if step.control else -1
        return self._record(layout.STEP, *moves, branches=len(step.moves), control=control)

    def _units(self, units: Sequence[int]) -> int:
        return self._list([self.units[unit] for unit in units])

    def _move(self, move: turns.Move) -> int:
        return self._record(
            layout.MOVE,
            units=self._units(move.units),
            events=self._list([self._event(event) for event in move.events]),
            check=-1 if move.check is None else self._check(move.check),
            then=move.then,
            otherwise=move.otherwise,
            explosions=self._list([self._explosion(e) for e in move.explosions]),
        )

    def _explosion(self, explosion: Explosion) -> int:
        return self._record_once(
            layout.EXPLOSION,
            unit=self.units[explosion.unit],
            roll=self._rolls[explosion.roll],
            amount=self._amounts[explosion.amount],
            near=self._units(explosion.near),
        )

    def _check(self, check: turns.Check) -> int:
        weak = -1
        if check.weak is not None:
            weak = self.units[check.weak]
            flags_at = weak + layout.place_in(layout.UNIT, "weak")
            if self.code[flags_at] < 0:
                states = self.spaces[check.weak].size
                flags = self._seats[check.weak].weak()[:states]
                self.code[flags_at] = self._row(*flags.astype(int).tolist())
        again = self._numbers(check.again) if check.again else -1
        branches = self._list([branch for _, branch in check.outcomes])
        return self._record(
            layout.CHECK,
            units=self._units(check.units),
            weak=weak,
            roll=self._amounts[check.roll],
            again=again,
            branches=branches,
        )

    def _event(self, event: turns.Event) -> int:
        if isinstance(event, Action):
            if event.own_losses is not None and not event.own_losses.mortal:
                self._seats[event.actor or 0].slain_once()
            return self._of_kind(layout.ATTACK, self.attack(event))
        if isinstance(event, turns.Fights):
            return self._of_kind(layout.FIGHTS, self._fights(event))
        unit = self.units[event.unit]
        if isinstance(event, turns.SelfDamage):
            return self._of_kind(layout.SUFFER, unit, self._dice(event.packet), event.pooled)
        seat = self._seats[event.unit]
        if isinstance(event, turns.ModelTests):
            seat.slain_once()
            return self._of_kind(layout.PERILS, unit, self._rolls[event.roll])
        if isinstance(event, turns.Restore):
            seat.mended(0, event.returns)
            return self._of_kind(layout.MEND, unit, self._dice(event.points), event.returns)
        return self._of_kind(layout.REINFORCE, unit)

    def _of_kind(self, kind: int, one: int, two: int = 0, three: int = 0) -> int:
        return self._record(layout.EVENT, kind=kind, one=one, two=two, three=three)

    def _fights(self, fights: turns.Fights) -> int:
        row = [len(fights.bands)]
        for band, begins in zip(fights.bands, fights.begins, strict=True):
            sides = [self._list([self.attack(action) for action in side]) for side in band]
            self._need(done=sum(map(len, band)))
            row += [begins, *sides]
            for action in (*band[0], *band[1]):
                own = action.own_losses
                if own is not None and not own.mortal and action.actor is not None:
                    self._seats[action.actor].slain_once()
        return self._row(*row)
