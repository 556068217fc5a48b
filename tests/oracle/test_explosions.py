"""Deadly Demise worked out by hand, in fractions: in an attack and in a turn (W-5.7).

The expected numbers follow from the rules digest, not from the literal dice-roller, which
draws the ability at random in `test_against_reference` and `test_turns_against_reference`.
"""

from __future__ import annotations

from fractions import Fraction as F
from typing import Any

import pytest
from support.by_hand import MELEE, SURE, WOUND, check, equal, play

import mathhammer
from mathhammer.core.errors import MathhammerError, NotModelledError
from mathhammer.results.attack import Result

Fields = dict[str, Any]
DEMISE: Fields = {"abilities": ["Deadly Demise D3"]}
NEAR: Fields = {"within_deadly_demise": True}
#: A unit of one model with one wound that explodes, and one that doesn't.
TANK: Fields = {"toughness": 4, "wounds": 1, "abilities": ["Deadly Demise 1"]}
SQUAD: Fields = {"toughness": 4, "models": 3, "wounds": 1}
SIXTH = F(1, 6)


def suffered(result: Result) -> Any:
    losses = result.self_losses
    assert losses is not None
    return losses


# ------------------------------------------------------------------------------ an attack


def test_the_attacker_near_it_suffers_the_explosion() -> None:
    losses = suffered(play(SURE, DEMISE, NEAR))
    explodes = WOUND * SIXTH
    check(losses["mortal"], 1 - explodes, explodes / 3, explodes / 3, explodes / 3)
    check(losses["explosions"], 1 - explodes, explodes)
    check(losses["slain"], 1)


def test_it_explodes_only_where_it_is_destroyed() -> None:
    losses = suffered(play({**SURE, "count": 2}, {**DEMISE, "wounds": 2}, NEAR))
    check(losses["explosions"], 1 - WOUND**2 / 6, WOUND**2 / 6)


@pytest.mark.parametrize(
    "weapon, context, hurt",
    [
        ({}, {}, False),
        (MELEE, {}, True),
        ({}, {"distance": 6}, True),
        ({}, {"distance": 6.5}, False),
        ({}, {"distance": 6.5, "within_deadly_demise": True}, True),
        (MELEE, {"within_deadly_demise": False}, False),
        (MELEE, {"distance": 1}, True),
    ],
)
def test_who_is_near_it_is_what_the_context_says(weapon: Any, context: Any, hurt: bool) -> None:
    result = play({**SURE, **weapon}, DEMISE, context)
    assert (result.self_losses is not None) is hurt
    told = any("Deadly Demise D3: the attacker is not within" in note for note in result.notes)
    assert told is not (hurt or "within_deadly_demise" in context)
    equal(result.destroyed, WOUND)


def test_hazardous_and_the_explosion_add_up() -> None:
    weapon = {**SURE, "abilities": ["Torrent", "Hazardous"]}
    losses = suffered(
        play(weapon, {"abilities": ["Deadly Demise 2"]}, NEAR, {"keywords": "Vehicle"})
    )
    ones, bang = SIXTH, WOUND * SIXTH
    check(losses["mortal"], (1 - ones) * (1 - bang), 0, (1 - ones) * bang, ones * (1 - bang), 0,
          ones * bang)  # fmt: skip
    squad = suffered(play(weapon, DEMISE, NEAR, {"models": 5}))
    check(squad["slain"], 1 - SIXTH, SIXTH)
    equal(squad["mortal"].mean, 2 * WOUND * SIXTH)


def test_of_two_the_one_with_the_higher_mean_counts() -> None:
    losses = suffered(play(SURE, {"abilities": "Deadly Demise D3, Deadly Demise D6"}, NEAR))
    assert losses["mortal"].maximum == 6


def test_monte_carlo_counts_what_the_exact_engine_does() -> None:
    result = mathhammer.simulate(
        {"weapons": [{**SURE, "abilities": ["Torrent", "Hazardous"]}], "models": 4},
        {"toughness": 4, "wounds": 1, **DEMISE}, context=NEAR, trials=200_000, seed=3, samples=500,
    )  # fmt: skip
    answer = result.to_dict()["self"]
    assert abs(answer["explosions"]["mean"] - 5 / 36) < 0.004
    assert abs(answer["mortal"]["mean"] - 10 / 36) < 0.01
    table = result.sample_table()
    exploded = table["self_mortal"] > 0
    assert exploded.any() and (table["destroyed"][exploded] == 1).all()
    assert result.measure("self_explosions").value == answer["explosions"]["mean"]


@pytest.mark.parametrize("more", [{"models": 2}, {"leader": {"wounds": 3}}])
def test_a_unit_of_several_models_is_refused_by_name(more: Any) -> None:
    with pytest.raises(NotModelledError, match=r"Deadly Demise of a unit of 2 models .* leave it"):
        play(SURE, {**DEMISE, **more}, NEAR)
    units = {"a": {**SQUAD, "weapons": [SURE]}, "b": {**TANK, **more}}
    with pytest.raises(
        NotModelledError, match=r"units\.b\.abilities: Deadly Demise of a unit of 2 models"
    ):
        mathhammer.turn({"units": units, "step": [{"do": "shoot", "by": "a", "at": "b"}]})


@pytest.mark.parametrize("words", ["Deadly Demise", "Deadly Demise x", "Deadly Demise 101"])
def test_its_value_is_a_number_or_dice(words: str) -> None:
    with pytest.raises(MathhammerError, match="Deadly Demise"):
        play(SURE, {"abilities": [words]})


def test_it_is_an_ability_of_a_target_not_of_a_weapon() -> None:
    with pytest.raises(MathhammerError, match="ability of a target, not of a weapon"):
        play({**SURE, "abilities": ["Deadly Demise D3"]}, {})
    with pytest.raises(MathhammerError, match="Deadly Demise"):
        play(SURE, {"abilities": ["Deadly Demice D3"]})


def test_its_notation_reads_back() -> None:
    result = mathhammer.attack("A1 BS2+ S8 AP0 D1", "1x T4 Sv- W1 [Vehicle, deadly demise d3]")
    assert [str(ability) for ability in result.target.abilities] == ["Deadly Demise D3"]


# -------------------------------------------------------------------------------- a turn


def turn(units: Fields, *steps: Fields, **more: Any) -> Any:
    return mathhammer.turn({"units": units, "step": list(steps), **more})


def loses(name: str, number: int = 1, **more: Any) -> Fields:
    """Return a step that costs a unit so many wounds for certain."""
    return {"do": "mortals", "at": name, "dice": number, **more}


def models(result: Any, name: str, *right: F | int) -> None:
    check(result.models(name), *right)


def test_only_those_within_six_inches_suffer() -> None:
    units = {"a": SQUAD, "b": TANK}
    models(turn(units, loses("b"), gap=6), "a", 0, 0, SIXTH, 1 - SIXTH)
    models(turn(units, loses("b"), gap=6.5), "a", 0, 0, 0, 1)
    models(turn(units, loses("b")), "a", 0, 0, 0, 1)


def test_each_unit_near_it_rolls_its_own_wounds_after_one_die() -> None:
    units = {"a": SQUAD, "b": {**TANK, "abilities": "Deadly Demise D3"},
             "c": {**SQUAD, "side": "first"}}  # fmt: skip
    result = turn(units, loses("b"), gap=3)
    joint = mathhammer.turn(
        {"units": {"a": SQUAD, "c": units["c"], "b": units["b"]}, "step": [loses("b")], "gap": 3}
    ).joint
    third = SIXTH / 9
    for one in range(3):
        for other in range(3):
            equal(float(joint[one, other]), third)
    equal(float(joint[3, 3]), 1 - SIXTH)
    assert result.touched(0) == ("b", "a", "c")
    assert any("how near its own side's units stand is not known" in note
               for note in turn({**units, "d": SQUAD}, loses("b"), gap=3).notes)  # fmt: skip


def test_one_explosion_sets_off_another() -> None:
    units = {"a": TANK, "b": TANK, "d": SQUAD}
    result = turn(units, loses("b"), gap=2)
    equal(result.destroyed("a"), SIXTH)
    models(result, "d", 0, 0, SIXTH**2, 1 - SIXTH**2)  # of a's explosion, not of its friend's


def test_the_first_to_be_destroyed_in_a_fight_takes_the_next_with_it() -> None:
    sure = {**SURE, "type": "melee", "count": 12}
    units = {
        "a": {**TANK, "fights_first": True, "weapons": [sure]},
        "b": {**TANK, "weapons": [sure]},
    }
    fight = {"do": "fight", "by": ["a", "b"]}
    result = turn(units, fight)  # no gap: who fights is near
    missed = (1 - WOUND) ** 12
    # a strikes first; b explodes, or strikes back if it lives, and then a explodes for nothing
    equal(result.destroyed("b"), 1 - missed + missed * (1 - missed) * SIXTH)
    equal(result.destroyed("a"), (1 - missed) * SIXTH + missed * (1 - missed))


def test_a_target_explodes_before_the_tests_of_hazardous_weapons() -> None:
    """The wounded model falls to the explosion, so a 1 slays a fresh one."""
    gun = {**SURE, "abilities": ["Torrent", "Hazardous"]}
    shooter = {"toughness": 4, "models": 2, "wounds": 2, "wounds_lost": 1, "weapons": [gun]}
    step = {"do": "shoot", "by": "a", "at": "b"}
    result = turn({"a": shooter, "b": TANK}, step, gap=4)
    bang = WOUND * SIXTH
    check(result.wounds("a"), bang * SIXTH, 0, bang * (1 - SIXTH) + (1 - bang) * SIXTH,
          (1 - bang) * (1 - SIXTH))  # fmt: skip


def test_an_attacker_slain_by_its_own_weapon_explodes_too() -> None:
    gun = {**SURE, "abilities": ["Torrent", "Hazardous"]}
    units = {"a": {**TANK, "weapons": [gun]}, "b": {**SQUAD, "toughness": 12, "models": 1}}
    result = turn(units, {"do": "shoot", "by": "a", "at": "b"}, gap=4)
    missed = 1 - F(1, 3)  # strength 8 on toughness 12 wounds on 5+
    equal(result.destroyed("a"), SIXTH)
    equal(result.destroyed("b"), 1 - missed * (1 - SIXTH * SIXTH))


def test_an_overwatch_that_destroys_who_charges_sets_it_off() -> None:
    units = {"a": TANK, "b": {**SQUAD, "weapons": [{**SURE, "count": 1}]}}
    charge = {"do": "charge", "by": "a", "at": "b", "overwatch": True}
    result = turn(units, charge, gap=5)
    models(result, "b", 0, 0, WOUND * SIXTH, 1 - WOUND * SIXTH)
    far = turn(units, charge, gap=7)
    models(far, "b", 0, 0, 0, 1)


@pytest.mark.parametrize("said, hurt", [(True, True), (False, False)])
def test_what_the_context_of_a_step_says_counts(said: bool, hurt: bool) -> None:
    step = {"do": "shoot", "by": "a", "at": "b", "context": {"within_deadly_demise": said}}
    units = {"a": {**SQUAD, "weapons": [SURE]}, "b": TANK}
    bang = WOUND * SIXTH if hurt else 0
    models(turn(units, step, gap=4 if not said else 9), "a", 0, 0, bang, 1 - bang)


STAYS: tuple[Fields, ...] = (
    loses("b"),
    {"do": "move", "by": "a", "toward": "b"},
    loses("d"),
)


def test_a_wreck_that_is_approached_later_does_not_explode() -> None:
    units = {"a": {**SQUAD, "move": 8}, "b": TANK, "d": SQUAD}
    models(turn(units, *STAYS, gap=9), "a", 0, 0, 0, 1)
    seen = mathhammer.turn(
        {"units": units, "step": list(STAYS), "gap": 9}, engine="montecarlo", trials=2_000, seed=1
    )
    models(seen, "a", 0, 0, 0, 1)


def test_who_comes_back_may_explode_again() -> None:
    units = {"a": {**SQUAD, "models": 2}, "b": {**TANK, "reinforcements": True}}
    steps = (loses("b"), {"do": "reinforce", "by": "b"}, loses("b"))
    check(turn(units, *steps, gap=5).models("a"), SIXTH**2, 2 * SIXTH * (1 - SIXTH),
          (1 - SIXTH) ** 2)  # fmt: skip
    seen = mathhammer.turn(
        {"units": units, "step": list(steps), "gap": 5}, engine="montecarlo", trials=50_000, seed=1
    )
    assert abs(seen.destroyed("a") - 1 / 36) < 0.005


def test_feel_no_pain_is_rolled_for_each_wound() -> None:
    units = {
        "a": {**SQUAD, "feel_no_pain_mortals": "4+"},
        "b": {**TANK, "abilities": "Deadly Demise 2"},
    }
    models(turn(units, loses("b"), gap=1), "a", 0, SIXTH / 4, SIXTH / 2, 1 - SIXTH * F(3, 4))


def test_notes_of_a_turn_follow_whom_an_explosion_may_have_destroyed() -> None:
    """Who may be destroyed by it may not be there any more to charge."""
    units = {"a": {**TANK, "move": 6}, "b": TANK, "d": SQUAD}
    result = turn(units, loses("b"), {"do": "charge", "by": "a", "at": "d"}, gap=5)
    equal(result.steps[1].probability, 1 - SIXTH)
    assert result.notes


def test_without_a_gap_a_note_says_whom_it_reaches() -> None:
    notes = turn({"a": SQUAD, "b": TANK}, loses("b")).notes
    assert any("without the field 'gap' its Deadly Demise reaches those whom it fights" in note
               for note in notes)  # fmt: skip


@pytest.mark.parametrize("do", ["shoot", "fight"])
@pytest.mark.parametrize("gap", [None, 1, 3, 8])
@pytest.mark.parametrize("distance, hurt", [(3, True), (6, True), (8, False)])
def test_a_distance_goes_before_the_gap(
    do: str, gap: int | None, distance: int, hurt: bool
) -> None:
    names: Fields = {"by": "a", "at": "b"} if do == "shoot" else {"by": ["a"], "at": "b"}
    gun = SURE if do == "shoot" else {**SURE, "type": "melee"}
    units = {"a": {**SQUAD, "weapons": [gun]}, "b": TANK}
    step = {"do": do, **names, "context": {"distance": distance}}
    known = {} if gap is None else {"gap": gap}
    result = turn(units, step, **known)
    bang = WOUND * SIXTH if hurt else 0
    models(result, "a", 0, 0, bang, 1 - bang)
    found = " ".join(result.notes)
    assert ("takes precedence" in found) is (gap is not None and gap != distance)
    assert ("suffers nothing" in found) is not hurt


def test_said_to_be_near_goes_before_a_distance() -> None:
    context = {"distance": 8, "within_deadly_demise": True}
    step = {"do": "shoot", "by": "a", "at": "b", "context": context}
    units = {"a": {**SQUAD, "weapons": [SURE]}, "b": TANK}
    bang = WOUND * SIXTH
    models(turn(units, step, gap=8), "a", 0, 0, bang, 1 - bang)


@pytest.mark.parametrize("steps", [(), ({"do": "charge", "by": "a", "at": "b"},)])
def test_no_note_denies_the_explosion_of_who_fights(steps: tuple[Fields, ...]) -> None:
    units = {"a": {**SQUAD, "weapons": [{**SURE, "type": "melee"}]}, "b": TANK}
    result = turn(units, *steps, {"do": "fight", "by": ["a"], "at": "b"}, gap=8)
    bang = WOUND * SIXTH
    models(result, "a", 0, 0, bang, 1 - bang)
    assert not any("suffers nothing" in note for note in result.notes)
