"""Why: items taken away, Shapley shares by their definition, the flow, single characteristics."""

from __future__ import annotations

import time
from itertools import permutations
from math import factorial
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.by_hand import SOFT, SURE

from mathhammer.analysis import attribution as why
from mathhammer.analysis import flow as flows
from mathhammer.analysis import sensitivity as senses
from mathhammer.analysis.attribution import MEASURED, attribution, shapley
from mathhammer.analysis.efficiency import efficiency
from mathhammer.analysis.flow import flow, flow_table
from mathhammer.analysis.howmany import how_many
from mathhammer.analysis.items import items_of, without
from mathhammer.analysis.sensitivity import sensitivity, sensitivity_table
from mathhammer.api import attack, compare, simulate
from mathhammer.core.errors import MathhammerError, NotModelledError, TooLargeError
from mathhammer.evaluate import batching as many
from mathhammer.evaluate.evaluate import evaluate

FULL: dict[str, Any] = {
    "weapons": [
        "10x bolter: A2 BS3+ S4 AP-1 D1 [Lethal Hits, Sustained Hits 1, re-roll hits: ones]",
        "3x plasma: A1 BS3+ S8 AP-3 DD3 [Anti-Infantry 4+, Devastating Wounds, +1 damage]",
    ],
    "modifiers": {"hit": 1, "reroll_wounds": "ones"},
    "context": {"half_range": True},
}
DEFENDED = "10x T4 Sv3+ W2 5+++ [Stealth, Infantry, -1 to wound]"


def measured(result):
    return [result.damage.mean, result.slain.mean, result.destroyed]


# ---------------------------------------------------------------------------------- items


def test_items_are_what_stands_on_the_sheets():
    result = attack(FULL, DEFENDED, context="cover,charged")
    assert [item.label for item in items_of(result)] == [
        "Lethal Hits (10x bolter)", "Sustained Hits 1 (10x bolter)",
        "reroll hits: ones (10x bolter)",
        "Anti-Infantry 4+ (3x plasma)", "Devastating Wounds (3x plasma)", "damage +1 (3x plasma)",
        "hit +1 (attacker)", "reroll wounds: ones (attacker)", "Stealth (target)",
        "feel no pain 5+ (target)", "wound -1 (target)", "cover (context)",
    ]  # fmt: skip


REMOVED: list[tuple[Any, Any, Any, str, Any, Any, Any]] = [
    ("A2 BS3+ S4 D1 [Lethal Hits, Heavy]", "meq", None, "Lethal Hits",
     "A2 BS3+ S4 D1 [Heavy]", "meq", None),
    ("A2 BS3+ S4 D1 [+1 to hit]", "meq", None, "hit +1", "A2 BS3+ S4 D1", "meq", None),
    ("A2 BS3+ S4 D1", "geq", "cover", "cover", "A2 BS3+ S4 D1", "geq", None),
    ("A2 BS3+ S4 D1", "5x T4 Sv3+ W2 5+++ [Stealth]", None, "Stealth",
     "A2 BS3+ S4 D1", "5x T4 Sv3+ W2 5+++", None),
    ("A2 BS3+ S4 D1", "5x T4 Sv3+ W2 5+++", None, "feel no pain 5+",
     "A2 BS3+ S4 D1", "5x T4 Sv3+ W2", None),
    ("A2 BS3+ S4 D2", "5x T4 Sv3+ W2 [-1 damage]", None, "damage -1",
     "A2 BS3+ S4 D2", "5x T4 Sv3+ W2", None),
    ({"weapons": "A2 BS3+ S4 D1", "abilities": "Lethal Hits"}, "meq", None, "Lethal Hits",
     "A2 BS3+ S4 D1", "meq", None),
    ({"weapons": "A2 BS3+ S4 D1", "mortals": {"name": "blast", "dice": 3}}, "meq", None, "blast",
     "A2 BS3+ S4 D1", "meq", None),
    ({"weapons": "A2 BS3+ S4 D1", "context": {"cover": True, "half_range": True}}, "geq", None,
     "cover", "A2 BS3+ S4 D1", "geq", None),
    ("3x 2/3+/4+/1/D3 [Crit (Mortal), champion]", "heavy", None, "champion",
     "3x 2/3+/4+/1/D3 [Crit (Mortal)]", "heavy", None),
    ("3x 2/3+/4+/1/D3 [Crit (Mortal), Crit (2 Hits), crit: Mortal]", "heavy", None,
     "Crit (Mortal)", "3x 2/3+/4+/1/D3 [Crit (2 Hits)]", "heavy", None),
    ("3x 2/3+/4+/1/D3", "10x H2 Sv4+ Ward5+", "all_out_attack", "ward 5+",
     "3x 2/3+/4+/1/D3", "10x H2 Sv4+", "all_out_attack"),
    ("3x 2/3+/4+/1/D3", "heavy", "all_out_attack", "all out attack",
     "3x 2/3+/4+/1/D3", "heavy", None),
]  # fmt: skip


@pytest.mark.parametrize("attacker, target, context, name, ours, theirs, around", REMOVED)
def test_without_an_item_a_match_up_is_that_of_profiles_without_it(
    attacker, target, context, name, ours, theirs, around
):
    result = attack(attacker, target, context=context)
    (item,) = [item for item in items_of(result) if item.name == name]
    units = without(result, [item])
    found = evaluate(*units, result.rulings)
    assert found.damage.array == pytest.approx(attack(ours, theirs, context=around).damage.array)
    assert measured(found) != pytest.approx(measured(result))


def test_torrent_stays_where_there_is_no_skill():
    with_skill = attack("A2 BS3+ S4 D1 [Torrent]", "meq")
    assert [item.name for item in items_of(with_skill)] == ["Torrent"]
    assert not items_of(attack("A2 S4 D1 [Torrent]", "meq"))
    assert attribution(attack("A2 S4 D1 [Torrent]", "meq")).table().empty


def test_mortals_alone_stay():
    assert not items_of(attack({"mortals": {"dice": 3}}, "meq"))


def test_all_items_can_be_taken_away_at_once():
    result = attack(FULL, DEFENDED, context="cover")
    bare = evaluate(*without(result, items_of(result)), result.rulings)
    right = attack(
        ["10x A2 BS3+ S4 AP-1 D1", "3x A1 BS3+ S8 AP-3 DD3"], "10x T4 Sv3+ W2 [Infantry]",
        context="half_range",
    )  # fmt: skip
    assert bare.damage.array == pytest.approx(right.damage.array)


# -------------------------------------------------------------------------------- Shapley


def by_permutations(values):
    """The definition: the mean of what a player adds, over all orders."""
    number = len(values).bit_length() - 1
    shares = np.zeros((number, *np.shape(values)[1:]))
    for order in permutations(range(number)):
        mask = 0
        for player in order:
            shares[player] += values[mask | 1 << player] - values[mask]
            mask |= 1 << player
    return shares / factorial(number)


@given(st.integers(0, 5).flatmap(
    lambda n: st.lists(st.floats(-10, 10), min_size=2**n, max_size=2**n)))  # fmt: skip
def test_shapley_is_the_mean_over_all_orders(values):
    array = np.array(values)
    assert shapley(array) == pytest.approx(by_permutations(array), abs=1e-9)


PAIRS = {
    "wh40k": ({"weapons": FULL["weapons"][:1], "modifiers": {"hit": 1}}, "meq", "cover"),
    "aos": (
        {"weapons": ["10x 2/4+/4+/1/D3 [Crit (Auto-wound), champion]"], "modifiers": {"wound": 1}},
        "10x H2 Sv4+ Ward5+", "all_out_attack",
    ),
}  # fmt: skip


@pytest.mark.parametrize("attacker, target, context", PAIRS.values(), ids=PAIRS)
def test_shares_of_a_match_up_are_those_of_its_own_evaluations(attacker, target, context):
    result = attack(attacker, target, context=context)
    items = items_of(result)
    assert len(items) == 5
    values = []
    for mask in range(32):
        gone = [item for k, item in enumerate(items) if not mask >> k & 1]
        values.append(measured(evaluate(*without(result, gone), result.rulings)))
    found = attribution(result)
    assert found.method == "exact"
    assert found.shares == pytest.approx(by_permutations(np.array(values)), abs=1e-12)
    assert found.whole == pytest.approx(measured(result), rel=1e-12)
    assert found.shares.sum(axis=0) == pytest.approx(found.whole - found.bare, abs=1e-12)
    table = found.table()
    assert list(table.columns) == list(why.COLUMNS)
    for k, item in enumerate(items):
        alone = measured(evaluate(*without(result, [item]), result.rulings))
        assert found.without[k] == pytest.approx(alone, rel=1e-12)
        row = table.iloc[k]
        assert (row["item"], row["source"]) == (item.name, item.source)
        for m, name in enumerate(MEASURED):
            assert row[f"{name}_without"] == found.without[k, m]
            assert row[f"{name}_change"] == pytest.approx(found.whole[m] - alone[m], abs=1e-12)
            assert row[f"{name}_share"] == found.shares[k, m]


def test_abilities_that_do_the_same_share_what_neither_loses_alone():
    result = attack(
        {"weapons": "10x A2 BS3+ S4 D1 [Lethal Hits]", "abilities": "Lethal Hits"}, "meq"
    )
    found = attribution(result)
    assert found.without[:, 0] == pytest.approx(found.whole[0])
    assert found.shares[0] == pytest.approx(found.shares[1])
    assert found.shares[0, 0] > 0.1


def test_sources_are_taken_together():
    result = attack(FULL, DEFENDED, context="cover")
    found = attribution(result, "grouped")
    assert [items[0].source for items in found.players] == [
        "10x bolter", "3x plasma", "attacker", "target", "context",
    ]  # fmt: skip
    values = []
    for mask in range(32):
        gone = [i for k, g in enumerate(found.players) if not mask >> k & 1 for i in g]
        values.append(measured(evaluate(*without(result, gone), result.rulings)))
    assert found.shares == pytest.approx(by_permutations(np.array(values)), abs=1e-12)
    assert found.name(2) == "hit +1, reroll wounds: ones"


@pytest.mark.slow
def test_sampled_shares_are_near_the_exact_ones_and_say_how_near():
    result = attack(FULL, DEFENDED, context="cover")
    exact = attribution(result, "exact")
    found = attribution(result, "sampled", orders=300, seed=4)
    assert found.standard_errors is not None
    off = np.abs(found.shares - exact.shares) - 4.5 * found.standard_errors
    assert off.max() < 1e-12
    assert (np.abs(found.shares - exact.shares) > 1e-9).any()
    assert found.shares.sum(axis=0) == pytest.approx(exact.whole - exact.bare)
    assert found.without == pytest.approx(exact.without, rel=1e-12)
    again = attribution(result, "sampled", orders=300, seed=4)
    assert (again.shares == found.shares).all()
    answer = found.to_dict()
    assert answer["approximate"] and answer["orders"] == 300 and answer["seed"] == 4
    assert "damage_standard_error" in answer["items"][0]
    assert "damage_standard_error" not in exact.to_dict()["items"][0]


def test_many_items_are_grouped_or_sampled():
    attacker = {**FULL, "modifiers": {"hit": 1, "reroll_wounds": "ones", "strength": 1}}
    result = attack(attacker, DEFENDED, context="cover")
    assert len(items_of(result)) == 13
    assert attribution(result).method == "grouped"
    with pytest.raises(TooLargeError, match="8192 subsets; up to 12"):
        attribution(result, "exact")
    many = [f"w{i}: A1 BS3+ S4 D1 [Lethal Hits]" for i in range(13)]
    assert attribution(attack(many, "meq")).method == "sampled"
    with pytest.raises(TooLargeError, match=r'13 sources .*: take method "sampled"$'):
        attribution(attack(many, "meq"), "grouped")
    with pytest.raises(MathhammerError, match="did you mean 'sampled'"):
        attribution(result, "sample")
    with pytest.raises(TooLargeError, match="take fewer orders"):
        attribution(result, "sampled", orders=10_000)
    with pytest.raises(MathhammerError, match="2 or more"):
        attribution(result, "sampled", orders=1)


def test_the_subsets_of_twelve_items_are_computed_together(monkeypatch, report):
    sizes = []

    def counted(results):
        sizes.append(len(results))
        return many.expected(results)

    monkeypatch.setattr(why, "expected", counted)
    result = attack(FULL, DEFENDED, context="cover")
    assert len(items_of(result)) == 12
    start = time.process_time()  # of the processor: others may be busy
    attribution(result)
    spent = time.process_time() - start
    report.append(f"Shapley shares of 12 items: {spent:.2f} s of the processor")
    assert sizes == [2**12]
    assert spent < 5


# ----------------------------------------------------------------------------------- flow


def steps(result):
    return {row["step"]: row["change"] for row in flow(result)}


def test_the_flow_by_hand():
    """12 attacks of damage 2: 8 hits, 4 wounds, 2 failed saves; half of each point ignored."""
    result = attack("12x A1 BS3+ S4 AP0 D2", "20x T4 Sv4+ W2 4+++")
    found = steps(result)
    assert found == pytest.approx(
        {"attacks": 24, "hits": -8, "wounds": -8, "saves": -4, "mortals": 0,
         "ignored": -result.ignored, "wasted": -result.wasted, "damage": result.damage.mean}
    )  # fmt: skip
    counts = [row["count"] for row in flow(result)][:4]
    assert counts == pytest.approx([12, 8, 4, 2])


FLOWS = {
    "all abilities": (FULL, DEFENDED),
    "riders": (
        {"weapons": [{**SURE, "abilities": [], "count": 9, "attacks": 2, "modifiers": {
            "on_critical_hit": {"mortals": "D3", "damage": 1},
            "on_critical_wound": {"mortals": 1, "ap": -2}}}]},
        {**SOFT, "save": "3+", "models": 30},
    ),
    "dice": (
        {"weapons": FULL["weapons"], "mortals": {"dice": 4, "on": "4+", "damage": "D3"}}, "meq",
    ),
    "mixed": (
        FULL, {**SOFT, "groups": [{"models": 3, "save": "2+"}, {"models": 5, "wounds": 3}]},
    ),
    "mortal crits": ("10x 2/3+/4+/1/D3 [Crit (Mortal), champion]", "10x H2 Sv4+ Ward6+"),
    "two hits": ("10x 2/3+/4+/1/D3 [Crit (2 Hits)]", "10x H2 Sv4+ Ward6+"),
    "auto-wound": ("10x 2/3+/4+/1/D3 [Crit (Auto-wound)]", "10x H2 Sv4+ Ward6+"),
}  # fmt: skip


@pytest.mark.parametrize("attacker, target", FLOWS.values(), ids=FLOWS)
def test_steps_add_up_to_the_damage(attacker, target):
    result = attack(attacker, target)
    found = steps(result)
    assert sum(v for k, v in found.items() if k != "damage") == pytest.approx(result.damage.mean)
    assert found["damage"] == result.damage.mean
    through = sum(found[k] for k in ("attacks", "hits", "wounds", "saves", "mortals"))
    assert through == pytest.approx(result.damage_rolled.mean)
    table = flow_table(result)
    assert list(table.columns) == list(flows.COLUMNS) and list(table["step"]) == list(flows.STEPS)


@pytest.mark.parametrize("attacker, target", FLOWS.values(), ids=FLOWS)
def test_without_saves_the_wounds_are_what_gets_through(attacker, target):
    """The value after the wound rolls is the rolled damage where no save ever succeeds."""
    result = attack(attacker, target)
    bare = result.target.replace(save=None)
    if "groups" in bare.given:
        bare = bare.replace(groups=[g.replace(save=None) for g in bare.groups])
    open_ = evaluate(result.attacker, bare, result.context, result.rulings)
    dice = steps(result)["mortals"]
    value = next(row["value"] for row in flow(result) if row["step"] == "wounds")
    assert value == pytest.approx(open_.damage_rolled.mean - dice)


# ---------------------------------------------------------------------------- sensitivity

BETTER = {
    "attacks": ("2x A3 BS4+ S4 AP-1 D2", "5x T4 Sv4+ W3 5++ 6+++"),
    "skill": ("2x A2 BS3+ S4 AP-1 D2", "5x T4 Sv4+ W3 5++ 6+++"),
    "strength": ("2x A2 BS4+ S5 AP-1 D2", "5x T4 Sv4+ W3 5++ 6+++"),
    "ap": ("2x A2 BS4+ S4 AP-2 D2", "5x T4 Sv4+ W3 5++ 6+++"),
    "damage": ("2x A2 BS4+ S4 AP-1 D3", "5x T4 Sv4+ W3 5++ 6+++"),
    "toughness": ("2x A2 BS4+ S4 AP-1 D2", "5x T5 Sv4+ W3 5++ 6+++"),
    "save": ("2x A2 BS4+ S4 AP-1 D2", "5x T4 Sv3+ W3 5++ 6+++"),
    "wounds": ("2x A2 BS4+ S4 AP-1 D2", "5x T4 Sv4+ W4 5++ 6+++"),
    "invulnerable": ("2x A2 BS4+ S4 AP-1 D2", "5x T4 Sv4+ W3 4++ 6+++"),
    "feel_no_pain": ("2x A2 BS4+ S4 AP-1 D2", "5x T4 Sv4+ W3 5++ 5+++"),
}
WORSE = {
    "attacks": ("2x A1 BS4+ S4 AP-1 D2", "5x T4 Sv4+ W3 5++ 6+++"),
    "skill": ("2x A2 BS5+ S4 AP-1 D2", "5x T4 Sv4+ W3 5++ 6+++"),
    "strength": ("2x A2 BS4+ S3 AP-1 D2", "5x T4 Sv4+ W3 5++ 6+++"),
    "ap": ("2x A2 BS4+ S4 AP0 D2", "5x T4 Sv4+ W3 5++ 6+++"),
    "damage": ("2x A2 BS4+ S4 AP-1 D1", "5x T4 Sv4+ W3 5++ 6+++"),
    "toughness": ("2x A2 BS4+ S4 AP-1 D2", "5x T3 Sv4+ W3 5++ 6+++"),
    "save": ("2x A2 BS4+ S4 AP-1 D2", "5x T4 Sv5+ W3 5++ 6+++"),
    "wounds": ("2x A2 BS4+ S4 AP-1 D2", "5x T4 Sv4+ W2 5++ 6+++"),
    "invulnerable": ("2x A2 BS4+ S4 AP-1 D2", "5x T4 Sv4+ W3 6++ 6+++"),
    "feel_no_pain": ("2x A2 BS4+ S4 AP-1 D2", "5x T4 Sv4+ W3 5++"),
}
AOS_BETTER = {
    "attacks": ("5x 3/4+/4+/1/2", "5x H2 Sv4+ Ward6+"),
    "hit": ("5x 2/3+/4+/1/2", "5x H2 Sv4+ Ward6+"),
    "wound": ("5x 2/4+/3+/1/2", "5x H2 Sv4+ Ward6+"),
    "rend": ("5x 2/4+/4+/2/2", "5x H2 Sv4+ Ward6+"),
    "damage": ("5x 2/4+/4+/1/3", "5x H2 Sv4+ Ward6+"),
    "health": ("5x 2/4+/4+/1/2", "5x H3 Sv4+ Ward6+"),
    "save": ("5x 2/4+/4+/1/2", "5x H2 Sv3+ Ward6+"),
    "ward": ("5x 2/4+/4+/1/2", "5x H2 Sv4+ Ward5+"),
}
SENSES = {
    "better": (BETTER, "2x A2 BS4+ S4 AP-1 D2", "5x T4 Sv4+ W3 5++ 6+++"),
    "worse": (WORSE, "2x A2 BS4+ S4 AP-1 D2", "5x T4 Sv4+ W3 5++ 6+++"),
    "aos": (AOS_BETTER, "5x 2/4+/4+/1/2", "5x H2 Sv4+ Ward6+"),
}


@pytest.mark.parametrize("kind", SENSES)
def test_a_changed_characteristic_is_that_of_another_profile(kind):
    changed, attacker, target = SENSES[kind]
    result = attack(attacker, target)
    direction = "worse" if kind == "worse" else "better"
    rows = {r["characteristic"]: r for r in sensitivity(result) if r["direction"] == direction}
    assert set(rows) == set(changed)
    for name, given_ in changed.items():
        right = attack(*given_)
        for m, measure in enumerate(MEASURED):
            assert rows[name][measure] == pytest.approx(measured(right)[m], rel=1e-9), name
            change = measured(right)[m] - measured(result)[m]
            assert rows[name][f"{measure}_change"] == pytest.approx(change, abs=1e-12)


def test_what_cannot_change_has_no_numbers():
    table = sensitivity_table(attack("A1 BS2+ S1 AP0 D0", "1x T1 Sv2+ W1"))
    assert list(table.columns) == list(senses.COLUMNS)
    gone = table[table["after"].isna()]
    pairs = set(zip(gone["characteristic"], gone["direction"], strict=True))
    assert pairs == {
        ("skill", "better"), ("strength", "worse"), ("ap", "worse"), ("damage", "worse"),
        ("toughness", "worse"), ("save", "better"), ("wounds", "worse"),
        ("invulnerable", "worse"), ("feel_no_pain", "worse"),
    }  # fmt: skip
    assert gone["damage"].isna().all() and table["damage"].notna().sum() == 20 - len(gone)
    none = {r["characteristic"]: r["after"] for r in sensitivity(attack("A1 BS2+ S4 D1", "T4 W1"))
            if r["direction"] == "better"}  # fmt: skip
    assert [none[name] for name in ("save", "invulnerable", "feel_no_pain")] == ["6+"] * 3


def test_several_weapons_change_together_and_alone():
    result = attack(FULL, DEFENDED)
    parts = [row["part"] for row in sensitivity(result) if row["direction"] == "better"]
    assert list(dict.fromkeys(parts)) == ["all weapons", "10x bolter", "3x plasma", "unit"]
    rows = {(r["part"], r["characteristic"], r["direction"]): r for r in sensitivity(result)}
    first, second = (dict(FULL, weapons=[*FULL["weapons"]]) for _ in range(2))
    first["weapons"][0] = first["weapons"][0].replace("S4", "S5")
    right = attack(first, DEFENDED)
    assert rows["10x bolter", "strength", "better"]["damage"] == pytest.approx(right.damage.mean)
    second["weapons"] = [first["weapons"][0], second["weapons"][1].replace("S8", "S9")]
    right = attack(second, DEFENDED)
    assert rows["all weapons", "strength", "better"]["damage"] == pytest.approx(right.damage.mean)
    assert rows["all weapons", "strength", "better"]["after"] == "5 / 9"
    assert rows["10x bolter", "damage", "better"]["after"] == "2"
    assert rows["3x plasma", "damage", "better"]["after"] == "D3+1"


def test_parts_of_a_unit_change_with_it():
    groups = [{"models": 2, "save": "2+", "wounds": 3}, {"models": 3}]
    target = {"toughness": 4, "save": "4+", "wounds": 2, "groups": groups, "invulnerable_melee": 4}
    rows = {r["characteristic"]: r for r in sensitivity(attack(FULL, target))
            if r["side"] == "target" and r["direction"] == "worse"}  # fmt: skip
    changed = [{"models": 2, "save": "3+", "wounds": 3}, {"models": 3}]
    right = attack(FULL, {**target, "save": "5+", "groups": changed})
    assert rows["save"]["damage"] == pytest.approx(right.damage.mean)
    assert rows["save"]["before"] == "4+, 2+" and rows["save"]["after"] == "5+, 3+"
    changed = [{"models": 2, "save": "2+", "wounds": 2}, {"models": 3}]
    right = attack(FULL, {**target, "wounds": 1, "groups": changed})
    assert rows["wounds"]["damage"] == pytest.approx(right.damage.mean)
    melee = "10x A2 WS3+ S4 AP-2 D1"
    found = {r["characteristic"]: r for r in sensitivity(attack(melee, target))
             if r["direction"] == "better"}  # fmt: skip
    right = attack(melee, {**target, "invulnerable_melee": 3})
    assert found["invulnerable"]["damage"] == pytest.approx(right.damage.mean)


def test_feel_no_pain_as_an_ability_is_a_characteristic_too():
    ability = attack("10x A2 BS3+ S4 D1", {"preset": "meq", "abilities": "Feel No Pain 5+"})
    rows = {r["direction"]: r for r in sensitivity(ability)
            if r["characteristic"] == "feel_no_pain"}  # fmt: skip
    for direction, value in (("better", 4), ("worse", 6)):
        right = attack("10x A2 BS3+ S4 D1", {"preset": "meq", "feel_no_pain": value})
        assert rows[direction]["damage"] == pytest.approx(right.damage.mean)


# ------------------------------------------------------------------------------ refusals


ASKED = [attribution, lambda r: list(flow(r)), flow_table, lambda r: list(sensitivity(r)),
         sensitivity_table]  # fmt: skip


@pytest.mark.parametrize("ask", ASKED)
def test_what_was_simulated_is_not_taken_apart(ask):
    simulated = simulate(SURE, SOFT, trials=100)
    with pytest.raises(NotModelledError, match=r'exact alone, .* was simulated: .*engine="exact"'):
        ask(simulated)


@pytest.mark.parametrize("ask", [*ASKED, how_many, efficiency])
def test_what_is_no_match_up_is_refused_in_a_sentence(ask):
    with pytest.raises(MathhammerError, match=r"needs the result of one match-up, .* not 'x'$"):
        ask("x")
    with pytest.raises(MathhammerError, match=r"not Comparison \(take one of its .results\)"):
        ask(compare([SURE], [SOFT]))
