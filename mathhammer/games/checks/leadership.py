"""Leadership tests (W-5.4)."""

from typing import Any

from mathhammer.core.dice import Dice
from mathhammer.core.modifier import UNMODIFIED, Modifier, modifier
from mathhammer.core.record import field, required
from mathhammer.games.checks import extra_die
from mathhammer.games.checks.check import Check
from mathhammer.games.checks.fields import REROLL, inches_rolled
from mathhammer.games.checks.outcome import Outcome
from mathhammer.games.checks.rerolls import TWO_D6, DiceRoll, ModifiedRoll
from mathhammer.games.common.fields import leadership_roll
from mathhammer.games.names import WH40K
from mathhammer.plan.checks import CheckPlan, with_double


def passes(leadership: int) -> float:
    """Return the probability that 2D6 show a unit's Leadership or more (W-5.4).

    Parameters
    ----------
    leadership : int
        The best of the unit.

    Examples
    --------
    >>> round(passes(6), 4)
    0.7222
    """
    return DiceRoll(TWO_D6).probability(leadership)


class Leadership(Check):
    """Does a unit pass a Leadership test? (W-5.4)."""

    leadership: int = required(
        leadership_roll, "The roll of 2D6 that passes, the best of the unit."
    )
    modifier: Modifier = field(modifier, UNMODIFIED, "Added to the roll: a number, or dice.")
    reroll: str | None = field(REROLL, None, "A failed roll is rolled again, both dice.")
    dice: Dice = field(inches_rolled, TWO_D6, "The dice of the roll.")
    extra_die: str | None = field(extra_die.EXTRA_DIE, None, extra_die.ABOUT)

    kind = "leadership"
    asks = "does a unit pass a Leadership test?"
    games = (WH40K,)
    words = ("leadership",)
    _noun = "a Leadership test"

    def _check(self) -> None:
        extra_die.with_extra_die(self.dice, self.extra_die)

    @property
    def roll(self) -> ModifiedRoll:
        """The roll of the test."""
        dice = extra_die.with_extra_die(self.dice, self.extra_die)
        return ModifiedRoll(DiceRoll(dice, reroll=self.reroll), self.modifier)

    def answer(self, game: str, ruleset: Any) -> Outcome:
        """Answer whether a unit passes a Leadership test (W-5.4)."""
        roll, needed = self.roll, self.leadership
        words = {"probability": "the test is passed"}
        outcome = Outcome(words, roll.probability(needed), notes=roll.notes)
        return outcome.with_double(roll.roll.dice, roll.double(needed))

    def plan(self, game: str, ruleset: Any) -> CheckPlan:
        """Return the dice as they are rolled."""
        dice = self.roll.roll.dice
        names = with_double(("probability",), dice)
        given = self.leadership, 0, self.reroll is not None
        return CheckPlan("test", names, given, second=dice, modifier=self.modifier.dice)
