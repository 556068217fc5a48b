"""Wrong turns: one sentence, with the place, what was given, and what is allowed."""

from __future__ import annotations

from typing import Any

import pytest
from support.refusals import refusal

import mathhammer
from mathhammer.core.errors import MathhammerError, TooLargeError
from mathhammer.engine.exact import turns as engine
from mathhammer.games.turns.steps.registry import read_step
from mathhammer.reading.scenario import from_mapping

Fields = dict[str, Any]

GUN: Fields = {"name": "gun", "attacks": 1, "strength": 8, "damage": 1, "abilities": ["Torrent"]}
BLADE: Fields = {**GUN, "name": "blade", "type": "melee"}
CLAW: Fields = {**BLADE, "name": "claw"}
BOW: Fields = {"name": "bow", "attacks": 1, "hit": 2, "wound": 2, "damage": 1, "type": "ranged"}
SWORD: Fields = {**BOW, "name": "sword", "type": "melee"}
SHOOT: Fields = {"do": "shoot", "by": "a", "at": "b"}
CHARGE: Fields = {"do": "charge", "by": "a", "at": "b"}
FIGHT: Fields = {"do": "fight", "by": ["a", "b"]}
NEVER: Fields = {"if": ["charged", "not charged"]}


def man(**more: Any) -> Fields:
    return {"toughness": 4, "wounds": 1, "weapons": [GUN, BLADE], **more}


def soul(**more: Any) -> Fields:
    return {"health": 1, "weapons": [BOW, SWORD], **more}


TWO: Fields = {"a": man(), "b": man()}
SOULS: Fields = {"a": soul(), "b": soul()}
THREE: Fields = {**TWO, "c": man(side="first", weapons=[CLAW])}


def turn(units: Fields, *steps: Fields, **more: Any) -> Any:
    game = "aos" if any("health" in unit for unit in units.values()) else "wh40k"
    return mathhammer.turn({"game": game, "units": units, "step": list(steps), **more})


@pytest.mark.parametrize(
    ("units", "steps", "said"),
    [
        # sides
        (
            THREE, [{"do": "fight", "by": ["a", "b"], "at": {"a": "c"}}],
            "step[0].at: a and c are on the same side",
        ),
        (THREE, [{**SHOOT, "at": "c"}], "step[0]: a and c are on the same side"),
        (
            THREE, [{"do": "move", "by": "a", "toward": "c"}],
            "step[0].toward: c is no enemy of a",
        ),
        (TWO, [{"do": "move", "by": "a", "toward": "a"}], "step[0].toward: a is no enemy of a"),
        # weapons: none named is not all of them
        (TWO, [{**SHOOT, "weapons": []}], "step[0].weapons: an empty list: name at least one"),
        (TWO, [{**FIGHT, "weapons": []}], "step[0].weapons: an empty list: name at least one"),
        # weapons, by type and over all that fight
        (
            TWO, [{**SHOOT, "weapons": ["blade"]}],
            "step[0].weapons: 'blade' is no ranged weapon of a; ranged weapons: gun",
        ),
        (
            THREE, [{**FIGHT, "by": ["b", "c"], "weapons": "gun"}],
            "step[0].weapons: 'gun' is no melee weapon of b or c; melee weapons: blade, claw",
        ),
        (TWO, [{**FIGHT, "weapons": ["blad"]}], "(did you mean 'blade'?)"),
        # fields that have no place
        (
            TWO, [{**CHARGE, "context": {"stationary": True}}],
            "step[0].context: the context of a charge is that of the overwatch, which it doesn't",
        ),
        (
            {"a": soul(leadership=7), "b": soul()}, [SHOOT],
            'units.a.leadership: it belongs to Warhammer 40,000 (game = "wh40k")',
        ),
        (
            {"a": man(strike_last=True), "b": man()}, [SHOOT],
            'units.a.strike_last: it belongs to Age of Sigmar (game = "aos")',
        ),
        # names
        ({1: man(), "1": man()}, [SHOOT], "units: two units are named '1'"),
        ({"": man(), "b": man()}, [SHOOT], "a unit needs a name, as in [units.a]"),
        ({"not a": man(), "b": man()}, [SHOOT], "'not a' is no name of a unit: conditions begin"),
        (TWO, [{**FIGHT, "by": ["a", "b", "a"]}], "step[0].by: 'a' is named twice"),
        (TWO, [{"do": "control", "units": ["b", "b"]}], "step[0].units: 'b' is named twice"),
        (TWO, [{**CHARGE, "name": "Not x"}], "step[0].name: 'Not x' is no name of a flag"),
        (TWO, [{**CHARGE, "name": "not"}], "step[0].name: 'not' is no name of a flag"),
        (TWO, [{**CHARGE, "name": "  "}], "step[0].name: an empty text is no name of a flag"),
        (
            TWO, [{**CHARGE, "name": "b.shocked"}],
            "step[0].name: 'b.shocked' is the flag of a Battle-shock test (UNIT.shocked)",
        ),
        # a group is checked where nothing is attacked with it, too
        (
            {"a": {"toughness": 4, "wounds": 1, "groups": [{"name": "elite", "models": 2}],
                   "weapons": [{**BLADE, "group": "elit"}, GUN]}, "b": man()},
            [SHOOT],
            "units.a.weapon 'blade': 'elit' is no group of the unit (did you mean 'elite'?); "
            "groups: elite",
        ),
        # flags and contexts
        (
            TWO, [CHARGE, {**FIGHT, "if": "not chargd"}],
            "step[1].if: 'not chargd' is no flag (did you mean 'charged'?); set before: charged",
        ),
        (TWO, [{**FIGHT, "if": "charged"}, CHARGE], "'charged' is no flag; none is set before"),
        (TWO, [{**SHOOT, "context": {"cover": 3}}], "step[0].context.cover: 3 is not true or"),
        # steps of the other game
        (
            TWO, [{"do": "run", "by": "a", "toward": "b"}],
            "step[0].do: 'run' is no step here: it belongs to Age of Sigmar (game = \"aos\"); "
            "Warhammer 40,000 has 'advance'",
        ),
        (TWO, [{"do": "rally", "by": "a"}], "it belongs to Age of Sigmar (game = \"aos\")"),
        (SOULS, [{"do": "fall_back", "by": "a"}], "Age of Sigmar has 'retreat'"),
        (SOULS, [{"do": "battleshock", "by": "a"}], "'battleshock' is no step here: it belongs to"),
        # stratagems, and what is no step
        (TWO, [{"do": "grenade", "by": "a"}], "step[0]: a step needs the field 'at'"),
        (TWO, [{"do": "grenade", "by": "a", "at": "a"}], "step[0]: a and a are on the same side"),
        (
            TWO, [{"do": "grenade", "by": "a", "at": "b", "dice": 6}],
            "step[0]: unknown field 'dice' of a step; fields: do, if, by, at",
        ),
        (
            TWO, [{"do": "tank_shock", "by": "a", "at": "b", "weapon": "blad"}],
            "step[0].weapon: 'blad' is no melee weapon of a (did you mean 'blade'?)",
        ),
        (TWO, [{"do": "Heroic Intervention"}], "step[0].do: 'Heroic Intervention' is no step of"),
        # what explodes
        (
            {"a": man(), "b": man(abilities="Deadly Demise")}, [SHOOT],
            "units.b.abilities[0]: 'Deadly Demise' needs a value, like 'Deadly Demise 1'",
        ),
        (
            {"a": man(), "b": man(abilities="Deadly Demise D7")}, [SHOOT],
            "units.b.abilities[0]: 'Deadly Demise D7': 'd7' is not a number or dice like D6",
        ),
        (
            {"a": man(), "b": man(abilities="Feel No Pain 9+")}, [SHOOT],
            "units.b.abilities[0]: 'Feel No Pain 9+'",
        ),
        (
            {"a": man(), "b": man(abilities="Deadly Demise 1", models=3)}, [SHOOT],
            "units.b.abilities: Deadly Demise of a unit of 3 models is not modelled",
        ),
        (
            TWO, [{**SHOOT, "context": {"within_deadly_demise": "maybe"}}],
            "step[0].context.within_deadly_demise: 'maybe' is not true or false",
        ),
        (
            SOULS, [{**SHOOT, "context": {"within_deadly_demise": True}}],
            "step[0].context: 'within_deadly_demise'",
        ),
        # all on one side
        (
            {"x": man(), "y": man()}, [{**SHOOT, "by": "x", "at": "y"}],
            "step[0]: x and y are on the same side (all units are of the second side, as all but a "
            'unit named a are by default: give one side = "first")',
        ),
        (
            {"a": man(), "b": man(side="first")}, [FIGHT],
            "step[0].at: a has no enemy in this step (all units are of the first side: give one "
            'side = "second"): say whom it fights',
        ),
        (
            {"x": man(), "y": man()}, [{"do": "move", "by": "x", "toward": "y"}],
            "step[0].toward: y is no enemy of x (all units are of the second side",
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_where_it_is(units: Fields, steps: list[Fields], said: str) -> None:
    assert said in refusal(turn, units, *steps, gap=9)


def test_a_weapon_that_one_of_those_that_fight_has_may_be_named() -> None:
    result = turn(THREE, {**FIGHT, "by": ["b", "c"], "weapons": "claw"})
    assert result.destroyed("b") > 0 and result.destroyed("c") == 0
    assert "fight: b has none of the weapons named and doesn't strike." in result.notes


def test_names_of_flags_are_read_without_blanks() -> None:
    result = turn(TWO, {**CHARGE, "name": " in "}, {**FIGHT, "if": " in "}, gap=9)
    assert list(result.flags) == ["in"]
    assert result.steps[1].probability == pytest.approx(15 / 36) == result.flags["in"]


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ({"do": "move", "by": "b", "toward": "a"}, "units.b needs the field 'move'"),
        ({"do": "move", "by": "a"}, "needs the field 'toward'"),
        ({"do": "battleshock", "by": "b"}, "units.b needs the field 'leadership'"),
        ({"do": "shoot", "by": "b", "at": "a"}, "b has no ranged weapon to shoot with"),
        ({"do": "charge", "by": "c", "at": "a"}, "c and a are on the same side"),
        ({**CHARGE, "overwatch": True}, "b has no ranged weapon"),
        ({"do": "control", "units": ["a"]}, "units.a needs the field 'objective_control'"),
        ({"do": "fight", "by": ["a", "c"]}, "a has no enemy in this step"),
        ({"do": "mortals", "at": "b", "by": "b", "per_model": 1}, "dice for each model of the"),
    ],
)
def test_a_step_that_never_takes_place_is_checked_all_the_same(step: Fields, said: str) -> None:
    units = {"a": man(move=6), "b": man(weapons=[BLADE]), "c": man(side="first", move=6)}
    for condition in (NEVER, {}):
        with pytest.raises(MathhammerError) as caught:
            turn(units, CHARGE, {**step, **condition}, gap=9)
        assert str(caught.value).startswith("step[1]") and said in str(caught.value)


def test_a_check_of_what_never_takes_place_changes_nothing() -> None:
    """Neither notes, nor rulings, nor probabilities, nor branches."""
    deadly = {"a": man(weapons=[{**GUN, "abilities": ["Torrent", "Blast"]}, BLADE]), "b": man()}
    plain = turn(deadly, CHARGE, gap=9)
    more = turn(deadly, CHARGE, {**SHOOT, **NEVER}, {**CHARGE, **NEVER}, gap=9)
    assert len(more.compiled.branches) == len(plain.compiled.branches)
    assert [step.probability for step in more.steps[1:]] == [0.0, 0.0]
    assert more.ruleset == plain.ruleset and more.flags == plain.flags
    assert [note for note in more.notes if "never holds" not in note] == plain.notes


# ---------------------------------------------------------------------------- from Python


@pytest.mark.parametrize("step", [-1, 1, 7, True, 0.0, "0"])
def test_states_after_a_step_that_is_none(step: Any) -> None:
    result = turn(TWO, SHOOT)
    assert result.models("b", 0) == result.models("b")
    for ask in (result.models, result.wounds, result.destroyed):
        with pytest.raises(MathhammerError, match=r"is no step: the turn has those from 0 to 0"):
            ask("b", step)


def test_what_is_no_turn_is_refused() -> None:
    for value in ("turn.toml", ["x"], 3, None):
        with pytest.raises(MathhammerError, match="is not a turn: a table of fields is expected"):
            mathhammer.turn(value)  # type: ignore[arg-type]
    for value in (3, None, {"units": {}}, ["x.toml"]):
        with pytest.raises(MathhammerError, match="is not the path of a file"):
            mathhammer.run(value)  # type: ignore[arg-type]
    with pytest.raises(MathhammerError, match="is not a scenario"):
        from_mapping(["turn"])  # type: ignore[arg-type]
    attack = {"kind": "attack", "attacker": "A2 BS3+ S4 AP-1 D1", "target": "meq"}
    with pytest.raises(MathhammerError, match=r"kind: kind = 'turn' is expected"):
        mathhammer.turn(attack)


# ---------------------------------------------------------------------------- too large


def test_too_many_branches_name_the_step() -> None:
    horde = {"models": 50, "wounds": 20}
    with pytest.raises(TooLargeError) as caught:
        turn({"a": man(**horde), "b": man(**horde)}, SHOOT, CHARGE, gap=9)
    assert str(caught.value).startswith("step[1]: 2 branches of 1002001 joint states make 2004002;")


@pytest.mark.parametrize("engine_name", ["exact", "montecarlo"])
def test_too_many_flags_say_what_helps(engine_name: str) -> None:
    def play_charges(*names: str) -> Any:
        fields = {"units": TWO, "gap": 9, "step": [{**CHARGE, "name": name} for name in names]}
        return mathhammer.turn(fields, engine=engine_name)

    with pytest.raises(
        TooLargeError, match=r"^step\[10\]: 2048 .* 2000, for Monte Carlo too: .*'name'"
    ):
        play_charges(*(f"c{i}" for i in range(12)))
    assert play_charges(*["c"] * 12).flags["c"] > 0.99


def test_too_much_work_names_the_step(monkeypatch: pytest.MonkeyPatch) -> None:
    units = {"a": man(models=5), "b": man(models=5)}
    before = turn(units, SHOOT)
    assert before.models("b").mean > 0
    monkeypatch.setattr(engine, "MAX_WORK", before.evolution.work)
    assert turn(units, SHOOT, SHOOT).script  # nothing is played yet
    with pytest.raises(TooLargeError, match=r"^step\[1\]: the turn takes more than .* steps"):
        turn(units, SHOOT, {**SHOOT, "by": "b", "at": "a"}).models("b")


@pytest.mark.parametrize(
    ("fields", "title"),
    [
        ({"by": ["a", "b"]}, "fight a, b"),
        ({"by": "a", "at": "b"}, "fight a at b"),
        ({"by": ["a", "c", "b"], "at": {"a": "b", "c": "b"}}, "fight a at b, c at b, b"),
        ({"by": ["a"], "at": {"b": "c", "a": "b"}}, "fight a at b, b at c"),
    ],
)
def test_a_fight_is_titled_by_who_strikes_whom(fields: Fields, title: str) -> None:
    assert read_step({"do": "fight", **fields}).title == title
