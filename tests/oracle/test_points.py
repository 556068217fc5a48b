"""Points destroyed, where units, groups and leaders carry points."""

from __future__ import annotations

from typing import Any

import pytest
from support.by_hand import SURE, equal, play

import mathhammer

#: Each attack takes one wound with 5/6; more attacks than wounds slay all but surely.
SHOTS = {**SURE, "attacks": 40, "ap": -6}


def destroyed(target: dict[str, Any], **unit: Any) -> float | None:
    return play(SHOTS, {**target}, unit=unit).points_destroyed


@pytest.mark.parametrize(
    ("target", "right"),
    [
        ({"models": 4, "points": 80}, 80.0),
        ({"models": 4}, None),
        ({"models": 4, "points": 80, "leader": {"wounds": 2}}, 80.0),
        ({"models": 4, "points": 80, "leader": {"wounds": 2, "points": 50}}, 130.0),
        ({"groups": [{"models": 2, "points": 30}, {"models": 1, "points": 25}]}, 55.0),
        (
            {"groups": [{"models": 2, "points": 30}, {"models": 1, "points": 25}], "points": 55},
            55.0,
        ),
        ({"groups": [{"models": 2}, {"models": 1}], "points": 45}, 45.0),
        ({"groups": [{"models": 2}], "points": 45, "leader": {"wounds": 2, "points": 50}}, None),
    ],
)
def test_points_of_a_destroyed_unit(target: dict[str, Any], right: float | None) -> None:
    found = destroyed(target)
    if right is None:
        assert found is None
    else:
        assert found == pytest.approx(right, abs=1e-9)


@pytest.mark.parametrize(
    ("target", "says"),
    [
        ({"models": 4, "leader": {"wounds": 2, "points": 50}}, "others have none"),
        ({"groups": [{"models": 2, "points": 30}, {"models": 1}]}, "others have none"),
        ({"groups": [{"models": 2, "points": 30}, {}], "points": 45}, "others have none"),
        ({"groups": [{"models": 2, "points": 500}, {"models": 1, "points": 500}], "points": 120},
         "points: 120, but its groups have 1000 points together"),
    ],
)  # fmt: skip
def test_points_that_are_missing_or_contradict_each_other_are_refused(
    target: dict[str, Any], says: str
) -> None:
    with pytest.raises(mathhammer.MathhammerError, match=says):
        destroyed(target)


def test_points_that_the_groups_lack_are_a_note() -> None:
    leader = {"wounds": 2, "points": 50}
    lacking = play(SHOTS, {"groups": [{"models": 2}], "points": 45, "leader": leader})
    given = play(SHOTS, {"groups": [{"models": 2, "points": 45}], "leader": leader})
    assert any("give each group its points" in note for note in lacking.notes)
    assert not any("points" in note for note in given.notes)


def test_points_of_part_of_a_unit_and_per_100_of_the_attacker() -> None:
    target = {"models": 2, "points": 30, "leader": {"wounds": 3, "points": 70}}
    result = play({**SURE, "attacks": 1}, target, unit={"points": 50})
    assert result.points_destroyed is not None
    assert result.points_per_100 is not None
    equal(result.points_destroyed, 15 * 5 / 6)  # type: ignore[arg-type]
    equal(result.points_per_100, 30 * 5 / 6)  # type: ignore[arg-type]
