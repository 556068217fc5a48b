"""Deadly Demise in a turn: who is near a unit that explodes where it is destroyed (W-5.7).

The roll and the reach are those of `wh40k/abilities/deadly_demise.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mathhammer.core.errors import inside
from mathhammer.games.turns.branch import Branch
from mathhammer.games.wh40k.abilities.deadly_demise import REACH
from mathhammer.plan import Explosion

if TYPE_CHECKING:
    from mathhammer.games.turns.script import Script
    from mathhammer.games.turns.steps.step import Step


class StepExplosions:
    """Finds the explosions of each step.

    Parameters
    ----------
    script : Script

    Raises
    ------
    NotModelledError
        A unit of several models has Deadly Demise.
    """

    def __init__(self, script: Script) -> None:
        self.script = script
        self.demises: dict[int, Explosion] = {}
        for number, fighter in enumerate(script.fighters):
            with inside(f"units.{fighter.name}"):
                demise = script.rules.demise_of(fighter.unit)
            if demise is not None:
                self.demises[number] = demise

    def of(self, step: Step, branch: Branch, hurt: set[int]) -> tuple[Explosion, ...]:
        """Return what may explode in a step, and hurts somebody.

        Parameters
        ----------
        step : Step
        branch : Branch
        hurt : set of int
            Units that the step itself may hurt; what explodes may hurt others.
        """
        if not hurt & self.demises.keys() or not step.deadly:
            return ()
        told = self._told(step)
        explosions = []
        for unit, explosion in self.demises.items():
            near = tuple(
                other for other in range(len(self.script.fighters))
                if other != unit and self._near(frozenset((unit, other)), branch, told)
            )  # fmt: skip
            if near:
                explosions.append(explosion._replace(unit=unit, near=near))
        reached = set(hurt)
        for _ in explosions:  # one may set off another
            reached |= {u for e in explosions if e.unit in reached for u in e.near}
        return tuple(explosion for explosion in explosions if explosion.unit in reached)

    def _near(self, pair: frozenset[int], branch: Branch, told: dict[frozenset[int], bool]) -> bool:
        """Return whether two enemies are near each other.

        What is said of them counts: by the context of the step, or by their fight; else the gap.
        """
        if pair in told:
            return told[pair]
        gap = branch.gap(*pair)
        return gap is not None and gap <= REACH

    def _told(self, step: Step) -> dict[frozenset[int], bool]:
        """Return for pairs of the step that attack whether they are near, where that is said."""
        told = {}
        for actor, target in step.attacks(self.script).items():
            context = self.script.context_of(step, self.script.fighters[actor].unit)
            near = step.close or None
            if context.distance is not None:  # goes before the gap, here as in an attack
                near = context.distance <= REACH
            near = context.given.get("within_deadly_demise", near)
            if near is not None:
                told[frozenset((actor, target))] = bool(near)
        return told
