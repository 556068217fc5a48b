"""Named sets of rulings: how they are written, what goes over what, what is refused."""

from __future__ import annotations

import json

import pytest

import mathhammer
from mathhammer.core.errors import MathhammerError
from mathhammer.games.wh40k.context import SETS
from mathhammer.reading.scenario import from_mapping

BLADES = "10x A3 WS3+ S5 AP-1 D2 [Devastating Wounds]"
ERRATA, PRINT = {"devastating": "errata-2024"}, {"devastating": "print-2023"}


@pytest.mark.parametrize(
    "ruleset, rulings",
    [
        ("2024", ERRATA),
        (2024, ERRATA),
        ("2023", PRINT),
        ("", PRINT),
        ("set=2024", ERRATA),
        ({"set": "2024"}, ERRATA),
        ({"set": 2024, "save_cap": "bonuses"}, {**ERRATA, "save_cap": "bonuses"}),
        ("2024, save_cap = bonuses", {**ERRATA, "save_cap": "bonuses"}),
        ("devastating=print-2023,2024", PRINT),
        ({"set": "2024", "devastating": "errata-2023-09"}, {"devastating": "errata-2023-09"}),
        (mathhammer.Ruleset(set="2024"), ERRATA),
        (mathhammer.Ruleset.read("2024"), ERRATA),
        (mathhammer.Ruleset(devastating="print-2023").replace(set="2024"), ERRATA),
        (mathhammer.Ruleset(set="2024").replace(devastating="print-2023"), PRINT),
    ],
)
def test_a_set_is_resolved_and_single_rulings_go_over_it(ruleset, rulings):
    assert mathhammer.attack(BLADES, "teq", ruleset=ruleset).ruleset == rulings


def test_every_set_names_the_same_rulings():
    names = {frozenset(rulings) for rulings in SETS.values()}
    assert len(names) == 1  # so that one put over another leaves nothing of it
    default = mathhammer.Ruleset()
    assert all(getattr(default, name) == value for name, value in SETS["2023"].items())


@pytest.mark.parametrize(
    "ruleset, said",
    [
        ("2025", "'2025' is not allowed (did you mean '2024'?); allowed: 2023, 2024"),
        ("2023,2024", "two sets of rulings are given, 2023 and 2024: name one"),
        ("2024,set=2023", "two sets of rulings are given, 2024 and 2023: name one"),
        ({"set": "errata"}, "'errata' is not allowed"),
        ({"set": True}, "True is not allowed"),
        (2024.0, "2024.0 is not the ruleset"),
    ],
)
def test_what_is_no_set_is_refused(ruleset, said):
    with pytest.raises(MathhammerError) as caught:
        mathhammer.attack(BLADES, "teq", ruleset=ruleset)
    assert said in str(caught.value)


def test_age_of_sigmar_and_the_dice_game_have_no_sets(call):
    with pytest.raises(MathhammerError, match="like 2024, are for another game"):
        mathhammer.attack("10x 2/3+/4+/1/1", "H2 Sv4+", ruleset="2024")
    assert "unknown field '2024'" in call("heroes", "--ruleset", "2024")[2]


@pytest.mark.parametrize("table", ['ruleset = "2024"', "ruleset = 2024", '[ruleset]\nset = "2024"'])
def test_files_have_sets_and_the_command_line_goes_over_them(call, tmp_path, table):
    file = tmp_path / "a.toml"
    file.write_text(f'{table}\n[attacker]\nweapons = "{BLADES}"\n[target]\npreset = "teq"\n')

    def rulings(*words):
        (entry,) = json.loads(call("run", file, "--json", *words)[1])
        return entry["ruleset"]

    assert rulings() == ERRATA
    assert rulings("--ruleset", "2023") == PRINT
    assert rulings("--ruleset", "save_cap=bonuses") == {**ERRATA, "save_cap": "bonuses"}


def test_a_set_of_the_command_line_goes_over_single_rulings_of_a_file(call, tmp_path):
    scenario, choice = tmp_path / "a.toml", tmp_path / "c.toml"
    scenario.write_text(
        f'[ruleset]\ndevastating = "errata-2023-09"\n[attacker]\nweapons = "{BLADES}"\n'
        '[target]\npreset = "teq"\n'
    )
    choice.write_text(
        'mix = "100% teq"\nruleset = "2024"\n[attacker]\nmodels = 5\n'
        f'weapons = "{BLADES}"\n[[option]]\nweapons = "A4 WS3+ S8 AP-2 D2"\nmost = 2\n'
    )
    (entry,) = json.loads(call("run", scenario, "--ruleset", "2024", "--json")[1])
    assert entry["ruleset"] == ERRATA
    for words, rulings in ([], ERRATA), (["--ruleset", "2023"], PRINT):
        status, out, err = call("choose", choice, "--json", *words)
        assert status == 0, err
        assert json.loads(out)[0]["ruleset"] == rulings


def test_sets_can_be_swept():
    squad = {"attacker": BLADES, "target": "teq", "ruleset": "2024,save_cap=bonuses"}
    question = from_mapping({**squad, "sweep": {"ruleset.set": ["2023", "2024"]}})
    swept = [variant.question.ruleset.given for variant in question.variants]
    assert swept == [
        {"devastating": ruling, "save_cap": "bonuses"} for ruling in ("print-2023", "errata-2024")
    ]
