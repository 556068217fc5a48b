"""Loadouts and targets in another order: every number stays with its names."""

from __future__ import annotations

import json
from itertools import pairwise

import numpy as np
import pytest
from support.command import refused

import mathhammer
from mathhammer.analysis.sorting import order, rearranged

GUNS = [f"{n}x A1 BS3+ S4 AP0 D1" for n in (3, 12, 7)]
RAYS = [f"{n}x A1 BS3+ S12 AP-3 D6" for n in (2, 1, 3)]
TARGETS = ["20x geq", "veq", "10x T3 Sv6+ W1", "T11 Sv3+ W14"]
WEAPONS = [weapon for pair in zip(GUNS, RAYS, strict=True) for weapon in pair]


def test_the_best_stand_first() -> None:
    both = mathhammer.compare(WEAPONS, TARGETS)
    shares = [0.1, 0.2, 0.3, 0.4]
    rows, columns = order(both, "best", "damage", shares)
    values = np.array([r.damage.mean for r in both.results]).reshape(6, 4)
    assert (np.diff((values @ shares)[rows]) <= 0).all()
    assert (np.diff(values.mean(axis=0)[columns]) <= 0).all()


def test_those_that_are_alike_stand_together() -> None:
    rows, columns = order(mathhammer.compare(WEAPONS, TARGETS), "alike")
    kinds = ["S4" in WEAPONS[i] for i in rows]
    assert sum(a != b for a, b in pairwise(kinds)) == 1
    assert {*columns[:2]} in ({0, 2}, {1, 3})


def test_numbers_stay_with_their_names() -> None:
    both = mathhammer.compare(WEAPONS, TARGETS)
    changed = rearranged(both, *order(both, "alike"))
    assert {(r.title, r.damage.mean) for r in changed.results} == {
        (r.title, r.damage.mean) for r in both.results
    }
    for i, attacker in enumerate(changed.attackers):
        for j, target in enumerate(changed.targets):
            assert changed.cell(i, j).title == f"{attacker.label} against {target.label}"


def test_equal_loadouts_keep_their_places() -> None:
    both = mathhammer.compare([GUNS[0]] * 3, ["meq"])
    assert order(both, "best") == order(both, "alike") == ([0, 1, 2], [0])


@pytest.mark.parametrize("sort", ["best", "alike"])
def test_the_command_sorts_every_form(call, sort: str) -> None:
    words = ["compare", *WEAPONS, "--mix", "60 % 20x geq, 40 % veq", "--sort", sort]
    status, out, err = call(*words, "--json")
    assert (status, err) == (0, "")
    entries = [one for one in json.loads(out) if one["target"] != "mix"]
    plain = json.loads(call(*words[:-2], "--json")[1])
    key = "attacker", "target"
    of = {tuple(one[k] for k in key): (one["damage"], one.get("share")) for one in plain}
    assert all(of[tuple(e[k] for k in key)] == (e["damage"], e["share"]) for e in entries)
    first = entries[0]["attacker"]
    assert f"\n1  {first}" in call(*words)[1]


def test_the_command_refuses(call) -> None:
    words = ["compare", *WEAPONS, "--at", "meq", "--sort"]
    refused(call(*words, "bset"), "--sort: 'bset' is no order", "did you mean 'best'")
    refused(call(*words, "best", "--engine", "montecarlo"), "--sort is not modelled by montecarlo")
