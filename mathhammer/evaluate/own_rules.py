"""Rules of your own, by Monte Carlo: a function that rolls dice and returns what came out.

The function gets a stream of dice, hands it to `d6`, `d3` or `total_of`, and returns a
whole number, or a tuple of them. Compiled with `numba.njit` it runs as fast as the
product's own rules; plain Python does, too, slower. It is played in the same batches, with
the same streams and statistics as everything else.

Examples
--------
Two dice; a double explodes: roll on and add.

>>> def explodes_on_doubles(dice):
...     total = 0
...     while True:
...         first, second = d6(dice), d6(dice)
...         total += first + second
...         if first != second:
...             return total
>>> result = simulate_rule(explodes_on_doubles, trials=2_000, seed=1)
>>> abs(result.mean - 8.4) < 5 * result.standard_error()
True
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from mathhammer.core.distribution import Distribution
from mathhammer.core.errors import MathhammerError, TooLargeError, check_allowed, quoted
from mathhammer.engine.montecarlo.kernels.dice import d3, d6, total_of
from mathhammer.engine.montecarlo.precision import Measure
from mathhammer.engine.montecarlo.sampled_rule import RuleGame, RuleLedger
from mathhammer.engine.montecarlo.simulate import Played
from mathhammer.results.simulation import NUMBERS, read_settings, run

#: The most values from the least to the largest of a distribution.
MAX_SPAN = 10_000_000


class RuleResult:
    """What a rule came to in many trials.

    Attributes
    ----------
    names : tuple of str
        Of the numbers that the rule returns.
    trials, seed : int
    stopped : str
        Why it ended before what was asked for: ``"time"``, ``"interrupted"`` or empty.
    """

    def __init__(self, game: RuleGame, played: Played) -> None:
        self._game = game
        self._ledger: RuleLedger = played.ledger
        self.names = game.names
        self.trials = played.trials
        self.seed = played.seed
        self.stopped = played.stopped

    def __repr__(self) -> str:
        means = ", ".join(f"{name} {self.measure(name).value:.4g}" for name in self.names)
        return f"<RuleResult of {self.trials} trials: {means}>"

    def _number(self, name: str | None) -> int:
        if name is None and len(self.names) == 1:
            return 0
        check_allowed(name, self.names, "is nothing that the rule returns")
        return self.names.index(name)

    def distribution(self, name: str | None = None) -> Distribution:
        """Return the shares of the values of a number that the rule returns.

        Parameters
        ----------
        name : str, optional
            Which; not needed where there is one.

        Raises
        ------
        MathhammerError
            There is no such name.
        TooLargeError
            The values are too far apart for an array of all that lie between.
        """
        counts = self._ledger.counts[self._number(name)]
        low, high = min(counts), max(counts)
        if high - low >= MAX_SPAN:
            raise TooLargeError(
                f"values from {low} to {high} are too far apart for a distribution; the limit is "
                f"{MAX_SPAN} values: the mean and `at_least` are there"
            )
        return Distribution.from_dict({k: v / self.trials for k, v in counts.items()})

    def measure(self, name: str | None = None) -> Measure:
        """Return the mean with its standard error and 95 % interval."""
        return self._game.measure(self.names[self._number(name)], self._ledger, self.trials)

    @property
    def mean(self) -> float:
        """The mean, where the rule returns one number."""
        return self.measure().value

    def standard_error(self, name: str | None = None) -> float:
        """Return the standard error of the mean."""
        return self.measure(name).error

    def at_least(self, value: int, name: str | None = None) -> Measure:
        """Return P(at least `value`) with its 95 % interval (Clopper and Pearson)."""
        from mathhammer.engine.montecarlo.precision import share_of

        if isinstance(value, bool) or not isinstance(value, NUMBERS):
            raise MathhammerError(f"{quoted(value)} is no number", "at_least")
        counts = self._ledger.counts[self._number(name)]
        return share_of(sum(v for k, v in counts.items() if k >= value), self.trials)

    @property
    def samples(self) -> npt.NDArray[np.int64]:
        """The first trials one by one; ndarray of int64, shape (samples, names)."""
        return self._ledger.samples


def simulate_rule(
    rule: Callable[[Any], Any],
    *,
    names: Sequence[str] = (),
    trials: int | None = None,
    seed: Any = None,
    until_error: Mapping[str, float] | None = None,
    until_width: Mapping[str, float] | None = None,
    time_limit: float | None = None,
    samples: int = 0,
    threads: int | None = None,
) -> RuleResult:
    """Play a rule of your own many times.

    Parameters
    ----------
    rule : callable
        Takes a stream of dice; returns a whole number or a tuple of them. A function
        compiled by `numba.njit`, or plain Python.
    names : sequence of str, or str, optional
        Of the numbers that it returns; ``outcome``, or ``outcome_1`` and so on by default.
    trials, seed, until_error, until_width, time_limit, samples, threads
        As in `mathhammer.simulate`; what is measured are the names.

    Returns
    -------
    RuleResult

    Raises
    ------
    MathhammerError
        The rule returns something else, or an option is wrong.
    TooLargeError
        It returns more different values than are counted.

    Examples
    --------
    >>> def highest_of_three(dice):
    ...     return max(d6(dice), d6(dice), d6(dice))
    >>> simulate_rule(highest_of_three, trials=1000, seed=2).distribution().maximum
    6
    """
    settings = read_settings("montecarlo", {
        "trials": trials, "seed": seed, "until_error": until_error, "until_width": until_width,
        "time_limit": time_limit, "samples": samples, "threads": threads,
    })  # fmt: skip
    assert settings is not None
    if not isinstance(names, str | Sequence):
        raise MathhammerError(
            f"{quoted(names)} is not allowed; a list of names is expected", "names"
        )
    game = RuleGame(rule, (names,) if isinstance(names, str) else tuple(names))
    return RuleResult(game, run(game, settings))


__all__ = ["RuleResult", "d3", "d6", "simulate_rule", "total_of"]
