"""Advances and runs (W-5.1, A-5)."""

from __future__ import annotations

import math
from typing import Any

from ...dice import Dice
from ...distribution import Distribution
from ...profiles.checks.moves import Advance
from ...profiles.game import AOS
from .charge import RULES, charge_roll
from .outcome import Outcome


def advance_total(
    move: Dice,
    dice: Dice,
    modifier: int = 0,
    needed: float | None = None,
    reroll: str | None = None,
    any_dice: bool = False,
    least: int = 0,
) -> Distribution:
    """Return how far a unit gets: its Move and the die (W-5.1, A-5, D-5).

    Parameters
    ----------
    move : Dice
        A random Move is rolled first, one roll for the unit.
    dice : Dice
        What is added, one roll for the unit.
    modifier : int
        Of that roll.
    needed : float, optional
        Inches in all; a roll that falls short of it is rolled again.
    reroll : {None, "failed"}
    any_dice : bool
        Whether any of the dice may be rolled again and the others kept; else all together.
    least : int
        What the roll can't be modified below.

    Examples
    --------
    >>> advance_total(Dice.parse(6), Dice.parse("D6"), needed=10, reroll="failed").at_least(10)
    0.75
    """
    parts = []
    first = move.distribution()
    for inches, mass in zip(first.support.tolist(), first.array.tolist(), strict=True):
        roll = charge_roll(dice, modifier, short_of(needed, inches), reroll, any_dice, least)
        parts.append((mass, roll + int(inches)))
    return Distribution.mix(parts)


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
    made = advance_total(
        check.move, check.dice, check.modifier, check.needed, check.reroll, any_dice,
        RULES[game].least,
    )  # fmt: skip
    words = {"distribution": "inches in all"}
    rulings = {"aos_reroll": ruleset.aos_reroll} if game == AOS and check.reroll else {}
    if check.needed is None:
        return Outcome(words, None, made, rulings=rulings)
    needed = math.ceil(round(check.needed, 9))
    words = {"probability": f"it gets {check.needed:g} inches or more", **words}
    return Outcome(words, made.at_least(needed), made, rulings=rulings)
