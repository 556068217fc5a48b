"""Moves without a charge: a move, an Advance, a run; and out of combat (W-5.1, W-5.5, A-5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mathhammer.core.dice import Dice
from mathhammer.core.errors import MathhammerError
from mathhammer.core.readers import text
from mathhammer.core.record import field, required
from mathhammer.games.names import AOS, WH40K
from mathhammer.games.turns.branch import Branch
from mathhammer.games.turns.history import Act
from mathhammer.games.turns.legality import Finding, Legality
from mathhammer.games.turns.moves import Mover
from mathhammer.games.turns.steps.step import Step
from mathhammer.plan import Amount
from mathhammer.plan.turns import Check, Move

if TYPE_CHECKING:
    from mathhammer.games.turns.script import Script

D6 = Dice.parse("D6")


class Travel(Step):
    """A unit goes so many inches to or from its enemies."""

    by: str = required(text, "The unit that moves.")
    toward: str | None = field(
        text,
        None,
        "The enemy that it moves toward, needed for that; when leaving combat, the enemy that it "
        "leaves (default: all).",
    )

    deadly = spares_the_gone = True

    def check(self, script: Script) -> None:
        """Check that it goes to, or from, an enemy."""
        if self.toward and script.fighter(self.by).side == script.fighter(self.toward).side:
            raise MathhammerError(
                f"{self.toward} is no enemy of {self.by}{script.one_sided}", "toward"
            )

    def _inches(self, mover: Mover) -> tuple[int, float]:
        """Return the unit, and its inches without a die."""
        actor, fighter = mover.fighter(self.by)
        move = fighter.fields.move
        if move is None:
            raise MathhammerError(f"units.{fighter.name} needs the field 'move'", "by")
        if not mover.branch.gaps:
            raise MathhammerError(f"{self.do} needs the field 'gap' of the turn")
        return actor, move

    def acts(self, script: Script) -> tuple[Act]:
        """Return that the unit moved."""
        return ((script.number(self.by), "moved"),)

    def illegal(self, legality: Legality) -> Iterator[Finding]:
        """Yield that a unit moves again, or out of turn."""
        yield from legality.out_of_turn(self.by, "move")
        yield from legality.again(*self.acts(legality.script), f"{self.by} has moved")


class NormalMove(Travel):
    """A unit moves toward an enemy."""

    #: The least and the most that the die adds to its move.
    die = 0, 0

    def move(self, mover: Mover) -> Move:
        """Return the shorter gap."""
        actor, move = self._inches(mover)
        target = self._target(mover)
        stays = mover.index(mover.branch.without(actor))
        then = mover.index(mover.branch.moved(actor, target, -move, mover.rules.COMBAT))
        return Move((actor,), (), None, then, stays)

    def _target(self, mover: Mover) -> int:
        if self.toward is None:
            raise MathhammerError(f"{self.do} needs the field 'toward': the enemy it goes to")
        return mover.fighter(self.toward)[0]

    def illegal(self, legality: Legality) -> Iterator[Finding]:
        """Yield that an engaged unit may not go, and that none may end in combat."""
        yield from super().illegal(legality)
        if legality.engaged(self.by):
            yield from legality.in_combat(self.by, f"may only {legality.script.rules.LEAVES}")
        elif self.toward is not None:
            yield from self._ends_in_combat(legality, self.toward)

    def _ends_in_combat(self, legality: Legality, enemy: str) -> Iterator[Finding]:
        """Yield that a move without a charge ends in combat, which none may (W-5.1, A-5)."""
        rules, gap = legality.script.rules, legality.gap(self.by, enemy)
        move = legality.script.fighter(self.by).fields.move
        if gap is None or move is None:
            return
        least, most = self.die
        if gap - move - most <= rules.COMBAT:
            inches = "1 inch" if rules.COMBAT == 1 else f"{rules.COMBAT:g} inches"
            certain = ", from where a charge can't fail" if rules.COMBAT <= rules.ENGAGED else ""
            yield (
                f"{self.by} comes within {inches} of {enemy}, where no {self.do} may end; "
                f"computed as if it might, and stopped there{certain}",
                gap - move - least <= rules.COMBAT,
            )


class Run(NormalMove):
    """A unit runs: its move and a D6, and it may neither shoot nor charge after it (A-5)."""

    games = (AOS,)
    counterpart = "advance"
    die = 1, 6

    def _after(self, branch: Branch, actor: int) -> Branch:
        """Return the branch with what the unit did."""
        return branch._replace(left=branch.left | {(actor, self.do)})

    def move(self, mover: Mover) -> Move:
        """Return a shorter gap for each face of the die."""
        actor, move = self._inches(mover)
        target = self._target(mover)
        stays = mover.index(mover.branch.without(actor))
        after, least = self._after(mover.branch, actor), mover.rules.COMBAT
        outcomes = tuple(
            (1 / 6, mover.index(after.moved(actor, target, -move - face, least)))
            for face in range(1, 7)
        )
        roll = Amount(D6.terms, 1, 0, tuple(range(6)))
        return Move((actor,), (), Check(outcomes, roll), stays, stays)


class Advance(Run):
    """A unit advances: its move and a D6 (W-5.1)."""

    games = (WH40K,)
    counterpart = "run"

    def _after(self, branch: Branch, actor: int) -> Branch:
        return branch._replace(advanced=branch.advanced | {actor})


class FallBack(Travel):
    """A unit falls back out of combat; battle-shocked it is a Desperate Escape (W-5.5)."""

    games = (WH40K,)
    counterpart = "retreat"

    def move(self, mover: Mover) -> Move:
        """Return the wider gap, and what leaving costs."""
        actor, move = self._inches(mover)
        target = None if self.toward is None else mover.fighter(self.toward)[0]
        branch, stays = mover.branch, mover.index(mover.branch.without(actor))
        events = mover.rules.leave(actor, actor in branch.shocked)
        after = branch._replace(left=branch.left | {(actor, self.do)})
        then = mover.index(after.moved(actor, target, move, mover.rules.COMBAT))
        return Move((actor,), events, None, then, stays)

    def illegal(self, legality: Legality) -> Iterator[Finding]:
        """Yield that the unit is not in combat."""
        yield from super().illegal(legality)
        rules = legality.script.rules
        if not legality.engaged(self.by):
            alone = f"{self.by} is {rules.NEAR} no unit and can't {rules.LEAVES}"
            yield f"{alone}; computed all the same", True


class Retreat(FallBack):
    """A unit retreats out of combat, for D3 mortal damage (A-5)."""

    games = (AOS,)
    counterpart = "fall_back"
