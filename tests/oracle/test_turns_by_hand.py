"""Whole turns worked out by hand, in fractions: a test for each rule (contract, section 5).

The expected numbers follow from the rules digest (codes such as W-5.4), not from the literal
dice-roller, and take no time: `mutate.py` breaks a rule and runs the test of that rule alone.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction as F
from typing import Any

import pytest

import mathhammer

Fields = dict[str, Any]
Answer = dict[str, Any]
Pmf = Mapping[int, F | int]

#: Each attack of 40k wounds with 5/6, and nothing saves.
GUN: Fields = {
    "name": "gun", "attacks": 1, "strength": 8, "damage": 1, "abilities": ["Torrent"]
}  # fmt: skip
BLADE: Fields = {**GUN, "name": "blade", "type": "melee"}
SURE = F(5, 6)
#: Each attack of Age of Sigmar does damage with 25/36.
BOW: Fields = {
    "name": "bow", "attacks": 1, "hit": 2, "wound": 2, "damage": 1, "type": "ranged"
}  # fmt: skip
SWORD: Fields = {**BOW, "name": "sword", "type": "melee"}
THROUGH = F(25, 36)
ROUNDING = 1e-12

SHOOT: Fields = {"do": "shoot", "by": "a", "at": "b"}
FIGHT: Fields = {"do": "fight", "by": ["a", "b"]}
STRIKE: Fields = {"do": "fight", "by": "a", "at": "b"}
CHARGE: Fields = {"do": "charge", "by": "a", "at": "b"}


def man(**more: Any) -> Fields:
    """Return a unit of 40k, of one model with one wound."""
    return {"toughness": 4, "wounds": 1, "weapons": [GUN, BLADE], **more}


def soul(**more: Any) -> Fields:
    """Return a unit of Age of Sigmar, of one model with one health."""
    return {"health": 1, "weapons": [BOW, SWORD], **more}


def turn(units: Fields, *steps: Fields, **more: Any) -> Answer:
    game = "aos" if any("health" in unit for unit in units.values()) else "wh40k"
    fields = {"game": game, "units": units, "step": list(steps), **more}
    answer: Answer = mathhammer.turn(fields).to_dict()
    return answer


def loses(name: str, number: Any, **more: Any) -> Fields:
    """Return a step that costs a unit so many wounds for certain."""
    return {"do": "mortals", "at": name, "dice": number, **more}


def near(found: float, right: F | int) -> None:
    assert abs(found - float(right)) <= ROUNDING, f"{found} is not {right} = {float(right)}"


def stands(stage: Mapping[str, Any], right: Pmf) -> None:
    """Check the probabilities of a stage; nothing is left for other values."""
    assert sum(right.values()) == 1
    for value, mass in enumerate(stage["pmf"]):
        found, wanted = mass, float(right.get(value, 0))
        assert abs(found - wanted) <= ROUNDING, f"P({value}) is {found}, not {wanted}"
    beyond = [value for value in right if value >= len(stage["pmf"])]
    assert not beyond, f"{beyond} can't be reached"


def models(answer: Answer, name: str, right: Pmf) -> None:
    stands(answer["units"][name]["models"], right)


def wounds(answer: Answer, name: str, right: Pmf) -> None:
    stands(answer["units"][name]["wounds"], right)


def destroyed(answer: Answer, **right: F | int) -> None:
    for name, p in right.items():
        near(answer["units"][name]["destroyed"], p)


def binomial(n: int, p: F, of: int = 0) -> dict[int, F]:
    """Return P(k of n), or P(`of` - k is left)."""
    masses = [math.comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]
    return {of - k if of else k: mass for k, mass in enumerate(masses)}


def two_dice(least: int) -> F:
    """Return P(2D6 >= least)."""
    return F(sum(x + y >= least for x in range(1, 7) for y in range(1, 7)), 36)


# ------------------------------------------------------------- who attacks how often


@pytest.mark.parametrize(
    "count, lost, attacks",
    [(5, 0, 5), (5, 2, 3), (10, 2, 6), (3, 2, 1), (1, 1, 0)],  # 3 x 3 / 5 = 1.8, 4 / 5
)
def test_copies_follow_the_survivors_rounded_down(count: int, lost: int, attacks: int) -> None:
    unit = man(models=5, weapons=[{**GUN, "count": count}])
    steps = [loses("a", lost), SHOOT] if lost else [SHOOT]
    found = turn({"a": unit, "b": man(models=12)}, *steps)
    models(found, "b", binomial(attacks, SURE, 12))


def test_a_champions_copy_is_the_last_to_go() -> None:
    """A-3: the champion's one more attack is there as long as a copy is."""
    unit = soul(models=3, weapons=[{**BOW, "count": 3, "champion": True}])
    for lost, attacks in ((1, 3), (2, 2)):
        found = turn({"a": unit, "b": soul(models=9)}, loses("a", lost), SHOOT)
        models(found, "b", binomial(attacks, THROUGH, 9))
    # One copy of three models is none of two.
    unit["weapons"] = [{**BOW, "champion": True}]
    models(turn({"a": unit, "b": soul(models=9)}, SHOOT), "b", binomial(2, THROUGH, 9))
    models(turn({"a": unit, "b": soul(models=9)}, loses("a", 1), SHOOT), "b", {9: 1})


def test_weapons_of_a_group_sit_on_the_last_models() -> None:
    """Plain models fall first; in a unit of groups the named one carries them."""
    unit = man(models=5, weapons=[{**GUN, "count": 2, "group": "sergeants"}])
    for lost, attacks in ((3, 2), (4, 1)):
        found = turn({"a": unit, "b": man(models=9)}, loses("a", lost), SHOOT)
        models(found, "b", binomial(attacks, SURE, 9))
    unit = man(
        groups=[{"name": "x", "models": 2}, {"name": "y", "models": 3}],
        weapons=[{**GUN, "count": 2, "group": "x"}, {**GUN, "count": 6, "group": "y"}],
    )
    for lost, attacks in ((1, 1 + 6), (3, 0 + 4)):
        found = turn({"a": unit, "b": man(models=9)}, loses("a", lost), SHOOT)
        models(found, "b", binomial(attacks, SURE, 9))


def test_a_leader_carries_none_of_the_units_weapons() -> None:
    unit = man(models=4, leader={"name": "captain", "wounds": 1}, weapons=[{**GUN, "count": 4}])
    for lost, attacks in ((1, 3), (3, 1)):
        found = turn({"a": unit, "b": man(models=9)}, loses("a", lost), SHOOT)
        models(found, "b", binomial(attacks, SURE, 9))
    found = turn({"a": unit, "b": man(models=9)}, loses("a", 4), SHOOT)
    models(found, "b", {9: 1})
    own = {**unit, "weapons": [{**GUN, "group": "captain"}]}
    found = turn({"a": own, "b": man(models=9)}, loses("a", 4), SHOOT)
    models(found, "b", binomial(1, SURE, 9))


def test_attacks_of_a_fight_are_those_of_who_still_lives() -> None:
    blades = [{**BLADE, "count": 2}]
    found = turn({"a": man(models=2, weapons=blades), "b": man(models=2, weapons=blades)}, FIGHT)
    slain = binomial(2, SURE)  # by b, which fights first
    models(found, "a", {2 - k: p for k, p in slain.items()})
    right = {0: F(0), 1: F(0), 2: F(0)}
    for k, p in slain.items():
        for j, q in binomial(2 - k, SURE).items():
            right[2 - j] += p * q
    models(found, "b", right)


@pytest.mark.parametrize("lost, attacks", [(0, 3), (1, 2), (5, 2), (6, 1)])
def test_blast_counts_who_stands_when_the_step_begins(lost: int, attacks: int) -> None:
    """W-1.8, W-3: one more attack for each five, rounded down."""
    weapon = {**GUN, "abilities": ["Torrent", "Blast"]}
    steps = [loses("b", lost), SHOOT] if lost else [SHOOT]
    found = turn({"a": man(weapons=[weapon]), "b": man(models=10)}, *steps)
    models(found, "b", binomial(attacks, SURE, 10 - lost))


def test_hazardous_dice_are_those_of_the_copies_that_attack() -> None:
    """W-3: a die for each, 1s slay; one after one, though their numbers differ."""
    weapon = {**GUN, "abilities": ["Torrent", "Hazardous"], "count": 3}
    units = {"a": man(models=3, weapons=[weapon, BLADE]), "b": man(models=9)}
    models(turn(units, loses("a", 1), SHOOT), "a", binomial(2, F(1, 6), 2))
    found = turn(units, loses("a", 1, on="4+"), SHOOT)
    right = {k: p / 2 for k, p in binomial(3, F(1, 6), 3).items()}
    for k, p in binomial(2, F(1, 6), 2).items():
        right[k] += p / 2
    models(found, "a", right)
    models(turn(units, FIGHT), "a", binomial(1, SURE, 3))  # blades are safe


def test_hazardous_weapons_of_a_vehicle_are_mortal_wounds() -> None:
    weapon = {**GUN, "abilities": ["Torrent", "Hazardous"]}
    unit = man(weapons=[weapon], wounds=5, keywords=["Vehicle"])
    wounds(turn({"a": unit, "b": man(models=9)}, SHOOT), "a", {5: F(5, 6), 2: F(1, 6)})


def test_mortal_dice_for_each_model_follow_the_survivors() -> None:
    units = {"a": man(models=3), "b": man(models=9)}
    step = {"do": "mortals", "by": "a", "at": "b", "per_model": 2, "on": "4+"}
    models(turn(units, loses("a", 1), step), "b", binomial(4, F(1, 2), 9))


def test_melee_weapons_do_not_shoot_and_ranged_ones_do_not_fight() -> None:
    weapons = [{**BLADE, "attacks": 2}, GUN, {**GUN, "name": "other"}]
    units = {"a": man(weapons=weapons), "b": man(models=9)}
    models(turn(units, SHOOT), "b", binomial(2, SURE, 9))
    models(turn(units, STRIKE), "b", binomial(2, SURE, 9))
    models(turn(units, {**SHOOT, "weapons": ["other"]}), "b", binomial(1, SURE, 9))


def test_wounds_stay_from_one_step_to_the_next() -> None:
    """Twice hit by 2, a model of 3 wounds is dead; in Age of Sigmar the fourth point goes on."""
    found = turn(
        {"a": man(weapons=[{**GUN, "damage": 2}]), "b": man(models=2, wounds=3)}, SHOOT, SHOOT
    )
    wounds(found, "b", {6: F(1, 36), 4: F(10, 36), 3: F(25, 36)})
    found = turn(
        {"a": soul(weapons=[{**BOW, "damage": 2}]), "b": soul(models=2, health=3)}, SHOOT, SHOOT
    )
    wounds(found, "b", binomial(0, F(1)) | {
        6: (1 - THROUGH) ** 2, 4: 2 * THROUGH * (1 - THROUGH), 2: THROUGH**2, 0: F(0)
    })  # fmt: skip


def test_wounds_lost_before_the_turn_are_lost() -> None:
    wounds(turn({"a": man(), "b": man(models=2, wounds=3, wounds_lost=2)}, SHOOT), "b",
           {4: 1 - SURE, 3: SURE})  # fmt: skip
    wounds(turn({"a": soul(), "b": soul(models=2, health=3, damage_taken=2)}, SHOOT), "b",
           {4: 1 - THROUGH, 3: THROUGH})  # fmt: skip


def test_a_ward_meets_each_point_of_every_step() -> None:
    """A-2: damage of weapons, mortal damage and a retreat's."""
    units = {"a": soul(weapons=[{**BOW, "damage": 2}]), "b": soul(models=6, ward="4+", move=5)}
    right = {6: 1 - THROUGH + THROUGH / 4, 5: THROUGH / 2, 4: THROUGH / 4}
    models(turn(units, SHOOT), "b", right)
    models(turn(units, loses("b", 3)), "b", binomial(3, F(1, 2), 6))
    found = turn(units, {"do": "retreat", "by": "b"}, gap=0.5)
    right = {6 - k: sum(binomial(n, F(1, 2)).get(k, F(0)) for n in (1, 2, 3)) / 3 for k in range(4)}
    models(found, "b", right)


def test_mortal_damage_meets_its_own_ward_in_turns() -> None:
    """A-2.1: the better of two against mortal damage, that of the unit itself too."""
    wards = {"ward": "6+", "ward_mortals": "4+"}
    bow = {**BOW, "damage": 2, "abilities": ["Crit (Mortal)"]}
    units = {"a": soul(weapons=[bow]), "b": soul(models=6, **wards, move=5)}
    plain, mortal = F(4, 6) * F(5, 6), F(1, 6)
    one, two = plain * F(10, 36) + mortal / 2, plain * F(25, 36) + mortal / 4
    models(turn(units, SHOOT), "b", {6: 1 - one - two, 5: one, 4: two})
    models(turn(units, loses("b", 3)), "b", binomial(3, F(1, 2), 6))
    found = turn(units, {"do": "retreat", "by": "b"}, gap=0.5)
    right = {6 - k: sum(binomial(n, F(1, 2)).get(k, F(0)) for n in (1, 2, 3)) / 3 for k in range(4)}
    models(found, "b", right)


# ------------------------------------------------------------------- who fights first


@pytest.mark.parametrize(
    "a, b, before, starts",
    [
        ({}, {}, (), "b"),
        ({"fights_first": True}, {}, (), "a"),
        ({"fights_first": True}, {"fights_first": True}, (), "b"),
        ({}, {}, (CHARGE,), "a"),
        ({}, {"fights_first": True}, (CHARGE,), "b"),
    ],
)
def test_who_fights_first_in_40k(
    a: Fields, b: Fields, before: tuple[Fields, ...], starts: str
) -> None:
    """W-5.3: charged or Fights First before the rest, from the side whose turn it is not."""
    found = turn({"a": man(**a), "b": man(**b)}, *before, FIGHT, gap=2)
    other = "b" if starts == "a" else "a"
    destroyed(found, **{other: SURE, starts: (1 - SURE) * SURE})


@pytest.mark.parametrize(
    "a, b, before, starts",
    [
        ({}, {}, (), "a"),
        ({}, {"fights_first": True}, (), "b"),
        ({"fights_first": True}, {"fights_first": True}, (), "a"),
        ({"strike_last": True}, {}, (), "b"),
        ({"strike_last": True}, {"strike_last": True}, (), "a"),
        ({"strike_last": True, "fights_first": True}, {}, (), "a"),
        ({"strike_last": True, "fights_first": True}, {"fights_first": True}, (), "b"),
        ({"side": "second", "fights_first": True}, {"side": "first"}, (CHARGE,), "a"),
        ({"side": "second"}, {"side": "first"}, (CHARGE,), "b"),  # a charge is no reason
    ],
)
def test_who_fights_first_in_age_of_sigmar(
    a: Fields, b: Fields, before: tuple[Fields, ...], starts: str
) -> None:
    """A-5: strike-first, the rest, strike-last; both cancel out; from the side to move."""
    found = turn({"a": soul(**a), "b": soul(**b)}, *before, FIGHT, gap=1)
    other = "b" if starts == "a" else "a"
    destroyed(found, **{other: THROUGH, starts: (1 - THROUGH) * THROUGH})


PAIRS = {"do": "fight", "by": ["a", "c", "b", "d"], "at": {"a": "b", "b": "a", "c": "d", "d": "c"}}


def four(kind: Any) -> Fields:
    sides = {"a": "first", "b": "second", "c": "first", "d": "second"}
    return {name: kind(side=side) for name, side in sides.items()}


def test_sides_take_turns_and_a_slain_unit_is_passed_over_in_40k() -> None:
    """b, a, d, c; where b slays a, its side goes on with c."""
    s, f = SURE, 1 - SURE
    destroyed(turn(four(man), PAIRS), a=s, b=f * s, c=s * f * s + f * s, d=s * s + f * f * s)


def test_sides_take_turns_in_age_of_sigmar() -> None:
    """a, b, c, d; where a slays b, the other side goes on with d."""
    s, f = THROUGH, 1 - THROUGH
    destroyed(turn(four(soul), PAIRS), b=s, a=f * s, c=s * s + f * f * s, d=s * f * s + f * s)


def test_sides_go_on_taking_turns_with_those_that_strike_last() -> None:
    """A-5: once a has struck it is d's turn; where a can't strike, its side begins with c."""
    units = four(soul)
    units["c"]["strike_last"] = units["d"]["strike_last"] = True
    step = {**PAIRS, "by": ["a", "c", "d"], "at": {"a": "b", "c": "d", "d": "c"}}
    destroyed(turn(units, step), b=THROUGH, c=THROUGH, d=(1 - THROUGH) * THROUGH)
    destroyed(turn(units, loses("b", 1), step), c=(1 - THROUGH) * THROUGH, d=THROUGH)


def test_a_unit_fights_whom_at_names() -> None:
    units = {"a": man(), "b": man(), "c": man(side="second")}
    found = turn(units, {"do": "fight", "by": ["a"], "at": "c"})
    destroyed(found, a=0, b=0, c=SURE)


# --------------------------------------------------------------------------- charges

#: A 2D6 roll of 8 or more, and of 9 or more.
EIGHT, NINE = F(15, 36), F(10, 36)


@pytest.mark.parametrize(
    "gap, more, chance",
    [
        (9, {}, EIGHT),
        (9.5, {}, NINE),  # 8.5
        (12, {}, F(3, 36)),
        (12.5, {"modifier": 3}, F(0)),
        (9, {"modifier": 2}, two_dice(6)),
        (9, {"modifier": -1}, NINE),
        (5, {"dice": "D6+1"}, F(4, 6)),
        (2, {}, F(1)),
    ],
)
def test_a_charge_in_40k_needs_the_gap_less_one_inch(gap: float, more: Fields, chance: F) -> None:
    """W-5.2: and none is possible from more than 12 inches."""
    found = turn({"a": man(), "b": man()}, {**CHARGE, **more}, gap=gap)
    near(found["flags"]["charged"], chance)
    near(found["steps"][0]["probability"], 1)


@pytest.mark.parametrize(
    "gap, more, chance",
    [
        (9.5, {}, NINE),
        (9, {}, NINE),  # 8.5
        (12.5, {}, F(1, 36)),
        (13, {"modifier": 1}, F(1, 36)),
    ],
)
def test_a_charge_in_age_of_sigmar_needs_the_gap_less_half_an_inch(
    gap: float, more: Fields, chance: F
) -> None:
    """A-5: there is no limit of 12 inches."""
    found = turn({"a": soul(), "b": soul()}, {**CHARGE, **more}, gap=gap)
    near(found["flags"]["charged"], chance)


def test_a_failed_charge_is_rolled_again_with_all_dice_or_any() -> None:
    """D-2: in 40k all of them, in Age of Sigmar any, or all under the ruling."""
    again = {**CHARGE, "reroll": "failed"}
    both = 1 - (1 - NINE) ** 2
    near(turn({"a": man(), "b": man()}, again, gap=10)["flags"]["charged"], both)
    units = {"a": soul(), "b": soul()}
    found = turn(units, again, gap=9.5, ruleset={"aos_reroll": "all"})
    near(found["flags"]["charged"], both)
    # A 6 with a 1 or 2 (4 ways) is kept and wants a 3, a 5 (6 ways) a 4, a 4 (7 ways) a 5;
    # of the 9 ways that are left both dice are rolled again.
    best = NINE + F(4 * 24 + 6 * 18 + 7 * 12 + 9 * 10, 36 * 36)
    near(turn(units, again, gap=9.5)["flags"]["charged"], best)
    near(turn(units, {**again, "modifier": 1}, gap=10.5)["flags"]["charged"], best)


def test_the_modifier_of_a_charge_may_be_rolled() -> None:
    """D-2: it is known before the dice are rolled again, and stays as it is."""
    units = {"a": man(), "b": man()}
    near(turn(units, {**CHARGE, "modifier": "D3-1"}, gap=9)["flags"]["charged"],
         F(15 + 21 + 26, 108))  # fmt: skip
    again = {**CHARGE, "modifier": "-D3", "reroll": "failed"}
    near(turn(units, again, gap=9)["flags"]["charged"],
         F(10 * (36 + 26) + 6 * (36 + 30) + 3 * (36 + 33), 3 * 36**2))  # fmt: skip
    # Age of Sigmar: any of the dice, as many times as D3 has faces.
    units = {"a": soul(), "b": soul()}
    chances = [
        turn(units, {**CHARGE, "modifier": more, "reroll": "failed"}, gap=9.5)["flags"]["charged"]
        for more in (1, 2, 3, "D3")
    ]
    near(chances[3], sum(map(F, chances[:3])) / 3)
    near(turn(units, {**CHARGE, "extra_die": "keep-highest"}, gap=9.5)["flags"]["charged"],
         turn(units, {**CHARGE, "dice": "3D6kh2"}, gap=9.5)["flags"]["charged"])  # fmt: skip


def test_a_unit_that_charged_counts_as_charged() -> None:
    """W-3 Lance; A-3 Charge (+1 Damage), and Anti-charge against it; A-4 cover."""
    lance = {**BLADE, "strength": 4, "abilities": ["Torrent", "Lance"]}  # 4+, then 3+
    units = {"a": man(weapons=[lance]), "b": man()}
    destroyed(turn(units, STRIKE), b=F(1, 2))
    found = turn(units, CHARGE, STRIKE, gap=9)
    destroyed(found, b=EIGHT * F(2, 3) + (1 - EIGHT) * F(1, 2))

    units = {"a": soul(weapons=[{**SWORD, "abilities": ["Charge (+1 Damage)"]}]),
             "b": soul(health=2)}  # fmt: skip
    destroyed(turn(units, STRIKE), b=0)
    destroyed(turn(units, CHARGE, STRIKE, gap=8.5), b=EIGHT * THROUGH)
    anti = {**SWORD, "abilities": ["Anti-charge (+1 Rend)"]}
    units = {"a": soul(save=2), "b": soul(weapons=[anti])}
    found = turn(units, CHARGE, {"do": "fight", "by": "b", "at": "a"}, gap=8.5)
    destroyed(found, a=THROUGH * (EIGHT * F(2, 6) + (1 - EIGHT) * F(1, 6)))
    units = {"a": soul(weapons=[{**SWORD, "hit": 4}]), "b": soul()}
    found = turn(units, CHARGE, {**STRIKE, "context": {"cover": True}}, gap=8.5)
    destroyed(found, b=F(5, 6) * (EIGHT * F(3, 6) + (1 - EIGHT) * F(2, 6)))


def test_a_charge_closes_the_gap_between_the_two_alone() -> None:
    units = {"a": man(), "b": man(), "c": man(side="second")}
    steps = (CHARGE, {**CHARGE, "name": "again"}, {**CHARGE, "at": "c", "name": "other"})
    flags = turn(units, *steps, gap=9)["flags"]
    near(flags["charged"], EIGHT)
    near(flags["again"], EIGHT + (1 - EIGHT) * EIGHT)  # in combat it needs nothing any more
    near(flags["other"], EIGHT)


def test_overwatch_hits_on_sixes_before_the_charge() -> None:
    """W-4.6: a unit that it slays doesn't charge."""
    rifle = {**GUN, "skill": 2, "abilities": []}
    units = {"a": man(), "b": man(weapons=[rifle, BLADE])}
    shot = F(1, 6) * SURE
    found = turn(units, {**CHARGE, "overwatch": True}, FIGHT, gap=9)
    charged = (1 - shot) * EIGHT
    near(found["flags"]["charged"], charged)
    near(found["steps"][1]["probability"], 1 - shot)
    # Who has charged fights first, else b does.
    stood = (1 - shot) * (1 - EIGHT)
    destroyed(found, a=shot + charged * (1 - SURE) * SURE + stood * SURE)


# ------------------------------------------------------------------- flags, who is gone


def test_a_step_takes_place_where_all_its_flags_hold() -> None:
    found = turn(
        {"a": man(), "b": man(models=5)},
        {**CHARGE, "name": "in"},
        loses("b", 1, **{"if": "in"}),
        loses("b", 2, **{"if": "not in"}),
        {**CHARGE, "name": "too", "if": "not in"},
        loses("b", 1, **{"if": ["not in", "too"]}),
        gap=9,
    )
    p = EIGHT
    for step, chance in zip(found["steps"], (1, p, 1 - p, 1 - p, (1 - p) * p), strict=True):
        near(step["probability"], chance)
    models(found, "b", {4: p, 3: (1 - p) ** 2, 2: (1 - p) * p})
    near(found["flags"]["too"], (1 - p) * p)


def test_a_flag_once_set_stays_set() -> None:
    """A second charge that fails doesn't take it away."""
    units = {"a": man(), "b": man(), "c": man(side="second")}
    found = turn(units, CHARGE, {**CHARGE, "at": "c"}, gap=9)
    near(found["flags"]["charged"], EIGHT + (1 - EIGHT) * EIGHT)


def test_a_step_whose_unit_or_target_is_gone_does_not_take_place() -> None:
    units = {
        "a": man(models=2, leadership=6), "b": man(leadership=6, move=6), "c": man(side="second")
    }  # fmt: skip
    about_b = (
        SHOOT, CHARGE, FIGHT, loses("b", 1), {"do": "advance", "by": "b", "toward": "a"},
        {"do": "fall_back", "by": "b"}, {"do": "heal", "by": "b", "amount": 1},
        {"do": "battleshock", "by": "b"}, {"do": "reinforce", "by": "b"},
        {"do": "mortals", "by": "b", "at": "a", "per_model": 1}, {**CHARGE, "by": "b", "at": "a"},
        {"do": "shoot", "by": "b", "at": "a"},
    )  # fmt: skip
    found = turn(units, loses("b", 1), *about_b, {**SHOOT, "at": "c"}, gap=5)
    for step in found["steps"][1:-1]:
        near(step["probability"], 0)
    near(found["steps"][-1]["probability"], 1)
    destroyed(found, a=0, b=1, c=SURE)
    near(found["flags"]["charged"], 0)
    found = turn(units, SHOOT, SHOOT)
    near(found["steps"][1]["probability"], 1 - SURE)
    destroyed(found, b=1 - (1 - SURE) ** 2)


# ------------------------------------------------------------ Battle-shock, objectives


@pytest.mark.parametrize(
    "unit, lost, taken",
    [
        ({"models": 10}, 5, False),
        ({"models": 10}, 6, True),
        ({"models": 5}, 2, False),
        ({"models": 5}, 3, True),
        ({"models": 5, "starting_models": 11}, 0, True),
        ({"models": 5, "starting_models": 10}, 0, False),
        ({"models": 2, "wounds": 5}, 6, False),  # one of two models, whatever its wounds
    ],
)
def test_battleshock_is_tested_below_half_of_the_models(
    unit: Fields, lost: int, taken: bool
) -> None:
    """W-5.4: exactly half is not below."""
    shocked(unit, lost, taken)


@pytest.mark.parametrize(
    "unit, lost, taken",
    [
        ({"wounds": 5}, 2, False),
        ({"wounds": 5}, 3, True),
        ({"wounds": 4}, 2, False),
        ({"wounds": 4, "wounds_lost": 3}, 0, True),
        ({"wounds": 5, "starting_models": 2}, 4, False),
        ({"wounds": 5}, 5, False),  # gone
    ],
)
def test_battleshock_of_a_single_model_is_tested_below_half_of_its_wounds(
    unit: Fields, lost: int, taken: bool
) -> None:
    """W-5.4."""
    shocked(unit, lost, taken)


def test_the_strength_of_an_attached_unit_is_the_survivors_own() -> None:
    """W-2: once its bodyguards, or its leader, are destroyed."""
    unit: Fields = {"models": 4, "leader": {"name": "captain", "wounds": 4}}
    for lost, taken in ((2, False), (3, True), (4, False), (6, False), (7, True)):
        shocked(unit, lost, taken)  # 3 and 2 of 5 models, then 4, 2 and 1 of 4 wounds
    sniper = {**GUN, "abilities": ["Torrent", "Precision"]}
    aimed = {**SHOOT, "context": {"precision_on_character": True}}
    target = man(models=4, leader={"name": "captain", "wounds": 1}, leadership=7)
    for lost, chance in ((2, F(0)), (3, F(1))):
        found = turn({"a": man(weapons=[sniper]), "b": target}, loses("b", lost), aimed,
                     {"do": "battleshock", "by": "b"})  # fmt: skip
        near(found["steps"][-1]["probability"], chance)


def test_insane_bravery_passes_a_failed_test() -> None:
    """W-6: the test is taken, and the unit keeps its objective control."""
    units = {"a": man(objective_control=1), "b": man(models=3, leadership=7, objective_control=1)}
    steps = (
        loses("b", 2),
        {"do": "battleshock", "by": "b"},
        {"do": "control", "units": ["a", "b"]},
    )
    for brave, chance in ((False, F(15, 36)), (True, F(0))):
        test = {**steps[1], "insane_bravery": brave}
        found = turn(units, steps[0], test, steps[2])
        near(found["steps"][1]["probability"], 1)
        near(found["flags"]["b.shocked"], chance)
        near(found["control"]["first"], chance)
        near(found["control"]["contested"], 1 - chance)
    spared = turn(units, {**steps[1], "insane_bravery": True})  # not below half: no test
    near(spared["steps"][0]["probability"], 0)


def shocked(unit: Fields, lost: int, taken: bool) -> None:
    steps = ([loses("b", lost)] if lost else []) + [{"do": "battleshock", "by": "b"}]
    found = turn({"a": man(), "b": {**man(leadership="7+"), **unit}}, *steps)
    near(found["steps"][-1]["probability"], taken)
    near(found["flags"]["b.shocked"], taken * F(15, 36))


def test_heroic_intervention_has_no_charge_bonus() -> None:
    """W-6: who charges in the other side's turn doesn't fight first, but did charge (Lance)."""
    lance = {**BLADE, "strength": 4, "abilities": ["Torrent", "Lance"]}
    units = {"a": man(weapons=[lance], fights_first=True), "b": man(weapons=[lance])}
    charge = {**CHARGE, "by": "b", "at": "a", "dice": "6"}
    found = turn(units, charge, FIGHT, gap=1)  # wounds on 4+, after a charge on 3+
    destroyed(found, b=F(1, 2), a=F(1, 2) * F(2, 3))
    own = {name: {**unit, "side": side} for (name, unit), side in
           zip(units.items(), ("second", "first"), strict=True)}  # fmt: skip
    found = turn(own, charge, FIGHT, gap=1)  # in its own turn: both fight first, a begins
    destroyed(found, b=F(1, 2), a=F(1, 2) * F(2, 3))
    plain = {name: {**unit, "fights_first": False} for name, unit in units.items()}
    found = turn(plain, charge, FIGHT, gap=1)
    # Nobody fights first: the side whose turn it is not begins, with its charge.
    destroyed(found, a=F(2, 3), b=F(1, 3) * F(1, 2))
    third = {**plain, "c": man(side="first", weapons=[lance])}
    found = turn(third, {**charge, "at": "c"}, {**CHARGE, "dice": "6", "at": "b"},
                 {"do": "fight", "by": ["a", "b"]}, gap=1)  # fmt: skip
    destroyed(found, b=F(2, 3), a=F(1, 3) * F(2, 3))  # a has the bonus, b has none


def test_control_goes_to_the_higher_sum() -> None:
    """W-5.8: what lives counts, a battle-shocked unit nothing, equal sums are contested."""
    control = {"do": "control", "units": ["a", "b", "c"]}
    units = {
        "a": man(models=2, objective_control=2),
        "b": man(models=5, objective_control=1, leadership=7),
        "c": man(objective_control=1, side="first"),
    }
    shock = {"do": "battleshock", "by": "b"}
    plays = (
        ((), (0, 1, 0)),
        ((loses("b", 1),), (1, 0, 0)),
        ((loses("a", 1),), (0, 0, 1)),
        # 2 against 2, or nothing
        ((loses("b", 3), loses("a", 1), loses("c", 1), shock), (F(15, 36), F(21, 36), 0)),
    )
    for steps, right in plays:
        found = turn(units, *steps, control)["control"]
        for key, p in zip(("first", "contested", "second"), right, strict=True):
            near(found[key], p)


# -------------------------------------------------------- healing and coming back


def test_healing_stops_at_a_full_model_and_returns_none() -> None:
    heal = {"do": "heal", "by": "b", "amount": "D3"}
    units = {"a": man(), "b": man(models=2, wounds=3)}
    wounds(turn(units, loses("b", 5), heal), "b", {2: F(1, 3), 3: F(2, 3)})
    wounds(turn(units, loses("b", 3), heal), "b", {3: 1})
    wounds(turn(units, loses("b", 6), heal), "b", {0: 1})
    units = {"a": soul(), "b": soul(models=3, health=3)}
    wounds(turn(units, loses("b", 5), heal), "b", {5: F(1, 3), 6: F(2, 3)})


def test_a_rally_returns_models_before_it_heals() -> None:
    """A-4: each 4+ a point; a model for its health, what is left heals one, more is lost."""
    rally = {"do": "rally", "by": "b"}
    units = {"a": soul(), "b": soul(models=3, health=2)}
    p = binomial(4, F(1, 2))
    found = turn(units, loses("b", 3), {**rally, "dice": 4})
    wounds(found, "b", {3: p[0], 4: p[1], 5: p[2], 6: p[3] + p[4]})
    models(found, "b", {2: p[0] + p[1], 3: p[2] + p[3] + p[4]})
    # Six dice; models that were slain before the turn return too.
    units["b"] |= {"models": 1, "starting_models": 3, "damage_taken": 1}
    p = binomial(6, F(1, 2))
    found = turn(units, rally)
    models(found, "b", {1: p[0] + p[1], 2: p[2] + p[3], 3: p[4] + p[5] + p[6]})
    near(found["units"]["b"]["wounds"]["pmf"][6], p[5] + p[6])


def test_reinforcements_come_back_once_at_full_strength() -> None:
    """S-3: a unit with the keyword, where it is destroyed."""
    back = {"do": "reinforce", "by": "b"}
    units = {"a": soul(), "b": soul(models=2, health=2, damage_taken=1, reinforcements=True)}
    found = turn(units, loses("b", 3, gate="4+"), back, loses("b", 4), back)
    for step, chance in zip(found["steps"], (1, F(1, 2), 1, F(1, 2)), strict=True):
        near(step["probability"], chance)
    stands(found["steps"][1]["units"]["b"]["wounds"], {3: F(1, 2), 4: F(1, 2)})
    models(found, "b", {0: F(1, 2), 2: F(1, 2)})
    units["b"]["starting_models"] = 5
    models(turn(units, loses("b", 3), back), "b", {5: 1})
    del units["b"]["starting_models"]
    del units["b"]["reinforcements"]
    found = turn(units, loses("b", 3), back)
    destroyed(found, b=1)
    near(found["steps"][1]["probability"], 0)


def test_what_came_back_has_not_charged_and_is_not_shocked() -> None:
    back = {"do": "reinforce", "by": "a"}
    lance = {**SWORD, "abilities": ["Charge (+1 Damage)"]}
    units = {"a": soul(weapons=[lance], reinforcements=True), "b": soul(health=2)}
    destroyed(turn(units, CHARGE, loses("a", 1), back, STRIKE, gap=1), a=0, b=0)
    destroyed(turn(units, CHARGE, back, STRIKE, gap=1), a=0, b=THROUGH)
    units = {
        "a": man(models=3, reinforcements=True, leadership=12, objective_control=1),
        "b": man(objective_control=2),
    }
    steps = (loses("a", 2), {"do": "battleshock", "by": "a"}, loses("a", 1), back)
    found = turn(units, *steps, {"do": "control", "units": ["a", "b"]})
    near(found["control"]["first"], 1)


def test_what_came_back_stands_at_the_first_gap() -> None:
    units = {"a": soul(reinforcements=True), "b": soul()}
    back = {"do": "reinforce", "by": "a"}
    found = turn(units, CHARGE, loses("a", 1), back, {**CHARGE, "name": "again"}, gap=8.5)
    near(found["flags"]["again"], EIGHT)


# --------------------------------------------------------------------------- moves


def test_moves_change_the_gap_down_to_combat() -> None:
    step = {"by": "a", "toward": "b"}

    def charged(unit: Any, *steps: Fields, gap: float) -> float:
        units = {"a": unit(move=6), "b": unit()}
        chance: float = turn(units, *steps, CHARGE, gap=gap)["flags"]["charged"]
        return chance

    near(charged(man, {"do": "move", **step}, gap=18), two_dice(11))
    advanced = sum(two_dice(11 - face) for face in range(1, 7)) / 6
    near(charged(man, {"do": "advance", **step}, gap=18), advanced)
    ran = sum(two_dice(12 - face) for face in range(1, 7)) / 6
    near(charged(soul, {"do": "run", **step}, gap=18), ran)
    # Not closer than in combat: 6 inches away again are 7, or 6.5.
    near(charged(man, {"do": "move", **step}, {"do": "fall_back", **step}, gap=5), two_dice(6))
    near(charged(soul, {"do": "move", **step}, gap=5), two_dice(3))  # 3 inches in AoS
    found = turn({"a": soul(move=6, models=4), "b": soul()}, {"do": "retreat", **step}, CHARGE,
                 gap=0.5)  # fmt: skip
    near(found["flags"]["charged"], two_dice(6))


def test_only_assault_weapons_shoot_after_an_advance() -> None:
    weapons = [GUN, {**GUN, "abilities": ["Torrent", "Assault"], "count": 2}, BLADE]
    units = {"a": man(move=6, weapons=weapons), "b": man(models=9)}
    advance = {"do": "advance", "by": "a", "toward": "b"}
    models(turn(units, advance, SHOOT, gap=24), "b", binomial(2, SURE, 9))
    models(turn(units, advance, STRIKE, gap=24), "b", binomial(1, SURE, 9))


def test_who_falls_back_battle_shocked_risks_each_model() -> None:
    """W-5.5: a die for each, 1 and 2 slay one."""
    units = {"a": man(), "b": man(models=5, move=6, leadership=7)}
    steps = (loses("b", 3), {"do": "battleshock", "by": "b"}, {"do": "fall_back", "by": "b"})
    found = turn(units, *steps, gap=1)
    shock = F(15, 36)
    right = {k: shock * p for k, p in binomial(2, F(1, 3), 2).items()}
    right[2] += 1 - shock
    models(found, "b", right)
    near(found["flags"]["b.shocked"], shock)  # a flag says what happened


def test_a_retreat_costs_d3_mortal_damage() -> None:
    """A-5."""
    found = turn({"a": soul(), "b": soul(models=4, move=5)}, {"do": "retreat", "by": "b"}, gap=0.5)
    models(found, "b", {1: F(1, 3), 2: F(1, 3), 3: F(1, 3)})


def test_gaps_are_the_distance_of_attacks() -> None:
    """Half range follows from the gap as it is when the step begins (W-3 Melta)."""
    weapon = {**GUN, "damage": 1, "range": 12, "abilities": ["Torrent", "Melta 1"]}
    units = {"a": man(weapons=[weapon], move=6), "b": man(wounds=2)}
    destroyed(turn(units, SHOOT, gap=10), b=0)
    move = {"do": "move", "by": "a", "toward": "b"}
    destroyed(turn(units, move, SHOOT, gap=10), b=SURE)


def test_any_and_all_of_several_targets() -> None:
    """Contract 5: from the joint states; who shoots back decides on the second target, too."""
    other = {**GUN, "name": "other"}
    units = {"a": man(weapons=[GUN, other]), "b": man(), "c": man()}
    back = {"do": "shoot", "by": "b", "at": "a"}
    steps = ({**SHOOT, "weapons": ["gun"]}, back, {**SHOOT, "at": "c", "weapons": ["other"]})
    for unit in ("b", "c"):
        units[unit]["side"] = "second"
    (found,) = turn(units, *steps)["targets"]
    assert (found["by"], found["at"]) == ("a", ["b", "c"])
    near(found["any_destroyed"], SURE + (1 - SURE) * (1 - SURE) * SURE)
    near(found["all_destroyed"], SURE * SURE)
    rolled = mathhammer.turn(
        {"units": units, "step": list(steps)}, engine="montecarlo", trials=40_000, seed=3
    )
    (seen,) = rolled.to_dict()["targets"]
    for what in ("any_destroyed", "all_destroyed"):
        assert abs(seen[what] - found[what]) < 5 * math.sqrt(0.25 / 40_000)
        assert seen[f"{what}_standard_error"] == rolled.standard_error(f"a.{what}") > 0
        assert seen[f"{what}_interval"] == list(rolled.interval(f"a.{what}"))
    assert "targets" not in turn(units, SHOOT, back)  # one each


def test_targets_of_fights_and_charges_count() -> None:
    """Contract 5: whatever a unit attacks, also in a fight, and in answer to a charge."""
    units = {"a": man(move=6), "b": man(side="second"), "c": man(side="second")}
    answer = turn(units, {**SHOOT, "weapons": ["gun"]}, {**STRIKE, "at": "c"})
    assert [row["at"] for row in answer.get("targets", ())] == [["b", "c"]]
    found = answer["targets"][0]
    near(found["any_destroyed"], 1 - (1 - SURE) ** 2)
    near(found["all_destroyed"], SURE**2)
