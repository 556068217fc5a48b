"""With NUMBA_DISABLE_JIT=1 the kernels are plain Python: slow, and as right.

One process plays 20,000 trials of some scenarios and a rule of the user's own; the tests
compare its answer with the exact engine. In `test_streams` fewer trials of all scenarios
have the same bytes as the compiled kernels give.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from support.paths import TESTS

pytestmark = pytest.mark.slow

SCENARIOS = ("plain", "waiting packets", "a turn")
TRIALS = 20_000
#: The chance of a false alarm in this file.
FAMILY = 1e-6

PROGRAM = f"""
import json, sys
sys.path.insert(0, {str(TESTS)!r})
import numba
from support.montecarlo_scenarios import SCENARIOS
from mathhammer.analysis.agreement import Agreement, bound_of
from mathhammer.evaluate.own_rules import d6, simulate_rule
from mathhammer.engine.montecarlo.kernels import dice as dice_kernels
from mathhammer.engine.montecarlo.simulate import Settings

names = sys.argv[1:]
found = [
    Agreement(name, SCENARIOS[name](None), SCENARIOS[name](Settings(9, trials={TRIALS})))
    for name in names
]

@numba.njit
def pair(dice):
    return d6(dice), d6(dice)

rule = simulate_rule(pair, trials=2000, seed=4)
print(json.dumps({{
    "off": not hasattr(dice_kernels.d6, "py_func"),
    "rows": {{a.source: [row._asdict() for row in a.rows] for a in found}},
    "rule": [sorted(rule.distribution(name).array.tolist()) for name in rule.names],
}}))
"""


@pytest.fixture(scope="module")
def answer():
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", PROGRAM, *SCENARIOS], capture_output=True,
        text=True, timeout=600, env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )  # fmt: skip
    assert done.returncode == 0 and done.stderr == "", done.stderr  # nothing is compiled
    return json.loads(done.stdout)


def test_nothing_was_compiled(answer):
    assert answer["off"]


@pytest.mark.parametrize("name", SCENARIOS)
def test_plain_kernels_agree_with_the_exact_engine(answer, name):
    bound = FAMILY / sum(len(rows) for rows in answer["rows"].values())
    rows = answer["rows"][name]
    assert len(rows) >= 10
    assert [row for row in rows if row["chance"] < bound] == []


def test_rules_run_without_the_compiler(answer):
    for shares in answer["rule"]:
        assert sum(shares) == pytest.approx(1) and len(shares) == 6
        assert max(shares) < 1 / 6 + 0.06  # Hoeffding: less than 1e-6 beyond it
