"""The step `charge` of a turn: who may charge, overwatch, what follows (W-5.2, A-5).

Reach, greatest gap and the roll itself are in `checks/charge_roll.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from mathhammer.core.dice import Dice
from mathhammer.core.errors import MathhammerError
from mathhammer.core.modifier import UNMODIFIED, Modifier, modifier
from mathhammer.core.readers import choice, dice_expression, flag, text
from mathhammer.core.record import field, required
from mathhammer.games.checks import extra_die
from mathhammer.games.checks.charge_roll import charge_odds
from mathhammer.games.checks.rerolls import reroll_rulings
from mathhammer.games.turns.history import Act
from mathhammer.games.turns.legality import Finding, Legality
from mathhammer.games.turns.moves import Mover
from mathhammer.games.turns.prepared_weapons import of_type
from mathhammer.games.turns.steps.fields import context_fields, flag_name
from mathhammer.games.turns.steps.step import Step
from mathhammer.plan.turns import Check, Event, Move

if TYPE_CHECKING:
    from mathhammer.games.turns.script import Script


class Charge(Step):
    """A unit charges another (W-5.2, A-5)."""

    by: str = required(text, "The unit that charges.")
    at: str = required(text, "Its target.")
    name: str = field(flag_name, "charged", "The flag that is set where it succeeds.")
    modifier: Modifier = field(modifier, UNMODIFIED, "Added to the roll: a number, or dice.")
    reroll: str | None = field(
        choice("failed"), None, "A failed roll is rolled again by an ability."
    )
    dice: Dice = field(dice_expression, Dice.parse("2D6"), "The dice of the roll.")
    extra_die: str | None = field(extra_die.EXTRA_DIE, None, extra_die.ABOUT)
    overwatch: bool = field(flag, False, "The target shoots in overwatch first (40k, W-4.6).")
    context: Any = field(context_fields, None, "The situation of that overwatch.")

    uses_weapons = deadly = spares_the_gone = True
    _elsewhere = {"command_reroll": "one kept for the charge is reroll = 'failed'"}

    @property
    def sets_flag(self) -> str:
        """The flag that it may set."""
        return self.name

    def check(self, script: Script) -> None:
        """Check that its dice can have one more, and that a context belongs to an overwatch."""
        extra_die.with_extra_die(self.dice, self.extra_die)
        if self.context is not None and not self.overwatch:
            raise MathhammerError(
                "the context of a charge is that of the overwatch, which it doesn't have", "context"
            )

    def move(self, mover: Mover) -> Move:
        """Return the roll, after the target's overwatch."""
        branch, rules, script = mover.branch, mover.rules, mover.script
        (actor, one), (target, other) = mover.fighter(self.by), mover.fighter(self.at)
        script.check_enemies(one, other)
        gap = branch.gap(actor, target)
        if gap is None:
            raise MathhammerError("charge needs the field 'gap' of the turn")
        mover.rulings |= reroll_rulings(self.reroll, script.game, script.ruleset)
        dice = extra_die.with_extra_die(self.dice, self.extra_die)
        roll = dice, gap, self.modifier, self.reroll
        odds = charge_odds(*roll, script.game, script.ruleset)
        if odds.probability == 0.0:
            mover.note(f"charge: {one.name} can't charge {other.name} from {gap:g} inches away.")
        if actor in branch.advanced:
            mover.note(
                f"charge: {one.name} advanced and may not charge, unless an ability allows it; "
                "computed as if it might."
            )
        mover.note_barred(self, actor)
        reached = branch.with_gaps(actor, target, lambda _: rules.ENGAGED)
        reached = reached._replace(
            flags=branch.flags | {self.name}, charged=branch.charged | {actor}
        )
        stays = mover.index(branch)
        events: tuple[Event, ...] = ()
        if self.overwatch:
            if rules.ANSWER != "overwatch":
                raise MathhammerError("Overwatch belongs to Warhammer 40,000", "overwatch")
            shots = mover.attack(self, target, actor, "ranged", overwatch=True)
            if shots is None:
                raise MathhammerError(f"{other.name} has no ranged weapon", "overwatch")
            events = (shots,)
        # What can't be is no branch of its own.
        then = mover.index(reached) if odds.probability > 0.0 else stays
        outcomes = (odds.probability, then), (1.0 - odds.probability, stays)
        check = Check(outcomes, odds.roll, odds.again, (actor, target))
        return Move((actor, target), events, check, stays, stays)

    def attacks(self, script: Script) -> dict[int, int]:
        """Return who shoots in overwatch, and at whom."""
        return {script.number(self.at): script.number(self.by)} if self.overwatch else {}

    def acts(self, script: Script) -> Iterator[Act]:
        """Yield that the unit charged, and that the other side answered."""
        yield script.number(self.by), "charged"
        if self.overwatch:
            yield script.act_of_army(self.at, script.rules.ANSWER)

    def illegal(self, legality: Legality) -> Iterator[Finding]:
        """Yield that a unit may not charge, or the other side not shoot."""
        script = legality.script
        yield from legality.out_of_turn(self.by, "charge")
        act = script.number(self.by), "charged"
        yield from legality.again(act, f"{self.by} has charged")
        yield from legality.in_combat(self.by, "may not charge")
        if self.overwatch:
            unit = of_type(script.fighter(self.at).unit, "ranged", ())
            context = script.context_of(self, unit).replace(**{script.rules.ANSWER: True})
            yield from legality.answer(self.at)
            yield from legality.near(self.at, self.by, unit, context)
