"""Scenarios: the fields of the contract, and where messages say the fault lies."""

import math
import sys
from collections.abc import Callable
from types import FrameType

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.refusals import refusal

from mathhammer.core.errors import MathhammerError
from mathhammer.games.wh40k.profiles import Unit, Weapon
from mathhammer.reading.read_units import read_attacker, read_target
from mathhammer.reading.scenario import from_mapping

RIFLE = {"attacks": "2", "skill": "3+", "strength": 4, "ap": -1, "damage": "1"}
SQUAD = {"name": "Squad", "weapons": [RIFLE]}


# ------------------------------------------------------------------ attackers and targets


def test_an_attacker_is_read_from_everything():
    weapon = Weapon(**RIFLE)
    unit = Unit(weapons=[weapon])
    for value in (
        unit,
        weapon,
        RIFLE,
        {"weapons": [RIFLE]},
        {"weapons": RIFLE},
        {"weapons": "A2 BS3+ S4 AP-1 D1"},
        "A2 BS3+ S4 AP-1 D1",
        [RIFLE],
        (weapon,),
        ["A2 BS3+ S4 AP-1 D1"],
    ):
        assert read_attacker(value) == unit, value
    assert read_attacker(unit) is unit
    both = read_attacker([weapon, "A1 WS3+ S4 D1", RIFLE])
    assert [w.type for w in both.weapons] == ["ranged", "melee", "ranged"]
    assert read_attacker({"mortals": {"dice": 3, "on": "4+"}}).mortals[0].on == 4


ATTACKERS = [
    (5, "5 is not an attacker: a table of fields, a text like"),
    (None, "None is not an attacker"),
    ("meq", "'meq' has no stats of a weapon"),
    ({}, "an attacker has weapons or mortals, at least one"),
    ({"name": "x", "points": 80}, "an attacker has weapons or mortals, at least one"),
    ({"weapons": []}, "an attacker has weapons or mortals, at least one"),
    ([], "an attacker has weapons or mortals, at least one"),
    (Unit(preset="meq"), "an attacker has weapons or mortals, at least one"),
    ({"preset": "meq"}, "an attacker has weapons or mortals, at least one"),
    ({"weapons": [RIFLE, {**RIFLE, "strength": "x"}]}, "weapons[1].strength: 'x' is not a whole"),
    ({**RIFLE, "strength": "x"}, "strength: 'x' is not a whole number from 1 to 100"),
    ({"weapons": ["A2 BS3+ S4 D1", "A2 S0"]}, "weapons[1]: column 4: 'S0'"),
    (["A2 BS3+ S4 D1", "A2 S0"], "[1]: column 4: 'S0'"),
    ([RIFLE, {**RIFLE, "atacks": 2}], "[1]: unknown field 'atacks' of a weapon (did you mean"),
    ([RIFLE, SQUAD], "[1]: a list is the weapons of one unit"),
    ([RIFLE, [RIFLE]], "[1]: a list is the weapons of one unit"),
    ([RIFLE, 3], "[1]: 3 is not a weapon"),
    ({"weapons": [RIFLE], 5: 1}, "5 is not the name of a field"),
    ({**RIFLE, 5: 1}, "5 is not the name of a field"),
    ({"weapons": [RIFLE], "weapon": 1}, "unknown field 'weapon' of a unit (did you mean 'weapons'"),
]


@pytest.mark.parametrize(("value", "message"), ATTACKERS)
def test_a_wrong_attacker(value, message):
    assert message in refusal(read_attacker, value)


def test_a_target_is_read_from_everything():
    unit = Unit(preset="meq", models=10)
    for value in (unit, {"preset": "meq", "models": 10}, "10x meq"):
        assert read_target(value) == unit, value
    assert read_target(unit) is unit
    assert read_target({"toughness": 4, "wounds": 2}).save == 0
    groups = {"toughness": 4, "groups": [{"models": 2, "wounds": 2}, {"wounds": 3}]}
    assert len(read_target(groups).groups) == 2
    assert read_target({**groups, "groups": [{"models": 2}], "wounds": 2}).wounds == 2


TARGETS = [
    (5, "5 is not a target: a table of fields, or a text like 'meq'"),
    (["meq"], "a list of 1 is not a target"),
    (Weapon(**RIFLE), "a weapon is not a target"),
    ({}, "a target needs the field 'toughness': give its toughness, save and wounds, or start fr"),
    ({"save": 3, "wounds": 2}, "a target needs the field 'toughness'"),
    ({"toughness": 4, "save": 3}, "a target needs the field 'wounds'"),
    ({"toughness": 4, "groups": [{"wounds": 2}, {}]}, "'wounds' or each of its groups does"),
    (Unit(weapons=[RIFLE]), "a target needs the field 'toughness'"),
    ({"preset": "meqq"}, "preset: unknown preset 'meqq' (did you mean 'meq'?)"),
    ("mek", "column 1: 'mek' is neither a stat of a target nor a preset"),
    ({"toughness": 4, "wounds": 2, "sav": 3}, "unknown field 'sav' of a unit (did you mean 'save"),
    ({"toughness": 4, "health": 2}, "'health' is not a field of a unit: it belongs to Age of S"),
    ({"toughness": 4, "wounds": 2, "invulnerable": "7+"}, "invulnerable: '7+' is not a roll from"),
]  # fmt: skip


@pytest.mark.parametrize(("value", "message"), TARGETS)
def test_a_wrong_target(value, message):
    assert message in refusal(read_target, value)


def calls_of(call: Callable[[], object]) -> int:
    """Return how many functions are called, once everything is loaded."""
    number = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal number
        number += event in ("call", "c_call")

    call()
    before = sys.getprofile()
    sys.setprofile(count)
    try:
        call()
    finally:
        sys.setprofile(before)
    return number


def test_reading_costs_little_beyond_the_constructors():
    target = {"models": 5, "toughness": 4, "save": "3+", "wounds": 2}
    assert calls_of(lambda: read_target(target)) - calls_of(lambda: Unit(**target)) <= 30
    assert calls_of(lambda: read_attacker(SQUAD)) - calls_of(lambda: Unit(**SQUAD)) <= 55


# ------------------------------------------------------------------ scenarios


def test_fields_of_a_scenario():
    scenario = from_mapping(
        {
            "id": 7, "title": "t", "note": ["n"], "expect": {"slain": {}},
            "game": "WH40K", "kind": "attack",
            "attacker": [SQUAD, {**SQUAD, "context": {"cover": True}}, "A1 WS3+ S4 D1", [RIFLE]],
            "target": ["meq", {"preset": "teq"}],
            "context": {"half_range": True},
            "ruleset": {"devastating": "errata-2024"},
        }
    )  # fmt: skip
    assert (scenario.path, scenario.game, scenario.kind) == ("", "wh40k", "attack")
    assert [a.label for a in scenario.attackers] == [
        "Squad",
        "Squad",
        "A1 WS3+ S4 AP0 D1",
        "A2 BS3+ S4 AP-1 D1",
    ]
    assert scenario.attackers[1].context.cover
    assert [t.label for t in scenario.targets] == ["5x meq", "5x teq"]
    assert scenario.context.half_range
    assert scenario.ruleset.devastating == "errata-2024"
    assert scenario.notes == ()


def test_one_or_many():
    one = from_mapping({"attacker": SQUAD, "target": "meq", "context": "cover,distance=9"})
    many = from_mapping({"attacker": [SQUAD], "target": ["meq"]})
    assert one.attackers == many.attackers
    assert one.targets == many.targets
    assert one.context.distance == 9


def test_notes_say_how_texts_were_read():
    text = "A2 BS3+ S4 D3"
    for attacker in (text, [text, text], {"weapons": text}, [{"weapons": [RIFLE, text]}, [text]]):
        question = from_mapping({"attacker": attacker, "target": ["meq", "T4 W2"]})
        notes = question.answer().results[-1].notes
        die = next(note for note in notes if "'D3' was read as damage 3" in note)
        assert "; a die is written DD3: " in die
        assert any("gives no save" in note for note in notes)


SCENARIOS = [
    (5, "5 is not a scenario: a table of fields is expected"),
    ({}, "a scenario needs the field 'attacker'"),
    ({"attacker": SQUAD}, "a scenario needs the field 'target'"),
    ({"attacker": [], "target": "meq"}, "attacker: a list of 0; from 1 to 200 are allowed"),
    ({"attacker": SQUAD, "target": ["meq"] * 201}, "target: a list of 201; from 1 to 200"),
    (
        {"attacker": [SQUAD, {"weapons": [{**RIFLE, "strength": "four"}]}], "target": "meq"},
        "f.toml: attacker[1].weapons[0].strength: 'four' is not a whole number from 1 to 100",
    ),
    ({"attacker": {**SQUAD, "points": -1}, "target": "meq"}, "f.toml: attacker.points: -1 is not"),
    ({"attacker": [SQUAD, 3], "target": "meq"}, "f.toml: attacker[1]: 3 is not an attacker"),
    (
        {"attacker": [SQUAD, [RIFLE, "A2 BS3+ S4 D1 D2"]], "target": "meq"},
        "f.toml: attacker[1][1]: column 15: 'D2' gives the damage a second time",
    ),
    ({"attacker": SQUAD, "target": ["meq", "mek"]}, "f.toml: target[1]: column 1: 'mek' is"),
    ({"attacker": SQUAD, "target": {"preset": 5}}, "f.toml: target.preset: unknown preset '5'"),
    (
        {"attacker": SQUAD, "target": "meq", "context": {"half_rnge": True}},
        "f.toml: context: unknown field 'half_rnge' of the context (did you mean 'half_range'?)",
    ),
    ({"attacker": SQUAD, "target": "meq", "context": {"cover": 2}}, "f.toml: context.cover: 2 is"),
    ({"attacker": SQUAD, "target": "meq", "context": 3}, "f.toml: context: 3 is not the context"),
    (
        {"attacker": SQUAD, "target": "meq", "ruleset": {"devastating": "print"}},
        "f.toml: ruleset.devastating: 'print' is not allowed (did you mean 'print-2023'?)",
    ),
    ({"attacker": SQUAD, "target": "meq", "ruleset": ["x"]}, "f.toml: ruleset: a list of 1 is not"),
    ({"attackers": SQUAD, "target": "meq"}, "unknown field 'attackers' of a scenario (did you me"),
    ({"weapons": [RIFLE], "target": "meq"}, "unknown field 'weapons' of a scenario: it belongs"),
    ({"attacker": SQUAD, "target": "meq", 5: 1}, "5 is not the name of a field"),
    ({"kind": "chrge"}, "f.toml: kind: 'chrge' is not a kind (did you mean 'charge'?); allowed: "),
    ({"kind": 5}, "f.toml: kind: 5 is not a kind; allowed: attack"),
    ({"kind": ["attack"]}, "f.toml: kind: a list of 1 is not a kind"),
    ({"game": "wh40"}, "f.toml: game: 'wh40' is not a game (did you mean 'wh40k'?); allowed: wh4"),
    ({"game": "spearhead"}, "f.toml: game: 'spearhead' is not a game (did you mean 'aos'?)"),
    ({"game": False}, "f.toml: game: False is not a game"),
]  # fmt: skip


@pytest.mark.parametrize(("fields", "message"), SCENARIOS)
def test_a_wrong_scenario(fields, message):
    assert message in refusal(from_mapping, fields, "f.toml")


def test_the_toml_trap_is_explained():
    below = ["[[attacker]]\nweapons = ['A2 BS3+ S4 D1']\n", "[context]\ncover = true\n",
             "[[attacker]]\n[[attacker.weapons]]\nattacks = 2\n", "[ruleset]\n",
             "[[attacker]]\n[[attacker.mortals]]\n"]  # fmt: skip
    places = ["attacker[0]", "context", "attacker[0].weapons[0]", "ruleset",
              "attacker[0].mortals[0]"]  # fmt: skip
    import tomllib

    for text, place in zip(below, places, strict=True):
        message = refusal(from_mapping, tomllib.loads(text + "target = 'meq'"), "f.toml")
        assert message.startswith(f"f.toml: {place}: 'target' stands inside this table: in TOML")
        assert "Move the line above the first header, or write it as [[target]]" in message
    message = refusal(from_mapping, {"attacker": {**SQUAD, "title": "x"}, "target": "meq"})
    assert "'title' stands inside this table" in message


def test_the_game_of_a_scenario():
    blades = {"attacker": "10x 2/3+/4+/1/1", "target": "10x heavy"}
    assert from_mapping({"game": "AoS", **blades}).game == "aos"
    assert 'write game = "aos" at the top' in refusal(from_mapping, blades)
    assert "belongs to Age of Sigmar" in refusal(from_mapping, {"game": "wh40k", **blades})
    message = refusal(from_mapping, {"game": "aos", "attacker": SQUAD, "target": "heavy"})
    assert "belongs to Warhammer 40,000" in message


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
    | st.sampled_from(["meq", "A2 BS3+ S4 D1", "3+", "D6", "Heavy", math.inf]),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(
        st.sampled_from(["weapons", "name", "models", "toughness", "save", "wounds", "attacks",
                         "damage", "strength", "skill", "groups", "leader", "mortals", "modifiers",
                         "abilities", "context", "preset", "on", "dice", "hit", "target"]),
        inner,
        max_size=5,
    ),
    max_leaves=12,
)  # fmt: skip


@given(
    st.dictionaries(
        st.sampled_from(["attacker", "target", "context", "ruleset", "kind", "game", "note", "x"]),
        VALUES,
    )
)
def test_any_fields(fields):
    try:
        from_mapping(fields, "f.toml")
    except MathhammerError as error:
        assert str(error).isprintable()
        assert str(error).startswith("f.toml: ")
