"""Battle-shock tests (W-5.4)."""

from mathhammer.core.errors import MathhammerError
from mathhammer.core.readers import flag, text
from mathhammer.core.record import field, required
from mathhammer.games.checks.leadership import passes
from mathhammer.games.checks.rerolls import TWO_D6
from mathhammer.games.names import WH40K
from mathhammer.games.turns.moves import Mover
from mathhammer.games.turns.steps.fields import SHOCKED
from mathhammer.games.turns.steps.step import Step
from mathhammer.plan import Amount
from mathhammer.plan.turns import Check, Move


class Battleshock(Step):
    """A unit takes a Battle-shock test (W-5.4); with Insane Bravery a failed one passes (W-6)."""

    by: str = required(text, "The unit that takes it.")
    insane_bravery: bool = field(
        flag, False, "The stratagem Insane Bravery lets a failed test pass (W-6)."
    )

    games = (WH40K,)
    asks_for = {"starting_models": (WH40K,)}
    _elsewhere = {"command_reroll": "a Command Re-roll is never for a Battle-shock test (W-6)"}

    @property
    def sets_flag(self) -> str:
        """The flag that it may set."""
        return f"{self.by}{SHOCKED}"

    def move(self, mover: Mover) -> Move:
        """Return the test, below half strength: 2D6 of Leadership or more passes (W-5.4).

        Insane Bravery lets a failed test pass (W-6): it is taken, and nobody is shocked.
        """
        actor, fighter = mover.fighter(self.by)
        leadership = fighter.fields.leadership
        if not leadership:
            raise MathhammerError(f"units.{fighter.name} needs the field 'leadership'", "by")
        branch, stays = mover.branch, mover.index(mover.branch)
        if self.insane_bravery:
            bravery = Check(((1.0, stays),), Amount.fixed(0), units=(actor,), weak=actor)
            return Move((actor,), (), bravery, stays, stays)
        passed = passes(leadership)
        shocked = branch._replace(
            flags=branch.flags | {self.sets_flag}, shocked=branch.shocked | {actor}
        )
        failed = mover.index(shocked) if passed < 1.0 else stays
        outcomes = (1.0 - passed, failed), (passed, stays)
        roll = Amount(TWO_D6.terms, 2, 0, tuple(int(k >= leadership) for k in range(2, 13)))
        check = Check(outcomes, roll, units=(actor,), weak=actor)
        return Move((actor,), (), check, stays, stays)
