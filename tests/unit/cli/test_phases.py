"""``--phase`` and ``--mode``, the columns of spreadsheets and the texts of what is used."""

from __future__ import annotations

import csv
import json

import pytest
from support.command import refused

RIFLE = "5x rifle: A2 BS3+ S4 AP-1 D1"
STANDARD = "standard: A1 BS3+ S7 AP-2 D1 [modes plasma]"
SUPERCHARGE = "supercharge: A1 BS3+ S8 AP-3 D2 [modes plasma, Hazardous]"
FIST = "fist: A2 WS3+ S8 AP-2 D2"
SQUAD = (RIFLE, STANDARD, SUPERCHARGE, FIST)


@pytest.fixture
def squad(tmp_path):
    path = tmp_path / "squad.json"
    path.write_text(json.dumps({"attacker": {"weapons": SQUAD}, "target": ["5x meq", "20x geq"]}))
    return str(path)


def used(entry):
    return entry["notes"][0].partition(", the best")[0].rstrip(".")


def test_an_attack_says_what_is_used(call):
    status, out, err = call("attack", *SQUAD, "--at", "5x meq", "--phase", "shoot")
    assert (status, err) == (0, "")
    words = " ".join(out.split())
    assert "weapon 1x supercharge: A1 BS3+ S8 AP-3 D2 [Hazardous]" in words
    assert "fist: A2" not in words and "standard: A1" not in words
    assert "shoot: 5x rifle, 1x plasma (supercharge), the best at this target of 2 ways" in words


@pytest.mark.parametrize(
    "command", ["run", "why", "howmany", "reroll", "compare"],
)  # fmt: skip
def test_every_command_on_match_ups_takes_phase_and_mode(call, squad, command):
    options = ("--phase", "shoot", "--mode", "plasma=standard", "--json")
    status, out, err = call(command, squad, *options)
    assert (status, err) == (0, "")
    for entry in json.loads(out):
        assert "shoot: 5x rifle, 1x plasma (standard)." in entry["notes"]


def test_a_table_of_saves_chooses_at_each_save(call):
    weapons = (
        "standard: A3 BS3+ S7 AP0 D1 [modes gun]",
        "piercing: A1 BS3+ S7 AP-3 D2 [modes gun]",
    )
    status, out, err = call("saves", *weapons, "--json")
    assert (status, err) == (0, "")
    (entry,) = json.loads(out)
    assert any("gun (standard)" in note for note in entry["notes"])
    assert any("gun (piercing)" in note for note in entry["notes"])


@pytest.mark.usefixtures("compiled")
def test_both_engines_use_the_same(call, squad):
    status, out, _ = call("verify", squad, "--phase", "fight", "--trials", "2000", "--seed", "1")
    assert status == 0 and "agree" in out


def test_a_page_says_what_is_used(call, squad, tmp_path):
    page = tmp_path / "page.html"
    status, _, err = call("report", squad, "-o", str(page), "--phase", "shoot")
    assert (status, err) == (0, "")
    assert "plasma (supercharge)" in page.read_text()


def test_what_a_file_says_gives_way_to_the_command_line(call, tmp_path):
    path = tmp_path / "squad.json"
    squad = {"weapons": SQUAD, "phase": "fight", "use": {"plasma": "standard"}}
    path.write_text(json.dumps({"attacker": squad, "target": "meq"}))
    for options, words in (
        ((), "fight: 1x fist"),
        (("--phase", "shoot"), "shoot: 5x rifle, 1x plasma (standard)"),
        (("--phase", "Shoot", "--mode", "Plasma = Supercharge"),
         "shoot: 5x rifle, 1x plasma (supercharge)"),
    ):  # fmt: skip
        assert used(json.loads(call("run", str(path), "--json", *options)[1])[0]) == words


def test_sheets_have_columns_for_both(call, tmp_path):
    path = tmp_path / "weapons.csv"
    rows = [
        ["attacker", "phase", "use", "name", "count", "attacks", "skill", "strength", "ap",
         "damage", "type", "modes"],
        ["Squad", "shoot", "", "rifle", 5, 2, "3+", 4, -1, 1, "", ""],
        ["Squad", "", "plasma=standard", "standard", 1, 1, "3+", 7, -2, 1, "", "plasma"],
        ["Squad", "", "", "supercharge", 1, 1, "3+", 8, -3, 2, "", "plasma"],
        ["Squad", "", "", "fist", 1, 2, "3+", 8, -2, 2, "melee", ""],
        ["Fists", "fight", "", "fist", 1, 2, "3+", 8, -2, 2, "melee", ""],
        ["Fists", "", "", "rifle", 5, 2, "3+", 4, -1, 1, "", ""],
    ]  # fmt: skip
    with path.open("w", newline="") as file:
        csv.writer(file).writerows(rows)
    status, out, err = call("compare", str(path), "--at", "meq", "--json")
    assert (status, err) == (0, "")
    assert [used(entry) for entry in json.loads(out)] == [
        "shoot: 5x rifle, 1x plasma (standard)", "fight: 1x fist",
    ]  # fmt: skip
    targets = tmp_path / "targets.csv"
    targets.write_text("toughness,wounds,phase\n4,1,shoot\n")
    refused(call("attack", RIFLE, "--at", str(targets)), "unknown column 'phase'")


OPTIONS = {
    "attacker": {"weapons": [*SQUAD]},
    "mix": "100% meq",
    "option": [
        {"name": "melta", "weapons": "melta: A1 BS3+ S9 AP-4 DD6", "replaces": "standard"},
        {"name": "sword", "weapons": "sword: A9 WS3+ S5 AP-2 D1", "replaces": "fist"},
    ],
}


def test_choices_are_of_what_is_used_in_the_phase(call, tmp_path):
    """Who gives up a weapon gives up all its profiles; what isn't used is worth nothing."""
    path = tmp_path / "options.json"
    path.write_text(json.dumps(OPTIONS))
    best = {}
    for phase in ("shoot", "fight"):
        status, out, err = call("choose", str(path), "--phase", phase, "--json")
        assert (status, err) == (0, "")
        (entry,) = json.loads(out)
        assert entry["method"] == "enumeration" and entry["mixes"] == 4
        best[phase] = entry["best"]["options"], entry["notes"]
    said = "The best mix at 5x meq: "
    assert best == {
        "shoot": ({"melta": 1, "sword": 0}, [f"{said}shoot: 5x rifle, 1x melta."]),
        "fight": ({"melta": 0, "sword": 1}, [f"{said}fight: 1x sword."]),
    }


def test_what_makes_no_sense_is_refused(call, squad, tmp_path):
    at = ("--at", "meq")
    refused(call("attack", RIFLE, *at, "--phase", "shot"), "--phase: 'shot'", "'shoot'?")
    refused(call("attack", RIFLE, *at, "--phase", "Melee"), "(did you mean 'fight'?)")
    refused(call("attack", RIFLE, *at, "--phase", "ranged"), "(did you mean 'shoot'?)")
    refused(call("attack", RIFLE, *at, "--phase", "fight"), "no melee weapon to fight with")
    refused(call("run", squad, "--mode", "plasma"), "--mode: ", "plasma=supercharge")
    refused(call("run", squad, "--mode", "plasma=super"), "--mode: ", "no profile of 'plasma'")
    refused(call("run", squad, "--mode", "plasmo=standard"), "--mode: ", "'plasma'?")
    refused(call("check", "charge", "9", "--phase", "shoot"), "--phase")
    refused(call("reroll", "charge", "9", "--phase", "shoot"), "--phase")
    turn = {
        "kind": "turn",
        "units": {"a": {"preset": "meq", "weapons": [RIFLE]}, "b": {"preset": "meq"}},
        "step": [{"do": "shoot", "by": "a", "at": "b"}],
    }
    for name, fields, words in (
        ("turn", turn, "in a turn"),
        ("check", {"kind": "charge", "needed": 9}, "no attacker"),
        ("heroes", {"kind": "heroes"}, "no attacker"),
    ):
        path = tmp_path / f"{name}.json"
        path.write_text(json.dumps(fields))
        refused(call("run", str(path), "--phase", "shoot"), str(path), "--phase", words)
        refused(call("run", str(path), "--mode", "plasma=standard"), "--mode", words)


def test_what_is_swept_isnt_put_over(call, tmp_path):
    path = tmp_path / "sweep.json"
    fields = {"attacker": {"weapons": SQUAD}, "target": "meq"}
    path.write_text(json.dumps({**fields, "sweep": {"attacker.phase": ["shoot", "fight"]}}))
    status, out, err = call("run", str(path), "--json")
    assert (status, err) == (0, "")
    assert [used(entry).partition(":")[0] for entry in json.loads(out)] == ["shoot", "fight"]
    refused(call("run", str(path), "--phase", "shoot"), "the sweep changes phase")
    status, out, err = call("run", str(path), "--json", "--mode", "plasma=standard")
    assert (status, err) == (0, "")


def test_modes_in_a_text_are_read_and_written(call):
    status, out, err = call("compare", SUPERCHARGE, "--at", "meq")
    assert (status, err) == (0, "")
    assert "[modes plasma, Hazardous]" in out
    refused(call("attack", "A1 BS3+ S4 D1 [modes one, modes two]", "--at", "meq"), "second time")
