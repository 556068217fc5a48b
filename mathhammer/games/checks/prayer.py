"""Prayers, and the bank of ritual points (A-6)."""

from __future__ import annotations

from typing import Any

import numpy as np

from mathhammer.games.checks.aos_fields import Prayer
from mathhammer.games.checks.outcome import Outcome

#: A roll can't be modified below 1 (A-1.5).
LEAST = 1


def answered(value: int, banked: int = 0, modifier: int = 0, turns: int = 1) -> list[float]:
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
    modifier : int
        Of each roll, and of the points that it banks.
    turns : int

    Returns
    -------
    list of float
        One a turn.

    Examples
    --------
    >>> [round(p, 4) for p in answered(4, turns=2)]
    [0.5, 0.8611]
    """
    bank = np.zeros(max(banked, value) + 1)  # a sum that reaches the value isn't banked
    bank[banked] = 1.0
    done, by_turn = 0.0, []
    rolls = [max(face + modifier, LEAST) for face in range(2, 7)]
    for _ in range(turns):
        after = np.zeros_like(bank)
        for points in map(int, np.flatnonzero(bank)):
            mass = float(bank[points]) / 6
            for lost in (1, 2, 3):
                after[max(points - lost, 0)] += mass / 3
            for roll in rolls:
                if points + roll >= value:
                    done += mass
                else:
                    after[points + roll] += mass
        bank = after
        by_turn.append(min(done, 1.0))
    return by_turn


def prayer(check: Prayer, game: str, ruleset: Any) -> Outcome:
    """Answer whether a prayer is answered (A-6).

    Of several to choose from, that of the lowest value is answered as soon as any can be: no
    other way answers one of them earlier.
    """
    each = {
        value: answered(value, check.banked, check.modifier, check.turns) for value in check.value
    }
    lowest = min(check.value)
    by_turn = each[lowest]
    named: dict[str, Any] = {"by_turn": by_turn}
    words = {"probability": "the prayer is answered"}
    notes: tuple[str, ...] = ()
    if len(each) > 1:
        words["probability"] = "one of the prayers is answered"
        named["each"] = {str(value): turns[-1] for value, turns in each.items()}
        notes = (
            f"The prayer of {lowest} is answered as soon as it can be; each: if that one alone "
            "is waited for.",
        )
    return Outcome(words, by_turn[-1], None, named, notes)
