"""Sizes and hostile values: a stated limit or one clear sentence, never a hang."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mathhammer
from mathhammer.errors import MathhammerError, TooLargeError
from mathhammer.profiles import (
    Context,
    Leader,
    ModelGroup,
    Modifiers,
    MortalDice,
    Rider,
    Ruleset,
    TargetModifiers,
    Unit,
    Weapon,
)

GUN: dict[str, Any] = {"attacks": 1, "skill": 3, "strength": 4, "ap": -1, "damage": 1}
UNIT: dict[str, Any] = {"toughness": 4, "save": 3, "wounds": 2, "models": 20}
DEVASTATING = {"abilities": ["Devastating Wounds"]}


@pytest.mark.parametrize(
    ("weapon", "target"),
    [
        ({**GUN, "count": 2000}, UNIT),
        ({**GUN, "count": 1000, "attacks": "D3", "damage": "D6"}, UNIT),
        ({**GUN, "count": 200}, {**UNIT, "models": 10_000, "wounds": 1}),
        ({**GUN, "count": 200, "damage": "D6"}, {**UNIT, "models": 5_000}),
        ({**GUN, "count": 200, "damage": "D6"}, {**UNIT, "models": 1, "wounds": 10_000}),
        ({**GUN, "count": 2000, **DEVASTATING}, {**UNIT, "feel_no_pain": 5}),
    ],
)
def test_large_sizes_are_accepted(weapon: dict[str, Any], target: dict[str, Any]) -> None:
    result = mathhammer.attack(weapon, target)
    found = result.to_dict()
    for stage in ("attacks", "hits", "wounds", "unsaved", "damage_rolled", "damage", "slain"):
        assert abs(sum(found[stage]["pmf"]) - 1) < 1e-9
    gap = result.damage_rolled.mean - result.damage.mean - result.ignored - result.wasted
    assert abs(gap) < 1e-6


@pytest.mark.parametrize(
    ("weapon", "target", "words"),
    [
        ({**GUN, "attacks": 10**9}, UNIT, "attacks: 1000000000 is out of range: from 0 to 20000"),
        ({**GUN, "count": 10**9}, UNIT, "count: 1000000000 is not a whole number from 1 to 10000"),
        (GUN, {**UNIT, "models": 10**9}, "models: 1000000000 is not a whole number from 1 to"),
        (GUN, {**UNIT, "wounds": 10**9}, "wounds: 1000000000 is not a whole number from 1 to"),
        ({**GUN, "count": 10_000, "attacks": 3}, UNIT, "up to 30000 attacks; the limit is 20000"),
        (GUN, {**UNIT, "models": 10_000, "wounds": 10_000}, "100000001 states; .* up to 2000000"),
        ({**GUN, **DEVASTATING, "count": 2000}, {**UNIT, "models": 5000}, "20012001 states"),
        ({**GUN, "damage": "3000D6", "count": 100}, {**UNIT, "wounds": 9000}, "up to 2e"),
    ],
)
def test_beyond_the_limit_is_refused_with_the_size(
    weapon: dict[str, Any], target: dict[str, Any], words: str
) -> None:
    with pytest.raises(MathhammerError, match=words):
        _ = mathhammer.attack(weapon, target).damage


@pytest.mark.parametrize(
    "mortals",
    [
        [{"dice": "3000D6", "damage": "6D6"}],
        [{"dice": 20_000, "damage": 20_000}],
        [{"dice": 20_000}] * 100,
    ],
)
def test_too_many_mortal_dice_are_refused(mortals: list[dict[str, Any]]) -> None:
    with pytest.raises(TooLargeError):
        mathhammer.attack({"mortals": mortals}, {**UNIT, "models": 9000}).to_dict()


def test_too_many_orders_are_refused_and_equal_weapons_count_once() -> None:
    different = [{**GUN, "damage": d} for d in range(1, 9)]
    with pytest.raises(TooLargeError, match="40320 different orders; up to 5040"):
        mathhammer.attack({"weapons": different, "order": "best"}, UNIT)
    mathhammer.attack({"weapons": [GUN] * 50, "order": "best"}, UNIT)


@pytest.mark.parametrize(
    "code",
    [
        "attack({**G, 'attacks': '999999D6'}, U)",
        "attack({**G, 'abilities': ['Sustained Hits 100'] * 90, 'count': 2000}, U).hits",
        "attack({**G, 'damage': '9' * 100_000}, U)",
        "attack({**G, 'name': 'x' * 10**7}, U)",
        "attack('A1' * 10**6, U)",
        "attack([G] * 10**5, U)",
        "attack(G, {**U, 'groups': [{'models': 9999}] * 1000})",
        "attack({'weapons': [{**G, 'count': 201}] * 100}, U)",
        "compare([G] * 5, [U] * 5, context='cover,' * 10**6)",
    ],
)
def test_hostile_sizes_end_in_time(code: str) -> None:
    program = (
        "from mathhammer import *\n"
        f"G, U = {GUN!r}, {UNIT!r}\n"
        f"try:\n    {code}\nexcept MathhammerError as error:\n    print(str(error)[:300])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("\n") == 1


class Odd:
    """Something no field expects."""

    def __repr__(self) -> str:
        return "Odd()"


LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**30), 10**30),
    st.floats(),
    st.text(max_size=20),
    st.binary(max_size=5),
    st.sampled_from(["meq", "D6", "3+", "-", "Blast", "ones", "melee", "best", Odd(), 10**4000]),
)
GARBAGE = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(st.one_of(st.text(max_size=8), st.integers()), inner, max_size=4),
    ),
    max_leaves=12,
)
RECORDS = (
    Weapon, Unit, Context, Ruleset, MortalDice, Leader, ModelGroup, Modifiers, TargetModifiers,
    Rider,
)  # fmt: skip


@pytest.mark.parametrize("record", RECORDS, ids=lambda r: r.__name__)
@settings(max_examples=150)
@given(data=st.data())
def test_garbage_in_any_field_is_one_clear_sentence(record: type, data: st.DataObject) -> None:
    names = st.sampled_from([*record._fields, "self", "cls", "nonsense"])  # type: ignore[attr-defined]
    fields = data.draw(st.dictionaries(names, GARBAGE, min_size=1, max_size=5))
    try:
        record(**fields)
    except MathhammerError as error:
        assert "\n" not in str(error)
        assert len(str(error)) < 1200


@settings(max_examples=300)
@given(GARBAGE, GARBAGE, GARBAGE, GARBAGE)
def test_garbage_as_whole_arguments(a: object, b: object, c: object, d: object) -> None:
    for attacker, target in ((a, b), (GUN, b), (a, UNIT), (GUN, UNIT)):
        try:
            mathhammer.attack(attacker, target, context=c, ruleset=d)
        except MathhammerError as error:
            assert "\n" not in str(error)


def test_deep_nesting_is_refused() -> None:
    deep: Any = 1
    for _ in range(100_000):
        deep = [deep]
    for field in ("weapons", "abilities", "modifiers", "keywords", "groups"):
        with pytest.raises(MathhammerError):
            Unit(**{field: deep})
    for _ in range(1000):  # leave nothing for a recursive destructor
        while isinstance(deep, list):
            deep = deep[0]


def test_keys_that_are_no_text() -> None:
    with pytest.raises(MathhammerError, match="5 is not the name of a field"):
        mathhammer.attack({5: 1, **GUN}, UNIT)  # type: ignore[dict-item]
