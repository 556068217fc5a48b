"""Rally: slain models return, wounds heal (A-4)."""

from typing import Any

from mathhammer.core.errors import MathhammerError
from mathhammer.core.readers import integer
from mathhammer.core.record import field, required
from mathhammer.games.checks.check import Check
from mathhammer.games.checks.dice_pools import dice_that
from mathhammer.games.checks.outcome import Outcome
from mathhammer.games.common.fields import MAX_MODELS, MAX_WOUNDS
from mathhammer.games.names import AOS
from mathhammer.plan.checks import CheckPlan

#: Rally rolls of so much or more are a point (A-4).
RALLY_ON = 4


class Rally(Check):
    """What does Rally bring back? (A-4)."""

    health: int = required(integer(1, MAX_WOUNDS), "Of one model.")
    slain: int = field(
        integer(0, MAX_MODELS), 0, "Models of the unit that were slain: so many can return."
    )
    damage_taken: int = field(
        integer(0, MAX_WOUNDS), 0, "Damage on the unit that can be healed, less than its health."
    )
    dice: int = field(integer(1, 100), 6, "Rally rolls: 6, with a musician 7.")

    kind = "rally"
    asks = "what does Rally bring back?"
    games = (AOS,)
    words = ("health", "slain")
    _noun = "a rally"

    def _check(self) -> None:
        if self.damage_taken >= self.health:
            raise MathhammerError(
                f"{self.damage_taken} is not less than health = {self.health}", "damage_taken"
            )

    def answer(self, game: str, ruleset: Any) -> Outcome:
        """Answer what Rally brings back: each 4+ is a point (A-4).

        Models return first, each for as many points as its health; what is left heals; what
        heals nothing is lost.
        """
        points = dice_that(self.dice, 7 - RALLY_ON)
        health, slain, damage = self.health, self.slain, self.damage_taken
        back = points.map(lambda k: min(k // health, slain))
        healed = points.map(lambda k: min(k - health * min(k // health, slain), damage))
        words = {
            "distribution": "rally points",
            "returned": "models returned",
            "healed": "points healed",
        }
        notes: tuple[str, ...] = ()
        if not slain and not damage:
            notes = ("Nothing is slain or damaged (slain, damage_taken): all points are lost.",)
        return Outcome(words, None, points, {"returned": back, "healed": healed}, notes)

    def plan(self, game: str, ruleset: Any) -> CheckPlan:
        """Return the dice as they are rolled."""
        given = self.health, self.slain, self.damage_taken, self.dice
        return CheckPlan("rally", ("distribution", "returned", "healed"), given)
