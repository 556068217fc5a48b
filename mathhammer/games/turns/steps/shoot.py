"""Shooting (W-4, A-3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from mathhammer.core.errors import MathhammerError
from mathhammer.core.readers import text
from mathhammer.core.record import field, required
from mathhammer.games.turns.legality import AGAIN
from mathhammer.games.turns.prepared_weapons import check_names, of_type
from mathhammer.games.turns.steps.fields import context_fields, weapon_names
from mathhammer.games.turns.steps.step import Step
from mathhammer.plan import Move

if TYPE_CHECKING:
    from mathhammer.games.turns.branch import Branch
    from mathhammer.games.turns.history import Act, History
    from mathhammer.games.turns.legality import Finding, Legality
    from mathhammer.games.turns.moves import Index, Mover
    from mathhammer.games.turns.rules import TurnRules
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
        unit = script.fighters[script.number(self.by)].unit
        check_names([unit], "ranged", self.weapons)

    def move(self, mover: Mover, branch: Branch, index: Index) -> Move:
        """Return the attack."""
        (actor, one), (target, _) = mover.fighter(self.by), mover.fighter(self.at)
        mover.note_barred(self, branch, actor)
        action = mover.attack(self, branch, actor, target, "ranged")
        if action is None:
            raise MathhammerError(f"{one.name} has no ranged weapon to shoot with", "by")
        return mover.stay((actor, target), (action,), branch, index)

    def attacks(self, script: Script) -> dict[int, int]:
        """Return the unit that shoots and its target."""
        return {script.number(self.by): script.number(self.at)}

    def acts(self, script: Script, rules: TurnRules) -> frozenset[Act]:
        """Return that each weapon was shot, or that the side answered in the other's turn."""
        number = script.number(self.by)
        fighter = script.fighters[number]
        if getattr(script.context_of(self, fighter.unit), rules.ANSWER):
            return frozenset({(-1 - fighter.side, rules.ANSWER)})
        used = of_type(fighter.unit, "ranged", self.weapons).weapons
        return frozenset((number, f"shot {weapon.name}") for weapon in used)

    def illegal(self, legality: Legality, history: History) -> Iterator[Finding]:
        """Yield what may not be shot: again, out of turn, or near the enemy."""
        script = legality.script
        number = script.number(self.by)
        unit = of_type(script.fighters[number].unit, "ranged", self.weapons)
        context = script.context_of(self, unit)
        if getattr(context, legality.rules.ANSWER):
            yield from legality.answer(self.by, history)
        else:
            yield from legality.out_of_turn(self.by, "shoot")
            for weapon in unit.weapons:
                act = number, f"shot {weapon.name}"
                yield from legality.again(
                    history, act, f"{self.by} has shot {weapon.name} before in this turn; {AGAIN}"
                )
        yield from legality.near(self.by, self.at, unit, context, history)
