"""The literal dice-roller of Age of Sigmar against facts that can be worked out by hand."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction as F
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from oracle.reference import Rerolled, mean
from oracle.reference_aos import (
    KEYS,
    STAGES,
    WEAPON_KEYS,
    RandomDice,
    Sequence,
    TooManyLeavesError,
    enumerate_exactly,
    masses,
    play_attack,
    roll_once,
    sample,
)
from support import strategies_aos
from support.strategies_aos import FEATURES, WITHOUT_EFFECT, build, random_scenario, switch_off

from mathhammer.core.dice import Dice
from mathhammer.games.aos.profiles import Context, Ruleset, Unit

#: Models without a save, of one health.
PLAIN = {"health": 1, "models": 1}


def weapon(*abilities: str, **fields: Any) -> dict[str, Any]:
    """Return a weapon of one attack, 3+, 4+, Rend 0, damage 1."""
    base = {"attacks": 1, "hit": "3+", "wound": "4+", "damage": 1}
    return {**base, "abilities": list(abilities), **fields}


def even(*abilities: str, **fields: Any) -> dict[str, Any]:
    """Return a weapon of one attack that hits and wounds on 2+."""
    return weapon(*abilities, **{"hit": "2+", "wound": "2+", **fields})


#: That both dice of such a weapon succeed.
THROUGH = F(25, 36)


def exact(
    weapons: Any = (),
    target: dict[str, Any] | None = None,
    context: dict[str, Any] | None = None,
    ruleset: dict[str, Any] | None = None,
    **attacker: Any,
) -> dict[str, Any]:
    """Enumerate in fractions."""
    if isinstance(weapons, dict):
        weapons = [weapons]
    if weapons:
        attacker["weapons"] = weapons
    return enumerate_exactly(
        Unit(**attacker),
        Unit(**{**PLAIN, **(target or {})}),
        Context(**(context or {})),
        Ruleset(**(ruleset or {})),
        fractions=True,
    )


def expected(pmf: dict[int, Any]) -> Any:
    return sum(k * p for k, p in pmf.items())


def one(p: F) -> dict[int, F]:
    """Return the pmf of something that happens once with a probability."""
    return {k: q for k, q in ((0, 1 - p), (1, p)) if q}


# ----------------------------------------------------------- the attacker's and the weapon's


@pytest.mark.parametrize(
    ("general", "own", "key", "pmf"),
    [
        ({"reroll_hits": "non-criticals"}, {"reroll_hits": "ones"}, "hits", one(F(26, 36))),
        ({"reroll_hits": "failures"}, {}, "hits", one(F(8, 9))),
        ({"reroll_wounds": "failures"}, {"reroll_wounds": "ones"}, "wounds", one(F(1, 2))),
        ({"reroll_wounds": "ones"}, {}, "wounds", one(F(2, 3) * F(7, 12))),
        ({"critical_hits": "4+"}, {"critical_hits": "5+"}, "mortal", {0: F(1, 2), 2: F(1, 6),
                                                                    3: F(1, 6), 4: F(1, 6)}),
        ({"reroll_damage": "ones"}, {}, "mortal", {0: F(5, 6), 2: F(1, 54), 3: F(4, 54),
                                                   4: F(4, 54)}),
        ({"hit": 1, "damage": -2}, {"hit": -2, "damage": 1}, "hits", one(F(1, 2))),
        ({"hit": 1, "damage": -2}, {"hit": -2, "damage": 1}, "mortal", {0: F(5, 6), 1: F(1, 18),
                                                                        2: F(1, 18), 3: F(1, 18)}),
    ],
)  # fmt: skip
def test_modifiers_of_attacker_and_weapon_combine(
    general: dict[str, Any], own: dict[str, Any], key: str, pmf: dict[int, F]
) -> None:
    arms = weapon(modifiers=own, damage="D3+1", hit="3+")
    if key == "mortal":
        arms["abilities"] = ["Crit (Mortal)"]
    assert exact(arms, {"models": 9}, modifiers=general)[key] == pmf


def test_the_attackers_context_is_merged_over_the_other() -> None:
    context = {"all_out_attack": True, "cover": True}
    for own, p in (({"cover": False}, F(5, 6)), ({"charged": False}, F(2, 3))):
        unit = Unit(weapons=[weapon()], context=own)
        got = enumerate_exactly(unit, Unit(health=1), Context(**context), Ruleset(), fractions=True)
        assert got["hits"] == one(p)


# --------------------------------------------------------------------------- hit rolls


@pytest.mark.parametrize("needed", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("modifier", [-3, -1, 0, 1, 3])
def test_hit_roll_is_capped_and_one_fails(needed: int, modifier: int) -> None:
    net = max(-1, min(1, modifier))
    faces = sum(f == 6 or (f > 1 and f + net >= needed) for f in range(1, 7))
    got = exact(weapon(hit=needed), modifiers={"hit": modifier})
    assert got["hits"] == one(F(faces, 6))


def test_a_critical_hit_hits_unless_the_ruling_says_it_must_reach() -> None:
    hindered = {"modifiers": {"hit": -1}}
    always, must = {"critical_always_hits": True}, {"critical_always_hits": False}
    assert exact(weapon(hit=6), hindered, None, always)["hits"] == one(F(1, 6))
    assert exact(weapon(hit=6), hindered, None, must)["hits"] == one(F(0))
    # A 5 is critical: it misses on 6+ without help, and a 6 still hits.
    mortal = weapon("Crit (Mortal)", hit=6, modifiers={"critical_hits": "5+"})
    assert exact(mortal, None, None, always)["mortal"] == one(F(1, 3))
    assert exact(mortal, None, None, must)["mortal"] == one(F(1, 6))


@pytest.mark.parametrize(
    ("policy", "p"), [("ones", F(7, 9)), ("failures", F(8, 9)), ("non-criticals", F(26, 36))]
)
def test_hit_rerolls(policy: str, p: F) -> None:
    assert exact(weapon(modifiers={"reroll_hits": policy}))["hits"] == one(p)


def test_failures_are_those_after_modifiers() -> None:
    got = exact(weapon(modifiers={"reroll_hits": "failures", "hit": -1}))
    assert got["hits"] == one(F(3, 4))
    # An unmodified 6 that must reach 7 fails, and is rolled again.
    again = weapon(hit=6, modifiers={"reroll_hits": "failures", "hit": -1})
    assert exact(again, None, None, {"critical_always_hits": False})["hits"] == one(F(0))
    assert exact(again)["hits"] == one(F(11, 36))


@pytest.mark.parametrize(
    ("context", "ours", "theirs", "ranged", "p"),
    [
        ({"cover": True}, [], [], False, F(1, 2)),
        ({"cover": True, "charged": True}, [], [], False, F(2, 3)),
        ({"cover": True}, ["fly"], [], False, F(2, 3)),
        ({"cover": True, "target_charged": True}, [], ["Fly"], False, F(1, 2)),
        ({"covering_fire": True}, [], [], True, F(1, 2)),
        ({"covering_fire": True}, [], [], False, F(2, 3)),
        ({"guarded_hero": True}, [], ["Hero"], True, F(1, 2)),
        ({"guarded_hero": True}, [], [], True, F(1, 2)),
        ({"guarded_hero": True}, [], ["Hero"], False, F(2, 3)),
        ({"guarded_hero": True}, [], ["Hero", "Monster"], True, F(2, 3)),
        ({"guarded_hero": True}, [], ["Hero", "war-machine"], True, F(2, 3)),
        ({"all_out_attack": True}, [], [], False, F(5, 6)),
        # Added up, then capped: -3 is -1, and -3 + 1 too.
        ({"cover": True, "guarded_hero": True, "covering_fire": True}, [], [], True, F(1, 2)),
        (
            {"cover": True, "guarded_hero": True, "covering_fire": True, "all_out_attack": True},
            [], [], True, F(1, 2),
        ),
        ({"cover": True, "all_out_attack": True}, [], [], True, F(2, 3)),
    ],
)  # fmt: skip
def test_penalties_to_hit(
    context: dict[str, Any], ours: list[str], theirs: list[str], ranged: bool, p: F
) -> None:
    arms = weapon(type="ranged" if ranged else "melee")
    got = exact(arms, {"keywords": theirs}, context, keywords=ours)
    assert got["hits"] == one(p)


@pytest.mark.parametrize(
    ("context", "ours", "theirs", "p"),
    [
        ({"charged": True}, ["Fly"], [], F(1, 2)),
        ({"target_charged": True}, [], [], F(2, 3)),
        ({}, [], ["Fly"], F(2, 3)),
    ],
)
def test_cover_exception_of_the_target(
    context: dict[str, Any], ours: list[str], theirs: list[str], p: F
) -> None:
    got = exact(
        weapon(), {"keywords": theirs}, {"cover": True, **context}, {"cover_exception": "target"},
        keywords=ours,
    )  # fmt: skip
    assert got["hits"] == one(p)


# ------------------------------------------------------------------------- Crit abilities


def test_crit_mortal_ends_the_attack() -> None:
    got = exact(weapon("Crit (Mortal)", damage=2), {"save": "4+", "models": 9})
    assert got["hits"] == one(F(2, 3))
    assert got["mortal"] == {0: F(5, 6), 2: F(1, 6)}
    assert got["wounds"] == one(F(1, 4))
    assert got["unsaved"] == one(F(1, 8))
    assert got["damage_rolled"] == {0: 1 - F(1, 6) - F(1, 8), 2: F(1, 6) + F(1, 8)}


def test_crit_two_hits_rolls_each_to_wound() -> None:
    got = exact(weapon("Crit (2 Hits)"), {"models": 9})
    assert got["hits"] == {0: F(1, 3), 1: F(1, 2), 2: F(1, 6)}
    assert got["wounds"] == {0: F(1, 3) + F(1, 4) + F(1, 24), 1: F(1, 4) + F(1, 12), 2: F(1, 24)}


def test_crit_auto_wound_is_saved() -> None:
    got = exact(weapon("Crit (Auto-wound)"), {"save": "4+"})
    assert got["wounds"] == one(F(1, 6) + F(1, 4))
    assert got["unsaved"] == one(F(5, 24))
    assert got["mortal"] == {0: F(1)}


def test_mortal_damage_is_rolled_for_each_and_grows_by_a_charge() -> None:
    bite = weapon("Crit (Mortal)", "Charge (+1 Damage)", attacks=2, hit=6, wound=6, damage="D3")
    got = exact(bite, {"models": 20, "save": "2+"}, {"charged": True})["mortal"]
    two, single = F(1, 36), F(10, 36)
    assert got[4] == two / 9 + single / 3
    assert got[7] == two * F(2, 9)  # never with one D3 for both
    assert got[8] == two / 9


@pytest.mark.parametrize(
    ("fields", "target", "context", "best"),
    [
        # Against a hit of 1/2, a save of 1/2: mortal 1, two hits 1/2, automatic 1/2.
        ({}, {"save": "4+"}, {}, "mortal"),
        # No save, wounds on 2+: mortal 1, automatic 1, two hits 5/3.
        ({"wound": "2+"}, {}, {}, "2 hits"),
        # No save, wounds on 4+: all are 1 (two hits twice a half), the first listed.
        ({}, {}, {}, "auto wound"),
        # Damage none: all are 0, the first listed.
        ({"damage": 0, "wound": "2+"}, {"save": "4+"}, {}, "auto wound"),
        # Wounds on 3+: two hits 4/3, until the save is 4+ (2/3) and a 2+ re-rolled (2/9).
        ({"wound": "3+"}, {}, {}, "2 hits"),
        ({"wound": "3+"}, {"save": "4+"}, {}, "mortal"),
        ({"wound": "3+", "rend": 3}, {"save": "4+"}, {}, "2 hits"),
        ({"wound": "3+", "rend": 3}, {"save": "4+"}, {"all_out_defence": True}, "2 hits"),
        ({"wound": "3+", "rend": 1}, {"save": "4+"}, {"all_out_defence": True}, "mortal"),
        # Wound re-rolls of all failures on 4+ are worth 3/4: two hits 3/2.
        ({"modifiers": {"reroll_wounds": "failures"}}, {}, {}, "2 hits"),
        # The weapon's own word.
        ({"crit": "Auto-wound", "wound": "2+"}, {}, {}, "auto wound"),
    ],
)
def test_the_crit_ability_with_most_damage_is_used(
    fields: dict[str, Any], target: dict[str, Any], context: dict[str, Any], best: str
) -> None:
    arms = weapon("Crit (Auto-wound)", "Crit (2 Hits)", **fields)
    unit = Unit(weapons=[arms], abilities=["Crit (Mortal)"])
    sequence = Sequence(unit, Unit(**{**PLAIN, **target}), Context(**context), Ruleset())
    assert sequence.weapons[0].crit == f"crit {best}"


def test_expected_damage_is_that_of_the_enumeration() -> None:
    arms = weapon(
        "Crit (Mortal)", "Crit (2 Hits)", "Crit (Auto-wound)", "Charge (+1 Damage)", rend=1,
        damage="D3+1",
        modifiers={"reroll_hits": "ones", "reroll_wounds": "failures", "reroll_damage": "ones",
                   "critical_hits": "5+", "damage": -2},
    )  # fmt: skip
    target = {"save": "3+", "models": 30, "modifiers": {"reroll_saves": "ones"}}
    for crit in ("mortal", "2 hits", "auto wound"):
        arms["crit"] = crit
        got = exact(arms, target, {"charged": True})
        sequence = Sequence(
            Unit(weapons=[arms]), Unit(**{**PLAIN, **target}), Context(charged=True), Ruleset()
        )
        prepared = sequence.weapons[0]
        assert prepared.expected(prepared.crit) == expected(got["damage_rolled"])


@pytest.mark.parametrize("text", ["3", "D3", "2D6", "D3+D6", "D6-1", "2D3kh1", "3D6kh2+1"])
@pytest.mark.parametrize("policy", [None, "ones", "below-average", "<=1"])
def test_probabilities_of_dice(text: str, policy: str | None) -> None:
    dice = Dice.parse(text)
    got = masses(Rerolled(dice, policy))
    assert sum(got.values()) == 1
    if policy is None:
        assert expected(got) == mean(dice)
    if text == "D3":
        ninths = {None: (3, 3, 3), "ones": (1, 4, 4), "below-average": (1, 4, 4), "<=1": (1, 4, 4)}[
            policy
        ]
        assert got == {k: F(n, 9) for k, n in enumerate(ninths, start=1)}


# ------------------------------------------------------------------------ number of attacks


def test_each_copy_rolls_its_attacks_and_one_is_the_champions() -> None:
    got = exact(weapon(attacks="D3", count=2, champion=True))
    assert got["attacks"] == {3 + k: F(n, 9) for k, n in enumerate((1, 2, 3, 2, 1))}


@pytest.mark.parametrize(
    ("fields", "attacker", "pmf"),
    [
        ({"attacks": 2, "modifiers": {"attacks": -5}}, {}, {1: F(1)}),
        ({"attacks": "D3-1"}, {}, {k: F(1, 3) for k in (0, 1, 2)}),
        ({"attacks": "D3-1", "modifiers": {"attacks": -1}}, {}, {1: F(1)}),
        ({"attacks": "D3-1", "champion": True}, {}, {k: F(1, 3) for k in (1, 2, 3)}),
        ({"attacks": 2, "champion": True, "modifiers": {"attacks": -2}}, {"attacks": 2},
         {3: F(1)}),
        ({"attacks": "D3"}, {"reroll_attacks": "below-average"},
         {1: F(1, 9), 2: F(4, 9), 3: F(4, 9)}),
    ],
)  # fmt: skip
def test_attacks_of_a_copy(
    fields: dict[str, Any], attacker: dict[str, Any], pmf: dict[int, F]
) -> None:
    assert exact(weapon(**fields), modifiers=attacker)["attacks"] == pmf


# ------------------------------------------------------------------------------ Companion


def test_companion_gets_nothing_of_its_side() -> None:
    """A-3, save for All-out Attack; what makes it worse does reach it."""
    mount = weapon("Companion", champion=True, damage=2, rend=1)
    target = {"save": "4+", "models": 9}
    plain = exact(mount, target)
    helped = exact(
        mount, target, {"charged": True},
        modifiers={
            "hit": 1, "wound": 1, "attacks": 1, "rend": 1, "damage": 1, "reroll_hits": "failures",
            "reroll_wounds": "failures", "reroll_attacks": "ones", "reroll_damage": "ones",
            "critical_hits": "3+",
        },
        abilities=["Crit (Mortal)", "Charge (+1 Damage)", "Anti-charge (+1 Rend)"],
    )  # fmt: skip
    assert helped == plain
    assert plain["attacks"] == {1: F(1)}
    hindered = {"hit": -1, "wound": -1, "attacks": -1, "rend": -1, "damage": -1}
    got = exact({**mount, "attacks": 2}, target, None, modifiers=hindered)
    assert got["attacks"] == {1: F(1)}
    assert got["hits"] == one(F(1, 2))
    assert got["wounds"] == one(F(1, 6))
    assert got["unsaved"] == got["damage_rolled"] == one(F(1, 12))


def test_companion_has_its_own_and_all_out_attack() -> None:
    own = {"hit": 1, "attacks": 1, "reroll_wounds": "failures"}
    mount = weapon("Companion", "Charge (+1 Damage)", modifiers=own)
    got = exact(mount, {"models": 9}, {"charged": True, "all_out_attack": True})
    assert got["attacks"] == {2: F(1)}
    assert got["hits"][2] == F(25, 36)
    assert got["damage_rolled"][4] == F(25, 36) * F(9, 16)
    assert exact(weapon("Companion"), None, {"all_out_attack": True})["hits"] == one(F(5, 6))
    in_cover = exact(weapon("Companion"), None, {"cover": True, "all_out_attack": True})
    assert in_cover["hits"] == one(F(2, 3))


# ------------------------------------------------------------------------- wound and save


@pytest.mark.parametrize("needed", [2, 4, 6])
@pytest.mark.parametrize("modifier", [-2, -1, 0, 1, 2])
def test_wound_roll_is_capped_and_no_six_wounds_by_itself(needed: int, modifier: int) -> None:
    net = max(-1, min(1, modifier))
    faces = sum(f > 1 and f + net >= needed for f in range(1, 7))
    got = exact(even(wound=needed), {"modifiers": {"wound": modifier}})
    assert got["wounds"] == one(F(5, 6) * F(faces, 6))


@pytest.mark.parametrize(
    ("target", "rend", "context", "failed"),
    [
        ({"save": "3+"}, 0, {}, 2),
        ({"save": "3+"}, 1, {}, 3),
        ({"save": "3+"}, 4, {}, 6),  # not even a 6
        ({"save": "7+"}, 0, {}, 6),
        ({"save": "7+"}, 0, {"all_out_defence": True}, 5),
        ({"save": "7+"}, 1, {"all_out_defence": True}, 6),
        ({}, 0, {"all_out_defence": True}, 6),
        ({"save": "-"}, 0, {}, 6),
        ({"save": "4+"}, 0, {"all_out_defence": True}, 2),
        ({"save": "4+"}, 1, {"all_out_defence": True}, 3),
        ({"save": "4+", "modifiers": {"save": 1}}, 0, {"all_out_defence": True}, 2),  # cap
        ({"save": "4+", "modifiers": {"save": 1}}, 1, {"all_out_defence": True}, 2),
        ({"save": "4+", "modifiers": {"save": -3}}, 0, {}, 6),  # no cap downward
        ({"save": "2+", "modifiers": {"save": 1}}, 0, {}, 1),
        ({"save": "4+", "modifiers": {"reroll_saves": "ones"}}, 0, {}, F(5, 2)),
        ({"save": "4+", "modifiers": {"reroll_saves": "failures"}}, 1, {}, F(8, 3)),
    ],
)
def test_failed_saves(
    target: dict[str, Any], rend: int, context: dict[str, Any], failed: Any
) -> None:
    got = exact(even(rend=rend), target, context)
    assert got["unsaved"] == one(THROUGH * F(failed) / 6)


@pytest.mark.parametrize(
    ("abilities", "given", "rend"),
    [
        (["Anti-Infantry (+1 Rend)"], [], 1),
        (["Anti-Fly (+1 Rend)"], [], 0),
        (["Anti-Infantry (+1 Rend)", "Anti-charge (+1 Rend)"], [], 2),
        (["Anti-Infantry (+1 Rend)", "Anti-War Machine (+1 Rend)"], ["anti-charged (+1 rend)"], 3),
        (["Anti-Infantry (+1 Rend)", "Anti-infantry (+2 Rend)"], [], 3),
        (["Anti-Infantry (+2 Rend)"], ["Anti-infantry (+1 Rend)"], 3),
        (["Anti-Infantry (+1 Rend)"], ["Anti-INFANTRY (+1 Rend)"], 2),
        (["Anti-charge (+1 Rend)", "Anti-charged (+1 Rend)"], [], 2),
    ],
)
def test_anti_abilities_add_up(abilities: list[str], given: list[str], rend: int) -> None:
    target = {"save": "3+", "keywords": ["infantry", "War Machine"]}
    got = exact(even(*abilities), target, {"target_charged": True}, abilities=given)
    assert got["unsaved"] == one(THROUGH * F(2 + rend, 6))


def test_rend_is_not_below_none() -> None:
    arms = even("Anti-Infantry (+1 Rend)", rend=1, modifiers={"rend": -2})
    target = {"save": "4+", "keywords": "Infantry"}
    assert exact(arms, target, modifiers={"rend": -1})["unsaved"] == one(THROUGH / 2)
    assert exact(arms, target, modifiers={"rend": 2})["unsaved"] == one(THROUGH * F(5, 6))


# ---------------------------------------------------------------------------- damage


@pytest.mark.parametrize(
    ("damage", "change", "values"),
    [
        ("D3", 0, (1, 2, 3)),
        ("D3", -1, (1, 1, 2)),
        ("D3", 1, (2, 3, 4)),
        ("D3-1", 0, (0, 1, 2)),
        ("D3-1", -1, (0, 1, 1)),
        ("D3-1", 1, (1, 2, 3)),
        (0, -1, (0, 0, 0)),
        (0, 1, (1, 1, 1)),
    ],
)
def test_damage_modifiers(damage: Any, change: int, values: tuple[int, ...]) -> None:
    got = exact(even(damage=damage), {"models": 9}, modifiers={"damage": change})
    want = Counter({0: 1 - THROUGH})
    for value in values:
        want[value] += THROUGH / 3
    assert got["damage_rolled"] == {k: want[k] for k in sorted(want)}


def test_charge_counts_once_and_the_higher() -> None:
    arms = even("Charge (+1 Damage)", "Charge (+2 Damage)", damage=2)
    given = {"abilities": ["Charge (+1 Damage)"], "modifiers": {"damage": -1}}
    charged = exact(arms, {"models": 9}, {"charged": True}, **given)
    assert charged["damage_rolled"] == {0: 1 - THROUGH, 3: THROUGH}
    assert exact(arms, {"models": 9}, **given)["damage_rolled"] == {0: 1 - THROUGH, 1: THROUGH}


def test_damage_carries_over_from_what_was_allocated_before() -> None:
    target = {"health": 3, "models": 3, "damage_taken": 2}
    got = exact(even(damage=5), target)
    assert got["joint"] == {(0, 0): 1 - THROUGH, (5, 2): THROUGH}
    assert got["left_wounds"] == {2: THROUGH, 7: 1 - THROUGH}
    assert got["left_front"] == {1: 1 - THROUGH, 2: THROUGH}
    lost = exact(even(damage=20), target)
    assert lost["joint"] == {(0, 0): 1 - THROUGH, (7, 3): THROUGH}
    assert lost["destroyed"] == one(THROUGH)
    assert lost["left_front"] == {0: THROUGH, 1: 1 - THROUGH}


def test_ward_is_rolled_for_each_point_of_the_pool() -> None:
    got = exact(even(damage=3), {"health": 1, "models": 2, "ward": "5+"})
    points = [math.comb(3, k) * F(1, 3) ** k * F(2, 3) ** (3 - k) for k in range(4)]
    assert got["ignored"] == {
        0: 1 - THROUGH + THROUGH * points[0],
        **{k: THROUGH * points[k] for k in (1, 2, 3)},
    }
    assert got["slain"] == {
        0: 1 - THROUGH + THROUGH * points[3],
        1: THROUGH * points[2],
        2: THROUGH * (points[0] + points[1]),
    }


def test_weapons_fill_one_pool_in_turn() -> None:
    got = exact([even(damage=2), even(damage=2)], {"health": 3, "models": 1})
    neither, single, both = (F(11, 36)) ** 2, THROUGH * F(11, 36), THROUGH**2
    assert got["damage"] == {0: neither, 2: 2 * single, 3: both}
    assert got["weapon_damage"] == [
        {0: 1 - THROUGH, 2: THROUGH},
        {0: 1 - THROUGH, 1: both, 2: single},
    ]
    assert got["weapon_slain"] == [{0: F(1)}, one(both)]


# ---------------------------------------------------------------------- mortal damage


def test_mortal_dice_gate_number_and_most() -> None:
    dice = {"per_model": 2, "on": "4+", "damage": 2, "gate": "3+", "max": 3}
    got = exact(mortals=[dice], models=1, target={"health": 9})
    assert got["mortal"] == {0: F(1, 3) + F(1, 6), 2: F(1, 3), 3: F(1, 6)}
    several = exact(mortals=[{"dice": "D3"}, {"dice": 1, "on": "4+"}], target={"health": 9})
    assert several["mortal"] == {1: F(1, 6), 2: F(1, 3), 3: F(1, 3), 4: F(1, 6)}
    assert several["damage_rolled"] == several["damage"] == several["mortal"]


def test_mortal_dice_follow_the_weapons_and_meet_the_ward() -> None:
    target = {"health": 2, "models": 1, "ward": "4+", "save": "2+"}
    got = exact(even("Crit (Mortal)"), target, mortals=[{"dice": 1}, {"dice": 1, "on": "4+"}])
    of_weapon = F(1, 6) + F(4, 6) * F(5, 6) * F(1, 6)
    points = {0: F(0), 1: F(0), 2: F(0), 3: F(0)}
    for k, p in ((0, 1 - of_weapon), (1, of_weapon)):
        for n, q in ((1, F(1, 2)), (2, F(1, 2))):
            points[k + n] += p * q
    assert got["damage_rolled"] == {k: p for k, p in points.items() if p}
    # Every point meets the ward, the third against a unit that may be gone too.
    assert got["ignored"][3] == points[3] / 8
    assert got["damage"][2] == points[2] / 4 + points[3] * F(4, 8)
    assert got["weapon_damage"] == [one(of_weapon / 2)]


class Script:
    """Dice that show given faces."""

    def __init__(self, *faces: int) -> None:
        self._faces: Iterator[int] = iter(faces)

    def die(self, sides: int) -> int:
        face = next(self._faces)
        assert 1 <= face <= sides
        return face

    @property
    def used_up(self) -> bool:
        return next(self._faces, None) is None


def test_the_worked_example_of_the_rules() -> None:
    """A-1 to A-3: eight and two attacks put six points in the pool, the ward takes two."""
    hammers = weapon("Crit (Mortal)", attacks=2, count=4, wound="3+", rend=1)
    great = weapon("Crit (Mortal)", attacks=2, wound="2+", rend=1, damage=2)
    unit = Unit(weapons=[hammers, great])
    target = Unit(health=7, save="4+", ward="6+")
    dice = Script(
        3, 3, 5,  # a hit, a wound, a save
        4, 3, 4,  # a hit, a wound, a failed save: the Rend makes a 4 a 3
        5, 4, 1,
        3, 2,  # hits that don't wound
        5, 2,
        1, 2, 2,  # misses
        6,  # the great hammer: two points of mortal damage
        3, 2, 3,
        6, 1, 5, 6, 2, 3,  # the ward
    )  # fmt: skip
    got = roll_once(unit, target, Context(), Ruleset(), dice)
    assert dice.used_up
    assert [got[key] for key in STAGES] == [10, 7, 4, 3, 2, 6]
    assert (got["ignored"], got["damage"], got["left_front"], got["destroyed"]) == (2, 4, 3, 0)
    assert (got["weapon_hits"], got["weapon_damage_rolled"]) == ([5, 2], [2, 4])
    assert got["weapon_damage"] == [1, 3]


# -------------------------------------------------------------------------- of a fight


def test_play_attack_returns_the_points_of_each_pool() -> None:
    unit = Unit(
        weapons=[even(champion=True, count=3), even("Crit (Mortal)", damage=3)], models=3,
        mortals=[{"per_model": 1, "on": "4+"}, {"dice": 1, "damage": "D3", "gate": "3+"}],
    )  # fmt: skip
    target = Unit(health=1, save="4+", ward="5+")
    game = (unit, target, Context(), Ruleset())
    dice = Script(
        2, 2, 3, 1, 5, 2, 2, 2, 2, 4, 6,  # 2 + 1 + 1 attacks: two unsaved; a critical hit
        4, 5, 1, 2, 3,  # two and three points against the ward
        4, 4, 3, 6, 1,  # three dice of three models, two points
        3, 3, 5, 5, 4,  # the gate, a D3, three points
    )  # fmt: skip
    assert play_attack(*game, dice.die) == [4, 1, 1]
    assert dice.used_up


def test_play_attack_with_fewer_copies_and_models() -> None:
    unit = Unit(
        weapons=[even(champion=True, count=3), even(damage=3)], models=3,
        mortals=[{"per_model": 1, "on": "4+"}],
    )  # fmt: skip
    game = (unit, Unit(health=1, save="4+"), Context(), Ruleset())
    dice = Script(2, 2, 3, 1, 4)  # the champion's two attacks; one die of one model
    assert play_attack(*game, dice.die, copies=[1, 0], models=1) == [1, 1]
    assert dice.used_up
    dice = Script(2, 2, 1, 4, 3, 5)  # its weapon is gone, the other there: three models
    assert play_attack(*game, dice.die, copies=[0, 1]) == [3, 2]
    assert dice.used_up
    assert play_attack(*game, Script(1, 1, 1).die, copies=[0, 0]) == [0, 0]
    # Everybody again.
    dice = Script(1, 1, 1, 1, 1, 1, 1, 1)
    assert play_attack(*game, dice.die) == [0, 0]
    assert dice.used_up


def test_play_attack_agrees_with_the_sequence() -> None:
    for seed in range(20):
        scenario = random_scenario(Random(seed), small=False)
        scenario["target"]["models"] = 1000
        attacker, target, context, ruleset = build(scenario)
        ref = sample(attacker, target, context, ruleset, 20, seed)
        die = RandomDice(seed).die
        got = [sum(play_attack(attacker, target, context, ruleset, die)) for _ in range(20)]
        assert got == (ref["damage_rolled"] - ref["ignored"]).tolist() == ref["damage"].tolist()


# ------------------------------------------------------------- the three ways of playing


@pytest.mark.slow
def test_merged_and_unmerged_enumeration_agree() -> None:
    compared = 0
    for seed in range(300):
        units = build(random_scenario(Random(seed), small=True))
        try:
            got = enumerate_exactly(*units, 2000, merge=False, fractions=True)
        except TooManyLeavesError:
            continue
        assert enumerate_exactly(*units, fractions=True) == got
        compared += 1
    assert compared >= 30


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(strategies_aos.scenarios())
def test_numbers_of_a_play_fit_together(scenario: dict[str, Any]) -> None:
    attacker, target, context, ruleset = build(scenario)
    got = sample(attacker, target, context, ruleset, 20, 1)
    assert (got["damage_rolled"] >= got["damage"] + got["ignored"]).all()
    assert (got["unsaved"] <= got["wounds"]).all()
    assert (got["wounds"] <= got["hits"]).all()
    assert (got["damage"] + got["left_wounds"] == target.starting_wounds).all()
    assert (got["slain"] == (got["damage"] + target.damage_taken) // target.health).all()
    assert ((got["left_wounds"] == 0) == (got["destroyed"] == 1)).all()
    assert (got["left_front"] <= got["left_wounds"]).all()
    for stage in STAGES[:4]:
        assert (got[stage] == got[f"weapon_{stage}"].sum(axis=1)).all()
    for stage in ("mortal", "damage_rolled", "damage", "slain"):
        assert (got[stage] >= got[f"weapon_{stage}"].sum(axis=1)).all()
    assert got["weapon_attacks"].shape == (20, len(attacker.weapons))


#: Features that leave something to choose: a dice-roller can't find what is best.
OF_CHOICES = {"attacker.phase", "weapon.modes"}


def test_sample_agrees_with_the_enumeration() -> None:
    for seed in (2, 6, 12):
        scenario = random_scenario(Random(seed), small=True)
        for feature in OF_CHOICES:
            scenario = switch_off(scenario, feature) or scenario
        units = build(scenario)
        ref = enumerate_exactly(*units)
        got = sample(*units, 4000, seed)
        for key in KEYS:
            m = expected(ref[key])
            sd = math.sqrt(max(0.0, sum((k - m) ** 2 * p for k, p in ref[key].items())))
            assert abs(got[key].mean() - m) <= 5 * sd / math.sqrt(4000) + 1e-9, key
        assert set(ref) == {*KEYS, *WEAPON_KEYS, "joint", "fallen"}
        for (_, slain), mass in ref["joint"].items():  # one group: who has fallen is who is slain
            assert mass <= ref["fallen"][(slain,)]


# ------------------------------------------------------------------------- strategies


@pytest.mark.parametrize("small", [True, False])
def test_every_feature_is_drawn_and_can_be_left_out(small: bool) -> None:
    draws = 250
    on: Counter[str] = Counter()
    for seed in range(draws):
        scenario = random_scenario(Random(seed), small)
        assert json.loads(json.dumps(scenario)) == scenario
        build(scenario)
        for feature in FEATURES:
            changed = switch_off(scenario, feature)
            if changed is not None:
                build(changed)
                on[feature] += 1
    rare = {feature for feature in FEATURES if on[feature] < 0.02 * draws}
    assert rare == (set() if small else OF_CHOICES)


@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(strategies_aos.small_scenarios())
def test_strategies_give_legal_scenarios(scenario: dict[str, Any]) -> None:
    build(scenario)
    assert all(switch_off(scenario, feature) != scenario for feature in FEATURES)


def test_names_points_and_ranges_change_nothing() -> None:
    seen = set()
    for seed in range(100):
        scenario = random_scenario(Random(seed), small=False)
        ref = sample(*build(scenario), 5, 1)
        for feature in WITHOUT_EFFECT:
            changed = switch_off(scenario, feature)
            if changed is not None:
                got = sample(*build(changed), 5, 1)
                assert all(np.array_equal(got[key], ref[key]) for key in ref)
                seen.add(feature)
    assert seen == WITHOUT_EFFECT


def test_smallest_keeps_what_matters() -> None:
    def fails(scenario: dict[str, Any]) -> bool:
        return "ward" in scenario["target"] and len(scenario["attacker"]["weapons"]) > 1

    scenario = next(
        s
        for s in (random_scenario(Random(seed), small=False) for seed in range(999))
        if "weapons" in s["attacker"] and fails(s)
    )
    left = strategies_aos.smallest(scenario, fails)
    assert {f for f in FEATURES if switch_off(left, f) is not None} == {
        "weapons.order", "weapons.several", "target.ward",
    }  # fmt: skip
