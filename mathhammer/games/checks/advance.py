"""Advances and runs: how far they carry (W-5.1, A-5)."""

import math
from typing import Any

from mathhammer.core.dice import Dice
from mathhammer.core.distribution import Distribution
from mathhammer.core.errors import MathhammerError
from mathhammer.core.record import field, required
from mathhammer.games.checks.charge_roll import RULES
from mathhammer.games.checks.check import SUCCESS, Check, CommandReroll
from mathhammer.games.checks.command_reroll import with_reroll
from mathhammer.games.checks.fields import MODIFIER, REROLL, inches_rolled, one_command_reroll
from mathhammer.games.checks.outcome import USED, Outcome
from mathhammer.games.checks.rerolls import DiceRoll, any_of_the_dice, reroll_rulings
from mathhammer.games.common.fields import inches
from mathhammer.games.names import AOS, WH40K
from mathhammer.plan.checks import NOT_GIVEN, CheckPlan


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
    modifier: int = field(MODIFIER, 0, "Added to the die.")
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
        if (self.reroll is not None or self._kept) and self.needed is None:
            raise MathhammerError("a re-roll needs the field 'needed': when the first falls short")

    def answer(self, game: str, ruleset: Any) -> Outcome:
        """Answer how far it carries (W-5.1, A-5)."""
        inches_made, used = self._inches(self._roll(game, ruleset))
        words = {"distribution": "inches in all"}
        rulings = reroll_rulings(self.reroll, game, ruleset)
        if self.needed is None:
            return Outcome(words, None, inches_made, rulings=rulings)
        needed = math.ceil(round(self.needed, 9))
        words = {"probability": f"it gets {self.needed:g} inches or more", **words}
        outcome = Outcome(words, inches_made.at_least(needed), inches_made, rulings=rulings)
        return outcome.with_command_reroll(used) if self._kept else outcome

    def _roll(self, game: str, ruleset: Any) -> DiceRoll:
        any_dice = any_of_the_dice(game, ruleset)
        return DiceRoll(self.dice, self.modifier, self.reroll, any_dice, RULES[game].least)

    def _inches(self, die: DiceRoll) -> tuple[Distribution, float]:
        """Return how far a unit gets, and the probability that a Command Re-roll is used (W-6)."""
        parts, used = [], 0.0
        first = self.move.distribution()
        for move, mass in zip(first.support.tolist(), first.array.tolist(), strict=True):
            needed = short_of(self.needed, move)
            roll = die.distribution(needed)
            if self._kept and self.reroll is None:
                again = die._replace(reroll="failed").distribution(needed)
                roll, _, share = with_reroll(roll, again, needed)
                used += mass * share
            parts.append((mass, roll + int(move)))
        return Distribution.mix(parts), used

    def plan(self, game: str, ruleset: Any) -> CheckPlan:
        """Return the dice as they are rolled."""
        roll, moves = self._roll(game, ruleset), range(self.move.minimum, self.move.maximum + 1)
        again = roll.again(short_of(self.needed, move) for move in moves)
        needed = NOT_GIVEN if self.needed is None else self.needed
        given = (needed, self.modifier, roll.least, self.reroll is not None, self._kept)
        names = ("distribution", "probability", *((USED,) if self._kept else ()))
        return CheckPlan("advance", names, given, self.move, self.dice, again)


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
