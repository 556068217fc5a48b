"""Who takes what: criticals, allocation, Devastating Wounds, mortal wounds, by hand.

The second half of the rules W-1 to W-4 that are worked out in fractions, independently of
the literal dice-roller: what depends on the models that are still there.
"""

from __future__ import annotations

from fractions import Fraction as F

import pytest
from support.by_hand import (
    GUN,
    ROUNDING,
    RULINGS,
    SOFT,
    SURE,
    TOUGH,
    WOUND,
    Fields,
    ability,
    check,
    equal,
    mods,
    play,
)

import mathhammer

# ------------------------------------------------------------ criticals, riders, Hazardous


def test_lethal_hits_make_no_critical_wounds() -> None:
    """W-3: what wounds automatically can't be Devastating; Lethal Hits can cost mortal wounds."""
    dead = "Devastating Wounds"
    check(play({**GUN, **ability(dead)}, {}).mortal, F(11, 12), F(1, 12))  # 3/6 hit, 1/6 of them
    found = play({**GUN, **ability(dead, "Lethal Hits")}, {})
    check(found.mortal, F(17, 18), F(1, 18))  # the 2/6 that hit without a 6
    equal(found.wounds.mean, F(1, 6) + F(2, 6) * F(3, 6))


def test_torrent_never_hits_critically() -> None:
    """W-3: no hit roll, so neither extra hits nor automatic wounds."""
    found = play({**GUN, **ability("Torrent", "Lethal Hits", "Sustained Hits 2")}, TOUGH)
    check(found.hits, 0, 1)
    check(found.wounds, F(5, 6), F(1, 6))


def test_critical_hits_of_overwatch() -> None:
    """W-4.6: what works on critical hits works on the 6."""
    guns = {**GUN, **ability("Lethal Hits", "Sustained Hits 1")}
    found = play(guns, TOUGH, {"overwatch": True})
    check(found.hits, F(5, 6), 0, F(1, 6))
    check(found.wounds, F(5, 6), F(5, 36), F(1, 36))


def test_sustained_hits_are_scored_once() -> None:
    """W-3: X extra hits for a critical hit; the extra hits score none of their own."""
    check(play({**GUN, **ability("Sustained Hits 2")}, {}).hits, F(1, 2), F(1, 3), 0, F(1, 6))
    twice = ability("Sustained Hits 1", "Sustained Hits D3")  # not cumulative
    thirds = F(1, 18)
    check(play({**GUN, **twice}, {}).hits, F(1, 2), F(1, 3), thirds, thirds, thirds)


def test_riders_reach_the_wound_of_their_critical_alone() -> None:
    """W-4.8: a critical hit's AP and damage are for its own wound, not for its extra hits."""
    rider = {"on_critical_hit": {"ap": -2, "damage": 1}}
    gun = {**GUN, **ability("Sustained Hits 1", **mods(**rider))}
    found = play(gun, {"save": 4, "wounds": 9})
    own, plain = F(1, 2) * F(5, 6), F(1, 2) * F(3, 6)  # AP-2 and AP 0 against 4+
    one = F(1, 6) * (1 - own) * plain + F(2, 6) * plain
    two, three = F(1, 6) * own * (1 - plain), F(1, 6) * own * plain
    check(found.damage_rolled, 1 - one - two - three, one, two, three)

    rider = {"on_critical_wound": {"ap": -2, "damage": 1}, "on_critical_hit": {"damage": 1}}
    found = play({**GUN, **mods(**rider)}, {"save": 4, "wounds": 9})
    hits, crit = F(2, 6), F(1, 6)
    one = hits * F(2, 6) * F(3, 6)
    two = hits * F(1, 6) * F(5, 6) + crit * F(2, 6) * F(3, 6)  # one of the riders
    three = crit * F(1, 6) * F(5, 6)  # both
    check(found.damage_rolled, 1 - one - two - three, one, two, three)


def test_riders_of_attacker_and_weapon_are_both_rolled() -> None:
    """W-4.8: mortal wounds of critical hits, though nothing wounds; one pool at the end."""
    rider = mods(on_critical_hit={"mortals": 1})
    found = play({**GUN, "strength": 1, **rider}, {**TOUGH, "save": 2, "models": 3}, {}, rider)
    check(found.mortal, F(5, 6), 0, F(1, 6))
    first = found.weapons[0].slain
    assert first is not None and first.mean == pytest.approx(F(1, 2) / 36, abs=ROUNDING)


def test_hazardous() -> None:
    """W-3: a die for each weapon that attacked; a model, or 3 mortal wounds of a Character."""
    gun = {**GUN, **ability("Hazardous", count=2)}
    two_dice = [F(25, 36), F(10, 36), F(1, 36)]
    for unit, slain, mortal in (
        ({"models": 5}, two_dice, [1]),
        ({"models": 1}, [F(25, 36), F(11, 36)], [1]),  # no more than there are
        ({"keywords": "Character"}, [1], [F(25, 36), 0, 0, F(10, 36), 0, 0, F(1, 36)]),
        ({"keywords": "Vehicle"}, [1], [F(25, 36), 0, 0, F(10, 36), 0, 0, F(1, 36)]),
    ):
        losses = play(gun, {}, {}, unit).self_losses
        assert losses is not None
        check(losses["slain"], *slain)
        check(losses["mortal"], *mortal)
    assert play(gun, {}, {"advanced": True}).self_losses is None


# ------------------------------------------------------- who takes it: W-1.5 to W-1.9, W-2


def test_order_of_weapons() -> None:
    """W-1.8: losses carry over from weapon to weapon, so their order matters."""
    small, large = SURE, {**SURE, "damage": 2}
    two = {"wounds": 2, "models": 2}
    none, one, both = F(1, 36), F(5, 36), F(25, 36)
    found = play(small, two, {}, {"weapons": [small, large]})
    check(found.damage, none, one, one + both)  # 1 of the 2 is wasted
    check(play(small, two, {}, {"weapons": [large, small]}).damage, none, one, one, both)


def test_the_best_order_of_weapons() -> None:
    """W-1.8: the armoured model stands in front, so what pierces armour goes first."""
    plain, piercing = {**SURE, "name": "plain"}, {**SURE, "name": "piercing", "ap": -6}
    mixed = {"groups": [{"save": "2+"}, {"save": "-"}]}
    armoured = WOUND / 6
    unit = {"weapons": [plain, piercing]}
    equal(play(SURE, mixed, {}, unit).slain.mean, armoured + WOUND)
    found = play(SURE, mixed, {}, {**unit, "order": "best"})
    equal(found.slain.mean, WOUND + WOUND * WOUND + (1 - WOUND) * armoured)
    assert [row.name for row in found.weapons] == ["piercing", "plain"]


def test_random_damage_is_rolled_attack_by_attack() -> None:
    """W-1.5: D3 twice on models of 3 wounds; what exceeds a model is lost."""
    found = play({**SURE, "attacks": 2, "damage": "D3"}, {"wounds": 3, "models": 2})
    both, one = F(25, 36), F(10, 36)
    two_slain = both * F(1, 9)  # 3 and 3
    one_slain = both * F(2 + 2 + 3, 9) + one * F(1, 3)  # 31 32, 12 13, 21 22 23; 3 alone
    check(found.slain, 1 - one_slain - two_slain, one_slain, two_slain)


def test_wounds_lost_before() -> None:
    """W-1.9: the wounded model takes it first; what it had lost is no damage of now."""
    found = play({**SURE, "attacks": 2}, {"wounds": 3, "models": 2, "wounds_lost": 2})
    none, one, both = F(1, 36), F(10, 36), F(25, 36)
    check(found.damage, none, one, both)
    check(found.slain, none, one + both)
    check(found.left["wounds"], 0, 0, both, one, none)
    check(found.left["front"], 0, none, both, one)


def test_wounds_lost_before_in_a_mixed_unit() -> None:
    """W-1.9, W-2: the first model of the first group has lost them; a leader its own."""
    groups = [{"models": 1, "wounds": 3}, {"models": 1, "wounds": 2}]
    leader = {"wounds": 2, "wounds_lost": 1}
    found = play({**SURE, "attacks": 4}, {"groups": groups, "wounds_lost": 2, "leader": leader})
    p, q = WOUND, 1 - WOUND
    none, one, two, three, four = (
        q**4, 4 * p * q**3, 6 * p**2 * q**2, 4 * p**3 * q, p**4,
    )  # fmt: skip
    check(found.damage, none, one, two, three, four)
    check(found.slain, none, one + two, three, four)


FNP = {"feel_no_pain": "5+"}


@pytest.mark.parametrize("target, normal, mortal", [
    (FNP, F(2, 6), F(2, 6)),
    ({"feel_no_pain_mortals": "4+"}, 0, F(3, 6)),
    ({**FNP, "feel_no_pain_mortals": "4+"}, F(2, 6), F(3, 6)),
    ({**FNP, "feel_no_pain_mortals": "6+"}, F(2, 6), F(2, 6)),
    ({"abilities": ["Feel No Pain 5+"]}, F(2, 6), F(2, 6)),
    ({**FNP, "abilities": ["Feel No Pain 4+"]}, F(3, 6), F(3, 6)),
    ({**FNP, "groups": [{"wounds": 9}]}, F(2, 6), F(2, 6)),
    ({**FNP, "groups": [{"wounds": 9, "feel_no_pain": "6+"}]}, F(1, 6), F(1, 6)),
])  # fmt: skip
def test_feel_no_pain(target: Fields, normal: F, mortal: F) -> None:
    """W-1.7: of several the best one, another against mortal wounds; a group's own."""
    target = {"wounds": 9, **target}
    equal(play(SURE, target).ignored, WOUND * normal)
    equal(play(SURE, target).damage.mean, WOUND * (1 - normal))
    found = mathhammer.attack({"mortals": [{"dice": 1}]}, {**SOFT, **target})
    check(found.damage, mortal, 1 - mortal)


def test_damage_is_halved_before_feel_no_pain() -> None:
    """W-1.7, W-4.8: 4 damage are 2, each of which may be ignored."""
    found = play({**SURE, "damage": 4}, {"wounds": 9, **FNP, **mods(halve_damage=True)})
    check(found.damage, 1 - WOUND + WOUND / 9, WOUND * F(4, 9), WOUND * F(4, 9))


def test_damage_rolled_is_lost_ignored_or_wasted() -> None:
    """Contract 2: what exceeds the model and what comes after the last one is wasted."""
    found = play({**SURE, "damage": 2}, FNP)
    rolled, lost = 2 * WOUND, WOUND * F(8, 9)
    ignored = WOUND * (F(1, 3) * F(2, 3) + 2 * F(1, 9))  # no die is rolled for the dead
    equal(found.damage_rolled.mean, rolled)
    equal(found.damage.mean, lost)
    equal(found.ignored, ignored)
    equal(found.wasted, rolled - lost - ignored)


def test_rows_add_up_to_the_whole() -> None:
    """Contract 2: dice outside the attacks have means; what waited is in its weapon's row."""
    gun = {**SURE, **ability("Torrent", "Devastating Wounds", attacks=3, damage="D3")}
    mortals = [{"dice": 2, "on": 4, "damage": 3}, {"damage": "D3", "max": 2}]
    for ruling in RULINGS:
        found = play(gun, FNP, {}, {"weapons": [gun, SURE], "mortals": mortals}, devastating=ruling)
        *waited, first, second = found.afterwards
        assert [row.mortal for row in waited] == [None]
        assert "mortal" not in waited[0].to_dict()
        equal(first.mortal or 0, 3)
        equal(second.damage_rolled or 0, F(5, 3))
        assert second.to_dict()["mortal"] == {"mean": second.mortal}
        rows = [*found.weapons, first, second]
        for stage in ("mortal", "damage_rolled"):
            assert sum(getattr(row, stage) for row in rows) == pytest.approx(
                getattr(found, stage).mean, abs=ROUNDING
            )


def test_ignore_first_damage() -> None:
    """W-4.8: the first failed save does nothing but count; Devastating Wounds neither use it."""
    shield = {"wounds": 9, **mods(ignore_first_damage=True)}
    found = play({**SURE, "attacks": 2, "damage": 2}, shield)
    check(found.damage, F(11, 36), 0, F(25, 36))
    check(found.damage_rolled, F(1, 36), 0, F(10, 36), 0, F(25, 36))
    gun = {**SURE, **ability("Torrent", "Devastating Wounds", **mods(critical_wounds="2+"))}
    for ruling in RULINGS:
        found = play(SURE, shield, {}, {"weapons": [gun, SURE]}, devastating=ruling)
        check(found.damage, F(1, 6), F(5, 6))


def test_mixed_groups() -> None:
    """W-2: groups fall in their order; each has its own save, the rest is the unit's."""
    mixed = {"save": 2, "groups": [{"save": 4, "models": 1}, {"wounds": 2, "models": 1}]}
    found = play({**SURE, "attacks": 2}, mixed)
    first, second = WOUND * F(3, 6), WOUND * F(1, 6)
    one = first * (1 - second) + (1 - first) * first
    check(found.slain, (1 - first) ** 2, 1 - (1 - first) ** 2)
    check(found.damage, (1 - first) ** 2, one, first * second)
    check(found.unsaved, (1 - first) ** 2, one, first * second)


def test_who_falls() -> None:
    """W-2: groups in their order, the leader last; each with what is slain of it."""
    unit = {"groups": [{"name": "guard", "models": 2}, {"name": "guard", "wounds": 2}]}
    found = play({**SURE, "attacks": 4}, {**unit, "leader": {"name": "captain", "wounds": 1}})
    p, q = WOUND, 1 - WOUND
    first, second, captain = found.groups
    assert [row.name for row in found.groups] == ["guard", "guard (2)", "captain"]
    assert [row.models for row in found.groups] == [2, 1, 1]
    check(first.slain, q**4, 4 * p * q**3, 1 - q**4 - 4 * p * q**3)
    check(second.slain, 1 - p**4, p**4)
    check(captain.slain, 1)
    equal(first.destroyed, 1 - q**4 - 4 * p * q**3)
    equal(captain.destroyed, 0)
    assert found.to_dict()["groups"][1] == {
        "name": "guard (2)", "models": 1, "slain": second.slain.to_dict(),
        "destroyed": second.destroyed,
    }  # fmt: skip


def test_the_character_that_is_aimed_at_falls() -> None:
    """W-2: with Precision before its bodyguard; a unit of models alike has no groups."""
    aimed = {**SURE, "attacks": 2, **ability("Torrent", "Precision")}
    led = {"leader": {"wounds": 1}}
    found = play(aimed, led, {"precision_on_character": True})
    body, leader = found.groups
    assert (body.name, leader.name) == ("target", "leader")
    check(leader.slain, F(1, 36), F(35, 36))
    check(body.slain, F(11, 36), F(25, 36))
    equal(leader.destroyed, F(35, 36))
    wounded = {"models": 2, "wounds": 3, "wounds_lost": 2, "leader": {"wounds": 1}}
    check(play(SURE, wounded).groups[0].slain, F(1, 6), F(5, 6))
    plain = play(SURE, {"models": 2})
    assert plain.groups == []
    assert "groups" not in plain.to_dict()


HERO = {"wounds": 2, "save": "-"}


def test_a_leader_is_allocated_last_and_has_its_own_defence() -> None:
    """W-2: it takes neither the unit's save nor its Feel No Pain; wounds on the bodyguard's T."""
    led = {"save": 4, **FNP, "invulnerable": 4, "leader": HERO}
    found = play({**SURE, "attacks": 2, "damage": 2}, led)
    body = WOUND * F(1, 2) * F(8, 9)  # of 2 points one is not ignored
    check(found.slain, (1 - body) ** 2, body * (1 - body) * 2 - body * (WOUND - body),
          body * WOUND)  # fmt: skip
    armoured = {"save": "-", "leader": {**HERO, "save": 2, "feel_no_pain": 4}}
    found = play({**SURE, "attacks": 2, "damage": 2}, armoured)
    check(found.damage, F(1, 36), F(10, 36) + F(25, 36) * (F(5, 6) + F(1, 6) * F(1, 4)),
          F(25, 36) / 6 / 2, F(25, 36) / 6 / 4)  # fmt: skip
    check(play({**SURE, "attacks": 2}, {"leader": [{"wounds": 1}, HERO]}).left["front"],
          0, F(1, 36) + F(10, 36), F(25, 36))  # fmt: skip


def test_wounds_are_rolled_against_the_bodyguard() -> None:
    """W-2: to the last attack, whoever is left; so a leader has no toughness of its own."""
    found = play({**SURE, "attacks": 3}, {"leader": HERO})
    check(found.slain, F(1, 216), F(15 + 75, 216), F(125, 216))
    with pytest.raises(mathhammer.MathhammerError, match=r"leader.*toughness.*whole target"):
        play(SURE, {"leader": {**HERO, "toughness": 4}})


def test_attacks_on_nobody_are_saved_by_the_last_that_fell() -> None:
    """Contract 2: the stages count every attack."""
    found = play({**SURE, "attacks": 2}, {"save": "-", "leader": {"wounds": 1, "save": 2}})
    check(found.unsaved, F(1, 36), F(10, 36) + F(25, 36) * F(5, 6), F(25, 36) / 6)
    found = play({**SURE, "attacks": 2}, {"groups": [{"save": 2}, {"save": 4}]})
    two, four = WOUND * F(1, 6), WOUND * F(3, 6)
    check(found.unsaved, (1 - two) ** 2, two * (1 - four) + (1 - two) * two, two * four)
    precise = {**SURE, "attacks": 2, **ability("Torrent", "Precision")}
    led = {"save": 4, "leader": {"wounds": 1, "save": 2}}
    found = play(precise, led, {"precision_on_character": True})
    check(found.unsaved, (1 - two) ** 2, two * (1 - four) + (1 - two) * two, two * four)


@pytest.mark.parametrize("weapon, context, leader_first", [
    (["Precision"], {"precision_on_character": True}, True),
    (["Precision"], {}, False),
    ([], {"precision_on_character": True}, False),
    (["Precision"], {"precision_on_character": True, "visible": False}, False),
])  # fmt: skip
def test_precision(weapon: list[str], context: Fields, leader_first: bool) -> None:
    """W-2, W-3: wounds are allocated to a visible leader first, then to the bodyguard."""
    led = {"wounds": 3, "leader": {"wounds": 1}}
    found = play({**SURE, "damage": 2, **ability("Torrent", *weapon)}, led, context)
    check(found.slain, *([F(1, 6), F(5, 6)] if leader_first else [1]))
    check(found.damage, *([F(1, 6), F(5, 6)] if leader_first else [F(1, 6), 0, F(5, 6)]))


# --------------------------------------------------------------------- Devastating Wounds

#: Each wound is a critical one.
DEVASTATING = {**SURE, **ability("Torrent", "Devastating Wounds", **mods(critical_wounds="2+"))}


@pytest.mark.parametrize("ruling, slain, damage", [
    ("print-2023", [F(1, 36), F(10, 36), F(25, 36)], [F(1, 36), 0, 0, F(10, 36), 0, 0, F(25, 36)]),
    ("errata-2023-09", [F(1, 36), F(10, 36), F(25, 36)], [F(1, 36), 0, F(10, 36), 0, F(25, 36)]),
    ("errata-2024", [F(1, 36), F(10, 36), F(25, 36)], [F(1, 36), 0, F(10, 36), 0, F(25, 36)]),
])  # fmt: skip
def test_devastating_carries_over_under_the_print_alone(
    ruling: str, slain: list[F], damage: list[F]
) -> None:
    """W-3, ruling devastating: 3 damage each on models of 2 wounds; no save of any kind."""
    target = {"wounds": 2, "models": 4, "save": 2, "invulnerable": 2}
    found = play({**DEVASTATING, "attacks": 2, "damage": 3}, target, devastating=ruling)
    expected = [slain[0], slain[1], 0, slain[2]] if ruling == "print-2023" else slain
    check(found.slain, *expected)
    check(found.damage, *damage)
    check(found.unsaved, 1)
    check(found.mortal, *([1] if ruling == "errata-2023-09" else
                          [F(1, 36), 0, 0, F(10, 36), 0, 0, F(25, 36)]))  # fmt: skip


@pytest.mark.parametrize("ruling", RULINGS)
@pytest.mark.parametrize("reduction", [True, False])
def test_devastating_reduction(ruling: str, reduction: bool) -> None:
    """W-3: 6 halved and -1 is 2, before it becomes mortal wounds; 6 if the ruling is off."""
    target = {"wounds": 9, **mods(halve_damage=True, damage=-1)}
    found = play({**DEVASTATING, "damage": 6}, target,
                 devastating=ruling, devastating_reduction=reduction)  # fmt: skip
    reduced = 2 if reduction or ruling == "errata-2023-09" else 6
    check(found.damage, F(1, 6), *[0] * (reduced - 1), F(5, 6))


@pytest.mark.parametrize("ruling, ignores", [
    ("print-2023", F(1, 2)), ("errata-2023-09", F(1, 6)), ("errata-2024", F(1, 2)),
])  # fmt: skip
def test_feel_no_pain_against_devastating(ruling: str, ignores: F) -> None:
    """W-3: a Feel No Pain against mortal wounds alone works where they are mortal wounds."""
    target = {"wounds": 9, "feel_no_pain": 6, "feel_no_pain_mortals": 4}
    found = play(DEVASTATING, target, devastating=ruling)
    equal(found.damage.mean, WOUND * (1 - ignores))


@pytest.mark.parametrize("ruling", RULINGS)
def test_precision_of_devastating(ruling: str) -> None:
    """W-2: not under the print, whose attack has ended: its mortal wounds hit the bodyguard."""
    gun = {**DEVASTATING, **ability("Torrent", "Devastating Wounds", "Precision")}
    led = {"wounds": 3, "leader": {"wounds": 1}}
    found = play(gun, led, {"precision_on_character": True}, devastating=ruling)
    check(found.slain, *([1] if ruling == "print-2023" else [F(1, 6), F(5, 6)]))


# --------------------------------------------------- mortal wounds outside the attacks (W-1.6)


@pytest.mark.parametrize("mortals, right", [
    ({}, [0, 1]),
    ({"dice": 2, "on": "4+"}, [F(1, 4), F(1, 2), F(1, 4)]),
    ({"dice": 2, "on": "4+", "modifier": 1}, [F(1, 9), F(4, 9), F(4, 9)]),
    ({"dice": 1, "on": "5+", "modifier": -1}, [F(5, 6), F(1, 6)]),
    ({"dice": 2, "on": "2+", "modifier": 1}, [0, 0, 1]),  # a 1 doesn't fail by itself
    ({"dice": 2, "on": "6+", "modifier": -1, "gate": "3+"}, [1]),  # nor does a 6 count
    ({"table": {"2-5": 1, "6": 3}}, [F(1, 6), F(4, 6), 0, F(1, 6)]),
    ({"table": {"2-5": "D3", "6+": 2}, "modifier": 1}, [0, F(4, 18), F(4, 18) + F(2, 6), F(4, 18)]),
    ({"table": {"1": 2, "3": 1}, "modifier": -1}, [F(3, 6), F(1, 6), F(2, 6)]),  # never below 1
    ({"dice": 2, "table": {"4-5": 1, "6": 2}, "max": 3},
     [F(9, 36), F(12, 36), F(4 + 6, 36), F(4 + 1, 36)]),
    ({"dice": "D3", "on": "4+"}, [F(7, 24), F(11, 24), F(5, 24), F(1, 24)]),
    ({"dice": 1, "damage": "D3"}, [0, F(1, 3), F(1, 3), F(1, 3)]),
    ({"dice": 2, "damage": 2, "gate": "3+"}, [F(1, 3), 0, 0, 0, F(2, 3)]),
    ({"dice": 6, "on": "2+", "gate": "5+", "max": 0}, [1]),
    ({"dice": 2, "on": "4+", "max": 1}, [F(1, 4), F(3, 4)]),
    ({"per_model": 1, "on": "4+"}, [F(1, 4), F(1, 2), F(1, 4)]),
    ({"per_model": 2}, [0, 0, 0, 0, 1]),
])  # fmt: skip
def test_mortal_wounds(mortals: Fields, right: list[F]) -> None:
    """W-1.6: no save, and they carry over, but not to the leader while a bodyguard lives."""
    unit = {"mortals": [mortals], "models": 2}
    bodyguard = {**SOFT, "save": 2, "wounds": 2, "models": 3}
    found = mathhammer.attack(unit, {**bodyguard, "leader": {"wounds": 1}})
    check(found.mortal, *right)
    check(found.damage_rolled, *right)
    check(found.damage, *right)
    slain = [sum(right[2 * k : 2 * k + 2]) for k in range((len(right) + 1) // 2)]
    check(found.slain, *slain)


def test_dice_for_each_model_slain() -> None:
    """One attack slays a model of one wound with 5/6; a D6 for it slays another on 4+."""
    slays = F(5, 6)
    found = play(SURE, {"models": 3}, {}, {"weapons": [SURE], "mortals": {"per_slain": 1, "on": 4}})
    check(found.slain, 1 - slays, slays / 2, slays / 2)
    check(found.mortal, 1 - slays / 2, slays / 2)
    check(found.damage_rolled, 1 - slays, slays / 2, slays / 2)
    (row,) = found.afterwards
    check(row.slain, 1 - slays / 2, slays / 2)
    kill = play(SURE, {"models": 3}, {}, {"weapons": [SURE], "kill": "4+"})
    assert kill.plan.steps == found.plan._replace(
        steps=(found.plan.steps[0]._replace(
            dice_packets=(found.plan.steps[0].dice_packets[0]._replace(name="kill"),)),)
    ).steps  # fmt: skip


def test_what_other_dice_slay_is_not_counted() -> None:
    """Two models fall to the attacks or to the first dice: the second dice count the attacks'."""
    slays = F(5, 6)
    dice = [{"dice": 1}, {"per_slain": 1, "damage": 2}, {"per_slain": 1}]
    found = play(SURE, {"models": 9}, {}, {"weapons": [SURE], "mortals": dice})
    check(found.slain, 0, 1 - slays, 0, 0, 0, slays)
    check(found.afterwards[2].slain, 1 - slays, slays)


def test_dice_for_models_of_a_mixed_unit() -> None:
    """Models of unlike wounds and saves: the leader counts as a model, too."""
    sure = {**SURE, "count": 2, "damage": 2, "skill": None, "abilities": ["Torrent"]}
    target = {"models": 1, "wounds": 1, "leader": {"wounds": 2, "save": 4}}
    found = play(sure, target, {}, {"weapons": [sure], "mortals": {"per_slain": 1}})
    p = F(5, 6)
    first, both = 2 * p * (1 - p) + p * p / 2, p * p / 2
    check(found.damage_rolled, (1 - p) ** 2, 0, 0, 2 * p * (1 - p) + p * p / 2, 0, 0, both)
    check(found.damage, (1 - p) ** 2, 0, first, both)


def test_mortal_wounds_wait_for_all_weapons() -> None:
    """W-1.6: those of an early weapon are applied when all normal damage is done."""
    rider = {**SURE, "strength": 1, **mods(on_critical_wound={"mortals": 1}, critical_wounds="2+")}
    found = play(SURE, {"wounds": 2, "models": 2, "save": 2}, {},
                 {"weapons": [rider, {**SURE, "damage": 2, "ap": -6}]})  # fmt: skip
    own = F(1, 6)  # a failed save of the first weapon
    both, first, second = F(25, 36), F(5, 36), F(5, 36)
    # Without the mortal wound in front, the large weapon slays a whole model.
    three = both * (1 - own)
    both_with_own = both * own  # 1, then 1 of 2, then the mortal wound
    check(found.damage, F(1, 36), first * (1 - own),
          second + first * own, three + both_with_own)  # fmt: skip


@pytest.mark.parametrize("ruling", ["errata-2023-09", "errata-2024"])
def test_mortal_wounds_come_after_devastating_wounds_of_the_errata(ruling: str) -> None:
    """Contract 1: all weapons, then Devastating attacks under the errata, then one pool."""
    inflict = mods(on_critical_wound={"mortals": 1}, critical_wounds="2+")
    weapons = [{**SURE, "damage": 0, **inflict}, {**DEVASTATING, "damage": 2}]
    found = play(SURE, {"wounds": 2, "models": 2}, {}, {"weapons": weapons}, devastating=ruling)
    none, one, both = F(1, 36), F(5, 36), F(25, 36)
    check(found.damage, none, one, one, both)  # the mortal wound first would waste one of 2
