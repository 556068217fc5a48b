"""Shooting (W-4, A-3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from mathhammer.core.errors import MathhammerError
from mathhammer.core.readers import text
from mathhammer.core.record import field, required
from mathhammer.games.turns.history import Act
from mathhammer.games.turns.legality import Finding, Legality
from mathhammer.games.turns.moves import Mover
from mathhammer.games.turns.prepared_weapons import check_names, of_type
from mathhammer.games.turns.steps.fields import context_fields, weapon_names
from mathhammer.games.turns.steps.step import Step
from mathhammer.plan.turns import Move

if TYPE_CHECKING:
    from mathhammer.games.turns.script import Script


class Shoot(Step):
    """A unit shoots at another."""

    by: str = required(text, "The unit that shoots.")
    at: str = required(text, "Its target.")
    weapons: tuple[str, ...] = field(
        weapon_names, (), "The weapons that it shoots, by name; all ranged ones by default."
    )
    context: Any = field(context_fields, None, "The situation of this step, over that of the turn.")

    uses_weapons = deadly = spares_the_gone = True

    def check(self, script: Script) -> None:
        """Check that the unit has the weapons."""
        check_names([script.fighter(self.by).unit], "ranged", self.weapons)

    def move(self, mover: Mover) -> Move:
        """Return the attack."""
        (actor, one), (target, _) = mover.fighter(self.by), mover.fighter(self.at)
        mover.note_barred(self, actor)
        action = mover.attack(self, actor, target, "ranged")
        if action is None:
            raise MathhammerError(f"{one.name} has no ranged weapon to shoot with", "by")
        return mover.stay((actor, target), action)

    def attacks(self, script: Script) -> dict[int, int]:
        """Return the unit that shoots and its target."""
        return {script.number(self.by): script.number(self.at)}

    def acts(self, script: Script) -> list[Act]:
        """Return that each weapon was shot, or that the side answered in the other's turn."""
        number, unit = script.number(self.by), script.fighter(self.by).unit
        if getattr(script.context_of(self, unit), script.rules.ANSWER):
            return [script.act_of_army(self.by, script.rules.ANSWER)]
        used = of_type(unit, "ranged", self.weapons).weapons
        return [(number, f"shot {weapon.label}") for weapon in used]

    def illegal(self, legality: Legality) -> Iterator[Finding]:
        """Yield what may not be shot: again, out of turn, or near the enemy."""
        script = legality.script
        unit = of_type(script.fighter(self.by).unit, "ranged", self.weapons)
        context = script.context_of(self, unit)
        if getattr(context, script.rules.ANSWER):
            yield from legality.answer(self.by)
        else:
            yield from legality.out_of_turn(self.by, "shoot")
            for weapon in unit.weapons:
                act = script.number(self.by), f"shot {weapon.label}"
                yield from legality.again(act, f"{self.by} has shot {weapon.label}")
        yield from legality.near(self.by, self.at, unit, context)
