"""Plain profiles, and checks against fractions, for the tests of rules worked out by hand."""

from __future__ import annotations

from fractions import Fraction as F
from typing import Any

import pytest

import mathhammer
from mathhammer.core.distribution import Distribution
from mathhammer.results.attack import Result

ROUNDING = 1e-12
Fields = dict[str, Any]

RULINGS = ("print-2023", "errata-2023-09", "errata-2024")

#: Hits on 4+ and wounds on 4+.
GUN: Fields = {"attacks": 1, "skill": 4, "strength": 4, "damage": 1}
SOFT: Fields = {"toughness": 4, "save": "-", "wounds": 1}
#: Hits automatically, wounds on 2+ (5/6).
SURE: Fields = {**GUN, "strength": 8, "abilities": ["Torrent"]}
WOUND = F(5, 6)
MELEE: Fields = {"type": "melee"}


def play(
    weapon: Fields,
    target: Fields,
    context: Fields | None = None,
    unit: Fields | None = None,
    **ruleset: Any,
) -> Result:
    """Play a weapon against a plain target with some changes."""
    attacker = {"weapons": [weapon], **(unit or {})}
    return mathhammer.attack(attacker, {**SOFT, **target}, context=context, ruleset=ruleset)


def ability(*names: str, **fields: Any) -> Fields:
    """Return weapon fields with these abilities."""
    return {"abilities": list(names), **fields}


def mods(**fields: Any) -> Fields:
    """Return fields with these modifiers."""
    return {"modifiers": fields}


def check(found: Distribution, *right: F | int) -> None:
    """Check the probabilities of 0, 1, 2, ...; nothing is left for others."""
    assert sum(right) == 1
    got = found.from_zero().tolist()
    expected = [float(p) for p in right]
    assert got == pytest.approx(expected, abs=ROUNDING), f"{got} is not {expected}"


def equal(found: float, right: F | int) -> None:
    """Check a mean or a probability."""
    assert abs(found - float(right)) <= ROUNDING, f"{found} is not {right} = {float(right)}"


def table(rows: list[tuple[Any, ...]]) -> Any:
    """Turn rows into test cases named by their first column."""
    cases = [pytest.param(*row[1:], *({},) * (6 - len(row)), id=row[0]) for row in rows]
    return pytest.mark.parametrize("right, weapon, target, context, unit", cases)


NEAR = {"half_range": True}
TOUGH = {"toughness": 8}
