"""Who is near a unit of a turn that explodes where it is destroyed (W-5.7)."""

from __future__ import annotations

from typing import Any

from mathhammer.core.dice import Dice
from mathhammer.core.errors import MathhammerError
from mathhammer.games.turns.branch import Branch
from mathhammer.games.turns.fights import opponents
from mathhammer.games.turns.script import Script
from mathhammer.games.turns.steps import Charge, Fight, Mortals, Shoot, Step, TargetedStep, Travel
from mathhammer.games.turns.validate import step_context
from mathhammer.plan import Explosion

#: Steps that may destroy a unit.
_DEADLY = Shoot | Fight | Charge | Mortals | TargetedStep | Travel


class Blasts:
    """Finds the explosions of each step.

    Parameters
    ----------
    script : Script
    rules : module
        What is the game's own.

    Raises
    ------
    NotModelledError
        A unit of several models has Deadly Demise.
    """

    def __init__(self, script: Script, rules: Any) -> None:
        self.script = script
        self.rules = rules
        self.values: dict[int, Dice] = {}
        for number, fighter in enumerate(script.fighters):
            try:
                value = rules.demise_of(fighter.unit)
            except MathhammerError as error:
                raise error.inside(f"units.{fighter.name}") from None
            if value is not None:
                self.values[number] = value

    def of(self, step: Step, world: Branch, hurt: set[int]) -> tuple[Explosion, ...]:
        """Return what may explode in a step, and hurts somebody.

        Parameters
        ----------
        step : Step
        world : Branch
        hurt : set of int
            Units that the step itself may hurt; what explodes may hurt others.
        """
        if not hurt & self.values.keys() or not isinstance(step, _DEADLY):
            return ()
        said = self._said(step)
        found = []
        for unit, value in self.values.items():
            near = tuple(
                other for other in range(len(self.script.fighters))
                if self._near(frozenset((unit, other)), world, said)
            )  # fmt: skip
            if near:
                found.append(self.rules.explosion(unit, near, value))
        reached = set(hurt)
        for _ in found:  # one may set off another
            reached |= {u for e in found if e.unit in reached for u in e.near}
        return tuple(explosion for explosion in found if explosion.unit in reached)

    def _near(
        self, pair: frozenset[int], world: Branch, said: dict[frozenset[int], bool | None]
    ) -> bool:
        """Return whether two enemies are near each other.

        What is said of them counts: by the context of the step, or by their fight; else the gap.
        """
        if len(pair) < 2:
            return False
        if said.get(pair) is not None:
            return bool(said[pair])
        gap = world.gap(*pair)
        return gap is not None and gap <= self.rules.REACH

    def _said(self, step: Step) -> dict[frozenset[int], bool | None]:
        """Return for each pair of the step that attacks whether it is near, None if not known."""
        number = self.script.number
        pairs: dict[int, int] = {}
        if isinstance(step, Shoot):
            pairs = {number(step.by): number(step.at)}
        elif isinstance(step, Charge) and step.overwatch:
            pairs = {number(step.at): number(step.by)}
        elif isinstance(step, Fight):
            pairs = opponents(step, self.script)
        found: dict[frozenset[int], bool | None] = {}
        for actor, target in pairs.items():
            context = step_context(self.script, step, self.script.fighters[actor].unit)
            near = isinstance(step, Fight) or None
            if context.distance is not None:  # goes before the gap, here as in an attack
                near = context.distance <= self.rules.REACH
            given = context.given.get("within_deadly_demise", near)
            found[frozenset((actor, target))] = given
        return found
