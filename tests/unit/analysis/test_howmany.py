"""How many attacks a kill takes: beside separate evaluations, convolution and chains."""

from __future__ import annotations

from fractions import Fraction as F
from math import comb
from typing import Any

import pytest
from support.by_hand import SOFT, SURE

import mathhammer
from mathhammer.analysis.howmany import COLUMNS, LEVELS, HowMany, how_many
from mathhammer.core.errors import MathhammerError
from mathhammer.engine.exact import kills
from mathhammer.games.wh40k.profiles import Unit

TEQ = {"models": 3, "toughness": 5, "save": "2+", "wounds": 3, "invulnerable": "4+"}


def counted(attacker: Any, target: Any, counted: str = "attacks", **more: Any) -> HowMany:
    return how_many(mathhammer.attack(attacker, target, **more), counted)


def negative_binomial(successes: int, p: F, n: int) -> F:
    """P(the last of some successes comes at the n-th try)."""
    if n < successes:
        return F(0)
    return comb(n - 1, successes - 1) * p**successes * (1 - p) ** (n - successes)


@pytest.mark.parametrize("models, wounds", [(1, 1), (4, 1), (1, 5), (2, 3)])
def test_single_wounds_take_a_negative_binomial_number_of_attacks(models, wounds):
    found = counted(SURE, {**SOFT, "models": models, "wounds": wounds})
    assert found.distribution is not None
    for n in range(40):
        right = float(negative_binomial(models * wounds, F(5, 6), n))
        assert found.distribution.pmf(n) == pytest.approx(right, abs=1e-12)
    assert found.distribution.mean == pytest.approx(models * wounds * 6 / 5)


def test_the_mean_is_not_wounds_over_mean_damage():
    """Damage 3 on models of 2 wounds: each takes one unsaved attack, not two thirds of one."""
    found = counted({**SURE, "damage": 3}, {**SOFT, "models": 4, "wounds": 2})
    assert found.distribution is not None
    assert found.distribution.mean == pytest.approx(4 * 6 / 5)
    assert found.distribution.mean > 8 / (3 * 5 / 6)


CASES = {
    "dice": ("A1 BS3+ S9 AP-3 DD6", TEQ, {}),
    "feel no pain": ("A1 BS4+ S4 AP0 D2", "3x T4 Sv4+ W3 5+++", {}),
    "devastating, print": ("A1 BS3+ S4 AP-1 DD3 [Devastating Wounds]", TEQ, {}),
    "devastating, errata": (
        "A1 BS3+ S4 AP-1 DD3 [Devastating Wounds]", TEQ,
        {"ruleset": {"devastating": "errata-2024"}},
    ),
    "sustained, lethal": ("A1 BS3+ S4 AP-1 D2 [Sustained Hits D3, Lethal Hits]", TEQ, {}),
    "first ignored": (
        "A1 BS3+ S8 AP-3 D2", {**TEQ, "modifiers": {"ignore_first_damage": True}}, {},
    ),
    "leader": ("A1 BS3+ S8 AP-3 D2", {**TEQ, "leader": {"wounds": 4, "save": "3+"}}, {}),
    "sigmar, ward": ("1/3+/4+/1/D3 [Crit (Mortal)]", "3x H3 Sv3+ Ward5+", {}),
    "sigmar, two hits": ("1/3+/4+/1/2 [Crit (2 Hits)]", "3x H3 Sv3+ Ward5+", {}),
}  # fmt: skip


@pytest.mark.parametrize("attacker, target, more", CASES.values(), ids=CASES)
def test_each_number_is_that_of_an_evaluation_with_so_many_attacks(attacker, target, more):
    found = counted(attacker, target, **more)
    for n in (1, 2, 3, 7, 15, 30):
        single = mathhammer.attack(f"{n}x {attacker}", target, **more)
        assert found.destroyed[n - 1] == pytest.approx(single.destroyed, rel=1e-9, abs=1e-14)
    for level in LEVELS:
        needed = found.needed(level)
        assert needed is not None
        before, at = (
            mathhammer.attack(f"{n}x {attacker}", target, **more).destroyed if n else 0.0
            for n in (needed - 1, needed)
        )  # fmt: skip
        assert before < level <= at


@pytest.mark.parametrize(
    "weapon",
    [
        "AD6+1 BS3+ S5 AP-1 D2 [Blast]",
        "AD3 BS3+ S4 AP-1 D3 [Rapid Fire 2, Devastating Wounds]",
        "D3/3+/3+/1/2 [champion]",
    ],
)
def test_shots_are_copies_with_all_their_attacks(weapon):
    target = "5x H2 Sv4+ Ward6+" if "/" in weapon else "10x T4 Sv3+ W2"
    context = None if "/" in weapon else {"half_range": True}
    found = counted(weapon, target, "shots", context=context)
    for n in (1, 2, 4, 9):
        single = mathhammer.attack(f"{n}x {weapon}", target, context=context)
        assert found.destroyed[n - 1] == pytest.approx(single.destroyed, rel=1e-9, abs=1e-14)


def test_units_attack_one_after_another_and_wounds_stay():
    """Beside a turn in which different units shoot in turn, their Blast at who is left."""
    unit = ["2x frag: AD6 BS3+ S4 AP-1 D1 [Blast]", "A2 BS3+ S8 AP-2 D2 [Devastating Wounds]"]
    target: dict[str, Any] = {"models": 11, "toughness": 4, "save": "4+", "wounds": 2}
    found = counted(unit, target, "units")
    shooter = {"side": "first", "models": 1, "toughness": 4, "wounds": 1, "weapons": unit}
    names = [f"a{i}" for i in range(4)]
    played = mathhammer.turn(
        {
            "units": {**dict.fromkeys(names, shooter), "b": {**target, "side": "second"}},
            "step": [{"do": "shoot", "by": name, "at": "b"} for name in names],
        }
    )
    for i in range(4):
        assert found.destroyed[i] == pytest.approx(played.destroyed("b", i), rel=1e-9, abs=1e-14)


def test_units_have_dice_of_their_own_and_the_order_that_is_best():
    unit = {
        "weapons": ["A4 BS3+ S4 AP0 D1", "A1 BS3+ S9 AP-3 D3"],
        "mortals": {"dice": 3, "on": "4+"}, "order": "best",
    }  # fmt: skip
    result = mathhammer.attack(unit, "3x T4 Sv4+ W3")
    found = how_many(result, "units")
    assert result.order == (1, 0)
    assert found.destroyed[0] == pytest.approx(result.destroyed)
    shots = how_many(result, "shots", 0)
    alone = mathhammer.attack("20x A4 BS3+ S4 AP0 D1", "3x T4 Sv4+ W3")
    assert shots.destroyed[19] == pytest.approx(alone.destroyed)


def test_what_is_out_of_reach_is_missing():
    never = counted("A1 BS3+ S4 AP0 D0", "meq")
    assert never.beyond == 1 and never.distribution is None
    assert [never.needed(level) for level in LEVELS] == [None] * 3
    rows = never.table()
    assert rows["needed"].isna().all() and rows["mean"].isna().all()
    assert never.settled and set(rows["reach"]) == {"never"}
    silent = counted("A2 BS3+ S4 AP0 D1", "meq", context={"advanced": True})
    assert silent.beyond == 1 and silent.settled


@pytest.mark.parametrize(
    "gun, counted_as", [("A1 BS3+ S8 AP-3 D1", "attacks"), ("A1 BS3+ S8 AP-3 D1", "units"),
                        ("A1 BS3+ S4 AP0 D1 [Devastating Wounds]", "attacks")],
)  # fmt: skip
def test_what_takes_more_than_is_looked_at_is_not_out_of_reach(gun, counted_as, monkeypatch):
    monkeypatch.setattr(kills, "MAX_REPEATED", 12)
    found = counted(gun, "5x meq", counted_as)
    assert not found.settled and len(found.destroyed) == 12
    assert found.reach(0.95) == "beyond" and found.reach(1e-9) == "reached"
    assert 0 < found.beyond < 1 and found.distribution is None
    assert found.table()["looked_at"].tolist() == [12] * 3
    monkeypatch.undo()
    assert counted(gun, "5x meq", counted_as).settled


def test_the_table_has_a_row_a_level():
    found = counted("A1 BS3+ S9 AP-4 DD6", "veq", "shots")
    table = found.table(levels=[0.5, 0.9])
    assert list(table.columns) == list(COLUMNS)
    assert table["level"].tolist() == [0.5, 0.9]
    for _, row in table.iterrows():
        assert row["destroyed"] == found.destroyed[int(row["needed"]) - 1] >= row["level"]
    assert table["mean"][0] == found.distribution.mean
    right = {"level": 0.5, "number": found.needed(0.5), "reach": "reached"}
    assert found.to_dict()["needed"][0] == right


def test_wrong_questions_are_refused():
    several = mathhammer.attack(["bolts: A2 BS3+ S4 D1", "fist: A1 WS3+ S8 D2"], "meq")
    for given, words in (
        (("attacks",), "the attacker has 2 weapons"),
        (("attacks", "bolt"), "did you mean 'bolts'"),
        (("attacks", 2), "weapons: 0 bolts, 1 fist"),
        (("shot", 0), "did you mean 'shots'"),
        (("units", 0), "name none"),
    ):
        with pytest.raises(MathhammerError, match=words):
            how_many(several, *given)
    assert how_many(several, "attacks", "fist").weapon == "fist"
    with pytest.raises(MathhammerError, match="above 0 and below 1"):
        how_many(several, "units").needed(1.0)
    twice = mathhammer.attack(["gun: A2 BS3+ S4 D1", "gun: A2 BS3+ S4 D1"], "meq")
    with pytest.raises(MathhammerError, match="several have this name"):
        how_many(twice, "attacks", "gun")
    assert how_many(twice, "attacks", "gun (2)").weapon == "gun (2)"
    dice = mathhammer.attack(Unit(mortals={"dice": 3}), "meq")
    with pytest.raises(MathhammerError, match="without weapons"):
        how_many(dice)
    assert how_many(dice, "units").distribution is not None
