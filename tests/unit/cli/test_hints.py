"""What is said of calls that people type and that mean something else."""

from __future__ import annotations

import csv
from io import StringIO

import pytest

from mathhammer.cli.command import COMMANDS
from mathhammer.cli.main import overview

BOLTS = "10x A2 BS3+ S4 AP-1 D1"
BLADES = "10x 2/3+/4+/1/1"
LOADOUTS = '[[attacker]]\nname = "a"\nweapons = ["10x A2 BS3+ S4 AP-1 D1"]\n'


def test_without_words_the_help_is_printed(call):
    status, out, err = call()
    assert (status, err) == (0, "")
    assert out == overview() and all(name in out for name in COMMANDS)


@pytest.mark.parametrize(
    "words, meant",
    [
        (["5x", "meq"], "5x meq"),
        (["10x", "T4", "Sv3+", "W2"], "10x T4 Sv3+ W2"),
        (["meq", "W3"], "meq W3"),
        (["geq", "5x", "meq"], "5x meq"),
        (["meq", "T4", "W2", "Sv3+"], "T4 W2 Sv3+"),  # the first is a target of its own
    ],
)
@pytest.mark.parametrize("command", [["attack", BOLTS], ["compare", BOLTS], ["saves", BOLTS]])
def test_a_target_of_several_words_wants_quotes(call, command, words, meant):
    status, out, err = call(*command, "--at", *words)
    assert status == 2 and not out
    if command[0] != "saves":  # which takes one target and says so
        assert err.rstrip().endswith(f'(put a target of several words in quotes: --at "{meant}")')


def test_a_target_of_age_of_sigmar_wants_quotes_too(call):
    _, _, err = call("attack", BLADES, "--at", "H2", "Sv3+")
    assert '--at "H2 Sv3+"' in err


@pytest.mark.parametrize("words", [["mec", "meq"], ["5x", "mec"], ["meq", "10"]])
def test_what_is_no_target_in_quotes_either_is_left_alone(call, words):
    status, _, err = call("attack", BOLTS, "--at", *words)
    assert status == 2 and "quotes" not in err


def test_loadouts_of_several_words_want_quotes(call):
    status, _, err = call("compare", "A2", "BS3+", "S4", "D1", "--at", "meq")
    assert status == 2 and "put each weapon in quotes" in err


@pytest.mark.parametrize(
    "words, said",
    [
        (["--cover"], "--cover is a field of the situation: write --context cover"),
        (["--all-out-attack"], "write --context all_out_attack"),
        (["--distance", "9"], "write --context distance=9"),
        (["--distance=9"], "write --context distance=9"),
        (["--visible", "false"], "write --context visible=false"),
        (["--Cover", "--json"], "write --context cover"),
        (["--save-cap", "bonuses"], "--save-cap is a ruling: write --ruleset save_cap=bonuses"),
        (["--save-cap", "none"], "write --ruleset save_cap=..."),
        (["--devastating_reduction=false"], "write --ruleset devastating_reduction=false"),
    ],
)
def test_a_field_given_as_an_option_says_where_it_belongs(call, words, said):
    status, out, err = call("attack", BOLTS, "--at", "meq", *words)
    assert status == 2 and not out and said in err
    option = said[said.index("write ") + 6 :].split()
    if "..." not in said and "all_out" not in said:  # and there it is taken
        assert call("attack", BOLTS, "--at", "meq", *option)[0] == 0


def test_rulings_of_other_commands_say_where_they_belong(call):
    assert "write --ruleset fresh_dice=false" in call("heroes", "--fresh-dice", "false")[2]
    assert "write --ruleset aos_reroll=all" in call("charge", "9", "--aos-reroll", "all")[2]
    assert "unknown option '--cover'" in call("charge", "9", "--cover")[2]  # it has no context


def test_the_command_line_speaks_of_its_own_options(call, tmp_path):
    played = ["--engine", "montecarlo", "--trials", "100"]
    for name in ("error", "width"):
        _, _, err = call("attack", BOLTS, "--at", "meq", *played, f"--until-{name}", "foo=1")
        assert f"--until-{name}: 'foo' is nothing" in err and "until_" not in err
    large = ["A1000 BS3+ S9 AP-3 DD6 [Devastating Wounds]", "--at", "10000x T4 Sv3+ W100"]
    _, _, err = call("attack", *large)
    assert "Monte Carlo (--engine montecarlo) may take it" in err
    _, _, err = call("howmany", *large)  # which is exact alone
    assert "(mathhammer attack or run --engine montecarlo)" in err
    file = tmp_path / "sweep.toml"
    file.write_text(f'target = "meq"\n{LOADOUTS}[sweep]\n"target.toughness" = [4, 5]\n')
    assert f"{file}: --engine: a sweep is not modelled" in call("run", file, *played)[2]


@pytest.mark.parametrize(
    "words, first",
    [
        (["attack", BOLTS, "--at", "meq", "geq"], "scenario,attacker,target"),
        (["compare"], "scenario,attacker,target"),
        (["saves", BOLTS], "scenario,"),
        (["check", "charge", "9"], "scenario,answer"),
        (["howmany", BOLTS, "--at", "meq"], "attacker,target"),
        (["heroes"], "policy,"),
    ],
)
def test_csv_is_printed_in_place_of_the_answer(call, tmp_path, words, first):
    path = tmp_path / "table.csv"
    status, out, err = call(*words, "--csv", "-")
    assert (status, err) == (0, "") and out.startswith(first)
    assert len({len(row) for row in csv.reader(StringIO(out))}) == 1
    call(*words, "--csv", path)
    assert path.read_text() == out


def test_printed_csv_stands_alone(call, tmp_path):
    words = "attack", BOLTS, "--at", "meq", "--csv", "-"
    status, out, err = call(*words, "--json")
    assert status == 2 and not out and "--csv - and --json both print" in err
    status, out, _ = call(*words, "--plot", tmp_path / "p.svg")
    assert status == 0 and "written" not in out and (tmp_path / "p.svg").exists()


def test_a_file_needs_no_targets_where_the_call_has_them_or_needs_none(call, tmp_path):
    file, full = tmp_path / "loadouts.toml", tmp_path / "full.toml"
    file.write_text(LOADOUTS)
    full.write_text(f'target = "teq"\n{LOADOUTS}')
    bare, whole = (call("saves", path, "--json") for path in (file, full))
    assert bare[0] == whole[0] == 0
    assert "the targets of the file play no part" in whole[1] and "play no part" not in bare[1]
    for words in (["compare"], ["why"], ["howmany"], ["reroll"]):
        assert call(*words, file, "--at", "meq")[0] == 0
        assert "needs the field 'target'" in call(*words, file)[2]
    status, out, _ = call("compare", file, "--mix", "50% meq, 50% geq", "--json")
    assert status == 0 and "stands in place of the file's own targets" not in out
    for command in ("run", "verify"):
        assert "needs the field 'target'" in call(command, file)[2]


def test_loadouts_of_age_of_sigmar_need_no_targets_either(call, tmp_path):
    file = tmp_path / "loadouts.toml"
    file.write_text(f'game = "aos"\n[attacker]\nweapons = ["{BLADES}"]\n')
    assert call("saves", file)[0] == 0
    assert call("compare", file, "--at", "H2 Sv3+")[0] == 0


@pytest.mark.parametrize(
    "words, said",
    [
        (["charge", "9", "-D6"], "a modifier is written --modifier -D6"),
        (["charge", "9", "+1"], "a modifier is written --modifier +1"),
        (["attack", BOLTS, "--at", "5x meq with leader"], "as in '5x meq + leader Sv2+ W5'"),
        (["attack", BOLTS, "--at", "5x T4 W2 and leader W5"], "as in '5x meq + leader Sv2+ W5'"),
        (["attack", "7x failed saves D2", "--at", "meq"], "as in '7 failed saves D2'"),
    ],
)
def test_what_was_meant_is_shown(call, words, said):
    status, out, err = call(*words)
    assert status == 2 and not out and said in err
