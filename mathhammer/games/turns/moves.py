"""`Mover`: what the moves of all steps share: units, attacks in a branch, notes on the way."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from mathhammer.games.profiles import Context, Unit
from mathhammer.games.registry import game
from mathhammer.games.turns.branch import LEFT, Branch
from mathhammer.games.turns.explosions import StepExplosions
from mathhammer.games.turns.fighters import Fighter
from mathhammer.games.turns.history import hurt_by
from mathhammer.games.turns.prepared_weapons import of_type
from mathhammer.plan import Action, Target
from mathhammer.plan.turns import Event, Move

if TYPE_CHECKING:
    from mathhammer.games.turns.script import Script
    from mathhammer.games.turns.steps.step import Step

#: Numbers the branches after a step.
Index = Callable[[Branch], int]


class AttackNote(NamedTuple):
    """An attack of one unit in one branch.

    Attributes
    ----------
    title : str
        The step and the two units, in words.
    actor : str
        The name of the unit that attacks.
    attacker : Unit
        With the weapons that it uses.
    target : Unit
    context : Context
        With what the branch says.
    own : frozenset of str
        The fields of the context that the step itself gives.
    """

    title: str
    actor: str
    attacker: Unit
    target: Unit
    context: Context
    own: frozenset[str]


class Mover:
    """Makes the moves of a script.

    Parameters
    ----------
    script : Script
    units : tuple of Target

    Attributes
    ----------
    branch : Branch
        In which a move is made.
    index : callable
        Numbers the branches after it.
    notes : list of str or AttackNote
        What a reader may not expect, found on the way.
    rulings : dict
        Those that matter, found on the way.
    """

    branch: Branch
    index: Index

    def __init__(self, script: Script, units: tuple[Target, ...]) -> None:
        self.script = script
        self.rules = script.rules
        self.units = units
        self.notes: list[str | AttackNote] = []
        self.rulings: dict[str, Any] = dict(script.ruleset.given)
        self._explosions = StepExplosions(script)
        self._actions: dict[object, Action | None] = {}

    def move(self, step: Step, branch: Branch, index: Index) -> Move | int:
        """Return what a step does in a branch, or the branch it leads to unmoved."""
        if not all(branch.holds(condition) for condition in step.needs):
            return index(branch)
        if step.spares_the_gone:
            named = [step.__dict__.get("by"), step.__dict__.get("at")]
            if any(name and self.script.number(name) in branch.gone for name in named):
                return index(branch)
        self.branch, self.index = branch, index
        move = step.move(self)
        hurt = set().union(*map(hurt_by, move.events))
        explosions = self._explosions.of(step, branch, hurt)
        return move._replace(explosions=explosions) if explosions else move

    def validate(self, step: Step, branch: Branch) -> None:
        """Check a step that never takes place, as if its condition held.

        Raises
        ------
        MathhammerError
            It lacks what it needs.
        """
        notes, rulings = self.notes, self.rulings
        self.notes, self.rulings = [], dict(rulings)
        self.branch, self.index = branch._replace(gone=frozenset()), lambda after: 0
        step.move(self)
        self.notes, self.rulings = notes, rulings

    def note(self, sentence: str) -> None:
        """Keep what a reader may not expect."""
        self.notes.append(sentence)

    def take_notes(self) -> list[str | AttackNote]:
        """Return what was found since it was last asked for."""
        notes, self.notes = self.notes, []
        return notes

    # ------------------------------------------------------------------ for steps

    def fighter(self, name: str) -> tuple[int, Fighter]:
        """Return a unit and its number."""
        number = self.script.number(name)
        return number, self.script.fighters[number]

    def stay(self, units: tuple[int, ...], *events: Event) -> Move:
        """Return a move that leads to no other branch.

        Parameters
        ----------
        units : tuple of int
            Those that must be alive for it.
        *events : Event
        """
        same = self.index(self.branch)
        return Move(units, events, None, same, same)

    def note_barred(self, step: Step, actor: int) -> None:
        """Note where a unit may not do what it does (W-5, A-5)."""
        name = self.script.fighters[actor].name
        for do, word in LEFT.items():
            if (actor, do) in self.branch.left:
                self.note(
                    f"{step.do}: {name} {word} and may not {step.do} in the same turn, unless "
                    "an ability allows it; computed as if it might."
                )

    def attack(
        self, step: Step, actor: int, target: int, kind: str, overwatch: bool = False
    ) -> Action | None:
        """Return an attack in the branch; None where the unit has no such weapon.

        Parameters
        ----------
        step : Step
        actor, target : int
        kind : {"ranged", "melee"}
        overwatch : bool
            Whether it is the overwatch of a charge.
        """
        key = (id(step), self.branch, actor, target, kind)
        if key not in self._actions:
            self._actions[key] = self._attack(step, actor, target, kind, overwatch)
        return self._actions[key]

    def _attack(
        self, step: Step, actor: int, target: int, kind: str, overwatch: bool
    ) -> Action | None:
        script, branch = self.script, self.branch
        one, other = script.fighters[actor], script.fighters[target]
        script.check_enemies(one, other)
        names = () if overwatch else getattr(step, "weapons", ())
        attacker = of_type(one.unit, kind, names)
        if not attacker.weapons:
            return None
        context = script.context_of(step, attacker)
        statuses = self.rules.statuses(branch, actor, target)
        forced: dict[str, Any] = {name: True for name, holds in statuses.items() if holds}
        if overwatch:
            forced["overwatch"] = True
        gap = branch.gap(actor, target)
        title = f"{step.do} {one.name} at {other.name}"
        if gap is not None and context.distance is None:
            if kind == "ranged" or gap <= self.rules.COMBAT:  # units that fight are near
                forced["distance"] = gap
        elif gap not in (None, context.distance):
            if kind == "ranged" or target in self._explosions.demises:
                self.note(
                    f"{title}: the gap is {gap:g} inches, and the context's distance "
                    f"({context.distance:g}) takes precedence."
                )
        given = getattr(step, "context", None)
        own = frozenset(type(context).read(given).given) if given is not None else frozenset()
        context = context.merged(type(context)(**forced))
        self.notes.append(AttackNote(title, one.name, attacker, other.unit, context, own))
        self.rulings |= game(script.game).rulings(attacker, other.unit, context, script.ruleset)
        for weapon in attacker.weapons:
            abilities = (*weapon.abilities, *attacker.abilities)
            if weapon.group is not None and any(a.kind == "hazardous" for a in abilities):
                self.note(
                    f"{step.do} {one.name}: what Hazardous does to the bearers of {weapon.label} "
                    "is approximated: the unit's first models suffer it."
                )
        return self.rules.action(
            actor, target, attacker, other.unit, self.units, context, script.ruleset
        )
