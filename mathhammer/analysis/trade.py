"""What a turn costs each side: points destroyed, and points lost back.

A unit's points are shared equally by its starting models, unless its parts have their own.
A unit that came back has been lost once whole.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from mathhammer.analysis.efficiency import per_100
from mathhammer.results.attack import points_of_models
from mathhammer.results.turn import TurnResult
from mathhammer.results.view import tabled

SIDES = ("first", "second")

COLUMNS = {
    "side": "first (whose turn it is) or second",
    "points": "points of its units, as given; missing where one has none",
    "points_destroyed": "expected points of the other side's models lost during the turn",
    "points_lost_back": "expected points of its own models lost during the turn",
    "net": "points destroyed less points lost back",
    "points_per_100": "expected points destroyed for 100 points of the side",
}


def points_lost(result: TurnResult, unit: str) -> float | None:
    """Return the expected points of a unit's models lost during a turn.

    Parameters
    ----------
    result : TurnResult
    unit : str

    Returns
    -------
    float or None
        None where its points weren't given.
    """
    number = result.number(unit)
    fighter = result.script.fighters[number]
    seat = result.evolution.seats[number]
    models = [group.models for group in seat.unit.groups]
    each = points_of_models(fighter.unit, models)
    if each is None:
        return None
    states = result.evolution.end(number)
    living = seat.survivors @ states
    again = float(states[seat.space.size :].sum())  # it was lost whole, and came back
    start = seat.survivors[:, seat.unit.start]
    return float(np.dot(each, start - living) + again * np.dot(each, models))


def trade(result: TurnResult) -> Iterator[dict[str, Any]]:
    """Yield one row per side: the keys of `COLUMNS`.

    Parameters
    ----------
    result : TurnResult
    """
    sides = [[f for f in result.script.fighters if f.side == side] for side in range(len(SIDES))]
    lost = [_sum([points_lost(result, f.name) for f in side]) for side in sides]
    whole = [_sum([_points(f.unit) for f in side]) for side in sides]
    for side, name in enumerate(SIDES):
        destroyed, back, points = lost[1 - side], lost[side], whole[side]
        yield {
            "side": name,
            "points": points,
            "points_destroyed": destroyed,
            "points_lost_back": back,
            "net": None if destroyed is None or back is None else destroyed - back,
            "points_per_100": per_100(destroyed, points),
        }


trade_table = tabled(trade, COLUMNS)


def _points(unit: Any) -> float | None:
    parts = unit.points_by_group()
    return unit.points if parts is None else _sum(parts)


def _sum(values: list[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return float(sum(known)) if len(known) == len(values) else None
