"""The stratagem Tank Shock (W-6)."""

from __future__ import annotations

from typing import Any

from mathhammer.core.readers import integer
from mathhammer.core.record import required
from mathhammer.games.checks.check import Check
from mathhammer.games.checks.dice_pools import dice_that, pool_plan
from mathhammer.games.checks.outcome import Outcome
from mathhammer.games.names import WH40K
from mathhammer.plan.checks import CheckPlan

#: A die that inflicts a mortal wound, and how many they are at most (W-6).
TANK_SHOCK_ON, TANK_SHOCK_MOST = 5, 6
#: The dice that are added where the weapon is stronger than the target is tough (W-6).
TANK_SHOCK_MORE = 2


def tank_shock_dice(strength: int, toughness: int) -> int:
    """Return how many D6 are rolled: as many as the weapon is strong, two more if S > T (W-6).

    Examples
    --------
    >>> tank_shock_dice(8, 8), tank_shock_dice(8, 7)
    (8, 10)
    """
    return strength + TANK_SHOCK_MORE * (strength > toughness)


class TankShock(Check):
    """What does Tank Shock do? (W-6)."""

    strength: int = required(integer(1, 100), "Of one of the vehicle's melee weapons.")
    toughness: int = required(integer(1, 100), "Of the enemy unit.")

    kind = "tank_shock"
    asks = "what does the stratagem Tank Shock do?"
    games = (WH40K,)
    words = ("strength", "toughness")
    _noun = "Tank Shock"

    def answer(self, game: str, ruleset: Any) -> Outcome:
        """Answer what Tank Shock does: each 5+ of its dice a mortal wound, six at most (W-6)."""
        dice = tank_shock_dice(self.strength, self.toughness)
        wounds = dice_that(dice, 7 - TANK_SHOCK_ON).map(lambda k: min(k, TANK_SHOCK_MOST))
        return Outcome({"distribution": "mortal wounds"}, None, wounds)

    def plan(self, game: str, ruleset: Any) -> CheckPlan:
        """Return the dice as they are rolled."""
        dice = tank_shock_dice(self.strength, self.toughness)
        return pool_plan(dice, TANK_SHOCK_ON, 6, TANK_SHOCK_MOST)
