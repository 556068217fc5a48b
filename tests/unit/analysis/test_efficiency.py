"""Points, ranks, mixes and break-even points: each number beside the engine's."""

from __future__ import annotations

from fractions import Fraction as F

import numpy as np
import pytest
from support.by_hand import SOFT, SURE

from mathhammer.analysis import breakeven, durability, mixes, ranking
from mathhammer.analysis.breakeven import break_even, break_even_table
from mathhammer.analysis.durability import (
    effective_wounds,
    hammers_and_anvils,
    hammers_and_anvils_table,
)
from mathhammer.analysis.efficiency import EFFICIENCY, MEASURES, efficiency, measure
from mathhammer.analysis.mixes import Weighted, read_mix
from mathhammer.analysis.ranking import Ranking, superiority
from mathhammer.api import attack, compare
from mathhammer.core.distribution import Distribution
from mathhammer.core.errors import MathhammerError, TooLargeError
from mathhammer.results.comparison import Comparison

LOADOUTS = [
    {"name": "bolts", "points": 80, "weapons": ["10x A2 BS3+ S4 AP-1 D1"]},
    {"name": "plasma", "points": 110, "weapons": ["5x A2 BS3+ S8 AP-3 D2"]},
    {"name": "las", "points": 120, "weapons": ["2x A1 BS3+ S12 AP-3 DD6+1"]},
]
TARGETS = [{"preset": "meq", "points": 80}, {"preset": "geq", "points": 65}, "veq"]
MIX = "60 % meq, 30 % geq, 10 % veq"


# ---------------------------------------------------------------------------- a match-up


def test_points_of_wounds_and_models_by_hand():
    """One wound off a model of two with 5/6: no model falls; 30 points on 6 wounds."""
    target = {**SOFT, "models": 3, "wounds": 2, "points": 30}
    row = efficiency(attack({"points": 50, "weapons": [SURE]}, target))
    right = {
        "points_destroyed": 0,
        "points_per_100": 0,
        "points_lost_per_100": 0,
        "wound_points": F(5, 6) * 5,
        "wound_points_per_100": F(5, 6) * 5 * 2,
        "wound_points_lost_per_100": F(5, 6) * 5 * 100 / 30,
        "damage_per_100": F(5, 6) * 2,
        "cost_per_slain": None,
        "points_lost_back": 0,
    }
    assert set(row) == set(EFFICIENCY) == set(right)
    for name, value in right.items():
        assert row[name] == (None if value is None else pytest.approx(float(value)))


def test_parts_have_points_of_their_own():
    target = {
        **SOFT, "groups": [{"models": 2, "points": 20}, {"models": 1, "wounds": 4, "points": 40}]
    }  # fmt: skip
    row = efficiency(attack([{**SURE, "count": 3}], target))
    p = F(5, 6)
    three, two, one = p**3, 3 * p**2 * (1 - p), 3 * p * (1 - p) ** 2
    assert row["wound_points"] == pytest.approx(float(one * 10 + two * 20 + three * 30))
    assert row["points_destroyed"] == pytest.approx(float(one * 10 + (two + three) * 20))
    assert row["wound_points_lost_per_100"] == pytest.approx(row["wound_points"] * 100 / 60)


def test_hazardous_loses_points_back():
    gun = {**SURE, "count": 2, "abilities": ["Torrent", "Hazardous"]}
    squad = {"points": 90, "models": 3, "weapons": [gun]}
    assert efficiency(attack(squad, SOFT))["points_lost_back"] == pytest.approx(30 * 2 / 6)
    tank = {"points": 90, "keywords": "Vehicle", "weapons": [gun]}
    assert efficiency(attack(tank, SOFT))["points_lost_back"] is None
    tank |= {"toughness": 9, "wounds": 5}
    # One 1 costs 3 of 5 wounds, two all 5.
    right = 90 * (F(10, 36) * 3 + F(1, 36) * 5) / 5
    assert efficiency(attack(tank, SOFT))["points_lost_back"] == pytest.approx(float(right))
    assert efficiency(attack([gun], SOFT))["points_lost_back"] is None


def test_what_share_of_a_unit_a_bearer_is_must_be_known():
    gun = {**SURE, "count": 12, "abilities": ["Torrent", "Hazardous"]}

    def lost(squad):
        row = efficiency(attack({"points": 100, **squad}, SOFT))
        assert ("points_lost_back" in all_of(squad)) == (row["points_lost_back"] is not None)
        return row["points_lost_back"]

    def all_of(squad):
        return compare([{"points": 100, **squad}], [SOFT]).table("all")

    assert lost({"weapons": [gun]}) is None
    assert lost({"weapons": [gun], "toughness": 4, "wounds": 1}) is None
    assert lost({"weapons": [{**gun, "count": 1}]}) == pytest.approx(100 / 6)
    assert lost({"weapons": [gun], "models": 12}) == pytest.approx(100 * 2 / 12)
    groups = {"toughness": 4, "wounds": 1, "groups": [{"models": 8}, {"models": 4}]}
    assert lost({"weapons": [gun], **groups}) == pytest.approx(100 * 2 / 12)
    # Two bearers that are one model: it is lost but once.
    assert lost({"weapons": [{**gun, "count": 2}], "models": 1}) == pytest.approx(100 * 11 / 36)
    assert lost({"weapons": [{**gun, "abilities": ["Torrent"]}]}) == 0


def test_a_table_has_the_efficiency_and_at_least_columns():
    both = compare(LOADOUTS, TARGETS)
    table = both.table("all", at_least=[1, 3])
    for (_, row), result in zip(table.iterrows(), both.results, strict=True):
        for name, value in efficiency(result).items():
            assert row[name] == value or (value is None and np.isnan(row[name]))
        for k in (1, 3):
            assert row[f"slain_at_least_{k}"] == result.slain.at_least(k)
            assert row[f"damage_at_least_{k}"] == result.damage.at_least(k)
    assert table["points_per_100"].isna().tolist() == [False, False, True] * 3


def test_the_numbers_of_at_least_are_whole():
    both = compare(LOADOUTS, TARGETS)
    assert both.table(at_least=2).equals(both.table(at_least=[2]))
    assert list(both.table(at_least=[2, 2, np.int64(2)])) == list(both.table(at_least=[2]))
    for wrong in (["a"], [1.5], [-1], [True], [None], "2", 1.5, [10**9]):
        with pytest.raises(MathhammerError, match=r"at_least: .* is not a whole number from 0"):
            both.table(at_least=wrong)
    with pytest.raises(MathhammerError, match="at_least: None is not"):
        both.table(at_least=None)


def test_every_measure_can_be_asked_for():
    result = attack(LOADOUTS[0], TARGETS[0])
    values = {name: measure(name)(result) for name in MEASURES}
    assert values["damage"] == result.damage.mean and values["slain"] == result.slain.mean
    assert values["damage_rolled"] == result.damage_rolled.mean
    assert values["destroyed"] == result.destroyed
    assert {name: values[name] for name in EFFICIENCY} == efficiency(result)
    with pytest.raises(MathhammerError, match="did you mean 'slain'"):
        measure("slian")


# ---------------------------------------------------------------------------------- mixes


def test_a_mix_is_the_weighted_mean_and_the_mixture():
    mix = read_mix(MIX)
    both = compare(LOADOUTS, list(mix.targets))
    over = Weighted(both, mix.shares)
    for (_, row), attacker in zip(over.table().iterrows(), LOADOUTS, strict=True):
        single = [attack(attacker, target) for target in ("meq", "geq", "veq")]
        means = [r.slain.mean for r in single]
        assert row["slain_mean"] == pytest.approx(np.dot((0.6, 0.3, 0.1), means))
        seconds = [r.slain.mean**2 + r.slain.var for r in single]
        variance = np.dot((0.6, 0.3, 0.1), seconds) - row["slain_mean"] ** 2
        assert row["slain_sd"] == pytest.approx(variance**0.5)
        assert row["destroyed"] == pytest.approx(
            np.dot((0.6, 0.3, 0.1), [r.destroyed for r in single])
        )
        assert row["cost_per_slain"] == pytest.approx(attacker["points"] / row["slain_mean"])
        below = sum(w * r.damage.cdf(int(row["damage_q50"]) - 1)
                    for w, r in zip((0.6, 0.3, 0.1), single, strict=True))  # fmt: skip
        assert below < 0.5
    assert list(over.table().columns) == list(mixes.COLUMNS)


@pytest.mark.parametrize(
    "value, shares",
    [
        (MIX, (0.6, 0.3, 0.1)),
        ("60% meq,30% geq,10% veq", (0.6, 0.3, 0.1)),
        ("33.3% meq, 33.3% geq, 33.3% 5x T4 Sv3+ W2 [Infantry, Stealth]", (1 / 3,) * 3),
        ({"meq": 2, "geq": 1, "veq": 1}, (0.5, 0.25, 0.25)),
        ([[1, "meq"], [3, {"toughness": 4, "wounds": 1}]], (0.25, 0.75)),
    ],
)
def test_mixes_are_read(value, shares):
    assert read_mix(value).shares == pytest.approx(shares)


@pytest.mark.parametrize(
    "value, words",
    [
        ("60% meq, 30% geq", "add up to 90 %"),
        ("meq", "'meq' is not a share of a mix"),
        ("60% meq, 40% gqe", r"\[1\]: .*did you mean 'geq'"),
        ("", "is not a share"),
        ("100%", "is not a share"),
        ({}, "a mix of 0"),
        ({"meq": -1}, "is not a weight"),
        ({"meq": float("nan")}, "is not a weight"),
        ({"meq": True}, "is not a weight"),
        ([["meq"]], "is not a weight and a target"),
        (3, "is not a mix of targets"),
        ("1% meq," * 5000, "up to 10000"),
        ([[1, "meq"]] * 101, "from 1 to 100"),
    ],
)
def test_wrong_mixes_are_refused(value, words):
    with pytest.raises(MathhammerError, match=words):
        read_mix(value)


def test_shares_fit_their_targets():
    with pytest.raises(MathhammerError, match="2 shares"):
        Weighted(compare(LOADOUTS, ["meq", "geq"]), [1.0])
    with pytest.raises(MathhammerError, match="no mixture"):
        Weighted(compare(LOADOUTS, ["meq"])).distribution(0, "hits")


@pytest.mark.parametrize(
    "shares, words",
    [
        ([1.5, -0.5], "1.5 is no share"),
        ([float("nan"), 0.5], "nan is no share"),
        ([float("inf"), 0.5], "inf is no share"),
        (["a", 0.5], "'a' is no share"),
        ([True, 0.0], "True is no share"),
        ([None, 1.0], "None is no share"),
        (0.5, "0.5 is no list"),
        ("ab", "'ab' is no list"),
        ([0.5, 0.4], "2 shares from 0 to 1 that sum to 1"),
        ([1.0], "2 shares"),
    ],
)
def test_shares_that_can_not_be_are_refused(shares, words):
    both = compare(LOADOUTS, TARGETS[:2])
    for ask in (Weighted, Ranking, lambda c, s: break_even_table(c, 0, "damage", s)):
        with pytest.raises(MathhammerError, match=f"shares: {words}") as caught:
            ask(both, shares)
        assert str(caught.value).count("\n") == 0
    assert Weighted(both, np.array([0.25, 0.75])).shares == [0.25, 0.75]


# --------------------------------------------------------------------------------- ranking


def test_superiority_is_that_of_all_pairs():
    first = Distribution.from_dict({0: 0.25, 2: 0.5, 5: 0.25})
    second = Distribution.from_dict({1: 0.5, 2: 0.25, 7: 0.25})
    more = equal = 0.0
    for a in range(8):
        for b in range(8):
            both = first.pmf(a) * second.pmf(b)
            more += both * (a > b)
            equal += both * (a == b)
    assert superiority(first, second) == pytest.approx((more, equal))


def test_loadouts_tie_where_neither_does_more_clearly():
    loadouts = ["10x A2 BS3+ S4 AP-1 D1", "10x A2 BS3+ S4 AP-1 D1", "11x A2 BS3+ S4 AP-1 D1",
                "2x A2 BS3+ S4 AP-1 D1"]  # fmt: skip
    ranks = Ranking(compare(loadouts, ["meq"]))
    assert ranks.superiority[0, 1] == pytest.approx(0.5)
    assert ranks.superiority + ranks.superiority.T == pytest.approx(np.ones((4, 4)))
    assert 0.5 < ranks.superiority[2, 0]
    table = ranks.table()
    assert list(table.columns) == list(ranking.COLUMNS)
    for i in range(4):
        for k in range(4):
            more, equal = superiority(
                ranks.comparison.cell(i, 0).damage, ranks.comparison.cell(k, 0).damage
            )
            value = more + equal / 2
            right = "ties" if 0.45 <= value <= 0.55 else "beats" if value > 0.55 else "loses"
            assert ranks.outcome(i, k) == right
    assert ranks.ranks[3] == 4 and ranks.ranks[0] == ranks.ranks[1]
    assert table["rank"].is_monotonic_increasing
    assert table.set_index("place").loc[1, "tied_with"].split()[0] == "2"


def test_many_pairs_at_once_are_each_pair(monkeypatch):
    """Loadouts with other smallest values, widths and gaps, in blocks that don't fit them."""
    monkeypatch.setattr(ranking, "_ROWS", 3)
    monkeypatch.setattr(ranking, "_VALUES", 4)
    rng = np.random.default_rng(5)
    numbers = []
    for _ in range(8):
        masses = rng.random(int(rng.integers(1, 12))) * rng.integers(0, 2)
        masses[0] += 0.1
        numbers.append(Distribution(masses / masses.sum(), int(rng.integers(0, 9))))
    for rows in (slice(0, 8), slice(2, 5)):
        more, equal = ranking.superiorities(numbers, rows)
        for i, first in enumerate(numbers[rows]):
            for k, second in enumerate(numbers):
                right = superiority(first, second)
                assert (more[i, k], equal[i, k]) == pytest.approx(right, rel=1e-12, abs=1e-15)
    mix = read_mix(MIX)
    both = compare(LOADOUTS * 3, list(mix.targets))
    ranks = Ranking(both, mix.shares)
    for i in range(9):
        for k in range(9):
            right = [superiority(both.cell(i, j).damage, both.cell(k, j).damage) for j in range(3)]
            more, equal = np.dot(mix.shares, right)
            assert ranks.more[i, k] == pytest.approx(more, rel=1e-12)
            assert ranks.equal[i, k] == pytest.approx(equal, rel=1e-12)
            assert i == k or ranks.outcome(i, k) == ranking.outcome(more + equal / 2)
        beaten = [k for k in range(9) if k != i and ranks.outcome(i, k) == "loses"]
        assert ranks.ranks[i] == 1 + len(beaten)
        assert ranks.means[i] == pytest.approx(Weighted(both, mix.shares).value(i, "damage"))


def test_a_thousand_loadouts_are_ranked_at_once_and_too_many_refused(monkeypatch):
    results = compare(LOADOUTS, ["meq"]).results
    units = [result.attacker for result in results]
    many = Comparison(units * 400, [results[0].target], results * 400)
    monkeypatch.delattr(ranking, "superiority")  # a loop over pairs, which takes a minute
    ranks = Ranking(many)
    few = Ranking(compare(LOADOUTS, ["meq"])).ranks
    assert ranks.ranks == [1 + 400 * (rank - 1) for rank in few] * 400
    monkeypatch.setattr(ranking, "MAX_PAIRED", 1000)
    with pytest.raises(TooLargeError, match="1200 loadouts; the pairs of up to 1000"):
        _ = Ranking(many).more
    monkeypatch.setattr(ranking, "MAX_RANKED", 1100)
    with pytest.raises(TooLargeError, match="1200 loadouts; up to 1100 are ranked"):
        Ranking(many)
    with pytest.raises(MathhammerError, match="stage: 'slian' is no stage"):
        Ranking(compare(LOADOUTS, ["meq"]), stage="slian")


def test_ranks_over_a_mix_weigh_the_targets():
    mix = read_mix("90 % veq, 10 % geq")
    both = compare(LOADOUTS, list(mix.targets))
    ranks = Ranking(both, mix.shares)
    for i in range(3):
        for k in range(3):
            single = [superiority(both.cell(i, j).damage, both.cell(k, j).damage) for j in (0, 1)]
            assert ranks.more[i, k] == pytest.approx(0.9 * single[0][0] + 0.1 * single[1][0])
    pairs = ranks.pairs_table()
    assert list(pairs.columns) == list(ranking.PAIR_COLUMNS) and len(pairs) == 6
    assert (pairs["superiority"] == pairs["more"] + pairs["equal"] / 2).all()
    slain = Ranking(both, mix.shares, "slain")
    assert slain.means[0] == pytest.approx(Weighted(both, mix.shares).value(0, "slain"))


# ------------------------------------------------------------------------------ break-even


def test_at_its_break_even_points_a_loadout_is_as_efficient_as_the_baseline():
    shares = (0.5, 0.5)
    targets = TARGETS[:2]
    rows = break_even_table(compare(LOADOUTS, targets), shares=shares)
    assert list(rows.columns) == list(breakeven.COLUMNS)
    for (_, row), (attacker, target) in zip(
        rows.iterrows(), [(a, t) for a in LOADOUTS for t in [*targets, None]], strict=True
    ):
        priced = {**attacker, "points": row["break_even"]}
        for at in [target] if target else []:
            ours, base = attack(priced, at), attack(LOADOUTS[0], at)
            assert ours.points_per_100 == pytest.approx(base.points_per_100)
            assert row["earned_back_after"] == pytest.approx(
                attacker["points"] / ours.points_destroyed
            )
        if target is None:
            ours, base = (Weighted(compare([a], targets), shares) for a in (priced, LOADOUTS[0]))
            value = ours.value(0, "points_per_100")
            assert value == pytest.approx(base.value(0, "points_per_100"))
        assert row["margin"] == pytest.approx(row["break_even"] - row["points"])


def test_break_even_needs_what_it_compares():
    bare = compare(["A2 BS3+ S4 AP-1 D1"], ["meq"])
    with pytest.raises(MathhammerError, match="needs points"):
        list(break_even(bare))
    both = compare(LOADOUTS, ["meq"])
    with pytest.raises(MathhammerError, match="no place from 0 to 2"):
        list(break_even(both, 3))
    with pytest.raises(MathhammerError, match="can't be bought"):
        list(break_even(both, 0, "points_per_100"))
    assert [row["break_even"] for row in break_even(both)] == [None] * 6


# ---------------------------------------------------------------------- hammers and anvils


@pytest.mark.parametrize(
    "target, right",
    [
        ("5x T4 Sv3+ W2", 10 * 3),
        ("5x T4 Sv3+ W2 5+++", 10 * 3 * F(3, 2)),
        ("10x T3 Sv5+ W1", 10 * F(3, 2)),
        ("T12 Sv2+ W16", 16 * 6),
        ("5x T5 Sv2+ W3 4++ [Stealth]", 15 * 6),
        ("10x H2 Sv4+ Ward5+", 20 * 2 * F(3, 2)),
    ],
)
def test_effective_wounds_of_single_damage_are_a_product(target, right):
    assert effective_wounds(target) == pytest.approx(float(right))


def test_effective_wounds_count_what_is_wasted():
    assert effective_wounds("5x T4 Sv- W2", damage=3) == pytest.approx(5)
    assert effective_wounds("5x T4 Sv- W3", damage=2) == pytest.approx(10)
    assert effective_wounds("5x H3 Sv3+", damage=2, ap=-1) == pytest.approx(8 * 2, rel=0.1)
    rend = [effective_wounds("5x H2 Sv3+", ap=ap, game="aos") for ap in (2, -2)]
    assert rend == pytest.approx([10 * 3 / 2] * 2)  # a save of 5+: two of three get through
    with pytest.raises(MathhammerError, match="ap"):
        effective_wounds("meq", ap=2)
    with pytest.raises(MathhammerError, match="can't destroy it"):
        effective_wounds("meq", damage=0)
    with pytest.raises(MathhammerError, match=r"the first 20000 attacks .* 100% of kills"):
        effective_wounds("30x T4 Sv2+ W20 2+++")


def test_hammers_and_anvils_are_those_of_single_match_ups():
    both = {
        "name": "Squad", "points": 80, "models": 5, "toughness": 4, "save": "3+", "wounds": 2,
        "weapons": "5x A2 BS3+ S4 AP-1 D1", "abilities": ["Stealth"],
    }  # fmt: skip
    rows = hammers_and_anvils_table([both, "10x A2 BS3+ S4 AP-1 D1", {"preset": "teq"}], MIX)
    assert list(rows.columns) == list(durability.COLUMNS)
    gun = both["weapons"]
    damage = [attack(gun, target).damage.mean for target in ("meq", "geq", "veq")]
    assert rows["damage_per_100"][0] == pytest.approx(np.dot((0.6, 0.3, 0.1), damage) / 0.8)
    assert rows["effective_wounds_per_100"][0] == pytest.approx(30 / 0.8)
    assert rows["effective_wounds"].isna().tolist() == [False, True, False]
    assert rows["damage_mean"].isna().tolist() == [False, False, True]
    with pytest.raises(MathhammerError, match=r"units\[0\]"):
        list(hammers_and_anvils([{"weapons": "A2"}], MIX))
