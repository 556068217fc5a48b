"""A check as it is rolled: fields as numbers, dice, and which dice to roll again."""

from typing import NamedTuple

from mathhammer.core.dice import Dice

#: No field: the unit has no such number, nothing is needed.
NOT_GIVEN = -1.0


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
        What is rolled; the second may be rolled again.
    again : tuple of tuple of int
        Which dice of the second are rolled again where they fail, a bit each: for each total
        of the first, for each throw in the order of `itertools.product`. Empty: all of them.
    """

    rule: str
    names: tuple[str, ...]
    given: tuple[float, ...] = ()
    first: Dice = Dice((), 0)
    second: Dice = Dice((), 0)
    again: tuple[tuple[int, ...], ...] = ()


def total_plan(dice: Dice) -> CheckPlan:
    """Return dice that are rolled and added up, as the answer ``distribution``."""
    return CheckPlan("total", ("distribution",), first=dice)
