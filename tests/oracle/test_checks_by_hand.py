"""Checks worked out by hand, in fractions: a test for each rule (contract, section 4).

The expected numbers follow from the rules digest (codes such as W-5.4), not from the literal
dice-roller, and take no time: `mutate.py` breaks a rule and runs the test of that rule alone.
"""

from __future__ import annotations

from fractions import Fraction as F
from math import comb
from typing import Any

import pytest

import mathhammer
from mathhammer.results.check import CheckResult

ROUNDING = 1e-12
#: P(2D6 shows this or more), of 36.
WAYS = {2: 36, 3: 35, 4: 33, 5: 30, 6: 26, 7: 21, 8: 15, 9: 10, 10: 6, 11: 3, 12: 1, 13: 0}


def two(needed: int) -> F:
    return F(WAYS[max(needed, 2)], 36)


def close(got: float | None, right: F | int) -> None:
    assert got is not None and abs(got - float(right)) <= ROUNDING, (got, right, float(right))


def asked(kind: str, right: F | int, **fields: Any) -> CheckResult:
    result = mathhammer.check(kind, **fields)
    close(result.probability, right)
    return result


def masses(distribution: Any, *right: F | int) -> None:
    got = distribution.from_zero().tolist()
    assert sum(right) == 1 and len(got) == len(right), got
    for mass, expected in zip(got, right, strict=True):
        close(mass, expected)


def binomial(n: int, p: F) -> list[F]:
    return [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]


# -------------------------------------------------------------------------------- charges


@pytest.mark.parametrize("needed", range(2, 14))
def test_a_charge_rolls_two_dice(needed: int) -> None:
    result = asked("charge", two(needed), needed=needed)
    close(result.distribution and result.distribution.mean, 7)


@pytest.mark.parametrize(
    "fields, needed",
    [
        ({"distance": 9}, 8),
        ({"distance": 9.1}, 9),
        ({"distance": 9.6}, 9),
        ({"distance": 12}, 11),
        ({"distance": 12.1}, 13),  # can't be declared
        ({"distance": 1}, 2),
        ({"distance": [4, 9.5, 7]}, 9),  # every target must be reached
        ({"distance": [4, 12.5]}, 13),
        ({"distance": 4.5, "climb": 3}, 7),  # the example of the rules
        ({"distance": 4.5, "climb": 2}, 4),  # low terrain is no obstacle
        ({"distance": 4.5, "climb": 2.5}, 6),
        ({"distance": 8, "barricade": True}, 6),
        ({"distance": 8, "barricade": True, "climb": 4}, 10),
        ({"distance": 15, "move": 6}, 8),
        ({"distance": 19, "move": 6}, 13),
        ({"distance": 4, "move": 6}, 2),
        ({"needed": 9, "modifier": 2}, 7),
        ({"needed": 9, "modifier": -1}, 10),
    ],
)
def test_what_a_charge_needs_in_40k(fields: dict[str, Any], needed: int) -> None:
    asked("charge", two(needed), **fields)


@pytest.mark.parametrize(
    "fields, needed",
    [
        ({"distance": 8.5}, 8),
        ({"distance": 9}, 9),
        ({"distance": 12.5}, 12),  # no limit on declaring
        ({"distance": [3, 6.5]}, 6),
        ({"distance": 5.5, "climb": 1}, 5),
        ({"distance": 5.5, "climb": 1.5}, 7),
        ({"distance": 11, "move": 5}, 6),
        ({"distance": 6, "move": 5}, 3),  # a move stops outside of combat
        ({"needed": 9, "modifier": 1}, 8),
        ({"needed": 1, "modifier": -20}, 2),  # no roll is modified below 1
    ],
)
def test_what_a_charge_needs_in_age_of_sigmar(fields: dict[str, Any], needed: int) -> None:
    asked("charge", two(needed), game="aos", **fields)


def test_a_failed_charge_is_rolled_again() -> None:
    once = two(9)
    asked("charge", once + (1 - once) * once, needed=9, reroll="failed")
    # Age of Sigmar: a 6 kept needs 3 more (4/6), a 5 kept 4, a 4 kept 5, a 3 kept 6; two
    # lower dice are both rolled again, or nothing is better: 57 % (the digest's own number).
    kept = {6: F(4, 6), 5: F(3, 6), 4: F(2, 6), 3: F(10, 36), 2: F(10, 36), 1: F(10, 36)}
    pairs = [(a, b) for a in range(1, 7) for b in range(1, 7)]
    best = F(sum(a + b >= 9 for a, b in pairs), 36)
    best += sum(max(kept[a], kept[b]) for a, b in pairs if a + b < 9) / 36
    result = asked("charge", best, needed=9, reroll="failed", game="aos")
    assert round(result.probability or 0, 3) == 0.569
    assert result.ruleset == {"aos_reroll": "any"}
    asked(
        "charge", once + (1 - once) * once, needed=9, reroll="failed", game="aos",
        ruleset="aos_reroll=all",
    )  # fmt: skip
    asked("charge", two(7) + (1 - two(7)) * two(7), needed=9, modifier=2, reroll="failed")


def test_a_charge_keeps_the_highest_of_three_dice() -> None:
    right = F(sum(sum(sorted((a, b, c))[1:]) >= 9 for a in range(1, 7) for b in range(1, 7)
                  for c in range(1, 7)), 216)  # fmt: skip
    asked("charge", right, needed=9, dice="3D6kh2")


def test_the_lowest_dice_of_a_roll_count() -> None:
    right = F(sum(sum(sorted((a, b, c))[:2]) >= 9 for a in range(1, 7) for b in range(1, 7)
                  for c in range(1, 7)), 216)  # fmt: skip
    asked("charge", right, needed=9, dice="3D6kl2")
    # Fives and sixes (8 ways); a 4 with 5, 5 (3), 5, 6 (6) or 6, 6 (3); a 3 with 6, 6 (3).
    assert right == F(8 + 3 + 6 + 3 + 3, 216)


def test_an_extra_die_is_added_or_one_is_dropped() -> None:
    """D-1: one more die of the same kind."""
    for extra, dice in (("keep-highest", "3D6kh2"), ("keep-lowest", "3D6kl2"), ("add", "3D6")):
        right = mathhammer.check("charge", needed=9, dice=dice).probability
        for name in (extra, extra.upper(), extra.replace("-", " ")):
            assert mathhammer.check("charge", needed=9, extra_die=name).probability == right
    asked("leadership", F(1, 6**3), leadership=12, extra_die="keep-lowest")
    asked("advance", F(11, 36), move=6, needed=12, extra_die="keep-highest")
    asked("banish", F(1, 6**3) + 3 * F(5, 6**3), value=12, extra_die="keep-highest")


def test_a_modifier_may_be_rolled() -> None:
    """D-2: a number is added that is rolled itself."""
    asked("charge", sum(two(9 + m) for m in (1, 2, 3)) / 6, needed=9, modifier="-D6")
    asked("charge", (two(9) + two(8) + two(7)) / 3, needed=9, modifier="D3-1")
    asked("charge", (two(9) + two(8) + two(7)) / 3, needed=9, modifier="d3 \u2212 1")
    asked("advance", (F(2, 6) + F(3, 6) + F(4, 6)) / 3, move=6, needed=12, modifier="D3")
    asked("leadership", (two(8) + two(9) + two(10)) / 3, leadership=7, modifier="-D3")
    asked("battleshock", 1 - (two(8) + two(9) + two(10)) / 3, leadership=7, modifier="-D3")
    asked("cast", (two(5) + two(4) + two(3)) / 3, value=6, modifier="D3")
    # A 3 is a prayer of 4 with any of 1, 2, 3 added; a 2 with 2 or 3.
    asked("prayer", F(3, 6) + F(1, 6) + F(1, 6) * F(2, 3), value=4, modifier="D3")
    # The less of two D3 is 1 five times of nine, 2 three times, 3 once.
    right = (5 * two(10) + 3 * two(11) + two(12)) / 9
    asked("charge", right, needed=9, modifier="-2D3kl1")


def test_a_modifier_is_known_before_a_re_roll() -> None:
    """D-2: it is rolled with the dice, and stays as it is."""
    needs = [two(8), two(7), two(6)]
    right = sum(p + (1 - p) * p for p in needs) / 3
    result = asked("charge", right, needed=9, reroll="failed", modifier="D3")
    assert any("stays" in note for note in result.notes)
    asked("charge", right, needed=9, command_reroll=1, modifier="D3")
    once = mathhammer.check("charge", needed=9, modifier="D3")
    assert not any("stays" in note for note in once.notes)
    # A casting roll that needs a 12 or an 11: any of its dice, the best choice.
    again = [mathhammer.check("cast", value=v, reroll="failed").probability for v in (12, 11)]
    right = F(1, 3) * sum(map(F, again)) + F(1, 3) * F(
        mathhammer.check("cast", value=10, reroll="failed").probability
    )
    asked("cast", right, value=13, reroll="failed", modifier="D3")


def test_how_likely_a_double_is() -> None:
    """Two of the dice that count show the same face, after re-rolls."""
    close(mathhammer.check("charge", needed=9).double, F(1, 6))
    # 5, 5 and 6, 6 are kept; of 26 failed rolls of 36 one in six becomes a double.
    close(mathhammer.check("charge", needed=9, reroll="failed").double, F(2, 36) + F(26, 36) / 6)
    close(mathhammer.check("charge", needed=9, command_reroll=1).double, F(2, 36) + F(26, 36) / 6)
    close(mathhammer.check("charge", needed=9, dice="3D6").double, 1 - F(6 * 5 * 4, 216))
    # Of the highest two: the third is at most as high as both. Six triples, or two equal and
    # one below, 3 ways each: 3 x (0 + 1 + 2 + 3 + 4 + 5).
    close(mathhammer.check("charge", needed=9, dice="3D6kh2").double, F(6 + 3 * 15, 216))
    close(mathhammer.check("leadership", leadership=7).double, F(1, 6))
    close(mathhammer.check("cast", value=7).double, F(1, 6))
    close(mathhammer.check("run", move=5, dice="2D3").double, F(1, 3))
    # No test, no roll.
    close(mathhammer.check("battleshock", leadership=7, models=5, starting_models=10).double, F(0))
    # Age of Sigmar, a 12: a 6 is kept and its fellow rolled again; (6, 6) stays. Of a pair
    # without a 6 both are rolled again.
    right = F(1, 36) + F(10, 36) / 6 + F(25, 36) / 6
    close(mathhammer.check("banish", value=12, reroll="failed").double, right)
    for fields in ({"needed": 9, "dice": "D6+D3"}, {"needed": 3, "dice": "D6"}):
        assert "double" not in mathhammer.check("charge", **fields).named


def test_an_advance_before_a_charge_is_taken_jointly() -> None:
    # 18 inches, Move 6: the die leaves 11 to 6, which need 10 to 5.
    right = sum(two(18 - 6 - face - 1) for face in range(1, 7)) / 6
    result = asked("charge", right, distance=18, move=6, advance=True)
    assert [step["needed"] for step in result.by_die] == [10, 9, 8, 7, 6, 5]
    # 21 inches: 15 less the die; below a 3 it is still out of range.
    right = sum(two(14 - face) for face in range(3, 7)) / 6
    result = asked("charge", right, distance=21, move=6, advance="D6")
    assert result.by_die[0]["needed"] is None and result.by_die[1]["needed"] is None
    asked("charge", two(18 - 6 - 6 - 1), distance=18, move=6, advance=6)
    right = sum(two(13 - face) for face in range(1, 7)) / 6
    asked("charge", right, distance=18.5, move=5, run=True, game="aos")


def test_an_advance_adds_a_die_to_the_move() -> None:
    result = asked("advance", F(3, 6), move=6, needed=10)
    masses(result.distribution, *[0] * 7, *[F(1, 6)] * 6)
    asked("advance", F(3, 4), move=6, needed=10, reroll="failed")
    asked("advance", F(4, 6), move=6, needed=10, modifier=1)
    asked("advance", F(3, 6), move=6, needed=9.5)
    asked("run", F(1, 6), move=4, needed=10)
    asked("run", 1, move=4, needed=5, modifier=-3)  # no roll is modified below 1
    asked("advance", F(3, 6), move=4, needed=5, modifier=-3)
    assert mathhammer.check("advance", move=6).probability is None
    # A random Move is one roll for the unit (D-5): 2D6 and a D6.
    asked("advance", F(1, 216), move="2D6", needed=18)


# ------------------------------------------------------------------- tests of Leadership


def test_leadership_passes_on_its_value_or_more() -> None:
    asked("leadership", F(26, 36), leadership="6+")
    asked("leadership", F(21, 36), leadership=6, modifier=-1)
    asked("leadership", 1 - F(10, 36) ** 2, leadership=6, reroll="failed")


def test_battleshock_is_the_failed_test() -> None:
    asked("battleshock", F(15, 36), leadership="7+")
    asked("battleshock", F(15, 36) ** 2, leadership=7, reroll="failed")
    asked("battleshock", F(10, 36), leadership=7, modifier=1)


@pytest.mark.parametrize(
    "fields, tested",
    [
        ({"models": 5, "starting_models": 10}, False),
        ({"models": 4, "starting_models": 10}, True),
        ({"models": 3, "starting_models": 5}, False),
        ({"models": 2, "starting_models": 5}, True),
        ({"wounds_left": 6, "wounds": 12}, False),
        ({"wounds_left": 5, "wounds": 12}, True),
        ({"wounds_left": 3, "wounds": 7}, True),
        ({"models": 1, "starting_models": 1, "wounds_left": 2, "wounds": 5}, True),
        ({"models": 1, "starting_models": 2, "wounds_left": 1, "wounds": 5}, False),
        ({"models": 1, "starting_models": 3, "wounds_left": 5, "wounds": 5}, True),
    ],
)
def test_battleshock_is_tested_below_half_strength(fields: dict[str, int], tested: bool) -> None:
    result = asked("battleshock", F(10, 36) if tested else 0, leadership=6, **fields)
    assert ("no test is taken" in " ".join(result.notes)) is not tested


# ------------------------------------------------------------------------------- dangers


def test_a_desperate_escape_slays_on_1_and_2() -> None:
    masses(mathhammer.check("desperate_escape", models=3).distribution, *binomial(3, F(1, 3)))


def test_a_hazardous_weapon_slays_its_bearer_on_a_1() -> None:
    result = asked("hazardous", F(11, 36), weapons=2)
    masses(result.distribution, *binomial(2, F(1, 6)))
    for field in ("bearer", "target"):
        result = asked("hazardous", F(11, 36), weapons=2, **{field: "mortal"})
        masses(result.distribution, F(25, 36), 0, 0, F(10, 36), 0, 0, F(1, 36))


def test_a_deadly_demise_is_rolled_for_each_unit() -> None:
    result = asked("deadly_demise", F(1, 6), value="D3", units=2)
    masses(result.distribution, F(5, 6), 0, *(F(n, 54) for n in (1, 2, 3, 2, 1)))
    masses(result.each, F(5, 6), *[F(1, 18)] * 3)
    masses(asked("deadly_demise", F(1, 6), value=1).distribution, F(5, 6), F(1, 6))
    masses(asked("deadly_demise", F(1, 6), value="D6", units=0).distribution, 1)


def test_passengers_are_hurt_on_a_1_and_in_an_emergency_up_to_3() -> None:
    masses(mathhammer.check("transport_destroyed", models=2).distribution, *binomial(2, F(1, 6)))
    result = mathhammer.check("transport_destroyed", models=2, emergency=True)
    masses(result.distribution, *binomial(2, F(1, 2)))


def test_a_retreat_costs_d3() -> None:
    masses(mathhammer.check("retreat").distribution, 0, F(1, 3), F(1, 3), F(1, 3))


# --------------------------------------------------------------- stratagems and commands


def test_grenade_is_six_dice_on_4() -> None:
    masses(mathhammer.check("grenade").distribution, *binomial(6, F(1, 2)))


def test_tank_shock_gains_two_dice_where_it_is_stronger() -> None:
    for strength, toughness, dice in ((3, 3, 3), (3, 4, 3), (4, 3, 6), (2, 1, 4)):
        result = mathhammer.check("tank_shock", strength=strength, toughness=toughness)
        masses(result.distribution, *binomial(dice, F(1, 3)))


def test_tank_shock_inflicts_six_at_most() -> None:
    result = mathhammer.check("tank_shock", strength=8, toughness=9)
    right = binomial(8, F(1, 3))
    masses(result.distribution, *right[:6], sum(right[6:]))


def test_a_rally_returns_models_first_and_heals_with_the_rest() -> None:
    result = mathhammer.check("rally", dice=3, health=2, slain=1, damage_taken=1)
    none, one, two_, three = binomial(3, F(1, 2))
    masses(result.distribution, none, one, two_, three)
    masses(result.returned, none + one, two_ + three)
    masses(result.healed, none + two_, one + three)
    # Nothing more returns than was slain; what is left heals.
    result = mathhammer.check("rally", dice=3, health=1, slain=2)
    masses(result.returned, none, one, two_ + three)
    result = mathhammer.check("rally", health=2, slain=10)
    close(result.returned.mean, F(5, 4))
    assert result.distribution is not None and result.distribution.maximum == 6


def test_power_through_inflicts_d3() -> None:
    masses(mathhammer.check("power_through").distribution, 0, F(1, 3), F(1, 3), F(1, 3))


# --------------------------------------------------------------------------------- magic


def test_a_double_1_is_a_miscast_whatever_is_added() -> None:
    result = asked("cast", F(35, 36), value=5, modifier=3)
    close(result.miscast, F(1, 36))
    result = asked("cast", F(26, 36), value=6)
    close(result.failed, F(9, 36))
    assert "unbound" not in result.named


def test_unbinding_must_beat_the_casting_roll() -> None:
    ways = {t: 6 - abs(t - 7) for t in range(2, 13)}

    def effect(value: int, modifier: int = 0, against: int = 0) -> F:
        return sum(
            (F(ways[t] * ways[u], 1296) for t in ways for u in ways
             if t > 2 and t + modifier >= value and u + against <= t + modifier), F(0),
        )  # fmt: skip

    result = asked("cast", effect(6), value=6, unbind=1)
    close(result.probability, F(656, 1296))
    close(result.unbound, F(26, 36) - effect(6))
    asked("cast", effect(6, 1), value=6, unbind=1, modifier=1)
    asked("cast", effect(6, 1, 2), value=6, unbind=1, modifier=1, unbind_modifier=2)
    asked("cast", F(26, 36), value=6, unbind=0)


def test_a_casting_roll_is_rolled_again_where_it_fails_or_miscasts() -> None:
    # Value 3, no unbinding: only a double 1 fails. One die again makes 3 on a 2 or more.
    result = asked("cast", F(35, 36) + F(1, 36) * F(35, 36), value=3, reroll="failed")
    close(result.miscast, F(1, 36) * F(1, 36))
    both = F(26, 36) + F(10, 36) * F(26, 36)
    asked("cast", both, value=6, reroll="failed", ruleset="aos_reroll=all")
    assert (mathhammer.check("cast", value=6, reroll="failed").probability or 0) > both


def test_a_place_of_power_adds_1_unless_its_die_is_a_1() -> None:
    asked("cast", F(1, 6) * two(8) + F(5, 6) * two(7), value=8, place_of_power=True)
    result = asked("place_of_power", F(5, 6))
    masses(result.distribution, F(5, 6), *[F(1, 18)] * 3)


def test_a_manifestation_is_banished_by_its_value_or_more() -> None:
    asked("banish", F(21, 36), value=7)
    asked("banish", F(26, 36), value=7, modifier=1)
    asked("banish", F(21, 36) * (1 + F(15, 36)), value=7, reroll="failed",
          ruleset="aos_reroll=all")  # fmt: skip


def test_a_prayer_is_answered_by_the_roll_or_with_the_bank() -> None:
    asked("prayer", F(3, 6), value=4)
    asked("prayer", F(5, 6), value=2)
    asked("prayer", F(5, 6), value=1)  # an unmodified 1 fails
    asked("prayer", F(4, 6), value=4, modifier=1)
    asked("prayer", F(4, 6), value=6, banked=3)
    asked("prayer", 0, value=7)


def test_what_is_too_little_for_a_prayer_is_banked() -> None:
    # Value 4, two turns: half at once; a 2 or 3 banked answers with all but a 1; after a 1
    # half again.
    result = asked("prayer", F(1, 2) + F(2, 6) * F(5, 6) + F(1, 6) * F(1, 2), value=4, turns=2)
    assert [round(p, 4) for p in result.by_turn] == [0.5, 0.8611]
    # The modified roll is banked. Value 8, 1 banked, +1: a 6 answers; 2 to 5 leave 4 to 7, which
    # take 3 or more, or all but a 1; after a 1 even a 6 is too little.
    right = F(1, 6) + F(1, 6) * (F(4, 6) + 3 * F(5, 6))
    asked("prayer", right, value=8, modifier=1, turns=2, banked=1)


def test_a_1_costs_d3_points_of_the_bank() -> None:
    # Value 6, 3 banked: 3 or more answers (4/6); a 2 makes 5 in the bank; a 1 leaves 2, 1, 0.
    after_1 = (F(3, 6) + F(2, 6) + F(1, 6)) / 3
    right = F(4, 6) + F(1, 6) * F(5, 6) + F(1, 6) * after_1
    asked("prayer", right, value=6, banked=3, turns=2)
    # Never below 0: with 1 banked a 1 leaves none, and a 6 alone answers; 2, 3 and 4 leave 3
    # to 5, of which the first takes 3 or more.
    right = F(2, 6) + F(1, 6) * (F(4, 6) + 2 * F(5, 6)) + F(1, 6) * F(1, 6)
    asked("prayer", right, value=6, banked=1, turns=2)


def test_the_lowest_of_several_prayers_is_answered() -> None:
    result = asked("prayer", F(3, 6), value=[6, 4])
    close(result.each["6"], F(1, 6))
    close(result.each["4"], F(3, 6))


# --------------------------------------------------------------------------------- battle


def test_a_double_turn_takes_a_won_roll_of_who_went_second() -> None:
    result = mathhammer.check("priority", rounds=3)
    masses(result.distribution, *binomial(2, F(15, 36)))
    close(result.double_turn, 1 - F(21, 36) ** 2)
    close(mathhammer.check("priority").double_turn, 1 - F(21, 36) ** 4)
    close(mathhammer.check("priority", rounds=1).double_turn, 0)
