"""Healing: a unit regains wounds of its hurt model (W-6, A-2.3)."""

from mathhammer.core.dice import Dice
from mathhammer.core.readers import dice_expression, text
from mathhammer.core.record import required
from mathhammer.games.common.amounts import plain_amount
from mathhammer.games.turns.moves import Mover
from mathhammer.games.turns.steps.step import Step
from mathhammer.games.turns.steps.targeted import packet
from mathhammer.plan import Amount
from mathhammer.plan.turns import Move, Restore


class Heal(Step):
    """A unit regains wounds of its hurt model."""

    by: str = required(text, "The unit.")
    amount: Dice = required(dice_expression, "The wounds that it regains.")

    def move(self, mover: Mover) -> Move:
        """Return the wounds that the front model regains, up to its full."""
        actor, _ = mover.fighter(self.by)
        points = packet("heal", Amount.fixed(1), 0, plain_amount(self.amount))
        return mover.stay((actor,), Restore(actor, points))
