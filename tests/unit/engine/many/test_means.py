"""Expected values of many plans at once, beside the final states of each plan alone."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.strategies import build, random_scenario

from mathhammer.analysis import attribution as why
from mathhammer.analysis.attribution import attribution
from mathhammer.analysis.items import items_of, without
from mathhammer.api import attack
from mathhammer.core.errors import MathhammerError, TooLargeError
from mathhammer.engine.many import means
from mathhammer.engine.many.means import Means
from mathhammer.evaluate import batching as many
from mathhammer.evaluate.evaluate import evaluate
from mathhammer.results.attack import Result

#: Attackers, targets and rulings; between them they have all that `means` treats apart.
MATCH_UPS: dict[str, tuple[Any, Any, Any]] = {
    "nothing waits": (
        ["4x A2 BS3+ S4 AP-1 D1 [Lethal Hits]", "3x A2 BS4+ S6 AP-2 DD3 [Sustained Hits 1]"],
        "6x T4 Sv3+ W2 5+++",
        None,
    ),
    "one pool of points": (
        [
            "4x A2 BS3+ S4 AP-1 D1 [Devastating Wounds, Lethal Hits]",
            "3x A2 BS4+ S6 AP-2 DD3 [Devastating Wounds, Sustained Hits 1]",
        ],
        "6x T4 Sv3+ W2 5+++",
        None,
    ),
    "one pool of equal amounts": (
        ["3x AD3 BS3+ S4 AP-1 DD3 [Devastating Wounds, Twin-linked]"],
        "6x T4 Sv3+ W2 5+++",
        None,
    ),
    "two queues": (
        [
            "4x A2 BS3+ S4 AP-1 D1 [Devastating Wounds, Lethal Hits]",
            "3x A2 BS4+ S6 AP-2 D2 [Devastating Wounds, Sustained Hits 1]",
            "2x A2 BS4+ S6 AP-2 D3",
        ],
        "6x T4 Sv3+ W3 5+++",
        {"devastating": "errata-2024"},
    ),
    "a queue and the pool": (
        {
            "weapons": [
                {"count": 3, "attacks": 2, "skill": 3, "strength": 5, "damage": 2,
                 "abilities": ["Devastating Wounds"],
                 "modifiers": {"on_critical_hit": {"mortals": "D3"}}},
                {"count": 3, "attacks": 1, "skill": 4, "strength": 5, "damage": "D3",
                 "modifiers": {"on_critical_wound": {"ap": -2}}},
            ],
            "mortals": [{"dice": 3, "on": "4+", "damage": "D3"}],
        },
        "5x T4 Sv3+ W2 5+++",
        {"devastating": "errata-2024"},
    ),
    "a character that is aimed at": (
        ["3x A2 BS3+ S4 AP-1 D2 [Precision, Lethal Hits]", "3x A2 BS3+ S4 AP-1 DD3"],
        {"toughness": 4, "save": 3, "wounds": 2, "models": 4, "modifiers": {
            "ignore_first_damage": True}, "leader": {"wounds": 4, "save": 2, "invulnerable": 4}},
        None,
    ),
    "more states than a matrix": (
        [
            "4x A2 BS3+ S8 AP-1 D2 [Devastating Wounds, Lethal Hits]",
            "3x A2 BS4+ S9 AP-2 DD6 [Devastating Wounds]",
        ],
        {"toughness": 9, "save": 3, "feel_no_pain": 5, "groups": [
            {"models": 8, "wounds": 12}, {"models": 8, "wounds": 10, "save": 2}]},
        None,
    ),
    "mortals alone": (
        {"mortals": [{"dice": "D6", "on": "4+", "damage": "D3"}, {"dice": 2, "on": "5+"}]},
        "5x T4 Sv3+ W2 5+++",
        None,
    ),
}  # fmt: skip


def subsets(result: Result) -> list[Result]:
    """Return a match-up without each subset of its items."""
    items = items_of(result)
    return [
        evaluate(
            *without(result, [item for k, item in enumerate(items) if mask >> k & 1]),
            result.rulings,
        )
        for mask in range(2 ** len(items))
    ]


def reference(result: Result) -> list[float]:
    return [result.damage.mean, result.slain.mean, result.destroyed]


@pytest.mark.parametrize("name", MATCH_UPS)
def test_values_of_all_subsets_are_those_of_each_alone(name: str) -> None:
    attacker, target, ruleset = MATCH_UPS[name]
    every = subsets(attack(attacker, target, ruleset=ruleset))
    together = Means()
    assert all([together.add(one.plan) for one in every])
    got = together.run()
    ref = np.array([reference(one) for one in every])
    assert np.abs(got - ref).max() < 1e-12
    assert np.allclose(got, ref, rtol=1e-11, atol=1e-24)


@pytest.mark.parametrize("name", MATCH_UPS)
def test_the_end_may_be_followed_back_or_not(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    attacker, target, ruleset = MATCH_UPS[name]
    every = subsets(attack(attacker, target, ruleset=ruleset))
    found = []
    for turned in (False, True):
        together = Means()
        for one in every:
            together.add(one.plan)
        with monkeypatch.context() as patch:
            if not turned:
                patch.setattr(means._Body, "_turned", lambda self, cases: {})
            found.append(together.run())
    assert np.abs(found[0] - found[1]).max() < 1e-12


@given(st.integers(0, 2**32))
@settings(deadline=None, max_examples=40)
def test_values_of_random_plans_are_those_of_their_states(seed: int) -> None:
    together, alone = Means(), []
    for i in range(4):
        given_ = build(random_scenario(Random(seed + i), True))
        try:
            result = evaluate(*given_)
        except MathhammerError:
            continue
        if together.add(result.plan):
            alone.append(reference(result))
    ref = np.array(alone).reshape(-1, 3)
    assert np.abs(together.run() - ref).max(initial=0.0) < 1e-12


def test_what_cant_be_split_is_left_out() -> None:
    rider = {"attacks": 2, "count": 2, "skill": 3, "strength": 5, "damage": 1,
             "abilities": ["Devastating Wounds", "Lethal Hits"],
             "modifiers": {"on_critical_hit": {"damage": 1}}}  # fmt: skip
    mixed = attack({"weapons": [rider]}, "5x meq")
    pooled = attack("3x 2/3+/4+/1/1", "5x H2 Sv4+")
    together = Means()
    assert not together.add(mixed.plan)
    assert not together.add(pooled.plan)
    assert together.run().shape == (0, 3)


def test_shares_are_the_same_either_way(monkeypatch: pytest.MonkeyPatch) -> None:
    rider = {"attacks": 2, "count": 3, "skill": 3, "strength": 5, "damage": 1,
             "abilities": ["Devastating Wounds", "Lethal Hits"],
             "modifiers": {"on_critical_hit": {"damage": 1}}}  # fmt: skip
    result = attack({"weapons": [rider], "modifiers": {"hit": 1}}, "5x T4 Sv3+ W2 5+++")
    alone = attribution(result)
    taken: list[bool] = []
    add = Means.add

    def counted(self: Means, plan: Any) -> bool:
        taken.append(add(self, plan))
        return taken[-1]

    monkeypatch.setattr(Means, "add", counted)
    monkeypatch.setattr(many, "MANY", 0)
    together = attribution(result)
    assert True in taken and False in taken  # some subsets can be split, some can't
    assert np.abs(together.shares - alone.shares).max() < 1e-12
    assert np.abs(together.without - alone.without).max() < 1e-12


def test_the_steps_that_are_allowed_are_those_of_what_is_shared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    weapons = [
        "10x A2 BS3+ S4 AP-1 D1 [Devastating Wounds]",
        "10x A2 BS3+ S6 AP-2 D3 [Devastating Wounds]",
    ]
    result = attack(weapons, "10x T4 Sv3+ W3 5+++", ruleset={"devastating": "errata-2024"})
    alone, shared = result.evolution.work, many.expected_work(result)
    assert shared < alone / 2
    monkeypatch.setattr(why, "MAX_STEPS", 2 ** len(items_of(result)) * (alone + shared) / 2)
    assert attribution(result).method == "exact"
    monkeypatch.setattr(why, "MAX_STEPS", 2 ** len(items_of(result)) * shared / 2)
    with pytest.raises(TooLargeError, match="subsets take about"):
        attribution(result, "exact")
