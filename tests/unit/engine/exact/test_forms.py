"""The ways to carry states along agree: matrices, diagonals, counts, attack by attack."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import mathhammer
from mathhammer.core.distribution import convolved
from mathhammer.engine.exact import chain as exact
from mathhammer.engine.exact import counts, operators, walks, work

GUN: dict[str, Any] = {"count": 3, "attacks": 2, "skill": 3, "strength": 4, "damage": "D3"}
UNIT: dict[str, Any] = {"toughness": 4, "save": 4, "wounds": 3, "models": 3, "feel_no_pain": 5}
LED = {**UNIT, "leader": {"wounds": 4, "save": 2}}
MIXED = {
    **{k: v for k, v in UNIT.items() if k != "models"},
    "groups": [{"models": 2}, {"models": 2, "wounds": 4, "save": 3, "feel_no_pain": 6}],
}
SHIELDED = {**UNIT, "modifiers": {"ignore_first_damage": True}}
DEVASTATING = "Devastating Wounds"


def gun(*abilities: str, **fields: Any) -> dict[str, Any]:
    return {**GUN, "abilities": list(abilities), **fields}


MORTALS = {"modifiers": {"on_critical_hit": {"mortals": "D3"}}}
SHARPER = {"modifiers": {"on_critical_hit": {"ap": -2}}}
WEAPONS = {
    "plain": [gun()],
    "random": [gun(attacks="D3"), gun(damage=2, attacks="D3+1")],
    "extra": [gun("Sustained Hits D3", "Lethal Hits")],
    "devastating": [gun(DEVASTATING)],
    "devastating, random": [gun(DEVASTATING, attacks="D3", count=2)],
    "devastating, extra": [gun(DEVASTATING, "Sustained Hits D3"), gun()],
    "devastating, lethal": [gun(DEVASTATING, "Sustained Hits 1", "Lethal Hits")],
    "mortals": [gun(DEVASTATING, **MORTALS)],
    "sharper": [gun(DEVASTATING, **SHARPER), gun()],
    "several": [gun(DEVASTATING), gun(DEVASTATING, damage=2), gun()],
    "precision": [gun("Precision"), gun(DEVASTATING, "Precision", damage=2)],
}
TARGETS = {"unit": UNIT, "led": LED, "mixed": MIXED, "shielded": SHIELDED}


def found(weapons: Any, target: Any, ruling: str) -> list[Any]:
    result = mathhammer.attack(
        {"weapons": weapons, "mortals": [{"dice": 2, "on": 4, "damage": "D3"}]},
        target,
        context="precision_on_character",
        ruleset={"devastating": ruling},
    )
    rows = [part for row in (*result.weapons, *result.afterwards) for part in (row[-2], row[-1])]
    assert None not in rows
    stages = [result.damage_rolled, result.unsaved, result.damage, result.slain]
    return [part.from_zero() for part in (*stages, *rows)]


@pytest.mark.parametrize("ruling", ["print-2023", "errata-2023-09", "errata-2024"])
@pytest.mark.parametrize("weapons", WEAPONS)
def test_all_forms_agree(weapons: str, ruling: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for target in TARGETS.values():
        usual = found(WEAPONS[weapons], target, ruling)
        with monkeypatch.context() as patch:
            for module in (operators, walks, exact, work):
                patch.setattr(module, "DENSE", 1)
            diagonals = found(WEAPONS[weapons], target, ruling)
            patch.setattr(operators, "_FILLED", 2.0)  # entries only
            entries = found(WEAPONS[weapons], target, ruling)
            patch.setattr(operators, "_FILLED", 1e-9)  # diagonals only
            patch.setattr(walks, "counts_pay", lambda *_: False)
            stepped = found(WEAPONS[weapons], target, ruling)
            patch.setattr(walks, "counts_pay", lambda *_: True)
            patch.setattr(walks, "_STACKED", 1)
            patch.setattr(walks, "_FEW", 0)
            patch.setattr(operators, "_BLOCK", 1)
            counted = found(WEAPONS[weapons], target, ruling)
        with monkeypatch.context() as patch:
            patch.setattr(operators, "_ALONE", 1)  # products row by row
            by_row = found(WEAPONS[weapons], target, ruling)
        for other in (diagonals, entries, stepped, counted, by_row):
            for got, ref in zip(other, usual, strict=True):
                np.testing.assert_allclose(got, ref, rtol=1e-10, atol=0)


def test_counts_of_what_acts_and_what_waits() -> None:
    """Two attacks that always hit: a wound acts, a critical wound waits."""
    plan = mathhammer.attack(
        gun(DEVASTATING, "Torrent", count=1, attacks=2), {**UNIT, "save": "-"}
    ).plan
    volley = plan.steps[0].volleys[0]
    evolution = exact.Evolution(plan)
    joint = counts.sent_counts(volley, evolution.queues, failed=True)
    nothing, acts, waits = 1 / 2, 1 / 3, 1 / 6
    expected = [
        [nothing**2, 2 * nothing * waits, waits**2],
        [2 * nothing * acts, 2 * acts * waits, 0],
        [acts**2, 0, 0],
    ]
    np.testing.assert_allclose(joint, expected, rtol=1e-14)


def test_long_convolutions_are_pieces_of_direct_sums(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = np.random.default_rng(1).random((2, 50))
    monkeypatch.setattr("mathhammer.core.distribution._PIECE", 7)
    ref = np.convolve(first, second[:40])
    np.testing.assert_allclose(convolved(first, second[:40]), ref, rtol=1e-14)
    np.testing.assert_allclose(convolved(second[:40], first), ref, rtol=1e-14)
