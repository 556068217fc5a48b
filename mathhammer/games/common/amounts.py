"""Dice expressions as amounts of a plan, shared by the games."""

import math
from collections.abc import Callable

from mathhammer.core.dice import Dice
from mathhammer.plan import Amount


def reroll_below(dice: Dice, policy: str | None) -> int:
    """Return the total below which a printed expression is rolled again (D-2, W-4.8).

    Parameters
    ----------
    dice : Dice
    policy : {None, "ones", "below-average", "<=N"}
        ``"ones"`` is the lowest result of the expression, ``"<=3"`` each of 3 or less.

    Examples
    --------
    >>> reroll_below(Dice.parse("D6"), "below-average"), reroll_below(Dice.parse("D6"), "<=2")
    (4, 3)
    """
    if policy is None or not dice.terms:
        return 0
    if policy.startswith("<="):
        return min(int(policy[2:]), dice.maximum) + 1
    return dice.minimum + 1 if policy == "ones" else math.ceil(dice.mean)


def why_idle(dice: Dice, policy: str | None, what: str) -> str:
    """Return why a re-roll of an expression has no effect, empty where it has one (D-2).

    Examples
    --------
    >>> why_idle(Dice.parse("D6+3"), "<=3", "damage"), why_idle(Dice.parse("D6"), "<=3", "damage")
    ('its damage is always higher', '')
    """
    if not dice.terms:
        return f"its {what} is fixed"
    return f"its {what} is always higher" if reroll_below(dice, policy) <= dice.minimum else ""


def stronger_reroll(dice: Dice, first: str | None, second: str | None) -> str | None:
    """Return the one of two re-rolls of an expression that rolls more results again (D-2).

    Examples
    --------
    >>> stronger_reroll(Dice.parse("D6"), "below-average", "<=4")
    '<=4'
    """
    if first is None or second is None:
        return first or second
    return max(first, second, key=lambda policy: reroll_below(dice, policy))


def amount(
    dice: Dice, policy: str | None = None, change: Callable[[int], int] | None = None
) -> Amount:
    """Return an expression as an amount: rolled, with its re-roll, then changed.

    Parameters
    ----------
    dice : Dice
    policy : {None, "ones", "below-average", "<=N"}
    change : function, optional
        From each total to what modifiers make of it.
    """
    low = dice.minimum
    if not dice.terms:
        return Amount((), low, 0, (low if change is None else change(low),))
    totals = range(low, dice.maximum + 1)
    values = tuple(totals) if change is None else tuple([change(total) for total in totals])
    return Amount(dice.terms, low, reroll_below(dice, policy), values)


def plain_amount(dice: Dice) -> Amount:
    """Return an expression as an amount, without re-roll or modifiers."""
    return amount(dice)
