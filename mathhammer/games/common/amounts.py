"""Dice expressions as amounts of a plan, shared by the games."""

from __future__ import annotations

import math

from mathhammer.core.dice import Dice
from mathhammer.plan import Amount


def reroll_below(dice: Dice, policy: str | None) -> int:
    """Return the total below which a printed expression is rolled again (D-2, W-4.8).

    Parameters
    ----------
    dice : Dice
    policy : {None, "ones", "below-average"}
        ``"ones"`` is the lowest result of the expression.

    Examples
    --------
    >>> reroll_below(Dice.parse("D6"), "below-average")
    4
    """
    if policy is None or not dice.terms:
        return 0
    return dice.minimum + 1 if policy == "ones" else math.ceil(dice.mean)


def plain_amount(dice: Dice) -> Amount:
    """Return an expression as an amount, without re-roll or modifiers."""
    low = dice.minimum
    return Amount(dice.terms, low, 0, tuple(range(low, dice.maximum + 1)))
