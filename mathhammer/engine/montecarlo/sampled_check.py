"""A check by Monte Carlo: its rule is played, what came of it counted."""

from typing import Any

import numpy as np

from mathhammer.core.dice import Dice
from mathhammer.engine.montecarlo.kernels.check import RULES, check_trials
from mathhammer.engine.montecarlo.layout import I64
from mathhammer.engine.montecarlo.precision import Measure, share_of
from mathhammer.engine.montecarlo.sampled import check_measure
from mathhammer.engine.montecarlo.sampled_rule import NumbersGame, RuleLedger
from mathhammer.plan.checks import CheckPlan


class CheckGame(NumbersGame):
    """A check, ready to be played: a `Game`.

    Parameters
    ----------
    plan : CheckPlan
    chances : tuple of str
        Which of the numbers are 1 or 0: it happened or not.
    numbers : tuple of str
        The others that can be measured.
    """

    def __init__(self, plan: CheckPlan, chances: tuple[str, ...], numbers: tuple[str, ...]) -> None:
        super().__init__(plan.names)
        self.chances = chances
        self.numbers = numbers
        self._program = (
            RULES.index(plan.rule), np.array(plan.given, dtype=np.float64), _packed(plan.first),
            _packed(plan.second), _packed(plan.modifier), _table(plan),
        )  # fmt: skip
        # Room for the dice on the table, and a bank for each field.
        dice = plan.first, plan.second, plan.modifier
        self._room = 2 * max(*map(_dice, dice), len(plan.given))

    def write(self, stream: Any, out: I64) -> None:
        """Play as many trials as there are rows, and write their numbers."""
        faces = np.zeros(self._room, dtype=np.int64)
        check_trials(*self._program, faces, stream, out)

    def measure(self, name: str, ledger: RuleLedger, trials: int) -> Measure:
        """Return what is known of a probability, or of the mean of a number."""
        check_measure(name, (*self.chances, *self.numbers))
        if name in self.chances:
            return share_of(ledger.counts[self.names.index(name)].get(1, 0), trials)
        return super().measure(name, ledger, trials)


def _dice(dice: Dice) -> int:
    return sum(term.number for term in dice.terms)


def _packed(dice: Dice) -> I64:
    """Return an expression as the kernel reads it."""
    return np.array([(dice.constant, 0, 0, 0), *dice.terms], dtype=np.int64)


def _table(plan: CheckPlan) -> I64:
    throws = len(plan.again[0]) if plan.again else 0
    return np.array(plan.again, dtype=np.int64).reshape(len(plan.again), throws)
