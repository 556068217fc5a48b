"""What is said of a text that could be read otherwise, and that every answer says it."""

import copy
import json
import pickle

import pytest

import mathhammer
from mathhammer.games.wh40k.profiles import Weapon
from mathhammer.results import readings
from mathhammer.show.pages.understood import noted

GUN = "10x gun: A2 BS3+ S8 AP-2 D6"
DIE = "10x gun: A2 BS3+ S8 AP-2 DD6"
READ = "'D6' was read as damage 6; a die is written DD6"


@pytest.mark.parametrize("target", ["5x meq", "teq", "T10 Sv3+ W12"])
def test_the_note_gives_what_the_die_would_do(target):
    slain = mathhammer.attack(DIE, target).slain.mean
    assert mathhammer.attack(GUN, target).notes == [f"{READ}: {slain:.4g} models slain on average"]
    assert mathhammer.attack(DIE, target).notes == []


def test_it_does_in_age_of_sigmar():
    axe = "10x Atk 2 Hit 3+ Wnd 4+ Rnd 1 {}"
    slain = mathhammer.attack(axe.format("DD3"), "10x heavy").slain.mean
    (note,) = mathhammer.attack(axe.format("D3"), "10x heavy").notes
    assert note.endswith(f"a die is written DD3: {slain:.4g} models slain on average")


def test_equal_texts_are_read_otherwise_together():
    both = mathhammer.attack([GUN, GUN.replace("gun", "other")], "20x teq")
    slain = mathhammer.attack([DIE, DIE], "20x teq").slain.mean
    assert both.notes == [f"{READ}: {slain:.4g} models slain on average"]


def test_it_costs_nothing_where_notes_are_not_read(monkeypatch):
    monkeypatch.setattr(readings, "other_reading", None)
    assert mathhammer.attack(GUN, "teq").slain.mean > 0


def test_what_is_too_much_work_is_said_without_a_number(monkeypatch):
    monkeypatch.setattr("mathhammer.results.rulings.MAX_NOTED_WORK", 0)
    assert mathhammer.attack(GUN, "teq").notes == [READ]


def test_a_simulation_is_compared_as_it_would_be_computed(compiled):
    played = {"engine": "montecarlo", "trials": 1_000, "seed": 1}
    (note,) = mathhammer.attack(GUN, "teq", **played).notes
    slain = mathhammer.attack(DIE, "teq").slain.mean
    assert note == f"{READ}: {slain:.4g} models slain on average, computed exactly"


def test_every_answer_says_how_texts_were_read(call, tmp_path):
    sheet = tmp_path / "a.toml"
    sheet.write_text(f'attacker = """{GUN}"""\ntarget = ["teq"]\n', encoding="utf-8")
    swept = tmp_path / "s.toml"
    swept.write_text(
        f"attacker = '{GUN}'\ntarget = 'teq'\n[sweep]\n'attacker.weapons.0.strength' = [4, 8]\n",
        encoding="utf-8",
    )
    choice = tmp_path / "c.toml"
    choice.write_text(
        f"mix = '100 % teq'\n[attacker]\nweapons = ['A1 BS3+ S4 D1']\n"
        f"[[option]]\nweapons = '{GUN}'\nmost = 2\n",
        encoding="utf-8",
    )
    for words in (
        ["attack", GUN, "--at", "teq"], ["compare", GUN, DIE, "--at", "teq"], ["run", sheet],
        ["run", swept], ["saves", GUN], ["howmany", GUN, "--at", "teq"],
        ["why", GUN, "--at", "teq"], ["reroll", GUN, "--at", "teq"], ["compare", sheet],
        ["choose", choice], ["verify", sheet, "--trials", 1000, "--seed", 1],
    ):  # fmt: skip
        for json_too in ([], ["--json"]):
            status, out, _ = call(*words, *json_too)
            assert status == 0
            assert READ in " ".join(out.split()), words
    (answer,) = json.loads(call("run", sheet, "--json")[1])
    assert len([note for note in answer["notes"] if READ in note]) == 1
    assert READ in mathhammer.run(sheet)[0].notes[0]
    (cell,) = mathhammer.compare([GUN], ["teq"]).results
    assert READ in cell.notes[0]


def test_of_many_match_ups_the_one_is_told_in_which_it_matters_most():
    results = mathhammer.compare([GUN], ["geq", "teq", "T10 Sv3+ W12"]).results
    (note,) = noted(results)
    assert note.startswith(READ) and note.endswith("here most.")
    assert "It matters in 2 of 3 match-ups" in note


def test_a_changed_field_is_read_no_more():
    weapon = Weapon.read(GUN)
    (note,) = weapon.reading_notes
    assert (note.text, note.field, note.otherwise) == (READ, "damage", "D6")
    assert weapon.replace(count=3).reading_notes == (note,)
    assert weapon.replace(damage=3).reading_notes == ()
    assert copy.deepcopy(weapon).reading_notes == (note,)
    assert pickle.loads(pickle.dumps(weapon)) == weapon
    assert Weapon.read(DIE.replace("DD6", "D 6")) == weapon
