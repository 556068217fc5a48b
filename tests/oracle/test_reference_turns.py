"""The literal turns against fractions worked out by hand."""

from __future__ import annotations

import math
from fractions import Fraction as F
from typing import Any

import pytest
from oracle import reference, reference_turns
from oracle.reference_turns import Turn, enumerate_exactly, play, sample

Fields = dict[str, Any]

#: Each attack wounds with 5/6, and nothing saves.
GUN: Fields = {
    "name": "gun", "attacks": 1, "strength": 8, "damage": 1, "abilities": ["Torrent"]
}  # fmt: skip
BLADE: Fields = {**GUN, "name": "blade", "type": "melee"}
SURE = F(5, 6)
#: Each attack does damage with 25/36.
AOS_GUN: Fields = {
    "name": "bow", "attacks": 1, "hit": 2, "wound": 2, "damage": 1, "type": "ranged"
}  # fmt: skip
AOS_BLADE: Fields = {**AOS_GUN, "name": "sword", "type": "melee"}
AOS_SURE = F(25, 36)
CERTAIN = {0: F(0), 1: F(1)}


def man(**more: Any) -> Fields:
    """Return a unit of one model with one wound in 40k."""
    return {"toughness": 4, "wounds": 1, "weapons": [GUN, BLADE], **more}


def soul(**more: Any) -> Fields:
    """Return a unit of one model with one health in AoS."""
    return {"health": 1, "weapons": [AOS_GUN, AOS_BLADE], **more}


def mob(models: int, **more: Any) -> Fields:
    return man(models=models, **more)


def host(models: int, **more: Any) -> Fields:
    return soul(models=models, **more)


def answer(units: Fields, *steps: Fields, **more: Any) -> dict[str, Any]:
    """Return exact fractions of a turn."""
    game = "aos" if any("health" in u for u in units.values()) else "wh40k"
    fields = {"game": game, "units": units, "step": list(steps), **more}
    return enumerate_exactly(fields, fractions=True)


def kill(name: str, number: int, **more: Any) -> Fields:
    """Return a step that costs a unit so many wounds for certain."""
    return {"do": "mortals", "at": name, "dice": number, **more}


SHOOT = {"do": "shoot", "by": "a", "at": "b"}
FIGHT = {"do": "fight", "by": ["a", "b"]}
CHARGE = {"do": "charge", "by": "a", "at": "b"}


def destroyed(found: dict[str, Any], *units: str) -> tuple[F, ...]:
    return tuple(found["units"][name]["destroyed"] for name in units)


def binomial(n: int, p: F) -> dict[int, F]:
    return {k: math.comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)}


def losses(found: dict[str, Any], name: str, of: int) -> dict[int, F]:
    return {of - k: p for k, p in found["units"][name]["models"].items()}


# ------------------------------------------------------------------------- attacks


@pytest.mark.parametrize(
    "unit, lost, copies",
    [
        (mob(5, weapons=[{**GUN, "count": 5}]), 2, 3),
        (mob(5, weapons=[{**GUN, "count": 5}]), 0, 5),
        (mob(5, weapons=[{**GUN, "count": 3}]), 2, 1),  # 3 x 3 / 5 = 1.8
        (mob(5, weapons=[{**GUN, "count": 1}]), 1, 0),  # 4 / 5
        (mob(5, weapons=[{**GUN, "count": 10}]), 2, 6),
        (mob(5, weapons=[{**GUN, "count": 2, "group": "sergeant"}]), 3, 2),
        (mob(5, weapons=[{**GUN, "count": 2, "group": "sergeant"}]), 4, 1),
        (mob(5, weapons=[{**GUN, "count": 5}], starting_models=10), 2, 3),
        (
            man(groups=[{"name": "x", "models": 2}, {"name": "y", "models": 3}],
                weapons=[{**GUN, "count": 2, "group": "x"}, {**GUN, "count": 6, "group": "y"}]),
            1, 1 + 6,
        ),
        (
            man(groups=[{"name": "x", "models": 2}, {"name": "y", "models": 3}],
                weapons=[{**GUN, "count": 2, "group": "x"}, {**GUN, "count": 6, "group": "y"}]),
            3, 0 + 4,
        ),
        # a leader counts for none but his own weapon
        (mob(4, leader={"name": "captain", "wounds": 1}, weapons=[{**GUN, "count": 4}]), 1, 3),
        (mob(4, leader={"name": "captain", "wounds": 1}, weapons=[{**GUN, "count": 4}]), 4, 0),
        (
            mob(4, leader={"name": "captain", "wounds": 1},
                weapons=[{**GUN, "group": "captain"}]),
            4, 1,
        ),
        (
            mob(4, leader={"name": "captain", "wounds": 1},
                weapons=[{**GUN, "count": 2, "group": "captain"}]),
            4, 2,
        ),
        # melee weapons don't shoot
        (man(weapons=[BLADE, GUN, GUN]), 0, 2),
    ],
)  # fmt: skip
def test_copies_follow_survivors(unit: Fields, lost: int, copies: int) -> None:
    steps = [kill("a", lost), SHOOT] if lost else [SHOOT]
    found = answer({"a": unit, "b": mob(9)}, *steps)
    assert losses(found, "b", 9) == binomial(copies, SURE)


def test_copies_follow_survivors_in_aos() -> None:
    found = answer({"a": host(3, weapons=[{**AOS_GUN, "count": 3}]), "b": host(4)},
                   kill("a", 1), SHOOT)  # fmt: skip
    assert losses(found, "b", 4) == binomial(2, AOS_SURE)
    champion = {**AOS_GUN, "champion": True}
    found = answer({"a": host(2, weapons=[{**champion, "count": 2}]), "b": host(4)},
                   kill("a", 1), SHOOT)  # fmt: skip
    assert losses(found, "b", 4) == binomial(2, AOS_SURE)


def test_named_weapons_alone_are_used() -> None:
    other = {**GUN, "name": "other", "damage": 3}
    units = {"a": man(weapons=[GUN, other]), "b": man(wounds=5)}
    found = answer(units, {**SHOOT, "weapons": ["other"]})
    assert found["units"]["b"]["wounds"] == {5: 1 - SURE, 2: SURE}
    found = answer(units, {**SHOOT, "weapons": "gun"})
    assert found["units"]["b"]["wounds"] == {5: 1 - SURE, 4: SURE}


def test_blast_counts_who_stands_when_the_step_begins() -> None:
    weapon = {**GUN, "abilities": ["Torrent", "Blast"]}
    for lost, attacks in ((1, 2), (6, 1)):
        found = answer({"a": man(weapons=[weapon]), "b": mob(10)}, kill("b", lost), SHOOT)
        assert losses(found, "b", 10) == {k + lost: p for k, p in binomial(attacks, SURE).items()}


def test_wounds_stay_from_one_step_to_the_next() -> None:
    big = {**GUN, "damage": 2}
    found = answer({"a": man(weapons=[big]), "b": mob(2, wounds=3)}, SHOOT, SHOOT)
    # twice hit the first model is dead and one point wasted
    assert found["units"]["b"]["wounds"] == {
        6: F(1, 36), 4: F(10, 36), 3: F(25, 36)
    }  # fmt: skip
    assert found["steps"][0]["units"]["b"]["wounds"] == {6: F(1, 6), 4: F(5, 6)}
    # in AoS it carries over
    found = answer({"a": soul(weapons=[{**AOS_GUN, "damage": 2}]), "b": host(2, health=3)},
                   SHOOT, SHOOT)  # fmt: skip
    assert found["units"]["b"]["wounds"][2] == AOS_SURE**2


def test_the_first_failed_save_of_the_turn_is_ignored() -> None:
    units = {"a": man(), "b": man(wounds=3, modifiers={"ignore_first_damage": True})}
    found = answer(units, SHOOT, SHOOT)
    assert found["units"]["b"]["wounds"] == {3: 1 - SURE**2, 2: SURE**2}


def test_the_situation_of_an_attack() -> None:
    hard = {"a": man(weapons=[{**GUN, "skill": 4, "abilities": ["Heavy"]}]), "b": man()}
    assert destroyed(answer(hard, SHOOT), "b") == (SURE / 2,)
    moved = {**SHOOT, "context": {"stationary": True}}
    assert destroyed(answer(hard, moved), "b") == (SURE * 2 / 3,)
    hard["a"]["context"] = {"stationary": False}
    assert destroyed(answer(hard, moved), "b") == (SURE / 2,)


def test_hazardous_weapons_hurt_their_own() -> None:
    weapon = {**GUN, "abilities": ["Torrent", "Hazardous"], "count": 2}
    found = answer({"a": mob(3, weapons=[weapon], wounds=2), "b": mob(9)}, SHOOT)
    assert losses(found, "a", 3) == binomial(2, F(1, 6))
    assert found["units"]["a"]["wounds"] == {6 - 2 * k: p for k, p in binomial(2, F(1, 6)).items()}
    # a wounded model stands in front, and goes first
    found = answer({"a": mob(2, weapons=[weapon], wounds=2, wounds_lost=1), "b": mob(9)}, SHOOT)
    assert found["units"]["a"]["wounds"][2] == F(10, 36)
    # only the copies that attack
    found = answer({"a": mob(2, weapons=[weapon]), "b": mob(9)}, kill("a", 1), SHOOT)
    assert destroyed(found, "a") == (F(1, 6),)
    # three mortal wounds, with Feel No Pain
    one = {**weapon, "count": 1}
    found = answer({"a": man(weapons=[one], wounds=5, keywords=["Vehicle"]), "b": mob(9)}, SHOOT)
    assert found["units"]["a"]["wounds"] == {5: F(5, 6), 2: F(1, 6)}
    found = answer({"a": man(weapons=[one], wounds=1, keywords=["Monster"], feel_no_pain=4),
                    "b": mob(9)}, SHOOT)  # fmt: skip
    assert destroyed(found, "a") == (F(1, 6) * F(7, 8),)


def test_mortal_wounds_and_damage() -> None:
    found = answer({"a": mob(3), "b": mob(5)}, kill("a", 1),
                   {"do": "mortals", "by": "a", "at": "b", "per_model": 2, "on": "4+"})  # fmt: skip
    assert losses(found, "b", 5) == binomial(4, F(1, 2))
    found = answer({"a": man(), "b": mob(5)}, kill("b", 3, gate="5+", max=2))
    assert losses(found, "b", 5) == {0: F(2, 3), 2: F(1, 3)}
    found = answer({"a": soul(), "b": host(2, health=2, ward="5+")}, kill("b", 3))
    assert found["units"]["b"]["wounds"] == {4 - k: p for k, p in binomial(3, F(2, 3)).items()}


# --------------------------------------------------------------------------- fights


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
    found = answer({"a": man(**a), "b": man(**b)}, *before, FIGHT, gap=2)
    second = {"a": "b", "b": "a"}[starts]
    assert destroyed(found, second, starts) == (SURE, (1 - SURE) * SURE)


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
        ({}, {"fights_first": True}, (CHARGE,), "b"),  # a charge is no reason in AoS
    ],
)
def test_who_fights_first_in_aos(
    a: Fields, b: Fields, before: tuple[Fields, ...], starts: str
) -> None:
    found = answer({"a": soul(**a), "b": soul(**b)}, *before, FIGHT, gap=1)
    second = {"a": "b", "b": "a"}[starts]
    assert destroyed(found, second, starts) == (AOS_SURE, (1 - AOS_SURE) * AOS_SURE)


def fights(found: dict[str, Any]) -> dict[str, F]:
    return {name: unit["destroyed"] for name, unit in found["units"].items()}


def order_of(fields: Fields) -> list[str]:
    """Return in which order the units of a single fight fight while nobody falls."""
    turn = Turn(fields)
    turn.start(0)
    order = []
    while turn.todo:
        if turn.todo[-1][0] == "attack":
            order.append(turn.todo.pop()[2])
        else:
            turn.act(reference.RandomDice(0).die)
    return order


@pytest.mark.parametrize(
    "game, kinds, by, order",
    [
        ("wh40k", {}, "a c b d", "b a d c"),
        ("wh40k", {}, "c a d b", "d c b a"),
        ("wh40k", {}, "a c e b", "b a c e"),
        ("wh40k", {}, "a b d f", "b a d f"),
        # each of the two begins with the side whose turn it is not
        ("wh40k", {"d": "f"}, "a c b d", "d b a c"),
        ("wh40k", {"a": "f"}, "a c b d", "a b c d"),
        ("wh40k", {"a": "f", "d": "f"}, "a c b d", "d a b c"),
        ("wh40k", {"a": "f", "c": "f", "d": "f"}, "a c b d", "d a c b"),
        ("aos", {}, "a c b d", "a b c d"),
        ("aos", {}, "b a d c", "a b c d"),
        ("aos", {"a": "l"}, "a c b d", "c b d a"),
        ("aos", {"a": "l", "d": "l"}, "a c b d", "c b a d"),
        ("aos", {"b": "f", "c": "l", "d": "lf"}, "a c b d", "b a d c"),
        ("aos", {"b": "f", "d": "f"}, "a c b d", "b d a c"),
    ],
)
def test_sides_take_turns(game: str, kinds: dict[str, str], by: str, order: str) -> None:
    plain = soul() if game == "aos" else man()
    units = {
        name: {
            **plain,
            "side": "first" if name in "ace" else "second",
            "fights_first": "f" in kinds.get(name, ""),
            "strike_last": "l" in kinds.get(name, ""),
        }
        for name in by.split()
    }
    step = {"do": "fight", "by": by.split(), "at": ["a", "b"]}
    assert order_of({"game": game, "units": units, "step": [step]}) == order.split()


def test_a_slain_unit_is_passed_over() -> None:
    # b, then a if it lives, then d; where b slays a, c goes on in its place.
    units = {
        "a": man(), "b": man(side="second"), "c": man(side="first"), "d": man(side="second")
    }  # fmt: skip
    found = answer(units, {"do": "fight", "by": ["a", "c", "b", "d"], "at": ["a", "b"]})
    # b slays a: c fights b; d has nobody left to fight (a is gone, `at` names no other).
    # b fails: a fights b (SURE), d fights a, c fights b.
    fails = 1 - SURE
    both = fails * SURE  # b fell to a; d fights a, and c has nobody
    assert fights(found) == {
        "a": SURE + fails * SURE,
        "b": SURE * SURE + both + fails * fails * SURE,
        "c": 0,
        "d": 0,
    }


def test_whom_a_unit_fights() -> None:
    three = {"a": man(), "b": man(), "c": man(side="second")}
    found = answer(three, {"do": "fight", "by": "a", "at": "c"})
    assert fights(found) == {"a": 0, "b": 0, "c": SURE}
    # without `at` the enemy named, the first one that lives
    found = answer(three, kill("b", 1), {"do": "fight", "by": ["a", "b", "c"]})
    assert fights(found)["a"] == SURE
    assert fights(found)["c"] == (1 - SURE) * SURE


def test_attack_counts_in_a_fight_are_those_of_each_turn_to_fight() -> None:
    blades = {**BLADE, "count": 2}
    found = answer({"a": mob(2, weapons=[blades]), "b": mob(2, weapons=[blades])}, FIGHT)
    first = binomial(2, SURE)  # b slays so many of a
    assert losses(found, "a", 2) == first
    expected: dict[int, F] = {}
    for slain, p in first.items():
        for k, q in binomial(2 - slain, SURE).items():
            expected[k] = expected.get(k, F(0)) + p * q
    assert losses(found, "b", 2) == expected


# -------------------------------------------------------------------------- charges


def at_least(n: int) -> F:
    return F(sum(x + y >= n for x in range(1, 7) for y in range(1, 7)), 36)


@pytest.mark.parametrize(
    "gap, more, chance",
    [
        (9, {}, F(15, 36)),  # a roll of 8
        (9.5, {}, F(10, 36)),  # 8.5: a 9
        (12, {}, F(3, 36)),
        (12.5, {}, F(0)),
        (12.5, {"modifier": 3}, F(0)),
        (9, {"modifier": 2}, F(26, 36)),
        (9, {"modifier": -1}, F(10, 36)),
        (10, {"reroll": "failed"}, 1 - F(26, 36) ** 2),
        (9, {"modifier": "D3"}, F(21 + 26 + 30, 108)),
        (9, {"modifier": "-D3"}, F(10 + 6 + 3, 108)),
        (9, {"modifier": "1-D3", "reroll": "failed"}, F(
            15 * (36 + 21) + 10 * (36 + 26) + 6 * (36 + 30), 3 * 36**2)),
        (7, {"extra_die": "add"}, 1 - F(10, 216)),
        (5, {"dice": "D6"}, F(3, 6)),
        (5, {"dice": "D6+1"}, F(4, 6)),
        (13, {"dice": "3D6"}, F(0)),
        (7, {"dice": "3D6kh2"}, 1 - F(1, 6**3) * sum(
            x + y + z - min(x, y, z) < 6
            for x in range(1, 7) for y in range(1, 7) for z in range(1, 7))),
        (2, {}, F(1)),
    ],
)  # fmt: skip
def test_charges_in_40k(gap: float, more: Fields, chance: F) -> None:
    found = answer({"a": man(), "b": man()}, {**CHARGE, **more}, gap=gap)
    assert found["flags"] == {"charged": chance}
    assert found["steps"][0]["probability"] == 1


@pytest.mark.parametrize(
    "gap, more, ruleset, chance",
    [
        (9.5, {}, {}, F(10, 36)),
        (9, {}, {}, F(10, 36)),  # 8.5
        (12.5, {}, {}, F(1, 36)),
        (13, {"modifier": 1}, {}, F(1, 36)),
        (9.5, {"reroll": "failed"}, {"aos_reroll": "all"}, 1 - F(26, 36) ** 2),
        # a 6 with a 1 or 2 (4 ways) keeps it and wants a 3, a 5 (6 ways) a 4, a 4 (7 ways) a 5;
        # lower ones (9 ways) are both rolled again
        (9.5, {"reroll": "failed"}, {},
         F(10, 36) + F(4 * 24 + 6 * 18 + 7 * 12 + 9 * 10, 36 * 36)),
        # a 6 wants a 3 of the D3 (2 ways to lack it), a 3 of that a 6 (5 ways), else (10) both
        (9.5, {"dice": "D6+D3", "reroll": "failed"}, {},
         F(1, 18) + F(2 * 6 + 5 * 3 + 10 * 1, 18 * 18)),
    ],
)  # fmt: skip
def test_charges_in_aos(gap: float, more: Fields, ruleset: Fields, chance: F) -> None:
    found = answer({"a": soul(), "b": soul()}, {**CHARGE, **more}, gap=gap, ruleset=ruleset)
    assert found["flags"] == {"charged": chance}


def test_what_a_charge_does() -> None:
    # Lance: 4+ to wound becomes 3+
    lance = {**BLADE, "strength": 4, "abilities": ["Torrent", "Lance"]}
    fight = {"do": "fight", "by": "a", "at": "b"}
    units = {"a": man(weapons=[lance]), "b": man()}
    assert destroyed(answer(units, fight), "b") == (F(1, 2),)
    found = answer(units, CHARGE, fight, gap=8)
    assert destroyed(found, "b") == (F(21, 36) * F(2, 3) + F(15, 36) * F(1, 2),)
    # Charge (+1 Damage), and Anti-charge on the other side
    units = {"a": soul(weapons=[{**AOS_BLADE, "abilities": ["Charge (+1 Damage)"]}]),
             "b": soul(health=2)}  # fmt: skip
    assert destroyed(answer(units, fight), "b") == (0,)
    assert destroyed(answer(units, CHARGE, fight, gap=7.5), "b") == (F(21, 36) * AOS_SURE,)
    anti = {**AOS_BLADE, "abilities": ["Anti-charge (+1 Rend)"]}
    units = {"a": soul(save=2), "b": soul(weapons=[anti])}
    back = {"do": "fight", "by": "b", "at": "a"}
    unsaved = F(21, 36) * F(2, 6) + F(15, 36) * F(1, 6)
    assert destroyed(answer(units, CHARGE, back, gap=7.5), "a") == (AOS_SURE * unsaved,)


def test_a_charge_closes_the_gap_between_the_two() -> None:
    units = {"a": man(), "b": man(), "c": man(side="second")}
    steps = (CHARGE, {**CHARGE, "name": "again"}, {**CHARGE, "at": "c", "name": "other"})
    found = answer(units, *steps, gap=8)
    charged = F(21, 36)
    # engaged it needs nothing any more
    assert found["flags"] == {
        "charged": charged, "again": charged + (1 - charged) * charged, "other": charged
    }  # fmt: skip


def test_overwatch_hits_on_sixes_and_comes_first() -> None:
    rifle = {**GUN, "skill": 2, "abilities": []}
    units = {"a": man(), "b": man(weapons=[rifle, BLADE])}
    shot = F(1, 6) * SURE
    found = answer(units, {**CHARGE, "overwatch": True}, FIGHT, gap=8)
    charged = (1 - shot) * F(21, 36)
    assert found["flags"] == {"charged": charged}
    # who has charged fights first, else b does
    stood = (1 - shot) * F(15, 36)
    assert destroyed(found, "a") == (shot + charged * (1 - SURE) * SURE + stood * SURE,)
    assert found["steps"][1]["probability"] == 1 - shot


# ------------------------------------------------------------------- flags, who is gone


def test_conditions() -> None:
    units = {"a": man(), "b": mob(5)}
    found = answer(
        units,
        {**CHARGE, "name": "in"},
        kill("b", 1, **{"if": "in"}),
        kill("b", 2, **{"if": "not in"}),
        {**CHARGE, "name": "too", "if": "not in"},
        kill("b", 1, **{"if": ["not in", "too"]}),
        gap=8,
    )
    p = F(21, 36)
    assert [s["probability"] for s in found["steps"]] == [1, p, 1 - p, 1 - p, (1 - p) * p]
    assert losses(found, "b", 5) == {1: p, 2: (1 - p) ** 2, 3: (1 - p) * p}
    assert found["flags"] == {"in": p, "too": (1 - p) * p}


def test_a_step_without_its_units_does_nothing() -> None:
    units = {
        "a": mob(2, leadership=6, move=6, objective_control=1), "b": man(leadership=6, move=6),
        "c": man(side="second"),
    }  # fmt: skip
    about_b = (
        SHOOT, CHARGE, FIGHT, kill("b", 1),
        {"do": "advance", "by": "b", "toward": "a"}, {"do": "fall_back", "by": "b"},
        {"do": "heal", "by": "b", "amount": 1}, {"do": "battleshock", "by": "b"},
        {"do": "mortals", "by": "b", "at": "a", "per_model": 1},
        {**CHARGE, "by": "b", "at": "a"}, {"do": "reinforce", "by": "b"},
    )  # fmt: skip
    others = (
        {"do": "fight", "by": ["a", "b", "c"]},
        {"do": "move", "by": "a", "toward": "b"},  # towards where b was
        {"do": "control", "units": ["a", "b"]}, {"do": "shoot", "by": "a", "at": "c"},
    )  # fmt: skip
    found = answer(units, SHOOT, *about_b, kill("c", 1), *others, gap=5)
    # what is done to b, or by it, takes place where the first shots have failed
    assert found["steps"][1]["probability"] == 1 - SURE
    found = answer(units, kill("b", 1), *about_b, *others, gap=5)
    chances = [s["probability"] for s in found["steps"]]
    assert chances[1 : 1 + len(about_b)] == [0] * len(about_b)
    # c fights first; only where it slays nobody a still has a blade, and may slay it
    lives = 1 - (1 - SURE) * SURE
    assert chances[1 + len(about_b) :] == [1, 1, 1, lives]
    assert found["control"]["first"] == 1
    assert found["flags"] == {"charged": 0, "b.shocked": 0}


# --------------------------------------------------------- battle-shock and objectives


@pytest.mark.parametrize(
    "unit, lost, taken",
    [
        (mob(10), 5, False),
        (mob(10), 6, True),
        (mob(5), 2, False),
        (mob(5), 3, True),
        (mob(5, starting_models=11), 0, True),
        (mob(5, starting_models=10), 0, False),
        (mob(4, leader={"wounds": 1}), 2, False),  # 3 of 5
        (mob(4, leader={"wounds": 1}), 3, True),
        (man(wounds=5), 2, False),
        (man(wounds=5), 3, True),
        (man(wounds=4), 2, False),
        (mob(2, wounds=5), 6, False),  # 1 of 2 models, whatever its wounds
        (man(wounds=5, starting_models=2), 4, False),
        (man(wounds=5), 5, False),  # gone
    ],
)
def test_battleshock_below_half_strength(unit: Fields, lost: int, taken: bool) -> None:
    steps = ([kill("b", lost)] if lost else []) + [{"do": "battleshock", "by": "b"}]
    found = answer({"a": man(), "b": {**unit, "leadership": "7+"}}, *steps)
    assert found["steps"][-1]["probability"] == taken
    assert found["flags"] == {"b.shocked": taken * F(15, 36)}


def test_a_flag_outlives_its_unit_but_being_shocked_does_not() -> None:
    units = {"a": man(), "b": mob(3, leadership=7, objective_control=1, reinforcements=True)}
    test = {"do": "battleshock", "by": "b"}
    back = {"do": "reinforce", "by": "b"}
    control = {"do": "control", "units": ["b"]}
    found = answer(units, kill("b", 2), test, kill("b", 1), back, control)
    assert found["flags"] == {"b.shocked": F(15, 36)}
    assert found["control"]["second"] == 1
    found = answer(units, kill("b", 2), test, back, control)
    assert found["control"]["second"] == F(21, 36)


def test_control() -> None:
    control = {"do": "control", "units": ["a", "b", "c"]}
    units = {
        "a": mob(2, objective_control=2), "b": mob(5, objective_control=1, leadership=7),
        "c": man(objective_control=1, side="first"),
    }  # fmt: skip
    found = answer(units, control)
    assert found["control"] == {"first": 0, "contested": 1, "second": 0}
    found = answer(units, kill("b", 1), control)
    assert found["control"]["first"] == 1
    found = answer(units, kill("a", 1), control)
    assert found["control"]["second"] == 1
    # 2 to nothing where b is shocked, else 2 to 2
    found = answer(units, kill("b", 3), kill("a", 1), kill("c", 1),
                   {"do": "battleshock", "by": "b"}, control)  # fmt: skip
    assert found["control"] == {"first": F(15, 36), "contested": F(21, 36), "second": 0}


# ----------------------------------------------------------- healing and coming back


def test_heal() -> None:
    heal = {"do": "heal", "by": "b", "amount": "D3"}
    found = answer({"a": man(), "b": mob(2, wounds=3)}, kill("b", 5), heal)
    assert found["units"]["b"]["wounds"] == {2: F(1, 3), 3: F(2, 3)}
    found = answer({"a": man(), "b": mob(2, wounds=3)}, kill("b", 3), heal)
    assert found["units"]["b"]["wounds"] == {3: 1}
    found = answer({"a": soul(), "b": host(3, health=3)}, kill("b", 5), heal)
    assert found["units"]["b"]["wounds"] == {5: F(1, 3), 6: F(2, 3)}


def test_rally() -> None:
    rally = {"do": "rally", "by": "b"}
    units = {"a": soul(), "b": host(3, health=2)}
    # one slain and one point on the next: a return costs 2 points, one heals, more are lost
    found = answer(units, kill("b", 3), {**rally, "dice": 4})
    p = binomial(4, F(1, 2))
    assert found["units"]["b"]["wounds"] == {3: p[0], 4: p[1], 5: p[2], 6: p[3] + p[4]}
    assert found["units"]["b"]["models"] == {2: p[0] + p[1], 3: p[2] + p[3] + p[4]}
    # six dice by default; those slain before the turn return too
    units["b"] |= {"models": 1, "starting_models": 3, "damage_taken": 1}
    p = binomial(6, F(1, 2))
    found = answer(units, rally)
    assert found["units"]["b"]["models"] == {1: p[0] + p[1], 2: p[2] + p[3], 3: p[4] + p[5] + p[6]}
    assert found["units"]["b"]["wounds"][6] == p[5] + p[6]


def test_reinforcements() -> None:
    back = {"do": "reinforce", "by": "b"}
    units = {"a": soul(), "b": host(2, health=2, damage_taken=1, reinforcements=True)}
    found = answer(units, kill("b", 3, gate="4+"), back, kill("b", 4), back)
    assert [s["probability"] for s in found["steps"]] == [1, F(1, 2), 1, F(1, 2)]
    # those that came back were slain again and stay gone; the others were not slain before
    assert found["steps"][1]["units"]["b"]["wounds"] == {3: F(1, 2), 4: F(1, 2)}
    assert found["units"]["b"]["models"] == {0: F(1, 2), 2: F(1, 2)}
    del units["b"]["reinforcements"]
    assert destroyed(answer(units, kill("b", 3), back), "b") == (1,)


# --------------------------------------------------------------------------- moves


def test_moves_change_the_gap() -> None:
    units = {"a": man(move=6), "b": man()}

    def charged(*steps: Fields, gap: float = 10) -> F:
        return answer(units, *steps, CHARGE, gap=gap)["flags"]["charged"]

    step = {"by": "a", "toward": "b"}
    assert charged({"do": "move", **step}) == at_least(3)
    assert charged({"do": "move", **step}, gap=18) == at_least(11)
    assert charged({"do": "move", **step}, gap=5) == 1  # not closer than engaged
    assert charged({"do": "advance", **step}, gap=18) == sum(
        at_least(11 - x) for x in range(1, 7)
    ) / F(6)
    assert charged({"do": "fall_back", **step}, gap=1) == at_least(6)
    units = {"a": soul(move=6), "b": soul()}
    assert charged({"do": "run", **step}, gap=15.5) == sum(
        at_least(9 - x) for x in range(1, 7)
    ) / F(6)
    assert charged({"do": "retreat", **step}, gap=0.5) == 0  # slain by its own retreat
    assert charged({"do": "move", **step}, gap=18) == at_least(12)


def test_only_assault_weapons_shoot_after_an_advance() -> None:
    weapons = [GUN, {**GUN, "abilities": ["Torrent", "Assault"], "count": 2}, BLADE]
    units = {"a": man(move=6, weapons=weapons), "b": mob(9)}
    advance = {"do": "advance", "by": "a", "toward": "b"}
    assert losses(answer(units, advance, SHOOT, gap=24), "b", 9) == binomial(2, SURE)
    fight = {"do": "fight", "by": "a", "at": "b"}
    assert losses(answer(units, advance, fight, gap=24), "b", 9) == binomial(1, SURE)


def test_falling_back_battle_shocked_is_desperate() -> None:
    units = {"a": man(), "b": mob(5, move=6, leadership=7)}
    steps = (kill("b", 3), {"do": "battleshock", "by": "b"}, {"do": "fall_back", "by": "b"})
    found = answer(units, *steps, gap=1)
    shocked = F(15, 36)
    expected = {3 + k: shocked * p for k, p in binomial(2, F(1, 3)).items()}
    expected[3] += 1 - shocked
    assert losses(found, "b", 5) == expected
    assert found["flags"]["b.shocked"] == shocked


def test_a_retreat_costs_mortal_damage() -> None:
    step = {"do": "retreat", "by": "b"}
    found = answer({"a": soul(), "b": host(4, move=5)}, step, gap=0.5)
    assert losses(found, "b", 4) == dict.fromkeys((1, 2, 3), F(1, 3))
    found = answer({"a": soul(), "b": host(4, move=5, ward="4+")}, step, gap=0.5)
    three = [binomial(n, F(1, 2)) for n in (1, 2, 3)]
    assert losses(found, "b", 4) == {k: sum(p.get(k, F(0)) for p in three) / 3 for k in range(4)}


# -------------------------------------------------- the three ways of playing agree

TINY = (
    {
        "units": {
            "a": mob(2, weapons=[{**GUN, "abilities": ["Torrent", "Hazardous"]}, BLADE]),
            "b": mob(2, leadership=7, objective_control=1),
        },
        "gap": 6,
        "step": [
            SHOOT, {**CHARGE, "reroll": "failed"}, {**FIGHT, "if": "charged"},
            {"do": "battleshock", "by": "b"}, {"do": "control", "units": ["a", "b"]},
        ],
    },
    {
        "game": "aos",
        "units": {"a": host(2), "b": host(2, health=2, reinforcements=True)},
        "gap": 5,
        "step": [SHOOT, {**CHARGE, "reroll": "failed"}, FIGHT, {"do": "reinforce", "by": "b"}],
    },
)  # fmt: skip


#: Some with so few dice that each sequence can be played from the start.
TINIEST = (
    {
        "units": {
            "a": mob(2, weapons=[{**GUN, "abilities": ["Torrent", "Hazardous"]}, BLADE]),
            "b": mob(2, objective_control=1),
        },
        "gap": 6,
        "step": [
            SHOOT, {**CHARGE, "dice": "D3+3", "reroll": "failed"}, {**FIGHT, "if": "charged"},
            {"do": "control", "units": ["a", "b"]},
        ],
    },
    {
        "units": {"a": man(leadership=7), "b": mob(3, leadership=7, move=3)},
        "gap": 2,
        "step": [
            kill("b", "D3"), {"do": "battleshock", "by": "b"}, {"do": "fall_back", "by": "b"},
            {"do": "charge", "by": "a", "at": "b", "dice": "D6"},
        ],
    },
    {
        "game": "aos",
        "units": {"a": soul(), "b": soul(reinforcements=True)},
        "gap": 5.5,
        "step": [
            kill("b", 1, on="4+"), {"do": "reinforce", "by": "b"},
            {**CHARGE, "dice": "D3+3", "reroll": "failed"}, {**FIGHT, "by": "a", "at": "b"},
            {"do": "retreat", "by": "b"},
        ],
    },
)  # fmt: skip


@pytest.mark.parametrize("fields", TINIEST)
def test_every_sequence_of_dice_from_start_to_end(fields: Fields) -> None:
    """Play each whole turn by itself, nothing shared between them."""
    turn = Turn(fields)
    tables = reference_turns.Tables(turn)
    script = reference.ScriptedDice()
    going = True
    while going:
        outcomes = play(turn, script.die)
        weight = F(1, script.ways)
        tables.at_end(weight)
        last = tables.steps[-1]
        for name, pair in outcomes["units"].items():
            last[name][pair] = last[name].get(pair, F(0)) + weight
        for number, step in enumerate(outcomes["steps"]):
            tables.took[number] += step["took"] * weight
        going = script.advance()
    whole = tables.result(F(1))
    merged = enumerate_exactly(fields, fractions=True)
    for key in ("units", "flags", "joint"):
        assert whole[key] == merged[key], key
    assert whole.get("control") == merged.get("control")
    assert [s["probability"] for s in whole["steps"]] == [s["probability"] for s in merged["steps"]]


@pytest.mark.parametrize("fields", TINY)
def test_many_plays(fields: Fields) -> None:
    """Frequencies lie where the probabilities are, each within 6 standard deviations."""
    trials = 4000
    found, exact = sample(fields, trials, seed=7), enumerate_exactly(fields)

    def near(seen: float, right: float) -> None:
        assert abs(seen - right) <= 6 * math.sqrt((right * (1 - right) + 1 / trials) / trials)

    for seen, right in zip(found["steps"], exact["steps"], strict=True):
        near(seen["probability"], right["probability"])
        for name, unit in right["units"].items():
            for what in ("models", "wounds"):
                for value, p in unit[what].items():
                    near(seen["units"][name][what].get(value, 0.0), p)
    for key in ("flags", "joint"):
        for value, p in exact[key].items():
            near(found[key].get(value, 0.0), p)


def test_too_many_sequences() -> None:
    with pytest.raises(reference_turns.TooManyLeavesError, match="more than 100"):
        enumerate_exactly(TINY[0], limit=100)
