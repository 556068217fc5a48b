"""The stratagem Grenade (W-6)."""

from __future__ import annotations

from typing import Any

from mathhammer.games.checks.check import Check
from mathhammer.games.checks.dice_pools import dice_that, pool_plan
from mathhammer.games.checks.outcome import Outcome
from mathhammer.games.names import WH40K
from mathhammer.plan.checks import CheckPlan

#: Six dice, each of which inflicts a mortal wound on 4+ (W-6).
GRENADE_DICE, GRENADE_ON = 6, 4


class Grenade(Check):
    """What does Grenade do? (W-6)."""

    kind = "grenade"
    asks = "what does the stratagem Grenade do?"
    games = (WH40K,)
    _noun = "Grenade"

    def answer(self, game: str, ruleset: Any) -> Outcome:
        """Answer what Grenade does: six D6, each 4+ a mortal wound (W-6)."""
        wounds = dice_that(GRENADE_DICE, 7 - GRENADE_ON)
        return Outcome({"distribution": "mortal wounds"}, None, wounds)

    def plan(self, game: str, ruleset: Any) -> CheckPlan:
        """Return the dice as they are rolled."""
        return pool_plan(GRENADE_DICE, GRENADE_ON, 6)
