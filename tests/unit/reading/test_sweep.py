"""[sweep]: every row is the match-up that it names, computed alone; limits and wrong fields."""

from __future__ import annotations

import json
import time
import tomllib
from typing import Any

import numpy as np
import pytest
from support.refusals import refusal

import mathhammer
from mathhammer.analysis.rows import USUAL_COLUMNS
from mathhammer.analysis.sweeps import sweep
from mathhammer.api import attack, run
from mathhammer.cli.main import main
from mathhammer.core.errors import MathhammerError, NotModelledError, TooLargeError
from mathhammer.engine.montecarlo.simulate import Settings
from mathhammer.games.wh40k.profiles import Unit, Weapon
from mathhammer.reading.scenario import from_mapping
from mathhammer.show.pages import sweep as sweep_pages

GUN = "10x A2 BS3+ S4 AP-1 D1"
FILE = """
target = ["meq", "10x geq"]
[[attacker]]
name = "one"
points = 80
weapons = ["10x A2 BS3+ S4 AP-1 D1", "1x A1 BS3+ S9 AP-3 DD6 [Melta 2]"]
[[attacker]]
name = "two"
[[attacker.weapons]]
count = 5
attacks = 3
skill = "3+"
strength = 5
damage = 2
[sweep]
"attacker.weapons.0.strength" = [4, 5]
"target.toughness" = [3, 4, 5]
context.cover = [false, true]
"""


def refused(fields: dict[str, Any], *words: str) -> None:
    message = refusal(from_mapping, fields, "f.toml")
    for word in ("f.toml: ", *words):
        assert word in message


def test_each_row_is_the_match_up_alone(tmp_path):
    path = tmp_path / "f.toml"
    path.write_text(FILE)
    table = from_mapping(tomllib.loads(FILE)).answer().table()
    keys = ["attacker.weapons.0.strength", "target.toughness", "context.cover"]
    usual = [name for name in USUAL_COLUMNS if name != "points_per_100"]  # targets without points
    assert list(table.columns) == [*keys, *usual]
    assert len(table) == 2 * 3 * 2 * 2 * 2
    results = run(str(path))
    assert len(results) == len(table)
    for (_, row), result in zip(table.iterrows(), results, strict=True):
        strength, toughness, cover = (row[key] for key in keys)
        assert result.sweep == dict(zip(keys, (strength, toughness, cover), strict=True))
        first = {
            "one": [{"count": 10, "attacks": 2, "skill": 3, "ap": -1, "damage": 1},
                    "1x A1 BS3+ S9 AP-3 DD6 [Melta 2]"],
            "two": [{"count": 5, "attacks": 3, "skill": 3, "damage": 2}],
        }[row["attacker"]]  # fmt: skip
        weapons = [{**first[0], "strength": strength}, *first[1:]]
        models = {"meq": 5, "geq": 10}[row["target"]]
        target = {"preset": row["target"], "models": models, "toughness": toughness}
        single = attack({"weapons": weapons}, target, context={"cover": bool(cover)})
        assert row["damage_mean"] == pytest.approx(single.damage.mean, rel=1e-12)
        assert row["destroyed"] == pytest.approx(single.destroyed, rel=1e-12)
        assert result.damage.mean == row["damage_mean"]


def test_the_last_field_changes_fastest():
    made = from_mapping(tomllib.loads(FILE)).variants
    assert [tuple(v.settings.values()) for v in made[:3]] == [
        (4, 3, False), (4, 3, True), (4, 4, False),
    ]  # fmt: skip


FORMS: dict[str, Any] = {
    "text": GUN,
    "texts": [GUN],
    "weapon": Weapon(count=10, attacks=2, skill=3, strength=4, ap=-1, damage=1),
    "unit": Unit(weapons=[GUN]),
    "weapon's fields": {
        "count": 10, "attacks": 2, "skill": 3, "strength": 4, "ap": -1, "damage": 1,
    },
    "a unit's one weapon": {"weapons": GUN},
    "inner list": [[GUN]],
}  # fmt: skip


@pytest.mark.parametrize("attacker", FORMS.values(), ids=FORMS)
@pytest.mark.parametrize("target", ["5x meq", Unit(preset="meq"), {"preset": "meq"}], ids=str)
def test_whatever_stands_on_the_way_is_read_into_its_fields(attacker, target):
    by = {
        "attacker.weapons.0.strength": [5],
        "attacker.modifiers.hit": [1],
        "attacker.weapons.0.modifiers.reroll_wounds": ["ones"],
        "target.modifiers.damage": [0],
        "target.save": ["4+"],
    }
    found = sweep(attacker, target, by)
    weapon = "10x A2 BS3+ S5 AP-1 D1 [re-roll wounds: ones, +1 to hit]"
    right = attack(weapon, {"preset": "meq", "save": 4})
    assert found.comparisons[0].cell(0, 0).damage == right.damage


def test_modifiers_of_units_in_both_roles_are_kept():
    unit = Unit(preset="meq", modifiers={"damage": -1})
    found = sweep("A2 BS3+ S4 AP-1 D2", unit, {"target.toughness": [4]})
    assert found.comparisons[0].targets[0].defence.damage == -1


def test_a_grid_shows_the_break_points_of_the_wound_table():
    strengths, toughs = list(range(3, 11)), list(range(3, 9))
    by = {"attacker.weapons.0.strength": strengths, "target.toughness": toughs}
    grid = sweep("6x A1 BS2+ S4 AP0 D1", "10x T4 W1 Sv-", by).grid("damage")
    for i, s in enumerate(strengths):
        for j, t in enumerate(toughs):
            needed = 2 if s >= 2 * t else 3 if s > t else 4 if s == t else 6 if 2 * s <= t else 5
            assert grid[i, j] == pytest.approx(6 * 5 / 6 * (7 - needed) / 6)


def test_sigmar_is_swept_likewise():
    by = {"attacker.weapons.0.rend": [0, 1, 2], "target.ward": ["-", "5+"]}
    grid = sweep("10x 2/3+/4+/1/D3", "10x H2 Sv4+", by).grid("slain")
    for i, rend in enumerate((0, 1, 2)):
        for j, ward in enumerate(("", " Ward5+")):
            single = attack(f"10x 2/3+/4+/{rend}/D3", f"10x H2 Sv4+{ward}")
            assert grid[i, j] == pytest.approx(single.slain.mean)


def test_abilities_are_values_and_cells():
    by = {"attacker.weapons.0.abilities": ["", "Lethal Hits", ["Lethal Hits", "Sustained Hits 1"]]}
    found = sweep(GUN, "meq", by)
    table = found.table()
    assert table.iloc[:, 0].tolist() == ["", "Lethal Hits", "Lethal Hits, Sustained Hits 1"]
    assert table["damage_mean"].is_monotonic_increasing
    assert found.grid().shape == (3,)


@pytest.mark.slow
def test_many_combinations_are_computed_together():
    by = {"target.toughness": list(range(1, 101)), "target.wounds": list(range(1, 61))}
    grid = sweep("A2 BS3+ S4 AP-1 D2", "2x T4 Sv3+ W2", by).grid("damage")
    for i, j in ((0, 0), (3, 1), (99, 59), (50, 17)):
        target = {"models": 2, "toughness": i + 1, "save": 3, "wounds": j + 1}
        right = attack("A2 BS3+ S4 AP-1 D2", target).damage.mean
        assert grid[i, j] == pytest.approx(right, rel=1e-12)


BASE = {"attacker": [GUN, GUN], "target": "meq"}


@pytest.mark.parametrize(
    "table, words",
    [
        ({"attacker.weapons.0.strenght": [4]}, ["sweep: with attacker.weapons.0.strenght = 4",
                                                "did you mean 'strength'"]),
        ({"target.toughness": [4, 0]}, ["with target.toughness = 0", "from 1 to 100"]),
        ({"target.toughness": 4}, ["target.toughness: 4 is not a list"]),
        ({"target.toughness": []}, ["from 1 to 1000"]),
        ({"toughness": [4]}, ["is not a dotted field"]),
        ({"attackers.weapons.0.ap": [0]}, ["did you mean 'attacker'"]),
        ({"game.x": ["aos"]}, ["begins with one of"]),
        ({}, ["a sweep of 0 fields"]),
        ({"target": ["meq"]}, ["'target' is not swept as a whole", "like 'target.toughness'"]),
        ({"context": ["cover"]}, ["'context' is not swept as a whole", "like 'context.cover'"]),
        ([4], ["is not a table"]),
        ({"attacker.5.points": [4]}, ["'5' is no place in attacker, which has 2"]),
        ({"attacker.weapons.1.ap": [0]}, ["'1' is no place"]),
        ({"target.1.models": [4]}, ["'1' is no place in target, which is a single one"]),
        ({"target.groups.0.models": [4]}, ["there is no target.groups to change"]),
        ({"target.models.0.x": [4]}, ["no target.models", "to change"]),
        ({"attacker.weapons.0.name.x": [4]}, ["attacker.weapons.0.name"]),
        ({"attacker.99999999999.x": [4]}, ["is no place"]),
        ({"target.toughness": list(range(1001))}, ["a list of 1001"]),
        ({f"target.a{i}": [1] for i in range(11)}, ["a sweep of 11 fields"]),
        ({"target.toughness": [4], "target": {"toughness": [5]}}, ["is given twice"]),
        ({"target.": [4]}, ["with target. = 4"]),
        ({4: [4]}, ["is not the name of a field"]),
    ],
)  # fmt: skip
def test_wrong_sweeps_are_refused_in_one_sentence(table, words):
    refused({**BASE, "sweep": table}, *words)


@pytest.mark.slow
def test_explosions_are_refused_before_anything_is_computed():
    many = {f"target.{name}": list(range(1, 41)) for name in ("toughness", "wounds", "models")}
    with pytest.raises(TooLargeError, match="64000 combinations; up to 10000"):
        from_mapping({**BASE, "sweep": many})
    few = {name: many[name] for name in list(many)[:2]}
    with pytest.raises(TooLargeError, match="more than 20000 match-ups"):
        from_mapping({"attacker": [GUN] * 30, "target": "meq", "sweep": few})


def test_a_long_scenario_is_not_read_again_and_again():
    """A hundred weapons, ten thousand times: refused at once."""
    by = {"target.toughness": list(range(1, 101)), "target.wounds": list(range(1, 101))}
    start = time.perf_counter()
    with pytest.raises(TooLargeError, match=r"means reading [0-9]+ fields; up to 2000000"):
        from_mapping({"attacker": {"weapons": [GUN] * 100}, "target": "meq", "sweep": by})
    assert time.perf_counter() - start < 1


def test_turns_are_not_swept():
    turn = {"kind": "turn", "units": {}, "step": [], "sweep": {"target.x": [1]}}
    with pytest.raises(MathhammerError):
        from_mapping(turn)
    swept = from_mapping({**BASE, "sweep": {"target.toughness": [3]}})
    with pytest.raises(NotModelledError, match="a sweep is not modelled by montecarlo; exact is"):
        swept.answer(Settings(1))


def test_grids_are_of_two_fields():
    by = {"target.toughness": [3, 4], "target.wounds": [1, 2], "target.models": [1, 2]}
    with pytest.raises(MathhammerError, match="one or two fields"):
        sweep(GUN, "meq", by).grid()
    with pytest.raises(MathhammerError, match="without equal values"):
        sweep(GUN, "meq", {"target.toughness": [3, 3]}).grid()
    missing = sweep(GUN, "meq", {"target.toughness": [3, 4]}).grid("points_destroyed")
    assert np.isnan(missing).all()


def test_results_name_their_values(tmp_path):
    path = tmp_path / "f.json"
    path.write_text(json.dumps({**BASE, "sweep": {"target.toughness": [4, 5]}}))
    answers = [r.to_dict() for r in mathhammer.run(path)]
    assert [a["sweep"] for a in answers] == [{"target.toughness": t} for t in (4, 4, 5, 5)]
    assert "sweep" not in attack(GUN, "meq").to_dict()


def test_the_text_of_a_sweep_has_the_rulings_and_each_note_once(tmp_path, capsys, monkeypatch):
    monkeypatch.delenv("COLUMNS", raising=False)
    path = tmp_path / "s.json"
    gun = "3x plasma: A2 BS3+ S8 AP-3 D2 [Hazardous, Anti-Vehicle 4+, Devastating Wounds]"
    swept = {"attacker": gun, "target": ["geq", "veq"], "sweep": {"target.models": [1, 2]}}
    path.write_text(json.dumps(swept))

    def text():
        assert main(["compare", str(path)]) == 0
        out = capsys.readouterr().out
        assert max(map(len, out.splitlines())) <= 80
        return " ".join(out.split())

    words = text()
    assert words.count("rulings devastating = print-2023") == 1
    assert words.count("note 2 of 4 match-ups: plasma: Anti-Vehicle 4+ doesn't apply") == 1
    assert words.count("note Hazardous: the attacker's models aren't given") == 1
    assert words.count("Devastating Wounds under print-2023") == 1  # where there are two geq
    assert words.count("note plasma at geq, target.models = 2: Devastating Wounds") == 1
    monkeypatch.setattr(sweep_pages, "MAX_NOTED", 2)
    monkeypatch.setattr(sweep_pages, "MAX_NOTES", 1)
    words = text()
    assert "and 1 more notes: --json" in words
    assert "those of the first 2 of 4 match-ups" in words
