"""Single rules of Age of Sigmar attacks, worked out by hand in fractions: a test for each.

Beside the traps of `test_aos_traps`: what every reader of the rules would get right, each small
enough that `mutate.py` can break a rule and run the test of that rule alone. Codes such as
A-1.5 are those of the rules digest.
"""

from __future__ import annotations

import math
from fractions import Fraction as F
from typing import Any

import pytest

import mathhammer
from mathhammer.core.distribution import Distribution
from mathhammer.results.attack import Result

Fields = dict[str, Any]

#: Hits on 4+ and wounds on 4+.
PLAIN: Fields = {"attacks": 1, "hit": 4, "wound": 4, "damage": 1}
#: Hits on 2+ and wounds on 2+.
SURE: Fields = {**PLAIN, "hit": 2, "wound": 2}
THROUGH = F(25, 36)
ROUNDING = 1e-12


def attack(weapon: Fields, target: Fields | None = None, **more: Any) -> Result:
    """Play a weapon against nine models without a save, with some changes."""
    unit = {"weapons": [weapon], **more.pop("unit", {})}
    soft = {"health": 1, "models": 9, **(target or {})}
    return mathhammer.attack(unit, soft, game="aos", **more)


def near(found: float, right: F | int) -> None:
    assert abs(found - float(right)) <= ROUNDING, f"{found} is not {right} = {float(right)}"


def stands(found: Distribution, *right: F | int) -> None:
    """Check the probabilities of 0, 1, 2, ...; nothing is left for others."""
    assert sum(right) == 1
    got = found.from_zero().tolist()
    assert got == pytest.approx([float(p) for p in right], abs=ROUNDING, rel=0), found


def hits(weapon: Fields, **more: Any) -> float:
    """Return how many of six faces hit."""
    return 6 * attack(weapon, **more).hits.mean


def fails(weapon: Fields, target: Fields, **more: Any) -> float:
    """Return how many of six faces don't save, of a weapon of `SURE`."""
    return float(6 / THROUGH) * attack(weapon, target, **more).unsaved.mean


# ------------------------------------------------------------------------- the hit roll


def test_cover_may_be_the_targets_own() -> None:
    """A-4."""
    near(hits(PLAIN, target={"modifiers": {"cover": True}}), 2)
    near(hits(PLAIN, target={"modifiers": {"cover": True}}, context={"cover": True}), 2)
    near(hits(PLAIN, target={"modifiers": {"cover": True}}, context={"charged": True}), 3)


@pytest.mark.parametrize(
    "unit, target, context, faces",
    [
        ([], [], {}, 2),
        ([], [], {"charged": True}, 3),
        (["Fly"], [], {}, 3),
        ([], ["Fly"], {"target_charged": True}, 2),
    ],
)
def test_cover_is_lost_to_an_attacker_that_charged_or_flies(
    unit: list[str], target: list[str], context: Fields, faces: int
) -> None:
    """A-4."""
    found = hits(PLAIN, target={"keywords": target}, unit={"keywords": unit},
                 context={"cover": True, **context})  # fmt: skip
    near(found, faces)


@pytest.mark.parametrize(
    "unit, target, context, faces",
    [
        ([], [], {}, 2),
        (["Fly"], [], {"charged": True}, 2),
        ([], ["Fly"], {}, 3),
        ([], [], {"target_charged": True}, 3),
    ],
)
def test_under_the_glossary_it_is_the_target_that_loses_its_cover(
    unit: list[str], target: list[str], context: Fields, faces: int
) -> None:
    """A-4, ruling `cover_exception`."""
    found = hits(PLAIN, target={"keywords": target}, unit={"keywords": unit},
                 context={"cover": True, **context}, ruleset={"cover_exception": "target"},
                 )  # fmt: skip
    near(found, faces)


def test_only_heroes_of_flesh_are_guarded_against_shooting() -> None:
    """A-4: not a Monster, nor a War Machine, nor in melee."""
    shot = {**PLAIN, "type": "ranged"}
    guarded = {"guarded_hero": True}
    near(hits(shot, target={"keywords": ["Hero", "Infantry"]}, context=guarded), 2)
    for keyword in ("Monster", "War Machine"):
        near(hits(shot, target={"keywords": ["Hero", keyword]}, context=guarded), 3)
    near(hits(PLAIN, target={"keywords": ["Hero"]}, context=guarded), 3)


def test_all_out_attack_and_covering_fire_move_the_hit_roll() -> None:
    shot = {**PLAIN, "type": "ranged"}
    near(hits(PLAIN, context={"all_out_attack": True}), 4)
    near(hits(shot, context={"covering_fire": True}), 2)
    near(hits(PLAIN, context={"covering_fire": True}), 3)
    near(hits(PLAIN, target={"modifiers": {"hit": -1}}), 2)


# ------------------------------------------------------------------------ the wound roll


@pytest.mark.parametrize("given, own, theirs, faces", [
    (1, 0, 0, 4), (1, 1, 0, 4), (0, 0, -1, 2), (-1, -1, -1, 2), (1, 1, -1, 4), (1, 0, -1, 3),
])  # fmt: skip
def test_wound_modifiers_are_added_up_and_capped(
    given: int, own: int, theirs: int, faces: int
) -> None:
    """A-1.5."""
    weapon = {**PLAIN, "hit": 2, "modifiers": {"wound": own}}
    found = attack(weapon, {"modifiers": {"wound": theirs}}, unit={"modifiers": {"wound": given}})
    near(found.wounds.mean, F(5, 6) * F(faces, 6))


def test_a_six_does_not_wound_by_itself() -> None:
    """A-1: 6+ at -1 can't wound."""
    weapon = {**PLAIN, "wound": 6}
    near(attack(weapon).wounds.mean, F(1, 12))
    near(attack(weapon, {"modifiers": {"wound": -1}}).wounds.mean, 0)


# ------------------------------------------------------------------------ Rend and saves


@pytest.mark.parametrize(
    "abilities, given, faces",
    [
        ([], [], 2),
        (["Anti-Infantry (+1 Rend)"], [], 3),
        (["Anti-Fly (+1 Rend)"], [], 2),
        (["Anti-Infantry (+1 Rend)", "Anti-Wizard (+2 Rend)"], [], 5),
        (["Anti-Infantry (+1 Rend)"], ["Anti-Wizard (+1 Rend)"], 4),
        (["Anti-Infantry (+1 Rend)"], ["Anti-infantry (+1 Rend)"], 4),
    ],
)
def test_anti_abilities_add_up_against_what_they_name(
    abilities: list[str], given: list[str], faces: int
) -> None:
    """A-3."""
    target = {"save": "3+", "keywords": ["Infantry", "Wizard"]}
    near(fails({**SURE, "abilities": abilities}, target, unit={"abilities": given}), faces)


def test_anti_charge_needs_a_target_that_charged() -> None:
    """A-3."""
    weapon = {**SURE, "abilities": ["Anti-charge (+1 Rend)"]}
    near(fails(weapon, {"save": "3+"}), 2)
    near(fails(weapon, {"save": "3+"}, context={"charged": True}), 2)
    near(fails(weapon, {"save": "3+"}, context={"target_charged": True}), 3)


def test_saves_are_rolled_again() -> None:
    weapon = {**SURE, "rend": 1}
    near(fails(weapon, {"save": "3+", "modifiers": {"reroll_saves": "failures"}}), F(9, 6))
    near(fails(weapon, {"save": "3+", "modifiers": {"reroll_saves": "ones"}}), F(15, 6))


# ----------------------------------------------------------------------------- Crit


def test_a_critical_hit_wounds_automatically_and_is_saved() -> None:
    """A-3 Crit (Auto-wound)."""
    weapon = {**PLAIN, "abilities": ["Crit (Auto-wound)"]}
    found = attack(weapon, {"save": "3+"})
    wounds = F(1, 6) + F(2, 6) * F(1, 2)
    stands(found.wounds, 1 - wounds, wounds)
    stands(found.unsaved, 1 - wounds / 3, wounds / 3)
    stands(found.mortal, 1)


def test_a_critical_hit_is_two_hits() -> None:
    """A-3 Crit (2 Hits): neither one nor three."""
    found = attack({**PLAIN, "abilities": ["Crit (2 Hits)"]})
    stands(found.hits, F(3, 6), F(2, 6), F(1, 6))
    stands(found.wounds, F(3, 6) + F(1, 6) + F(1, 24), F(1, 6) + F(1, 12), F(1, 24))


def test_mortal_damage_grows_by_a_charge() -> None:
    """A-3: Crit (Mortal) inflicts the Damage after modifiers."""
    weapon = {**PLAIN, "hit": 6, "abilities": ["Crit (Mortal)", "Charge (+1 Damage)"]}
    stands(attack(weapon).mortal, F(5, 6), F(1, 6))
    stands(attack(weapon, context={"charged": True}).mortal, F(5, 6), 0, F(1, 6))


@pytest.mark.parametrize(
    "wound, save, worth",
    [
        (2, "2+", {"2 Hits": F(10, 36), "Auto-wound": F(1, 6), "Mortal": F(1)}),
        (2, "5+", {"Auto-wound": F(2, 3), "Mortal": F(1), "2 Hits": F(10, 9)}),
        (6, "-", {"2 Hits": F(2, 6), "Auto-wound": F(1)}),
    ],
)
def test_of_several_crits_the_best_against_the_target_is_used(
    wound: int, save: str, worth: dict[str, F]
) -> None:
    """A-3, contract: the most expected damage of a critical hit, unless `crit` names another."""
    arms = {**PLAIN, "wound": wound, "abilities": [f"Crit ({name})" for name in worth]}
    plain = F(2, 6) * F(7 - wound, 6) * {"2+": F(1, 6), "5+": F(4, 6), "-": F(1)}[save]
    near(attack(arms, {"save": save}).damage_rolled.mean, plain + max(worth.values()) / 6)
    for name, value in worth.items():
        found = attack({**arms, "crit": name}, {"save": save})
        near(found.damage_rolled.mean, plain + value / 6)


# ---------------------------------------------------------------------- attacks, damage


def test_a_unit_makes_at_least_one_attack_a_copy() -> None:
    """A-1.5: a characteristic isn't modified below 1."""
    weapon = {**SURE, "count": 2, "modifiers": {"attacks": -2}}
    stands(attack(weapon).attacks, 0, 0, 1)
    stands(attack({**weapon, "count": 1, "attacks": "D3"}).attacks, 0, 1)


def test_charge_adds_damage_once_after_a_charge() -> None:
    """A-3: the higher of two."""
    weapon = {**SURE, "abilities": ["Charge (+1 Damage)"]}
    stands(attack(weapon).damage_rolled, 1 - THROUGH, THROUGH)
    charged = {"charged": True}
    stands(attack(weapon, context=charged).damage_rolled, 1 - THROUGH, 0, THROUGH)
    given = {"abilities": ["Charge (+2 Damage)"]}
    stands(attack(weapon, unit=given, context=charged).damage_rolled, 1 - THROUGH, 0, 0, THROUGH)


def test_random_damage_is_rolled_for_each_attack() -> None:
    """A-1.6: two attacks of D3 lose a unit of six from 2 to 6."""
    found = attack({**SURE, "attacks": 2, "damage": "D3"}, {"models": 6})
    none, one, two = (1 - THROUGH) ** 2, 2 * THROUGH * (1 - THROUGH), THROUGH**2
    stands(
        found.slain, none, one / 3, one / 3 + two / 9, one / 3 + two * F(2, 9), two * F(3, 9),
        two * F(2, 9), two / 9,
    )  # fmt: skip


# --------------------------------------------------------------------- riders

#: Hits on 2+ of which a 6 is critical, and wounds on 2+.
PLAIN_HIT, CRITICAL_HIT, WOUND = F(4, 6), F(1, 6), F(5, 6)


def ridden(rider: Fields, *abilities: str, **more: Any) -> Fields:
    """Return `SURE` with a rider on critical hits."""
    return {**SURE, "abilities": abilities, "modifiers": {"on_critical_hit": rider}, **more}


def test_rend_and_damage_of_a_rider_are_those_of_the_critical_hit() -> None:
    """Against 5+: a critical hit at Rend 1 is saved on a 6, and hurts twice as much."""
    found = attack(ridden({"rend": 1, "damage": 1}), {"save": "5+"})
    two = CRITICAL_HIT * WOUND * F(5, 6)
    one = PLAIN_HIT * WOUND * F(4, 6)
    stands(found.damage, 1 - one - two, one, two)
    near(found.unsaved.mean, one + two)


def test_riders_of_unit_and_weapon_add_up_and_stay_above_zero() -> None:
    unit = {"modifiers": {"on_critical_hit": {"damage": -1}}}
    for own in (-1, -9):
        found = attack(ridden({"rend": -3, "damage": own}, damage=3), {"save": "7+"}, unit=unit)
        stands(found.damage, 1 - THROUGH, CRITICAL_HIT * WOUND, 0, PLAIN_HIT * WOUND)


def test_mortals_of_a_rider_come_with_the_critical_hit() -> None:
    """Whether or not it wounds; they are mortal damage, untouched by modifiers of damage."""
    weapon = ridden({"mortals": "2"})
    weapon["modifiers"]["damage"] = 3
    found = attack(weapon, {"models": 20})
    stands(found.mortal, 1 - CRITICAL_HIT, 0, CRITICAL_HIT)
    hit, crit = PLAIN_HIT * WOUND, CRITICAL_HIT
    stands(found.damage, 1 - hit - crit, 0, crit * (1 - WOUND), 0, hit, 0, crit * WOUND)


def test_of_two_hits_one_has_the_rider() -> None:
    found = attack(ridden({"damage": 2}, "Crit (2 Hits)"))
    hit, crit, miss = PLAIN_HIT * WOUND, CRITICAL_HIT, 1 - WOUND
    right = [F(1, 6) + PLAIN_HIT * miss + crit * miss**2, hit + crit * WOUND * miss, 0,
             crit * WOUND * miss, crit * WOUND**2]  # fmt: skip
    stands(found.damage, *right)


def test_a_rider_goes_with_crit_mortal_and_crit_auto_wound() -> None:
    rider = {"damage": 1, "rend": 2, "mortals": 3}
    found = attack(ridden(rider, "Crit (Mortal)"))
    stands(found.damage, 1 - THROUGH - F(1, 36), PLAIN_HIT * WOUND, 0, 0, 0, CRITICAL_HIT)
    stands(found.mortal, 1 - CRITICAL_HIT, 0, 0, 0, 0, CRITICAL_HIT)
    found = attack(ridden(rider, "Crit (Auto-wound)"), {"save": "4+"})
    near(found.unsaved.mean, CRITICAL_HIT * F(5, 6) + PLAIN_HIT * WOUND / 2)


def test_the_best_crit_counts_riders_and_wards() -> None:
    """Of 3 damage on a critical hit the ward against mortal damage leaves half."""
    both = ridden({"damage": 2}, "Crit (Mortal)", "Crit (Auto-wound)")
    assert attack(both).mortal.mean > 0
    assert attack(both, {"ward_mortals": "4+"}).mortal.mean == 0
    two = ridden({"damage": 2}, "Crit (2 Hits)", "Crit (Auto-wound)", wound=4)
    near(attack(two).hits.mean, WOUND)  # 3 of a sure wound, 2 of two doubtful ones
    two["modifiers"] = {}
    near(attack({**two, "wound": 3}).hits.mean, 1)


def test_a_companion_has_of_its_units_riders_what_makes_it_worse() -> None:
    rider = {"on_critical_hit": {"damage": -1, "rend": 1, "mortals": 1}}
    weapon = {**SURE, "damage": 2, "abilities": ["Companion"]}
    found = attack(weapon, {"save": "6+"}, unit={"modifiers": rider})
    near(found.unsaved.mean, THROUGH * F(5, 6))
    assert found.mortal.mean == 0
    near(found.damage.pmf(1), CRITICAL_HIT * WOUND * F(5, 6))


# ----------------------------------------------------------------------------- the pool


def test_mortal_damage_of_dice_meets_the_ward() -> None:
    """A-2: a D6 for each point, whatever it comes from."""
    dice = {"mortals": [{"dice": 3}]}
    found = mathhammer.attack(dice, {"health": 1, "models": 9, "ward": "4+"}, game="aos")
    stands(found.slain, *(F(math.comb(3, k), 8) for k in range(4)))


def test_the_ward_is_no_save() -> None:
    """A-2: it meets what was not saved, and Rend doesn't change it."""
    found = attack({**SURE, "rend": 3, "damage": 2}, {"save": "4+", "ward": "4+"})
    stands(found.damage, 1 - THROUGH + THROUGH / 4, THROUGH / 2, THROUGH / 4)


def test_mortal_damage_has_the_better_of_two_wards() -> None:
    """A-2.1: that of Crit (Mortal) and of dice, point by point; other damage has the ward alone."""
    wards = {"ward": "6+", "ward_mortals": "4+"}
    crit = {**PLAIN, "wound": 2, "damage": 2, "abilities": ["Crit (Mortal)"]}
    found = attack(crit, wards)
    plain, mortal = F(2, 6) * F(5, 6), F(1, 6)
    one = plain * F(10, 36) + mortal / 2
    two = plain * F(25, 36) + mortal / 4
    stands(found.damage, 1 - one - two, one, two)
    near(found.ignored, plain * 2 * F(1, 6) + mortal * 2 * F(1, 2))
    dice = {"mortals": [{"dice": 2}]}
    for better, chance in (({"ward": "6+"}, F(1, 6)), (wards, F(1, 2)),
                           ({"ward_mortals": "3+"}, F(2, 3)),
                           ({"ward": "4+", "ward_mortals": "6+"}, F(1, 2))):  # fmt: skip
        target = {"health": 1, "models": 9, **better}
        found = mathhammer.attack(dice, target, game="aos")
        stands(found.slain, chance**2, 2 * chance * (1 - chance), (1 - chance) ** 2)
        near(found.ignored, 2 * chance)
    stands(attack(SURE, {"ward_mortals": "2+"}).damage, 1 - THROUGH, THROUGH)


def test_dice_for_each_model_slain_in_pools() -> None:
    """A-2: models slain after the ward; both stages are joint with them."""
    weapon = {**SURE, "attacks": 1, "damage": 2}
    more = {"mortals": [{"per_slain": 1, "on": "4+"}, {"per_slain": 1}]}
    found = attack(weapon, {"ward": "4+"}, unit=more)
    none = 1 - THROUGH + THROUGH / 4
    one, two = THROUGH / 2, THROUGH / 4
    stands(found.mortal, none, one / 2, one / 2 + two / 4, two / 2, two / 4)
    stands(found.damage_rolled, 1 - THROUGH, 0, THROUGH / 4, one / 2, one / 2 + two / 4, two / 2,
           two / 4)  # fmt: skip
    near(found.ignored, THROUGH + (one + 2 * two) * (F(1, 4) + F(1, 2)))
    near(found.damage.mean, found.damage_rolled.mean / 2)
