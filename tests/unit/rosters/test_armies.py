"""Armies at targets and each other: each cell by itself, units in turn by enumeration."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any

import pytest
from support.rosters import (
    Node,
    as_json,
    blade,
    gun,
    models,
    patrol,
    roster,
    selection,
    spearhead,
)

import mathhammer
from mathhammer import MathhammerError, Roster
from mathhammer.rosters.army import read_army
from mathhammer.rosters.match_up import ArmyAttacks


def read(root: Node) -> Roster:
    return Roster.read(as_json(root))


def unit(name: str, *weapons: Node, number: int = 1, points: float | None = 50.0,
         **line: str) -> Node:  # fmt: skip
    guns = [selection(one["name"], "upgrade", number, profiles=(one,)) for one in weapons]
    return selection(name, "model", number, *guns, profiles=(models(name, **line),), points=points)


WATCH = read(patrol())


def test_each_cell_is_the_match_up_by_itself() -> None:
    match_up = WATCH.against(WATCH)
    for one in match_up.sides.values():
        across = len(one.targets)
        for place, got in enumerate(one.results):
            ref = mathhammer.attack(
                {**one.units[place // across].unit.attacker, "phase": got_phase(one, place)},
                one.roster.unit(target(got)).target,
            )
            assert got.slain.mean == pytest.approx(ref.slain.mean, abs=1e-12)
            assert got.destroyed == pytest.approx(ref.destroyed, abs=1e-12)
    rows = list(match_up.rows())
    assert len(rows) == len(match_up.results) == 2 * 6 * 3
    assert (
        rows[0]["unit"] == "Wardens" and rows[0]["side"] == "there" and rows[-1]["side"] == "back"
    )


def got_phase(one: ArmyAttacks, place: int) -> str:
    return one.units[place // len(one.targets)].phase


def target(result: Any) -> str:
    return str(result.target.name)


def test_profiles_have_a_row_each_at_targets_and_the_best_counts_at_armies() -> None:
    attacks = WATCH.at(["meq", "teq"], units=["wardens"], phase="shoot")
    assert [one.attacker.label for one in attacks.units] == [
        "Wardens, shooting, steady", "Wardens, shooting, flare",
    ]  # fmt: skip
    for mode, one in zip(("steady", "flare"), attacks.units, strict=True):
        fields = {**one.unit.attacker, "phase": "shoot",
                  "use": {"Star lance": f"Star lance - {mode}"}}  # fmt: skip
        assert attacks.cell(attacks.units.index(one), 1).damage.mean == pytest.approx(
            mathhammer.attack(fields, "teq").damage.mean, abs=1e-12
        )
    assert [u.name for u in WATCH.against(WATCH, units=["Wardens"], phase="shoot").there.units] == [
        "Wardens"
    ]


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("re-roll hits: ones", {"modifiers": {"reroll_hits": "ones"}}),
        ("+1 to wound, Lethal Hits", {"modifiers": {"wound": 1}, "abilities": ["Lethal Hits"]}),
        ("crit hits 5+, sustained hits 1", {"modifiers": {"critical_hits": "5+"},
                                            "abilities": ["Sustained Hits 1"]}),
    ],
)  # fmt: skip
def test_what_all_weapons_have_is_the_attacker_s(text: str, fields: dict[str, Any]) -> None:
    assert read_army(text, "wh40k") == fields
    got = WATCH.at("teq", army=text, units=["Captain"], phase="fight").results[0]
    ref = mathhammer.attack({**WATCH.unit("Captain").attacker, **fields, "phase": "fight"}, "teq")
    assert got.damage.mean == pytest.approx(ref.damage.mean, abs=1e-12)
    plain = WATCH.at("teq", units=["Captain"], phase="fight").results[0]
    assert got.damage.mean > plain.damage.mean


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("re-roll hits: onse", "did you mean 'ones'"),
        ("Letal Hits", "did you mean 'Lethal Hits'"),
        ("group: guards", "no ability or modifier that all weapons could have"),
        ('24"', "unknown ability"),
    ],
)
def test_what_no_army_has_is_refused(text: str, words: str) -> None:
    with pytest.raises(MathhammerError) as error:
        WATCH.at("meq", army=text)
    assert str(error.value).startswith("army: ") and words in str(error.value)


# ------------------------------------------------------------------ several units in turn

#: Two guns that wound 1 in 3 of what they hit (4 in 6), without saves: 2 in 9 a shot.
SHOT = Fraction(2, 9)


@cache
def left_after(alive: int, attacks: int) -> dict[int, Fraction]:
    """Return how many models of one wound are left after so many shots."""
    found: dict[int, Fraction] = {}
    for k in range(attacks + 1):
        chance = comb(attacks, k) * SHOT**k * (1 - SHOT) ** (attacks - k)
        left = max(0, alive - k)
        found[left] = found.get(left, Fraction(0)) + chance
    return found


def destroyed(shooters: list[tuple[int, bool]], alive: int) -> Fraction:
    """Return P(no model left): each shooter has shots, with Blast one more for five models."""
    states = {alive: Fraction(1)}
    for attacks, blast in shooters:
        after: dict[int, Fraction] = {}
        for living, chance in states.items():
            shots = attacks + (living // 5 if blast else 0)
            for left, share in left_after(living, shots).items():
                after[left] = after.get(left, Fraction(0)) + chance * share
        states = after
    return states[0]


def test_units_in_turn_meet_what_others_left_by_enumeration() -> None:
    values = {"S": "3", "AP": "0", "D": "1"}
    plain, blast = (
        gun("Long gun", A="9", **values),
        gun("Mortar", A="9", Keywords="Blast", **values),
    )
    army = read(roster(unit("Guns", plain), unit("Mortars", blast)))
    crowd = read(roster(unit("Crowd", blade(), number=5, T="4", SV="7+", W="1")))
    match_up = army.against(crowd, phase="shoot", level=0.3)
    # S3 against T4 wounds on 5+: 4/6 x 2/6 = 2/9.
    found = match_up.in_turn["there"][0]
    first = destroyed([(9, True), (9, False)], 5)
    second = destroyed([(9, False), (9, True)], 5)
    assert first > second
    assert found.surest[1].units == ("Mortars", "Guns")
    assert found.surest[1].destroyed == pytest.approx(float(first), abs=1e-12)
    assert found.surest[0].destroyed == pytest.approx(float(destroyed([(9, True)], 5)), abs=1e-12)
    assert found.cheapest == found.surest[1] and found.cheapest.points == 100.0
    added = float(destroyed([(9, True)], 5) + destroyed([(9, False)], 5))
    assert abs(added - found.surest[1].destroyed) > 0.1  # it isn't a sum


def test_units_in_turn_are_as_in_a_turn() -> None:
    match_up = WATCH.against(WATCH, phase="fight", level=0.5)
    compared = 0
    for found in match_up.in_turn["there"]:
        sets = found.surest[1]
        of_turn = {
            name: {
                **WATCH.unit(name).attacker,
                "models": 1,
                "toughness": 4,
                "wounds": 1,
                "side": "first",
            }
            for name in sets.units
        }
        for one in of_turn.values():
            one["weapons"] = [
                {k: v for k, v in weapon.items() if k not in ("group", "modes")}
                for weapon in one["weapons"] if weapon["type"] == "melee"
            ]  # fmt: skip
            one.pop("keywords", None)
        if any(not one["weapons"] for one in of_turn.values()):
            continue
        turn = mathhammer.turn({
            "units": {**of_turn, "b": {**WATCH.unit(found.target).target, "side": "second"}},
            "step": [{"do": "fight", "by": [name], "at": "b"} for name in of_turn],
        })  # fmt: skip
        assert turn.destroyed("b") == pytest.approx(sets.destroyed, abs=1e-9)
        compared += 1
    assert compared > 1


def test_without_points_the_cheapest_are_the_fewest() -> None:
    army = read(roster(unit("A", gun(), points=None), unit("B", gun(A="9"), points=200.0)))
    found = army.against(army, level=0.001, phase="shoot").in_turn["there"][0]
    assert found.cheapest is not None and len(found.cheapest.units) == 1
    assert found.cheapest.units == ("B",) and found.surest[1].points is None


def test_an_army_of_age_of_sigmar_in_turn() -> None:
    riders = read(spearhead())
    match_up = riders.against(riders)
    assert {one.phase for one in match_up.in_turn["there"]} == {"fight"}
    json.dumps(match_up.to_dict(), allow_nan=False)


def test_what_is_not_computed_is_said() -> None:
    odd = unit("Odd", gun(S="*", AP="*", D="*"))
    army = read(roster(odd, unit("Wardens", gun())))
    attacks = army.at("meq")
    assert [str(one) for one in attacks.left_out] == ["Odd: its weapons aren't understood"]
    assert "Odd: its weapons aren't understood" in attacks.text().replace("\n", " ")
    assert army.against(army).to_dict()["armies"][0]["left_out"][0]["unit"] == "Odd"
    with pytest.raises(MathhammerError, match="no unit of Watch has weapons: Odd: its weapons"):
        read(roster(odd)).at("meq")


def test_lists_of_two_games_don_t_meet() -> None:
    with pytest.raises(MathhammerError, match="lists of one game meet"):
        WATCH.against(read(spearhead()))


def test_leaders_are_attached_before_anything_is_computed() -> None:
    army = WATCH.attach("Captain", "Wardens")
    match_up = army.against(WATCH)
    assert "Captain" not in {one.name for one in match_up.there.units}
    assert "Wardens + Captain" in {one.name for one in match_up.there.units}
    assert match_up.back.targets[0].label == "Wardens + Captain"
