"""The same seed gives the same bytes: on any number of threads, in any batches, without JIT.

Streams belong to fixed blocks of trials. Everything a result says is compared as JSON text,
byte by byte, over scenarios that use every part of the kernels (`montecarlo_scenarios`).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys

import numpy as np
import pytest
from support.montecarlo_scenarios import ATTACKS, SCENARIOS, written
from support.paths import TESTS
from support.tiers import some

import mathhammer
from mathhammer.core.errors import MathhammerError
from mathhammer.engine.limits import MAX_SEED
from mathhammer.engine.montecarlo.kernels import dice as dice_kernels
from mathhammer.engine.montecarlo.kernels.dice import FIVES, WAYS
from mathhammer.engine.montecarlo.simulate import Goal, Settings
from mathhammer.engine.montecarlo.streams import (
    BLOCK,
    read_seed,
    stream_of,
)

pytestmark = pytest.mark.slow

#: Three blocks and a part of one that no number of lanes or batches divides.
TRIALS = 3 * BLOCK + 12_345
SEED = 77


@pytest.mark.parametrize("name", some(SCENARIOS, 4))
def test_threads_and_batches_change_no_byte(name):
    ref = written(name, Settings(SEED, trials=TRIALS, threads=1))
    assert json.loads(ref)["trials"] == TRIALS
    for threads, batch in ((2, None), (5, None), (1, 64), (2, 1000), (5, 1), (2, BLOCK)):
        if batch == 1 and name not in ("plain", "waiting packets"):
            continue  # lane by lane it takes longer
        got = written(name, Settings(SEED, trials=TRIALS, threads=threads, batch=batch))
        assert got == ref, (threads, batch)
    assert written(name, Settings(SEED, trials=TRIALS)) == ref  # again, on all processors
    assert written(name, Settings(SEED + 1, trials=TRIALS)) != ref


def test_goals_and_samples_change_no_byte():
    """Rounds of a wanted precision are played in the same blocks; samples are kept beside."""
    for name, goal in (("plain", Goal("slain", 0.0012)), ("a turn", Goal("b.models", 0.003))):
        goals = Settings(SEED, goals=(goal,), threads=1)
        ref = written(name, goals)
        assert written(name, goals._replace(threads=5, batch=640)) == ref
        trials = json.loads(ref)["trials"]
        assert trials > 4 * BLOCK  # more than one round
        assert written(name, Settings(SEED, trials=trials)) == ref
        assert written(name, Settings(SEED, trials=trials, samples=1000)) == ref


@pytest.mark.slow
def test_without_the_compiler_every_byte_is_the_same():
    """A process with NUMBA_DISABLE_JIT=1 plays all scenarios, 1000 trials each."""
    script = TESTS / "support" / "montecarlo_scenarios.py"
    done = subprocess.run(
        [sys.executable, str(script), "1000", str(SEED)], capture_output=True, text=True,
        timeout=300, check=True, env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )  # fmt: skip
    assert "compil" not in done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) == len(SCENARIOS)
    for name, line in zip(SCENARIOS, lines, strict=True):
        assert written(name, Settings(SEED, trials=1000)) == line, name


@pytest.mark.parametrize("name", ["plain", "two lanes", "health and wards"])
def test_samples_are_the_same_on_any_number_of_threads(name):
    def samples(**options):
        result = SCENARIOS[name](Settings(SEED, trials=TRIALS, **options))
        return result.samples

    ref = samples(samples=BLOCK + 77, threads=1)
    assert ref.shape == (BLOCK + 77, 12)
    for options in ({"threads": 2}, {"threads": 5, "batch": 192}):
        assert np.array_equal(samples(samples=BLOCK + 77, **options), ref)
    for fewer in (1, 63, 64, 65, 1000, BLOCK):  # those of a longer run are the same trials
        assert np.array_equal(samples(samples=fewer), ref[:fewer])
    assert not np.array_equal(ref[:1000], ref[BLOCK - 1000 : BLOCK])
    assert not np.array_equal(ref[:77], ref[BLOCK:])  # another block, other dice


def test_a_longer_run_begins_with_the_shorter_one():
    """Whole blocks are the same whatever comes after them: counts only grow."""
    short, long = (
        SCENARIOS["two lanes"](Settings(SEED, trials=n * BLOCK)).sampled.counts("damage_rolled")
        for n in (1, 2)
    )
    assert (long >= short).all() and long.sum() == 2 * short.sum()


# ------------------------------------------------------------------------------ seeds


def test_streams_of_blocks_and_seeds_all_differ():
    words = {
        tuple(generator)
        for seed in range(60)
        for block in range(60)
        for generator in stream_of(seed, block)[: 4 * WAYS].reshape(4, WAYS).T.tolist()
    }
    assert len(words) == 3600 * WAYS
    assert not stream_of(3, 4)[4 * WAYS :].any()
    ref = np.random.SeedSequence(3, spawn_key=(4,)).generate_state(4 * WAYS, np.uint64)
    assert np.array_equal(stream_of(3, 4)[: 4 * WAYS], ref)


def test_seeds_from_numpys_objects():
    """They are drawn from, and the number is recorded: with it the run can be had again."""
    assert read_seed(np.random.SeedSequence(5)) == read_seed(np.random.SeedSequence(5))
    assert read_seed(np.random.default_rng(5)) == read_seed(np.random.default_rng(5))
    rng = np.random.default_rng(5)
    assert read_seed(rng) != read_seed(rng)  # the next one, from the same generator
    children = np.random.SeedSequence(5).spawn(2)
    assert read_seed(children[0]) != read_seed(children[1])
    assert read_seed(np.int32(7)) == 7 and read_seed(0) == 0
    attacker, target = ATTACKS["plain"]
    for seed in (np.random.default_rng(9), np.random.SeedSequence(9), None):
        first = mathhammer.simulate(attacker, target, trials=1000, seed=seed)
        assert 0 <= first.seed < MAX_SEED
        again = mathhammer.simulate(attacker, target, trials=1000, seed=first.seed)
        assert again.to_dict() == first.to_dict()


def test_nobody_choosing_a_seed_gets_the_same_twice():
    assert len({read_seed(None) for _ in range(50)}) == 50


@pytest.mark.parametrize("seed", [-1, 2**53, 1.5, "7", True, float("nan"), [1], object(), b"1"])
def test_wrong_seeds_are_refused_in_one_sentence(seed):
    with pytest.raises(MathhammerError, match="no seed") as caught:
        read_seed(seed)
    assert caught.value.where == "seed" and str(caught.value).isprintable()


def test_a_seed_gives_the_same_dice_for_ever():
    """Results that users noted down: these first trials may never change.

    A trial's twenty dice to hit are those of one generator's first word; all others were
    noted.
    """
    attacker, target = ATTACKS["plain"]
    result = mathhammer.simulate(attacker, target, trials=4, seed=1, samples=4)
    columns = result.sample_table()[["attacks", "hits", "wounds", "unsaved", "damage", "slain"]]
    assert columns.to_numpy().tolist() == [
        [20, 12, 10, 5, 5, 2], [20, 11, 4, 3, 3, 1], [20, 16, 10, 2, 2, 1], [20, 15, 12, 1, 1, 0],
    ]  # fmt: skip
    stream = stream_of(1, 0)
    with np.errstate(over="ignore"):
        dice_kernels.draw(stream)
    fives = stream[FIVES : FIVES + 4 * WAYS].reshape(4, WAYS)[:, :4].astype(int)
    hits = sum((fives // 6**i % 6 >= 2).sum(axis=0) for i in range(5))
    assert columns["hits"].tolist() == hits.tolist()
