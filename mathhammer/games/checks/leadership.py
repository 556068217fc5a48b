"""Leadership tests (W-5.4)."""

from typing import Any

from mathhammer.core.record import field, required
from mathhammer.games.checks.check import Check
from mathhammer.games.checks.fields import MODIFIER, REROLL
from mathhammer.games.checks.outcome import Outcome
from mathhammer.games.checks.rerolls import TWO_D6, DiceRoll
from mathhammer.games.common.fields import leadership_roll
from mathhammer.games.names import WH40K
from mathhammer.plan.checks import CheckPlan


def passes(leadership: int, modifier: int = 0, reroll: str | None = None) -> float:
    """Return the probability that 2D6 show a unit's Leadership or more (W-5.4).

    Parameters
    ----------
    leadership : int
        The best of the unit.
    modifier : int
        Added to the roll.
    reroll : {None, "failed"}
        Both dice are rolled again (D-2).

    Examples
    --------
    >>> round(passes(6), 4)
    0.7222
    """
    return DiceRoll(TWO_D6, modifier, reroll).probability(leadership)


class Leadership(Check):
    """Does a unit pass a Leadership test? (W-5.4)."""

    leadership: int = required(
        leadership_roll, "The roll of 2D6 that passes, the best of the unit."
    )
    modifier: int = field(MODIFIER, 0, "Added to the roll.")
    reroll: str | None = field(REROLL, None, "A failed roll is rolled again, both dice.")

    kind = "leadership"
    asks = "does a unit pass a Leadership test?"
    games = (WH40K,)
    words = ("leadership",)
    _noun = "a Leadership test"

    def answer(self, game: str, ruleset: Any) -> Outcome:
        """Answer whether a unit passes a Leadership test (W-5.4)."""
        passed = passes(self.leadership, self.modifier, self.reroll)
        return Outcome({"probability": "the test is passed"}, passed)

    def plan(self, game: str, ruleset: Any) -> CheckPlan:
        """Return the dice as they are rolled."""
        given = self.leadership, self.modifier, 0, self.reroll is not None
        return CheckPlan("test", ("probability",), given, second=TWO_D6)
