"""Advances and runs: how far they carry (W-5.1, A-5)."""

import math
from typing import Any

from mathhammer.core.dice import Dice
from mathhammer.core.errors import MathhammerError
from mathhammer.core.modifier import UNMODIFIED, Modifier, modifier
from mathhammer.core.record import field, required
from mathhammer.games.checks import extra_die
from mathhammer.games.checks.charge_roll import RULES
from mathhammer.games.checks.check import SUCCESS, Check, CommandReroll
from mathhammer.games.checks.command_reroll import Attempt, attempt
from mathhammer.games.checks.fields import REROLL, inches_rolled, one_command_reroll
from mathhammer.games.checks.outcome import USED, Outcome
from mathhammer.games.checks.rerolls import (
    DiceRoll,
    ModifiedRoll,
    any_of_the_dice,
    modifier_notes,
    reroll_rulings,
)
from mathhammer.games.common.fields import inches
from mathhammer.games.names import AOS, WH40K
from mathhammer.plan.checks import NOT_GIVEN, CheckPlan, with_double


def short_of(needed: float | None, move: float) -> int:
    """Return the roll that takes a unit as far as is needed.

    Parameters
    ----------
    needed : float, optional
        Inches in all.
    move : float
        Inches without the roll.

    Examples
    --------
    >>> short_of(9.5, 6)
    4
    """
    return math.ceil(round((needed or 0) - move, 9))


class Run(Check):
    """How far does a run carry? (A-5)."""

    move: Dice = required(
        inches_rolled, "Inches without the die: a number, or dice where it is random."
    )
    needed: float | None = field(inches, None, "Inches in all that it takes.")
    dice: Dice = field(inches_rolled, Dice.parse("D6"), "The die that is added.")
    extra_die: str | None = field(extra_die.EXTRA_DIE, None, extra_die.ABOUT)
    modifier: Modifier = field(modifier, UNMODIFIED, "Added to the die: a number, or dice.")
    reroll: str | None = field(
        REROLL, None, "A die that falls short of what is needed is rolled again by an ability."
    )

    kind = "run"
    asks = "how far does a run carry?"
    games = (AOS,)
    counterpart = "advance"
    words = ("move", "needed")
    _noun = "a run"

    @property
    def _kept(self) -> int:
        """Command Re-rolls that are kept for it."""
        return 0

    def _check(self) -> None:
        extra_die.with_extra_die(self.dice, self.extra_die)
        if (self.reroll is not None or self._kept) and self.needed is None:
            raise MathhammerError("a re-roll needs the field 'needed': when the first falls short")

    def answer(self, game: str, ruleset: Any) -> Outcome:
        """Answer how far it carries (W-5.1, A-5)."""
        roll = self._roll(game, ruleset)
        inches_made, _, used, double = self._inches(roll)
        words = {"distribution": "inches in all"}
        rulings = reroll_rulings(self.reroll, game, ruleset)
        if self.needed is None:
            outcome = Outcome(words, None, inches_made, rulings=rulings)
            return outcome.with_double(roll.roll.dice, double)
        needed = math.ceil(round(self.needed, 9))
        words = {"probability": f"it gets {self.needed:g} inches or more", **words}
        notes = modifier_notes(self.modifier, self.reroll is not None or self._kept > 0)
        outcome = Outcome(words, inches_made.at_least(needed), inches_made, {}, notes, rulings)
        if self._kept:
            outcome = outcome.with_command_reroll(used)
        return outcome.with_double(roll.roll.dice, double)

    def _roll(self, game: str, ruleset: Any) -> ModifiedRoll:
        dice = extra_die.with_extra_die(self.dice, self.extra_die)
        any_dice = any_of_the_dice(game, ruleset)
        roll = DiceRoll(dice, 0, self.reroll, any_dice, RULES[game].least)
        return ModifiedRoll(roll, self.modifier)

    def _inches(self, die: ModifiedRoll) -> Attempt:
        """Return how far a unit gets, and how often a Command Re-roll is used (W-6)."""
        parts = []
        first = self.move.distribution()
        for move, mass in zip(first.support.tolist(), first.array.tolist(), strict=True):
            made = attempt(die, short_of(self.needed, move), self._kept > 0)
            parts.append((mass, made._replace(roll=made.roll + int(move))))
        return Attempt.mix(parts)

    def plan(self, game: str, ruleset: Any) -> CheckPlan:
        """Return the dice as they are rolled."""
        roll, moves = self._roll(game, ruleset), range(self.move.minimum, self.move.maximum + 1)
        again = roll.again(short_of(self.needed, move) for move in moves)
        needed = NOT_GIVEN if self.needed is None else self.needed
        dice, least = roll.roll.dice, roll.roll.least
        given = (needed, least, self.reroll is not None, self._kept)
        names = ("distribution", "probability", *((USED,) if self._kept else ()))
        names = with_double(names, dice)
        return CheckPlan("advance", names, given, self.move, dice, self.modifier.dice, again)


class Advance(Run):
    """How far does an Advance carry? (W-5.1)."""

    command_reroll: int = field(
        one_command_reroll, 0, "A Command Re-roll, for a die that falls short."
    )

    kind = "advance"
    asks = "how far does an Advance carry?"
    games = (WH40K,)
    counterpart = "run"
    command_reroll_use = CommandReroll("Advance", SUCCESS, "Re-roll an Advance that falls short.")
    _noun = "an Advance"

    @property
    def _kept(self) -> int:
        return self.command_reroll
