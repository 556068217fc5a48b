"""Who controls an objective (W-5.8, A-7)."""

from mathhammer.core.errors import MathhammerError
from mathhammer.core.record import required
from mathhammer.games.turns.branch import Branch
from mathhammer.games.turns.fighters import FIRST
from mathhammer.games.turns.moves import Mover
from mathhammer.games.turns.steps.fields import unit_names
from mathhammer.games.turns.steps.step import Step
from mathhammer.plan.turns import Move


class Control(Step):
    """Who controls an objective that some units contest (W-5.8, A-7)."""

    contesting: tuple[str, ...] = required(
        unit_names, "The units that contest it, of both sides.", alias="units"
    )

    def move(self, mover: Mover) -> Move:
        """Return that nothing happens: it is only asked."""
        return mover.stay(())

    def control(self, mover: Mover, branch: Branch) -> tuple[int, ...]:
        """Return what each unit's living model counts for control (W-5.8, A-7).

        Negative for the second side; a battle-shocked unit's count nothing (W-5.4).
        """
        named = [mover.script.number(name) for name in self.contesting]
        weights = []
        for number, fighter in enumerate(mover.script.fighters):
            weight = 0
            if number in named:
                each = fighter.fields.objective_control
                if each is None:
                    raise MathhammerError(
                        f"units.{fighter.name} needs the field 'objective_control'", "units"
                    )
                sign = 1 if fighter.side == FIRST else -1
                weight = 0 if number in branch.shocked else sign * each
            weights.append(weight)
        return tuple(weights)
