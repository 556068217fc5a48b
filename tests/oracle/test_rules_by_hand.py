"""The rules W-1 to W-4, one roll after the other, each against a number worked out by hand.

Nothing here is shared with the literal dice-roller of the other tests: every right answer is
a fraction written down beside the rule. A row of a table is its digest code and its rule, the
right answer, and what is changed in a plain weapon, target, context, and attacking unit.
"""

from __future__ import annotations

from fractions import Fraction as F
from typing import Any

import pytest
from support.by_hand import (
    GUN,
    MELEE,
    NEAR,
    SOFT,
    SURE,
    TOUGH,
    WOUND,
    ability,
    check,
    equal,
    mods,
    play,
    table,
)

from mathhammer import attack
from mathhammer.games.wh40k.profiles import Context, Ruleset, Unit
from mathhammer.games.wh40k.sequence import compile_attack, prepared_weapons
from mathhammer.plan import Amount

# ------------------------------------------------------------------- hit roll, in sixths

VEHICLE = {"keywords": "Vehicle"}
STEALTH = {"abilities": ["Stealth"]}


@table([
    ("W-1.1 skill 4+", 3, {}),
    ("W-1.1 an unmodified 1 fails", 5, {"skill": 2, **mods(hit=1)}),
    ("W-1.1 an unmodified 6 hits", 1, {"skill": 6, **mods(hit=-1)}),
    ("W-1.1 capped to +1", 4, mods(hit=3)),
    ("W-1.1 capped to -1", 2, mods(hit=-3)),
    ("W-1.1 the cap comes after adding up", 2, mods(hit=1), mods(hit=-3)),
    ("W-4.8 weapon, attacker and target add up", 4, mods(hit=1), mods(hit=-1), {}, mods(hit=1)),
    ("W-4.8 negative ones are ignored before adding up", 4,
     mods(hit=1, ignore_hit_modifiers=True), mods(hit=-3)),
    ("W-3 Heavy, stationary", 4, ability("Heavy"), {}, {"stationary": True}),
    ("W-3 Heavy, having moved", 3, ability("Heavy")),
    ("W-3 Indirect Fire, unseen", 2, ability("Indirect Fire"), {}, {"visible": False}),
    ("W-3 Indirect Fire, visible", 3, ability("Indirect Fire")),
    ("W-4.2 Stealth", 2, {}, STEALTH),
    ("W-4.2 Stealth is for ranged attacks", 3, MELEE, STEALTH),
    ("W-4.7 Smokescreen gives Stealth", 2, {}, {}, {"smokescreen": True}),
    ("W-4.7 Smokescreen with Stealth is one -1", 3, mods(hit=1), STEALTH, {"smokescreen": True}),
    ("W-4.3 an engaged Vehicle shoots", 2, {}, {}, {"attacker_engaged": True}, VEHICLE),
    ("W-4.3 an engaged Monster shoots", 2, {}, {}, {"attacker_engaged": True},
     {"keywords": "Monster"}),
    ("W-4.3 not with its Pistol", 3, ability("Pistol"), {}, {"attacker_engaged": True}, VEHICLE),
    ("W-4.3 not in melee", 3, MELEE, {}, {"attacker_engaged": True}, VEHICLE),
    ("W-4.3 not other units", 3, {}, {}, {"attacker_engaged": True}),
    ("W-4.3 at an engaged Monster", 2, {}, {"keywords": "Monster"}, {"target_engaged": True}),
    ("W-4.3 not at an engaged Infantry", 3, {}, {"keywords": "Infantry"}, {"target_engaged": True}),
    ("W-4.3 both are -2 before the cap", 2, mods(hit=1), VEHICLE,
     {"target_engaged": True, "attacker_engaged": True}, VEHICLE),
    ("W-4.6 Overwatch whatever the skill", 1, {"skill": 2, **mods(hit=1)}, {}, {"overwatch": True}),
    ("W-4.6 Overwatch whatever is critical", 1, mods(critical_hits="5+"), {}, {"overwatch": True}),
    ("W-4.6 Overwatch of Torrent", 6, ability("Torrent"), {}, {"overwatch": True}),
    ("W-4.6 Overwatch with re-rolls", F(11, 6), mods(reroll_hits="failures"), {},
     {"overwatch": True}),
    ("W-3 Torrent", 6, ability("Torrent", skill=6)),
    ("W-3 abilities of the attacker are its weapons'", 6, {}, {}, {}, {"abilities": "Torrent"}),
    ("W-3 Conversion, beyond half range", 6, ability("Conversion", "Sustained Hits 1")),
    ("W-3 Conversion, measured", 6, ability("Conversion", "Sustained Hits 1", range=24), {},
     {"distance": 12.5}),
    ("W-3 Conversion, at half range", 4, ability("Conversion", "Sustained Hits 1", range=24), {},
     {"distance": 12}),
    ("W-3 Conversion, within half range", 4, ability("Conversion", "Sustained Hits 1"), {}, NEAR),
    ("W-3 Conversion, of what hits", 4, ability("Conversion", "Sustained Hits 1", skill=5)),
    ("W-3 Conversion, where a 6 alone hits", 2, ability("Conversion", "Sustained Hits 1", skill=6)),
    ("W-3 Conversion, in Overwatch", 2, ability("Conversion", "Sustained Hits 1"), {},
     {"overwatch": True}),
    ("W-3 Conversion and what is critical without a hit", 4,
     ability("Conversion", "Sustained Hits 1", skill=6, modifiers={"critical_hits": "5+"})),
    ("W-4.8 re-roll ones", F(7, 2), mods(reroll_hits="ones")),
    ("W-4.8 re-roll failures", F(9, 2), mods(reroll_hits="failures")),
    ("W-4.8 re-roll what isn't critical", F(7, 2), mods(reroll_hits="non-criticals")),
    ("D-2 failures are those after a -1", F(20, 6), mods(reroll_hits="failures", hit=-1)),
    ("D-2 failures are those after a +1", F(32, 6), mods(reroll_hits="failures", hit=1)),
    ("W-4.8 the stronger re-roll", F(9, 2), mods(reroll_hits="failures"), {}, {},
     mods(reroll_hits="ones")),
    ("W-4.8 a critical hit hits", 4, {"skill": 6, **mods(critical_hits="3+")}),
    ("W-4.8 the lower critical", 4, {"skill": 6, **mods(critical_hits="5+")}, {}, {},
     mods(critical_hits="3+")),
    ("W-4.8 a critical hit that must hit first", 2,
     {"skill": 5, **mods(critical_hits="3+", critical_hits_need_success=True)}),
    ("W-4.8 where a 6 alone hits", 1,
     {"skill": 6, **mods(hit=-1, critical_hits="2+", critical_hits_need_success=True)}),
])  # fmt: skip
def test_hit_roll(right: Any, weapon: Any, target: Any, context: Any, unit: Any) -> None:
    equal(play({**GUN, **weapon}, target, context, unit).hits.mean, F(right) / 6)


def test_a_critical_hit_is_an_unmodified_roll() -> None:
    """W-1.1, W-4.8: modifiers make no 6; re-rolling all but criticals fishes for them."""
    lethal = ability("Lethal Hits", strength=1)  # needs 6 to wound T8
    hard = {"toughness": 8}
    for modifiers, critical, hit in (
        ({"hit": 1}, F(1, 6), F(4, 6)),
        ({"critical_hits": "5+"}, F(2, 6), F(3, 6)),
        ({"reroll_hits": "non-criticals"}, F(11, 36), F(7, 12)),
        ({"critical_hits": "2+"}, F(5, 6), F(5, 6)),
    ):
        found = play({**GUN, **lethal, **mods(**modifiers)}, hard)
        equal(found.wounds.mean, critical + (hit - critical) / 6)


def test_a_critical_hit_may_have_to_hit_first() -> None:
    """W-4.8: "a successful 5+" at BS 5+ and -1 is a 6 alone, with +1 or none a 5, too."""
    gun = {**GUN, "attacks": 12, "skill": 5, **ability("Sustained Hits 1")}
    for change, any_roll, successful in ((-1, 8, 4), (0, 8, 8), (1, 10, 10)):
        fields: Any = {"critical_hits": "5+", "hit": change}
        equal(play({**gun, **mods(**fields)}, {}).hits.mean, any_roll)
        need: Any = {**fields, "critical_hits_need_success": True}
        equal(play({**gun, **mods(**need)}, {}).hits.mean, successful)
        unit = {"modifiers": {"critical_hits_need_success": True}}
        equal(play({**gun, **mods(**fields)}, {}, {}, unit).hits.mean, successful)


# ------------------------------------------------------------------ wound roll, in sixths


@pytest.mark.parametrize("toughness", [1, 3, 4, 5, 8, 11, 24])
def test_wound_table(toughness: int) -> None:
    """W-1.2, all strengths from 1 to twice the toughness and more."""
    for strength in range(1, 2 * toughness + 3):
        ratio = F(strength, toughness)
        needed = 2 if ratio >= 2 else 3 if ratio > 1 else 4 if ratio == 1 else 5
        needed = 6 if ratio <= F(1, 2) else needed
        found = play({**SURE, "strength": strength}, {"toughness": toughness})
        check(found.wounds, F(needed - 1, 6), F(7 - needed, 6))


LANCE = ability("Lance", "Torrent")


@table([
    ("W-1.2 an unmodified 1 fails", 5, {"strength": 8, **mods(wound=1)}),
    ("W-1.2 an unmodified 6 wounds", 1, {"strength": 2, **mods(wound=-1)}),
    ("W-1.2 capped to +1", 4, mods(wound=3)),
    ("W-1.2 capped to -1 after adding up", 2, mods(wound=1), mods(wound=-3)),
    ("W-4.8 weapon, attacker and target add up", 4, mods(wound=1), mods(wound=-1), {},
     mods(wound=1)),
    ("W-4.8 negative ones are ignored before adding up", 4,
     mods(wound=1, ignore_wound_modifiers=True), mods(wound=-3)),
    ("W-4.8 strength adds up before the table", 4, mods(strength=3), {}, {}, mods(strength=-2)),
    ("W-4.8 strength is at least 1", 3, mods(strength=-50), {"toughness": 1}),
    ("W-4.8 -1 if stronger, stronger", 3, {"strength": 5}, mods(wound_if_stronger=-1)),
    ("W-4.8 -1 if stronger, equal", 3, {}, mods(wound_if_stronger=-1)),
    ("W-3 Lance, charged", 4, LANCE, {}, {"charged": True}),
    ("W-3 Lance, not charged", 3, LANCE),
    ("W-3 Twin-linked", F(9, 2), ability("Twin-linked", "Torrent")),
    ("W-3 Twin-linked and ones", F(9, 2), ability("Twin-linked", "Torrent",
                                                  **mods(reroll_wounds="ones"))),
    ("W-3 Twin-linked and fishing", F(7, 2), ability("Twin-linked", "Torrent",
                                                     **mods(reroll_wounds="non-criticals"))),
    ("W-4.8 re-roll ones", F(7, 2), mods(reroll_wounds="ones")),
    ("D-2 failures are those after a -1", F(20, 6), mods(reroll_wounds="failures", wound=-1)),
    ("W-4.8 a critical wound wounds", 4, mods(critical_wounds="3+"), TOUGH),
    ("W-3 Anti-X, with the keyword", 5, ability("Anti-Fly 2+", "Torrent"),
     {**TOUGH, "keywords": "fly"}),
    ("W-3 Anti-X, without the keyword", 1, ability("Anti-Fly 2+", "Torrent"), TOUGH),
    ("W-3 Anti-X and critical wounds, the lower", 4,
     ability("Anti-Fly 5+", "Torrent", **mods(critical_wounds="3+")), {**TOUGH, "keywords": "fly"}),
    ("W-4.8 floor", 3, {"strength": 8}, mods(wound_floor="4+")),
    ("W-4.8 floor against Anti-X", 3, ability("Anti-Fly 2+", "Torrent"),
     {"keywords": "fly", **mods(wound_floor="4+")}),
    ("W-4.8 floor against critical wounds", 2, mods(critical_wounds="2+"), mods(wound_floor="5+")),
])  # fmt: skip
def test_wound_roll(right: Any, weapon: Any, target: Any, context: Any, unit: Any) -> None:
    found = play({**SURE, "strength": 4, **weapon}, target, context, unit)
    equal(found.wounds.mean, F(right) / 6)


# -------------------------------------------------------- saving throw, sixths that fail

COVER = {"cover": True}
BOTH = {"invulnerable": "5+"}


@table([
    ("W-1.4 Sv4+", 3, {}, {"save": 4}),
    ("W-1.4 no save", 6, {}, {"save": "-"}),
    ("W-1.4 7+ is no save", 6, {}, {"save": "7+"}),
    ("W-1.4 7+ with a bonus", 5, {}, {"save": "7+", **mods(save=1)}),
    ("W-1.4 AP-2", 5, {"ap": -2}, {"save": 4}),
    ("W-1.4 no limit downward", 6, {"ap": -6}, {"save": 2}),
    ("W-1.4 an unmodified 1 fails", 1, {}, {"save": 2, **mods(save=1)}),
    ("W-1.4 at most +1", 2, {}, {"save": 4, **mods(save=3)}),
    ("W-4.8 worse saves", 4, {}, {"save": 4, **mods(save=-1)}),
    ("W-1.4 invulnerable, whatever the AP", 4, {"ap": -5}, {"save": 3, **BOTH}),
    ("W-1.4 the better of the two", 3, {"ap": -1}, {"save": 3, **BOTH}),
    ("W-1.4 no bonus on the invulnerable", 4, {"ap": -5}, {"save": 3, **BOTH, **mods(save=1)}),
    ("W-1.4 invulnerable without armour", 4, {}, {"save": "-", **BOTH}),
    ("W-1.4 invulnerable against ranged", 4, {}, {"invulnerable_ranged": "5+"}),
    ("W-1.4 invulnerable against ranged, melee", 6, MELEE, {"invulnerable_ranged": "5+"}),
    ("W-1.4 invulnerable against melee", 3, MELEE, {**BOTH, "invulnerable_melee": "4+"}),
    ("W-1.4 invulnerable against melee, ranged", 4, {}, {**BOTH, "invulnerable_melee": "4+"}),
    ("W-4.8 AP adds up", 5, {"ap": -1, **mods(ap=-1)}, {"save": 4, **mods(ap=1)}, {}, mods(ap=-1)),
    ("W-4.8 AP is never above 0", 3, {}, {"save": 4, **mods(ap=2)}),
    ("W-4.1 cover", 2, {}, {"save": 4}, COVER),
    ("W-4.1 cover of the target's own", 2, {}, {"save": 4, **mods(cover=True)}),
    ("W-4.1 cover of its own and of the situation", 2, {}, {"save": 4, **mods(cover=True)}, COVER),
    ("W-4.1 no cover of its own in melee", 3, MELEE, {"save": 4, **mods(cover=True)}),
    ("W-4.1 no cover in melee", 3, MELEE, {"save": 4}, COVER),
    ("W-4.1 no cover for 3+ against AP 0", 2, {}, {"save": 3}, COVER),
    ("W-4.1 no cover for 2+ against AP 0", 1, {}, {"save": 2}, COVER),
    ("W-4.1 cover for 3+ against AP-1", 2, {"ap": -1}, {"save": 3}, COVER),
    ("W-4.1 AP that the target takes away is AP 0", 2, {"ap": -1}, {"save": 3, **mods(ap=1)},
     COVER),
    ("W-4.1 no cover on the invulnerable", 4, {"ap": -5}, {"save": 3, **BOTH}, COVER),
    ("W-4.1 not cumulative", 4, {"ap": -2}, {"save": 4},
     {**COVER, "smokescreen": True, "go_to_ground": True}),
    ("W-3 Ignores Cover", 3, ability("Torrent", "Ignores Cover"), {"save": 4}, COVER),
    ("W-3 Indirect Fire, unseen: cover", 2, ability("Torrent", "Indirect Fire"), {"save": 4},
     {"visible": False}),
    ("W-4.4 plunging fire", 4, {}, {"save": 4}, {"plunging_fire": True}),
    ("W-4.4 no plunging melee", 3, MELEE, {"save": 4}, {"plunging_fire": True}),
    ("W-4.4 plunging fire is AP-1 for cover", 2, {}, {"save": 3},
     {**COVER, "plunging_fire": True}),
    ("W-4.7 go to ground: invulnerable 6+", 5, {}, {}, {"go_to_ground": True}),
    ("W-4.7 go to ground: not in melee", 6, MELEE, {}, {"go_to_ground": True}),
    ("W-4.7 go to ground: cover", 2, {}, {"save": 4}, {"go_to_ground": True}),
    ("W-4.7 go to ground: the leader too", 5, ability("Torrent", "Precision"),
     {"save": 2, "leader": {"wounds": 9}}, {"go_to_ground": True, "precision_on_character": True}),
    ("W-4.7 go to ground keeps the better", 4, {}, BOTH, {"go_to_ground": True}),
    ("W-4.7 smokescreen: cover", 2, {}, {"save": 4}, {"smokescreen": True}),
    ("W-4.8 re-roll saves of 1", F(5, 2), {}, {"save": 4, **mods(reroll_saves="ones")}),
    ("W-4.8 re-roll failed saves", F(8, 3), {"ap": -1},
     {"save": 4, **mods(reroll_saves="failures")}),
    ("W-4.8 re-roll invulnerable saves", F(8, 3), {}, {**BOTH, **mods(reroll_saves="failures")}),
])  # fmt: skip
def test_saving_throw(right: Any, weapon: Any, target: Any, context: Any, unit: Any) -> None:
    found = play({**SURE, **weapon}, target, context, unit)
    equal(found.unsaved.mean, WOUND * F(right) / 6)


@pytest.mark.parametrize("cap, fails", [("net", F(2, 6)), ("bonuses", F(3, 6))])
def test_save_cap(cap: str, fails: F) -> None:
    """W-1.4, ruling save_cap: Sv4+, AP-1 and +2 are +1 (3+), or -1 and +1 (4+)."""
    found = play({**SURE, "ap": -1}, {"save": 4, **mods(save=1)}, COVER, save_cap=cap)
    equal(found.unsaved.mean, WOUND * fails)


# --------------------------------------------------------------- number of attacks, damage

FIVE = {"models": 4, "leader": {"wounds": 1}}


@table([
    ("D-5 for each copy", [0, 0, F(1, 9), F(2, 9), F(3, 9), F(2, 9), F(1, 9)],
     {"attacks": "D3", "count": 2}),
    ("W-4.8 for each copy", [0, 0, 0, 0, 0, 0, 1], {"count": 2, **mods(attacks=1)}, {}, {},
     mods(attacks=1)),
    ("W-4.8 at least 1 where modified", [0, F(2, 3), F(1, 3)],
     {"attacks": "D3", **mods(attacks=-1)}),
    ("D-5 none where not modified", [F(1, 3)] * 3, {"attacks": "D3-1"}),
    ("W-4.8 at least 1, then Rapid Fire", [0, 0, 0, 1], ability("Rapid Fire 2", **mods(attacks=-5)),
     {}, NEAR),
    ("W-3 Rapid Fire, within half range", [0, 0, 0, 1], ability("Rapid Fire 2"), {}, NEAR),
    ("W-3 Rapid Fire, beyond", [0, 1], ability("Rapid Fire 2")),
    ("W-3 Rapid Fire D3", [0, 0, F(1, 3), F(1, 3), F(1, 3)], ability("Rapid Fire D3"), {}, NEAR),
    ("W-3 half range is measured: near", [0, 0, 1], ability("Rapid Fire 1", range=24), {},
     {"distance": 12}),
    ("W-3 half range is measured: far", [0, 1], ability("Rapid Fire 1", range=24), {},
     {"distance": 12.5, **NEAR}),
    ("W-3 Blast, 1 for 5 models", [0, 0, 0, 1], ability("Blast"), {"models": 14}),
    ("W-3 Blast counts the leader", [0, 0, 1], ability("Blast"), FIVE),
    ("W-3 Blast counts all groups", [0, 0, 1], ability("Blast"),
     {"groups": [{"models": 2}, {"models": 3}]}),
    ("W-3 Extra Attacks can't be modified", [0, 1], ability("Extra Attacks", **mods(attacks=2))),
    ("W-4.8 re-roll attacks of 1", [0, F(1, 9), F(4, 9), F(4, 9)],
     {"attacks": "D3", **mods(reroll_attacks="ones")}),
    ("W-4.8 re-roll attacks of 1: the lowest result",
     [0, 0, F(1, 81), *(F(10 * k, 81) for k in (2, 3, 2, 1))],
     {"attacks": "2D3", **mods(reroll_attacks="ones")}),
    ("W-4.8 re-roll attacks below average, not on it", [0, F(1, 9), F(4, 9), F(4, 9)],
     {"attacks": "D3", **mods(reroll_attacks="below-average")}),
    ("W-4.8 re-roll attacks below average", [0, *[F(1, 12)] * 3, *[F(1, 4)] * 3],
     {"attacks": "D6", **mods(reroll_attacks="below-average")}),
    ("W-4.8 re-roll attacks of up to 2", [0, *[F(1, 18)] * 2, *[F(2, 9)] * 4],
     {"attacks": "D6", **mods(reroll_attacks="<=2")}),
    ("W-4.8 re-roll attacks of up to more than all is all again", [0, F(1, 3), F(1, 3), F(1, 3)],
     {"attacks": "D3", **mods(reroll_attacks="<=9")}),
    ("W-3 after an Advance: Assault", [0, 1], ability("Assault"), {}, {"advanced": True}),
    ("W-3 after an Advance: no other", [1], {}, {}, {"advanced": True}),
    ("W-3 after an Advance: melee", [0, 1], MELEE, {}, {"advanced": True}),
])  # fmt: skip
def test_attacks(right: Any, weapon: Any, target: Any, context: Any, unit: Any) -> None:
    check(play({**GUN, **weapon}, target, context, unit).attacks, *right)


MELTA = ability("Torrent", "Melta 2")


@table([
    ("W-1.5 printed", [0, F(1, 3), F(1, 3), F(1, 3)], {"damage": "D3"}),
    ("W-4.8 adds up", [0, 0, 0, 1], mods(damage=1), {}, {}, mods(damage=1)),
    ("W-4.8 -1", [0, 0, 1], {"damage": 3}, mods(damage=-1)),
    ("W-4.8 -1, to a minimum of 1", [0, F(2, 3), F(1, 3)], {"damage": "D3"}, mods(damage=-1)),
    ("W-4.8 a 0 stays 0", [F(1, 3), F(2, 3)], {"damage": "D3-1"}, mods(damage=-1)),
    ("W-4.8 halved, rounding up", [0, F(1, 3), F(1, 3), F(1, 3)], {"damage": "D6"},
     mods(halve_damage=True)),
    ("W-4.8 damage to 1", [0, 1], {"damage": "D6"}, mods(damage_to=1)),
    ("W-4.8 damage to 2 of less", [0, 0, 1], {"damage": 1}, mods(damage_to=2)),
    ("W-4.8 damage to 3, halved", [0, 0, 1], {"damage": "D6"},
     mods(damage_to=3, halve_damage=True)),
    ("W-4.8 damage to 1, then Melta and +1, then -1", [0, 0, 0, 1],
     {**MELTA, "damage": 5, **mods(damage=1)}, mods(damage_to=1, damage=-1), NEAR),
    ("W-4.8 damage to 1 whatever is rolled again", [0, 1],
     {"damage": "D6", **mods(reroll_damage="ones")}, mods(damage_to=1)),
    ("W-3 Melta, within half range", [0, 0, 0, 1], MELTA, {}, NEAR),
    ("W-3 Melta, beyond", [0, 1], MELTA),
    ("W-4.8 halved, then Melta", [0, 0, 0, 0, 0, 1], {**MELTA, "damage": 5},
     mods(halve_damage=True), NEAR),
    ("W-4.8 halved, then Melta and +1, then -1", [0, 0, 0, 0, 0, 1],
     {**MELTA, "damage": 5, **mods(damage=1)}, mods(halve_damage=True, damage=-1), NEAR),
    ("W-4.8 re-roll damage of 1", [0, F(1, 9), F(4, 9), F(4, 9)],
     {"damage": "D3", **mods(reroll_damage="ones")}),
    ("W-4.8 re-roll damage below average", [0, *[F(1, 12)] * 3, *[F(1, 4)] * 3],
     {"damage": "D6", **mods(reroll_damage="below-average")}),
    ("W-4.8 re-roll damage of up to 5", [0, *[F(5, 36)] * 5, F(11, 36)],
     {"damage": "D6", **mods(reroll_damage="<=5")}),
    ("W-4.8 up to a number is of the whole expression", [0, 0, 0, F(1, 9), F(4, 9), F(4, 9)],
     {"damage": "D3+2", **mods(reroll_damage="<=3")}),
    ("W-4.8 of two re-rolls the one of more results", [0, *[F(1, 12)] * 3, *[F(1, 4)] * 3],
     {"damage": "D6", **mods(reroll_damage="below-average")}, {}, {}, mods(reroll_damage="<=2")),
    ("W-4.8 of two re-rolls up to numbers the higher", [0, *[F(5, 36)] * 5, F(11, 36)],
     {"damage": "D6", **mods(reroll_damage="<=5")}, {}, {}, mods(reroll_damage="below-average")),
])  # fmt: skip
def test_damage(right: Any, weapon: Any, target: Any, context: Any, unit: Any) -> None:
    found = play({**SURE, **weapon}, {"wounds": 9, **target}, context, unit)
    expected = [1 - WOUND + WOUND * right[0], *(WOUND * p for p in right[1:])]
    check(found.damage_rolled, *expected)
    check(found.damage, *expected)


def test_the_star_god_halves_damage() -> None:
    """W-4.8: hit on 3+, wound T11 on 5+, half fail the 4++; a D6 halved is 2 on average."""
    gun = {"attacks": 4, "skill": 3, "strength": 8, "ap": -2, "damage": "D6"}
    through = F(4) * F(2, 3) * F(1, 3) * F(1, 2)
    for modifiers, each in ({}, 2), ({"damage_to": 6}, 3), ({"save": 1}, 2):
        found = attack({"weapons": [gun]}, {"preset": "ctan", **mods(**modifiers)})
        equal(found.damage_rolled.mean, through * each)
    found = attack({"weapons": [gun]}, {"preset": "ctan", "modifiers": {"halve_damage": False}})
    equal(found.damage_rolled.mean, through * F(7, 2))


def test_what_damage_becomes_belongs_to_one_target() -> None:
    """Weapons that are aimed at one target after another keep nothing of the one before."""
    attacker = Unit(weapons=[{**GUN, "damage": 3}])
    targets = [Unit(**SOFT), Unit(**SOFT, modifiers={"damage_to": 1}), Unit(**SOFT)]
    weapons = prepared_weapons(attacker)
    found = [compile_attack(attacker, t, Context(), Ruleset(), None, weapons) for t in targets]
    amounts = [plan.steps[0].volleys[0].plain[0].amount for plan in found]
    assert amounts == [Amount.fixed(3), Amount.fixed(1), Amount.fixed(3)]


def test_devastating_damage_may_stay_as_it_is_printed() -> None:
    """Ruling devastating_reduction: damage_to is one of the target's modifiers."""
    gun = {**GUN, **ability("Torrent", "Devastating Wounds"), "damage": 4,
           **mods(critical_wounds="2+")}  # fmt: skip
    target = {"wounds": 9, **mods(damage_to=1)}
    equal(play(gun, target).mortal.mean, WOUND)
    equal(play(gun, target, devastating_reduction=False).mortal.mean, 4 * WOUND)


@pytest.mark.parametrize("ruling", ["print-2023", "errata-2023-09", "errata-2024"])
@pytest.mark.parametrize("extra", [[], ["Sustained Hits 1"], ["Lethal Hits"]])
def test_a_rider_as_large_as_the_devastating_damage_is_kept(ruling: str, extra: list[str]) -> None:
    gun = {
        "attacks": 3, "count": 5, "skill": 3, "strength": 4, "damage": 1,
        "abilities": ["Devastating Wounds", *extra],
        "modifiers": {"on_critical_wound": {"mortals": 1}},
    }  # fmt: skip
    target = {"models": 5, "toughness": 4, "save": 3, "wounds": 2}
    result = attack({"weapons": [gun]}, target, ruleset={"devastating": ruling})
    assert float(result.final.sum()) == pytest.approx(1.0, abs=1e-12)
    stages = ("attacks", "hits", "wounds", "mortal", "damage_rolled", "damage", "slain")
    for stage in stages:
        assert float(getattr(result, stage).array.sum()) == pytest.approx(1.0, abs=1e-12)


def test_one_devastating_wound_with_its_rider() -> None:
    gun = {
        "attacks": 1, "skill": 4, "strength": 4, "ap": -6, "damage": 1,
        "abilities": ["Devastating Wounds"],
        "modifiers": {"on_critical_wound": {"mortals": 1}},
    }  # fmt: skip
    result = attack({"weapons": [gun]}, {"models": 2, "toughness": 4, "save": 3, "wounds": 1})
    # hit 1/2; of six wound rolls 4 and 5 slay one, the 6 slays two
    assert result.slain.from_zero().tolist() == pytest.approx([3 / 4, 1 / 6, 1 / 12], abs=1e-15)


@pytest.mark.parametrize(
    "ruleset, one, two",
    [  # of six wound rolls 4 and 5 slay one; each of the 2 damage of a 6 is ignored on 4+
        ("2023", F(1, 3) + F(1, 12), F(1, 24)),
        ("2024", F(1, 3) + F(1, 8), 0),
        ("2024,devastating=errata-2023-09", F(1, 2), 0),  # no mortal wounds, so none ignored
        ({"set": 2024, "devastating": "print-2023"}, F(1, 3) + F(1, 12), F(1, 24)),
    ],
)
def test_a_set_of_rulings_stands_for_its_rulings_under_single_ones(
    ruleset: Any, one: F, two: F
) -> None:
    """W-3: printed rules and errata differ in what a Devastating critical wound does."""
    gun = {"attacks": 1, "strength": 4, "damage": 2, "abilities": "Torrent, Devastating Wounds"}
    target = {"models": 2, "toughness": 4, "wounds": 1, "feel_no_pain_mortals": 4}
    slain = attack(gun, target, ruleset=ruleset).slain.from_zero().tolist()
    assert [*slain, 0][:3] == pytest.approx([float(1 - one - two), float(one), float(two)])
