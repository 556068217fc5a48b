"""Tests of hazardous weapons (W-3)."""

from typing import Any

from mathhammer.core.errors import MathhammerError
from mathhammer.core.readers import choice, integer
from mathhammer.core.record import field, required
from mathhammer.games.checks.check import LOST, Check, CommandReroll
from mathhammer.games.checks.dice_pools import dice_that, one_again
from mathhammer.games.checks.fields import one_command_reroll
from mathhammer.games.checks.outcome import USED, Outcome
from mathhammer.games.common.fields import MAX_MODELS
from mathhammer.games.names import WH40K
from mathhammer.plan.checks import CheckPlan

#: Mortal wounds of a hazardous weapon on a Character, Monster or Vehicle (W-3).
HAZARDOUS_MORTAL = 3


class Hazardous(Check):
    """What do hazardous weapons do to their bearers? (W-3)."""

    weapons: int = required(integer(0, MAX_MODELS), "Hazardous weapons that attacked.")
    bearer: str = field(
        choice("models", "mortal"),
        "models",
        "What a 1 does: slays one of the models, or inflicts 3 mortal wounds, where the bearer "
        "is a Character, Monster or Vehicle. Also named target.",
    )
    target: str | None = field(choice("models", "mortal"), None, "Another name of bearer.")
    command_reroll: int = field(
        one_command_reroll, 0, "A Command Re-roll, for one die that shows a 1."
    )

    kind = "hazardous"
    asks = "what do hazardous weapons do to their bearers?"
    games = (WH40K,)
    words = ("weapons",)
    aliases = {"target": "bearer"}
    command_reroll_use = CommandReroll("Hazardous roll", LOST, "Re-roll one die that shows a 1.")
    _noun = "a Hazardous test"

    def _check(self) -> None:
        other = self.__dict__.pop("target", None)
        if other is not None and self.__dict__.setdefault("bearer", other) != other:
            raise MathhammerError(
                "'bearer' and 'target' are two names of one field, and differ: "
                f"{self.bearer!r}, {other!r}"
            )

    def answer(self, game: str, ruleset: Any) -> Outcome:
        """Answer what hazardous weapons do: a D6 each, each 1 hurts its bearer (W-3)."""
        ones, used = dice_that(self.weapons, 1), 0.0
        if self.command_reroll:
            ones, used = one_again(ones, 1)
        lost, hurt = "models slain", ones
        if self.bearer == "mortal":
            lost, hurt = "mortal wounds", ones.map(lambda k: HAZARDOUS_MORTAL * k)
        words = {"probability": "a bearer is hurt", "distribution": lost}
        outcome = Outcome(words, ones.at_least(1), hurt)
        return outcome.with_command_reroll(used) if self.command_reroll else outcome

    def plan(self, game: str, ruleset: Any) -> CheckPlan:
        """Return the dice as they are rolled."""
        each = HAZARDOUS_MORTAL if self.bearer == "mortal" else 1
        names = ("probability", "distribution", *((USED,) if self.command_reroll else ()))
        return CheckPlan("hazardous", names, (self.weapons, each, self.command_reroll))
