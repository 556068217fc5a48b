"""`Distribution`: algebra, tails and errors."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mathhammer.core.distribution import Distribution, compound, power

D6 = Distribution.uniform(1, 6)


@st.composite
def distributions(draw: st.DrawFn, least: int = -3) -> Distribution:
    weights = draw(st.lists(st.integers(0, 9), min_size=1, max_size=6).filter(any))
    return Distribution(np.array(weights) / sum(weights), draw(st.integers(least, 3)))


def close(a: Distribution, b: Distribution) -> bool:
    ks = range(min(a.minimum, b.minimum), max(a.maximum, b.maximum) + 1)
    return all(abs(a.pmf(k) - b.pmf(k)) < 1e-14 for k in ks)


def test_tails_are_right_to_1e_290() -> None:
    # style.md: FFT tails. P(40D6 = 40) and far beyond, against exact fractions.
    for dice in (40, 100, 370):
        total = D6.repeat(dice)
        want = Fraction(1, 6**dice)
        assert abs(Fraction(total.pmf(dice)) / want - 1) < Fraction(1, 10**12)
        assert abs(Fraction(total.pmf(dice + 1)) / (want * dice) - 1) < Fraction(1, 10**12)
    assert D6.repeat(370).pmf(370) < 1e-287


def test_every_mass_of_50d6_matches_fractions() -> None:
    ways = [1]
    for _ in range(50):
        ways = [
            sum(ways[j] for j in range(max(0, i - 5), min(i, len(ways) - 1) + 1))
            for i in range(len(ways) + 5)
        ]
    got = D6.repeat(50)
    for i, count in enumerate(ways):
        want = Fraction(count, 6**50)
        assert abs(Fraction(got.pmf(50 + i)) / want - 1) < Fraction(1, 10**12)


def test_upper_tail_keeps_relative_accuracy() -> None:
    n, p = 300, Fraction(1, 6)
    hits = Distribution.constant(n).thin(1 / 6)
    for k in (250, 299, 300):
        want = sum(comb(n, j) * p**j * (1 - p) ** (n - j) for j in range(k, n + 1))
        assert abs(Fraction(hits.at_least(k)) / want - 1) < Fraction(1, 10**12)


@settings(deadline=None)
@given(distributions(), distributions(), distributions())
def test_addition_is_commutative_and_associative(
    a: Distribution, b: Distribution, c: Distribution
) -> None:
    assert close(a + b, b + a)
    assert close((a + b) + c, a + (b + c))
    assert abs((a + b).mean - a.mean - b.mean) < 1e-12
    assert abs((a + b).var - a.var - b.var) < 1e-11


@settings(deadline=None)
@given(distributions(), st.integers(0, 5))
def test_repeat_is_repeated_addition(a: Distribution, n: int) -> None:
    total = Distribution.constant(0)
    for _ in range(n):
        total = total + a
    assert close(a.repeat(n), total)


@settings(deadline=None)
@given(distributions(), distributions(least=0))
def test_random_repeat_is_a_mixture(a: Distribution, n: Distribution) -> None:
    mixed = Distribution.mix((n.pmf(k), a.repeat(k)) for k in range(n.minimum, n.maximum + 1))
    assert close(a.repeat(n), mixed)


@pytest.mark.parametrize("length", [1, 2, 8, 9, 30, 61])
def test_compound_matches_the_mixture_of_powers(length: int) -> None:
    rng = np.random.default_rng(1)
    counts, one = rng.random(length), rng.random(3)
    counts, one = counts / counts.sum(), one / one.sum()
    want = np.zeros((length + 1) * 2 + 1)
    for i, weight in enumerate(counts):
        part = power(one, i + 2)
        want[: part.size] += weight * part
    np.testing.assert_allclose(compound(counts, 2, one), want, rtol=1e-12)


@settings(deadline=None)
@given(distributions(), st.floats(0, 1))
def test_quantile_is_the_least_value_reaching_q(a: Distribution, q: float) -> None:
    k = a.quantile(q)
    assert a.cdf(k) >= q - 1e-9
    if q > 0:
        assert all(a.cdf(j) < q for j in range(a.minimum, k))


@given(distributions(), st.integers(-9, 12))
def test_cdf_and_sf_complement(a: Distribution, k: int) -> None:
    assert abs(a.cdf(k) + a.sf(k) - 1) < 1e-12
    assert a.at_least(k) == a.sf(k - 1)
    assert a.at_most(k) == a.cdf(k)


def test_thin_of_a_constant_is_binomial() -> None:
    got = Distribution.constant(7).thin(0.25)
    want = [comb(7, k) * 0.25**k * 0.75 ** (7 - k) for k in range(8)]
    np.testing.assert_allclose(got.array, want, rtol=1e-13)


def test_map_gathers_equal_values() -> None:
    halved = Distribution.uniform(1, 6).map(lambda k: (k + 1) // 2)
    np.testing.assert_allclose(halved.array, [1 / 3] * 3)


def test_it_is_immutable_and_hashable() -> None:
    with pytest.raises(AttributeError):
        D6.start = 2  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="read-only"):
        D6.array[0] = 1.0
    assert hash(D6) == hash(Distribution.uniform(1, 6))
    assert D6 == Distribution.uniform(1, 6) != Distribution.uniform(0, 5)


@pytest.mark.parametrize(
    ("pmf", "word"),
    [
        ([], "at least one"),
        ([[1.0]], "at least one"),
        ([0.5, 0.6], "sums to"),
        ([1.5, -0.5], "not negative"),
        ([float("nan"), 1.0], "finite"),
    ],
)
def test_a_wrong_pmf_is_refused(pmf: list[float], word: str) -> None:
    with pytest.raises(ValueError, match=word):
        Distribution(pmf)
