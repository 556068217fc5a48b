"""The note on Devastating Wounds (W-3): where it stands, what it gives, how often it is said."""

from __future__ import annotations

import json
from unittest.mock import patch

import pytest

import mathhammer
from mathhammer.results import rulings
from mathhammer.show.pages.report import ending

BLADES = "10x A2 BS3+ S4 AP-1 D2 [Devastating Wounds]"
HEAD = "Devastating Wounds under"


def notes(*given, **options):
    result = mathhammer.attack(*given, **options)
    return [note for note in result.notes if note.startswith(HEAD)]


@pytest.mark.parametrize("target", ["5x meq", "T10 Sv3+ W12", "T4 W2 Sv3+"])
def test_nothing_is_said_where_nothing_differs(target):
    assert notes(BLADES, target) == []
    assert mathhammer.attack(BLADES, target).ruleset == {"devastating": "print-2023"}


def test_slain_are_given_first():
    (note,) = notes(BLADES, "teq")
    assert note == (
        "Devastating Wounds under print-2023: 1.578 models slain on average; 1.232 under "
        "errata-2023-09, 1.232 under errata-2024. Most tools use the errata."
    )


def test_damage_is_given_where_as_many_are_slain():
    # A model that is hardly ever slain ignores mortal wounds alone.
    target = {"toughness": 4, "save": 3, "wounds": 60, "feel_no_pain_mortals": 4}
    (note,) = notes(BLADES, target)
    assert "damage on average" in note and "models slain" not in note


def test_chances_are_named_where_all_means_agree():
    result = mathhammer.attack(BLADES, "teq")
    losses = rulings.Losses(1.0, 2.0, 0.0, (0.5, 0.0, 0.5, 0.0))
    other = losses._replace(chances=(0.0, 1.0, 0.0, 0.0))
    with (
        patch.object(rulings.Losses, "of", return_value=losses),
        patch.object(rulings, "losses", return_value=other),
    ):
        found = rulings.other_rulings(result)
    assert found.note == (
        f"{HEAD} print-2023: the same means as under errata-2023-09 and errata-2024, but other "
        "chances. Most tools use the errata."
    )


def test_a_simulation_is_compared_as_it_would_be_computed(compiled):
    played = {"engine": "montecarlo", "trials": 2_000, "seed": 1}
    assert notes(BLADES, "5x meq", **played) == []
    (note,) = notes(BLADES, "teq", **played)
    assert "; computed exactly, 1.232 under errata-2023-09" in note


@pytest.mark.parametrize("wounds, told", [(2, 0), (3, 1)])
def test_of_a_turn_it_stands_where_what_is_left_differs(wounds, told):
    a = {"models": 5, "toughness": 4, "save": 3, "wounds": 2, "weapons": [BLADES]}
    b = {"models": 5, "toughness": 4, "save": 3, "wounds": wounds}
    fields = {"gap": 9, "units": {"a": a, "b": b}, "step": {"do": "shoot", "by": "a", "at": "b"}}
    found = [note for note in mathhammer.turn(fields).notes if note.startswith(HEAD)]
    assert len(found) == told
    assert all("models left on average a 5, b" in note for note in found)


def test_a_table_says_it_once_where_it_changes_most(call, tmp_path):
    file = tmp_path / "a.toml"
    file.write_text(
        'target = ["meq", "teq", "10x geq"]\n'
        f'[[attacker]]\nname = "a"\nweapons = "{BLADES}"\n'
        '[[attacker]]\nname = "b"\nweapons = "A2 BS3+ S4 AP-1 D1"\n'
    )
    _, out, _ = call("compare", file)
    words = " ".join(out.split())
    assert words.count(HEAD) == 1
    assert f"loadout 1 at 5x teq: {HEAD} print-2023: 1.578 models slain" in words
    assert "Most tools use the errata. It matters in 2 of 6 match-ups, here most." in words
    entries = json.loads(call("compare", file, "--json")[1])
    told = [any(note.startswith(HEAD) for note in entry["notes"]) for entry in entries]
    assert told == [False, True, True, False, False, False]  # each of them with its own
    results = mathhammer.run(str(file))
    section = repr(ending(results, [str(i) for i in range(6)]))
    assert section.count(HEAD) == 1


def test_a_table_of_match_ups_that_agree_says_only_that(call):
    _, out, _ = call("compare", BLADES, "--at", "teq", "teq")
    words = " ".join(out.split())
    assert words.count(HEAD) == 1 and "It matters in" not in words
