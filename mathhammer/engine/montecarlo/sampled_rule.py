"""A rule of the user's own by Monte Carlo: its function is played, what it returns counted."""

from collections.abc import Callable
from inspect import signature
from typing import Any, NamedTuple

import numpy as np

from mathhammer.core.errors import MathhammerError, TooLargeError, quoted
from mathhammer.engine.limits import MAX_RULE_NUMBERS, MAX_RULE_VALUES
from mathhammer.engine.montecarlo.kernels import rule as rule_kernels
from mathhammer.engine.montecarlo.layout import I64
from mathhammer.engine.montecarlo.precision import Measure, of_sums
from mathhammer.engine.montecarlo.sampled import check_measure
from mathhammer.engine.montecarlo.simulate import MISSING
from mathhammer.engine.montecarlo.streams import BLOCK, stream_of


class RuleLedger(NamedTuple):
    """Where a rule's trials are counted.

    Attributes
    ----------
    counts : list of dict
        For each number that the rule returns, how often each value was seen.
    samples : ndarray of int64, shape (trials, numbers)
    """

    counts: list[dict[int, int]]
    samples: I64


class NumbersGame:
    """What returns some whole numbers, counted: a `Game` but for `write`.

    Parameters
    ----------
    names : tuple of str
        Of the numbers.
    """

    abreast = 1

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names

    def write(self, stream: Any, out: I64) -> None:
        """Play as many trials as there are rows, and write their numbers."""
        raise NotImplementedError

    def ledger(self, samples: int) -> RuleLedger:
        """Return a ledger in which nothing is counted."""
        numbers = len(self.names)
        empty = np.full((samples, numbers), MISSING, dtype=np.int64)
        return RuleLedger([{} for _ in range(numbers)], empty)

    def room(self) -> I64:
        """Return the numbers of the trials that are played at a time."""
        return np.zeros((BLOCK, len(self.names)), dtype=np.int64)

    def play(self, stream: Any, trials: int, room: I64, ledger: Any, sample: int) -> None:
        """Play some trials of a stream and count them."""
        out = room[:trials]
        self.write(stream, out)
        if len(ledger.samples):
            ledger.samples[sample : sample + trials] = out
        for counts, column in zip(ledger.counts, out.T, strict=True):
            values, seen = np.unique(column, return_counts=True)
            for value, number in zip(values.tolist(), seen.tolist(), strict=True):
                counts[value] = counts.get(value, 0) + number
            if len(counts) > MAX_RULE_VALUES:
                raise TooLargeError(
                    f"the rule returns more than {MAX_RULE_VALUES} different values: return fewer, "
                    "rounded or in classes"
                )

    def add(self, total: RuleLedger, more: RuleLedger) -> None:
        """Add what another ledger counted."""
        for counts, others in zip(total.counts, more.counts, strict=True):
            for value, number in others.items():
                counts[value] = counts.get(value, 0) + number

    def measure(self, name: str, ledger: RuleLedger, trials: int) -> Measure:
        """Return what is known of the mean of a number."""
        check_measure(name, self.names)
        counts = ledger.counts[self.names.index(name)]
        total = sum(value * seen for value, seen in counts.items())
        squares = sum(value * value * seen for value, seen in counts.items())
        return of_sums(total, squares, trials)


class RuleGame(NumbersGame):
    """A rule, ready to be played: a `Game`.

    Parameters
    ----------
    rule : callable
    names : tuple of str
        Empty: names are given.

    Raises
    ------
    MathhammerError
        The rule doesn't return whole numbers, or not as many as there are names.
    """

    def __init__(self, rule: Callable[[Any], Any], names: tuple[str, ...]) -> None:
        if not callable(rule):
            raise MathhammerError(f"{quoted(rule)} is no rule: a function of a stream is expected")
        _check_parameters(rule)
        self.rule = rule
        self.compiled = hasattr(rule, "py_func")
        with np.errstate(over="ignore"):
            first = rule(stream_of(0, 0))
        self.single = not isinstance(first, tuple)
        values = (first,) if self.single else first
        if not 0 < len(values) <= MAX_RULE_NUMBERS:
            raise MathhammerError(
                f"the rule returns {len(values)} numbers; allowed: 1 to {MAX_RULE_NUMBERS}"
            )
        for value in values:
            _check_whole(value)
        if not names:
            many = range(1, len(values) + 1)
            names = ("outcome",) if self.single else tuple(f"outcome_{i}" for i in many)
        texts = all(isinstance(name, str) for name in names)
        if not texts or len(names) != len(values) or len(set(names)) < len(names):
            raise MathhammerError(
                f"the rule returns {_numbers(len(values), self.single)}, and needs as many "
                "different names, each a text; "
                f"given: {', '.join(map(str, names))}",
                "names",
            )
        super().__init__(names)

    def write(self, stream: Any, out: I64) -> None:
        """Play as many trials as there are rows, and write their numbers."""
        if self.compiled:
            play = rule_kernels.rule_trials if self.single else rule_kernels.rule_tuples
            play(self.rule, stream, out)
            return
        for i in range(len(out)):
            value = self.rule(stream)
            if isinstance(value, tuple) == self.single or (
                not self.single and len(value) != len(self.names)
            ):
                raise MathhammerError(
                    f"the rule returned {_numbers(len(self.names), self.single)} at first, "
                    f"and then {quoted(value)}"
                )
            for j, number in enumerate((value,) if self.single else value):
                out[i, j] = _check_whole(number)


def _numbers(many: int, single: bool) -> str:
    return "one number" if single else f"a tuple of {many}"


def _check_parameters(rule: Callable[[Any], Any]) -> None:
    """Refuse a function that can't be called with a stream alone."""
    try:
        found = signature(getattr(rule, "py_func", rule))
    except (TypeError, ValueError):  # some of C have none
        return
    try:
        found.bind(None)
    except TypeError:
        raise MathhammerError(
            f"the rule takes {found}; it is called with one argument, the stream of dice"
        ) from None


def _check_whole(value: Any) -> int:
    """Return a value as a whole number."""
    if not isinstance(value, int | np.integer | np.bool_):
        raise MathhammerError(
            f"the rule returns {quoted(value)}; whole numbers are expected, or a tuple of them"
        )
    if not MISSING < value < 2**63:
        raise MathhammerError(
            f"the rule returns {quoted(value)}; whole numbers of 64 bits are expected"
        )
    return int(value)
