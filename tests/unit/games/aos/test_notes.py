"""Notes of Age of Sigmar: what was given and has no effect is said, and only then."""

from __future__ import annotations

from typing import Any

import pytest

import mathhammer

BLADE: dict[str, Any] = {"name": "blade", "attacks": 2, "hit": 3, "wound": 4, "damage": 1}
BOW = {**BLADE, "name": "bow", "type": "ranged"}
UNIT: dict[str, Any] = {"health": 2, "save": 4, "models": 5}
CRIT = {**BLADE, "abilities": ["Crit (Mortal)"]}
CHARGER = {**BLADE, "abilities": ["Charge (+1 Damage)"]}
HORSE = {**CHARGER, "name": "horse", "abilities": ["Companion"]}
COVER_OF_TARGET = {"ruleset": {"cover_exception": "target"}}


def notes(weapons: Any, target: Any = UNIT, context: str = "", **more: Any) -> str:
    """Return all notes, a line each."""
    weapons = weapons if isinstance(weapons, list) else [weapons]
    ruleset = more.pop("ruleset", None)
    result = mathhammer.attack(
        {"weapons": weapons, **more}, target, context=context, ruleset=ruleset, game="aos"
    )
    assert all(note[-1] == "." and note.isprintable() for note in result.notes)
    return "\n".join(result.notes)


def with_modifiers(weapon: dict[str, Any], **modifiers: Any) -> dict[str, Any]:
    return {**weapon, "modifiers": modifiers}


@pytest.mark.parametrize(
    ("field", "idle", "felt"),
    [
        ("charged", (BLADE, UNIT, "charged"), (CHARGER, UNIT, "charged")),
        ("charged", (HORSE, UNIT, "charged"), ([HORSE, CHARGER], UNIT, "charged")),
        ("charged", (BLADE, UNIT, "charged"), (BLADE, UNIT, "charged,cover")),
        (
            "target_charged",
            (BLADE, UNIT, "target_charged"),
            ({**BLADE, "abilities": ["Anti-Charge (+1 Rend)"]}, UNIT, "target_charged"),
        ),
        ("target_charged", (BLADE, UNIT, "target_charged,cover"), (BLADE, UNIT, "cover")),
        ("distance", (BLADE, UNIT, "distance=0"), ({**BOW, "range": 18}, UNIT, "distance=9")),
        ("distance", (BOW, UNIT, "distance=9"), (BOW, UNIT, "distance=9,guarded_hero")),
        ("all_out_defence", (BLADE, {"health": 2}, "all_out_defence"), (BLADE, UNIT, "")),
    ],
)
def test_a_context_that_nothing_feels_is_named(field: str, idle: Any, felt: Any) -> None:
    (line,) = [line for line in notes(*idle).splitlines() if line.startswith("Without effect")]
    assert field in line.removeprefix("Without effect here: ").rstrip(".").split(", ")
    assert "Without effect" not in notes(*felt)


@pytest.mark.parametrize("mark", ["Blood-hungry", "wyrdflame"])
def test_marks_of_factions_change_no_dice(mark: str) -> None:
    """A-3."""
    marked = {**CRIT, "abilities": ["Crit (Mortal)", mark]}
    given, plain = (mathhammer.attack({"weapons": [one]}, UNIT) for one in (marked, CRIT))
    assert given.damage == plain.damage
    assert f"blade: {mark.capitalize()} has no effect on the dice." in notes(marked)
    assert "no effect" not in notes(CRIT)


def test_whose_charge_takes_cover_away_is_felt() -> None:
    """A-4, ruling `cover_exception`."""
    said = notes(BLADE, UNIT, "cover,charged", **COVER_OF_TARGET)
    assert "Without effect here: charged." in said
    assert "Without effect" not in notes(BLADE, UNIT, "cover,target_charged", **COVER_OF_TARGET)
    said = notes(BLADE, UNIT, "cover,charged", keywords=["Fly"])
    assert "Without effect here: charged." in said  # it has no cover anyway


@pytest.mark.parametrize(
    ("words", "idle", "felt"),
    [
        (
            "blade: critical_hits has no effect, there is no Crit ability",
            with_modifiers(BLADE, critical_hits=5),
            with_modifiers(CRIT, critical_hits=5),
        ),
        (  # hits on 6s alone, so a critical 5 is one hit more
            "blade: critical_hits has no effect",
            with_modifiers({**BLADE, "hit": 5}, critical_hits=5),
            with_modifiers({**BLADE, "hit": 6}, critical_hits=5),
        ),
        (  # a re-roll of all but criticals looks at them
            "blade: critical_hits has no effect",
            with_modifiers(BLADE, critical_hits=5, reroll_hits="failures"),
            with_modifiers(BLADE, critical_hits=5, reroll_hits="non-criticals"),
        ),
        (
            "blade: critical_hits has no effect, a 6 is critical anyway",
            with_modifiers(CRIT, critical_hits=6),
            with_modifiers(CRIT, critical_hits=4),
        ),
        (
            "blade: reroll_damage has no effect, its damage is fixed",
            with_modifiers(BLADE, reroll_damage="ones"),
            with_modifiers({**BLADE, "damage": "D3"}, reroll_damage="ones"),
        ),
        (
            "blade: reroll_damage has no effect, its damage is always higher",
            with_modifiers({**BLADE, "damage": "D3+2"}, reroll_damage="<=2"),
            with_modifiers({**BLADE, "damage": "D3+2"}, reroll_damage="<=3"),
        ),
        (
            "blade: reroll_attacks has no effect, its number of attacks is fixed",
            with_modifiers(BLADE, reroll_attacks="below-average"),
            with_modifiers({**BLADE, "attacks": "D6"}, reroll_attacks="below-average"),
        ),
        (
            "blade: reroll_wounds has no effect, no wound roll succeeds",
            with_modifiers({**BLADE, "wound": 6}, wound=-1, reroll_wounds="ones"),
            with_modifiers({**BLADE, "wound": 5}, wound=-1, reroll_wounds="ones"),
        ),
    ],
)
def test_a_modifier_without_effect_is_named(words: str, idle: Any, felt: Any) -> None:
    assert words in notes(idle)
    assert words not in notes(felt)


def test_a_re_roll_of_hits_that_none_can_be() -> None:
    """A-1, ruling `critical_always_hits`: 6+ at -1 never hits where a 6 doesn't."""
    weapon = with_modifiers({**BLADE, "hit": 6}, hit=-1, reroll_hits="failures")
    strict = {"critical_always_hits": False}
    assert "blade: reroll_hits has no effect, no hit roll" in notes(weapon, ruleset=strict)
    assert "reroll_hits" not in notes(weapon)


def test_a_modifier_of_the_unit_is_named_where_no_weapon_feels_it() -> None:
    fixed, dice = BLADE, {**BLADE, "damage": "D3"}
    unit = {"modifiers": {"reroll_damage": "ones"}}
    said = "reroll_damage of the unit has no effect on its weapons (its damage is fixed)."
    assert said in notes([fixed, fixed], **unit)
    assert "has no effect" not in notes([fixed, dice], **unit)
    # that it doesn't reach a Companion is said, and enough
    horse = {**dice, "abilities": ["Companion"]}
    assert "has no effect" not in notes(horse, **unit)
    assert "don't reach" in notes(horse, **unit)


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ({"health": 2, "modifiers": {"save": 1}}, "The target's modifiers of saves have no effect"),
        ({"health": 2, "modifiers": {"reroll_saves": "ones"}}, "have no effect: it has no save"),
        (
            {"health": 2, "save": 6, "modifiers": {"reroll_saves": "ones"}},
            "reroll_saves of the target has no effect: no save succeeds",
        ),
    ],
)
def test_modifiers_of_saves_that_are_none(target: dict[str, Any], words: str) -> None:
    weapon = {**BLADE, "rend": 1}
    assert words in notes(weapon, target)
    assert "no effect" not in notes([BLADE, weapon], {**target, "save": 6})
    bare = {name: value for name, value in target.items() if name != "modifiers"}
    assert "no effect" not in notes(weapon, bare)
    dice = {"mortals": {"dice": 3}}  # they meet no save, whatever it is
    assert mathhammer.attack(dice, target, game="aos").notes == []
