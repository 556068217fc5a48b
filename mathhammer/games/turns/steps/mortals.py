"""Dice that inflict mortal wounds or mortal damage (W-1.6, A-2, S-2)."""

from mathhammer.core.errors import MathhammerError, NotModelledError
from mathhammer.core.readers import text
from mathhammer.core.record import field, required
from mathhammer.games.common.action import dice_packet
from mathhammer.games.common.mortals import MortalDice
from mathhammer.games.turns.moves import Mover
from mathhammer.games.turns.steps.step import Step
from mathhammer.plan import Action
from mathhammer.plan.turns import Event, Move, SelfDamage


class _At(Step):
    at: str = required(text, "The unit that suffers them.")
    by: str | None = field(
        text, None, "The unit that inflicts them, where it must be alive for it."
    )


class Mortals(_At, MortalDice):
    """Dice that inflict mortal wounds or mortal damage."""

    deadly = spares_the_gone = True

    def _check(self) -> None:
        super()._check()
        if self.per_slain:
            raise MathhammerError(
                "per_slain counts the models that attacks slay, and this step has no attacks"
            )
        if "per_model" in self.__dict__ and self.by is None:
            raise MathhammerError("per_model needs 'by': the unit whose models are counted")

    def move(self, mover: Mover) -> Move:
        """Return the dice; for each model they follow the survivors."""
        target, _ = mover.fighter(self.at)
        needed = [target]
        actor, fighter = mover.fighter(self.by or self.at)
        packet = dice_packet(self, fighter.unit)
        if self.by is not None:
            needed.append(actor)
        if self.per_model:
            last = len(mover.units[actor].groups) - mover.units[actor].leaders
            packet = packet._replace(per_model=self.per_model, bearers=tuple(range(last)))
        pooled = mover.rules.POOLED
        event: Event
        if self.by is not None and actor == target:
            if packet.per_model:
                raise NotModelledError("dice for each model of the unit that suffers them", "by")
            event = SelfDamage(target, packet, pooled)
        else:
            source = None if self.by is None else actor
            event = Action(source, target, (), (packet,), pooled)
        return mover.stay(tuple(dict.fromkeys(needed)), event)
