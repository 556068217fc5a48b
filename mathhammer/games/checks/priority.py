"""The priority roll and double turns (A-7)."""

from __future__ import annotations

from typing import Any

from mathhammer.core.distribution import Distribution
from mathhammer.games.checks.aos_fields import Priority
from mathhammer.games.checks.outcome import Outcome

#: P(the player who went second wins a roll-off): 15 of 36 pairs; ties go to the other (A-7).
SECOND_WINS = 15 / 36


def double_turns(rounds: int) -> Distribution:
    """Return how many double turns a battle has (A-7).

    Whoever wins the priority roll goes first, and a tie is won by the player who went first.
    So in each round after the first, whoever went second goes first with the same
    probability.

    Parameters
    ----------
    rounds : int

    Examples
    --------
    >>> round(double_turns(5).at_least(1), 4)
    0.8842
    """
    return Distribution.constant(rounds - 1).thin(SECOND_WINS)


def priority(check: Priority, game: str, ruleset: Any) -> Outcome:
    """Answer how often a player takes two turns in a row (A-7)."""
    made = double_turns(check.rounds)
    words = {"double_turn": "there is a double turn", "distribution": "double turns"}
    notes = ("Whoever wins the roll is taken to go first; double turns of both players count.",)
    return Outcome(words, None, made, {"double_turn": made.at_least(1)}, notes)
