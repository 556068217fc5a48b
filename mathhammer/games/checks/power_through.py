"""The command Power Through (A-4)."""

from __future__ import annotations

from typing import Any

from mathhammer.core.dice import Dice
from mathhammer.games.checks.check import Check
from mathhammer.games.checks.outcome import Outcome
from mathhammer.games.names import AOS
from mathhammer.plan.checks import CheckPlan, total_plan

#: Mortal damage that it inflicts (A-4).
POWER_THROUGH = Dice.parse("D3")


class PowerThrough(Check):
    """What does Power Through do? (A-4)."""

    kind = "power_through"
    asks = "what does the command Power Through do?"
    games = (AOS,)
    _noun = "Power Through"

    def answer(self, game: str, ruleset: Any) -> Outcome:
        """Answer what Power Through does: D3 mortal damage (A-4)."""
        return Outcome({"distribution": "mortal damage"}, None, POWER_THROUGH.distribution())

    def plan(self, game: str, ruleset: Any) -> CheckPlan:
        """Return the die as it is rolled."""
        return total_plan(POWER_THROUGH)
