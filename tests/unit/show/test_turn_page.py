"""Turns and dice outside of attacks in words: nothing is said of units that are in no danger."""

from __future__ import annotations

import pytest

import mathhammer
from mathhammer.show.pages.turn import shown_units, steps, turn_answers
from mathhammer.show.pages.understood import attacker_facts

SHOOTERS = {"side": "first", "models": 5, "toughness": 4, "save": "3+", "wounds": 2,
            "move": 6, "weapons": ["5x A2 BS3+ S4 AP-1 D1"]}  # fmt: skip
SHOT = {"do": "shoot", "by": "guns", "at": "mob"}


def turned(*step, **mob):
    target = {"side": "second", "preset": "ork", "models": 10, **mob}
    return mathhammer.turn({"gap": 20, "units": {"guns": SHOOTERS, "mob": target}, "step": step})


def test_a_unit_that_loses_nothing_has_one_line_and_no_rows():
    result = turned(SHOT)
    assert shown_units(result) == ["mob"]
    assert "guns" not in steps(result).rows[0][3]
    about = [text for _, text in turn_answers(result) if "guns" in text]
    assert about == ["guns: no wound is lost, whatever comes."]


def test_a_unit_that_is_healed_is_shown():
    heal = {"do": "heal", "by": "mob", "amount": 1}
    assert shown_units(turned(heal, wounds=3, wounds_lost=1)) == ["mob"]


def test_where_nothing_happens_to_anybody_all_are_shown():
    move = {"do": "move", "by": "guns", "toward": "mob"}
    assert shown_units(turned(move)) == ["guns", "mob"]


@pytest.mark.parametrize(
    "dice, words",
    [
        ({"dice": 6}, "6 mortal wounds"),
        ({"dice": 1}, "1 mortal wound"),
        ({"dice": 2, "damage": 3, "gate": 4}, "6 mortal wounds, after a 4+ on one D6"),
        ({"dice": "D6"}, "D6 mortal wounds"),
        ({"dice": 2, "damage": "D3"}, "2 x D3 mortal wounds"),
        ({"per_model": 2}, "2 mortal wounds a model"),
        ({"dice": 6, "on": 4}, "mortal wounds: 6 x D6, each 4+ inflicts 1"),
        ({"dice": 6, "name": "bombs"}, "bombs: 6 mortal wounds"),
    ],
)
def test_only_what_is_rolled_is_called_a_roll(dice, words):
    unit = mathhammer.Unit(models=5, mortals=[dice])
    assert ("mortals", words) in attacker_facts(unit)
