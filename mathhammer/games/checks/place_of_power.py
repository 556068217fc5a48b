"""Places of power (A-6)."""

from typing import Any

from mathhammer.core.dice import Dice
from mathhammer.core.distribution import Distribution
from mathhammer.games.checks.check import Check
from mathhammer.games.checks.outcome import Outcome
from mathhammer.games.names import AOS
from mathhammer.plan.checks import CheckPlan

#: Mortal damage of a place of power that fails (A-6).
BACKLASH = Dice.parse("D3")


class PlaceOfPower(Check):
    """What does a place of power do to the hero who taps it? (A-6)."""

    kind = "place_of_power"
    asks = "what does a place of power do to the hero who taps it?"
    games = (AOS,)
    _noun = "a place of power"

    def answer(self, game: str, ruleset: Any) -> Outcome:
        """Answer what a place of power does: on a 1 D3 mortal damage, else a bonus (A-6)."""
        words = {"probability": "the hero gains the bonus", "distribution": "mortal damage"}
        damage = Distribution.mix(
            [(5 / 6, Distribution.constant(0)), (1 / 6, BACKLASH.distribution())]
        )
        notes = (
            "The bonus is +1 to casting or chanting rolls this turn; a hero who is neither wizard "
            "nor priest may unbind or banish.",
        )
        return Outcome(words, 5 / 6, damage, notes=notes)

    def plan(self, game: str, ruleset: Any) -> CheckPlan:
        """Return the dice as they are rolled."""
        return CheckPlan("place_of_power", ("probability", "distribution"))
