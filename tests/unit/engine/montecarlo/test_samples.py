"""Raw samples: the first trials one by one, and what the histograms make of the same."""

from __future__ import annotations

import numpy as np
import pytest
from support.montecarlo_scenarios import SCENARIOS

import mathhammer
from mathhammer.engine.montecarlo.precision import mean_of
from mathhammer.engine.montecarlo.sampled import SAMPLED
from mathhammer.engine.montecarlo.simulate import BLOCK, Settings
from mathhammer.evaluate.own_rules import d6, simulate_rule
from mathhammer.plan import STAGES

BUNKER = ("2x A1 BS3+ S4 AP-1 D1", "5x meq")


@pytest.mark.parametrize("name", [n for n in SCENARIOS if "turn" not in n])
def test_samples_are_the_histograms_trial_by_trial(name):
    trials = 70_001
    result = SCENARIOS[name](Settings(8, trials=trials, samples=10**6))
    samples = result.samples
    assert samples.shape == (trials, 12) and samples.dtype == np.int64
    columns = dict(zip(SAMPLED, samples.T, strict=True))
    sampled = result.sampled
    for stage in STAGES:
        counts = sampled.counts(stage)
        assert np.array_equal(np.bincount(columns[stage], minlength=counts.size), counts)
    for stage in ("damage", "slain"):
        counts = sampled.of_states(getattr(result.space, "lost" if stage == "damage" else stage))
        assert np.array_equal(np.bincount(columns[stage], minlength=counts.size), counts)
    assert columns["destroyed"].mean() == pytest.approx(result.destroyed, abs=1e-12)
    assert columns["ignored"].mean() == pytest.approx(result.ignored, abs=1e-12)
    for loss in ("slain", "mortal"):
        seen = columns[f"self_{loss}"]
        if result.self_losses is None:
            assert not seen.any()
        else:
            assert seen.mean() == pytest.approx(result.self_losses[loss].mean, abs=1e-12)
    # What happens in a trial can happen.
    assert (columns["wounds"] <= columns["hits"]).all()
    assert (columns["damage"] <= columns["damage_rolled"] - columns["ignored"]).all()
    assert (columns["slain"] <= columns["damage"]).all()
    assert ((columns["slain"] == columns["slain"].max()) >= columns["destroyed"].astype(bool)).all()
    table = result.sample_table()
    assert list(table.columns) == list(SAMPLED) and np.array_equal(table.to_numpy(), samples)
    for stage in (*STAGES, "damage", "slain", "destroyed"):
        ref = columns[stage].std(ddof=1) / np.sqrt(trials)
        got = mean_of(np.bincount(columns[stage])).error
        assert got == pytest.approx(ref, rel=1e-9, abs=1e-15)
        if stage != "destroyed":
            assert result.standard_error(stage) == pytest.approx(ref, rel=1e-9, abs=1e-15)


def test_samples_of_a_turn():
    result = SCENARIOS["a turn"](Settings(8, trials=BLOCK + 5, samples=BLOCK + 5))
    table = result.sample_table()
    assert list(table.columns) == ["a.models", "a.wounds", "b.models", "b.wounds"]
    assert table.shape == (BLOCK + 5, 4) and np.array_equal(table.to_numpy(), result.samples)
    for unit in "ab":
        for what in ("models", "wounds"):
            exact = getattr(result, what)(unit)
            counts = np.bincount(table[f"{unit}.{what}"]) / (BLOCK + 5)
            assert np.allclose(counts, exact.from_zero()[: counts.size], atol=1e-12)
            ref = table[f"{unit}.{what}"].std() / np.sqrt(BLOCK + 5)
            assert result.measure(f"{unit}.{what}").error == pytest.approx(ref, rel=1e-9)
    joint = np.zeros_like(result.evolution.joint)
    np.add.at(joint, (table["a.models"], table["b.models"]), 1 / (BLOCK + 5))
    assert np.allclose(joint, result.evolution.joint, atol=1e-12)


@pytest.mark.parametrize("kept", [0, 1, 63, 65, 4999, 5000, 5001])
def test_as_many_samples_are_kept_as_asked_for(kept):
    result = mathhammer.simulate(*BUNKER, seed=8, trials=5000, samples=kept)
    assert result.samples.shape == (min(kept, 5000), 12)
    assert (result.samples >= 0).all()


def test_samples_of_a_run_that_was_stopped_are_trials_that_were_played():
    result = mathhammer.simulate(*BUNKER, seed=8, samples=10**6, time_limit=1e-9)
    assert result.stopped == "time" and 0 < len(result.samples) <= result.trials
    assert (result.samples >= 0).all() and (result.samples[:, 0] == 2).all()


def test_samples_may_be_negative():
    """What a rule of the user's returns is any whole number."""

    def below(dice):
        return d6(dice) - 100

    result = simulate_rule(below, trials=300, seed=1, samples=300)
    assert result.samples.shape == (300, 1)
    assert result.samples.max() <= -94 and result.samples.mean() == pytest.approx(result.mean)
