"""How well a simulation knows what it counted: standard errors and intervals.

A mean's standard error is that of the sample; its 95 % interval is the normal one. A
probability's interval is Clopper and Pearson's, which holds for any number of trials, and
also where nothing or everything was seen.
"""

import math
from typing import NamedTuple

import numpy as np

from mathhammer.engine.montecarlo.layout import I64

#: What is outside of an interval, and the standard errors on each side of a normal one.
OUTSIDE = 0.05
NORMAL = 1.959963984540054


class Measure(NamedTuple):
    """What is known of something after some trials.

    Attributes
    ----------
    value : float
    error : float
        Standard error.
    low, high : float
        The 95 % interval.
    """

    value: float
    error: float
    low: float
    high: float

    @property
    def width(self) -> float:
        """Of the interval."""
        return self.high - self.low


def mean_of(counts: I64, start: int = 0) -> Measure:
    """Return the mean of a whole number from how often each value was seen.

    Parameters
    ----------
    counts : ndarray of int64, shape (n,)
        ``counts[k]`` trials had the value ``start + k``.
    start : int

    Examples
    --------
    >>> round(mean_of(np.array([5, 5])).error, 6)
    0.166667
    """
    trials = int(counts.sum())
    if trials == 0:
        return Measure(math.nan, math.inf, -math.inf, math.inf)
    values = np.arange(counts.size, dtype=np.float64)
    mean = float(counts @ values) / trials
    squares = float(counts @ (values - mean) ** 2)
    return around(start + mean, squares, trials)


def never_seen(counts: I64) -> Measure:
    """Return the mean of a number that was the same in all trials, though others are possible.

    How often they come is only known to be as rare as what was never seen: the standard
    error is that of such a share, times how far the other values are.

    Parameters
    ----------
    counts : ndarray of int64, shape (n,)
        One of them is not 0.
    """
    trials, value = int(counts.sum()), int(np.flatnonzero(counts)[0])
    rare = share_of(0, trials)
    return Measure(
        float(value),
        rare.error * max(value, counts.size - 1 - value),
        value - rare.high * value,
        value + rare.high * (counts.size - 1 - value),
    )


def of_sums(total: int, squares: int, trials: int) -> Measure:
    """Return the mean of a number from its sum and that of its squares."""
    if trials == 0:
        return Measure(math.nan, math.inf, -math.inf, math.inf)
    # Whole numbers, so that nothing is lost in the difference.
    return around(total / trials, (squares * trials - total * total) / trials, trials)


def around(mean: float, squares: float, trials: int) -> Measure:
    """Return a mean, given the sum of the squares of the distances to it."""
    if trials < 2:
        return Measure(mean, math.inf, -math.inf, math.inf)
    error = math.sqrt(squares / (trials - 1) / trials)
    return Measure(mean, error, mean - NORMAL * error, mean + NORMAL * error)


def share_of(seen: int, trials: int) -> Measure:
    """Return a probability from how often something was seen.

    Where nothing or everything was seen, the standard error is taken from the interval:
    a normal one as wide has it. It is never 0.

    Examples
    --------
    >>> [round(x, 4) for x in share_of(0, 100)]
    [0.0, 0.0092, 0.0, 0.0362]
    """
    from scipy.special import betaincinv

    if trials == 0:
        return Measure(math.nan, math.inf, 0.0, 1.0)
    low = float(betaincinv(seen, trials - seen + 1, OUTSIDE / 2)) if seen else 0.0
    high = float(betaincinv(seen + 1, trials - seen, 1 - OUTSIDE / 2)) if seen < trials else 1.0
    share = seen / trials
    error = math.sqrt(share * (1.0 - share) / trials)
    return Measure(share, error or (high - low) / (2 * NORMAL), low, high)
