"""The priority roll and double turns (A-7)."""

from typing import Any

from mathhammer.core.distribution import Distribution
from mathhammer.core.readers import integer
from mathhammer.core.record import field
from mathhammer.games.checks.check import Check
from mathhammer.games.checks.fields import MAX_ROUNDS
from mathhammer.games.checks.outcome import Outcome
from mathhammer.games.names import AOS
from mathhammer.plan.checks import CheckPlan

#: P(the player who went second wins a roll-off): 15 of 36 pairs; ties go to the other (A-7).
SECOND_WINS = 15 / 36


class Priority(Check):
    """How often does a player take two turns in a row? (A-7)."""

    rounds: int = field(integer(1, MAX_ROUNDS), 5, "Of the battle.")

    kind = "priority"
    asks = "how often does a player take two turns in a row?"
    games = (AOS,)
    words = ("rounds",)
    _noun = "the order of play"

    def answer(self, game: str, ruleset: Any) -> Outcome:
        """Answer how often a player takes two turns in a row (A-7).

        Whoever wins the priority roll goes first, and a tie is won by the player who went first.
        So in each round after the first, whoever went second goes first with the same
        probability.
        """
        doubles = Distribution.constant(self.rounds - 1).thin(SECOND_WINS)
        words = {"double_turn": "there is a double turn", "distribution": "double turns"}
        notes = (
            "Whoever wins the roll is assumed to go first; double turns of both players count.",
        )
        return Outcome(words, None, doubles, {"double_turn": doubles.at_least(1)}, notes)

    def plan(self, game: str, ruleset: Any) -> CheckPlan:
        """Return the dice as they are rolled."""
        return CheckPlan("priority", ("double_turn", "distribution"), (self.rounds,))
