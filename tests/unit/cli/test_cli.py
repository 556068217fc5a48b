"""The command line: what it prints, where, and with which exit status."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import time
from pathlib import Path

import pytest
from conftest import SQUADS
from support.command import refused

import mathhammer
from mathhammer.analysis.efficiency import EFFICIENCY
from mathhammer.analysis.rows import MATCHUP_COLUMNS, USUAL_COLUMNS
from mathhammer.api import attack, run
from mathhammer.cli import questions
from mathhammer.cli.command import COMMANDS
from mathhammer.cli.commands.attack import Attack
from mathhammer.core import progress
from mathhammer.games.names import GAMES
from mathhammer.games.presets import presets_of

BOLTS = "10x bolt rifle: A2 BS3+ S4 AP-1 D1 [Lethal Hits]"


# --------------------------------------------------------------------------- the commands


def test_attack_prints_the_understood_profile_and_the_answer(call):
    status, out, err = call("attack", BOLTS, "--at", "5x meq")
    assert (status, err) == (0, "")
    assert out.index("10x bolt rifle: A2 BS3+ S4 AP-1 D1") < out.index("T4 Sv3+ W2")
    assert out.index("T4 Sv3+ W2") < out.index("models slain (of 5)") < out.index("destroyed ")
    assert max(map(len, out.splitlines())) <= 80


def test_attack_takes_several_weapons_in_order(call):
    status, out, _ = call("attack", BOLTS, "melta: A1 BS3+ S9 AP-4 DD6", "--at", "meq", "--json")
    assert status == 0
    (answer,) = json.loads(out)
    assert [row["name"] for row in answer["weapons"]] == ["bolt rifle", "melta"]
    expected = attack([BOLTS, "melta: A1 BS3+ S9 AP-4 DD6"], "meq")
    assert answer["slain"] == json.loads(json.dumps(expected.to_dict()["slain"]))


def test_attack_says_how_a_text_was_read(call):
    assert "'D3' was read as damage 3" in call("attack", "A2 BS3+ S4 AP-1 D3", "--at", "meq")[1]
    (answer,) = json.loads(call("attack", "A2 BS3+ S4 D3", "--at", "meq", "--json")[1])
    assert any("'D3' was read as damage 3" in note for note in answer["notes"])


@pytest.mark.parametrize(
    "words",
    [
        ["--at", "meq", "--at", "10x teq"],
        ["--at", "meq", "10x teq"],
        ["--at=meq", "--at=10x teq"],
        ["--json", "--at", "meq", "10x teq"],
    ],
)
def test_attack_takes_several_targets(call, words):
    words = [w for w in words if w != "--json"]
    answers = json.loads(call("attack", BOLTS, *words, "--json")[1])
    assert [a["target"] for a in answers] == ["5x meq", "10x teq"]


def test_texts_may_stand_behind_an_option(call):
    (answer,) = json.loads(call("attack", BOLTS, "--at=meq", "--json", "A1 BS2+ S5 D1")[1])
    assert len(answer["weapons"]) == 2


@pytest.mark.parametrize("target", ["5x T4 Sv3+ W2", "4x  T5 2+ W3 4++", "10 x meq"])
def test_targets_that_start_with_a_number_are_no_options(call, target):
    assert call("attack", "10x A2 BS3+ S4 AP\u22121 D1", "--at", target)[0] == 0


def test_context_and_ruleset_reach_the_engine(call):
    words = ["attack", "A2 BS3+ S4 AP-1 DD3 [Devastating Wounds]", "--at", "10x geq", "--json"]
    ruled = json.loads(call(*words, "--ruleset", "devastating=errata-2024")[1])[0]
    assert ruled["ruleset"]["devastating"] == "errata-2024"
    covered = json.loads(call(*words, "--context", "cover", "--context", "distance=9")[1])[0]
    plain = json.loads(call(*words)[1])[0]
    assert covered["unsaved"]["mean"] < plain["unsaved"]["mean"]


def test_the_command_line_goes_before_the_file(call, squads):
    def rapid(*words):
        answers = json.loads(call("run", squads, "--json", *words)[1])
        return [a["attacks"]["mean"] for a in answers]

    assert rapid() == [20, 20, 5, 5]
    assert rapid("--context", "half_range") == [30, 30, 5, 5]
    status, out, _ = call("run", squads, "--context", "half_range=false")
    assert status == 0 and "half range" not in out.replace("not half range", "")


def test_run_prints_one_array_for_all_files(call, squads, tmp_path):
    other = tmp_path / "b.json"
    other.write_text('{"attacker": "A2 BS3+ S4 AP-1 D1", "target": "veq"}')
    status, out, _ = call("run", squads, other, squads, "--json")
    assert status == 0
    answers = json.loads(out)
    pairs = [(a, t) for a in ("Bolts", "Plasma") for t in ("5x meq", "10x teq")]
    assert [(a["attacker"], a["target"]) for a in answers] == [
        *pairs,
        ("A2 BS3+ S4 AP-1 D1", "veq"),
        *pairs,
    ]
    assert [a["scenario"] for a in answers] == [squads] * 4 + [str(other)] + [squads] * 4
    for answer, result in zip(answers, run(squads), strict=False):
        for stage in ("attacks", "hits", "damage", "slain"):
            assert answer[stage]["mean"] == getattr(result, stage).mean
        assert answer["destroyed"] == result.destroyed


def test_run_prints_a_page_for_each_match_up(call, squads):
    status, out, _ = call("run", squads, "--details")
    assert status == 0
    titles = [f"{a} against {t}" for a in ("Bolts", "Plasma") for t in ("5x meq", "10x teq")]
    assert [
        line for line in out.splitlines() if re.fullmatch(r"\w+ against \w+ \w+", line)
    ] == titles
    assert out.count(f"file       {squads[:20]}") == 5
    matrix = call("run", squads)[1]
    assert out.startswith(matrix.partition("more  ")[0][:200]) and len(matrix) < len(out) / 3
    assert re.search(r"\ndamage +5x meq +10x teq\n", matrix) and not re.search(
        r"\n\w+ against", matrix
    )


def test_compare_without_a_file_shows_the_example_and_how_to_see_it(call):
    status, out, err = call("compare")
    assert (status, err) == (0, "")
    assert "built-in example" in out and "mathhammer compare --example" in out
    status, example, _ = call("compare", "--example")
    assert status == 0 and "[[attacker]]" in example
    assert example == Path(questions.example_path()).read_text(encoding="utf-8")


def test_the_example_can_be_copied_and_run(call, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(call("compare", "--example")[1], encoding="utf-8")
    mine, example = call("compare", path)[1], call("compare")[1]
    assert mine[mine.index("\ncontext") :] == example[example.index("\ncontext") :]


def test_compare_takes_a_file_texts_and_other_targets(call, squads):
    status, out, _ = call("compare", squads)
    assert status == 0 and "2 loadouts against 2 targets" in out and "1 Bolts" in out
    assert "2 loadouts against 1 target\n" in call("compare", squads, "--at", "veq")[1]
    status, out, _ = call("compare", BOLTS, "A2 BS3+ S5 D3", "--at", "meq", "veq")
    assert status == 0 and "2 loadouts against 2 targets" in out and "was read as damage 3" in out
    assert len(json.loads(call("compare", squads, "--json")[1])) == 4


def test_targets_are_listed(call):
    status, out, err = call("targets")
    assert (status, err) == (0, "")
    assert all(f"\n{key} " in out for game in GAMES for key in presets_of(game))
    assert "2026" in out
    entries = json.loads(call("targets", "--json")[1])
    assert [(e["game"], e["key"]) for e in entries] == [
        (g, k) for g in GAMES for k in presets_of(g)
    ]
    assert entries[5]["toughness"] == 4 and entries[5]["stands_for"]


@pytest.mark.parametrize("game", GAMES)
def test_targets_of_one_game(call, game):
    status, out, _ = call("targets", "--game", game.upper())
    assert status == 0 and all(f"\n{key} " in out for key in presets_of(game))
    assert out.count("Built-in targets of") == 1
    entries = json.loads(call("targets", "--json", "--game", game)[1])
    assert [e["key"] for e in entries] == list(presets_of(game))
    assert {e["game"] for e in entries} == {game}


def test_version_and_help(call, capsys):
    assert call("--version") == (0, f"mathhammer {mathhammer.__version__}\n", "")
    for words in (["--help"], ["-h"], ["help"]):
        status, out, err = call(*words)
        assert (status, err) == (0, "")
        assert all(command in out for command in COMMANDS)
    for command in COMMANDS:
        status, out, err = call(command, "--help")
        assert (status, err) == (0, "") and f"usage: mathhammer {command}" in out
        simulates = command in ("attack", "run", "compare", "check", "report", "verify", "heroes")
        assert ("--trials" in out) is simulates
        assert command in (
            "heroes",
            "completion",
            "config",
            "roster",
            "schema",
            "units",
            "warm",
        ) or ("wh40k" in out and "aos" in out)


# ------------------------------------------------------------------------------ the files


def test_csv_has_columns_for_each_group_of_a_mixed_target(call, tmp_path):
    path, file = tmp_path / "out.csv", tmp_path / "mixed.json"
    leader = {"name": "captain", "wounds": 2}
    targets = ["meq", {"preset": "meq", "name": "squad", "leader": leader}]
    file.write_text(
        json.dumps({"attacker": {"weapons": ["9x A2 BS3+ S8 AP-3 D2"]}, "target": targets})
    )
    status, out, _ = call("run", file, "--csv", path, "--columns", "all", "--json")
    assert status == 0
    plain, mixed = json.loads(out)
    assert "groups" not in plain
    with path.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    further = [
        f"group_{i}{what}" for i in (1, 2) for what in ("", "_slain_mean", "_destroyed")
    ]  # fmt: skip
    points = {*EFFICIENCY, "attacker_points", "target_points"}  # nobody gave any
    unpriced = [name for name in MATCHUP_COLUMNS if name not in points]
    assert list(rows[0]) == ["scenario", *unpriced, *further]
    assert [rows[0][name] for name in further] == [""] * 6
    wanted = [(g["name"], str(g["slain"]["mean"]), str(g["destroyed"])) for g in mixed["groups"]]
    assert [rows[1][name] for name in further] == [*wanted[0], *wanted[1]]
    assert [g["name"] for g in mixed["groups"]] == ["squad", "captain"]


def test_csv_has_a_row_a_match_up(call, squads, tmp_path):
    path = tmp_path / "out.csv"
    status, out, _ = call("run", squads, squads, "--csv", path, "--columns", "all", "--json")
    assert status == 0
    answers = json.loads(out)
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    missing = {name for name in MATCHUP_COLUMNS if name not in rows[0]}
    assert list(rows[0]) == ["scenario", *(n for n in MATCHUP_COLUMNS if n not in missing)]
    assert missing == {  # what nobody gave the points for
        "target_points", "points_destroyed", "points_per_100", "points_lost_per_100",
        "wound_points", "wound_points_per_100", "wound_points_lost_per_100",
    }  # fmt: skip
    assert len(rows) == len(answers) == 8
    for row, answer in zip(rows, answers, strict=True):
        for name in ("scenario", "attacker", "target", "engine"):
            assert row[name] == answer[name]
        for stage in ("hits", "damage_rolled", "damage", "slain"):
            assert float(row[f"{stage}_mean"]) == answer[stage]["mean"]
        assert float(row["destroyed"]) == answer["destroyed"]
    assert [row["attacker_points"] for row in rows[:4]] == ["80.0", "80.0", "", ""]


def test_csv_for_attack_and_compare_too(call, squads, tmp_path):
    path = tmp_path / "out.csv"
    assert call("attack", BOLTS, "--at", "meq", "teq", "--csv", path)[0] == 0
    assert len(path.read_text().splitlines()) == 3
    status, out, _ = call("compare", squads, "--csv", path)
    assert status == 0 and len(path.read_text().splitlines()) == 5
    assert "written" in out


@pytest.mark.parametrize(
    "ending, start", [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")]
)
def test_plot_draws_a_match_up_or_a_comparison(call, squads, tmp_path, ending, start):
    one, many = tmp_path / f"one.{ending}", tmp_path / f"many.{ending}"
    assert call("attack", BOLTS, "--at", "meq", "--plot", one)[0] == 0
    assert call("compare", squads, "--plot", many)[0] == 0
    assert one.read_bytes().startswith(start) and many.read_bytes().startswith(start)


@pytest.mark.parametrize(
    "option, path, words",
    [
        ("--csv", "{tmp}", ["folder"]),
        ("--csv", "{tmp}/no/such/x.csv", ["no folder"]),
        ("--csv", "", ["not the name of a file"]),
        ("--csv", "{tmp}/squads.toml", ["scenario itself"]),
        ("--plot", "{tmp}/x.gif", [".png, .svg and .pdf"]),
        ("--plot", "{tmp}/x", [".png, .svg and .pdf"]),
        ("--plot", "{tmp}/.png", [".png, .svg and .pdf"]),
        ("--csv", "/dev/full", ["can't be written", "No space left"]),
    ],
)
def test_what_cannot_be_written_is_refused(call, squads, tmp_path, option, path, words):
    refused(call("run", squads, option, path.format(tmp=tmp_path)), option, *words)
    assert Path(squads).read_text().count("[[attacker]]") == 2


@pytest.mark.skipif(not os.path.isdir("/proc"), reason="needs /proc")
@pytest.mark.parametrize("option", ["--plot", "--csv"])
def test_what_cannot_be_written_is_refused_before_computing(call, monkeypatch, option):
    monkeypatch.setattr(Attack, "run", None)
    outcome = call("attack", BOLTS, "--at", "meq", option, "/proc/x.png")
    refused(outcome, option, "'/proc/x.png' can't be written")


def test_the_check_of_a_path_leaves_files_alone(call, tmp_path):
    old, new = tmp_path / "old.csv", tmp_path / "new.csv"
    old.write_text("kept")
    for path in (old, new):
        refused(call("attack", BOLTS, "--at", "no such", "--csv", path))
    assert old.read_text() == "kept" and not new.exists()


def test_one_picture_is_for_one_file(call, squads, tmp_path):
    refused(call("run", squads, squads, "--plot", tmp_path / "x.png"), "--plot", "one file")
    path = tmp_path / "same.png"
    refused(call("run", squads, "--plot", path, "--csv", path), "same file")
    assert not path.exists()


def test_names_cannot_break_a_csv_or_the_terminal(call, tmp_path):
    path = tmp_path / "h.json"
    name = '[red]"x",\n=1+1 \x1b[31m \u202e \u4e2d'
    scenario = {"attacker": {"name": name, "weapons": ["A2 BS3+ S4 D1"]}, "target": "meq"}
    path.write_text(json.dumps(scenario))
    for command in ("run", "compare"):
        status, out, _ = call(command, path, "--csv", tmp_path / "o.csv")
        assert status == 0 and "\x1b" not in out and "\u202e" not in out and "[red]" in out
    with (tmp_path / "o.csv").open(encoding="utf-8", newline="") as file:
        (row,) = csv.DictReader(file)
    assert row["attacker"].startswith('[red]"x",') and row["target"] == "5x meq"


# ------------------------------------------------------------------------- wrong input


@pytest.mark.parametrize(
    "words, said",
    [
        (["atack"], ["unknown command 'atack'", "did you mean 'attack'?"]),
        (["comparre", "x"], ["did you mean 'compare'?"]),
        (["check", "charge"], ["'needed'", "'distance'"]),
        (["league"], ["unknown command"]),
        ([""], ["unknown command"]),
        (["x.toml"], ["mathhammer run"]),
        ([BOLTS], ["mathhammer attack"]),
        (["--json", "run"], ["before the command"]),
        (["attack"], ["needs a weapon"]),
        (["attack", BOLTS], ["needs a target", "--at meq"]),
        (["attack", "--at", "meq", BOLTS], ["write the weapons before --at"]),
        (["attack", "10x", "A2", "BS3+", "--at", "meq"], ["in quotes"]),
        (["attack", "A2 BS3+ S4 AP-1 D1 [Lethl Hits]", "--at", "meq"], ["'Lethal Hits'"]),
        (["attack", BOLTS, "A2 BS3+", "--at", "meq"], ["weapon[1]"]),
        (["attack", BOLTS, "--at", "mec"], ["--at 'mec'", "did you mean 'meq'?"]),
        (["attack", BOLTS, "--at"], ["--at"]),
        (["attack", BOLTS, "--at", "meq", "--jsn"], ["'--jsn'", "did you mean '--json'?"]),
        (["attack", BOLTS, "--at", "meq", "--contxt=cover"], ["did you mean '--context'?"]),
        (["attack", BOLTS, "--att", "meq"], ["'--att'"]),
        (["attack", BOLTS, "--at", "meq", "--context", "covr"], ["--context", "'cover'"]),
        (["attack", BOLTS, "--at", "meq", "--context", "cover=x"], ["--context: cover"]),
        (["attack", BOLTS, "--at", "meq", "--ruleset", "devastating=x"], ["--ruleset"]),
        (["attack", BOLTS, "--at", "meq", "--engine", "exat"], ["did you mean 'exact'?"]),
        (["attack", BOLTS, "--at", "meq", "--engine", "montecarla"], ["did you mean", "exact"]),
        (["attack", BOLTS, "--at", "meq", "--trials", "9"], ["--trials", "--engine montecarlo"]),
        (["attack", BOLTS, "--at", "meq", "--game", "aos"], ["'BS3+' belongs to Warhammer 40,000"]),
        (["attack", BOLTS, "--at", "meq", "--game", "40k"], ["--game", "did you mean 'wh40k'?"]),
        (["targets", "--game", "Spearhead"], ["--game", "did you mean 'aos'?"]),
        (["attack", BOLTS, "--at", "meq", "--game", "aoss"], ["did you mean 'aos'?"]),
        (["attack", "2/3+/4+/1/D3", "--at", "meq"], ["--at 'meq'", "target of Warhammer 40,000"]),
        (["attack", "2/3+/4+/1/1", "--at", "heavy", "--game", "wh40k"], ["Age of Sigmar"]),
        (["attack", "2/3+/4+/1/1", "--at", "heavy", "--context", "half_range"], ["Warhammer 40,0"]),
        (["attack", "2/3+/4+/1/1", "--at", "heavy", "--ruleset", "save_cap=net"], ["Warhammer 40"]),
        (["attack", BOLTS, "--at", "meq", "--context", "all_out_attack"], ["Age of Sigmar"]),
        (["attack", "2/3+/4+/1", "--at", "heavy"], ["weapon: column 1", "has 4 values"]),
        (["attack", "2/3+/4+/1/D7", "--at", "heavy"], ["column 11: 'D7' is no damage"]),
        (["attack", f"{BOLTS} [failed save]", "--at", "meq"], ["write [failed saves]"]),
        (["attack", f"{BOLTS} [modes]", "--at", "meq"], ["write [modes plasma]"]),
        (["attack", BOLTS, "--at", "5x meq + leader"], ["'leader' lacks its stats"]),
        (["attack", BOLTS, "--at", "meq", "--phase", ""], ["--phase is empty"]),
        (["attack", BOLTS, "--at", "meq", "--mode", ""], ["--mode is empty"]),
        (["attack", BOLTS, "--at", "meq", "--phase=shoot", "--phase=fight"], ["2 times"]),
        (["attack", BOLTS, "--at", "meq", "--phase", "fight"], ["--phase: ", "no melee weapon"]),
        (["attack", BOLTS, "--at", "meq", "--mode", "std"], ["--mode: 'std' is not understood"]),
        (["attack", BOLTS, "--at", "meq [FNP5+ vs mortals]"], ["as in 5+++ mortals"]),
        (["attack", "2/3+/4+/1/1", "--at", "H2 Sv4+ [ward 4+ against mortals]"],
         ["as in Ward5+ mortals"]),
        (["saves"], ["needs a weapon"]),
        (["saves", "no.toml"], ["no.toml", "no such file"]),
        (["saves", "a.toml", "b.toml"], ["saves takes one file"]),
        (["saves", "2/3+/4+/1/1", "--at", "meq"], ["--at 'meq'", "Warhammer 40,000"]),
        (["saves", BOLTS, "--at", "meq", "--at"], ["--at"]),
        (["saves", BOLTS, "--at", "meq", "--at", "teq"], ["one --at", "one kind of target"]),
        (["saves", BOLTS, "--at", "meq", "teq"], ["one --at"]),
        (["reroll"], ["needs a weapon"]),
        (["reroll", BOLTS], ["needs a target", "--at meq"]),
        (["reroll", "no.toml"], ["no.toml", "no such file"]),
        (["reroll", "2/3+/4+/1/1", "--at", "heavy"], ["Command Re-roll", "Age of Sigmar has none"]),
        (["reroll", BOLTS, "--at", "meq", "--by", "defnder"], ["--by", "did you mean 'defender'"]),
        (["reroll", BOLTS, "--at", "meq", "--objective", "slain=x"], ["--objective", "slain=3"]),
        (["reroll", BOLTS, "--at", "5x meq", "--objective", "slain=6"], ["has 5 models"]),
        (["reroll", BOLTS, "--at", "meq", "--engine", "montecarlo"], ["reroll is not modelled"]),
        (["reroll", BOLTS, "--at", "meq", "--plot", "x.png"], ["unknown option '--plot'"]),
        (["attack", BOLTS, "--at", "meq", "--csv"], ["--csv", "expected one argument"]),
        (["attack", "x\x1b[31m", "--at", "meq"], ["weapon"]),
        (["attack", "10000x A20000 BS3+ S4 D1", "--at", "meq"], []),
        (["run"], ["needs a scenario file"]),
        (["run", "no.toml"], ["no.toml", "no such file"]),
        (["run", "."], ["folder"]),
        (["compare", "no.toml"], ["no.toml", "no such file"]),
        (["compare", "a.toml", "b.toml"], ["one file"]),
        (["compare", BOLTS], ["--at"]),
        (["compare", "A2", "--at", "meq"], ["loadout 'A2'"]),
        (["compare", "--example", "x.toml"], ["--example", "--game alone: 'x.toml' would have no"]),
        (["compare", "--json", "--example", "--at", "meq"], ["--at, --json would have no effect"]),
        (["targets", "meq"], ["'meq'"]),
        (["targets", "--csv", "x"], ["unknown option '--csv'"]),
    ],
)  # fmt: skip
def test_wrong_input_is_one_sentence_and_exit_2(call, words, said):
    refused(call(*words), *said)


@pytest.mark.parametrize(
    "content, said",
    [
        ("", ["empty"]),
        ("[[attacker]\n", ["TOML"]),
        ('target = "meq"', ["attacker"]),
        ('attacker = "A2 BS3+ S4 D1"\ntarget = "meq"\ntargt = 1', ["targt"]),
        ('kind = "heroes"\nattacker = "A2"', ["unknown field 'attacker'"]),
        ('kind = "charge"\nneded = 9', ["'neded'", "'needed'"]),
        ('game = "aos"', ["attacker"]),
        ('attacker = "2/3+/4+/1/1"\ntarget = "heavy"', ['game = "aos"']),
        ('game = "aos"\nattacker = "A2 BS3+ S4 D1"\ntarget = "heavy"', ["attacker", "BS3+"]),
        ('target = "meq"\nattacker = {weapons = ["A2 BS3+ S4 D1"], ordr = "best"}', ["order"]),
    ],
)
def test_a_wrong_file_is_named_with_its_fault(call, tmp_path, content, said):
    path = tmp_path / "wrong.toml"
    path.write_text(content)
    refused(call("run", path), "wrong.toml", *said)


def test_all_files_are_checked_before_anything_is_printed(call, squads, tmp_path):
    wrong = tmp_path / "wrong.toml"
    wrong.write_text("nonsense")
    for words in ([], ["--json"]):
        refused(call("run", squads, wrong, *words), "wrong.toml")


def test_what_is_too_large_is_found_before_anything_is_printed(call, squads, tmp_path):
    large = tmp_path / "large.json"
    weapon = "4000x A2 BS3+ S4 AP-1 DD6 [Devastating Wounds]"
    large.write_text(json.dumps({"attacker": weapon, "target": "100x meq"}))
    refused(call("run", squads, large), "large.json", "steps")
    refused(call("run", squads, large, "--json", "--csv", tmp_path / "x.csv"), "large.json")
    assert not (tmp_path / "x.csv").exists()


def test_match_ups_are_limited_before_any_is_computed(call, tmp_path, monkeypatch):
    monkeypatch.setattr("mathhammer.reading.attack.compare_units", None)
    path = tmp_path / "many.json"
    many = {"attacker": [{"weapons": ["A2 BS3+ S4 D1"]}] * 51, "target": ["meq"] * 50}
    path.write_text(json.dumps(many))
    half = tmp_path / "half.json"
    half.write_text(json.dumps({**many, "target": ["meq"] * 25}))
    said = "match-ups; up to 2500 are printed in full"
    refused(call("run", path, "--details"), f"2550 {said}")
    refused(call("run", path, "--json"), said)
    refused(call("run", half, half, "--details"), said)
    refused(call("compare", path, "--json"), said)
    refused(call("attack", "A1 BS3+ S4 D1", "--at", *["meq"] * 2501, "--details"), f"2501 {said}")
    refused(call("compare", path, "--at", *["meq"] * 800), "40800 match-ups; up to 40000 are")


def test_compare_prints_a_table_of_more(call, tmp_path, monkeypatch):
    monkeypatch.setattr(questions, "MAX_MATCHUPS", 3)
    status, out, _ = call("compare", "A1 BS3+ S4 D1", "--at", "meq", "teq", "geq", "veq")
    assert status == 0 and out
    words = "attack", "A1 BS3+ S4 D1", "--at", "meq", "teq", "geq", "veq"
    refused(call(*words, "--details"), "up to 3")
    assert call(*words)[0] == 0


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize("words", [["run"], ["run", "--json"], ["compare"]])
def test_long_work_is_shown_on_a_terminal(call, squads, monkeypatch, words):
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    monkeypatch.setattr(progress, "INTERVAL", 0.001)
    status, out, err = call(words[0], squads, *words[1:])
    assert (status, err) == (0, "")  # no terminal
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    line = questions.check_match_ups  # looked at while it computes

    def slow(*given):
        time.sleep(0.05)
        return line(*given)

    monkeypatch.setattr(questions, "check_match_ups", slow)
    status, again, _ = call(words[0], squads, *words[1:])
    assert status == 0 and again == out
    said = terminal.getvalue()
    assert "\rmathhammer: computing" in said and said.endswith("\r\x1b[K")


def test_the_line_counts_match_ups(monkeypatch):
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    monkeypatch.setattr(progress, "INTERVAL", 0.001)
    monkeypatch.setattr("sys.stderr", terminal := Terminal())
    with progress.Progress(3) as line:
        line.step()
        for _ in range(1000):
            if "1 of 3 match-ups done" in terminal.getvalue():
                break
            time.sleep(0.01)
    assert "1 of 3 match-ups done" in terminal.getvalue()


def test_a_fault_of_the_program_is_exit_1_with_a_hint(call, monkeypatch):
    def broken(*_):
        raise RuntimeError("broken\nin two")

    monkeypatch.setattr(Attack, "run", broken)
    status, out, err = call("attack", BOLTS, "--at", "meq")
    assert (status, out) == (1, "")
    assert "internal error, RuntimeError: broken in two" in err and "report" in err
    assert err.count("\n") == 1
    monkeypatch.setenv("MATHHAMMER_DEBUG", "1")
    with pytest.raises(RuntimeError):
        call("attack", BOLTS, "--at", "meq")


@pytest.mark.parametrize("error, status", [(MemoryError, 1), (KeyboardInterrupt, 130)])
def test_what_is_no_fault_is_quiet(call, monkeypatch, error, status):
    def stopped(*_):
        raise error

    monkeypatch.setattr(Attack, "run", stopped)
    outcome = call("attack", BOLTS, "--at", "meq")
    assert outcome[:2] == (status, "") and "Traceback" not in outcome[2]


# --------------------------------------------------------------------------- Age of Sigmar

BLADES = "10x blade: 2/3+/4+/1/D3 [Crit (Mortal)]"


@pytest.fixture
def spears(tmp_path):
    path = tmp_path / "spears.toml"
    path.write_text(
        'game = "aos"\ntarget = ["10x heavy", "10x H2 Sv5+ Ward6+"]\n'
        '[[attacker]]\nname = "Spears"\nweapons = ["10x 2/4+/4+/-/1"]\n'
        '[[attacker]]\nname = "Lances"\nweapons = ["3x 4/3+/3+/1/1 [Charge (+1 Damage)]"]\n'
        "context = {charged = true}\n"
    )
    return str(path)


def test_attack_of_age_of_sigmar_is_known_by_its_weapon(call):
    target = "10x H2 Sv4+ Ward6+"
    (answer,) = json.loads(call("attack", BLADES, "--at", target, "--json")[1])
    expected = attack(BLADES, target)
    assert expected.target.game == "aos"
    assert answer["damage"] == json.loads(json.dumps(expected.to_dict()["damage"]))
    same = json.loads(call("attack", BLADES, "--at", target, "--json", "--game", "aos")[1])
    assert same == [answer]


def test_a_page_of_age_of_sigmar_speaks_its_words(call):
    status, out, err = call("attack", BLADES, "--at", "10x H2 Sv4+ Ward6+")
    assert (status, err) == (0, "")
    assert "10x blade: 2/3+/4+/1/D3 [Crit (Mortal)]" in out and "10x H2 Sv4+ Ward6+" in out
    for words in ("damage (allocated)", "mortal damage", "ignored by the ward", "of 20 health"):
        assert words in " ".join(out.split())
    for words in ("wounds lost", "mortal wounds", "Feel No Pain", "takes wounds off"):
        assert words not in out
    assert max(map(len, out.splitlines())) <= 80
    status, out, _ = call("compare", BLADES, "2/3+/4+/1/1", "--at", "10x heavy")
    assert "damage allocated on average" in out and "Feel No Pain" not in out


def test_context_and_ruleset_of_age_of_sigmar_reach_the_engine(call):
    def damage(*words):
        (answer,) = json.loads(
            call("attack", "10x 2/3+/4+/1/1", "--at", "heavy", "--json", *words)[1]
        )
        return answer["damage"]["mean"]

    assert damage("--context", "all_out_attack") > damage() > damage("--context", "cover")
    assert damage("--context", "cover,charged") == damage()
    ruled = ("--context", "cover,charged", "--ruleset", "cover_exception=target")
    assert damage(*ruled) == damage("--context", "cover")


def test_files_of_age_of_sigmar(call, spears):
    status, out, err = call("run", spears, "--json", "--game", "aos")
    assert (status, err) == (0, "")
    assert [a["attacker"] for a in json.loads(out)] == ["Spears", "Spears", "Lances", "Lances"]
    assert [a["damage"]["mean"] for a in json.loads(out)] == [r.damage.mean for r in run(spears)]
    refused(call("run", spears, "--game", "wh40k"), "spears.toml", "--game wh40k", "aos")
    assert call("compare", spears, "--at", "boss")[0] == 0


def test_the_game_of_a_file_that_says_none(call, tmp_path, squads):
    path = tmp_path / "x.toml"
    path.write_text('attacker = "2/3+/4+/1/1"\ntarget = "monster"')
    refused(call("run", path), 'write game = "aos"')
    (answer,) = json.loads(call("run", path, "--game", "aos", "--json")[1])
    assert answer["damage"]["mean"] == attack("2/3+/4+/1/1", "monster").damage.mean
    refused(call("run", squads, "--game", "aos"), "squads.toml", "Warhammer 40,000")
    assert call("run", squads, "--game", "wh40k")[0] == 0


def test_the_example_of_age_of_sigmar(call, tmp_path):
    status, out, _ = call("compare", "--game", "aos")
    assert status == 0 and "mathhammer compare --example --game aos" in " ".join(out.split())
    path = tmp_path / "mine.toml"
    path.write_text(call("compare", "--example", "--game", "aos")[1], encoding="utf-8")
    assert 'game = "aos"' in path.read_text()
    mine = call("compare", path)[1]
    assert mine[mine.index("\n\n1  ") :] == out[out.index("\n\n1  ") :]
    assert call("run", path, "--json")[0] == 0
    refused(call("compare", path, "--game", "wh40k"), "--game wh40k")


def test_saves_of_texts_and_of_a_file(call, spears, squads, tmp_path):
    status, out, err = call("saves", BLADES, "2x 1/4+/4+/-/1")
    assert (status, err) == (0, "") and "ward 4+" in out and "any save" in out
    assert max(map(len, out.splitlines())) <= 80
    status, out, _ = call("saves", "A2 BS3+ S4 D1", "--at", "10x teq")
    assert "10x teq: T5 [Infantry]" in out and "Feel No Pain 5+" in out and "outlasts" in out
    for path, ward in ((spears, "ward"), (squads, "feel_no_pain")):
        status, out, _ = call("saves", path)
        assert status == 0 and "2 loadouts against every save" in out
        assert "targets of the file play no part" in out
        answers = json.loads(call("saves", path, "--json", "--csv", tmp_path / "s.csv")[1])
        assert [len(a["damage"]) for a in answers] == [4, 4]
        assert answers[0][ward] == ["-", "6+", "5+", "4+"]
        assert answers[0]["saves"] == ["2+", "3+", "4+", "5+", "6+", "-"]
        with (tmp_path / "s.csv").open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        assert list(rows[0]) == ["scenario", "attacker", ward, "save", "damage_mean"]
        flat = [v for a in answers for row in a["damage"] for v in row]
        assert [float(row["damage_mean"]) for row in rows] == flat
        assert call("saves", path, "--plot", tmp_path / "s.png")[0] == 0
        assert (tmp_path / "s.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    "words, unused",
    [
        ([BOLTS], ""),
        ([BOLTS, "--at", "teq"], "save 2+, invulnerable 4+, wounds 3"),
        ([BOLTS, "--at", "T4 Sv3+ W2 5+++ [Infantry]"], "save 3+, feel no pain 5+, wounds 2"),
        ([BOLTS, "--at", "T4 W2 [Feel No Pain 4+]"], "wounds 2, Feel No Pain 4+"),
        (["2/3+/4+/1/1"], ""),
        (["2/3+/4+/1/1", "--at", "3x H2 Ward5+"], "models 3, health 2, ward 5+"),
    ],
)
def test_saves_name_what_of_the_target_is_not_used(call, words, unused):
    (entry,) = json.loads(call("saves", *words, "--json")[1])
    wanted = [f"Without effect in this table: the target's {unused}."] if unused else []
    assert [note for note in entry["notes"] if "table" in note] == wanted
    page = " ".join(call("saves", *words)[1].split())
    assert all(note in page for note in wanted)


def test_rerolls_of_texts_and_of_a_file(call, spears, squads, tmp_path):
    status, out, err = call(
        "reroll", "lance: A1 BS3+ S12 AP-3 DD6+1", "--at", "T9 Sv3+ W6", "--by", "both"
    )
    assert (status, err) == (0, "") and "P(destroyed)" in out and "never used" in out
    assert max(map(len, out.splitlines())) <= 80
    table = tmp_path / "r.csv"
    status, out, _ = call(
        "reroll", squads, "--objective", "slain=2", "--json", "--csv", table, "--context", "cover"
    )
    answers = json.loads(out)
    assert status == 0 and len(answers) == 4
    assert all(a["scenario"] == squads and a["objective"] == {"slain": 2} for a in answers)
    assert all(0 < a["without"] < a["with"] < 1 for a in answers)
    assert any("Hazardous" in note for note in answers[2]["notes"])
    with table.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["roll"] for row in rows} == {"hit", "wound", "unused"}
    assert sum(float(row["share"]) for row in rows) == pytest.approx(4)
    status, out, _ = call("reroll", squads, "--at", "5x geq", "--json")
    assert status == 0 and {a["target"] for a in json.loads(out)} == {"5x geq"}
    refused(call("reroll", spears), "Age of Sigmar has none")


def test_saves_take_the_situation(call, spears):
    def first(*words):
        return json.loads(call("saves", *words, "--json")[1])[0]["damage"][0][0]

    assert first(spears, "--context", "all_out_attack") > first(spears)
    assert first("2/3+/4+/1/1 [Anti-Hero (+1 Rend)]", "--at", "boss") > first("2/3+/4+/1/1")
    assert first("2/3+/4+/1/1", "--at", "H1 [-1 to hit]") < first("2/3+/4+/1/1")


TURN = """
game = "aos"
kind = "turn"
[units.a]
models = 5
health = 2
save = "4+"
weapons = ["5x 2/3+/4+/1/1"]
[units.b]
models = 10
health = 1
save = "5+"
weapons = ["10x 2/4+/4+/-/1"]
[[step]]
do = "fight"
by = ["a", "b"]
"""


def test_turns_are_run_like_other_files(call, squads, tmp_path):
    path = tmp_path / "turn.toml"
    path.write_text(TURN)
    answers = json.loads(call("run", path, squads, "--json")[1])
    assert [a.get("kind", "attack") for a in answers] == ["turn", *["attack"] * 4]
    status, out, _ = call("run", path, squads)
    assert status == 0 and out.index("a and b") < out.index("2 loadouts against 2 targets")
    assert call("run", path, "--csv", tmp_path / "t.csv", "--plot", tmp_path / "t.png")[0] == 0
    assert len((tmp_path / "t.csv").read_text().splitlines()) == 3
    assert (tmp_path / "t.png").stat().st_size > 1000
    hit = json.loads(call("run", path, "--context", "all_out_attack", "--json")[1])
    assert hit[0]["units"]["b"]["models"]["mean"] < answers[0]["units"]["b"]["models"]["mean"]
    refused(call("run", path, squads, "--csv", tmp_path / "u.csv"), "not of two kinds")
    refused(call("compare", path), "turn.toml", "no loadouts")
    refused(call("saves", path), "turn.toml", "no table of saves")


# ------------------------------------------------------------------ spreadsheets and sweeps


WEAPONS = "attacker,points,name,attacks,skill,strength,ap,damage\nA,80,gun,2,3+,4,-1,1\n" \
    "A,,fist,1,3+,8,-2,2\nB,,gun,4,3+,4,-1,1\n"  # fmt: skip


def test_compare_takes_spreadsheets(call, tmp_path):
    weapons, targets = tmp_path / "weapons.csv", tmp_path / "targets.csv"
    weapons.write_text(WEAPONS)
    targets.write_text("name,preset,models\nLine,meq,10\n,teq,\n")
    status, out, _ = call("compare", weapons, "--at", targets, "veq", "--json")
    answers = json.loads(out)
    assert status == 0 and {a["scenario"] for a in answers} == {str(weapons)}
    pairs = [(a["attacker"], a["target"]) for a in answers]
    assert pairs == [(a, t) for a in "AB" for t in ("Line", "5x teq", "veq")]
    right = attack(["A2 BS3+ S4 AP-1 D1", "A1 BS3+ S8 AP-2 D2"], "10x meq")
    assert answers[0]["damage"]["mean"] == right.damage.mean
    assert call("compare", weapons, "--at", targets, "--show", "slain")[1].count("Line") == 2
    assert call("attack", BOLTS, "--at", targets)[0] == 0


def test_a_spreadsheet_says_its_game_or_takes_that_of_the_targets(call, tmp_path):
    weapons, targets = tmp_path / "w.csv", tmp_path / "t.csv"
    weapons.write_text("attacks,hit,wound,damage\n2,3+,4+,1\n")
    targets.write_text("preset\nheavy\n")
    assert call("compare", weapons, "--at", targets)[0] == 0
    weapons.write_text(WEAPONS)
    refused(call("compare", weapons, "--at", targets), str(targets), "line 2, column 'preset'")
    refused(call("compare", weapons, "--at", "meq", "--game", "aos"), "belongs to Warhammer")


def test_wrong_spreadsheets_end_in_one_sentence(call, tmp_path):
    weapons = tmp_path / "w.csv"
    weapons.write_text(WEAPONS.replace("fist,1", "fist,one"))
    refused(call("compare", weapons, "--at", "meq"), f"{weapons}: line 3, column 'attacks': 'one'")
    refused(call("compare", weapons), "add --at TARGET")
    refused(call("run", weapons), "a spreadsheet is not a scenario")
    refused(call("compare", tmp_path / "no.csv", "--at", "meq"), "there is no such file")


def test_saves_takes_one_target_or_none(call):
    assert call("saves", BOLTS)[0] == 0
    assert call("saves", BOLTS, "--at", "meq")[0] == 0
    refused(call("saves", BOLTS, "--at", "meq", "--at", "teq"), "saves takes one --at")


SWEPT = (
    SQUADS
    + """
[sweep]
"attacker.weapons.0.strength" = [4, 5]
target.toughness = [3, 4, 5]
"""
)


def test_a_sweep_prints_its_combinations(call, tmp_path):
    path, table = tmp_path / "s.toml", tmp_path / "t.csv"
    path.write_text(SWEPT)
    status, out, _ = call("compare", path, "--csv", table)
    assert status == 0 and max(map(len, out.splitlines())) <= 80
    assert "6 combinations of attacker.weapons.0.strength, target.toughness" in out
    with table.open(newline="") as file:
        rows = list(csv.DictReader(file))
    keys = ["attacker.weapons.0.strength", "target.toughness"]
    usual = [n for n in USUAL_COLUMNS if n != "points_per_100"]  # the targets have no points
    assert list(rows[0]) == ["scenario", *keys, *usual]
    answers = json.loads(call("compare", path, "--json")[1])
    assert len(rows) == len(answers) == 24
    for row, answer in zip(rows, answers, strict=True):
        assert [float(row[key]) for key in keys] == list(answer["sweep"].values())
        assert float(row["damage_mean"]) == pytest.approx(answer["damage"]["mean"])
    block = out[out.index("against meq") :]
    cells = {
        (answer["attacker"], *answer["sweep"].values()): answer["damage"]["mean"]
        for answer in answers if answer["target"] == "meq"
    }  # fmt: skip
    for attacker in {name for name, _, _ in cells}:
        grid = block[block.index(f"damage of {attacker}, by strength (down) and toughness") :]
        for strength in (4, 5):
            row = " +".join(f"{cells[attacker, strength, t]:.2f}" for t in (3, 4, 5))
            assert re.search(rf"\n +{strength} +{row}\n", grid[: grid.index("slain of")])
    assert "sweep      target.toughness = 3" in call("run", path)[1]


@pytest.mark.parametrize(
    "more",
    ["", '"context.cover" = [true, false]\n"target.models" = [5]\n', '"target.models" = [5, 5]\n',
     '"context.cover" = [true, false]\n'],
    ids=["one field", "three fields", "equal values", "too wide"],
)  # fmt: skip
def test_a_sweep_that_is_no_grid_prints_rows(call, tmp_path, more):
    path = tmp_path / "s.toml"
    across = list(range(2, 20)) if "cover" in more else [3, 4]
    path.write_text(f"{SQUADS}\n[sweep]\n{more}target.toughness = {across}\n")
    out = call("compare", path)[1]
    assert "(across)" not in out and max(map(len, out.splitlines())) <= 80
    assert re.search(r"toughness +loadout +damage +slain +destroyed", out) or "models" in out


def test_the_command_line_goes_over_a_sweep_but_not_against_it(call, tmp_path):
    path = tmp_path / "s.toml"
    path.write_text(SWEPT.replace("target.toughness = [3, 4, 5]", "context.cover = [true]"))
    words = ["compare", path, "--json", "--context", "half_range", "--at", "veq"]
    near = json.loads(call(*words)[1])
    assert {a["target"] for a in near} == {"veq"}
    assert near[0]["attacks"]["mean"] == 30
    refused(call("run", path, "--context", "cover=false"), "the sweep changes cover")
    assert call("run", path, "--plot", tmp_path / "p.png")[0] == 0
    assert (tmp_path / "p.png").stat().st_size > 5000
    path.write_text(SWEPT)
    refused(call("compare", path, "--at", "veq"), "leave --at out")
    refused(call("saves", path), "a sweep has no table of saves")
    path.write_text(SWEPT.replace("3, 4, 5", "3, 0"))
    refused(call("run", path), "s.toml: sweep: with", "target.toughness = 0")
