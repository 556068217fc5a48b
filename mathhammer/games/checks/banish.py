"""Banishing a manifestation (A-6)."""

from typing import Any

from mathhammer.core.record import field, required
from mathhammer.games.checks.check import Check
from mathhammer.games.checks.fields import MODIFIER, REROLL
from mathhammer.games.checks.outcome import Outcome
from mathhammer.games.checks.rerolls import TWO_D6, DiceRoll, any_of_the_dice, reroll_rulings
from mathhammer.games.common.fields import needed_roll
from mathhammer.games.names import AOS
from mathhammer.plan.checks import CheckPlan

#: A roll can't be modified below 1 (A-1.5).
LEAST = 1


class Banish(Check):
    """Is a manifestation banished? (A-6)."""

    value: int = required(needed_roll, "The banishment value.")
    modifier: int = field(MODIFIER, 0, "Added to the roll.")
    reroll: str | None = field(REROLL, None, "A failed roll is rolled again, any of its dice.")

    kind = "banish"
    asks = "is a manifestation banished?"
    games = (AOS,)
    words = ("value",)
    _noun = "a banishment roll"

    def _roll(self, game: str, ruleset: Any) -> DiceRoll:
        any_dice = any_of_the_dice(game, ruleset)
        return DiceRoll(TWO_D6, self.modifier, self.reroll, any_dice, LEAST)

    def answer(self, game: str, ruleset: Any) -> Outcome:
        """Answer whether a manifestation is banished: 2D6 of its value or more (A-6)."""
        roll = self._roll(game, ruleset)
        banished = roll.faces(self.value).at_least(roll.bar(self.value))
        words = {"probability": "the manifestation is banished"}
        rulings = reroll_rulings(self.reroll, game, ruleset)
        return Outcome(words, banished, rulings=rulings)

    def plan(self, game: str, ruleset: Any) -> CheckPlan:
        """Return the dice as they are rolled."""
        again = self._roll(game, ruleset).again([self.value])
        given = self.value, self.modifier, LEAST, self.reroll is not None
        return CheckPlan("test", ("probability",), given, second=TWO_D6, again=again)
