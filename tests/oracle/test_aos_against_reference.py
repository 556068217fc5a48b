"""The exact engine against the literal dice-roller of Age of Sigmar, over all fields.

As in `test_against_reference`: small scenarios are compared with the enumeration of all
sequences of dice, larger ones with many plays, within bounds that follow from the number of
comparisons. Each feature changes the answer of some that are compared, and so do nearly all
pairs of features, each of the two alone.
"""

from __future__ import annotations

import math
from itertools import islice
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from oracle import reference_aos
from support import strategies_aos
from support.strata import Pairs, Strata, each_and_more

from mathhammer.core.distribution import Distribution
from mathhammer.evaluate.evaluate import evaluate
from mathhammer.results.attack import Result

Scenario = dict[str, Any]

STAGES = (
    "attacks", "hits", "wounds", "unsaved", "mortal", "damage_rolled", "damage", "slain",
)  # fmt: skip
MEANS = STAGES[:-2]

#: The chance that any bound of this file fails although the engine is right.
FAMILY_WISE = 1e-6
#: More comparisons than this file makes.
COMPARISONS = 20_000
TRIALS = 12_000
#: Scenarios for pairs of features that are enumerated.
PAIRED = 250
#: So many pairs of features must each change the same answer of one of them.
ENOUGH_PAIRS = 2_000


def answer(scenario: Scenario) -> Result:
    return evaluate(*strategies_aos.build(scenario))


def distributions(result: Result) -> dict[str, Distribution]:
    """Return every distribution that the reference knows too."""
    found = {stage: getattr(result, stage) for stage in STAGES}
    found["left_wounds"], found["left_front"] = result.left["wounds"], result.left["front"]
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


def apart(want: dict[int, float], got: Distribution) -> float:
    """Return the largest difference of two pmfs."""
    values = {*want, *range(got.minimum, got.maximum + 1)}
    return max(abs(want.get(k, 0.0) - got.pmf(k)) for k in values)


def check_against_enumeration(scenario: Scenario, limit: int = 8_000) -> bool:
    """Compare everything with all sequences of dice; false where they are too many."""
    units = strategies_aos.build(scenario)
    try:
        ref = reference_aos.enumerate_exactly(*units, limit=limit)
    except reference_aos.TooManyLeavesError:
        return False
    result = evaluate(*units)
    for name, got in distributions(result).items():
        assert apart(ref[name], got) < 1e-12, name
    assert abs(ref["destroyed"].get(1, 0.0) - result.destroyed) < 1e-12
    ignored = sum(k * p for k, p in ref["ignored"].items())
    rolled, lost = (sum(k * p for k, p in ref[key].items()) for key in ("damage_rolled", "damage"))
    assert abs(ignored - result.ignored) < 1e-11
    assert abs(rolled - ignored - lost - result.wasted) < 2e-9
    joint = result.joint
    assert abs(sum(ref["joint"].values()) - joint.sum()) < 1e-12
    for (damage, slain), mass in ref["joint"].items():
        assert abs(joint[damage, slain] - mass) < 1e-12
    assert len(result.weapons) == len(ref["weapon_damage"])
    for i, row in enumerate(result.weapons):
        for stage in MEANS:
            mean = sum(k * p for k, p in ref[f"weapon_{stage}"][i].items())
            assert abs(mean - getattr(row, stage)) < 1e-11, (row.name, stage)
        for name, part in (("damage", row.damage), ("slain", row.slain)):
            assert part is not None
            assert apart(ref[f"weapon_{name}"][i], part) < 1e-12, (row.name, name)
    return True


STRATA = Strata(
    lambda rng: strategies_aos.random_scenario(rng, small=True),
    [f for f in strategies_aos.FEATURES if f not in strategies_aos.WITHOUT_EFFECT],
    strategies_aos.switch_off,
    answer,
    differs,
)


@each_and_more
@pytest.mark.parametrize("feature", STRATA.features)
def test_what_a_feature_changes_matches_enumeration(feature: str, which: range) -> None:
    compared = filter(check_against_enumeration, STRATA.changed_by(feature, which.start))
    assert len(list(islice(compared, len(which)))) == len(which)


@pytest.mark.parametrize("feature", sorted(strategies_aos.WITHOUT_EFFECT))
def test_what_has_no_effect_changes_nothing(feature: str) -> None:
    assert STRATA.unchanged_by(feature, 10)


@pytest.mark.slow
def test_pairs_of_features_match_enumeration(report: list[str]) -> None:
    pairs = Pairs(STRATA)
    for scenario in islice(filter(check_against_enumeration, STRATA.paired(pairs)), PAIRED):
        pairs.count(scenario)
    report.append(pairs.report())
    assert len(pairs.together) >= ENOUGH_PAIRS


#: Weapon and target fields that make Crit abilities equally good in fractions: two wounds
#: of a half, and two of 3/4 of which 2/3 are not saved; floats may see a difference.
TIES = [
    ({"wound": 4}, {}),
    ({"wound": 4, "modifiers": {"reroll_wounds": "failures"}}, {"save": "5+"}),
    ({"wound": 4, "modifiers": {"reroll_wounds": "failures"}, "rend": 2}, {"save": "3+"}),
    ({"wound": 2, "damage": 0}, {"save": "4+"}),
]


@pytest.mark.parametrize("first", ["Mortal", "2 Hits", "Auto-wound"])
@pytest.mark.parametrize("weapon, target", TIES)
def test_of_equally_good_crits_the_first_listed_is_used(
    first: str, weapon: dict[str, Any], target: dict[str, Any]
) -> None:
    others = [c for c in ("Auto-wound", "2 Hits", "Mortal") if c != first]
    abilities = [f"Crit ({c})" for c in (first, *others)]
    for hit, damage, reroll in ((2, 3, None), (3, "D3", "ones"), (5, "D6+1", "below-average")):
        arms = {"attacks": 1, "hit": hit, "damage": damage, "abilities": abilities, **weapon}
        arms["modifiers"] = {"reroll_damage": reroll, **weapon.get("modifiers", {})}
        assert check_against_enumeration(
            {
                "attacker": {"weapons": [arms]},
                "target": {"health": 2, "models": 2, "ward": "5+", **target},
                "context": {},
                "ruleset": {},
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


@pytest.mark.slow
@settings(max_examples=60)
@given(strategies_aos.scenarios())
def test_larger_scenarios_match_the_dice_roller(scenario: Scenario) -> None:
    units = strategies_aos.build(scenario)
    result = evaluate(*units)
    ref = reference_aos.sample(*units, trials=TRIALS, seed=20)
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
