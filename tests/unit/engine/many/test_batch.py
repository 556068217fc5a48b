"""Many match-ups at once: the kernel against the exact engine, cell by cell."""

from __future__ import annotations

import os
import subprocess
import sys
from fractions import Fraction
from math import comb
from random import Random
from typing import Any

import numpy as np
import pytest
from support import strategies
from support.paths import ROOT, TESTS

from mathhammer.api import attack, compare
from mathhammer.engine.exact.chain import Evolution
from mathhammer.engine.many import batch
from mathhammer.engine.many.batch import PlanBatch, final_states
from mathhammer.evaluate import batching
from mathhammer.evaluate.evaluate import compare_units
from mathhammer.games.wh40k.prepared_weapon import prepared_weapons
from mathhammer.games.wh40k.profiles import Context, Ruleset, Unit, Weapon
from mathhammer.games.wh40k.sequence import compile_attack
from mathhammer.games.wh40k.situation import shared_situation
from mathhammer.plan import Plan

MEQ = {"toughness": 4, "save": "3+", "wounds": 2, "models": 10}
RULINGS = ("print-2023", "errata-2023-09", "errata-2024")


def weapon(**changes: Any) -> dict[str, Any]:
    return {"attacks": 20, "skill": "3+", "strength": 4, "ap": -1, "damage": 1, **changes}


#: Shapes of the batch benchmark, and what else can meet in one cell.
ATTACKERS: dict[str, dict[str, Any]] = {
    "S1": {"weapons": [weapon()]},
    "S2": {"weapons": [weapon(damage="D6+1")]},
    "S3": {
        "weapons": [
            weapon(
                damage="D6+1", modifiers={"reroll_hits": "failures", "reroll_wounds": "ones"}
            )
        ]
    },
    "S4": {
        "weapons": [
            weapon(
                attacks="D6", count=10, damage="D3",
                abilities=["Sustained Hits 1", "Lethal Hits"],
            )
        ]
    },
    "S5": {"weapons": [weapon(damage=3, abilities=["Devastating Wounds"])]},
    "S6": {"weapons": [weapon(attacks=60, damage="D6+1")]},
    "devastating, random attacks and damage": {
        "weapons": [
            weapon(attacks="D6+2", count=4, damage="D6", abilities=["Devastating Wounds"])
        ]
    },
    "lethal and devastating": {
        "weapons": [weapon(abilities=["Lethal Hits", "Devastating Wounds"], damage=2)]
    },
    "sustained D3, riders": {
        "weapons": [
            weapon(
                attacks=6, abilities=["Sustained Hits D3"], damage="D3",
                modifiers={
                    "on_critical_hit": {"ap": -1, "damage": 1}, "on_critical_wound": {"ap": -2}
                },
            )
        ]
    },
    "three weapons, the last devastating, and mortals": {
        "weapons": [
            weapon(attacks=5),
            weapon(attacks="2D6", abilities=["Torrent"]),
            weapon(attacks=4, damage="D3+1", abilities=["Devastating Wounds", "Anti-Infantry 4+"]),
        ],
        "mortals": [{"dice": 6, "on": "4+", "damage": "D3"}, {"dice": "D3"}],
    },
    "nothing but mortals": {"mortals": [{"dice": 6, "on": "5+", "gate": "3+", "max": 2}]},
    "can't shoot": {"weapons": [weapon()], "context": {"advanced": True}},
}  # fmt: skip

TARGETS: dict[str, dict[str, Any]] = {
    "meq": MEQ,
    "fnp": {**MEQ, "wounds": 3, "feel_no_pain": "5+", "keywords": ["Infantry"]},
    "one": {"toughness": 11, "save": "2+", "wounds": 13, "models": 1, "invulnerable": "4+"},
    "no save, hurt": {"toughness": 3, "wounds": 4, "models": 5, "wounds_lost": 3},
    "mixed": {
        "toughness": 5, "save": "3+", "wounds": 3, "feel_no_pain_mortals": "4+",
        "groups": [
            {"models": 2, "wounds": 4, "feel_no_pain": "6+"},
            {"models": 4, "save": "4+", "invulnerable": "5+"},
        ],
        "leader": {"wounds": 5, "save": "2+", "feel_no_pain": "4+", "wounds_lost": 1},
    },
}  # fmt: skip


def plan_of(attacker: Any, target: Any, ruling: str = "print-2023", **context: Any) -> Plan:
    unit = Unit(**attacker)
    here = Context(**context).merged(unit.context)
    return compile_attack(unit, Unit(**target), here, Ruleset(devastating=ruling))


def assert_close(got: Any, ref: Any, what: str) -> None:
    """Compare to 1e-12, and to 1e-10 of each probability however small."""
    assert got.shape == ref.shape, what
    assert ((got > 0) == (ref > 0)).all(), what
    assert np.abs(got - ref).max() <= 1e-12, what
    large = ref > 1e-290
    assert (np.abs(got - ref)[large] <= 1e-10 * ref[large]).all(), what


@pytest.mark.parametrize("ruling", RULINGS)
def test_batch_matches_exact_engine(ruling: str) -> None:
    names = [(a, t) for a in ATTACKERS for t in TARGETS]
    plans = [plan_of(ATTACKERS[a], TARGETS[t], ruling) for a, t in names]
    for name, plan, got in zip(names, plans, final_states(plans), strict=True):
        assert got is not None, name
        assert_close(got, Evolution(plan).final, str(name))


def test_batch_matches_exact_engine_on_random_scenarios() -> None:
    plans = []
    for seed in range(600):
        attacker, target, context, ruleset = strategies.build(
            strategies.random_scenario(Random(seed), False)
        )
        here = context.merged(attacker.context)
        plans.append(compile_attack(attacker, target, here, ruleset))
    taken = 0
    for seed, (plan, got) in enumerate(zip(plans, final_states(plans), strict=True)):
        if got is not None:
            taken += 1
            assert_close(got, Evolution(plan).final, f"seed {seed}")
    assert taken > 250


def test_tails_keep_their_relative_accuracy() -> None:
    plan = plan_of({"weapons": [weapon(attacks=200)]}, {"toughness": 4, "wounds": 1, "models": 200})
    (got,) = final_states([plan])
    assert got is not None
    p = Fraction(2, 3) * Fraction(1, 2)
    for k in range(201):
        exact = comb(200, k) * p**k * (1 - p) ** (200 - k)
        assert abs(Fraction(got[k]) / exact - 1) < Fraction(1, 10**12)
    assert got[200] < 1e-95


RIDER = {"on_critical_hit": {"mortals": "D3"}}
DEVASTATING = weapon(attacks=4, abilities=["Devastating Wounds"])
LEADER = {"wounds": 4, "save": "4+"}
REFUSED: dict[str, tuple[dict[str, Any], dict[str, Any], dict[str, Any]]] = {
    "two lanes": (
        {"weapons": [weapon(attacks=4, abilities=["Precision"])]},
        {**MEQ, "models": 3, "leader": LEADER},
        {"precision_on_character": True},
    ),
    "the first failed save is ignored": (
        {"weapons": [weapon()]},
        {**MEQ, "modifiers": {"ignore_first_damage": True}},
        {},
    ),
    "mortal wounds of critical hits": ({"weapons": [weapon(modifiers=RIDER)]}, MEQ, {}),
    "mortal wounds of critical wounds": (
        {"weapons": [weapon(modifiers={"on_critical_wound": {"mortals": 1}})]},
        MEQ,
        {},
    ),
    "two queues": ({"weapons": [DEVASTATING, {**DEVASTATING, "damage": 2}]}, MEQ, {}),
    "the first weapon waits": ({"weapons": [DEVASTATING, weapon(attacks=3)]}, MEQ, {}),
    "different packets wait": (
        {
            "weapons": [
                {**DEVASTATING, "modifiers": {"on_critical_hit": {"damage": 1}}},
            ]
        },
        {**MEQ, "models": 4},
        {},
    ),
    "extra hits of a volley that waits": (
        {"weapons": [{**DEVASTATING, "abilities": ["Devastating Wounds", "Sustained Hits 1"]}]},
        {**MEQ, "models": 4},
        {},
    ),
    "too many states": ({"weapons": [weapon(attacks=2)]}, {**MEQ, "models": 600}, {}),
    "too many attacks": ({"weapons": [weapon(attacks=2, count=1500)]}, {**MEQ, "models": 250}, {}),
    "too many attacks that may wait": (
        {"weapons": [{**DEVASTATING, "attacks": 6, "count": 100}]},
        {**MEQ, "models": 2},
        {},
    ),
    "too much damage": ({"weapons": [weapon(attacks=1, damage=1000)]}, MEQ, {}),
}


@pytest.mark.parametrize("ruling", ["print-2023", "errata-2023-09"])
@pytest.mark.parametrize("name", REFUSED)
def test_refused_plan_is_left_to_the_exact_engine(
    name: str, ruling: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    attacker, target, context = REFUSED[name]
    assert final_states([plan_of(attacker, target, ruling, **context)]) == [None]
    monkeypatch.setattr(batching, "MANY", 1)
    options: dict[str, Any] = {"context": context, "ruleset": {"devastating": ruling}}
    both = compare([attacker, {"weapons": [weapon()]}], [target, MEQ], **options)
    for i, a in enumerate([attacker, {"weapons": [weapon()]}]):
        for j, t in enumerate([target, MEQ]):
            ref = attack(a, t, **options).evolution.final
            assert_close(both.cell(i, j).final, ref, f"{i} {j}")


def test_refused_plan_leaves_no_trace() -> None:
    good = plan_of(ATTACKERS["S4"], TARGETS["fnp"])
    bad = plan_of(*REFUSED["the first weapon waits"][:2])
    first, none, second = final_states([good, bad, good])
    assert none is None
    assert first is not None
    assert second is not None
    assert first.tobytes() == second.tobytes()
    assert final_states([bad]) == [None]
    assert final_states([]) == []


def test_what_the_exact_engine_finds_too_large_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plan = plan_of(ATTACKERS["S5"], TARGETS["fnp"], "errata-2023-09")
    work = 20 * 31 * 21 * 31  # attacks, states, attacks that wait, entries of a row
    monkeypatch.setattr(batch.limits, "MAX_WORK", work)
    assert final_states([plan])[0] is not None
    monkeypatch.setattr(batch.limits, "MAX_WORK", work - 1)
    assert final_states([plan]) == [None]


def test_blocks_and_threads_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    plans = [plan_of(a, t, "errata-2023-09") for a in ATTACKERS.values() for t in TARGETS.values()]
    together = final_states(plans)
    monkeypatch.setattr(batch, "BLOCK", 7)
    for got, ref in zip(final_states(plans), together, strict=True):
        assert got is not None
        assert ref is not None
        assert got.tobytes() == ref.tobytes()


def test_shared_parts_make_the_same_plans() -> None:
    for seed in range(0, 300, 6):
        cases = [
            strategies.build(strategies.random_scenario(Random(seed + i), False)) for i in range(6)
        ]
        attacker, _, context, ruleset = cases[0]
        here = context.merged(attacker.context)
        weapons = prepared_weapons(attacker)
        for _, target, _, _ in cases:
            prepared = shared_situation(target, here, ruleset)
            shared = compile_attack(attacker, target, here, ruleset, prepared, weapons)
            assert shared == compile_attack(attacker, target, here, ruleset)


def test_comparison_at_once_is_the_comparison_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    attackers = [Unit(**a, name=name) for name, a in ATTACKERS.items()]
    attackers += [
        Unit(weapons=[weapon(attacks=3), weapon(attacks=2, damage="D6")], order="best", points=90),
        Unit(weapons=[weapon(abilities=["Rapid Fire 2"])], context={"half_range": True}),
        Unit(weapons=[weapon(modes="gun"), weapon(strength=3, ap=-3, modes="gun")], phase="shoot"),
    ]
    targets = [Unit(**t, points=100) for t in TARGETS.values()]
    context, ruleset = Context(cover=True), Ruleset(devastating="errata-2024")
    one_by_one = compare_units(attackers, targets, context, ruleset, "file")
    monkeypatch.setattr(batching, "MANY", len(one_by_one.results))
    at_once = compare_units(attackers, targets, context, ruleset, "file")
    assert all("final" in r.__dict__ for r in at_once.results)
    assert not any("final" in r.__dict__ for r in one_by_one.results)
    for got, ref in zip(at_once.results, one_by_one.results, strict=True):
        assert got.plan == ref.plan
        assert got.context == ref.context
        assert repr(got) == repr(ref)
        assert_alike(got.to_dict(), ref.to_dict())
        assert np.abs(got.joint - ref.joint).max() < 1e-13


def assert_alike(got: Any, ref: Any) -> None:
    """Compare results written as dicts, numbers to 1e-9."""
    if isinstance(ref, dict):
        assert got.keys() == ref.keys()
        for key in ref:
            assert_alike(got[key], ref[key])
    elif isinstance(ref, list):
        assert len(got) == len(ref)
        for a, b in zip(got, ref, strict=True):
            assert_alike(a, b)
    elif isinstance(ref, float):
        assert got == pytest.approx(ref, rel=1e-9, abs=1e-13)
    else:
        assert got == ref


def test_kept_results_are_small() -> None:
    made = PlanBatch()
    attacker, target = Unit(**ATTACKERS["S1"]), Unit(**MEQ)
    context, ruleset = Context(), Ruleset()
    for strength in range(3, 9):
        changed = attacker.replace(weapons=[Weapon(**weapon(strength=strength))])
        assert made.add(compile_attack(changed, target, context, ruleset))
    assert len(list(made.spaces())) == 6
    assert len(set(map(id, made.spaces()))) == 1  # cells share what they have in common


SCRIPT = """
import sys
sys.path.insert(0, {tests!r})
from unit.engine.many.test_batch import (
    ATTACKERS, TARGETS, Evolution, assert_close, final_states, plan_of,
)
for ruling in ("print-2023", "errata-2023-09"):
    plans = [plan_of(ATTACKERS[a], TARGETS["mixed"], ruling) for a in ATTACKERS if a[0] != "S"]
    for plan, got in zip(plans, final_states(plans), strict=True):
        assert_close(got, Evolution(plan).final, "")
from mathhammer.engine.many import band_kernels
print(type(band_kernels.final_states).__name__)
"""


def run_apart(**variables: str) -> str:
    """Compare some cells in a process of its own; return what the kernel is."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT.format(tests=str(TESTS))],
        cwd=ROOT,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_batch_without_jit() -> None:
    assert run_apart(NUMBA_DISABLE_JIT="1") == "function"


@pytest.mark.slow
def test_batch_where_nothing_can_be_cached() -> None:
    nowhere = {
        "NUMBA_CACHE_LOCATOR_CLASSES": "UserProvidedCacheLocator",
        "NUMBA_CACHE_DIR": os.devnull + "/cache",
    }
    assert run_apart(**nowhere) == "CPUDispatcher"
