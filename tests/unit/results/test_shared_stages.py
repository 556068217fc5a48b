"""Stages that results of a comparison have in common are computed once, equal to the last bit."""

import json

import pytest

import mathhammer
from mathhammer.analysis.rows import matchup_columns
from mathhammer.engine.exact import stages, tallies
from mathhammer.results.comparison import Comparison

WH40K = (
    [
        f"{n}x A{a} BS3+ S{s} AP{ap} D{d} [{abilities}]"
        for n, a, s, ap, d, abilities in (
            (3, "2", 4, -1, "1", "Heavy"),
            (3, "2", 4, -1, "D3", "Heavy"),
            (3, "D3", 4, -1, "1", "Lethal Hits"),
            (3, "2", 5, -1, "1", "Sustained Hits D3"),
            (3, "2", 5, -1, "D3", "Sustained Hits 1, Lethal Hits, Devastating Wounds"),
            (2, "2", 8, -2, "2", "Anti-Infantry 4+, Devastating Wounds"),
            (2, "2", 8, -2, "2", "Twin-linked, Precision"),
            (2, "D6", 6, 0, "1", "Blast, re-roll hits: ones"),
        )
    ]
    + [
        ["2x A2 BS3+ S4 AP-1 D1", "2x A1 BS3+ S9 AP-3 DD6"],
        {
            "weapons": "3x A2 BS3+ S4 AP-1 D1",
            "mortals": {"dice": "D3", "on": "4+"},
            "modifiers": {"on_critical_hit": {"mortals": "1"}},
        },
        {"weapons": "3x A2 BS3+ S4 AP-1 D1", "mortals": {"per_slain": 1, "on": "4+"}},
    ],
    ["5x T4 Sv3+ W2 [Infantry]", "5x T4 Sv2+ W2 4++ 5+++", "3x T5 Sv3+ W2 [-1 damage]",
     "3x Sv2+ W3 + 2x T4 Sv4+ W2 + leader Sv2+ W4 4++"],
)  # fmt: skip
AOS = (
    ["3x 2/3+/4+/1/2", "3x 2/3+/4+/1/D3", "3x 2/3+/4+/1/2 [Crit (Mortal)]",
     "3x 2/3+/4+/1/2 [Crit (2 Hits)]", "3x D3/3+/3+/1/2 [Crit (Auto-wound), champion]"],
    ["5x H2 Sv4+", "5x H2 Sv3+ Ward5+", "3x H3"],
)  # fmt: skip


@pytest.mark.parametrize("game", [WH40K, AOS])
def test_shared_stages_are_those_of_single_results(game) -> None:
    attackers, targets = game
    both = mathhammer.compare(attackers, targets)
    alone = [r.to_dict() for r in mathhammer.compare(attackers, targets).results]
    assert json.dumps(both.to_dict()) == json.dumps(alone)
    every = matchup_columns(both.results, "all")
    for i, result in enumerate(mathhammer.compare(attackers, targets).results):
        one = matchup_columns([result], "all")
        assert {name: every[name][i] for name in one} == {n: v[0] for n, v in one.items()}


def test_each_stage_is_computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []

    def counted(volley, stage, made=tallies.stage_pmf):
        calls.append(stage)
        return made(volley, stage)

    monkeypatch.setattr(stages.tallies, "stage_pmf", counted)
    saves = [f"5x T4 Sv{save}+ W{wounds}" for save in (2, 3, 4) for wounds in (1, 2, 3, 4)]
    comparison = mathhammer.compare(["10x A2 BS3+ S4 AP-1 D1"], saves)
    assert isinstance(comparison, Comparison)
    matchup_columns(comparison.results, "all")
    assert {stage: calls.count(stage) for stage in calls} == {
        "attacks": 1, "hits": 1, "wounds": 1, "unsaved": 3, "mortal": 1, "damage_rolled": 3,
    }  # fmt: skip
