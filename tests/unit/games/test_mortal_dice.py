"""What `[[attacker.mortals]]` refuses: tables, and dice for models slain."""

import pytest

import mathhammer

GUN = "4x A2 BS3+ S4 AP-1 D1"

WRONG = {
    "take a table, or on and damage": {"table": {"2-5": 1}, "on": 4},
    "5 stands in two rows, 2-5: 1 and 5: 2": {"table": {"2-5": 1, "5": 2}},
    "a D6 may show 7, which has no row: write 6+ in place of 6": {
        "table": {"2-5": 1, "6": 2}, "modifier": 1,
    },
    "a D6 never shows 6: it shows 1 to 5": {"table": {"6": 1}, "modifier": -1},
    "a D6 never shows 7, to which 1-7 goes: it shows 1 to 6": {"table": {"1-7": 1}},
    "a D6 never shows 9, to which 2-9 goes: it shows 2 to 7": {
        "table": {"2-9": 1}, "modifier": 1,
    },
    "'2-99' is no result of a D6": {"table": {"2-99": 1}},
    "'x' is no result of a D6": {"table": {"x": 1}},
    "is not a table from results of a D6": {"table": 3},
    "'5-2' ends before it begins": {"table": {"5-2": 1}},
    "'D7' is not a number or dice": {"table": {"2": "D7"}},
    "mortals take dice or per_slain, not both": {"dice": 2, "per_slain": 1},
    "mortals take per_model or per_slain, not both": {"per_model": 2, "per_slain": 1},
}  # fmt: skip


@pytest.mark.parametrize("message", WRONG)
def test_wrong_dice_say_what_and_where(message):
    with pytest.raises(mathhammer.MathhammerError, match=r"^attacker\.mortals") as caught:
        mathhammer.attack({"weapons": GUN, "mortals": [WRONG[message]]}, "5x meq")
    assert message in str(caught.value)


def test_models_slain_need_weapons_that_slay():
    with pytest.raises(mathhammer.MathhammerError, match="and there is no weapon"):
        mathhammer.attack({"mortals": {"per_slain": 1}}, "5x meq")
    with pytest.raises(mathhammer.MathhammerError, match="it belongs to a unit that attacks"):
        mathhammer.attack(GUN, {"preset": "meq", "kill": "4+"})


def test_a_step_of_a_turn_counts_no_models_slain():
    units = {"a": {"preset": "meq", "weapons": GUN}, "b": {"preset": "meq"}}
    step = {"do": "mortals", "at": "b", "per_slain": 1}
    with pytest.raises(mathhammer.MathhammerError, match="this step has no attacks"):
        mathhammer.turn({"units": units, "step": [step]})
    units["a"]["kill"] = "4+"
    with pytest.raises(mathhammer.MathhammerError, match="not played in turns"):
        mathhammer.turn({"units": units, "step": [{"do": "shoot", "by": "a", "at": "b"}]})


def test_what_waits_is_left_to_monte_carlo():
    loadout = {"weapons": f"{GUN} [Devastating Wounds]", "kill": "4+"}
    with pytest.raises(mathhammer.MathhammerError, match="some of whose damage waits"):
        _ = mathhammer.attack(loadout, "5x meq").damage
    rolled = mathhammer.simulate(loadout, "5x meq", trials=1000, seed=1)
    assert rolled.mortal.mean > 0


def test_kill_is_short_for_dice_listed_last():
    loadout = {"weapons": GUN, "kill": "5+", "mortals": {"dice": 1}}
    dice = mathhammer.attack(loadout, "5x meq").attacker.all_mortals
    assert [(one.name, one.per_slain, one.on) for one in dice] == [
        ("mortal wounds", 0, 0), ("kill", 1, 5),
    ]  # fmt: skip
