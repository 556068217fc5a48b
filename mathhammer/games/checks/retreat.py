"""Retreating out of combat (A-5)."""

from __future__ import annotations

from typing import Any

from mathhammer.core.dice import Dice
from mathhammer.games.checks.check import Check
from mathhammer.games.checks.outcome import Outcome
from mathhammer.games.names import AOS
from mathhammer.plan.checks import CheckPlan, total_plan

#: Mortal damage that a retreat costs (A-5).
RETREAT = Dice.parse("D3")


class Retreat(Check):
    """What does a retreat cost? (A-5)."""

    kind = "retreat"
    asks = "what does a retreat cost?"
    games = (AOS,)
    counterpart = "desperate_escape"
    _noun = "a retreat"

    def answer(self, game: str, ruleset: Any) -> Outcome:
        """Answer what a retreat costs: D3 mortal damage (A-5)."""
        return Outcome({"distribution": "mortal damage"}, None, RETREAT.distribution())

    def plan(self, game: str, ruleset: Any) -> CheckPlan:
        """Return the die as it is rolled."""
        return total_plan(RETREAT)
