"""Fighting, in the order of the rules (W-5.3, A-5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from mathhammer.core.errors import MathhammerError, inside, quoted
from mathhammer.core.record import field, required
from mathhammer.games.turns.fighters import FIRST
from mathhammer.games.turns.history import Act
from mathhammer.games.turns.legality import Finding, Legality
from mathhammer.games.turns.moves import Mover
from mathhammer.games.turns.prepared_weapons import check_names
from mathhammer.games.turns.steps.fields import (
    context_fields,
    target_or_table,
    unit_names,
    weapon_names,
)
from mathhammer.games.turns.steps.step import Step
from mathhammer.plan import Action
from mathhammer.plan.turns import Fights, Move

if TYPE_CHECKING:
    from mathhammer.games.turns.script import Script


class Fight(Step):
    """Units fight, in the order of the rules (W-5.3, A-5)."""

    by: tuple[str, ...] = required(unit_names, "The units that fight, of both sides.")
    at: Any = field(
        target_or_table,
        None,
        "What they fight: one enemy, or a table from units to their targets; by default the "
        "one enemy that the step names.",
    )
    weapons: tuple[str, ...] = field(
        weapon_names, (), "The weapons that they use, by name; all melee ones by default."
    )
    context: Any = field(context_fields, None, "The situation of this step, over that of the turn.")

    uses_weapons = close = deadly = True

    def check(self, script: Script) -> None:
        """Check that the units have the weapons."""
        users = [script.fighter(name).unit for name in self.by]
        check_names(users, "melee", self.weapons)

    def move(self, mover: Mover) -> Move:
        """Return the attacks of those that are not known to be gone, band after band."""
        bands: dict[int, tuple[list[Action], list[Action]]] = {}
        branch, rules = mover.branch, mover.rules
        for actor, target in opponents(self, mover.script).items():
            fighter = mover.script.fighters[actor]
            if {actor, target} & branch.gone:
                continue
            action = mover.attack(self, actor, target, "melee")
            if action is None:
                none = "none of the weapons named" if self.weapons else "no melee weapon"
                mover.note(f"fight: {fighter.name} has {none} and doesn't strike.")
                continue
            gap = branch.gap(actor, target)
            if gap is not None and gap > rules.COMBAT:
                enemy = mover.script.fighters[target].name
                mover.note(
                    f"fight: {fighter.name} and {enemy} are {gap:g} inches apart; computed as if "
                    "they were in combat."
                )
            # Who charges in the other side's turn has no charge bonus (Heroic Intervention, W-6).
            bonus = actor in branch.charged and fighter.side == FIRST
            when = rules.band(fighter.fields.fights_first, fighter.fields.strike_last, bonus)
            bands.setdefault(when, ([], []))[fighter.side].append(action)
        ranks = sorted(bands)
        order = tuple((tuple(bands[k][0]), tuple(bands[k][1])) for k in ranks)
        begins = tuple(-1 if k == rules.GOES_ON and k - 1 in bands else rules.BEGINS for k in ranks)
        return mover.stay((), Fights(order, begins))

    def attacks(self, script: Script) -> dict[int, int]:
        """Return who fights whom."""
        return opponents(self, script)

    def acts(self, script: Script) -> Iterator[Act]:
        """Yield that each of the units fought."""
        for name in self.by:
            yield script.number(name), "fought"

    def illegal(self, legality: Legality) -> Iterator[Finding]:
        """Yield who fights again."""
        for name, act in zip(self.by, self.acts(legality.script), strict=True):
            yield from legality.again(act, f"{name} has fought")


def opponents(step: Fight, script: Script) -> dict[int, int]:
    """Return for each unit that fights its target, in the order named.

    A unit fights what `at` names (for itself, in a table), else the one enemy that the
    step names.

    Raises
    ------
    MathhammerError
        A unit has no enemy in the step, or several.
    """
    targets: dict[int, int] = {}
    named = [script.number(name) for name in step.units]
    table = step.at if isinstance(step.at, dict) else {}
    for name in table:
        if name not in step.by:
            raise MathhammerError(f"{quoted(name)} is not among those that fight", "at")
        with inside("at"):
            script.check_enemies(script.fighter(name), script.fighter(table[name]))
    for name in step.by:
        actor = script.number(name)
        side = script.fighters[actor].side
        at = table.get(name, step.at if isinstance(step.at, str) else None)
        if at is not None and script.fighter(at).side != side:
            targets[actor] = script.number(at)
            continue
        enemies = [n for n in named if script.fighters[n].side != side]
        if len(enemies) != 1:
            what = "several enemies" if enemies else "no enemy"
            raise MathhammerError(
                f"{name} has {what} in this step{script.one_sided}: say whom it fights, like "
                f'at = {{{name} = "unit"}}',
                "at",
            )
        targets[actor] = enemies[0]
    return targets
