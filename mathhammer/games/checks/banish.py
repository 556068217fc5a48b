"""Banishing a manifestation (A-6)."""

from typing import Any

from mathhammer.core.dice import Dice
from mathhammer.core.modifier import UNMODIFIED, Modifier, modifier
from mathhammer.core.record import field, required
from mathhammer.games.checks import extra_die
from mathhammer.games.checks.check import Check
from mathhammer.games.checks.fields import REROLL, inches_rolled
from mathhammer.games.checks.outcome import Outcome
from mathhammer.games.checks.rerolls import (
    TWO_D6,
    DiceRoll,
    ModifiedRoll,
    any_of_the_dice,
    reroll_rulings,
)
from mathhammer.games.common.fields import needed_roll
from mathhammer.games.names import AOS
from mathhammer.plan.checks import CheckPlan, with_double

#: A roll can't be modified below 1 (A-1.5).
LEAST = 1


class Banish(Check):
    """Is a manifestation banished? (A-6)."""

    value: int = required(needed_roll, "The banishment value.")
    modifier: Modifier = field(modifier, UNMODIFIED, "Added to the roll: a number, or dice.")
    reroll: str | None = field(REROLL, None, "A failed roll is rolled again, any of its dice.")
    dice: Dice = field(inches_rolled, TWO_D6, "The dice of the roll.")
    extra_die: str | None = field(extra_die.EXTRA_DIE, None, extra_die.ABOUT)

    kind = "banish"
    asks = "is a manifestation banished?"
    games = (AOS,)
    words = ("value",)
    _noun = "a banishment roll"

    def _check(self) -> None:
        extra_die.with_extra_die(self.dice, self.extra_die)

    def _roll(self, game: str, ruleset: Any) -> ModifiedRoll:
        dice = extra_die.with_extra_die(self.dice, self.extra_die)
        any_dice = any_of_the_dice(game, ruleset)
        return ModifiedRoll(DiceRoll(dice, 0, self.reroll, any_dice, LEAST), self.modifier)

    def answer(self, game: str, ruleset: Any) -> Outcome:
        """Answer whether a manifestation is banished: 2D6 of its value or more (A-6)."""
        roll = self._roll(game, ruleset)
        words = {"probability": "the manifestation is banished"}
        rulings = reroll_rulings(self.reroll, game, ruleset)
        outcome = Outcome(words, roll.probability(self.value), notes=roll.notes, rulings=rulings)
        return outcome.with_double(roll.roll.dice, roll.double(self.value))

    def plan(self, game: str, ruleset: Any) -> CheckPlan:
        """Return the dice as they are rolled."""
        roll = self._roll(game, ruleset)
        dice, again = roll.roll.dice, roll.again([self.value])
        names = with_double(("probability",), dice)
        given = self.value, LEAST, self.reroll is not None
        modifier = self.modifier.dice
        return CheckPlan("test", names, given, second=dice, modifier=modifier, again=again)
