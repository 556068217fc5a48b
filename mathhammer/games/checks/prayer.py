"""Prayers, and the bank of ritual points (A-6)."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from mathhammer.core.modifier import UNMODIFIED, Modifier, modifier
from mathhammer.core.readers import integer, listed, reader
from mathhammer.core.record import field, required
from mathhammer.games.checks.check import Check, Counts
from mathhammer.games.checks.fields import MAX_ROUNDS
from mathhammer.games.checks.outcome import Outcome
from mathhammer.games.common.fields import needed_roll
from mathhammer.games.names import AOS
from mathhammer.plan.checks import CheckPlan

#: The most prayers to choose from, and points in the bank.
MAX_PRAYERS = 10
MAX_BANKED = 1000
#: A roll can't be modified below 1 (A-1.5).
LEAST = 1


def answered(
    value: int, banked: int = 0, modifier: Modifier = UNMODIFIED, turns: int = 1
) -> list[float]:
    """Return the probability that a prayer is answered by the end of each turn (A-6).

    Each turn a chanting roll of a D6: an unmodified 1 fails and loses D3 points of the bank,
    not below 0. Else the roll and the bank answer the prayer if they reach its value, and the
    roll is banked if they don't.

    Parameters
    ----------
    value : int
        The chanting value.
    banked : int
        Points at the beginning.
    modifier : Modifier
        Of each roll, and of the points that it banks; its dice are rolled each time.
    turns : int

    Returns
    -------
    list of float
        One per turn.

    Examples
    --------
    >>> [round(p, 4) for p in answered(4, turns=2)]
    [0.5, 0.8611]
    """
    bank = np.zeros(max(banked, value) + 1)  # a sum that reaches the value isn't banked
    bank[banked] = 1.0
    done, by_turn = 0.0, []
    rolls = [
        (chance, max(face + more, LEAST))
        for more, chance in modifier.values()
        for face in range(2, 7)
    ]
    for _ in range(turns):
        after = np.zeros_like(bank)
        for points in map(int, np.flatnonzero(bank)):
            mass = float(bank[points]) / 6
            for lost in (1, 2, 3):
                after[max(points - lost, 0)] += mass / 3
            for chance, roll in rolls:
                if points + roll >= value:
                    done += chance * mass
                else:
                    after[points + roll] += chance * mass
        bank = after
        by_turn.append(min(done, 1.0))
    return by_turn


_several = listed(needed_roll, MAX_PRAYERS, least=1)


@reader(_several.words, _several.schema)
def _values(value: Any) -> tuple[int, ...]:
    """Read a chanting value, or those of several prayers to choose from."""
    return _several(value.split(",") if isinstance(value, str) and len(value) < 1000 else value)


class Prayer(Check):
    """Is a prayer answered? (A-6)."""

    value: tuple[int, ...] = required(
        _values, "The chanting value; of several prayers to choose from, any of them."
    )
    banked: int = field(integer(0, MAX_BANKED), 0, "Ritual points at the beginning.")
    modifier: Modifier = field(
        modifier, UNMODIFIED, "Added to each chanting roll: a number, or dice rolled each time."
    )
    turns: int = field(
        integer(1, MAX_ROUNDS),
        1,
        "Chanting rolls, one per turn: answered as soon as possible, else the points are banked.",
    )

    kind = "prayer"
    asks = "is a prayer answered?"
    games = (AOS,)
    words = ("value",)
    repeatable = ("value",)
    _noun = "a prayer"

    @classmethod
    def read_words(cls, words: Sequence[str]) -> tuple[dict[str, Any], Sequence[str]]:
        """Return the chanting values that bare words are."""
        return ({"value": list(words)}, ()) if len(words) > 1 else super().read_words(words)

    def answer(self, game: str, ruleset: Any) -> Outcome:
        """Answer whether a prayer is answered (A-6).

        Of several to choose from, that of the lowest value is answered as soon as any can be:
        no other way answers one of them earlier.
        """
        each = {
            value: answered(value, self.banked, self.modifier, self.turns) for value in self.value
        }
        lowest = min(self.value)
        by_turn = each[lowest]
        named: dict[str, Any] = {"by_turn": by_turn}
        words = {"probability": "the prayer is answered"}
        notes: tuple[str, ...] = ()
        if len(each) > 1:
            words["probability"] = "one of the prayers is answered"
            named["each"] = {str(value): turns[-1] for value, turns in each.items()}
            notes = (
                f"The prayer of {lowest} is answered as soon as it can be; each is the chance "
                "where that one alone is waited for.",
            )
        return Outcome(words, by_turn[-1], None, named, notes)

    def plan(self, game: str, ruleset: Any) -> CheckPlan:
        """Return the dice as they are rolled, with the turn in which each prayer is answered."""
        names = ("probability", "by_turn", *(f"each {value}" for value in self.value))
        given = (self.banked, self.turns, *self.value)
        return CheckPlan("prayer", names, given, modifier=self.modifier.dice)

    def as_seen(self, name: str, exact: Any, counts: Counts, trials: int) -> Any:
        """Return the shares of trials in which prayers were answered; turn 0 is never."""
        if name == "each":
            never = {value: counts(f"each {value}").get(0, 0) for value in exact}
            return {value: 1.0 - count / trials for value, count in never.items()}
        seen, done, by_turn = counts("by_turn"), 0, []
        for turn in range(1, len(exact) + 1):
            done += seen.get(turn, 0)
            by_turn.append(done / trials)
        return by_turn
