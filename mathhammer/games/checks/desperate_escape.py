"""Desperate escapes (W-5.5)."""

from typing import Any

from mathhammer.core.record import field, required
from mathhammer.games.checks.check import LOST, Check, CommandReroll
from mathhammer.games.checks.dice_pools import dice_that, one_again
from mathhammer.games.checks.fields import MODELS, one_command_reroll
from mathhammer.games.checks.outcome import USED, Outcome
from mathhammer.games.names import WH40K
from mathhammer.plan.checks import CheckPlan

#: Faces of a D6 that slay a model in a desperate escape: 1 and 2 (W-5.5).
ESCAPE_FAILS = 2


class DesperateEscape(Check):
    """How many models does a desperate escape cost? (W-5.5)."""

    models: int = required(
        MODELS,
        "Those that take a test: all of a battle-shocked unit, else those that move through "
        "enemies.",
    )
    command_reroll: int = field(one_command_reroll, 0, "A Command Re-roll, for one die that fails.")

    kind = "desperate_escape"
    asks = "how many models does a desperate escape cost?"
    games = (WH40K,)
    words = ("models",)
    command_reroll_use = CommandReroll(
        "Desperate Escape roll", LOST, "Re-roll one die that shows a 1 or 2."
    )
    _noun = "a desperate escape"

    def answer(self, game: str, ruleset: Any) -> Outcome:
        """Answer what a desperate escape costs: a D6 a model, each 1 or 2 slays one (W-5.5)."""
        lost, words = dice_that(self.models, ESCAPE_FAILS), {"distribution": "models lost"}
        if not self.command_reroll:
            return Outcome(words, None, lost)
        lost, used = one_again(lost, ESCAPE_FAILS)
        return Outcome(words, None, lost).with_command_reroll(used)

    def plan(self, game: str, ruleset: Any) -> CheckPlan:
        """Return the dice as they are rolled."""
        names = ("distribution", *((USED,) if self.command_reroll else ()))
        return CheckPlan("desperate_escape", names, (self.models, self.command_reroll))
