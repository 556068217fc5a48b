"""A check as it is rolled: fields as numbers, dice, and which dice to roll again."""

from typing import NamedTuple

from mathhammer.core.dice import Dice

#: No field: the unit has no such number, nothing is needed.
NOT_GIVEN = -1.0
#: The name of an answer: two of the dice that count show the same face.
DOUBLE = "double"


class CheckPlan(NamedTuple):
    """One check, ready to be rolled.

    Attributes
    ----------
    rule : str
        The rule that is played: one of `RULES` of `engine.montecarlo.kernels.check`.
    names : tuple of str
        Of the numbers that it returns, in their order.
    given : tuple of float
        The fields, in the order that the rule reads them; `NOT_GIVEN` for one that is not.
    first, second : Dice
        What is rolled; the second may be rolled again. Where two or more dice of the second
        count, all of one kind, the last of the names is `DOUBLE`.
    modifier : Dice
        What is added to the second; its total may be negative.
    again : tuple of tuple of int
        Which dice of the second are rolled again where they fail, a bit each: for each total
        of the first, of those for each modifier, for each throw in the order of
        `itertools.product`. Empty: all of them.
    """

    rule: str
    names: tuple[str, ...]
    given: tuple[float, ...] = ()
    first: Dice = Dice((), 0)
    second: Dice = Dice((), 0)
    modifier: Dice = Dice((), 0)
    again: tuple[tuple[int, ...], ...] = ()


def can_double(dice: Dice) -> bool:
    """Return whether dice may show a double: at least two of one kind count, and no others."""
    return len(dice.terms) == 1 and dice.terms[0].keep > 1


def with_double(names: tuple[str, ...], dice: Dice) -> tuple[str, ...]:
    """Return the names of a plan's numbers, with `DOUBLE` where its dice can show one."""
    return (*names, DOUBLE) if can_double(dice) else names


def total_plan(dice: Dice) -> CheckPlan:
    """Return dice that are rolled and added up, as the answer ``distribution``."""
    return CheckPlan("total", ("distribution",), first=dice)
