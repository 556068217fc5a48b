"""The exact engine against the literal dice-roller, over all fields.

Small scenarios are compared with the enumeration of all sequences of dice, larger ones
with many plays, within bounds that follow from the number of comparisons. The last test
counts in how many of the scenarios drawn here each feature changed the answer: a field
that never matters is not tested.
"""

from __future__ import annotations

import math
from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, reject, settings
from oracle import reference
from support import strategies

from mathhammer.core.distribution import Distribution
from mathhammer.core.errors import TooLargeError
from mathhammer.evaluate.evaluate import evaluate
from mathhammer.results.attack import Result

STAGES = (
    "attacks", "hits", "wounds", "unsaved", "mortal", "damage_rolled", "damage", "slain",
)  # fmt: skip
MEANS = STAGES[:-2]

#: The chance that any bound of this file fails although the engine is right.
FAMILY_WISE = 1e-6
#: More comparisons than this file makes.
COMPARISONS = 20_000
TRIALS = 12_000
#: In so many scenarios each field must change the answer.
ENOUGH = 20

changed: Counter[str] = Counter()
compared: Counter[str] = Counter()


def answer(scenario: strategies.Scenario) -> Result:
    return evaluate(*strategies.build(scenario))


def distributions(result: Result) -> dict[str, Distribution]:
    """Return every distribution that the reference knows too."""
    found = {stage: getattr(result, stage) for stage in STAGES}
    found["left_wounds"], found["left_front"] = result.left["wounds"], result.left["front"]
    losses = result.self_losses or {}
    for name in ("slain", "mortal", "explosions"):
        found[f"self_{name}"] = losses.get(name, Distribution.constant(0))
    return found


def fingerprint(result: Result) -> list[np.ndarray[Any, Any]]:
    """Return all numbers of an answer, for comparing two answers."""
    arrays = [d.from_zero() for d in distributions(result).values()]
    rows = [[getattr(row, stage) for stage in MEANS] for row in result.weapons]
    rows += [[row.damage.mean, row.slain.mean] for row in result.weapons]  # type: ignore[union-attr]
    arrays += [np.array(row) for row in rows]
    return [*arrays, np.array([result.destroyed, result.ignored])]


def differs(first: Result, second: Result) -> bool:
    a, b = fingerprint(first), fingerprint(second)
    if len(a) != len(b):
        return True
    return any(
        x.size != y.size or float(np.abs(x - y).max(initial=0.0)) > 1e-9
        for x, y in zip(a, b, strict=True)
    )


def count_switches(scenario: strategies.Scenario, result: Result) -> None:
    """Count the features that change the answer of a scenario that was compared."""
    for feature in strategies.FEATURES:
        fewer = strategies.switch_off(scenario, feature)
        if fewer is not None:
            try:
                changed[feature] += differs(result, answer(fewer))
            except TooLargeError:
                continue
            compared[feature] += 1


def apart(want: dict[int, float], got: Distribution) -> float:
    """Return the largest difference of two pmfs."""
    values = {*want, *range(got.minimum, got.maximum + 1)}
    return max(abs(want.get(k, 0.0) - got.pmf(k)) for k in values)


def check_against_enumeration(scenario: strategies.Scenario, limit: int = 8_000) -> None:
    """Compare everything with all sequences of dice, where they are not too many."""
    units = strategies.build(scenario)
    try:
        ref = reference.enumerate_exactly(*units, limit=limit)
    except reference.TooManyLeavesError:
        assert limit == 8_000, "a scenario written by hand is small enough"
        return
    result = evaluate(*units)
    for name, got in distributions(result).items():
        assert apart(ref[name], got) < 1e-12, name
    assert abs(ref["destroyed"].get(1, 0.0) - result.destroyed) < 1e-12
    assert abs(sum(k * p for k, p in ref["ignored"].items()) - result.ignored) < 1e-11
    joint = result.joint
    assert abs(sum(ref["joint"].values()) - joint.sum()) < 1e-12
    for (damage, slain), mass in ref["joint"].items():
        assert abs(joint[damage, slain] - mass) < 1e-12
    for i, row in enumerate(result.weapons):
        for stage in MEANS:
            mean = sum(k * p for k, p in ref[f"weapon_{stage}"][i].items())
            assert abs(mean - getattr(row, stage)) < 1e-11, (row.name, stage)
        for name, part in (("damage", row.damage), ("slain", row.slain)):
            assert part is not None
            assert apart(ref[f"weapon_{name}"][i], part) < 1e-12, (row.name, name)
    count_switches(scenario, result)


@settings(max_examples=500)
@given(strategies.small_scenarios())
def test_every_field_matches_enumeration(scenario: strategies.Scenario) -> None:
    check_against_enumeration(scenario)


@pytest.mark.parametrize("ruling", ["print-2023", "errata-2023-09", "errata-2024"])
def test_equal_weapons_around_another_wait_in_their_own_turn(ruling: str) -> None:
    one = {"attacks": 2, "skill": 3, "strength": 4, "damage": 2}
    other = {**one, "attacks": 1, "damage": "D3"}
    for weapons in ([one, other, one], [one, one, other], [other, one, other, one]):
        check_against_enumeration(
            {
                "attacker": {"weapons": weapons, "abilities": ["Devastating Wounds"]},
                "target": {"toughness": 4, "save": 3, "wounds": 3, "models": 3},
                "context": {},
                "ruleset": {"devastating": ruling},
            },
            limit=100_000,
        )


def mean_bound(got: Distribution, trials: int) -> float:
    """Return how far a sample's mean may lie off, by Bernstein's inequality."""
    log = math.log(2 * COMPARISONS / FAMILY_WISE)
    spread = got.maximum - got.minimum
    a, b, c = trials, -2 * spread * log / 3, -2 * got.var * log
    return (-b + math.sqrt(b * b - 4 * a * c)) / (2 * a)


def cdf_bound(trials: int) -> float:
    """Return how far an empirical distribution may lie off (Dvoretzky-Kiefer-Wolfowitz)."""
    return math.sqrt(math.log(2 * COMPARISONS / FAMILY_WISE) / (2 * trials))


@settings(max_examples=60)
@given(strategies.scenarios())
def test_larger_scenarios_match_the_dice_roller(scenario: strategies.Scenario) -> None:
    units = strategies.build(scenario)
    result = evaluate(*units)
    try:
        result.slain  # noqa: B018
    except TooLargeError:
        reject()
    ref = reference.sample(*units, trials=TRIALS, seed=20)
    for name, got in distributions(result).items():
        sample = ref[name]
        assert abs(sample.mean() - got.mean) <= mean_bound(got, TRIALS) + 1e-9, name
        counts = np.bincount(sample, minlength=got.maximum + 1)
        assert counts.size == got.maximum + 1, f"{name}: a value beyond the last possible one"
        empirical = np.cumsum(counts) / TRIALS
        exact = np.cumsum(got.from_zero())
        assert np.abs(empirical[: exact.size] - exact).max() <= cdf_bound(TRIALS), name
    destroyed = Distribution([1 - min(1.0, result.destroyed), min(1.0, result.destroyed)])
    assert abs(ref["destroyed"].mean() - result.destroyed) <= mean_bound(destroyed, TRIALS) + 1e-9
    for i, row in enumerate(result.weapons):
        for name, part in (("damage", row.damage), ("slain", row.slain)):
            assert part is not None
            sample = ref[f"weapon_{name}"][:, i]
            assert abs(sample.mean() - part.mean) <= mean_bound(part, TRIALS) + 1e-9
    count_switches(scenario, result)


def test_fields_that_rarely_matter_match_enumeration() -> None:
    """Draw on, and compare what holds a field that mattered in fewer than 20 scenarios."""
    matter = [f for f in strategies.FEATURES if f not in strategies.WITHOUT_EFFECT]
    for seed in range(100_000):
        rare = [f for f in matter if changed[f] < ENOUGH]
        if not rare:
            return
        scenario = strategies.random_scenario(Random(seed), small=True)
        off = [strategies.switch_off(scenario, f) for f in rare]
        if any(off):
            result = answer(scenario)
            if any(fewer is not None and differs(result, answer(fewer)) for fewer in off):
                check_against_enumeration(scenario)


def test_each_field_changed_the_answer_of_twenty_scenarios(report: list[str]) -> None:
    assert compared, "runs after the comparisons of this file"
    matter = [f for f in strategies.FEATURES if f not in strategies.WITHOUT_EFFECT]
    report.append("Scenarios in which switching a field changed the answer (of those with it):")
    width = max(map(len, strategies.FEATURES))
    report += [f"  {f:{width}}  {changed[f]:4} of {compared[f]:4}" for f in strategies.FEATURES]
    assert {f: changed[f] for f in matter if changed[f] < ENOUGH} == {}
    assert {f: changed[f] for f in strategies.WITHOUT_EFFECT if changed[f]} == {}
