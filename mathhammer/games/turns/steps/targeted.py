"""`TargetedStep`: stratagems and commands at an enemy, dice that inflict mortal wounds."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import TYPE_CHECKING

from mathhammer.core.readers import text
from mathhammer.core.record import required
from mathhammer.games.common.rolls import ALWAYS_SUCCEEDS, d6_roll
from mathhammer.games.turns.fighters import Fighter
from mathhammer.games.turns.history import Act
from mathhammer.games.turns.legality import Finding, Legality
from mathhammer.games.turns.moves import Mover
from mathhammer.games.turns.steps.step import Step
from mathhammer.plan import Action, Amount, DicePacket
from mathhammer.plan.turns import Move

if TYPE_CHECKING:
    from mathhammer.games.turns.script import Script


ONE_POINT = Amount.fixed(1)


class TargetedStep(Step):
    """A unit does something to an enemy."""

    by: str = required(text, "The unit that does it.")
    at: str = required(text, "The enemy that suffers it.")

    deadly = spares_the_gone = True

    @abstractmethod
    def dice(self, one: Fighter, other: Fighter) -> DicePacket:
        """Return the dice.

        Parameters
        ----------
        one, other : Fighter
            Who does it, and who suffers it.
        """

    @abstractmethod
    def forbidden(self, legality: Legality, one: Fighter, other: Fighter) -> Iterator[str]:
        """Yield why the two units could not do or suffer it."""

    def move(self, mover: Mover) -> Move:
        """Return the dice (W-6, A-4)."""
        (actor, one), (target, other) = mover.fighter(self.by), mover.fighter(self.at)
        mover.script.check_enemies(one, other)
        event = Action(actor, target, (), (self.dice(one, other),), mover.rules.POOLED)
        return mover.stay((actor, target), event)

    def acts(self, script: Script) -> tuple[Act]:
        """Return that the army has used it, which it does once."""
        return (script.act_of_army(self.by, self.do),)

    def illegal(self, legality: Legality) -> Iterator[Finding]:
        """Yield what of it isn't permitted (W-6, A-4)."""
        script = legality.script
        for why in self.forbidden(legality, script.fighter(self.by), script.fighter(self.at)):
            yield f"{why}; computed all the same", True
        called = self.do.replace("_", " ").title()
        yield from legality.again(*self.acts(script), f"the side of {self.by} has used {called}")


def packet(
    name: str, dice: Amount, on: int, damage: Amount = ONE_POINT, most: int | None = None
) -> DicePacket:
    """Return dice of which each is worth `damage`, on so much or more; 0: always."""
    roll = d6_roll(on) if on else ALWAYS_SUCCEEDS
    return DicePacket(name, ALWAYS_SUCCEEDS, dice, roll, damage, most)
