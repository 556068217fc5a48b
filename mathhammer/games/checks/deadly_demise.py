"""Deadly Demise as a question by itself: does a dying model explode? (W-5.7).

The ability in an attack, with who is near enough, is `wh40k/abilities/deadly_demise.py`; in a
turn `turns/explosions.py` finds who is near.
"""

from typing import Any

from mathhammer.core.dice import Dice
from mathhammer.core.distribution import Distribution
from mathhammer.core.errors import MathhammerError
from mathhammer.core.readers import dice_expression, integer
from mathhammer.core.record import field, required
from mathhammer.games.checks.check import Check
from mathhammer.games.checks.outcome import Outcome
from mathhammer.games.names import WH40K
from mathhammer.games.wh40k.abilities.deadly_demise import EXPLODES
from mathhammer.plan.checks import CheckPlan

#: The most units near an explosion, and mortal wounds on each.
MAX_UNITS = 100
#: The faces of a D6 that explode.
_FACES = 7 - EXPLODES


def explosion(value: Dice, units: int) -> Distribution:
    """Return the mortal wounds of a Deadly Demise on all units near it (W-5.7).

    On a 6 each unit suffers them, rolled for each by itself.

    Parameters
    ----------
    value : Dice
    units : int
        Units within 6 inches.

    Examples
    --------
    >>> round(explosion(Dice.parse("D6"), 3).mean, 12)
    1.75
    """
    blast = value.distribution().repeat(units)
    return Distribution.mix([((6 - _FACES) / 6, Distribution.constant(0)), (_FACES / 6, blast)])


class DeadlyDemise(Check):
    """Does a dying model explode, and what does that do? (W-5.7)."""

    value: Dice = required(
        dice_expression,
        "Mortal wounds on each unit near it: the number behind Deadly Demise, like D3.",
    )
    units: int = field(integer(0, MAX_UNITS), 1, "Units within 6 inches.")

    kind = "deadly_demise"
    asks = "does a dying model explode, and what does that do?"
    games = (WH40K,)
    words = ("value", "units")
    _noun = "a Deadly Demise"

    def _check(self) -> None:
        if self.value.maximum > MAX_UNITS:
            raise MathhammerError(f"{self.value} is more than {MAX_UNITS} mortal wounds", "value")

    def answer(self, game: str, ruleset: Any) -> Outcome:
        """Answer whether a dying model explodes, and what that does (W-5.7)."""
        words = {"probability": "it explodes", "distribution": "mortal wounds on all units"}
        named = {}
        if self.units > 1:
            words["each"] = "mortal wounds on each unit"
            named["each"] = explosion(self.value, 1)
        return Outcome(words, _FACES / 6, explosion(self.value, self.units), named)

    def plan(self, game: str, ruleset: Any) -> CheckPlan:
        """Return the dice as they are rolled."""
        names = ("probability", "distribution", "each")
        return CheckPlan("deadly_demise", names, (self.units,), self.value)
