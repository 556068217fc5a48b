"""Notes of turns: what the rules would not permit, what never happens, what has no effect.

Each note is looked for where it must stand, and in the nearest turn where it must not.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from support import strategies_turns

import mathhammer
from mathhammer.games.turns.history import histories

Fields = dict[str, Any]

GUN: Fields = {"name": "gun", "attacks": 1, "strength": 8, "damage": 1, "abilities": ["Torrent"]}
PISTOL: Fields = {**GUN, "name": "pistol", "abilities": ["Torrent", "Pistol"]}
MORTAR: Fields = {**PISTOL, "name": "mortar", "abilities": ["Torrent", "Pistol", "Blast"]}
BLADE: Fields = {**GUN, "name": "blade", "type": "melee"}
BOW: Fields = {"name": "bow", "attacks": 1, "hit": 2, "wound": 2, "damage": 1, "type": "ranged"}
KNIFE: Fields = {**BOW, "name": "knife", "abilities": ["Shoot in Combat"]}
SWORD: Fields = {**BOW, "name": "sword", "type": "melee"}

SHOOT: Fields = {"do": "shoot", "by": "a", "at": "b"}
BACK: Fields = {"do": "shoot", "by": "b", "at": "a"}
CHARGE: Fields = {"do": "charge", "by": "a", "at": "b"}
FIGHT: Fields = {"do": "fight", "by": ["a", "b"]}
MOVE: Fields = {"do": "move", "by": "a", "toward": "b"}
#: Gaps of both games: engaged, and charged for certain, or perhaps.
NEAR, SURE, PERHAPS = {"gap": 0.5}, {"gap": 2}, {"gap": 9}
IN_SOME = "in some branches "


def man(*weapons: Fields, **more: Any) -> Fields:
    fields = {"toughness": 4, "wounds": 1, "move": 6, "leadership": 7}
    return {**fields, "weapons": list(weapons or (GUN, BLADE)), **more}


def soul(*weapons: Fields, **more: Any) -> Fields:
    return {"health": 1, "move": 6, "weapons": list(weapons or (BOW, SWORD)), **more}


MEN: Fields = {"a": man(), "b": man()}
SOULS: Fields = {"a": soul(), "b": soul()}
#: Three units; c is on the side of a.
FRIENDS: Fields = {**MEN, "c": man(side="first")}
RIFLE: Fields = {**GUN, "name": "rifle", "skill": 3, "abilities": []}
TANK: Fields = man(RIFLE, BLADE, keywords="Vehicle")


def notes(units: Fields, *steps: Fields, **more: Any) -> list[str]:
    game = "aos" if any("health" in unit for unit in units.values()) else "wh40k"
    result = mathhammer.turn({"game": game, "units": units, "step": list(steps), **more})
    assert all(note[-1] == "." and note.isprintable() for note in result.notes)
    assert len(set(result.notes)) == len(result.notes)
    return result.notes


def check(words: str, said: tuple[Any, ...], silent: tuple[Any, ...]) -> None:
    """Check that a note stands in the first turn, and not in the second."""
    found = notes(said[0], *said[1], **said[2])
    assert any(words in note for note in found), found
    found = notes(silent[0], *silent[1], **silent[2])
    bare = words.replace(IN_SOME, "")
    assert not any(bare in note.replace(IN_SOME, "") for note in found), found


# ---------------------------------------------------------------------------- 40k


@pytest.mark.parametrize(
    ("words", "said", "silent"),
    [
        # near the enemy (W-3 Pistol, Blast, W-4.3)
        (
            "shoot a at b: a is engaged with b and shoots only Pistols, not gun; computed as if it",
            (MEN, [SHOOT], NEAR),
            ({**MEN, "a": man(PISTOL)}, [SHOOT], NEAR),
        ),
        (
            "a is engaged with b and shoots only Pistols",
            (MEN, [SHOOT], {"gap": 1}),
            (MEN, [SHOOT], {"gap": 1.5}),
        ),
        (
            "shoot a at b: in some branches a is engaged with b and shoots only Pistols",
            (MEN, [CHARGE, SHOOT], PERHAPS),
            (MEN, [CHARGE, {**SHOOT, "if": "not charged"}], PERHAPS),
        ),
        (
            "shoot a at b: a is engaged with b and shoots only Pistols",
            (MEN, [CHARGE, {**SHOOT, "if": "charged"}], PERHAPS),
            (MEN, [{**CHARGE}, {**SHOOT, "if": "charged"}], {"gap": 15}),
        ),
        (
            "a is engaged with b: -1 to hit (context attacker_engaged = true); computed without",
            ({**MEN, "a": TANK}, [SHOOT], NEAR),
            ({**MEN, "a": TANK}, [{**SHOOT, "context": {"attacker_engaged": True}}], NEAR),
        ),
        (  # without a hit roll, or where it is not modified, there is no -1
            "a is engaged with b: -1 to hit",
            ({**MEN, "a": TANK}, [SHOOT], NEAR),
            ({**MEN, "a": man(keywords="Vehicle")}, [SHOOT], NEAR),
        ),
        (
            "b is engaged with a: -1 to hit",
            ({**MEN, "b": TANK}, [BACK], NEAR),
            (
                {**FRIENDS, "b": TANK},
                [{**CHARGE, "by": "c"}, {**CHARGE, "overwatch": True}], NEAR,
            ),
        ),
        (
            "a is engaged with b, and its Pistols reach no other; computed as if they did",
            (
                {"a": man(PISTOL, BLADE), "b": man(), "d": man(side="second")},
                [CHARGE, {**SHOOT, "at": "d", "if": "charged"}], PERHAPS,
            ),
            (
                {"a": man(PISTOL, BLADE), "b": man(), "d": man(side="second")},
                [CHARGE, {**SHOOT, "if": "charged"}], PERHAPS,
            ),
        ),
        (
            "shoot c at b: b is engaged with a and can't be shot at; computed as if it could",
            (FRIENDS, [CHARGE, {**SHOOT, "by": "c", "if": "charged"}], PERHAPS),
            (FRIENDS, [CHARGE, {**SHOOT, "by": "c", "if": "not charged"}], PERHAPS),
        ),
        (
            "b is engaged with a: -1 to hit (context target_engaged = true); computed without",
            (
                {**FRIENDS, "b": TANK, "c": man(RIFLE, side="first")},
                [CHARGE, {**SHOOT, "by": "c", "if": "charged"}], PERHAPS,
            ),
            (
                {**FRIENDS, "b": TANK, "c": man(PISTOL, side="first")},
                [CHARGE, {**SHOOT, "by": "c", "if": "charged"}], PERHAPS,
            ),
        ),
        (
            "mortar: Blast can't be used at b, which is engaged; computed as if it could",
            ({**MEN, "a": man(MORTAR)}, [SHOOT], NEAR),
            ({**MEN, "a": man(MORTAR)}, [SHOOT], SURE),
        ),
        # who has fallen engages none
        (
            "shoot a at d: in some branches a is engaged with b",
            (
                {**MEN, "b": man(models=2), "d": man(side="second")},
                [CHARGE, FIGHT, {**SHOOT, "at": "d"}], PERHAPS,
            ),
            (
                {**MEN, "d": man(side="second")},
                [{"do": "fall_back", "by": "a"}, {**SHOOT, "at": "d"}], PERHAPS,
            ),
        ),
        # the other side's turn (W-4.6, W-6)
        (
            "shoot b at a: in the other side's turn b shoots only in overwatch (context overwatch",
            (MEN, [BACK], {}),
            (MEN, [{**BACK, "context": {"overwatch": True}}], {}),
        ),
        (
            "shoot a at b: Fire Overwatch is for the other side's turn; computed all the same",
            (MEN, [{**SHOOT, "context": {"overwatch": True}}], {}),
            (MEN, [{**BACK, "context": {"overwatch": True}}], {}),
        ),
        (
            "charge a at b: the side of b has used Fire Overwatch before in this turn",
            (
                MEN,
                [{**BACK, "context": {"overwatch": True}}, {**CHARGE, "overwatch": True}], PERHAPS,
            ),
            (MEN, [{**CHARGE, "overwatch": True}, FIGHT], PERHAPS),
        ),
        (
            "charge c at b: b is engaged with a and shoots only Pistols, not gun",
            (
                FRIENDS,
                [CHARGE, {**CHARGE, "by": "c", "overwatch": True, "if": "charged"}], PERHAPS,
            ),
            (
                FRIENDS,
                [CHARGE, {**CHARGE, "by": "c", "overwatch": True, "if": "not charged"}], PERHAPS,
            ),
        ),
        (
            "charge b at a: in the other side's turn b charges only by Heroic Intervention: "
            "without the charge bonus, so it doesn't fight first for it",
            (MEN, [{**CHARGE, "by": "b", "at": "a"}], PERHAPS),
            (MEN, [CHARGE], PERHAPS),
        ),
        (
            "move b toward a: in the other side's turn b doesn't move; computed as if it might",
            (MEN, [{**MOVE, "by": "b", "toward": "a"}], PERHAPS),
            (MEN, [MOVE], PERHAPS),
        ),
        # again
        (
            "shoot a at b: a has shot gun before in this turn; computed as if it might again",
            (MEN, [SHOOT, SHOOT], {}),
            (
                {**MEN, "a": man(GUN, PISTOL)},
                [{**SHOOT, "weapons": "gun"}, {**SHOOT, "weapons": "pistol"}], {},
            ),
        ),
        (
            "charge a at b: a has charged before in this turn; computed as if it might again",
            (MEN, [CHARGE, {**CHARGE, "if": "not charged"}], PERHAPS),
            (FRIENDS, [CHARGE, {**CHARGE, "by": "c"}], PERHAPS),
        ),
        (
            "move a toward b: a has moved before in this turn; computed as if it might again",
            (MEN, [{**MOVE, "do": "advance"}, MOVE], {"gap": 30}),
            (MEN, [MOVE], {"gap": 30}),
        ),
        (
            "fight a, b: a has fought before in this turn",
            (MEN, [FIGHT, FIGHT], {}),
            (MEN, [FIGHT], {}),
        ),
        # moves and charges near the enemy (W-5)
        (
            "charge a at b: a is engaged with b and may not charge; computed as if it might",
            (MEN, [CHARGE], NEAR),
            (MEN, [CHARGE], PERHAPS),
        ),
        (
            "move a toward b: a is engaged with b and may only fall back; computed as if it might",
            (MEN, [MOVE], NEAR),
            (MEN, [{"do": "fall_back", "by": "a"}], NEAR),
        ),
        (
            "fall back a: a is engaged with no unit and can't fall back; computed all the same",
            (MEN, [{"do": "fall_back", "by": "a"}], PERHAPS),
            (MEN, [{"do": "fall_back", "by": "a"}], NEAR),
        ),
    ],
)  # fmt: skip
def test_what_40k_would_not_permit(words: str, said: Any, silent: Any) -> None:
    check(words, said, silent)


TANKS: Fields = {"a": man(PISTOL, BLADE, keywords="Vehicle"), "b": man(PISTOL, BLADE)}


@pytest.mark.parametrize(
    ("units", "steps", "more"),
    [
        (
            MEN,
            [
                MOVE, SHOOT, {**CHARGE, "overwatch": True}, {**FIGHT, "if": "charged"},
                {"do": "battleshock", "by": "b"}, {"do": "heal", "by": "b", "amount": 1},
            ],
            {"gap": 15},
        ),
        (MEN, [{"do": "fall_back", "by": "a"}], NEAR),
        (TANKS, [SHOOT, FIGHT], NEAR),
        ({**FRIENDS, "a": man(PISTOL, BLADE)}, [CHARGE, {**SHOOT, "if": "charged"}], PERHAPS),
        (
            {**FRIENDS, "d": man(side="second")},
            [{**SHOOT, "by": "c"}, CHARGE, {**CHARGE, "by": "c", "at": "d", "name": "x"}], PERHAPS,
        ),
        (
            {**FRIENDS, "b": man(keywords="Vehicle")},
            [CHARGE, {**SHOOT, "by": "c", "if": "charged", "context": {"target_engaged": True}}],
            PERHAPS,
        ),
        (SOULS, [MOVE, SHOOT, CHARGE, {**FIGHT, "if": "charged"}], {"gap": 12}),
        (
            {"a": soul(KNIFE, SWORD), "b": soul(KNIFE, SWORD)},
            [{"do": "rally", "by": "b"}, CHARGE, {**SHOOT, "if": "charged"}, FIGHT], PERHAPS,
        ),
        (SOULS, [{"do": "retreat", "by": "a"}], NEAR),
        (SOULS, [{**BACK, "context": {"covering_fire": True}}], PERHAPS),
        (SOULS, [{**MOVE, "do": "run"}], {"gap": 20}),
    ],
)  # fmt: skip
def test_what_is_permitted_has_no_note(units: Fields, steps: list[Fields], more: Fields) -> None:
    assert [note for note in notes(units, *steps, **more) if "inches apart" not in note] == []


def test_a_unit_that_is_engaged_has_the_notes_of_that_alone() -> None:
    assert notes(MEN, CHARGE, **NEAR) == [
        "charge a at b: a is engaged with b and may not charge; computed as if it might."
    ]


def test_who_is_known_to_have_fallen_engages_nobody() -> None:
    """b can't move where it has fallen, and there a is free to shoot."""
    units = {**MEN, "d": man(side="second")}
    shoot = {**SHOOT, "at": "d"}
    sure = "shoot a at d: a is engaged with b and shoots only Pistols"
    assert any(sure in note for note in notes(units, CHARGE, FIGHT, shoot, **SURE))
    moves = {"do": "move", "by": "b", "toward": "a"}
    found = notes(units, CHARGE, FIGHT, moves, shoot, **SURE)
    assert any(sure.replace(": ", ": " + IN_SOME) in note for note in found)


def test_of_two_ways_into_a_branch_one_that_charged_is_some() -> None:
    """Who charged in one of the ways that lead into a branch has charged in some branches."""
    steps = [{**CHARGE, "name": "first"}, {**CHARGE, "name": "second", "if": "first"}, CHARGE]
    units = {**MEN, "b": man(models=3)}
    found = notes(units, *steps, gap=9)
    assert "charge a at b: a has charged before in this turn; computed as if it might again." in (
        found
    )
    # c charges only where the unit a was shocked
    shocked = [
        {"do": "battleshock", "by": "a"}, {**CHARGE, "by": "c", "name": "x", "if": "a.shocked"},
        {**CHARGE, "by": "c", "name": "y"},
    ]  # fmt: skip
    found = notes({**FRIENDS, "a": man(starting_models=4)}, *shocked, gap=9)
    assert (
        "charge c at b: in some branches c has charged before in this turn; computed as if it "
        "might again."
    ) in found


# ---------------------------------------------------------------------------- Age of Sigmar


@pytest.mark.parametrize(
    ("words", "said", "silent"),
    [
        (
            "shoot a at b: a is in combat with b and shoots only weapons with Shoot in Combat, not "
            "bow; computed as if it might",
            (SOULS, [SHOOT], {"gap": 3}),
            (SOULS, [SHOOT], {"gap": 3.5}),
        ),
        (
            "shoots only weapons with Shoot in Combat",
            ({**SOULS, "a": soul(BOW, KNIFE)}, [SHOOT], NEAR),
            ({**SOULS, "a": soul(KNIFE)}, [SHOOT], NEAR),
        ),
        (
            "shoot a at d: a is in combat with b and attacks nothing else; computed as if it did",
            (
                {**SOULS, "a": soul(KNIFE), "d": soul(side="second")},
                [CHARGE, {**SHOOT, "at": "d", "if": "charged"}], PERHAPS,
            ),
            (
                {**SOULS, "a": soul(KNIFE), "d": soul(side="second")},
                [CHARGE, {**SHOOT, "if": "charged"}], PERHAPS,
            ),
        ),
        (  # who shoots at a unit in combat with others does no wrong here
            "shoot c at b: c is in combat with b",
            ({**SOULS, "c": soul(side="first")}, [{**SHOOT, "by": "c"}], NEAR),
            (
                {**SOULS, "c": soul(side="first")},
                [CHARGE, {**SHOOT, "by": "c", "if": "charged"}], PERHAPS,
            ),
        ),
        (
            "shoot b at a: in the other side's turn b shoots only with Covering Fire (context",
            (SOULS, [BACK], {}),
            (SOULS, [{**BACK, "context": {"covering_fire": True}}], {}),
        ),
        (
            "b is in combat with a, where Covering Fire can't be used; computed as if it could",
            (SOULS, [{**BACK, "context": {"covering_fire": True}}], NEAR),
            (SOULS, [{**BACK, "context": {"covering_fire": True}}], PERHAPS),
        ),
        (
            "Covering Fire is for the other side's turn; computed all the same",
            (SOULS, [{**SHOOT, "context": {"covering_fire": True}}], {}),
            (SOULS, [SHOOT], {}),
        ),
        (
            "the side of d has used Covering Fire before in this turn; computed as if it might ag",
            (
                {**SOULS, "d": soul(side="second")},
                [{**BACK, "by": by, "context": {"covering_fire": True}} for by in "bd"], {},
            ),
            (SOULS, [{**BACK, "context": {"covering_fire": True}}], {}),
        ),
        (
            "charge b at a: in the other side's turn b charges only by Counter-charge; computed",
            (SOULS, [{**CHARGE, "by": "b", "at": "a"}], PERHAPS),
            (SOULS, [CHARGE], PERHAPS),
        ),
        (
            "run b toward a: in the other side's turn b moves only by Redeploy, D6 inches; comp",
            (SOULS, [{**MOVE, "do": "run", "by": "b", "toward": "a"}], PERHAPS),
            (SOULS, [{**MOVE, "do": "run"}], PERHAPS),
        ),
        (
            "charge a at b: a is in combat with b and may not charge; computed as if it might",
            (SOULS, [CHARGE], SURE),
            (SOULS, [CHARGE], PERHAPS),
        ),
        (
            "run a toward b: a is in combat with b and may only retreat; computed as if it might",
            (SOULS, [{**MOVE, "do": "run"}], NEAR),
            (SOULS, [{"do": "retreat", "by": "a"}], NEAR),
        ),
        (
            "retreat a: a is in combat with no unit and can't retreat; computed all the same",
            (SOULS, [{"do": "retreat", "by": "a"}], PERHAPS),
            (SOULS, [{"do": "retreat", "by": "a"}], NEAR),
        ),
        (
            "rally b: in some branches b is in combat with a and may not rally; computed as if it",
            (SOULS, [CHARGE, {"do": "rally", "by": "b"}], PERHAPS),
            (SOULS, [{"do": "rally", "by": "b"}, CHARGE], PERHAPS),
        ),
        (
            "rally c: the side of c has rallied before in this turn; computed as if it might again",
            (
                {**SOULS, "c": soul(side="first")},
                [{"do": "rally", "by": "a"}, {"do": "rally", "by": "c"}], {},
            ),
            (SOULS, [{"do": "rally", "by": "a"}, {"do": "rally", "by": "b"}], {}),
        ),
        (  # who comes back has done nothing
            "shoot b at a: b has shot bow before in this turn",
            (
                {**SOULS, "b": soul(reinforcements=True)},
                [BACK, {"do": "reinforce", "by": "b"}, BACK], {},
            ),
            (
                {**SOULS, "b": soul(reinforcements=True)},
                [SHOOT, {"do": "reinforce", "by": "b"}, BACK], {},
            ),
        ),
    ],
)  # fmt: skip
def test_what_age_of_sigmar_would_not_permit(words: str, said: Any, silent: Any) -> None:
    check(words, said, silent)


def test_what_came_back_may_do_all_again() -> None:
    """Where it fell and came back it has done nothing, where it lived it has: in some branches."""
    units = {"a": soul(models=3), "b": soul(reinforcements=True)}
    back = {"do": "reinforce", "by": "b"}
    found = notes(units, BACK, SHOOT, back, BACK)
    assert any(f"shoot b at a: {IN_SOME}b has shot bow before" in note for note in found)


# ---------------------------------------------------------------------------- conditions


@pytest.mark.parametrize(
    ("steps", "gap", "never"),
    [
        ([CHARGE, {**FIGHT, "if": ["charged", "not charged"]}], 9, True),
        ([CHARGE, {**FIGHT, "if": "charged"}], 9, False),
        ([CHARGE, {**FIGHT, "if": "not charged"}], 9, False),
        ([CHARGE, {**FIGHT, "if": "charged"}], 12.5, True),  # too far
        ([CHARGE, {**FIGHT, "if": "not charged"}], 3, True),  # 2D6 is always 2 or more
        ([{**CHARGE, "overwatch": True}, {**FIGHT, "if": "not charged"}], 3, False),
        # nobody is hurt, so nobody is shocked
        ([{"do": "battleshock", "by": "b"}, {**FIGHT, "if": "b.shocked"}], 9, True),
        ([SHOOT, {"do": "battleshock", "by": "b"}, {**FIGHT, "if": "b.shocked"}], 9, False),
        ([{"do": "mortals", "at": "b", "by": "b"}, {"do": "battleshock", "by": "b"},
          {**FIGHT, "if": "b.shocked"}], 9, False),
        ([CHARGE, {**SHOOT, "if": "charged"}, {**CHARGE, "name": "x", "if": "not charged"},
          {**FIGHT, "if": ["charged", "x"]}], 9, True),
    ],
)  # fmt: skip
def test_a_condition_that_never_holds_is_named(steps: Any, gap: float, never: bool) -> None:
    units = {"a": man(), "b": man(models=4)}
    result = mathhammer.turn({"units": units, "step": steps, "gap": gap})
    said = [note for note in result.notes if "never holds" in note]
    needs = ", ".join([steps[-1]["if"]] if isinstance(steps[-1]["if"], str) else steps[-1]["if"])
    assert said == ([f"fight a, b: its condition ({needs}) never holds."] if never else [])
    if never:
        assert result.steps[-1].probability < 1e-12


# ---------------------------------------------------------------------------- without effect


@pytest.mark.parametrize(
    ("words", "said", "silent"),
    [
        (
            "units.b.starting_models has no effect: no step of this turn is a battleshock of b",
            ({**MEN, "b": man(starting_models=5)}, [SHOOT], {}),
            (
                {**MEN, "b": man(starting_models=5)}, [SHOOT, {"do": "battleshock", "by": "b"}], {},
            ),
        ),
        (
            "units.a.starting_models has no effect: no step of this turn is a rally or reinforce",
            ({**SOULS, "a": soul(starting_models=5)}, [SHOOT, {"do": "rally", "by": "b"}], {}),
            ({**SOULS, "a": soul(starting_models=5)}, [SHOOT, {"do": "rally", "by": "a"}], {}),
        ),
        (
            "units.b.reinforcements has no effect: no step of this turn is a reinforce of b",
            ({**SOULS, "b": soul(reinforcements=True)}, [SHOOT], {}),
            ({**SOULS, "b": soul(reinforcements=False)}, [SHOOT], {}),
        ),
        (
            "fight a at b: Without effect on these weapons: distance",
            (MEN, [{**FIGHT, "by": "a", "at": "b", "context": {"distance": 1}}], {}),
            (MEN, [{**FIGHT, "by": "a", "at": "b"}], NEAR),
        ),
        (
            "fight: Without effect here: distance",
            (SOULS, [{**FIGHT, "context": {"distance": 1}}], {}),
            (SOULS, [FIGHT], NEAR),
        ),
        (
            "context: without effect in this turn: distance",
            (MEN, [FIGHT], {"context": {"distance": 6}}),
            (
                {**MEN, "a": man({**GUN, "range": 18}, BLADE)}, [FIGHT, SHOOT],
                {"context": {"distance": 6}},
            ),
        ),
        (
            "context: without effect in this turn: cover, stationary",
            (MEN, [FIGHT], {"context": {"cover": True, "stationary": True}}),
            (MEN, [SHOOT, FIGHT], {"context": {"cover": True}}),
        ),
        (
            "units.a.context: without effect in this turn: cover",
            ({**MEN, "a": man(context={"cover": True})}, [FIGHT, BACK], {}),
            ({**MEN, "a": man(context={"cover": True})}, [FIGHT, SHOOT], {}),
        ),
        (  # what the turn itself knows is nobody's to leave out
            "Without effect",
            (MEN, [{**FIGHT, "context": {"advanced": True}}], {}),
            (MEN, [{**MOVE, "do": "advance"}, CHARGE, {**FIGHT, "if": "charged"}], PERHAPS),
        ),
        (
            "units.a: 'captian' is no group or leader of the unit (did you mean 'captain'?); its "
            "last models carry gun",
            (
                {**MEN, "a": man({**GUN, "group": "captian"},
                                 leader={"name": "captain", "wounds": 4})}, [SHOOT], {},
            ),
            (
                {**MEN, "a": man({**GUN, "group": "captain"},
                                 leader={"name": "captain", "wounds": 4})}, [SHOOT], {},
            ),
        ),
        (
            "is no group",
            ({**MEN, "a": man({**GUN, "group": "elite"})}, [SHOOT], {}),
            (
                {
                    **MEN,
                    "a": man({**GUN, "group": "elite"}, groups=[{"name": "elite", "models": 2}]),
                },
                [SHOOT], {},
            ),
        ),
        (
            "units.a: 'seargent' is no group of the unit (did you mean 'sergeant'?); its last",
            (
                {**SOULS, "a": soul({**BOW, "group": "sergeant"}, {**BOW, "group": "seargent"})},
                [SHOOT], {},
            ),
            (SOULS, [SHOOT], {}),
        ),
        (
            'No unit is of the first side, whose turn it is (side = "first"',
            ({"x": man(), "b": man()}, [{"do": "mortals", "at": "b"}], {}),
            ({"a": man(), "b": man()}, [{"do": "mortals", "at": "b"}], {}),
        ),
        (
            'No unit is of the second side (side = "second")',
            ({"a": man(), "b": man(side="first")}, [{"do": "mortals", "at": "b"}], {}),
            ({"a": man()}, [{"do": "mortals", "at": "a"}], {}),
        ),
    ],
)  # fmt: skip
def test_what_has_no_effect_in_a_turn_is_named(words: str, said: Any, silent: Any) -> None:
    check(words, said, silent)


# ---------------------------------------------------------------------------- texts


def test_how_texts_of_a_turn_were_read_is_said() -> None:
    units = {
        "a": {"toughness": 4, "wounds": 1, "weapons": ["gun: A2 BS3+ S4 AP-1 D3"]},
        "b": "10x T4 W1",
    }
    found = mathhammer.turn({"units": units, "step": SHOOT}).notes
    assert found[0] == "'D3' was read as damage 3; a die is written DD3"
    assert found[1].startswith("'10x T4 W1' gives no save, so it has none")
    assert not any("was read" in note for note in notes(MEN, SHOOT))


def test_the_notes_of_attacks_are_those_of_match_ups_but_for_charges() -> None:
    anti = {**GUN, "abilities": ["Torrent", "Anti-Vehicle 4+", "Lethal Hits"]}
    found = notes({**MEN, "a": man(anti)}, SHOOT, SHOOT)
    assert sum("lacks the keyword" in note for note in found) == 1
    assert "shoot a at b: gun: Torrent never hits critically: no Lethal Hits." in found
    sword = {**SWORD, "abilities": ["Charge (+1 Damage)"]}
    steps = [CHARGE, {**FIGHT, "if": "charged"}]
    assert notes({**SOULS, "a": soul(sword)}, *steps, **PERHAPS) == []  # the turn knows of it


def test_the_group_of_a_weapon_counts_only_in_turns() -> None:
    weapons = [{**GUN, "skill": "3+", "group": "sergeant"}, BLADE]
    result = mathhammer.attack({"weapons": weapons}, "meq")
    assert "gun: the group of a weapon counts only in turns." in result.notes
    bare = [{k: v for k, v in weapon.items() if k != "group"} for weapon in weapons]
    assert "group" not in " ".join(mathhammer.attack({"weapons": bare}, "meq").notes)
    assert "counts only" not in " ".join(notes({"a": man(weapons[0], BLADE), "b": man()}, SHOOT))


def test_notes_that_differ_in_a_distance_are_one() -> None:
    steps = [{**MOVE, "do": "advance"}, CHARGE, {**FIGHT, "by": "a", "at": "b"}]
    found = notes(MEN, *steps, gap=30)
    assert [note for note in found if "inches" in note] == [
        "charge: a can't charge b from 18 to 23 inches away.",
        "fight: a and b are 18 to 23 inches apart; computed as if they were in combat.",
    ]
    found = notes(MEN, CHARGE, gap=30)
    assert "charge: a can't charge b from 30 inches away." in found


def test_notes_are_made_when_they_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    from mathhammer.results import turn as turn_results

    called: list[object] = []
    monkeypatch.setattr(turn_results, "turn_notes", lambda *given: called.append(given) or ["x."])
    result = mathhammer.turn({"units": MEN, "step": [SHOOT, FIGHT]})
    assert result.models("b").mean > 0 and not called
    assert result.notes == ["x."] and len(called) == 1


def test_branches_that_are_left_out_have_no_chance() -> None:
    """The histories follow every branch that holds any probability before a step."""
    followed = left_out = 0
    for seed in range(120):
        fields = strategies_turns.random_turn(Random(seed), small=True)
        steps = fields["step"]
        whole = mathhammer.turn(fields)
        branches = [stage.branches for stage in whole.compiled.stages]
        before = histories(whole.script, whole.compiled.plan, branches)
        for number in range(1, len(steps)):
            part = mathhammer.turn({**fields, "step": steps[:number]})
            reached = {history.branch for history in before[number]}
            for branch, p in zip(part.compiled.branches, part.evolution.branches, strict=True):
                assert branch in reached or p < 1e-12, (seed, number)
                followed += branch in reached
                left_out += branch not in reached
        for step, outcome in zip(whole.script.steps, whole.steps, strict=True):
            if any(f"{step.title}: its condition" in said for said in whole.notes) and (
                sum(other.title == step.title for other in whole.script.steps) == 1
            ):
                assert outcome.probability < 1e-12, (seed, step)
    assert followed > 300 and left_out > 20, (followed, left_out)


@pytest.mark.parametrize(
    ("charge", "gap"), [(CHARGE, 3), ({**CHARGE, "dice": "12"}, 9), ({**CHARGE, "modifier": 7}, 9)]
)
def test_a_certain_charge_has_no_other_branch(charge: Fields, gap: float) -> None:
    result = mathhammer.turn({"units": MEN, "step": [charge, FIGHT], "gap": gap})
    assert result.flags == {"charged": 1.0}
    assert result.notes == []


@pytest.mark.parametrize(
    ("units", "move", "gap", "words"),
    [
        (MEN, MOVE, 6, "a comes within 1 inch of b, where no move may end"),
        (MEN, MOVE, 7, "a comes within 1 inch of b, where no move may end"),
        (MEN, MOVE, 7.5, ""),
        (MEN, {**MOVE, "do": "advance"}, 8, "a comes within 1 inch of b, where no advance"),
        (MEN, {**MOVE, "do": "advance"}, 8.5, f"{IN_SOME}a comes within 1 inch of b"),
        (MEN, {**MOVE, "do": "advance"}, 13, f"{IN_SOME}a comes within 1 inch of b"),
        (MEN, {**MOVE, "do": "advance"}, 13.5, ""),
        (SOULS, MOVE, 9, "a comes within 3 inches of b, where no move may end"),
        (SOULS, MOVE, 9.5, ""),
        (SOULS, {**MOVE, "do": "run"}, 15, f"{IN_SOME}a comes within 3 inches of b"),
        (SOULS, {**MOVE, "do": "run"}, 15.5, ""),
    ],
)
def test_moves_that_end_in_combat(units: Fields, move: Fields, gap: float, words: str) -> None:
    found = notes(units, move, gap=gap)
    if not words:
        assert not any("comes within" in note for note in found)
        return
    # A die that leads there only sometimes is said so; a sure move is not.
    assert [note for note in found if note.startswith(f"{move['do']} a toward b: {words}")]
    # In 40k it stops where a charge needs nothing; in Age of Sigmar a 3 is needed.
    assert any("a charge can't fail" in note for note in found) is (units is MEN)


@pytest.mark.parametrize(("gap", "distance", "half"), [(20, 10, True), (10, 20, False)])
def test_a_distance_goes_before_the_gap_for_half_range(
    gap: float, distance: float, half: bool
) -> None:
    gun = {**GUN, "range": 24, "abilities": ["Torrent", "Rapid Fire 1"]}
    units = {"a": man(gun), "b": man(models=5)}
    step = {**SHOOT, "context": {"distance": distance}}
    turn = mathhammer.turn({"units": units, "step": [step], "gap": gap})
    alone = mathhammer.turn({"units": units, "step": [SHOOT], "gap": distance})
    assert turn.models("b").mean == alone.models("b").mean
    assert (turn.models("b").mean < 4) is half
    assert turn.notes == [
        f"shoot a at b: the gap is {gap} inches, and the context's distance ({distance}) takes "
        "precedence."
    ]
