"""Advances and runs (W-5.1, A-5)."""

from __future__ import annotations

import math
from typing import Any

from mathhammer.core.distribution import Distribution
from mathhammer.games.checks.charge import RULES, charge_roll
from mathhammer.games.checks.kept import made_with
from mathhammer.games.checks.moves_fields import Advance
from mathhammer.games.checks.outcome import Outcome
from mathhammer.games.names import AOS


def short_of(needed: float | None, move: float) -> int:
    """Return the roll that takes a unit as far as is needed.

    Parameters
    ----------
    needed : float, optional
        Inches in all.
    move : float
        Inches without the roll.

    Examples
    --------
    >>> short_of(9.5, 6)
    4
    """
    return math.ceil(round((needed or 0) - move, 9))


def advance(check: Advance, game: str, ruleset: Any) -> Outcome:
    """Answer how far an Advance or a run carries (W-5.1, A-5)."""
    any_dice = game == AOS and ruleset.aos_reroll == "any"
    made, used = _made(check, any_dice, RULES[game].least)
    words = {"distribution": "inches in all"}
    rulings = {"aos_reroll": ruleset.aos_reroll} if game == AOS and check.reroll else {}
    if check.needed is None:
        return Outcome(words, None, made, rulings=rulings)
    needed = math.ceil(round(check.needed, 9))
    words = {"probability": f"it gets {check.needed:g} inches or more", **words}
    named = {}
    if check.command_reroll:
        words["used"], named["used"] = "the Command Re-roll is used", used
    return Outcome(words, made.at_least(needed), made, named, rulings=rulings)


def _made(check: Advance, any_dice: bool, least: int) -> tuple[Distribution, float]:
    """Return how far a unit gets, and the probability that a Command Re-roll is used (W-6)."""
    parts, used = [], 0.0
    first = check.move.distribution()
    for inches, mass in zip(first.support.tolist(), first.array.tolist(), strict=True):
        needed = short_of(check.needed, inches)
        roll = charge_roll(check.dice, check.modifier, needed, check.reroll, any_dice, least)
        if check.command_reroll and check.reroll is None:
            again = charge_roll(check.dice, check.modifier, needed, "failed", any_dice, least)
            roll, _, share = made_with(roll, again, needed)
            used += mass * share
        parts.append((mass, roll + int(inches)))
    return Distribution.mix(parts), used
