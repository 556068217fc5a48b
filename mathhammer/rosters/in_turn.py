"""Several units of an army in turn at one: which destroy it most surely, which cheapest.

Each unit attacks what the ones before it left: the probabilities of the target's states are
carried through all of them, as in a turn. Nothing is added up.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from mathhammer.core.distribution import Array
from mathhammer.core.errors import MathhammerError
from mathhammer.engine.exact.following import Following
from mathhammer.engine.exact.orders import Order, Orders
from mathhammer.engine.limits import MAX_CHAINED_STATES, MAX_WORK, too_large
from mathhammer.games import registry
from mathhammer.plan import Plan

if TYPE_CHECKING:
    from mathhammer.results.attack import Result
    from mathhammer.rosters.army import ArmyUnit

#: P(destroyed) that is asked for.
LEVEL = 0.8


class UnitSet(NamedTuple):
    """Units that attack one after another.

    Attributes
    ----------
    units : tuple of str
        In the order in which they attack.
    destroyed : float
        P(destroyed) after the last of them, 0 to 1.
    points : float or None
        Of all of them; None where one has none.
    """

    units: tuple[str, ...]
    destroyed: float
    points: float | None

    def to_dict(self) -> dict[str, Any]:
        """Return it as in result files."""
        return {**self._asdict(), "units": list(self.units)}


class InTurn(NamedTuple):
    """What the units of an army that attack in a phase do to one target in turn.

    Attributes
    ----------
    target : str
    phase : {"shoot", "fight"}
    surest : tuple of UnitSet
        Of one unit, of two, of three: in the best order of each.
    cheapest : UnitSet or None
        Of the fewest points with P(destroyed) at `level`, or of the fewest units where points
        aren't known of all; None where none of up to `most` units reaches it.
    level : float
    most : int
        The most units of a set that were looked at.
    refused : str
        Why nothing was computed; empty where it was.
    """

    target: str
    phase: str
    surest: tuple[UnitSet, ...]
    cheapest: UnitSet | None
    level: float
    most: int
    refused: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return it as in result files."""
        return {
            **self._asdict(),
            "surest": [one.to_dict() for one in self.surest],
            "cheapest": None if self.cheapest is None else self.cheapest.to_dict(),
        }


def in_turn(units: Sequence[ArmyUnit], results: Sequence[Result], level: float = LEVEL) -> InTurn:
    """Return what units of one phase do to a target, one after another.

    Parameters
    ----------
    units : sequence of ArmyUnit
    results : sequence of Result
        Of each of them at the target.
    level : float
        P(destroyed) that is asked for, above 0 and below 1.
    """
    target, phase = results[0].target.label, units[0].phase
    try:
        matrices, following = _matrices(results)
    except MathhammerError as error:
        return InTurn(target, phase, (), None, level, 0, str(error))
    points = [unit.attacker.points for unit in units]
    priced = total(points) is not None
    space = following.space
    costs = [float(p) if priced and p is not None else 1.0 for p in points]
    orders = Orders(matrices, space.start, space.slain == space.slain[-1], costs)

    def named(order: Order) -> UnitSet:
        names = tuple(units[i].name for i in order.places)
        return UnitSet(names, order.destroyed, total([points[i] for i in order.places]))

    surest = tuple(named(orders.surest(k)) for k in range(1, min(3, orders.most) + 1))
    cheapest = orders.cheapest(level)
    return InTurn(
        target, phase, surest, None if cheapest is None else named(cheapest), level, orders.most
    )


def total(points: Sequence[float | None]) -> float | None:
    """Return the sum of points; None where some aren't known."""
    known = [p for p in points if p is not None]
    return float(sum(known)) if len(known) == len(points) else None


def _matrices(results: Sequence[Result]) -> tuple[list[Array], Following]:
    """Return what each attack does to the states of the target, and one of the attacks."""
    plans = [registry.game(one.attacker.game).compile_repeated(*one.match_up) for one in results]
    # Where some attack reaches characters first, all are followed with the same states.
    characters = max(plan.units[0].characters for plan in plans)
    plans = [
        plan._replace(units=(plan.units[0]._replace(characters=characters),)) for plan in plans
    ]
    known: dict[Plan, Array] = {}
    work = 0.0
    for plan in plans:
        if plan not in known:
            following = Following(plan)
            size = following.space.size
            if size > MAX_CHAINED_STATES:
                raise too_large(f"the target has {size} states", MAX_CHAINED_STATES, offer="")
            work += following.first.work * np.sqrt(size)
            if work > MAX_WORK:
                raise too_large(f"attacks in turn take about {work:.1e} steps", MAX_WORK, offer="")
            known[plan] = following.matrix()
    return [known[plan] for plan in plans], following
