"""The user's own defaults: what is taken from them, what goes over them, what is said."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

import mathhammer
from mathhammer.cli import config
from mathhammer.cli.config import Config

GUN = "10x A2 BS3+ S4 AP-1 D2 [Devastating Wounds, Rapid Fire 1]"
BLADE = "10x A2 WS3+ S4 AP-1 D2 [Devastating Wounds]"
AOS = "10x 2/3+/4+/1/1"


@pytest.fixture
def configured(tmp_path, monkeypatch):
    """Return a function that writes the configuration."""
    path = tmp_path / "own.toml"
    monkeypatch.setenv(config.VARIABLE, str(path))

    def write(text):
        path.write_text(text)
        return str(path)

    return write


def entry(call, *words):
    status, out, err = call(*words, "--json")
    assert (status, err) == (0, ""), err
    return json.loads(out)[0]


def said(answer):
    """Return what an answer says of the configuration."""
    found = [note for note in answer.get("notes", []) if note.startswith("Defaults: ")]
    assert len(found) <= 1
    return found[0].removeprefix("Defaults: ").partition(" (")[0] if found else ""


def test_nothing_is_taken_and_said_without_a_file(call):
    plain = entry(call, "attack", GUN, "--at", "teq")
    assert said(plain) == "" and plain["ruleset"] == {"devastating": "print-2023"}


def test_rulings_and_context_are_put_under_a_text(call, configured):
    path = configured('ruleset = "2024"\ncontext = {half_range = true}\n')
    answer = entry(call, "attack", GUN, "--at", "teq")
    assert answer["ruleset"] == {"devastating": "errata-2024"}
    assert answer["attacks"]["mean"] == 30
    assert said(answer) == "half_range = true, devastating = errata-2024"
    status, out, _ = call("attack", GUN, "--at", "teq", "geq")
    words = " ".join(out.split())
    assert status == 0 and words.count("defaults half_range = true, devastating = errata-2024") == 1
    assert out.rstrip().endswith(f"({path})") or path in "".join(out.split())


@pytest.mark.parametrize(
    "words, taken",
    [
        (["--ruleset", "2023"], "half_range = true"),
        (["--ruleset", "devastating=errata-2023-09"], "half_range = true"),
        (["--context", "half_range=false"], "devastating = errata-2024"),
        (["--context", "half_range=false", "--ruleset", "2023"], ""),
    ],
)
def test_options_go_over_it_and_what_they_hide_is_not_said(call, configured, words, taken):
    configured('ruleset = "2024"\ncontext = "half_range"\n')
    assert said(entry(call, "attack", GUN, "--at", "teq", *words)) == taken


def test_a_file_goes_over_it(call, configured, tmp_path):
    configured('ruleset = "2024,save_cap=bonuses"\ncontext = "half_range,cover"\n')
    file = tmp_path / "a.toml"
    file.write_text(
        'target = "teq"\nruleset = "2023"\ncontext = {cover = false}\n'
        f'[attacker]\nweapons = "{GUN}"\n'
    )
    answer = entry(call, "run", file)
    assert answer["ruleset"] == {"devastating": "print-2023", "save_cap": "bonuses"}
    assert said(answer) == "half_range = true, save_cap = bonuses"
    assert mathhammer.run(str(file))[0].ruleset == {"devastating": "print-2023"}  # never in Python
    assert mathhammer.attack(GUN, "teq").ruleset == {"devastating": "print-2023"}


def test_sweeps_turns_and_choices_take_it_too(call, configured, tmp_path):
    configured('ruleset = "2024"\n')
    sweep, turn, choice = (tmp_path / name for name in ("s.toml", "t.toml", "c.toml"))
    attacker = f'[attacker]\nweapons = "{BLADE}"\n'
    sweep.write_text(
        f'target = "teq"\n{attacker}[sweep]\n"ruleset.set" = ["2023"]\n"target.models" = [5]\n'
    )
    assert entry(call, "run", sweep)["ruleset"] == {"devastating": "print-2023"}
    sweep.write_text(f'target = "teq"\n{attacker}[sweep]\n"target.models" = [5]\n')
    assert entry(call, "run", sweep)["ruleset"] == {"devastating": "errata-2024"}
    turn.write_text(
        'kind = "turn"\ngap = 1\n[units.a]\nmodels = 5\ntoughness = 4\nsave = 3\nwounds = 2\n'
        f'weapons = "{BLADE}"\n[units.b]\npreset = "teq"\n'
        '[[step]]\ndo = "fight"\nby = "a"\nat = "b"\n'
    )
    answer = entry(call, "run", turn)
    assert answer["ruleset"] == {"devastating": "errata-2024"}
    assert said(answer) == "devastating = errata-2024"
    choice.write_text(
        f'mix = "100% teq"\n{attacker}models = 5\n[[option]]\nmost = 2\n'
        'weapons = "A4 WS3+ S8 AP-2 D2"\n'
    )
    answer = entry(call, "choose", choice)
    assert answer["ruleset"] == {"devastating": "errata-2024"}
    assert said(entry(call, "choose", choice, "--ruleset", "2023")) == ""


@pytest.mark.parametrize("command", ["why", "howmany", "reroll", "saves", "compare"])
def test_every_command_on_match_ups_takes_and_says_it(call, configured, command):
    configured('ruleset = "2024"\n')
    at = [] if command == "saves" else ["--at", "teq"]
    assert "devastating = errata-2024" in said(entry(call, command, BLADE, *at))
    assert "defaults " in call(command, BLADE, *at)[1]


def test_each_game_takes_its_own(call, configured):
    configured('ruleset = "2024,aos_reroll=all"\ncontext = "half_range,all_out_attack,charged"\n')
    assert said(entry(call, "attack", GUN, "--at", "teq")) == (
        "half_range = true, charged = true, devastating = errata-2024"
    )
    assert said(entry(call, "attack", AOS, "--at", "H2 Sv4+")) == (
        "all_out_attack = true, charged = true, aos_reroll = all"
    )
    assert said(entry(call, "charge", "9", "--game", "aos")) == "aos_reroll = all"
    assert "fresh" not in said(entry(call, "heroes"))


def test_the_game_is_for_where_nothing_shows_it(call, configured, tmp_path):
    configured('game = "aos"\n')
    charge = entry(call, "charge", "9in")
    assert charge["probability"] == entry(call, "charge", "9in", "--game", "aos")["probability"]
    assert said(charge) == "game = aos"
    assert said(entry(call, "charge", "9in", "--game", "wh40k")) == ""
    assert said(entry(call, "attack", GUN, "--at", "teq")) == ""  # which the text shows
    assert said(entry(call, "leadership", "6")) == ""  # which only the other game has
    assert said(entry(call, "compare")) == "game = aos"  # the example
    file = tmp_path / "a.toml"
    file.write_text('kind = "charge"\nneeded = 9\n')
    assert said(entry(call, "run", file)) == ""  # a file says it itself, or means Warhammer 40,000


@pytest.mark.usefixtures("compiled")
def test_trials_are_those_of_a_simulation_without_a_goal(call, configured):
    configured("trials = 2000\n")
    played = ["attack", GUN, "--at", "teq", "--engine", "montecarlo", "--seed", "1"]
    answer = entry(call, *played)
    assert answer["trials"] == 2000 and said(answer) == "trials = 2000"
    answer = entry(call, *played, "--trials", "1000")
    assert answer["trials"] == 1000 and said(answer) == ""
    answer = entry(call, *played, "--until-error", "damage=0.05")
    assert answer["trials"] > 2000 and said(answer) == ""
    assert said(entry(call, "attack", GUN, "--at", "teq")) == ""


def test_pictures_without_an_ending_take_the_format(call, configured, tmp_path):
    configured('plot_format = "svg"\n')
    words = "attack", GUN, "--at", "teq", "--plot"
    status, out, _ = call(*words, tmp_path / "p")
    assert status == 0 and (tmp_path / "p.svg").read_text().startswith("<?xml")
    assert "p.svg" in "".join(out.split()) and "plot_format = svg" in out
    status, out, _ = call(*words, tmp_path / "q.png")
    assert status == 0 and (tmp_path / "q.png").exists() and "plot_format" not in out
    assert "this is" in call(*words, tmp_path)[2] or "is a folder" in call(*words, tmp_path)[2]


def test_reports_and_printed_tables_say_it(call, configured, tmp_path, squads):
    configured('ruleset = "save_cap=bonuses"\n')
    page = tmp_path / "page.html"
    assert call("report", squads, "-o", page)[0] == 0
    assert "Defaults: save_cap = bonuses" in page.read_text()
    status, out, err = call("compare", squads, "--csv", "-")
    assert status == 0 and "defaults" not in out
    assert err.startswith("mathhammer: defaults: save_cap = bonuses (")


@pytest.mark.parametrize(
    "text, words",
    [
        ('rulset = "2024"', ["unknown field 'rulset' of the configuration", "'ruleset'"]),
        ('ruleset = "2025"', ["ruleset.set: '2025' is not allowed"]),
        ('ruleset = "devasting=print-2023"', ["unknown field 'devasting'", "'devastating'"]),
        ('context = "half_rnge"', ["context: unknown field 'half_rnge'", "'half_range'"]),
        ('context = ["cover"]', ["context: a list of 1 is not a table of fields"]),
        ("context = {distance = -1}", ["context.distance: -1 is not a number"]),
        ("trials = 1", ["trials: 1 is not a whole number from 2"]),
        ('game = "40k"', ["game: '40k' is not allowed"]),
        ('plot_format = "gif"', ["plot_format: 'gif' is not allowed"]),
        ("game = ", ["this is not valid TOML"]),
        ("", ["this file is empty: a configuration is a TOML file"]),
    ],
)
def test_what_is_wrong_is_one_sentence_that_names_the_file(call, configured, text, words):
    path = configured(text)
    for call_words in (["attack", GUN, "--at", "teq"], ["config"]):
        status, out, err = call(*call_words)
        assert status == 2 and not out and err.count("\n") == 1
        assert err.startswith(f"mathhammer: {path}: ") and all(word in err for word in words)
    assert call("--help")[0] == 0 and call("attack", "--help")[0] == 0


def test_config_shows_the_file_and_what_it_sets(call, configured):
    path = configured('ruleset = "2024,aos_reroll=all"\ntrials = 1e5\n')
    status, out, _ = call("config")
    assert status == 0 and path in "".join(out.split())
    assert "set = 2024, aos_reroll = all" in out and "100000" in out
    assert all(name in out for name in Config._fields)
    (shown,) = json.loads(call("config", "--json")[1])
    assert shown == {
        "path": path, "read": True,
        "settings": {"ruleset": {"set": "2024", "aos_reroll": "all"}, "trials": 100_000},
    }  # fmt: skip
    configured('context = "all_out_attack=maybe"\n')  # of a game that no other call looks at
    assert "all_out_attack" in call("config")[2]


def test_a_file_that_is_named_has_to_be_there(call, monkeypatch, tmp_path):
    monkeypatch.setenv(config.VARIABLE, str(tmp_path / "none.toml"))
    status, out, err = call("attack", GUN, "--at", "teq")
    assert status == 2 and not out and "none.toml: there is no such file" in err
    monkeypatch.setenv(config.VARIABLE, "")
    assert call("attack", GUN, "--at", "teq")[0] == 0
    assert "none (MATHHAMMER_CONFIG is empty)" in call("config")[1]


@pytest.mark.skipif(sys.platform != "linux", reason="other platforms have other folders")
def test_the_file_lies_in_the_folder_of_the_platform(call, monkeypatch, tmp_path):
    monkeypatch.delenv(config.VARIABLE)
    for variable, folder in (("XDG_CONFIG_HOME", tmp_path), ("HOME", tmp_path / ".config")):
        monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
        monkeypatch.setenv(variable, str(tmp_path))
        file = Path(folder, config.FOLDER, config.FILE)
        assert config.place() == (str(file), False)
        assert said(entry(call, "attack", BLADE, "--at", "teq")) == ""
        assert "(not there yet)" in " ".join(call("config")[1].split())
        file.parent.mkdir(parents=True)
        assert said(entry(call, "attack", BLADE, "--at", "teq")) == ""  # a folder alone
        file.write_text('ruleset = "2024"\n')
        assert said(entry(call, "attack", BLADE, "--at", "teq")) == "devastating = errata-2024"


def test_the_page_on_it_names_every_field():
    page = Path(__file__).parents[3] / "docs" / "how-to" / "settings.md"
    text = page.read_text()
    assert all(f"`{name}`" in text for name in Config._fields) and config.VARIABLE in text
    assert os.path.join(config.FOLDER, config.FILE) in text
