"""Checks in Python, in files and on the command line: what is read, shown and refused."""

from __future__ import annotations

import copy
import csv
import json
import math
import pickle
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.checks import LEAST
from support.command import refused
from support.refusals import refusal

import mathhammer
from mathhammer.core.distribution import Distribution
from mathhammer.core.errors import MathhammerError
from mathhammer.games.checks.registry import KINDS, kind_of
from mathhammer.reading.scenario import from_mapping
from mathhammer.results.check import CheckResult

#: Fields of which a game has only one, given with those that they need.
SPECIAL: dict[str, dict[str, Any]] = {
    "barricade": {"distance": 8}, "climb": {"distance": 8}, "move": {"distance": 8},
    "advance": {"distance": 8, "move": 6}, "run": {"distance": 8, "move": 6, "game": "aos"},
    "distance": {}, "unbind_modifier": {"unbind": 1}, "reroll": {"needed": 9},
    "command_reroll": {"needed": 9},
    "models": {"starting_models": 10}, "starting_models": {"models": 1},
    "wounds_left": {"wounds": 10}, "wounds": {"wounds_left": 1}, "health": {"slain": 9},
}  # fmt: skip


def wrong(kind: Any, **fields: Any) -> str:
    return refusal(mathhammer.check, kind, most=600, **fields)


def options(fields: dict[str, Any]) -> list[str]:
    return [part for name, value in fields.items()
            for part in (f"--{name.replace('_', '-')}", str(value))]  # fmt: skip


# ---------------------------------------------------------------------------- in Python


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_answers_with_what_it_needs(kind: str) -> None:
    result = mathhammer.check(kind, **LEAST[kind])
    assert isinstance(result, CheckResult) and result.kind == kind
    assert result.game == KINDS[kind].games[0]
    assert result.answers
    for name, value in result.answers.items():
        assert getattr(result, name) is value or getattr(result, name) == value
        if isinstance(value, float):
            assert 0 <= value <= 1
        else:
            assert isinstance(value, Distribution) and math.isclose(value.array.sum(), 1)
    entry = json.loads(json.dumps(result.to_dict(), allow_nan=False))
    assert entry["kind"] == kind and entry["scenario"] == "" and entry["engine"] == "exact"
    for name, value in result.answers.items():
        assert entry[name] == (value if isinstance(value, float) else value.to_dict())
    assert repr(result).startswith(f"<CheckResult: {kind}, ")


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_a_table_a_picture_and_lines_for_its_fields(kind: str) -> None:
    result = mathhammer.check(kind, **LEAST[kind])
    table = result.table()
    assert list(table["answer"]) == list(result.answers)
    assert list(table.columns[2:]) == ["probability", "mean", "sd", "q10", "q50", "q90"]
    assert "<table" in table._repr_html_()
    axes = result.plot()
    assert axes.patches and axes.get_title(loc="left")
    for line in KINDS[kind].lines():
        assert line.about and line.about[0].isupper() and line.about.endswith("."), line
    assert set(KINDS[kind]._required) <= set(LEAST[kind]) <= set(KINDS[kind]._fields)


@pytest.mark.parametrize(
    "kind, name", [(kind, name) for kind, made in KINDS.items() for name in made._fields]
)
def test_every_field_is_read_and_changes_the_answer(kind: str, name: str) -> None:
    """No field is dropped: one that is given either counts or is refused."""
    values: dict[str, Any] = {
        "needed": 7, "distance": 9, "climb": 4, "barricade": True, "dice": "3D6kh2", "move": 3,
        "modifier": 1, "reroll": "failed", "advance": True, "run": True, "leadership": 9,
        "models": 7, "starting_models": 20, "wounds_left": 9, "wounds": 18, "weapons": 9,
        "bearer": "mortal", "target": "mortal", "value": 5, "units": 3, "emergency": True,
        "strength": 3, "toughness": 9, "health": 3, "slain": 4, "damage_taken": 1, "unbind": 1,
        "unbind_modifier": 3, "place_of_power": True, "banked": 2, "turns": 2, "rounds": 3,
        "command_reroll": 1, "extra_die": "add",
    }  # fmt: skip
    value = 8 if (kind, name) == ("rally", "dice") else values[name]
    base = {"game": KINDS[kind].games[0]} | LEAST[kind]
    base |= {k: v for k, v in SPECIAL.get(name, {}).items()
             if k == "game" or k in KINDS[kind]._fields}  # fmt: skip
    if name in ("models", "wounds_left") and kind == "battleshock":
        assert mathhammer.check(kind, **base | {name: value}).probability == 0
        return
    if "distance" in base or name == "distance":
        base.pop("needed", None)
    before = base | ({"needed": 9} if name == "distance" else {})
    if name in ("starting_models", "wounds"):  # with the other one, or neither
        before = {k: v for k, v in base.items() if k not in SPECIAL[name]}
        base |= {k: v + 9 for k, v in SPECIAL[name].items()}
        value = 12
    entry, other = (
        mathhammer.check(kind, **given).to_dict() for given in (before, base | {name: value})
    )
    assert entry != other


def test_kinds_are_known_whatever_their_spelling() -> None:
    for word in ("tank_shock", "Tank Shock", "TANK-SHOCK", " tankshock "):
        assert kind_of(word) == "tank_shock"
    assert kind_of("tank") is None
    assert mathhammer.check("Battle-Shock", leadership="7+").kind == "battleshock"


def test_a_result_can_be_copied_and_has_no_other_attributes() -> None:
    result = mathhammer.check("cast", value=6)
    assert copy.copy(result).miscast == result.miscast
    assert pickle.loads(pickle.dumps(result)).miscast == result.miscast
    with pytest.raises(AttributeError, match="no 'returned'"):
        _ = result.returned


def test_the_game_is_that_of_the_kind() -> None:
    assert mathhammer.check("rally", health=1).game == "aos"
    assert mathhammer.check("charge", needed=9).game == "wh40k"
    assert "'run'" in wrong("advance", move=6, game="aos")
    assert "Age of Sigmar" in wrong("run", move=6, game="wh40k")
    assert "Warhammer 40,000" in wrong("charge", distance=9, barricade=True, game="aos")
    assert "'aos'" in wrong("charge", needed=9, game="aoss")


def test_a_gap_of_nine_is_not_more_than_nine() -> None:
    assert any("more than 9" in note for note in mathhammer.check("charge", distance=9).notes)
    for fields in ({"distance": 9.1}, {"needed": 9}, {"distance": 9, "game": "aos"}):
        assert not any("more than 9" in note for note in mathhammer.check("charge", **fields).notes)


def test_inches_are_written_in_several_ways() -> None:
    right = mathhammer.check("charge", distance=9.5).probability
    for value in ("9.5", '9.5"', "9.5in", "9.5 inches", [9.5], ["9.5in", 3], "3, 9.5in", (2, 9.5)):
        assert mathhammer.check("charge", distance=value).probability == right


# ------------------------------------------------------------------------- wrong input


@pytest.mark.parametrize(
    "kind, fields, said",
    [
        ("chrge", {}, ["'chrge'", "did you mean 'charge'?"]),
        (None, {}, ["None"]),
        (["charge"], {}, ["a list of 1"]),
        ("charge", {}, ["'needed'", "'distance'"]),
        ("charge", {"neded": 9}, ["'neded'", "did you mean 'needed'?"]),
        ("charge", {"needed": 9, "distance": 8}, ["not both"]),
        ("charge", {"needed": True}, ["needed: True"]),
        ("charge", {"needed": math.nan}, ["needed: nan"]),
        ("charge", {"needed": 10**40}, ["needed"]),
        ("charge", {"needed": -1}, ["from 0 to 100"]),
        ("charge", {"distance": math.inf}, ["distance: inf", "inches"]),
        ("charge", {"distance": -1}, ["distance: -1"]),
        ("charge", {"distance": []}, ["distance: 0 distances"]),
        ("charge", {"distance": [1] * 21}, ["21 distances", "20"]),
        ("charge", {"distance": [8, "x"]}, ["distance[1]: 'x'"]),
        ("charge", {"distance": {"a": 1}}, ["distance"]),
        ("charge", {"needed": 9, "climb": 3}, ["'climb'", "'distance'"]),
        ("charge", {"distance": 20, "advance": True}, ["'advance' needs the field 'move'"]),
        ("charge", {"needed": 9, "reroll": "ones"}, ["reroll", "failed"]),
        ("charge", {"needed": 9, "dice": "999999D6"}, ["dice"]),
        ("charge", {"needed": 9, "dice": "99D6"}, ["594 inches", "100"]),
        ("charge", {"needed": 9, "dice": "D8"}, ["'D8'"]),
        ("charge", {"needed": 9, "modifier": 21}, ["from -20 to 20"]),
        ("charge", {"needed": 9, "modifier": "-4D6"}, ["'-4D6'", "-D6, D3 or D3-1"]),
        ("charge", {"needed": 9, "modifier": "3D6+3"}, ["modifier: '3D6+3' is not a whole"]),
        ("charge", {"needed": 9, "modifier": "1 2"}, ["modifier: '1 2'"]),
        ("charge", {"needed": 9, "modifier": "D6kh2"}, ["modifier: 'D6kh2'"]),
        ("charge", {"needed": 9, "modifier": "--1"}, ["modifier: '--1'"]),
        ("charge", {"needed": 9, "modifier": True}, ["modifier: True"]),
        ("charge", {"needed": 9, "extra_die": "drop"}, ["keep-highest, keep-lowest, add"]),
        ("charge", {"needed": 9, "extra_die": "add", "dice": "D6+D3"}, ["extra_die", "D6+D3"]),
        ("leadership", {"leadership": 7, "extra_die": "add", "dice": "3D6kl2"}, ["3D6kl2"]),
        ("cast", {"value": 7, "unbind": 1, "unbind_modifier": "D3"}, ["unbind_modifier", "whole"]),
        ("charge", {"needed": 9, "dice": "9D6", "reroll": "failed", "game": "aos"}, ["9 dice"]),
        ("charge", {"needed": 9, "ruleset": "x=1"}, ["ruleset", "'x'"]),
        ("advance", {}, ["'move'"]),
        ("advance", {"move": 6, "reroll": "failed"}, ["'needed'"]),
        ("battleshock", {}, ["'leadership'"]),
        ("battleshock", {"leadership": 13}, ["from 2 to 12"]),
        ("battleshock", {"leadership": 6, "models": 3}, ["'starting_models'"]),
        ("battleshock", {"leadership": 6, "models": 11, "starting_models": 10}, ["more than"]),
        ("battleshock", {"leadership": 6, "models": 1, "starting_models": 1}, ["'wounds_left'"]),
        ("desperate_escape", {"models": 0}, ["models: 0"]),
        ("desperate_escape", {"models": 10_001}, ["10000"]),
        ("hazardous", {"weapons": 2, "bearer": "monster"}, ["bearer", "models, mortal"]),
        ("hazardous", {"weapons": 2, "bearer": "models", "target": "mortal"}, ["differ"]),
        ("deadly_demise", {"value": "100D6"}, ["value", "100"]),
        ("deadly_demise", {"value": 1, "units": 101}, ["units"]),
        ("transport_destroyed", {"models": 5, "emergency": "yes"}, ["true or false"]),
        ("grenade", {"dice": 6}, ["'dice' of Grenade: it has none"]),
        ("tank_shock", {"strength": 6}, ["'toughness'"]),
        ("rally", {"slain": 3}, ["'health'"]),
        ("rally", {"health": 2, "damage_taken": 2}, ["not less than health"]),
        ("cast", {"value": 6, "unbind": 2}, ["from 0 to 1"]),
        ("cast", {"value": 6, "unbind_modifier": 1}, ["unbind = 1"]),
        ("prayer", {"value": []}, ["empty list"]),
        ("prayer", {"value": 4, "turns": 101}, ["from 1 to 100"]),
        ("priority", {"rounds": 0}, ["from 1 to 100"]),
    ],
)  # fmt: skip
def test_wrong_input_is_one_sentence(kind: Any, fields: dict[str, Any], said: list[str]) -> None:
    message = wrong(kind, **fields)
    for word in said:
        assert word in message, message


strange = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=20),
    st.lists(st.integers(), max_size=3), st.dictionaries(st.text(max_size=3), st.integers()),
    st.sampled_from(["9in", "3+", "D6", "failed", "2D6kh1", "\u22121", "1e400", "--", "\x1b[31m"]),
)  # fmt: skip


@given(data=st.data())
def test_nothing_but_sentences_come_of_strange_values(data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(sorted(KINDS)))
    names = st.sampled_from([*KINDS[kind]._fields, "x"])
    fields = data.draw(st.dictionaries(names, strange, max_size=4))
    if data.draw(st.booleans()):
        fields = LEAST[kind] | fields
    try:
        json.dumps(mathhammer.check(kind, **fields).to_dict(), allow_nan=False)
    except MathhammerError as error:
        assert str(error).isprintable() and len(str(error)) < 700


# ------------------------------------------------------------------------------- files


def test_a_check_in_a_file_is_what_it_is_in_python(tmp_path: Path) -> None:
    for kind, fields in LEAST.items():
        path = tmp_path / f"{kind}.json"
        path.write_text(json.dumps({"id": "x", "kind": kind, "expect": {}, **fields}))
        (result,) = mathhammer.run(path)
        assert result.to_dict() == {
            **mathhammer.check(kind, **fields).to_dict(), "scenario": str(path)
        }  # fmt: skip


def test_files_are_toml_too_with_game_and_ruleset(call, tmp_path: Path) -> None:
    path = tmp_path / "c.toml"
    path.write_text(
        'game = "aos"\nkind = "charge"\nneeded = 9\nreroll = "failed"\n'
        '[ruleset]\naos_reroll = "all"\n'
    )
    (entry,) = json.loads(call("run", path, "--json")[1])
    assert entry["scenario"] == str(path) and entry["ruleset"] == {"aos_reroll": "all"}
    assert round(entry["probability"], 4) == 0.4784
    (entry,) = json.loads(call("run", path, "--json", "--ruleset", "aos_reroll=any")[1])
    assert round(entry["probability"], 4) == 0.5694


@pytest.mark.parametrize(
    "words, idle",
    [
        ("charge 9 --ruleset devastating=errata-2024", "ruling devastating has"),
        ("charge 9 --ruleset devastating=errata-2024,save_cap=net",
         "rulings devastating, save_cap have"),
        ("grenade --ruleset save_cap=bonuses --engine montecarlo --trials 100 --seed 1",
         "ruling save_cap has"),
        ("charge 9 --game aos --ruleset aos_reroll=all", "ruling aos_reroll has"),
        ("charge 9 --game aos --reroll failed --ruleset aos_reroll=all", None),
        ("charge 9", None),
    ],
)  # fmt: skip
def test_rulings_without_effect_are_noted(call, words: str, idle: str | None) -> None:
    (entry,) = json.loads(call(*words.split(" "), "--json")[1])
    noted = [note for note in entry["notes"] if "no effect" in note]
    assert noted == ([f"The {idle} no effect on this check."] if idle else [])


def test_rulings_of_a_file_without_effect_are_noted() -> None:
    asked = {"kind": "charge", "needed": 9, "reroll": "failed", "game": "aos"}
    rulings = {"aos_reroll": "all", "cover_exception": "target"}
    result = from_mapping({**asked, "ruleset": rulings}, "f.toml").answer()
    assert result.notes == ["The ruling cover_exception has no effect on this check."]
    assert result.ruleset == {"aos_reroll": "all"}


@pytest.mark.parametrize(
    "fields, said",
    [
        ({"kind": "charge", "needd": 9}, ["'needd'", "'needed'"]),
        ({"kind": "charge", "needed": 9, "context": {}}, ["'context' belongs to attacks"]),
        ({"kind": "cast", "value": 6, "target": "meq"}, ["'target' belongs to attacks"]),
        ({"kind": "rally", "health": 2, "game": "wh40k"}, ["kind: 'rally' belongs to Age of"]),
        ({"kind": "charg", "needed": 9}, ["'charg'", "did you mean 'charge'?"]),
        ({"kind": "charge", "needed": 9, "ruleset": {"x": 1}}, ["ruleset", "'x'"]),
    ],
)
def test_wrong_files_are_named(fields: dict[str, Any], said: list[str]) -> None:
    with pytest.raises(MathhammerError) as caught:
        from_mapping(fields, "f.toml")
    message = str(caught.value)
    assert message.startswith("f.toml: ")
    for word in said:
        assert word in message, message


def test_checks_are_run_like_other_files(call, squads, tmp_path: Path) -> None:
    paths = []
    for kind in ("charge", "rally"):
        paths.append(tmp_path / f"{kind}.json")
        paths[-1].write_text(json.dumps({"kind": kind, **LEAST[kind]}))
    answers = json.loads(call("run", paths[0], squads, paths[1], "--json")[1])
    assert [a.get("kind") for a in answers] == ["charge", *[None] * 4, "rally"]
    status, out, _ = call("run", paths[0], squads)
    assert status == 0 and out.index("Charge: ") < out.index("Bolts")
    assert call("run", *paths, "--csv", tmp_path / "c.csv")[0] == 0
    with (tmp_path / "c.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(Path(r["scenario"]).stem, r["answer"]) for r in rows] == [
        ("charge", "probability"), ("charge", "distribution"), ("charge", "double"),
        ("rally", "distribution"),        ("rally", "returned"), ("rally", "healed"),
    ]  # fmt: skip
    assert call("run", paths[0], "--plot", tmp_path / "c.png")[0] == 0
    assert (tmp_path / "c.png").stat().st_size > 1000
    refused(call("run", *paths, squads, "--csv", tmp_path / "u.csv"), "not of two kinds")
    refused(call("run", paths[0], "--context", "cover"), "charge.json", "--context")
    refused(call("compare", paths[0]), "charge.json", "no loadouts")
    refused(call("saves", paths[0]), "charge.json", "no table of saves")


# --------------------------------------------------------------------- the command line


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_a_command(call, kind: str) -> None:
    for words in (["check", kind], ["check", kind.replace("_", "-").upper()]):
        status, out, err = call(*words, *options(LEAST[kind]), "--json")
        assert (status, err) == (0, "")
        assert json.loads(out) == [mathhammer.check(kind, **LEAST[kind]).to_dict()]
    status, out, err = call("check", kind, *options(LEAST[kind]))
    assert (status, err) == (0, "") and "answer " in out
    assert max(map(len, out.splitlines())) <= 80
    if kind != "run":  # that of files has the name
        assert call(kind, *options(LEAST[kind]))[1] == out
    status, out, err = call("check", kind, "--help")
    assert (status, err) == (0, "") and out.startswith(f"usage: mathhammer check {kind}")
    for line in KINDS[kind].lines():
        assert f"--{line.name.replace('_', '-')} " in out
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize(
    "words, kind, fields",
    [
        ("charge 9", "charge", {"needed": 9}),
        ("charge 9+ --reroll failed", "charge", {"needed": 9, "reroll": "failed"}),
        ("charge --reroll failed 9", "charge", {"needed": 9, "reroll": "failed"}),
        ("charge 9in", "charge", {"distance": 9}),
        ('charge 9.5"', "charge", {"distance": 9.5}),
        ("charge 8in 10in", "charge", {"distance": [8, 10]}),
        ("charge --distance 8,10", "charge", {"distance": [8, 10]}),
        ("charge --distance 8 --distance=10", "charge", {"distance": [8, 10]}),
        ("charge --barricade 9in", "charge", {"distance": 9, "barricade": True}),
        ("charge 9in --barricade false", "charge", {"distance": 9}),
        ("charge 18in --move 6 --advance", "charge",
         {"distance": 18, "move": 6, "advance": True}),
        ("charge --move 6 --advance 18in", "charge",
         {"distance": 18, "move": 6, "advance": True}),
        ("charge 18in --move 6 --advance 6", "charge",
         {"distance": 18, "move": 6, "advance": 6}),
        ("charge 9 --modifier -1", "charge", {"needed": 9, "modifier": -1}),
        ("charge 9 --game aos --reroll=failed", "charge",
         {"needed": 9, "game": "aos", "reroll": "failed"}),
        ("charge 9 --dice 3D6kh2", "charge", {"needed": 9, "dice": "3D6kh2"}),
        ("charge 9 --dice 3D6kl2", "charge", {"needed": 9, "dice": "3D6kl2"}),
        ("charge 9 --modifier -D6", "charge", {"needed": 9, "modifier": "-D6"}),
        ("charge --modifier -2d3+1 9", "charge", {"needed": 9, "modifier": "1-2D3"}),
        ("charge 9 --modifier=D3-1", "charge", {"needed": 9, "modifier": "D3-1"}),
        ("charge 9 --extra-die keep-highest", "charge", {"needed": 9, "dice": "3D6kh2"}),
        ("battleshock 6", "battleshock", {"leadership": 6}),
        ("battle-shock 6+ --models 4 --starting-models 10", "battleshock",
         {"leadership": 6, "models": 4, "starting_models": 10}),
        ("battleshock 6 --wounds_left 4 --wounds 10", "battleshock",
         {"leadership": 6, "wounds_left": 4, "wounds": 10}),
        ("leadership 7", "leadership", {"leadership": 7}),
        ("advance 6 10", "advance", {"move": 6, "needed": 10}),
        ("check run 5 9", "run", {"move": 5, "needed": 9}),
        ("desperate-escape 10", "desperate_escape", {"models": 10}),
        ("hazardous 3 --target mortal", "hazardous", {"weapons": 3, "bearer": "mortal"}),
        ("deadly_demise D6 3", "deadly_demise", {"value": "D6", "units": 3}),
        ("transport_destroyed 10 --emergency", "transport_destroyed",
         {"models": 10, "emergency": True}),
        ("tank_shock 8 4", "tank_shock", {"strength": 8, "toughness": 4}),
        ("rally 2 10", "rally", {"health": 2, "slain": 10}),
        ("cast 6 --unbind", "cast", {"value": 6, "unbind": 1}),
        ("cast 6 --place-of-power --unbind 1", "cast",
         {"value": 6, "unbind": 1, "place_of_power": True}),
        ("prayer 4 6 --turns 2", "prayer", {"value": [4, 6], "turns": 2}),
        ("priority", "priority", {}),
        ("priority 4", "priority", {"rounds": 4}),
    ],
)  # fmt: skip
def test_short_forms(call, words: str, kind: str, fields: dict[str, Any]) -> None:
    status, out, err = call(*words.split(" "), "--json")
    assert (status, err) == (0, "")
    assert json.loads(out) == [mathhammer.check(kind, **fields).to_dict()]


@pytest.mark.parametrize(
    "words, said",
    [
        ("check chrge", ["'chrge' is not a check", "did you mean 'charge'?"]),
        ("chrge 9", ["did you mean 'charge'?"]),
        ("charge", ["'needed'", "'distance'"]),
        ("charge 9.5", ["9.5in", "--distance 9.5"]),
        ("charge -3", ["'-3'"]),
        ("charge 9 8", ["takes no '8'"]),
        ("charge 9 --needed 8", ["'needed' is given twice"]),
        ("charge 9 --modifier 1 --modifier 2", ["--modifier is given twice"]),
        ("charge 9 --neded 4", ["'--neded'", "did you mean '--needed'?", "check charge"]),
        ("charge 9 --context cover", ["unknown option '--context'"]),
        ("charge 9 --engine montecarla", ["did you mean", "exact"]),
        ("charge 9 --trials 100", ["--trials belongs to --engine montecarlo"]),
        ("charge 9 --engine montecarlo --trials 1", ["--trials: 1"]),
        ("charge 9 --engine montecarlo --until-error damage=0.1", ["'damage'", "probability"]),
        ("check --engine montecarlo", ["needs a kind"]),
        ("charge 9 --ruleset devastating=x", ["--ruleset", "devastating"]),
        ("charge 9 --game x", ["--game"]),
        ("charge 9in --barricade maybe", ["barricade: 'maybe' is not true or false"]),
        ("transport-destroyed 5 --emergency maybe", ["emergency: 'maybe' is not true or false"]),
        ("charge -3in", ["distance: '-3in'", "from 0 to 1000"]),
        ("charge 9in -3in", ["distance[1]: '-3in'"]),
        ("charge 9 --dice -2D6", ["dice: '-2D6'", "dice like D6"]),
        ("charge 9in --climb -1in", ["climb: '-1in'"]),
        ("charge 9 --reroll", ["--reroll: the value is missing; allowed: failed"]),
        ("charge 9 --reroll --modifier 1", ["--reroll: the value is missing"]),
        ("charge --distance", ["--distance: the value is missing", "inches from 0 to 1000"]),
        ("charge 9 --dice", ["--dice: the value is missing; allowed: a number or dice like"]),
        ("battleshock 6 --game aos", ["Warhammer 40,000"]),
        ("grenade 5", ["takes no '5'"]),
        ("check --csv x.csv", ["needs a kind"]),
    ],
)
def test_wrong_commands_are_one_sentence(call, words: str, said: list[str]) -> None:
    refused(call(*words.split(" ")), *said)


def test_the_kinds_are_listed(call) -> None:
    status, out, err = call("check")
    assert (status, err) == (0, "") and max(map(len, out.splitlines())) <= 80
    for kind in KINDS:
        assert re.search(rf"^{kind} ", out, re.MULTILINE), kind
    entries = json.loads(call("check", "--json")[1])
    assert [entry["kind"] for entry in entries] == list(KINDS)
    assert entries[0]["games"] == ["wh40k", "aos"]
    assert {f["name"]: f["default"] for f in entries[0]["fields"]}["dice"] == "2D6"


def test_a_page_says_what_was_asked_and_answered(call) -> None:
    out = call("charge", "18in", "--move", 6, "--advance", "--reroll", "failed")[1]
    assert "given      distance 18, reroll failed, move 6, advance D6" in out
    assert re.search(r"first die +chance +then needs +succeeds", out)
    assert "may only charge where an ability allows it" in " ".join(out.split())
    out = call("hazardous", 2, "--bearer", "mortal")[1]
    rows = [line.split()[0] for line in out.splitlines() if "%  " in line]
    assert rows == ["0", "3", "6"]  # what can't happen has no row


def test_checks_need_none_of_the_heavy_libraries() -> None:
    code = (
        "import sys, mathhammer; mathhammer.check('charge', needed=9, reroll='failed').to_dict(); "
        "print([m for m in ('numba', 'pandas', 'matplotlib', 'scipy', 'rich') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
