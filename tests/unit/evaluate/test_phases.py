"""What a unit uses in its phase (W-3 Pistol and Extra Attacks, A-3): the best of all ways."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from support.refusals import refusal

import mathhammer
from mathhammer.evaluate import phases
from mathhammer.games.profiles import Unit
from mathhammer.reading.scenario import from_mapping

Fields = dict[str, Any]
SAW = {"name": "saw", "attacks": 4, "skill": 3, "strength": 4, "damage": 1, "type": "melee"}
FIST = {"name": "fist", "attacks": 2, "skill": 4, "strength": 8, "ap": -2, "damage": 2,
        "type": "melee"}  # fmt: skip
TAIL = {**SAW, "name": "tail", "abilities": ["Extra Attacks"]}
RIFLE = {"name": "rifle", "attacks": 2, "skill": 3, "strength": 4, "ap": -1, "damage": 1}
PISTOL = {"name": "pistol", "attacks": 1, "skill": 3, "strength": 7, "ap": -2, "damage": 2,
          "abilities": ["Pistol"]}  # fmt: skip


STANDARD = {"name": "standard", "attacks": 1, "skill": 3, "strength": 7, "ap": -2, "damage": 1,
            "modes": "plasma", "count": 2}  # fmt: skip
SUPERCHARGE = {**STANDARD, "name": "supercharge", "strength": 8, "ap": -3, "damage": 2,
               "abilities": ["Hazardous"]}  # fmt: skip


def slain(weapons: list[Fields], target: str, **more: Any) -> float:
    return mathhammer.attack({"weapons": weapons, **more}, target).slain.mean


@pytest.mark.parametrize("target", ["10x geq", "5x meq", "5x teq"])
def test_a_model_fights_with_one_weapon_and_its_extra_attacks(target: str) -> None:
    """W-3: the best of both, beside what is used anyway."""
    found = mathhammer.attack({"weapons": [SAW, FIST, TAIL, RIFLE], "phase": "fight"}, target)
    ways = [slain([one, TAIL], target) for one in (SAW, FIST)]
    assert found.slain.mean == max(ways)
    assert any("the best at this target of 2 ways" in note for note in found.notes)


def test_each_model_decides_where_copies_and_models_say_so() -> None:
    """W-3: brute force over all ways to share two weapons of five models."""
    weapons = [{**SAW, "count": 5}, {**FIST, "count": 3}]
    ways = [
        slain([{**w, "count": n} for w, n in zip(weapons, way, strict=True) if n], "5x meq")
        for way in itertools.product(range(6), range(4))
        if sum(way) == 5
    ]
    found = mathhammer.attack({"weapons": weapons, "models": 5, "phase": "fight"}, "5x meq")
    assert found.slain.mean == pytest.approx(max(ways), abs=1e-12)


@pytest.mark.parametrize("keywords, number", [((), 1), (("Vehicle",), 2), (("Monster",), 2)])
def test_pistols_are_shot_alone(keywords: tuple[str, ...], number: int) -> None:
    """W-3: Pistols or the rest; a Monster or Vehicle shoots all."""
    unit = {"weapons": [RIFLE, PISTOL, SAW], "phase": "shoot", "keywords": list(keywords)}
    found = mathhammer.attack(unit, "5x meq")
    assert len(found.weapons) == number
    if number == 1:
        assert found.slain.mean == max(slain([w], "5x meq") for w in (RIFLE, PISTOL))


@pytest.mark.parametrize("context, used", [
    ("attacker_engaged", "pistol"), ("advanced", "assault"), ("distance=20", "rifle"),
    ("visible=false", "mortar"),
])  # fmt: skip
def test_only_what_the_situation_permits_is_shot(context: str, used: str) -> None:
    """W-3, W-4.3: where something may be shot, nothing else is, however much better it were."""
    weapons = [
        {**RIFLE, "attacks": 9, "range": 24},
        {**PISTOL, "range": 12},
        {**RIFLE, "name": "assault", "abilities": ["Assault"], "range": 18},
        {**RIFLE, "name": "mortar", "abilities": ["Indirect Fire"], "range": 18},
    ]
    found = mathhammer.attack({"weapons": weapons, "phase": "shoot"}, "5x meq", context=context)
    assert [weapon.name for weapon in found.attacker.weapons] == [used]
    with_nothing = {"weapons": [SAW, FIST], "phase": "fight", "models": 1}
    assert mathhammer.attack(with_nothing, "5x meq", context="overwatch").used


def test_the_number_of_models_is_said_where_it_is_a_guess() -> None:
    weapons = [{**SAW, "count": 10}, {**FIST, "count": 5}]
    (note,) = mathhammer.attack({"weapons": weapons, "phase": "fight"}, "5x meq").used
    assert note.endswith("fist; taken as 15 models: give models if there are others.")
    told = {"weapons": weapons, "phase": "fight", "models": 15}
    assert not mathhammer.attack(told, "5x meq").used


def test_age_of_sigmar_uses_all_of_a_type() -> None:
    """A-3: every model attacks with all its melee weapons."""
    bow = {"attacks": 2, "hit": 4, "wound": 4, "damage": 1, "type": "ranged"}
    blades = [{**bow, "type": "melee", "name": name} for name in ("one", "two")]
    target = {"health": 2, "models": 5}
    found = mathhammer.attack({"weapons": [bow, *blades], "phase": "fight"}, target)
    assert found.slain.mean == mathhammer.attack({"weapons": blades}, target).slain.mean


def test_monte_carlo_plays_the_same_choice() -> None:
    unit = {"weapons": [SAW, FIST], "phase": "fight"}
    exact = mathhammer.attack(unit, "5x meq")
    seen = mathhammer.simulate(unit, "5x meq", trials=2_000, seed=1)
    assert [row.name for row in exact.weapons] == [row.name for row in seen.weapons]
    assert exact.used == seen.used


def test_without_a_weapon_for_the_phase_it_is_refused() -> None:
    with pytest.raises(mathhammer.MathhammerError, match="no melee weapon to fight with"):
        mathhammer.attack({"weapons": [RIFLE], "phase": "fight"}, "5x meq")


def test_without_a_phase_everything_is_computed_together() -> None:
    found = mathhammer.attack({"weapons": [RIFLE, SAW]}, "5x meq")
    assert len(found.weapons) == 2 and not found.used
    assert Unit(weapons=[RIFLE]).phase is None


def used(unit: Fields, target: str, **options: Any) -> list[tuple[str, int]]:
    """Return the names and copies of the weapons that attack."""
    found = mathhammer.attack(unit, target, **options).attacker.weapons
    return [(weapon.name, weapon.count) for weapon in found]


@pytest.mark.parametrize("phase", [None, "shoot"])
def test_one_profile_of_a_weapon_is_used(phase: str | None) -> None:
    """The best of them at each target, with what else attacks."""
    unit = {"weapons": [RIFLE, STANDARD, SUPERCHARGE], "phase": phase}
    for target, name in (("5x meq", "supercharge"), ("10x T3 Sv6+ W1", "standard")):
        assert used(unit, target) == [("rifle", 1), (name, 2)]
        assert slain(**unit, target=target) == max(
            slain([RIFLE, one], target) for one in (STANDARD, SUPERCHARGE)
        )
    (note,) = mathhammer.attack(unit, "5x meq").used
    assert note == (
        f"{phase or 'used'}: 1x rifle, 2x plasma (supercharge), the best at this target of 2 ways "
        "to use its weapons."
    )


def test_profiles_that_slay_as_many_are_told_apart_by_damage_then_by_their_place() -> None:
    """Nothing slays a tank in one volley: the damage decides, of equal ones the first."""
    unit = {"weapons": [STANDARD, SUPERCHARGE, {**SUPERCHARGE, "name": "third"}]}
    assert used(unit, "1x T9 Sv3+ W40") == [("supercharge", 2)]


def test_a_profile_can_be_named() -> None:
    unit = {"weapons": [RIFLE, STANDARD, SUPERCHARGE], "use": {"PLASMA": "Standard"}}
    assert used(unit, "5x meq") == [("rifle", 1), ("standard", 2)]
    assert mathhammer.attack(unit, "5x meq").used == ("used: 1x rifle, 2x plasma (standard).",)


def test_each_copy_fights_with_one_profile_of_one_weapon() -> None:
    """W-3: of five models three have a hammer with two profiles, all have a saw."""
    strike = {**FIST, "name": "strike", "count": 3, "modes": "hammer"}
    sweep = {**SAW, "name": "sweep", "count": 3, "attacks": 6, "strength": 3, "modes": "hammer"}
    unit = {"weapons": [{**SAW, "count": 5}, strike, sweep], "models": 5, "phase": "fight"}
    for target in ("5x meq", "20x geq"):
        ways = [
            [{**SAW, "count": 5 - n}, {**other, "count": n}] if n else [{**SAW, "count": 5}]
            for other in (strike, sweep) for n in range(4)
        ]  # fmt: skip
        most = max(slain([{**w, "modes": None} for w in way], target) for way in ways)
        assert mathhammer.attack(unit, target).slain.mean == pytest.approx(most, abs=1e-12)


def test_age_of_sigmar_has_profiles_too() -> None:
    """A-3: one of them, with all other weapons of the type."""
    blade = {"name": "slash", "attacks": 5, "hit": 4, "wound": 4, "damage": 1, "modes": "axe"}
    chop = {**blade, "name": "chop", "attacks": 1, "rend": 2, "damage": 4}
    unit = {"weapons": [blade, chop, "2x 2/3+/4+/1/1"], "phase": "fight"}
    assert used(unit, "10x H1 Sv6+")[0] == ("slash", 1)
    assert used(unit, "3x H4 Sv2+")[0] == ("chop", 1)


UNITS: list[Fields] = [
    {"name": "guns", "weapons": [RIFLE, STANDARD, SUPERCHARGE, PISTOL], "phase": "shoot"},
    {"name": "blades", "weapons": [SAW, FIST, TAIL], "phase": "fight", "order": "best"},
    {"name": "both", "weapons": [STANDARD, SUPERCHARGE, SAW]},
]
AT = ["10x geq", "5x meq", "5x teq", "veq"]


def test_all_calls_choose_alike() -> None:
    """A comparison, a sweep, a simulation and a question of a file use what an attack uses."""
    compared = mathhammer.compare(UNITS, AT).results
    fields = {"attacker": UNITS, "target": AT}
    swept = from_mapping({**fields, "sweep": {"context.cover": [False]}}).answer()
    simulated = mathhammer.compare(UNITS, AT, engine="montecarlo", trials=100, seed=1).results
    chosen = set()
    for i, (unit, target) in enumerate(itertools.product(UNITS, AT)):
        alone = mathhammer.attack(unit, target)
        chosen.add(alone.used)
        for one in (compared[i], swept.comparisons[0].results[i], simulated[i]):
            assert one.attacker == alone.attacker
            assert one.used == alone.used and alone.used[0] in one.notes
        assert compared[i].to_dict() == alone.to_dict()
    assert len(chosen) > len(UNITS)


def test_a_target_may_change_what_its_best_answer_is() -> None:
    """The context counts: within half range melta is worth more."""
    melta = {**STANDARD, "name": "melta", "damage": "D3", "ap": -4, "strength": 9,
             "abilities": ["Melta 4"]}  # fmt: skip
    spread = {**STANDARD, "name": "spread", "damage": 3}
    unit = {"weapons": [melta, spread]}
    assert used(unit, "veq", context="half_range") == [("melta", 2)]
    assert used(unit, "3x T7 Sv2+ W3") == [("spread", 2)]


@pytest.mark.parametrize(
    "unit, words",
    [
        ({"weapons": [STANDARD, {**SUPERCHARGE, "count": 3}]},
         "weapons[1].count: 3, where standard has 2: profiles of one weapon ('plasma') have the "
         "same count"),
        ({"weapons": [STANDARD, {**SUPERCHARGE, "type": "melee"}]}, "have the same type"),
        ({"weapons": [STANDARD, {**SUPERCHARGE, "group": "sergeant"}]}, "have the same group"),
        ({"weapons": [STANDARD, SUPERCHARGE], "use": {"plasmo": "standard"}},
         "use: no weapon has the modes 'plasmo' (did you mean 'plasma'?)"),
        ({"weapons": [STANDARD, SUPERCHARGE], "use": "plasma=superchage"},
         "use: 'superchage' is no profile of 'plasma' (did you mean 'supercharge'?); profiles: "
         "standard, supercharge"),
        ({"weapons": [STANDARD, STANDARD], "use": "plasma=standard"}, "several have this name"),
        ({"weapons": [STANDARD, SUPERCHARGE], "use": "plasma"}, "plasma=supercharge"),
        ({"weapons": [STANDARD, SUPERCHARGE], "use": "plasma=standard,Plasma=supercharge"},
         "named twice"),
        ({"weapons": [STANDARD, SUPERCHARGE], "use": 3}, "use: 3 is not a table"),
        ({"weapons": [RIFLE], "phase": "shot"}, "did you mean 'shoot'?"),
    ],
)  # fmt: skip
def test_what_cant_be_meant_is_refused(unit: Fields, words: str) -> None:
    assert words in refusal(mathhammer.attack, unit, "meq")


def test_a_target_has_no_phase() -> None:
    target = {"toughness": 4, "wounds": 1}
    for field, value in (("phase", "shoot"), ("use", "plasma=standard")):
        message = refusal(mathhammer.attack, {"weapons": [RIFLE]}, {**target, field: value})
        assert f"target.{field}: it belongs to a unit that attacks" in message


def test_too_many_ways_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    many = [
        {**RIFLE, "name": name, "modes": f"gun {k}"} for k in range(9) for name in ("one", "other")
    ]
    assert "more than 500 ways" in refusal(mathhammer.attack, {"weapons": many}, "meq")
    models = {"weapons": [{**SAW, "count": 31}, {**FIST, "count": 31}, {**SAW, "count": 31}],
              "models": 31, "phase": "fight"}  # fmt: skip
    assert refusal(mathhammer.attack, models, "meq").startswith("3 weapons can be shared by 31")
    monkeypatch.setattr(phases, "MAX_WAYS", 1)
    message = refusal(mathhammer.attack, {"weapons": [STANDARD, SUPERCHARGE]}, "meq")
    assert "more than 1 ways" in message and "name profiles" in message


def test_where_each_model_leaves_too_many_ways_all_shoot_alike() -> None:
    """W-3: each model has a Pistol, and one of four guns, one of which has two profiles."""
    kinds = [{**RIFLE, "name": f"gun {n}", "count": n} for n in (3, 4, 5)]
    pistol = {**PISTOL, "count": 14, "strength": 3, "damage": 1}
    unit = {"weapons": [*kinds, STANDARD, SUPERCHARGE, pistol], "models": 14, "phase": "shoot"}
    (note,) = mathhammer.attack(unit, "5x meq").used
    assert note.startswith("shoot: 3x gun 3, 4x gun 4, 5x gun 5, 2x plasma (supercharge), the best")
    assert "of 3 ways" in note


def test_in_a_turn_profiles_are_named() -> None:
    a = {"models": 5, "toughness": 4, "wounds": 2, "weapons": [RIFLE, STANDARD, SUPERCHARGE]}
    fields = {"units": {"a": a, "b": {"preset": "meq"}}, "step": {"do": "shoot", "by": "a",
              "at": "b"}}  # fmt: skip
    message = refusal(mathhammer.turn, fields)
    assert "units.a.use: in a turn each weapon has one profile: name it, like use = {'plasma'" in (
        message
    )
    a["use"] = {"plasma": "supercharge"}
    one = {**SUPERCHARGE, "modes": None}
    named = mathhammer.turn(fields)
    a |= {"use": None, "weapons": [RIFLE, one]}
    assert named.to_dict() == mathhammer.turn(fields).to_dict()
    a["phase"] = "shoot"
    assert "in a turn the steps say what is used" in refusal(mathhammer.turn, fields)


def test_dice_outside_of_attacks_have_no_phase() -> None:
    unit = {"weapons": [RIFLE], "mortals": {"dice": 3, "on": 4}, "phase": "fight"}
    found = mathhammer.attack(unit, "meq")
    assert found.slain.mean == mathhammer.attack({"mortals": unit["mortals"]}, "meq").slain.mean
    assert found.used == ("fight: no weapon.",)
