"""Attacks that are hits, wounds or failed saves already, against numbers worked out by hand.

What is given is as many as is said, plain, and what would come before it has no effect.
"""

from __future__ import annotations

from fractions import Fraction as F
from typing import Any

import pytest

import mathhammer
from mathhammer.core.errors import MathhammerError, NotModelledError
from mathhammer.games.aos import profiles as aos
from mathhammer.games.describe import describe_weapon
from mathhammer.games.wh40k import profiles as wh40k
from mathhammer.results.attack import Result

Fields = dict[str, Any]
ROUNDING = 1e-12
BEFORE = ("attacks", "hits", "wounds", "unsaved")
#: S4 at T4 wounds on 4+; AP -1 makes the save a 4+.
MEN: Fields = {"models": 5, "toughness": 4, "save": "3+", "wounds": 2}
SOULS: Fields = {"models": 5, "health": 2, "save": "3+"}
GUN: Fields = {"attacks": 12, "skill": 4, "strength": 4, "ap": -1, "damage": 2}
BLADE: Fields = {"attacks": 12, "wound": 4, "rend": 1, "damage": 2}


def stages(result: Result) -> list[float]:
    return [getattr(result, stage).mean for stage in BEFORE]


def near(found: list[float] | float, right: list[F | int] | F | int) -> None:
    assert found == pytest.approx(
        [float(r) for r in right] if isinstance(right, list) else float(right), abs=ROUNDING, rel=0
    )


@pytest.mark.parametrize("weapon, target", [(GUN, MEN), (BLADE, SOULS)], ids=["40k", "aos"])
@pytest.mark.parametrize(
    "start, right",
    [("hits", [12, 12, 6, 3]), ("wounds", [12, 12, 12, 6]), ("failed saves", [12] * 4)],
)
def test_what_comes_before_a_start_is_as_many(
    weapon: Fields, target: Fields, start: str, right: list[F | int]
) -> None:
    """W-1, A-1."""
    result = mathhammer.attack({**weapon, "start": start}, target)
    near(stages(result), right)
    near(result.damage_rolled.mean, 2 * right[-1])


@pytest.mark.parametrize(
    "weapon, start, right",
    [
        (GUN, "hits", [12, 12, 6, 3]),
        ({"attacks": 12, "ap": -1, "damage": 2}, "wounds", [12, 12, 12, 6]),
        ({"attacks": 12, "damage": 2}, "wounds", [12, 12, 12, 4]),
        ({"attacks": 12, "damage": 2}, "failed saves", [12, 12, 12, 12]),
        ({"attacks": 4, "count": 3, "damage": 2}, "Failed-Saves", [12, 12, 12, 12]),
        ({"attacks": "D6", "damage": 2}, "failed_saves", [F(7, 2)] * 4),
    ],
)
def test_what_is_not_needed_may_be_left_out(
    weapon: Fields, start: str, right: list[F | int]
) -> None:
    near(stages(mathhammer.attack({**weapon, "start": start}, MEN)), right)


def test_twelve_failed_saves_of_damage_2_slay_by_themselves() -> None:
    result = mathhammer.attack("12 failed saves D2", "10x T4 Sv3+ W3")
    near(result.slain.mean, 6)  # two for each three wounds, what exceeds them is lost
    near(mathhammer.attack("12 failed saves D2", "10x H3 Sv3+", game="aos").slain.mean, 8)
    # Feel No Pain and wards come after, and so do the target's modifiers of damage.
    ward = mathhammer.attack("1 failed saves D1", "1x H1 Ward4+", game="aos")
    near(ward.slain.mean, F(1, 2))
    near(mathhammer.attack("1 failed saves D1", "1x T4 W1 5+++").slain.mean, F(2, 3))
    tough = {**MEN, "modifiers": {"halve_damage": True, "ignore_first_damage": True}}
    near(mathhammer.attack("3 failed saves D2", tough).damage.mean, 2)


#: Changes that come before each start.
OF_HITS: list[Fields] = [
    {"skill": "6"}, {"modifiers": {"hit": -1}}, {"modifiers": {"attacks": 3}},
    {"modifiers": {"critical_hits": "2+"}, "abilities": ["Sustained Hits 2"]},
    {"modifiers": {"on_critical_hit": {"mortals": 3, "ap": -3}}},
    {"abilities": ["Lethal Hits"]}, {"abilities": ["Blast", "Heavy"]}, {"abilities": ["Torrent"]},
    {"abilities": ["Rapid Fire 2"], "range": 24},
    {"modifiers": {"reroll_attacks": "below-average"}},
]  # fmt: skip
OF_WOUNDS: list[Fields] = [
    {"strength": 12}, {"modifiers": {"wound": 1}}, {"abilities": ["Twin-linked"]},
    {"abilities": ["Devastating Wounds", "Anti-Infantry 2+"]},
    {"modifiers": {"on_critical_wound": {"damage": 3}, "critical_wounds": "2+"}},
    {"abilities": ["Lance"], "type": "melee"},
]  # fmt: skip
OF_SAVES: list[Fields] = [{"ap": -3}, {"modifiers": {"ap": -2}}, {"abilities": ["Ignores Cover"]}]


@pytest.mark.parametrize(
    "start, changes",
    [("hits", change) for change in OF_HITS]
    + [("wounds", change) for change in OF_HITS + OF_WOUNDS]
    + [("failed saves", change) for change in OF_HITS + OF_WOUNDS + OF_SAVES],
    ids=str,
)
def test_what_comes_before_changes_nothing_and_is_noted(start: str, changes: Fields) -> None:
    context = {"half_range": True, "stationary": True, "charged": True, "cover": True}
    target = {**MEN, "models": 10, "keywords": "Infantry"}
    plain: Fields = {"attacks": "D6", "strength": 4, "ap": 0, "damage": 1, "start": start}
    plain["type"] = changes.get("type", "ranged")
    without = mathhammer.attack(plain, target, context=context)
    result = mathhammer.attack({**plain, **changes}, target, context=context)
    for stage in (*BEFORE, "damage", "slain", "mortal"):
        found, right = getattr(result, stage), getattr(without, stage)
        assert found.from_zero().tolist() == right.from_zero().tolist(), stage
    said = " ".join(n for n in result.notes if n.endswith(f"its attacks are {start} already."))
    for field, value in changes.items():
        for name in value if field in ("modifiers", "abilities") else (field,):
            assert name in said or field in ("type", "range"), (name, said)


@pytest.mark.parametrize(
    "start, changes",
    [
        ("hits", {"crit": "Mortal", "abilities": ["Crit (Mortal)", "Crit (2 Hits)"]}),
        ("hits", {"champion": True, "hit": 3}),
        ("hits", {"modifiers": {"hit": 1, "attacks": 2, "critical_hits": "2+"}}),
        ("wounds", {"modifiers": {"reroll_wounds": "failures", "reroll_hits": "ones"}}),
        ("wounds", {"wound": 6}),
        ("failed saves", {"rend": 3, "modifiers": {"rend": 1}}),
        ("failed saves", {"abilities": ["Anti-Infantry (+1 Rend)"]}),
    ],
    ids=str,
)
def test_what_comes_before_changes_nothing_in_age_of_sigmar(start: str, changes: Fields) -> None:
    """A-1, A-3."""
    plain: Fields = {"attacks": "D6", "wound": 4, "damage": 1, "start": start}
    target = {**SOULS, "keywords": "Infantry"}
    context = {"cover": True, "all_out_attack": True}
    without = mathhammer.attack(plain, target, game="aos", context=context)
    result = mathhammer.attack({**plain, **changes}, target, game="aos", context=context)
    for stage in (*BEFORE, "damage", "slain", "mortal"):
        found, right = getattr(result, stage), getattr(without, stage)
        assert found.from_zero().tolist() == right.from_zero().tolist(), stage
    said = " ".join(n for n in result.notes if n.endswith(f"its attacks are {start} already."))
    for field, value in changes.items():
        for name in value if field in ("modifiers", "abilities") else (field,):
            assert name in said, (name, said)
    assert "Without effect here: cover, all_out_attack." in result.notes


def test_what_comes_after_still_acts() -> None:
    melta = {**GUN, "attacks": 1, "start": "failed saves", "abilities": ["Melta 2"], "range": 24}
    near(mathhammer.attack(melta, MEN, context="half_range").damage_rolled.mean, 4)
    twin = {**GUN, "attacks": 4, "start": "hits", "abilities": ["Twin-linked"]}
    near(mathhammer.attack(twin, MEN).wounds.mean, 3)
    devastating = {**GUN, "attacks": 6, "start": "hits", "abilities": ["Devastating Wounds"]}
    near(mathhammer.attack(devastating, MEN).mortal.mean, 2)
    charge = {**BLADE, "attacks": 1, "start": "failed saves", "abilities": ["Charge (+1 Damage)"]}
    near(mathhammer.attack(charge, SOULS, context="charged").damage_rolled.mean, 3)
    led = {**MEN, "leader": {"name": "hero", "save": "2+", "wounds": 2}}
    aimed = {"attacks": 1, "damage": 2, "start": "failed saves", "abilities": ["Precision"]}
    hero = mathhammer.attack(aimed, led, context="precision_on_character").groups[-1]
    near(hero.slain.mean, 1)


def test_context_that_no_weapon_feels_any_more_is_noted() -> None:
    gun = {**GUN, "start": "failed saves"}
    notes = mathhammer.attack(gun, MEN, context="cover,advanced,overwatch,plunging_fire").notes
    assert "Without effect on these weapons: overwatch, cover, plunging_fire, advanced." in notes
    hits = mathhammer.attack({**GUN, "start": "hits"}, MEN, context="cover,overwatch").notes
    assert "Without effect on these weapons: overwatch." in hits
    assert not any("Without effect" in note for note in mathhammer.attack(
        {**GUN, "skill": 3}, MEN, context="cover,overwatch").notes)  # fmt: skip


def test_both_engines_and_a_table_of_many_agree() -> None:
    weapons: list[Fields] = [
        {**GUN, "attacks": "D3+1", "start": start} for start in ("hits", "wounds", "failed saves")
    ]
    exact = mathhammer.compare(weapons, [MEN, "10x geq"])
    for row in exact.results:
        alone = mathhammer.attack(row.attacker, row.target)
        near(row.slain.mean, F(alone.slain.mean))
        rolled = mathhammer.attack(
            row.attacker, row.target, engine="montecarlo", trials=20_000, seed=3
        )
        for stage in (*BEFORE, "damage", "slain"):
            measure = rolled.standard_error(stage)
            gap = abs(getattr(rolled, stage).mean - getattr(alone, stage).mean)
            assert gap <= 6 * measure + 1e-12, stage


def test_a_turn_plays_what_starts_later() -> None:
    gun = {"attacks": 2, "damage": 2, "start": "failed saves", "abilities": ["Blast"], "count": 3}
    units = {"a": {**MEN, "weapons": [gun]}, "b": {**MEN, "models": 5, "side": "second"}}
    steps = [{"do": "shoot", "by": "a", "at": "b"}]
    made = mathhammer.turn({"units": units, "step": steps})
    near(made.to_dict()["units"]["b"]["models"]["mean"], 0)
    units["b"]["models"] = 9
    left = mathhammer.turn({"units": units, "step": steps}).to_dict()["units"]["b"]["models"][
        "mean"
    ]
    near(left, 3)


def test_a_command_reroll_is_not_for_a_number_that_is_given() -> None:
    """W-6: what is rolled for it is no number of attacks."""
    found = mathhammer.command_reroll(
        {**GUN, "attacks": 2, "start": "hits"}, MEN, objective="damage"
    )
    assert found.value > found.without
    assert {use["roll"] for use in found.to_dict()["sides"]["attacker"]["uses"]} == {"wound"}
    saved = mathhammer.command_reroll(
        {**GUN, "attacks": 2, "start": "failed saves"}, MEN, objective="damage"
    )
    near(saved.value, F(saved.without))
    with pytest.raises(NotModelledError, match="number of hits that is rolled"):
        mathhammer.command_reroll({**GUN, "attacks": "D6", "start": "hits"}, MEN)
    with pytest.raises(NotModelledError, match=r"^AD6 S4 AP0 D1 \[start: hits\]: a Command"):
        mathhammer.command_reroll("D6 hits S4 AP0 D1", MEN)


@pytest.mark.parametrize(
    "fields, said",
    [
        ({"attacks": 1, "damage": 1}, "needs the field 'strength'"),
        ({"attacks": 1, "damage": 1, "start": "hits"}, "needs the field 'strength'"),
        ({"attacks": 1, "strength": 4, "damage": 1}, "needs the field 'skill'"),
        ({"attacks": 1, "start": "wounds"}, "needs the field 'damage'"),
        ({"damage": 1, "start": "wounds"}, "needs the field 'attacks'"),
        ({"attacks": 1, "damage": 1, "start": "wound"}, "did you mean 'wounds'"),
        ({"attacks": 1, "damage": 1, "start": "saves"}, "allowed: hits, wounds, failed saves"),
        ({"attacks": 1, "damage": 1, "start": 3}, "allowed: hits, wounds, failed saves"),
        ({"attacks": 1, "hit": 3, "damage": 1}, "needs the field 'wound'"),
        ({"attacks": 1, "damage": 1, "rend": 1, "start": "hits"}, "needs the field 'wound'"),
    ],
)
def test_what_is_missing_or_no_start_is_said_in_one_sentence(fields: Fields, said: str) -> None:
    game = "aos" if fields.keys() & {"hit", "rend"} else "wh40k"
    with pytest.raises(MathhammerError, match=said):
        mathhammer.attack({"weapons": [fields]}, MEN if game == "wh40k" else SOULS, game=game)


TEXTS = [
    ("12 failed saves D2", {"attacks": 12, "damage": 2, "start": "failed saves"}),
    ("12x D2 [failed saves]", {"count": 12, "attacks": 1, "damage": 2, "start": "failed saves"}),
    ("gun: D6+1 wounds AP-2 DD3", {"name": "gun", "attacks": "D6+1", "ap": -2, "damage": "D3",
                                   "start": "wounds"}),
    ("3 hits S5 AP-1 D1 [Lance]", {"attacks": 3, "strength": 5, "ap": -1, "damage": 1,
                                   "start": "hits", "abilities": ["Lance"]}),
    ("A3 S5 D1 [start: hits]", {"attacks": 3, "strength": 5, "damage": 1, "start": "hits"}),
    ("A3 D1 [wounds]", {"attacks": 3, "damage": 1, "start": "wounds"}),
]  # fmt: skip


@pytest.mark.parametrize("text, fields", TEXTS)
def test_a_start_is_read_and_printed(text: str, fields: Fields) -> None:
    weapon = wh40k.Weapon.read(text)
    assert weapon == wh40k.Weapon(**fields)
    assert wh40k.Weapon.read(describe_weapon(weapon)) == weapon


def test_a_start_is_read_and_printed_in_age_of_sigmar() -> None:
    for text, fields in (
        ("A3 Wnd4+ R1 D2 [hits]", {"attacks": 3, "wound": 4, "rend": 1, "damage": 2,
                                   "start": "hits"}),
        ("2/3+/4+/1/D3 [failed saves]", {"attacks": 2, "hit": 3, "wound": 4, "rend": 1,
                                         "damage": "D3", "start": "failed saves"}),
        ("12 failed saves D2", {"attacks": 12, "damage": 2, "start": "failed saves"}),
    ):  # fmt: skip
        weapon = aos.Weapon.read(text)
        assert weapon == aos.Weapon(**fields)
        assert aos.Weapon.read(describe_weapon(weapon)) == weapon


@pytest.mark.parametrize(
    "text, said",
    [
        ("12 failed savs D2", "'12' is not understood"),
        ("3 hits S5 D1 [wounds]", "gives the start a second time"),
        ("A2 3 hits S5 D1", "gives the attacks a second time"),
        ("3 hits D1", "gives no strength"),
        ("D1 [start: saves]", "allowed: hits, wounds, failed saves"),
    ],
)
def test_a_text_with_a_wrong_start_is_refused(text: str, said: str) -> None:
    with pytest.raises(MathhammerError, match=said):
        wh40k.Weapon.read(text)
