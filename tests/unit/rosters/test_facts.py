"""What abilities say in words: which side, which field, on what it depends; and applied."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from fractions import Fraction as F
from pathlib import Path
from typing import Any

import pytest
from support.command import Outcome, refused
from support.rosters import ability, as_json, blade, gun, models, roster, selection

import mathhammer
from mathhammer import MathhammerError, Roster
from mathhammer.rosters.attach import attached
from mathhammer.rosters.facts import facts_of
from mathhammer.rosters.scenario_files import save

MINE, THEIRS = "attacker", "target"


def said(text: str, game: str = "wh40k", **more: str) -> list[tuple[Any, ...]]:
    """Return the facts of a text: side, what it depends on, fields."""
    column = "description" if game == "wh40k" else "effect"
    return [
        (fact.side, fact.when, fact.fields.get("modifiers", fact.fields))
        for fact in facts_of("Odd", {column: text, **more}, game, ["Star lance"])
    ]


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Whenever this unit makes an attack, re-roll hit rolls of 1.",
         [(MINE, (), {"reroll_hits": "ones"})]),
        ("This model makes an attack, re-roll "
         "the hit roll.", [(MINE, (), {"reroll_hits": "failures"})]),
        ("A model in this unit makes a melee attack, re-roll a damage roll.",
         [(MINE, ("melee attacks",), {"reroll_damage": "below-average"})]),
        ("A model in this unit makes an attack that targets a BEAST or FLY unit, add 1 to the Hit "
         "roll and add 2 to the Wound roll.",
         [(MINE, ("against Beast or Fly",), {"hit": 1}),
          (MINE, ("against Beast or Fly",), {"wound": 2})]),
        ("If it made a charge move, add 2 to the Attacks characteristic of its weapons.",
         [(MINE, ("after a charge",), {"attacks": 2})]),
        ("Improve the Armour Penetration characteristic of weapons equipped by this model by 1.",
         [(MINE, (), {"ap": -1})]),
        ("This model makes an attack within half range, an unmodified hit roll of 5+ scores much.",
         [(MINE, ("within half range",), {"critical_hits": "5+"})]),
        ("Melee weapons equipped by its friends have the [LANCE] and [LETHAL HITS] abilities.",
         [(MINE, ("melee attacks",), {"abilities": ["Lance", "Lethal Hits"]})]),
        ("With 1-4 wounds remaining, each time this model makes an attack, subtract 1 from the "
         "Hit roll.", [(MINE, ("while damaged",), {"hit": -1})]),
        ("An attack that targets this unit: no.", []),
        ("When an attack targets this unit, subtract 1 from the hit roll.",
         [(THEIRS, ("by what its text says",), {"hit": -1})]),
        ("Each time an attack targets this unit, subtract 1 from the wound roll.",
         [(THEIRS, (), {"wound": -1})]),
        ("Each time an attack targets this unit, if the Strength characteristic of that attack is "
         "greater, subtract 1 from the Wound roll.", [(THEIRS, (), {"wound_if_stronger": -1})]),
        ("Each time an attack is allocated to this model, subtract 1 from the Damage.",
         [(THEIRS, (), {"damage": -1})]),
        ("Each time an attack is allocated to this model, halve that attack\u2019s Damage.",
         [(THEIRS, (), {"halve_damage": True})]),
        ("Each time a ranged attack targets this unit, worsen its Armour Penetration by 1.",
         [(THEIRS, ("ranged attacks",), {"ap": 1})]),
        ("Models in this unit have the Feel No Pain 5+ ability against mortal wounds.",
         [(THEIRS, (), {"feel_no_pain_mortals": "5+"})]),
        # of others, or nothing usual
        ("Each time a friendly model makes an attack, re-roll the hit roll.", []),
        ("Each time an enemy unit makes an attack, subtract 1 from the hit roll.", []),
        ("This unit makes an attack: re-roll charge rolls.", []),
        ("Feel free.", []), ("", []),
    ],
)  # fmt: skip
def test_sentences_of_warhammer_40000(text: str, facts: list[Any]) -> None:
    assert said(text) == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Add 1 to hit rolls for this unit's shooting attacks.",
         [(MINE, ("ranged attacks",), {"hit": 1})]),
        ("Add 1 to the Rend characteristic of this unit's melee weapons.",
         [(MINE, ("melee attacks",), {"rend": 1})]),
        ("If this unit charged:\n\u2022 Add 1 to wound rolls for this unit's attacks.",
         [(MINE, ("after a charge",), {"wound": 1})]),
        ("Add 3 to the Attacks characteristic of its **Star\u00a0lance**.",
         [(MINE, (), {"attacks": 3})]),
        ("Subtract 1 from wound rolls for attacks that target this unit.",
         [(THEIRS, (), {"wound": -1})]),
        ("This unit has **^^Ward (5+)^^**.", [(THEIRS, (), {"ward": "5+"})]),
        ("Add 1 to wound rolls for the target's attacks.", []),
    ],
)  # fmt: skip
def test_sentences_of_age_of_sigmar(text: str, facts: list[Any]) -> None:
    assert said(text, "aos") == facts


def test_what_is_used_is_said_and_what_is_for_friends_left_out() -> None:
    text = "Add 1 to hit rolls for this unit's attacks."
    assert said(text, "aos", timing="Your Hero Phase") == [(MINE, ("when used",), {"hit": 1})]
    assert said(text, "aos", timing="Passive") == [(MINE, (), {"hit": 1})]
    assert said(text, "aos", declare="Pick a friendly unit.") == []


STEADY = "Each time a model in this unit makes a ranged attack, re-roll a hit roll of 1."
TOUGH = "Each time an attack is allocated to this unit, subtract 1 from the Damage."
DREAD = (
    "While this model is leading a unit, each time an attack targets that unit, "
    "subtract 1 from the Hit roll."
)

WILD = "If it made a charge move, add 2 to the Attacks characteristic of its weapons."


def army() -> Roster:
    wardens = selection(
        "Wardens", "model", 5,
        profiles=(models(), gun(), blade(), ability("Steady", STEADY), ability("Thick", TOUGH)),
    )  # fmt: skip
    captain = selection(
        "Captain",
        "model",
        1,
        profiles=(models(), blade(), ability("Dread", DREAD), ability("Wild", WILD)),
    )
    return Roster.read(as_json(roster(wardens, captain)))


def test_facts_are_off_until_they_are_applied() -> None:
    plain = army()
    wardens = plain.unit("Wardens")
    assert [fact.sentence for fact in wardens.facts] == [
        "Steady: re-roll hits of 1, ranged attacks", "Thick: -1 damage of each attack",
    ]  # fmt: skip
    assert not wardens.applied and "modifiers" not in wardens.target
    applied = plain.applying("all")
    unit = applied.unit("Wardens")
    assert unit.applied == unit.facts and len(applied.notes) == len(plain.notes) + 2
    assert [weapon.get("modifiers") for weapon in unit.attacker["weapons"]] == [
        {"reroll_hits": "ones"}, None,
    ]  # fmt: skip
    assert unit.target["modifiers"] == {"damage": -1}
    gun_of = {**unit.attacker, "weapons": unit.attacker["weapons"][:1]}
    before = {**wardens.attacker, "weapons": wardens.attacker["weapons"][:1]}
    assert mathhammer.attack(gun_of, "meq").hits.mean == pytest.approx(
        float(F(7, 6)) * mathhammer.attack(before, "meq").hits.mean
    )
    # Twice is once, and what depends on something is not among all.
    assert applied.applying("steady").unit("Wardens") == unit
    assert not applied.unit("Captain").applied
    told = [fact["applied"] for fact in unit.to_dict()["facts"]]
    assert told == [True, True]


def test_a_leader_leads() -> None:
    joined = attached(army(), [("Captain", "Wardens")])
    (unit,) = joined.units
    assert [fact.when for fact in unit.facts if fact.ability == "Dread"] == [()]
    made = joined.applying("Dread", "Thick").units[0]
    assert made.target["modifiers"] == {"hit": -1, "damage": -1}
    assert mathhammer.attack("A1 BS3+ S4 D2", made.target).hits.mean == pytest.approx(0.5)


def test_no_such_fact() -> None:
    with pytest.raises(MathhammerError, match=r"'Stedy' is no fact .*did you mean 'Steady'"):
        army().applying("Stedy")
    with pytest.raises(MathhammerError, match="no ability of this list"):
        Roster.read(as_json(roster(selection("S", "model", 1, profiles=(models(),))))).applying("x")
    lone = selection("S", "model", 1, profiles=(models(), blade(), ability("Steady", STEADY)))
    with pytest.raises(MathhammerError, match="S: Steady: none of its weapons is one that"):
        Roster.read(as_json(roster(lone))).applying("Steady")
    assert "Steady is not applied" in Roster.read(as_json(roster(lone))).applying("all").notes[-1]


def test_the_command_applies_and_saves(call: Callable[..., Outcome], tmp_path: Path) -> None:
    wardens = selection(
        "Wardens", "model", 5, profiles=(models(), gun(), ability("Steady", STEADY))
    )
    path = tmp_path / "list.json"
    path.write_bytes(as_json(roster(wardens)))
    assert "not applied: Steady: re-roll hits of 1" in call("roster", str(path))[1]
    out = call("roster", str(path), "--apply", "Wardens: Steady")[1]
    assert "applied: Steady" in out and "not applied: Steady" not in out
    refused(call("roster", str(path), "--apply", "Stedy"), "--apply: 'Stedy' is no fact")
    written = save(Roster.load(path).applying("all"), str(tmp_path / "units"))
    fields = tomllib.loads(Path(written[0]).read_text(encoding="utf-8"))
    assert "reroll_hits" in str(fields)
