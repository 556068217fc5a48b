"""`Distribution`: the one noun in the middle, an immutable pmf on a range of integers.

Everything is a direct sum of products of non-negative numbers. Nothing is ever
subtracted and no FFT is used, so every probability, however far out in a tail,
keeps a relative accuracy near machine precision: P(40D6 = 40) is 6**-40, not 1e-17.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any, cast

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]


class Distribution:
    """The exact distribution of a whole number.

    Parameters
    ----------
    pmf : array_like of float, shape (n,)
        ``pmf[i]`` is P(X = start + i). Non-negative; sums to 1 to within rounding
        (1e-9), and is *not* renormalised.
    start : int, default 0
        The value that ``pmf[0]`` belongs to.

    Raises
    ------
    ValueError
        If `pmf` is empty, negative, not finite or doesn't sum to 1.

    Examples
    --------
    >>> d6 = Distribution([1 / 6] * 6, start=1)
    >>> d6.mean
    3.5
    >>> round((d6 + d6).at_least(9), 4)
    0.2778
    """

    __slots__ = ("_array", "_start")

    _array: Array
    _start: int

    def __init__(self, pmf: npt.ArrayLike, start: int = 0) -> None:
        array = np.array(pmf, dtype=np.float64)
        if array.ndim != 1 or array.size == 0:
            raise ValueError("a pmf is a list of at least one probability")
        if not np.isfinite(array).all() or (array < 0).any():
            raise ValueError("a pmf holds probabilities: finite and not negative")
        if abs(array.sum() - 1.0) > 1e-9:
            raise ValueError(f"a pmf sums to 1; this one sums to {array.sum():.12g}")
        self._set(array, start)

    def _set(self, array: Array, start: int) -> None:
        array.setflags(write=False)
        object.__setattr__(self, "_array", array)
        object.__setattr__(self, "_start", int(start))

    @classmethod
    def trusted(cls, array: Array, start: int = 0) -> Distribution:
        """Wrap an array that is known to be a pmf, without a copy or a check."""
        made = object.__new__(cls)
        made._set(array, start)
        return made

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("a Distribution is immutable")

    def __reduce__(self) -> tuple[Any, ...]:
        return (Distribution, (self._array, self._start))

    # ---------------------------------------------------------------- making

    @classmethod
    def constant(cls, value: int) -> Distribution:
        """Return the distribution of a number that is always `value`."""
        return cls.trusted(np.ones(1), value)

    @classmethod
    def uniform(cls, low: int, high: int) -> Distribution:
        """Return the uniform distribution on ``low..high``, both included (D-1)."""
        return cls.trusted(np.full(high - low + 1, 1.0 / (high - low + 1)), low)

    @classmethod
    def from_dict(cls, masses: Mapping[int, float]) -> Distribution:
        """Return the distribution with P(X = k) = ``masses[k]``."""
        low, high = min(masses), max(masses)
        array = np.zeros(high - low + 1)
        for value, mass in masses.items():
            array[value - low] += mass
        return cls(array, low)

    @classmethod
    def mix(cls, parts: Iterable[tuple[float, Distribution]]) -> Distribution:
        """Return the mixture: with probability ``weight`` the number is drawn from ``part``.

        Parameters
        ----------
        parts : iterable of (float, Distribution)
            Weights sum to 1.

        Examples
        --------
        >>> Distribution.mix([(0.5, Distribution.constant(0)), (0.5, Distribution.constant(2))]).sd
        1.0
        """
        parts = [(weight, part) for weight, part in parts if weight > 0]
        low = min(part.minimum for _, part in parts)
        high = max(part.maximum for _, part in parts)
        array = np.zeros(high - low + 1)
        for weight, part in parts:
            at = part.minimum - low
            array[at : at + part._array.size] += weight * part._array
        return cls.trusted(array, low)

    # --------------------------------------------------------------- reading

    @property
    def minimum(self) -> int:
        """The value of the first entry of `array`."""
        return self._start

    @property
    def maximum(self) -> int:
        """The value of the last entry of `array`."""
        return self._start + self._array.size - 1

    @property
    def array(self) -> Array:
        """The probabilities of ``minimum..maximum``, float64, read-only."""
        return self._array

    @property
    def support(self) -> npt.NDArray[np.int64]:
        """The values ``minimum..maximum``, int64."""
        return np.arange(self._start, self._start + self._array.size)

    def from_zero(self) -> Array:
        """Return the pmf as an array from 0 to the last possible value.

        Raises
        ------
        ValueError
            If a negative value is possible.
        """
        if self._start < 0:
            raise ValueError("this distribution has negative values")
        possible = self._array.nonzero()[0]
        end = int(possible[-1]) + 1 if possible.size else 1
        result = np.zeros(self._start + end)
        result[self._start :] = self._array[:end]
        return result

    def pmf(self, k: int) -> float:
        """Return P(X = k)."""
        i = k - self._start
        return float(self._array[i]) if 0 <= i < self._array.size else 0.0

    def cdf(self, k: int) -> float:
        """Return P(X <= k)."""
        i = k - self._start + 1
        return min(1.0, float(self._array[: max(i, 0)].sum()))

    def sf(self, k: int) -> float:
        """Return P(X > k), summed from the tail so that small values stay right."""
        i = k - self._start + 1
        return min(1.0, float(self._array[max(i, 0) :].sum()))

    def at_least(self, k: int) -> float:
        """Return P(X >= k).

        Examples
        --------
        >>> round(Distribution.uniform(1, 6).at_least(5), 4)
        0.3333
        """
        return self.sf(k - 1)

    at_most = cdf

    def quantile(self, q: float) -> int:
        """Return the least k with P(X <= k) >= q.

        Parameters
        ----------
        q : float
            From 0 to 1. A sum that misses `q` by rounding alone (1e-12) counts as reached.

        Examples
        --------
        >>> Distribution.uniform(1, 6).quantile(0.5)
        3
        """
        if not 0 <= q <= 1:
            raise ValueError(f"a quantile is asked for a probability from 0 to 1, not {q!r}")
        reached = np.cumsum(self._array) >= q - 1e-12
        i = int(np.argmax(reached)) if reached.any() else self._array.size - 1
        if q > 0:  # never below the first possible value
            i = max(i, int(np.argmax(self._array > 0)))
        return self._start + i

    @property
    def mean(self) -> float:
        """The expected value."""
        return float(np.dot(self._array, self.support))

    @property
    def var(self) -> float:
        """The variance."""
        return float(np.dot(self._array, (self.support - self.mean) ** 2))

    @property
    def sd(self) -> float:
        """The standard deviation."""
        return math.sqrt(self.var)

    # ------------------------------------------------------------- computing

    def __add__(self, other: Distribution | int) -> Distribution:
        """Return the distribution of the sum of two independent numbers."""
        if isinstance(other, int):
            return Distribution.trusted(self._array, self._start + other)
        if not isinstance(other, Distribution):
            return NotImplemented
        return Distribution.trusted(
            convolved(self._array, other._array), self._start + other._start
        )

    __radd__ = __add__

    def map(self, function: Callable[[int], int]) -> Distribution:
        """Return the distribution of ``function(X)``.

        Examples
        --------
        >>> Distribution.uniform(1, 6).map(lambda x: (x + 1) // 2).array.round(4).tolist()
        [0.3333, 0.3333, 0.3333]
        """
        values = [function(int(k)) for k in self.support]
        low = min(values)
        array = gathered(np.array(values) - low, self._array)
        return Distribution.trusted(array, low)

    def repeat(self, times: int | Distribution) -> Distribution:
        """Return the sum of `times` independent copies, `times` fixed or random.

        Parameters
        ----------
        times : int or Distribution
            Not negative.

        Examples
        --------
        >>> round(Distribution.uniform(1, 6).repeat(40).pmf(40) * 6.0**40, 12)
        1.0
        """
        if not isinstance(times, Distribution):
            times = Distribution.constant(times)
        least = times._start
        if least < 0:
            raise ValueError("a number of copies is not negative")
        if self._start == 0:
            return Distribution.trusted(compound(times._array, least, self._array))
        # The start of the sum grows with the number of copies.
        parts: list[tuple[float, Distribution]] = []
        total = Distribution.trusted(power(self._array, least), self._start * least)
        for weight in times._array.tolist():
            if parts:
                total = total + self
            parts.append((weight, total))
        return Distribution.mix(parts)

    def thin(self, p: float) -> Distribution:
        """Return how many of X things are left if each is kept with probability `p`.

        Examples
        --------
        >>> round(Distribution.constant(3).thin(0.5).at_least(1), 4)
        0.875
        """
        if not 0 <= p <= 1:
            raise ValueError(f"a probability lies from 0 to 1, not {p!r}")
        return Distribution.trusted(np.array([1.0 - p, p])).repeat(self)

    # ---------------------------------------------------------------- object

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Distribution):
            return NotImplemented
        return self._start == other._start and np.array_equal(self._array, other._array)

    def __hash__(self) -> int:
        return hash((self._start, self._array.tobytes()))

    def __repr__(self) -> str:
        return (
            f"Distribution({self.minimum}..{self.maximum}, mean={self.mean:.4g}, sd={self.sd:.4g})"
        )

    def to_dict(self) -> dict[str, Any]:
        """Return ``{"mean", "sd", "pmf"}`` as in result files; the pmf counts from 0."""
        return {"mean": self.mean, "sd": self.sd, "pmf": self.from_zero().tolist()}


def gathered(index: npt.NDArray[np.intp], masses: Array, length: int = 0) -> Array:
    """Return the sums of the masses that have the same index.

    Parameters
    ----------
    index : ndarray of int, shape (n,)
        Not negative.
    masses : ndarray of float64, shape (n,)
    length : int
        The least length of the answer.

    Returns
    -------
    ndarray of float64
    """
    return cast(Array, np.bincount(index, masses, length))


#: Below this a probability may be taken for 0: sixteen decades under the last that is kept
#: right (1e-290). The processor is a hundred times slower with numbers below 2.2e-308.
NEGLIGIBLE = 1e-306
#: Up to so many numbers an array is left as it is: the slow ones don't outweigh the search.
FLUSHED_ABOVE = 1000


def flushed(array: Array) -> Array:
    """Set what is below `NEGLIGIBLE` to 0, in place, where an array is large; return it."""
    if array.size > FLUSHED_ABOVE:
        array[array < NEGLIGIBLE] = 0.0
    return array


#: A longer sum of products is shared among threads, which then wait for each other at each
#: of very many sums: ten times slower where another program is busy.
_PIECE = 8192


def convolved(first: Array, second: Array) -> Array:
    """Return the convolution of two arrays, by direct sums.

    Examples
    --------
    >>> convolved(np.array([0.5, 0.5]), np.array([0.5, 0.5])).tolist()
    [0.25, 0.5, 0.25]
    """
    if first.size < second.size:
        first, second = second, first
    if second.size <= _PIECE:
        return np.convolve(first, second)
    result = np.zeros(first.size + second.size - 1)
    for start in range(0, second.size, _PIECE):
        piece = np.convolve(first, second[start : start + _PIECE])
        result[start : start + piece.size] += piece
    return result


def power(array: Array, n: int) -> Array:
    """Return the `n`-fold convolution of `array` with itself, by direct sums.

    Parameters
    ----------
    array : ndarray of float64, shape (m,)
    n : int
        Not negative.

    Returns
    -------
    ndarray of float64, shape (n * (m - 1) + 1,)
    """
    result: Array | None = None
    while n:
        if n & 1:
            result = array if result is None else flushed(convolved(result, array))
        n >>= 1
        if n:
            array = flushed(convolved(array, array))
    return np.ones(1) if result is None else result


def compound(counts: Array, first: int, array: Array) -> Array:
    """Return the pmf, from 0, of a random number of copies of a number counted from 0.

    Parameters
    ----------
    counts : ndarray of float64, shape (c,)
        ``counts[i]`` is the probability of ``first + i`` copies.
    first : int
    array : ndarray of float64, shape (m,)
        The pmf of one copy, from 0.

    Returns
    -------
    ndarray of float64, shape ((first + c - 1) * (m - 1) + 1,)

    Notes
    -----
    Halves of the counts are worked out apart and joined by one power of `array`, so that
    nearly all of the work is done by few large convolutions.
    """
    powers = [array]

    def block(start: int, length: int) -> Array:
        if length <= 8:
            total = counts[start + length - 1 : start + length]
            for weight in counts[start : start + length - 1][::-1]:
                total = convolved(total, array)
                total[0] += weight
            return total
        level = (length - 1).bit_length() - 1  # the largest power of 2 below the length
        while len(powers) <= level:
            powers.append(flushed(convolved(powers[-1], powers[-1])))
        low = block(start, 1 << level)
        high = block(start + (1 << level), length - (1 << level))
        joined = flushed(convolved(high, powers[level]))
        joined[: low.size] += low
        return joined

    if counts.size == 1:
        return power(array, first)
    total = block(0, counts.size)
    return convolved(total, power(array, first)) if first else total
