"""Points that a turn destroys and costs: beside the models that are left."""

from __future__ import annotations

from typing import Any

import pytest

import mathhammer
from mathhammer.analysis.trade import COLUMNS, points_lost, trade, trade_table

A: dict[str, Any] = {
    "side": "first", "points": 100, "models": 5, "toughness": 4, "save": "3+", "wounds": 2,
    "weapons": ["5x A3 WS3+ S4 AP-1 D1"],
}  # fmt: skip
B: dict[str, Any] = {
    "side": "second", "points": 60, "models": 10, "toughness": 3, "save": "5+", "wounds": 1,
    "weapons": ["10x A2 WS4+ S3 AP0 D1"],
}  # fmt: skip
FIGHT = [{"do": "fight", "by": ["a", "b"]}]


def test_what_one_side_destroys_the_other_loses_back():
    turn = mathhammer.turn({"units": {"a": A, "b": B}, "step": FIGHT})
    first, second = trade(turn)
    lost_a = 20 * (5 - turn.models("a").mean)
    lost_b = 6 * (10 - turn.models("b").mean)
    assert lost_a > 0 and lost_b > 0
    assert first["points_destroyed"] == second["points_lost_back"] == pytest.approx(lost_b)
    assert first["points_lost_back"] == second["points_destroyed"] == pytest.approx(lost_a)
    assert first["net"] == pytest.approx(lost_b - lost_a) == -second["net"]
    assert first["points_per_100"] == pytest.approx(lost_b)
    table = trade_table(turn)
    assert list(table.columns) == list(COLUMNS) and table["side"].tolist() == ["first", "second"]


def test_parts_have_points_of_their_own():
    mixed = {
        "side": "second", "toughness": 4, "wounds": 1,
        "groups": [{"models": 2, "points": 20}, {"models": 1, "points": 50}],
        "leader": {"wounds": 3, "points": 70},
    }  # fmt: skip
    sure = {**A, "weapons": ["A1 WS2+ S8 AP-6 D1"]}
    turn = mathhammer.turn({"units": {"a": sure, "b": mixed}, "step": [
        {"do": "fight", "by": ["a"], "at": "b"}]})  # fmt: skip
    assert points_lost(turn, "b") == pytest.approx(10 * 25 / 36)


def test_a_unit_that_came_back_was_lost_once():
    back = {**B, "models": 1, "points": 30, "reinforcements": True}
    steps = [*FIGHT, {"do": "reinforce", "by": "b"}]
    turn = mathhammer.turn({"game": "wh40k", "units": {"a": A, "b": back}, "step": steps})
    assert points_lost(turn, "b") == pytest.approx(30 * turn.returned("b"))
    assert turn.models("b").mean == pytest.approx(1)


def test_without_points_nothing_is_known():
    bare = {name: value for name, value in B.items() if name != "points"}
    turn = mathhammer.turn({"units": {"a": A, "b": bare}, "step": FIGHT})
    first, second = trade(turn)
    assert first["points_destroyed"] is None and first["net"] is None
    assert second["points_destroyed"] is not None and second["points_per_100"] is None
