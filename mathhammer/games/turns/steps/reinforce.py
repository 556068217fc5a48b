"""Reinforcements: a destroyed unit is replaced, once (S-3)."""

from mathhammer.core.readers import text
from mathhammer.core.record import required
from mathhammer.games.names import AOS, GAMES
from mathhammer.games.turns.moves import Mover
from mathhammer.games.turns.steps.step import Step
from mathhammer.plan.turns import Move
from mathhammer.plan.turns import Reinforce as Replace


class Reinforce(Step):
    """A unit comes back (S-3)."""

    by: str = required(text, "The unit that comes back.")

    asks_for = {"starting_models": (AOS,), "reinforcements": GAMES}

    def move(self, mover: Mover) -> Move:
        """Return the unit as new, where it was destroyed; it has done nothing yet."""
        actor, fighter = mover.fighter(self.by)
        if not fighter.fields.reinforcements:
            mover.note(
                f"reinforce: {fighter.name} has no reinforcements (set reinforcements = "
                "true); nothing comes back."
            )
        branch, begin = mover.branch, mover.script.gap
        fresh = branch._replace(
            charged=branch.charged - {actor},
            advanced=branch.advanced - {actor},
            shocked=branch.shocked - {actor},
            left=frozenset(pair for pair in branch.left if pair[0] != actor),
            gone=branch.gone - {actor},
        ).with_gaps(actor, None, lambda inches: inches if begin is None else begin)
        if branch.gaps and fighter.fields.reinforcements:
            mover.note(f"reinforce: {fighter.name} is assumed to come back at the starting gap.")
        stays = mover.index(branch)
        back = mover.index(fresh) if fighter.fields.reinforcements else stays
        return Move((), (Replace(actor),), None, back, stays)
