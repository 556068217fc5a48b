"""Standard errors and intervals: against scipy, against NumPy, and by how often they hold."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import beta, binom, binomtest

import mathhammer
from mathhammer.api import attack
from mathhammer.engine.montecarlo.precision import mean_of, of_sums, share_of
from mathhammer.engine.montecarlo.sampled import CARRIED, AttackGame, SampledAttack
from mathhammer.engine.montecarlo.simulate import BLOCK, Played, Settings, simulate


@pytest.mark.parametrize("trials", [1, 2, 10, 77, 1000, 10**6, 10**9])
def test_intervals_of_probabilities_are_clopper_and_pearsons(trials):
    for seen in {0, 1, trials // 3, trials // 2, trials - 1, trials}:
        ref = binomtest(seen, trials).proportion_ci(0.95, method="exact")
        got = share_of(seen, trials)
        assert got.value == seen / trials
        # Its solver stops at 1e-12; quantiles of the beta distribution are exact.
        assert (got.low, got.high) == pytest.approx((ref.low, ref.high), rel=1e-7, abs=2e-12)
        if seen:
            assert got.low == pytest.approx(beta.ppf(0.025, seen, trials - seen + 1), rel=1e-9)
        if seen < trials:
            assert got.high == pytest.approx(beta.ppf(0.975, seen + 1, trials - seen), rel=1e-9)
        assert got.low <= got.value <= got.high and got.error > 0


def test_nothing_and_everything_seen():
    """There is no width of 0, and the ends are those of (0.025)^(1/n)."""
    for trials in (1, 10, 10**6):
        none, all_of_them = share_of(0, trials), share_of(trials, trials)
        end = 0.025 ** (1 / trials)
        assert none[:1] == (0.0,) and none.low == 0.0
        assert none.high == pytest.approx(-math.expm1(math.log(0.025) / trials), rel=1e-9)
        assert all_of_them.value == all_of_them.high == 1.0
        assert all_of_them.low == pytest.approx(end, rel=1e-9)
        assert none.error == pytest.approx(all_of_them.error) and none.error > 0
    assert math.isinf(share_of(0, 0).error) and share_of(0, 0)[2:] == (0.0, 1.0)


@pytest.mark.parametrize("start", [0, -40, 10**6])
def test_means_and_their_errors_are_numpys(start):
    rng = np.random.default_rng(2)
    for trials, most in ((2, 3), (50, 4), (5000, 300)):
        values = rng.integers(0, most, trials)
        counts = np.bincount(values, minlength=most + 5)  # and values that were never seen
        ref = values.std(ddof=1) / math.sqrt(trials)
        got = mean_of(counts, start)
        assert got.value == pytest.approx(values.mean() + start, rel=1e-14)
        assert got.error == pytest.approx(ref, rel=1e-12, abs=1e-15)
        assert got.width == pytest.approx(2 * 1.959963984540054 * ref, rel=1e-9, abs=1e-15)
        summed = of_sums(int(values.sum()), int((values**2).sum()), trials)
        assert summed.error == pytest.approx(ref, rel=1e-12, abs=1e-15)


def test_what_no_trial_or_one_says():
    for measure in (mean_of(np.zeros(3, dtype=np.int64)), of_sums(0, 0, 0)):
        assert math.isnan(measure.value) and math.isinf(measure.error)
    for measure in (mean_of(np.array([0, 1])), of_sums(1, 1, 1)):
        assert measure.value == 1.0 and math.isinf(measure.error)


def test_small_spreads_on_large_means_are_kept():
    """Sums are whole numbers of any size: nothing is lost in their difference."""
    big, trials = 10**9, 10**12
    got = of_sums(
        big * trials + trials // 2, big * big * trials + big * trials + trials // 2, trials
    )
    assert got.error == pytest.approx(0.5 / math.sqrt(trials), rel=1e-9)


#: Two weapons, so that each is counted by sums; squares of a trial are up to 4 x 10^10.
LARGE = (["10x A1 BS3+ S8 AP-3 D20000", "1x A1 BS3+ S4 AP0 D1"], "1x T4 Sv4+ W10")


def test_sums_of_squares_do_not_overflow():
    """A block of trials is added to itself until 2^63 is passed, and nothing is lost."""
    game = AttackGame(attack(*LARGE).plan)
    once = simulate(game, Settings(3, trials=BLOCK, samples=BLOCK)).ledger
    whole = game.ledger(0)
    game.add(whole, once._replace(samples=whole.samples))
    for _ in range(18):
        more = type(whole)(*(array.copy() for array in whole))
        game.add(whole, more)
        assert (whole.squares >= 0).all() and (whole.squares < 1 << CARRIED).all()
    totals = (whole.carried.astype(object) << CARRIED) + whole.squares
    assert (totals == 2**18 * once.squares.astype(object)).all() and totals.max() > 2**63
    played = Played(2**18 * BLOCK, 3, whole, "")
    rolled = SampledAttack(game, played).row(0, "damage_rolled")
    # The second weapon's damage is 0 or 1: the rest is the first one's.
    ref = (once.samples[:, 5] // 20_000 * 20_000).std() / math.sqrt(2**18 * BLOCK)
    assert rolled.error == pytest.approx(ref, rel=1e-6)


def test_standard_errors_of_rows_are_those_of_their_samples():
    """A weapon's own standard errors, where weapons can be told apart in the samples."""
    weapons = ["6x A2 BS3+ S4 AP-1 D1", "4x A1 BS3+ S9 AP-3 D3"]
    both = mathhammer.simulate(weapons, "10x meq", trials=40_000, seed=2, samples=40_000)
    alone = mathhammer.simulate(weapons[0], "10x meq", trials=40_000, seed=3, samples=40_000)
    for stage, column in (("hits", 1), ("wounds", 2), ("unsaved", 3), ("damage_rolled", 5)):
        ref = alone.samples[:, column].std(ddof=1) / math.sqrt(40_000)
        assert both.sampled.row(0, stage).error == pytest.approx(ref, rel=0.05)
        assert (
            both.to_dict()["weapons"][0][stage]["standard_error"]
            == both.sampled.row(0, stage).error
        )


def test_what_is_known_of_groups_is_what_was_counted():
    """W-2: each group and leader with its standard errors and interval."""
    trials = 20_000
    target = {"groups": [{"models": 2}, {"models": 1}], "leader": {"wounds": 1}}
    target |= {"toughness": 4, "save": "5+", "wounds": 1}
    result = mathhammer.simulate("6x A1 BS3+ S4 AP-1 D1", target, trials=trials, seed=4)
    first, second, leader = result.groups
    assert first.slain.mean + second.slain.mean + leader.slain.mean == pytest.approx(
        result.slain.mean
    )
    assert leader.destroyed == result.destroyed
    entry = result.to_dict()["groups"][0]
    assert entry["slain"]["standard_error"] == pytest.approx(
        first.slain.sd / math.sqrt(trials), rel=1e-4
    )
    gone = share_of(round(first.destroyed * trials), trials)
    assert entry["destroyed_standard_error"] == gone.error
    assert entry["destroyed_interval"] == [gone.low, gone.high]


# ------------------------------------------------------------------------------ coverage


@pytest.mark.slow
def test_intervals_hold_as_often_as_they_say():
    """800 runs of 150 trials with seeds of their own, of a common, a rare and a sure event.

    Clopper and Pearson's interval holds in at least 95 % whatever the probability; a
    normal interval of a mean in about 95 %, here with two per cent of room for few trials.
    """
    attacker, target, runs = "2x A2 BS3+ S5 AP-1 D1", "2x T4 Sv4+ W1", 800
    exact = mathhammer.attack(attacker, target)
    results = [
        mathhammer.simulate(attacker, target, trials=150, seed=seed, threads=1)
        for seed in range(runs)
    ]
    held = sum(low <= exact.destroyed <= high
               for low, high in (result.interval("destroyed") for result in results))  # fmt: skip
    assert held >= binom.ppf(1e-7, runs, 0.95)
    for stage in ("hits", "damage", "slain", "damage_rolled"):
        right = getattr(exact, stage).mean
        held = sum(low <= right <= high
                   for low, high in (result.interval(stage) for result in results))  # fmt: skip
        assert binom.ppf(1e-7, runs, 0.93) <= held <= binom.ppf(1 - 1e-7, runs, 0.97), stage


@pytest.mark.parametrize("chance", [1e-4, 0.003, 0.1, 0.5, 0.98])
def test_intervals_hold_exactly(chance):
    """Every possible count of a few trials, each with its probability: no sampling at all."""
    for trials in (20, 120):
        held = sum(
            binom.pmf(k, trials, chance)
            for k in range(trials + 1)
            if share_of(k, trials).low <= chance <= share_of(k, trials).high
        )
        assert held >= 0.95


@pytest.mark.slow
def test_the_standard_error_says_how_far_means_are_apart():
    """The spread of the means of many runs is the standard error that each of them states."""
    runs = 400
    results = [
        mathhammer.simulate("3x A2 BS3+ S4 AP-1 D2", "5x meq", trials=500, seed=seed, threads=1)
        for seed in range(runs)
    ]
    for stage in ("damage", "slain", "hits"):
        means = np.array([result.measure(stage).value for result in results])
        stated = math.sqrt(np.mean([result.standard_error(stage) ** 2 for result in results]))
        # The spread of 400 normal values is known to 3.5 %; six times that.
        assert means.std(ddof=1) == pytest.approx(stated, rel=6 / math.sqrt(2 * runs))
