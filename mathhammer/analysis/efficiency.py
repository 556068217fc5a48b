"""Points efficiency of a match-up, in each way that players quote it, by name.

Models of a unit share its points equally, unless its parts have their own; the wounds of
a model share the points of the model. What isn't known (points that were not given, a
division by nothing) is None.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from mathhammer.analysis.require import check_result
from mathhammer.core.errors import check_allowed
from mathhammer.games.profiles import Unit
from mathhammer.results.attack import Result, points_of_models

#: The names, each with its meaning and unit.
EFFICIENCY = {
    "points_destroyed": "expected points of the target's models slain",
    "points_per_100": "expected points of the target's models slain for 100 points of the attacker",
    "points_lost_per_100": "expected points of the target's models slain for 100 points of it",
    "wound_points": "expected wounds taken off, in points of the target: each wound its share",
    "wound_points_per_100": "expected wound points for 100 points of the attacker",
    "wound_points_lost_per_100": "expected wound points for 100 points of the target",
    "damage_per_100": "expected damage (wounds lost, damage allocated) for 100 points of the "
    "attacker",
    "cost_per_slain": "points of the attacker for each expected model slain",
    "points_lost_back": "expected points of its own that the attacker loses (Hazardous); missing "
    "where several bearers may be models of one unit, and its models weren't given",
}
#: What can be asked for as one number: larger is better, but for what is lost or paid.
MEASURES = {
    "damage": "expected damage (wounds lost, damage allocated)",
    "slain": "expected models slain",
    "destroyed": "probability that no model is left, 0 to 1",
    "damage_rolled": "expected damage of all that gets through, before Feel No Pain and waste",
    **EFFICIENCY,
}
#: Measures of which less is better.
COSTS = ("cost_per_slain", "points_lost_back")


def efficiency(result: Result) -> dict[str, float | None]:
    """Return the points efficiency of a match-up: the keys of `EFFICIENCY`.

    Parameters
    ----------
    result : Result

    Raises
    ------
    MathhammerError
        It is no result of a match-up.

    Examples
    --------
    >>> import mathhammer
    >>> squad = {"points": 100, "weapons": "10x A2 BS3+ S4 AP-1 D1"}
    >>> row = efficiency(mathhammer.attack(squad, {"preset": "meq", "points": 80}))
    >>> {name: round(row[name], 2) for name in ("points_per_100", "wound_points_per_100")}
    {'points_per_100': 22.67, 'wound_points_per_100': 26.67}
    """
    check_result(result, "efficiency")
    return {name: one(result) for name, one in _FUNCTIONS.items()}


def measure(name: str) -> Callable[[Result], float | None]:
    """Return the function that measures a match-up.

    Parameters
    ----------
    name : str
        One of `MEASURES`.

    Raises
    ------
    MathhammerError
        There is no such measure.

    Examples
    --------
    >>> import mathhammer
    >>> round(measure("slain")(mathhammer.attack("10x A2 BS3+ S4 AP-1 D1", "meq")), 4)
    1.4167
    """
    check_allowed(name, MEASURES, "is not a measure")
    if name in EFFICIENCY:
        return _FUNCTIONS[name]
    if name == "destroyed":
        return lambda result: result.destroyed
    return lambda result: float(getattr(result, name).mean)


def target_points(result: Result) -> float | None:
    """Return the points of the whole target, leaders among them where they have their own."""
    models = [group.models for group in result.space.target.groups]
    each = points_of_models(result.target, models)
    return None if each is None else float(sum(p * n for p, n in zip(each, models, strict=True)))


def weighted(values: Sequence[float | None], shares: Sequence[float]) -> float | None:
    """Return a mean of values with shares that sum to 1; None where one isn't known.

    Examples
    --------
    >>> weighted([1.0, 3.0], [0.25, 0.75]), weighted([1.0, None], [0.5, 0.5])
    (2.5, None)
    """
    total = 0.0
    for value, share in zip(values, shares, strict=True):
        if value is None:
            return None
        total += share * value
    return total


def _wound_points(result: Result) -> float | None:
    groups = result.space.target.groups
    each = points_of_models(result.target, [group.models for group in groups])
    if each is None:
        return None
    worth = [points / group.health for points, group in zip(each, groups, strict=True)]
    return float(np.dot(result.space.lost_by_group @ result.final, worth))


def _lost_back(result: Result) -> float | None:
    """Return the points that the attacker loses; its own Feel No Pain is not rolled.

    Where several copies of a weapon are in use and the number of models isn't given, what
    share of the unit a bearer is isn't known.
    """
    losses: dict[str, Any] | None = result.self_losses
    unit = result.attacker
    if unit.points is None or losses is None:
        return None if unit.points is None else 0.0
    slain = losses["slain"]
    lost = 0.0
    if slain.maximum:
        if not _knows_its_models(unit):
            return None
        models = unit.starting_models
        lost = unit.points * slain.map(lambda k: min(k, models)).mean / models
    mortal = losses["mortal"]
    if mortal.maximum:
        if not unit.is_target:
            return None
        wounds = unit.starting_wounds
        lost += unit.points * mortal.map(lambda k: min(k, wounds)).mean / wounds
    return float(lost)


def _knows_its_models(unit: Unit) -> bool:
    """Return whether it is known what share of a unit the bearer of a weapon is."""
    counted = {"models", "groups"} & unit.given.keys()
    return bool(counted) or all(weapon.count == 1 for weapon in unit.weapons)


def per_100(value: float | None, points: float | None) -> float | None:
    """Return a value for 100 points; None where either isn't known, or there are no points."""
    return _ratio(None if value is None else 100.0 * value, points)


def _ratio(value: float | None, by: float | None) -> float | None:
    return value / by if value is not None and by else None


_FUNCTIONS: dict[str, Callable[[Result], float | None]] = {
    "points_destroyed": lambda r: r.points_destroyed,
    "points_per_100": lambda r: r.points_per_100,
    "points_lost_per_100": lambda r: per_100(r.points_destroyed, target_points(r)),
    "wound_points": _wound_points,
    "wound_points_per_100": lambda r: per_100(_wound_points(r), r.attacker.points),
    "wound_points_lost_per_100": lambda r: per_100(_wound_points(r), target_points(r)),
    "damage_per_100": lambda r: per_100(r.damage.mean, r.attacker.points),
    "cost_per_slain": lambda r: _ratio(r.attacker.points, r.slain.mean),
    "points_lost_back": _lost_back,
}
