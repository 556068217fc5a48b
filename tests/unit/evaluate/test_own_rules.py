"""Rules of the user's own: the same dice compiled or not, counted and measured like others."""

from __future__ import annotations

from fractions import Fraction

import numba
import numpy as np
import pytest
from scipy.stats import binom, binomtest

from mathhammer.analysis.agreement import compared
from mathhammer.core.distribution import Distribution
from mathhammer.core.errors import MathhammerError, TooLargeError
from mathhammer.engine.montecarlo.streams import BLOCK
from mathhammer.evaluate.own_rules import d3, d6, simulate_rule, total_of

pytestmark = pytest.mark.slow

#: The chance that a comparison of this file fails although all is right.
BOUND = 1e-8


def explodes_on_doubles(dice):
    total = 0
    while True:
        first, second = d6(dice), d6(dice)
        total += first + second
        if first != second:
            return total


def several(dice):
    return d6(dice), d3(dice), total_of(dice, 3)


def signed(dice):
    return d6(dice) - d6(dice)


RULES = (explodes_on_doubles, several, signed)
COMPILED = {rule: numba.njit(rule) for rule in RULES}


def counts(result):
    found = [result.distribution(name) for name in result.names]
    return [(one.minimum, one.array.tolist()) for one in found]


@pytest.mark.parametrize("rule", RULES)
def test_compiled_or_not_the_numbers_are_the_same(rule):
    trials = BLOCK + 77
    plain = simulate_rule(rule, trials=trials, seed=4, samples=1000, threads=1)
    fast = simulate_rule(COMPILED[rule], trials=trials, seed=4, samples=1000, threads=5)
    assert plain.trials == fast.trials == trials and plain.seed == fast.seed == 4
    assert plain.names == fast.names and counts(plain) == counts(fast)
    assert np.array_equal(plain.samples, fast.samples)
    for name in plain.names:
        assert plain.measure(name) == fast.measure(name)  # to the last bit
    other = simulate_rule(COMPILED[rule], trials=trials, seed=5)
    assert counts(other) != counts(fast)


def test_threads_change_no_bit():
    """Sums are exact, so that the order in which values are met plays no part."""
    first = simulate_rule(COMPILED[explodes_on_doubles], trials=9 * BLOCK, seed=1, threads=1)
    for threads in (2, 5):
        again = simulate_rule(
            COMPILED[explodes_on_doubles], trials=9 * BLOCK, seed=1, threads=threads
        )
        assert again.measure() == first.measure() and counts(again) == counts(first)


def doubles_by_hand(most: int) -> list[Fraction]:
    """Return P(total = k): a double adds its eyes and begins again, all else ends it.

    P(k) = (ways to k without a double) / 36 + sum over doubles 2f of P(k - 2f) / 36.
    """
    masses = [Fraction(0)] * (most + 1)
    for k in range(most + 1):
        plain = sum(a != b for a in range(1, 7) for b in range(1, 7) if a + b == k)
        again = sum(masses[k - 2 * f] for f in range(1, 7) if k >= 2 * f)
        masses[k] = (plain + again) / Fraction(36)
    return masses


def test_explodes_on_doubles_has_its_exact_distribution():
    exact = doubles_by_hand(400)
    assert sum(exact) > 1 - Fraction(1, 10**20)
    # A double comes up one time in six: the mean is that of two dice over 1 - 1/6.
    assert abs(float(sum(k * p for k, p in enumerate(exact))) - 8.4) < 1e-12
    array = np.array([float(p) for p in exact])
    result = simulate_rule(COMPILED[explodes_on_doubles], trials=2_000_000, seed=6)
    row = compared("total", Distribution(array / array.sum()), result.distribution(), result.trials)
    assert row.chance > BOUND
    right = float(sum(exact[20:]))
    assert binom.cdf(round(result.at_least(20).value * result.trials), result.trials, right) > BOUND
    assert binom.sf(round(result.at_least(20).value * result.trials), result.trials, right) > BOUND
    tail = result.at_least(20)
    seen = binomtest(round(tail.value * result.trials), result.trials).proportion_ci(0.95, "exact")
    assert (tail.low, tail.high) == pytest.approx((seen.low, seen.high), rel=1e-9)
    assert abs(tail.value - right) < 5 * tail.error
    assert result.at_least(0).value == 1.0 and result.at_least(10_000).value == 0.0


def test_several_numbers_have_names():
    rule = COMPILED[several]
    result = simulate_rule(rule, trials=300_000, seed=2)
    assert result.names == ("outcome_1", "outcome_2", "outcome_3")
    named = simulate_rule(rule, trials=300_000, seed=2, names=["die", "half", "three"])
    assert named.names == ("die", "half", "three") and counts(named) == counts(result)
    one, half = np.full(6, 1 / 6), np.full(3, 1 / 3)
    three = np.convolve(np.convolve(one, one), one)
    for name, pmf, least in (("die", one, 1), ("half", half, 1), ("three", three, 3)):
        row = compared(name, Distribution(pmf, least), named.distribution(name), named.trials)
        assert row.chance > BOUND, name
        assert named.standard_error(name) == named.measure(name).error > 0
    assert f"die {named.measure('die').value:.4g}, half" in repr(named)
    with pytest.raises(MathhammerError, match="did you mean 'half'"):
        named.distribution("haf")
    for ask in (lambda: named.mean, named.distribution, lambda: named.at_least(3)):
        with pytest.raises(MathhammerError, match="allowed: die, half, three"):
            ask()


def test_one_number_may_have_a_name_and_be_negative():
    result = simulate_rule(COMPILED[signed], trials=100_000, seed=3, names=["edge"], samples=50)
    assert result.names == ("edge",) and result.mean == result.measure("edge").value
    found = result.distribution()
    assert (found.minimum, found.maximum) == (-5, 5)
    ways = np.array([6 - abs(k) for k in range(-5, 6)]) / 36
    for k, share in zip(range(-5, 6), ways, strict=True):
        assert abs(found.pmf(k) - share) < 6 * np.sqrt(share * (1 - share) / 100_000)
    assert result.samples.shape == (50, 1) and result.samples.min() < 0


def test_a_tuple_of_one_and_truth_values():
    @numba.njit
    def passed(dice):
        return d6(dice) >= 4, d6(dice)

    result = simulate_rule(passed, trials=50_000, seed=1, names=["passed", "die"])
    assert abs(result.measure("passed").value - 0.5) < 6 * 0.5 / np.sqrt(50_000)
    alone = simulate_rule(lambda dice: (d6(dice),), trials=100, seed=1)
    assert alone.names == ("outcome_1",) and alone.mean == alone.measure("outcome_1").value
    plain = simulate_rule(lambda dice: d6(dice) >= 4, trials=100, seed=1)
    assert 0 < plain.mean < 1


def test_precision_and_time_are_asked_for_like_anywhere():
    rule = COMPILED[explodes_on_doubles]
    result = simulate_rule(rule, seed=2, until_error={"outcome": 0.005})
    assert result.standard_error() <= 0.005 and result.trials % BLOCK == 0
    variance = 20.0  # a little more than the exact one
    assert result.trials <= 1.1 * variance / 0.005**2 + BLOCK
    several_of = simulate_rule(
        COMPILED[several], seed=2, names=["a", "b", "c"], until_width={"a": 0.01, "c": 0.02}
    )
    assert several_of.measure("a").width <= 0.01 and several_of.measure("c").width <= 0.02
    stopped = simulate_rule(rule, seed=2, time_limit=1e-6)
    assert stopped.stopped == "time" and stopped.trials > 0
    with pytest.raises(MathhammerError, match="nothing that is measured"):
        simulate_rule(rule, until_error={"totl": 1})
    with pytest.raises(MathhammerError, match="until_error"):
        simulate_rule(rule, until_error={"outcome": -1})


@pytest.mark.parametrize(
    "rule, said",
    [
        (lambda dice: 1.5, "returns 1.5; whole numbers are expected"),
        (lambda dice: None, "returns None"),
        (lambda dice: "six", "returns 'six'"),
        (lambda dice: [1, 2], "returns a list of 2"),
        (lambda dice: (1, 2.0), "returns 2.0"),
        (lambda dice: (), "returns 0 numbers"),
        (lambda dice: (1,) * 101, "returns 101 numbers; allowed: 1 to 100"),
        (lambda dice: np.array([1]), "returns array"),
        (lambda dice: 2**63, "64 bits"),
        (lambda dice: -(2**63), "64 bits"),
        (numba.njit(lambda dice: d6(dice) / 2), "whole numbers are expected"),
        ("2D6", "'2D6' is no rule"),
        (7, "7 is no rule"),
        (lambda: 3, r"takes \(\); it is called with one argument"),
        (lambda dice, other: 3, r"takes \(dice, other\); it is called with one argument"),
        (numba.njit(lambda: 3), r"takes \(\); it is called with one argument"),
    ],
)
def test_what_is_no_rule_is_refused_in_one_sentence(rule, said):
    with pytest.raises(MathhammerError, match=said) as caught:
        simulate_rule(rule, trials=10)
    assert str(caught.value).isprintable() and len(str(caught.value)) < 400


@pytest.mark.parametrize(
    "names", [["a"], ["a", "b", "c"], ["a", "a"], "ab", ["a", 2], [1, 2], 3, 2.5]
)
def test_names_must_be_as_many_as_numbers_and_differ(names):
    def two(dice):
        return d6(dice), d6(dice)

    with pytest.raises(MathhammerError, match="names") as caught:
        simulate_rule(two, trials=10, names=names)
    assert caught.value.where == "names"


@pytest.mark.parametrize("value", ["x", None, True, [3]])
def test_at_least_takes_a_number(value):
    result = simulate_rule(lambda dice: d6(dice), trials=10, seed=1)
    assert result.at_least(2.5).value == result.at_least(3).value
    with pytest.raises(MathhammerError, match=r"at_least: .* is no number"):
        result.at_least(value)


def changing(*values):
    """Return a rule that returns these in turn, then the last for ever."""
    left = list(values)

    def rule(dice):
        return left.pop(0) if len(left) > 1 else left[0]

    return rule


@pytest.mark.parametrize(
    "values",
    [((1, 2), (1,)), ((1, 2), (1, 2, 3)), (1, (1, 2)), ((1, 2), 1), (1, 1, 1.5), (1, None)],
)
def test_a_rule_that_changes_its_mind_is_refused(values):
    """Also after many trials: nothing of an earlier trial is taken for a later one's."""
    with pytest.raises(MathhammerError, match="the rule return"):
        simulate_rule(changing(*values), trials=100, threads=1)


def test_errors_of_a_rule_come_out_as_they_are():
    def broken(dice):
        return 6 // (d6(dice) - 1)

    with pytest.raises(ZeroDivisionError):
        simulate_rule(broken, trials=1000, seed=1)


def test_too_many_values_are_refused_in_one_sentence():
    @numba.njit
    def wide(dice):
        total = 0
        for _ in range(9):
            total = 6 * total + d6(dice) - 1
        return total

    with pytest.raises(TooLargeError, match="more than 1000000 different values"):
        simulate_rule(wide, trials=10_000_000, seed=1)


def test_values_far_apart_have_means_and_no_array_that_holds_them_all():
    far = simulate_rule(lambda dice: (d6(dice) - 1) * 10**15, trials=5000, seed=1)
    assert far.mean == pytest.approx(2.5e15, rel=0.05) and far.standard_error() > 0
    assert far.at_least(10**15).value == pytest.approx(5 / 6, abs=0.04)
    with pytest.raises(TooLargeError, match="values from 0 to 5000000000000000"):
        far.distribution()
    assert "5000 trials" in repr(far)


def test_dice_are_uniform_for_a_rule():
    """Every face, D-1's halves, and sums: a long run within exact binomial bounds."""
    trials = 600_000
    found = simulate_rule(COMPILED[several], trials=trials, seed=11)
    for name, sides in (("outcome_1", 6), ("outcome_2", 3)):
        for face in range(1, sides + 1):
            seen = round(found.distribution(name).pmf(face) * trials)
            tail = min(binom.cdf(seen, trials, 1 / sides), binom.sf(seen - 1, trials, 1 / sides))
            assert tail > BOUND, (name, face)
