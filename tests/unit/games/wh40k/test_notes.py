"""Notes: what a reader may not expect is said, once, and only where it matters."""

from __future__ import annotations

from typing import Any

import pytest

import mathhammer

GUN: dict[str, Any] = {"attacks": 2, "skill": 3, "strength": 4, "damage": 1}
BLADE = {**GUN, "type": "melee"}
UNIT: dict[str, Any] = {"toughness": 4, "save": 3, "wounds": 1, "models": 5}
LED = {**UNIT, "leader": [{"name": "Captain", "wounds": 5}, {"name": "Medic", "wounds": 4}]}
MORTALS = {"modifiers": {"on_critical_hit": {"mortals": "1"}}}


def notes(weapons: Any, target: Any = UNIT, context: str = "", **unit: Any) -> str:
    """Return all notes, a line each."""
    weapons = weapons if isinstance(weapons, list) else [weapons]
    result = mathhammer.attack({"weapons": weapons, **unit}, target, context=context)
    assert all(note[-1] == "." and note.isprintable() for note in result.notes)
    return "\n".join(result.notes)


def able(*abilities: str, **fields: Any) -> dict[str, Any]:
    return {**GUN, "abilities": list(abilities), **fields}


@pytest.mark.parametrize(
    ("words", "said", "silent"),
    [
        (
            "not remained stationary",
            (able("Assault", "Heavy"), UNIT, "advanced,stationary"),
            (able("Assault", "Heavy"), UNIT, "advanced"),
        ),
        (
            "has not charged; Lance",
            (able("Lance"), UNIT, "overwatch,charged"),
            (able("Lance"), UNIT, "charged"),
        ),
        (
            "visible = false has no effect",
            ([GUN, BLADE], UNIT, "visible=false"),
            (able("Indirect Fire"), UNIT, "visible=false"),
        ),
        (
            "Smokescreen is for units with Smoke",
            (GUN, {**UNIT, "keywords": ["Infantry"]}, "smokescreen"),
            (GUN, {**UNIT, "keywords": ["Smoke"]}, "smokescreen"),
        ),
        (
            "Lethal Hits is given twice and counts once.",
            (able("Lethal Hits", "lethal-hits"), UNIT, ""),
            (able("Lethal Hits", "Heavy"), UNIT, "stationary"),
        ),
        (
            "weapon: reroll_damage has no effect, its damage is fixed.",
            ({**GUN, "name": "weapon", "modifiers": {"reroll_damage": "<=3"}}, UNIT, ""),
            ({**GUN, "damage": "D6", "modifiers": {"reroll_damage": "<=3"}}, UNIT, ""),
        ),
        (
            "reroll_damage has no effect, its damage is always higher.",
            ({**GUN, "damage": "D6+3", "modifiers": {"reroll_damage": "<=3"}}, UNIT, ""),
            ({**GUN, "damage": "D6+3", "modifiers": {"reroll_damage": "<=4"}}, UNIT, ""),
        ),
        (
            "reroll_attacks has no effect, its number of attacks is fixed.",
            ({**GUN, "modifiers": {"reroll_attacks": "ones"}}, UNIT, ""),
            ({**GUN, "attacks": "D3", "modifiers": {"reroll_attacks": "ones"}}, UNIT, ""),
        ),
        (
            "Smokescreen is for units with Smoke",
            (GUN, {**UNIT, "keywords": ["Infantry"]}, "smokescreen"),
            (GUN, UNIT, "smokescreen"),
        ),
        (
            "no on_critical_hit",
            (able("Torrent", **MORTALS), UNIT, ""),
            ({**GUN, **MORTALS}, UNIT, ""),
        ),
        (
            "to the first one listed (Captain)",
            (able("Precision"), LED, "precision_on_character"),
            (able("Precision"), {**LED, "leader": LED["leader"][:1]}, "precision_on_character"),
        ),
        (
            "precision_on_character its wounds go to the leader",
            (able("Precision"), LED, ""),
            (able("Precision", "Indirect Fire"), LED, "visible=false"),
        ),
        (
            "its save is not applied to melee",
            ([GUN, BLADE], UNIT, "go_to_ground"),
            (GUN, UNIT, "go_to_ground"),
        ),
        (
            "Without effect on these weapons: go_to_ground",
            (BLADE, UNIT, "go_to_ground"),
            (GUN, UNIT, "go_to_ground"),
        ),
        (
            "critical_hits_need_success has no effect without critical_hits",
            ({**GUN, "modifiers": {"critical_hits_need_success": True}}, UNIT, ""),
            (
                {**GUN, "modifiers": {"critical_hits_need_success": True, "critical_hits": 5}},
                UNIT,
                "",
            ),
        ),
        (
            "whether or not it wounds",
            ({**GUN, **MORTALS}, UNIT, ""),
            ({**GUN, "modifiers": {"on_critical_hit": {"ap": -1}}}, UNIT, ""),
        ),
    ],
)
def test_a_note_stands_where_it_matters(words: str, said: Any, silent: Any) -> None:
    assert words in notes(*said)
    assert words not in notes(*silent)


def test_a_rider_of_the_unit_is_noted_too() -> None:
    assert "whether or not it wounds" in notes(GUN, **MORTALS)


@pytest.mark.parametrize(
    "attacker",
    [
        "D6 wounds AP-1 D1 [Lethal Hits]",
        "10x 2/3+/4+/1/1 [wyrdflame]",
        {"attacks": 1, "hit": 3, "wound": 3, "damage": 1, **MORTALS},
    ],
)
def test_a_weapon_without_a_name_is_called_by_its_text(attacker: Any) -> None:
    target = "T4 Sv3+ W2" if isinstance(attacker, str) and "AP" in attacker else "H2 Sv4+"
    said = mathhammer.attack(attacker, target).notes
    assert said
    assert not [note for note in said if note.startswith(":")]


def test_a_leader_without_a_save_is_named() -> None:
    """W-2: it takes no save from the unit."""
    said = "Medic gives no save, so it has none"
    assert said in notes(GUN, LED)
    saved = [{"name": "Captain", "save": "-", "wounds": 5}, {"name": "Medic", "wounds": 4}]
    assert notes(GUN, {**UNIT, "leader": saved}).count("gives no save") == 1
    assert "gives no save" not in notes(GUN, {**LED, "save": "-"})
    assert "leader gives no save" in notes(GUN, "5x T4 Sv3+ W2 + leader W5")
    assert "gives no save" not in notes(GUN, "5x T4 Sv3+ W2 + leader Sv- W5")


def test_precision_in_melee_feels_visibility() -> None:
    said = notes({**BLADE, "abilities": ["Precision"]}, LED, "visible=false,precision_on_character")
    assert "Precision reaches only a visible leader" in said
    assert "has no effect on melee" not in said


def test_weapons_of_one_name_say_the_same_once() -> None:
    said = notes([able("Anti-Vehicle 4+", name="lance"), able("Anti-Vehicle 4+", name="lance")])
    assert said.count("lacks the keyword") == 1


def test_unnamed_weapons_of_the_best_order_are_told_apart() -> None:
    weapons = [{**GUN, "damage": 3}, GUN]
    said = notes(weapons, {**UNIT, "wounds": 3}, order="best")
    assert "A2 BS3+ S4 AP0 D3, A2 BS3+ S4 AP0 D1" in said
    alike = notes([GUN, {**GUN, "name": "A2 BS3+ S4 AP0 D1"}], {**UNIT, "wounds": 3}, order="best")
    assert "A2 BS3+ S4 AP0 D1, A2 BS3+ S4 AP0 D1 (2)" in alike
    named = [{**weapon, "name": name} for weapon, name in zip(weapons, "ab", strict=True)]
    said = notes(named, {**UNIT, "wounds": 3}, order="best")
    assert said.endswith((": a, b.", ": b, a."))


def test_what_an_attacker_suffers_as_a_target_uses_no_context():
    tank = {**UNIT, "models": 1, "weapons": [BLADE], "abilities": ["Deadly Demise D3"]}
    result = mathhammer.attack(tank, UNIT, context="distance=1")
    assert "Without effect on these weapons: distance." in result.notes
    result = mathhammer.attack({"weapons": [BLADE]}, tank, context="distance=1")
    assert not any("Without effect" in note for note in result.notes)


def test_a_reroll_of_the_unit_needs_one_weapon_to_roll_again():
    """D-2: what no weapon feels is said once, of the unit."""
    said = "reroll_damage of the unit has no effect on its weapons (its damage is fixed)."
    rerolled = {"modifiers": {"reroll_damage": "ones"}}
    assert said in notes([GUN, BLADE], **rerolled)
    assert "reroll_damage" not in notes([GUN, {**GUN, "damage": "D3"}], **rerolled)
