"""The traps of Age of Sigmar attacks that other calculators fell into: a test for each.

Every test computes the right value by hand, in fractions, and the value that the trap would
give too: they differ, so a calculator that falls into it can't pass. Codes such as A-1.5 are
those of the rules digest.
"""

from __future__ import annotations

import math
from fractions import Fraction as F
from typing import Any

import pytest

import mathhammer
from mathhammer.core.distribution import Distribution
from mathhammer.results.attack import Result

#: Hits on 2+ and wounds on 2+.
SURE = {"attacks": 1, "hit": "2+", "wound": "2+", "damage": 1}
THROUGH = F(25, 36)
#: Hits on 3+ and wounds on 4+.
PLAIN = {"attacks": 1, "hit": "3+", "wound": "4+", "damage": 1}
SOFT = {"health": 1, "save": "-"}
#: Exact values agree up to rounding.
ROUNDING = 1e-12


def attack(weapon: Any, target: Any, **more: Any) -> Result:
    return mathhammer.attack(weapon, target, game="aos", **more)


def same(found: Distribution, *right: F | int) -> bool:
    """Whether a distribution has these probabilities of 0, 1, 2, ... and no others."""
    got = found.from_zero().tolist()
    assert sum(right) == 1
    return len(got) == len(right) and all(
        abs(a - float(b)) < ROUNDING for a, b in zip(got, right, strict=True)
    )


def near(found: float, right: F | int) -> bool:
    """Whether a mean or a probability is right."""
    return abs(found - float(right)) < ROUNDING


def binomial(n: int, p: F) -> list[F]:
    return [math.comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]


# ------------------------------------------------------------------------ attacks, damage


def test_ten_models_do_not_share_one_attack_roll() -> None:
    """A-1.6: random attacks are generated for each model."""
    found = attack({**SURE, "attacks": "D6", "count": 10}, {**SOFT, "models": 60})
    assert found.attacks.pmf(10) == pytest.approx(6.0**-10, rel=ROUNDING, abs=0.0)  # not 1/6
    assert found.attacks.pmf(11) == pytest.approx(10 * 6.0**-10, rel=ROUNDING, abs=0.0)  # not 0
    assert found.attacks.var == pytest.approx(10 * 35 / 12, rel=ROUNDING)  # not 100 * 35 / 12
    one = sum((1 - THROUGH) ** k for k in range(1, 7)) / 6
    shared = sum((1 - THROUGH) ** (10 * k) for k in range(1, 7)) / 6
    assert found.slain.pmf(0) == pytest.approx(float(one**10), rel=1e-10, abs=0.0)
    assert float(shared) > 10 * float(one**10)


def test_random_damage_is_not_rolled_once_for_all() -> None:
    """A-1.6: random damage is generated for each attack, mortal damage too (A-3)."""
    found = attack({**SURE, "attacks": 2, "damage": "D3"}, {**SOFT, "models": 9})
    none, single, two = binomial(2, THROUGH)
    right = [none, single / 3, single / 3 + two / 9, single / 3 + two * F(2, 9),
             two * F(3, 9), two * F(2, 9), two / 9]  # fmt: skip
    assert same(found.damage_rolled, *right)
    if_shared = [none, single / 3, single / 3 + two / 3, single / 3, two / 3, 0, two / 3]
    assert not same(found.damage_rolled, *if_shared)

    bite = {"attacks": 2, "hit": 6, "wound": 6, "damage": "D3", "abilities": ["Crit (Mortal)"]}
    found = attack(bite, {**SOFT, "save": "2+", "models": 9})
    two = F(1, 36)
    assert near(found.mortal.pmf(5), two * F(2, 9))  # never, with one die for both
    assert near(found.mortal.pmf(6), two / 9)


def test_no_damage_is_not_clamped_to_one() -> None:
    """A-1.5: no modifier takes a characteristic below 1, but a printed 0 is no modifier."""
    found = attack({**SURE, "damage": 0}, {**SOFT, "models": 3})
    assert same(found.unsaved, 1 - THROUGH, THROUGH)
    assert same(found.damage_rolled, 1) and same(found.slain, 1)
    third = THROUGH / 3
    found = attack({**SURE, "damage": "D3-1"}, {**SOFT, "models": 3})
    assert same(found.damage_rolled, 1 - THROUGH + third, third, third)
    # A modifier neither takes 1 to 0 nor lifts a 0 that it lowers.
    lowered = {"modifiers": {"damage": -1}}
    found = attack({**SURE, "damage": "D3-1", **lowered}, {**SOFT, "models": 3})
    assert same(found.damage_rolled, 1 - THROUGH + third, 2 * third)
    found = attack({**SURE, "damage": 1, **lowered}, {**SOFT, "models": 3})
    assert same(found.damage_rolled, 1 - THROUGH, THROUGH)


# --------------------------------------------------------------------------- hits, Crit


def test_exploding_hits_follow_the_hit_roll() -> None:
    """A-3: Crit (2 Hits) makes two hits of a critical one, not one more attack roll."""
    weapon = {**PLAIN, "attacks": 2, "hit": "6+", "abilities": ["Crit (2 Hits)"]}
    found = attack(weapon, {**SOFT, "models": 9})
    none, single, two = binomial(2, F(1, 6))
    assert same(found.attacks, 0, 0, 1)
    assert same(found.hits, none, 0, single, 0, two)
    wounds = [F(0)] * 5
    for hits, p in ((0, none), (2, single), (4, two)):
        for k, q in enumerate(binomial(hits, F(1, 2))):
            wounds[k] += p * q
    assert same(found.wounds, *wounds)
    if_rolled_again = 2 * F(1, 6) * (1 + F(1, 6))
    assert near(found.hits.mean, F(2, 3))
    assert not near(found.hits.mean, if_rolled_again)
    # The second hit is rolled to wound by itself, not a copy of the first.
    assert near(found.wounds.pmf(1), single * F(1, 2) + two * F(4, 16))


@pytest.mark.parametrize("save", ["-", "6+", "5+", "4+", "3+", "2+"])
def test_mortal_damage_does_not_depend_on_the_save(save: str) -> None:
    """A-3: Crit (Mortal) ends the attack before the save, and before the wound roll."""
    weapon = {**PLAIN, "damage": 2, "abilities": ["Crit (Mortal)"]}
    fails = {"-": 6, "6+": 5, "5+": 4, "4+": 3, "3+": 2, "2+": 1}[save]
    found = attack(weapon, {**SOFT, "save": save, "models": 9})
    mortal, unsaved = F(1, 6), F(3, 6) * F(1, 2) * F(fails, 6)
    assert same(found.mortal, 1 - mortal, 0, mortal)
    assert same(found.unsaved, 1 - unsaved, unsaved)
    assert same(found.damage_rolled, 1 - mortal - unsaved, 0, mortal + unsaved)
    assert same(found.slain, 1 - mortal - unsaved, 0, mortal + unsaved)
    # A critical hit isn't a plain one as well: only 3, 4 and 5 go on to wound.
    assert near(found.wounds.mean, F(3, 6) * F(1, 2))
    assert not near(found.wounds.mean, F(4, 6) * F(1, 2))


def test_two_sources_of_mortal_damage_both_count() -> None:
    """A-2, A-3, S-2: Crit (Mortal) and mortal damage of its own, in a pool each."""
    weapon = {**PLAIN, "damage": 2, "abilities": ["Crit (Mortal)"]}
    target = {**SOFT, "save": "2+", "models": 20}
    crit, half = F(1, 6), F(1, 2)
    unit = {"weapons": [weapon], "mortals": [{"dice": 1, "on": "4+", "damage": 3}]}
    found = attack(unit, target)
    assert same(
        found.mortal,
        (1 - crit) * half, 0, crit * half, (1 - crit) * half, 0, crit * half,
    )  # fmt: skip
    only_one = (near(found.mortal.mean, 2 * crit), near(found.mortal.mean, 3 * half))
    assert only_one == (False, False)

    entries = [{"dice": 1, "on": "4+", "damage": 3}, {"per_model": 1, "on": "5+"}]
    both = attack({"models": 2, "mortals": entries}, target)
    of_second = binomial(2, F(1, 3))
    assert same(both.mortal, *(half * p for p in of_second), *(half * p for p in of_second))
    assert same(both.slain, *(half * p for p in of_second), *(half * p for p in of_second))


def test_hits_are_never_negative_where_only_criticals_hit() -> None:
    """A-1: on 6+ at -1 a critical hit is the only one: no plain hits are left, not fewer."""
    hindered = {"modifiers": {"hit": -1}}
    for needed in ("5+", "6+"):
        weapon = {**SURE, "attacks": 3, "hit": needed, "abilities": ["Crit (Mortal)"]}
        found = attack(weapon, {**SOFT, "models": 9, **hindered})
        assert same(found.hits, *binomial(3, F(1, 6)))
        assert same(found.mortal, *binomial(3, F(1, 6)))
        assert same(found.wounds, 1)
        assert same(found.slain, *binomial(3, F(1, 6)))
    # Under the other ruling a 6 must reach the 6+ too: 5 is not enough, and nothing hits.
    found = attack(weapon, {**SOFT, **hindered}, ruleset={"critical_always_hits": False})
    assert same(found.hits, 1) and same(found.mortal, 1)
    # More faces are critical than hit: none of the others is a plain hit.
    often = {**weapon, "modifiers": {"critical_hits": "3+"}, "attacks": 1}
    found = attack(often, {**SOFT, **hindered})
    assert same(found.hits, F(1, 3), F(2, 3)) and same(found.wounds, 1)


# ------------------------------------------------------------------------------ Companion


def test_companion_does_not_get_the_champions_attack() -> None:
    """A-3: a champion's extra attack doesn't reach a Companion, and is one, not one a copy."""
    rider = {**SURE, "attacks": 2, "count": 5, "champion": True}
    mount = {**rider, "abilities": ["Companion"]}
    target = {**SOFT, "models": 30}
    assert same(attack(rider, target).attacks, *[0] * 11, 1)
    assert same(attack(mount, target).attacks, *[0] * 10, 1)
    both = attack([rider, mount], target)
    assert [row.attacks for row in both.weapons] == pytest.approx([11, 10])


def test_companion_does_not_get_bonuses_of_its_side() -> None:
    """A-3: bonuses of its own side don't reach a Companion; penalties do."""
    bonuses = {
        "hit": 1, "wound": 1, "rend": 1, "attacks": 1, "damage": 1, "reroll_hits": "failures",
        "reroll_wounds": "failures", "critical_hits": "2+",
    }  # fmt: skip
    target = {"health": 1, "save": "4+", "models": 30}
    mount = {**PLAIN, "abilities": ["Companion"]}

    def unit(weapon: Any, modifiers: Any) -> dict[str, Any]:
        return {
            "weapons": [weapon], "modifiers": modifiers,
            "abilities": ["Crit (Mortal)", "Charge (+1 Damage)", "Anti-Infantry (+1 Rend)"],
        }  # fmt: skip

    def play(weapon: Any, modifiers: Any, **context: Any) -> Result:
        infantry = {**target, "keywords": "Infantry"}
        return attack(unit(weapon, modifiers), infantry, context={"charged": True, **context})

    found = play(mount, bonuses)
    hit, wound, fail = F(4, 6), F(1, 2), F(1, 2)
    assert same(found.attacks, 0, 1)
    assert same(found.hits, 1 - hit, hit)
    assert same(found.wounds, 1 - hit * wound, hit * wound)
    assert same(found.unsaved, 1 - hit * wound * fail, hit * wound * fail)
    assert same(found.mortal, 1)
    assert same(found.damage_rolled, 1 - hit * wound * fail, hit * wound * fail)
    others = play(PLAIN, bonuses)
    for stage in ("attacks", "hits", "mortal", "damage_rolled"):
        assert getattr(others, stage).mean > getattr(found, stage).mean + 0.1

    # All-out Attack says that it does; a penalty of its own side reaches it.
    assert near(play(mount, {}, all_out_attack=True).hits.mean, F(5, 6))
    assert near(play(mount, {"hit": -1}).hits.mean, F(1, 2))
    assert near(play(mount, {"hit": -1}, all_out_attack=True).hits.mean, F(4, 6))
    assert near(play({**mount, "modifiers": {"hit": 1}}, {}).hits.mean, F(5, 6))


# ------------------------------------------------------------------------ modifiers, saves


def test_penalties_to_hit_are_capped_and_cover_counts_once() -> None:
    """A-1.5, A-4: all of them together are -1 at most; bonuses are added before the cap."""
    weapon = {**PLAIN, "type": "ranged"}
    target = {**SOFT, "keywords": "Hero"}
    every = {"cover": True, "guarded_hero": True, "covering_fire": True}
    for context in ({"cover": True}, every):
        found = attack(weapon, target, context=context)
        assert near(found.hits.mean, F(3, 6))
    if_uncapped = F(1, 6)
    assert not near(found.hits.mean, if_uncapped)
    # -3 and +1 are -2, capped to -1; capped before, they would be nothing.
    found = attack(weapon, target, context={**every, "all_out_attack": True})
    assert near(found.hits.mean, F(3, 6))
    # One cover, given in both contexts, is one: with +1 it is nothing.
    unit = {"weapons": [weapon], "context": {"cover": True}}
    found = attack(unit, target, context={"cover": True, "all_out_attack": True})
    assert near(found.hits.mean, F(4, 6))
    # Melee suffers cover, and neither of the others.
    assert near(attack(PLAIN, target, context={"cover": True}).hits.mean, F(3, 6))
    others = {"guarded_hero": True, "covering_fire": True}
    assert near(attack(PLAIN, target, context=others).hits.mean, F(4, 6))
    # A charge takes cover away.
    found = attack(PLAIN, target, context={"cover": True, "charged": True})
    assert near(found.hits.mean, F(4, 6))


def test_all_out_defence_with_other_bonuses_stops_at_one() -> None:
    """A-1.5: Rend and all bonuses are added up, then capped to +1; there is no lower cap."""
    defence = {"all_out_defence": True}

    def fails(rend: int, bonus: int, context: Any, save: str = "4+") -> float:
        """Return how many of six faces fail, from the attacks that go unsaved."""
        target = {"health": 1, "save": save, "modifiers": {"save": bonus}}
        found = attack({**SURE, "rend": rend}, target, context=context)
        return float(6 / THROUGH) * found.unsaved.mean

    assert near(fails(0, 0, defence), 2)
    assert near(fails(0, 1, defence), 2)  # +2 is +1, not a 2+
    assert near(fails(1, 1, defence), 2)  # 2 - 1: the Rend is used up by what is above the cap
    assert near(fails(2, 1, defence), 3)
    assert near(fails(0, 0, defence, save="2+"), 1)  # an unmodified 1 fails
    assert near(fails(4, 0, {}, save="3+"), 6)  # not even a 6 saves
    # A Rend lowered below none is none, and no bonus beside All-out Defence.
    weapon = {**SURE, "rend": 1, "modifiers": {"rend": -3}, "abilities": ["Anti-Fly (+1 Rend)"]}
    for context, failed in (({}, 3), (defence, 2)):
        found = attack(weapon, {"health": 1, "save": "4+"}, context=context)
        assert near(found.unsaved.mean, THROUGH * F(failed, 6))


# ----------------------------------------------------------------------- the damage pool


def test_ward_is_rolled_for_each_point_not_for_each_attack() -> None:
    """A-2: a ward roll for each point in the pool."""
    found = attack({**SURE, "damage": 3}, {**SOFT, "health": 3, "ward": "5+"})
    assert near(found.destroyed, THROUGH * F(2, 3) ** 3)
    if_for_the_attack = THROUGH * F(2, 3)
    assert not near(found.destroyed, if_for_the_attack)
    points = binomial(3, F(2, 3))
    assert same(found.damage, 1 - THROUGH + THROUGH * points[0], *(THROUGH * p for p in points[1:]))
    assert near(found.ignored, THROUGH)  # three points, a third of them
    # Points beyond the last model meet the ward as well, before the allocation.
    found = attack({**SURE, "damage": 3}, {**SOFT, "health": 1, "ward": "5+"})
    assert near(found.destroyed, THROUGH * (1 - F(1, 27)))
    assert near(found.ignored, THROUGH)


def test_damage_is_not_wasted_model_by_model() -> None:
    """A-2: the pool is allocated point by point, and carries over from model to model."""
    found = attack({**SURE, "damage": 5}, {**SOFT, "health": 2, "models": 4})
    assert same(found.damage, 1 - THROUGH, 0, 0, 0, 0, THROUGH)  # not 2
    assert same(found.slain, 1 - THROUGH, 0, THROUGH)  # not 1
    assert same(found.left["front"], 0, THROUGH, 1 - THROUGH)
    assert near(found.wasted, 0)
    # What was allocated before counts, and only what exceeds the last model is lost.
    found = attack({**SURE, "damage": 5}, {**SOFT, "health": 3, "models": 2, "damage_taken": 2})
    assert same(found.damage, 1 - THROUGH, 0, 0, 0, THROUGH)
    assert near(found.destroyed, THROUGH) and near(found.wasted, THROUGH)
    # Two weapons of 1 and 2 fill one pool of 3, in any order.
    two = [{**SURE, "damage": 1}, {**SURE, "damage": 2}]
    for weapons in (two, two[::-1]):
        found = attack(weapons, {**SOFT, "health": 3, "models": 2})
        assert same(found.slain, 1 - THROUGH**2, THROUGH**2)
