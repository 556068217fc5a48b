"""Sizes and hostile values: a stated limit or one clear sentence, never a hang."""

from __future__ import annotations

import datetime
import math
import subprocess
import sys
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mathhammer
from mathhammer.core.errors import MathhammerError, TooLargeError
from mathhammer.engine.exact import policy
from mathhammer.engine.exact.chain import Evolution
from mathhammer.games.wh40k.profiles import (
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

pytestmark = pytest.mark.slow

GUN: dict[str, Any] = {"attacks": 1, "skill": 3, "strength": 4, "ap": -1, "damage": 1}
UNIT: dict[str, Any] = {"toughness": 4, "save": 3, "wounds": 2, "models": 20}
DEVASTATING = {"abilities": ["Devastating Wounds"]}
PROGRAM = f"""
from mathhammer import *
G, U, D = {GUN!r}, {UNIT!r}, {DEVASTATING!r}
"""


def printed(code: str) -> str:
    """Return what a program prints; one that hangs is killed, and the test fails."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM + code], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def one_sentence(error: MathhammerError, *words: str) -> None:
    """Check that a message is one line of a bearable length that names these words."""
    message = str(error)
    assert message.isprintable(), ascii(message)
    assert len(message) < 1200
    for word in words:
        assert word in message


# ------------------------------------------------------------------------------ accepted


@pytest.mark.slow
@pytest.mark.parametrize(
    ("weapon", "target"),
    [
        ("{**G, 'count': 2000}", "U"),
        ("{**G, 'count': 1000, 'attacks': 'D3', 'damage': 'D6'}", "U"),
        ("{**G, 'count': 2000, 'abilities': 'Sustained Hits D3, Lethal Hits'}", "U"),
        ("{**G, 'count': 200}", "{**U, 'models': 10_000, 'wounds': 1}"),
        ("{**G, 'count': 200, 'damage': 'D6'}", "{**U, 'models': 5_000, 'wounds': 2}"),
        ("{**G, 'count': 200, 'damage': 'D6'}", "{**U, 'models': 1, 'wounds': 10_000}"),
        ("{**G, 'count': 2000}", "{**U, 'models': 10_000, 'wounds': 1, 'feel_no_pain': 5}"),
        ("{**G, 'count': 2000, **D}", "{**U, 'feel_no_pain': 5}"),
    ],
)
def test_large_sizes_are_accepted(weapon: str, target: str) -> None:
    """2,000 attack dice, and units of 10,000 wounds however they are divided."""
    code = (
        f"result = attack({weapon}, {target})\n"
        "found = result.to_dict()\n"
        "stages = 'attacks hits wounds unsaved damage_rolled damage slain'.split()\n"
        "print(max(abs(sum(found[s]['pmf']) - 1) for s in stages))\n"
        "print(result.damage_rolled.mean - result.damage.mean - result.ignored - result.wasted)"
    )
    lacking, gap = map(float, printed(code).split())
    assert lacking < 1e-9  # what Distribution takes for a pmf
    assert abs(gap) < 1e-9 * 2000 * 6


@pytest.mark.slow
@pytest.mark.parametrize(("models", "wounds"), [(10_000, 1), (5_000, 2), (1, 10_000)])
def test_2000_attacks_on_10000_wounds_are_exact(models: int, wounds: int) -> None:
    """One damage each: a binomial number of wounds lost, to the last tail."""
    p, n = 5 / 6, 2000
    code = (
        "gun = {'attacks': 2000, 'strength': 8, 'damage': 1, 'abilities': 'Torrent'}\n"
        f"result = attack(gun, {{'toughness': 4, 'save': '-', 'models': {models}, "
        f"'wounds': {wounds}}})\n"
        "lost = result.damage\n"
        "print(lost.pmf(0), lost.pmf(1), lost.pmf(2000), lost.mean, result.slain.mean)"
    )
    none, one, all_of_them, mean, slain = map(float, printed(code).split())
    assert none == 0.0  # 6**-2000 is no float
    assert one == 0.0
    each_product_rounds = n * np.finfo(float).eps
    assert all_of_them == pytest.approx(p**n, rel=each_product_rounds, abs=0.0)
    assert mean == pytest.approx(n * p, rel=each_product_rounds)
    odd = (1 - (1 - 2 * p) ** n) / 2  # one wound on the next of two-wound models
    expected = {1: n * p, 2: (n * p - odd) / 2, 10_000: 0}[wounds]
    assert slain == pytest.approx(expected, rel=each_product_rounds)


# ------------------------------------------------------------------------------- refused

BILLION = 10**9


@pytest.mark.parametrize(
    ("weapon", "target", "words"),
    [
        ({"attacks": BILLION}, {}, r"attacks: 1000000000 is out of range: from 0 to 20000"),
        ({"damage": BILLION}, {}, r"damage: 1000000000 is out of range: from 0 to 20000"),
        ({"attacks": f"{BILLION}D6"}, {}, r"attacks: '1000000000D6' is not"),
        ({"attacks": "999999D6"}, {}, r"attacks: '999999D6' can be 5999994: up to 20000"),
        ({"count": BILLION}, {}, r"count: 1000000000 is not a whole number from 1 to 10000"),
        ({"strength": BILLION}, {}, r"strength: 1000000000 is not a whole number from 1 to 100"),
        ({"abilities": [f"Sustained Hits {BILLION}"]}, {}, r"Sustained Hits 1000000000"),
        ({"abilities": ["Blast"] * 101}, {}, r"abilities: a list of 101; up to 100"),
        ({}, {"models": BILLION}, r"models: 1000000000 is not a whole number from 1 to 10000"),
        ({}, {"wounds": BILLION}, r"wounds: 1000000000 is not a whole number from 1 to 10000"),
        ({}, {"toughness": BILLION}, r"toughness: 1000000000 is not a whole .* from 1 to 100"),
        ({}, {"leader": {"wounds": BILLION}}, r"leader.wounds: 1000000000 .* from 1 to 10000"),
        ({"count": 10_000, "attacks": 3}, {}, r"up to 30000 attacks; the limit is 20000"),
    ],
)
def test_beyond_the_limit_of_a_field_is_refused(
    weapon: dict[str, Any], target: dict[str, Any], words: str
) -> None:
    with pytest.raises(MathhammerError, match=words) as caught:
        mathhammer.attack({**GUN, **weapon}, {**UNIT, **target})
    one_sentence(caught.value)


HUGE_LEADER = "{**U, 'models': 1000, 'leader': {'wounds': 9000, 'save': 2}}"


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("attack(G, {**U, 'models': 10_000, 'wounds': 10_000}).damage", "100000001 states"),
        ("attack({**G, **D, 'count': 2000}, {**U, 'models': 5000}).damage", "20012001 states"),
        ("attack({**G, **D, 'count': 2000}, {**U, 'models': 5000}, "
         "ruleset='devastating=errata-2024').slain", "20012001 states"),
        ("attack({**G, 'abilities': 'Precision'}, " + HUGE_LEADER +
         ", context='precision_on_character').slain", "18011002 states"),
        ("attack({**G, 'damage': '3000D6', 'count': 100}, {**U, 'wounds': 9000}).slain",
         "up to 1e+10"),
        ("attack({**G, 'count': 2000, 'abilities': 'Sustained Hits 100'}, U).hits",
         "up to 100000"),
        ("attack({'mortals': [{'dice': '3000D6', 'damage': '6D6'}]}, U).slain", "648000"),
        ("attack({'mortals': [{'dice': 20_000, 'damage': 20_000}] * 100}, U).to_dict()",
         "400000000"),
        ("attack({'weapons': [{**G, 'damage': d} for d in range(1, 9)], 'order': 'best'}, U)",
         "40320 different orders; up to 5040"),
    ],
)  # fmt: skip
def test_joint_states_beyond_the_limit_are_refused_with_the_size(call: str, words: str) -> None:
    code = f"try:\n    {call}\nexcept TooLargeError as error:\n    print(error)"
    said = printed(code)
    assert said.count("\n") == 1
    assert words in said


def work(weapon: dict[str, Any], target: dict[str, Any], ruling: str = "print-2023") -> float:
    """Return the estimated steps of a match-up."""
    result = mathhammer.attack(
        {**GUN, **weapon}, {**UNIT, **target}, ruleset={"devastating": ruling}
    )
    return Evolution(result.plan).work


SHARPER = {"modifiers": {"on_critical_hit": {"ap": -1}}}  # two kinds of packets: no counting


def test_the_estimate_counts_extra_hits() -> None:
    once = work({"count": 100, **DEVASTATING, **SHARPER}, {})
    extra = ["Devastating Wounds", "Sustained Hits 6"]
    assert work({"count": 100, **SHARPER, "abilities": extra}, {}) > 10 * once


def test_the_estimate_counts_the_cost_of_an_operator() -> None:
    large = {"models": 1, "wounds": 2000}
    few = work({"count": 500}, large)
    assert work({"count": 500, "damage": 300}, large) > 50 * few


def test_alike_attacks_are_less_work() -> None:
    counted = work({"count": 200, **DEVASTATING}, {"models": 100})
    assert work({"count": 200, **DEVASTATING, **SHARPER}, {"models": 100}) > 10 * counted


def test_what_would_take_minutes_is_refused() -> None:
    weapon = {"count": 400, "damage": "D6", "abilities": "Devastating Wounds, Sustained Hits D3"}
    with pytest.raises(TooLargeError, match=r"about .* steps \(.* states\).* up to 1e\+10"):
        work({**weapon, **SHARPER}, {"models": 20, "wounds": 20})


def test_what_took_a_minute_is_little_work() -> None:
    weapon = {"count": 20, "attacks": "2D6", "damage": "D6"}
    weapon["abilities"] = "Devastating Wounds, Sustained Hits D3"
    assert work(weapon, {"wounds": 20, "feel_no_pain": 5}) < 1e9


def test_rows_that_are_too_much_work_are_left_out_and_named() -> None:
    gun = {**GUN, "count": 100, "attacks": "2D6"}
    weapons = [{**gun, "name": "first"}, {**gun, "name": "second"}]
    result = mathhammer.attack(weapons, {**UNIT, "models": 10_000})
    (note,) = result.notes
    assert note.startswith("second: what it does by itself is not computed")
    first, second = result.weapons
    assert first.damage is not None and second.damage is None and second.slain is None
    assert result.to_dict()["weapons"][1]["damage"] is None
    assert second.attacks == pytest.approx(700)
    assert not mathhammer.attack(weapons, UNIT).notes


def test_other_rulings_are_computed_where_that_is_little_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The rulings differ where a critical wound does more than a model has.
    devastating = {**GUN, **DEVASTATING, "damage": 3}
    weapons = {"weapons": [devastating, {**GUN, "damage": 2}], "order": "best"}
    result = mathhammer.attack(weapons, UNIT)
    monkeypatch.setattr(policy, "best_order", None)  # not looked for again
    assert "not computed" not in result.notes[-1] and "under errata-2024" in result.notes[-1]
    monkeypatch.setattr("mathhammer.results.rulings.MAX_NOTED_WORK", 0)
    (*_, note) = mathhammer.attack(devastating, UNIT).notes
    assert "not computed under errata-2023-09 (too large)" in note


def test_equal_weapons_count_once_for_the_best_order() -> None:
    mathhammer.attack({"weapons": [GUN] * 50, "order": "best"}, UNIT)


@pytest.mark.parametrize(
    "call",
    [
        "attack({**G, 'abilities': ['Sustained Hits 100'] * 90, 'count': 2000}, U).hits",
        "attack({**G, 'damage': '9' * 100_000}, U)",
        "attack({**G, 'name': 'x' * 10**7}, U)",
        "attack('A1' * 10**6, U)",
        "attack('(' * 10**6, U)",
        "attack(G, '5x ' * 10**6)",
        "attack([G] * 10**5, U)",
        "attack(G, {**U, 'groups': [{'models': 9999}] * 1000})",
        "attack({'weapons': [{**G, 'count': 201}] * 100}, U)",
        "compare([G] * 5, [U] * 5, context='cover,' * 10**6)",
    ],
)
def test_hostile_sizes_end_in_one_sentence(call: str) -> None:
    code = f"try:\n    {call}\nexcept MathhammerError as error:\n    print(str(error))"
    said = printed(code)
    assert said.count("\n") == 1
    assert len(said) < 1200


# ------------------------------------------------------------------------- hostile values


class Odd:
    """Something no field expects."""

    def __repr__(self) -> str:
        return "Odd()"


#: The records, and what each needs beside the field that is wrong.
RECORDS: dict[Any, dict[str, Any]] = {
    Weapon: GUN, Unit: UNIT, Context: {}, Ruleset: {}, MortalDice: {}, Leader: {"wounds": 2},
    ModelGroup: {}, Modifiers: {}, TargetModifiers: {}, Rider: {},
}  # fmt: skip
FIELDS = [
    pytest.param(record, field, id=f"{record.__name__}.{field}")
    for record in RECORDS
    for field in record._fields
]
HOSTILE: list[Any] = [
    None, True, False, math.nan, math.inf, -math.inf, -1, 0, 1.5, 1e308, 10**9, -(10**30), 1j,
    "", " ", "-", "+", "nan", "NaN", "inf", "1e999", "\0", "a\nb\rc\x1b[31m", "\ud800", "x" * 10**6,
    "9" * 10**6, "D6+" * 10**5, b"3", [], [[]], {}, {1: 2}, {None: None}, {(): ()}, {"x": 1},
    {"k" * 10**6: 1}, {"a\nb": 1}, [None], [math.nan], [1] * 10**5, (1,), {1}, frozenset("a"),
    datetime.date(2026, 1, 1), Decimal("NaN"), Decimal(3), Odd(), Odd, len, ..., NotImplemented,
    range(3), Ruleset(), Weapon(**GUN), np.int64(3), np.float64("nan"), np.bool_(True),
    np.str_("3"), np.array([1, 2]), np.array([]), pd.NA, pd.NaT,
]  # fmt: skip


def refused_or_read(record: Any, field: str, value: Any) -> None:
    """Check that a value of a field is read, or refused in one sentence that names it."""
    for make in (record.read, lambda fields: record(**fields)):
        try:
            make({**RECORDS[record], field: value})
        except MathhammerError as error:
            one_sentence(error, field)


@pytest.mark.parametrize(("record", "field"), FIELDS)
def test_a_hostile_value_in_any_field_is_one_sentence(record: Any, field: str) -> None:
    for value in HOSTILE:
        refused_or_read(record, field, value)


def nested(wrap: Callable[[Any], Any]) -> Any:
    deep: Any = 1
    for _ in range(100_000):
        deep = wrap(deep)
    return deep


@pytest.fixture(scope="module")
def deep() -> list[Any]:
    """Values that no recursion gets to the end of, in lists and tables, and one too long."""
    in_list, in_dict = nested(lambda inner: [inner]), nested(lambda inner: {"hit": inner})
    own: dict[str, Any] = {}
    own["hit"] = own
    return [in_list, in_dict, [in_list], {"hit": in_list}, own, [own], 10**5000]


@pytest.mark.parametrize(("record", "field"), FIELDS)
def test_deep_nesting_in_any_field_is_one_sentence(
    record: Any, field: str, deep: list[Any]
) -> None:
    for value in deep:
        refused_or_read(record, field, value)


@pytest.mark.parametrize("value", [np.array([1, 2]), pd.NA], ids=["array", "NA"])
@pytest.mark.parametrize(
    ("record", "field"), [(Weapon, "abilities"), (Unit, "abilities"), (Unit, "keywords")]
)
def test_items_that_compare_strangely_are_one_sentence(record: Any, field: str, value: Any) -> None:
    with pytest.raises(MathhammerError) as caught:
        record(**{**RECORDS[record], field: [value]})
    one_sentence(caught.value, field)


@pytest.mark.parametrize("value", [pd.Series([1, 2]), np.eye(2)], ids=["series", "matrix"])
def test_values_shown_on_several_lines_are_one_sentence(value: Any) -> None:
    refused_or_read(Unit, "wounds", value)


LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**30), 10**30),
    st.floats(),
    st.text(max_size=20),
    st.binary(max_size=5),
    st.sampled_from(["meq", "D6", "3+", "-", "Blast", "ones", "melee", "best", Odd(), 10**4000]),
)
NAMES = st.sampled_from(sorted({field for record in RECORDS for field in record._fields}))
GARBAGE = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(st.one_of(NAMES, st.text(max_size=8), st.integers()), inner, max_size=4),
    ),
    max_leaves=12,
)


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.__name__)
@settings(max_examples=60)
@given(data=st.data())
def test_garbage_in_any_field_is_one_sentence(record: Any, data: st.DataObject) -> None:
    field = data.draw(st.sampled_from([*record._fields, "self", "cls", "nonsense"]))
    refused_or_read(record, field, data.draw(GARBAGE))
    more = data.draw(st.dictionaries(st.sampled_from([*record._fields]), GARBAGE, max_size=5))
    try:
        record(**more)
    except MathhammerError as error:
        one_sentence(error)


@settings(max_examples=100)
@given(GARBAGE, GARBAGE, GARBAGE, GARBAGE)
def test_garbage_as_whole_arguments_is_one_sentence(a: Any, b: Any, c: Any, d: Any) -> None:
    for attacker, target in ((a, b), (GUN, b), (a, UNIT), (GUN, UNIT)):
        try:
            mathhammer.attack(attacker, target, context=c, ruleset=d)
        except MathhammerError as error:
            one_sentence(error)


@pytest.mark.parametrize("key", [5, None, 1.5, math.nan, True, b"name", (), Odd()], ids=repr)
def test_a_key_that_is_no_text_is_one_sentence(key: Any) -> None:
    bad = {key: 1}
    for attacker, target, context, ruleset in (
        ({**GUN, **bad}, UNIT, {}, {}),
        ({"weapons": [{**GUN, **bad}]}, UNIT, {}, {}),
        ({"weapons": [GUN], "modifiers": bad}, UNIT, {}, {}),
        ({"weapons": [{**GUN, "modifiers": {"on_critical_hit": bad}}]}, UNIT, {}, {}),
        ({"mortals": [bad]}, UNIT, {}, {}),
        (GUN, {**UNIT, **bad}, {}, {}),
        (GUN, {**UNIT, "modifiers": bad}, {}, {}),
        (GUN, {**UNIT, "leader": {"wounds": 2, **bad}}, {}, {}),
        (GUN, {**UNIT, "models": None, "groups": [bad]}, {}, {}),
        (GUN, UNIT, bad, {}),
        (GUN, UNIT, {}, bad),
    ):
        with pytest.raises(MathhammerError, match="is not the name of a field") as caught:
            mathhammer.attack(attacker, target, context=context, ruleset=ruleset)
        one_sentence(caught.value)


def test_too_large_is_wrong_input_too() -> None:
    assert issubclass(TooLargeError, MathhammerError)
    assert issubclass(MathhammerError, ValueError)
