"""The best order of weapons, found by playing them all (W-1.8: the order is the attacker's)."""

from collections.abc import Iterator
from math import factorial
from typing import Any

import numpy as np

from mathhammer.core.errors import TooLargeError
from mathhammer.engine.exact.chain import Evolution
from mathhammer.engine.limits import MAX_ORDERS, MAX_WORK, too_large
from mathhammer.plan import Plan, Volley
from mathhammer.plan.attacks import PACKET_LISTS


def best_order(plan: Plan) -> tuple[int, ...]:
    """Return the order of volleys with the most expected models slain.

    Parameters
    ----------
    plan : Plan
        With one action.

    Returns
    -------
    tuple of int
        Positions of the plan's volleys, first to attack first. Of orders that are equal
        to within rounding (1e-12), the first found, the listed one before all.

    Raises
    ------
    TooLargeError
        More than `MAX_ORDERS` different orders, where equal weapons count once, or too
        much work to try them.
    """
    action = plan.steps[0]
    alike: dict[Volley, list[int]] = {}
    for index, volley in enumerate(action.volleys):
        alike.setdefault(anonymous(volley), []).append(index)
    orders = factorial(len(action.volleys))
    for indices in alike.values():
        orders //= factorial(len(indices))
    if orders > MAX_ORDERS:
        raise TooLargeError(
            f'order = "best" of {len(action.volleys)} weapons means {orders} different orders; '
            f"up to {MAX_ORDERS} are tried"
        )
    work = orders * Evolution(plan).work
    if work > MAX_WORK:
        what = f'order = "best" means {orders} different orders and about {work:.1e} steps'
        raise too_large(what, MAX_WORK, offer="")
    listed = tuple(range(len(action.volleys)))
    best, most = listed, _slain(plan, listed)
    for order in _orders(list(alike.values())):
        slain = _slain(plan, order)
        if slain > most * (1 + 1e-12):
            best, most = order, slain
    return best


def reordered(plan: Plan, order: tuple[int, ...]) -> Plan:
    """Return the plan with its volleys in another order."""
    action = plan.steps[0]
    volleys = tuple(action.volleys[i] for i in order)
    return plan._replace(steps=(action._replace(volleys=volleys),))


def _slain(plan: Plan, order: tuple[int, ...]) -> float:
    evolution = Evolution(reordered(plan, order))
    return float(np.dot(evolution.final, evolution.space.slain))


def anonymous(volley: Volley) -> Volley:
    """Return a volley without what doesn't change its effect: name and source."""
    lists: dict[str, Any] = {
        name: tuple([packet._replace(source=0) for packet in getattr(volley, name)])
        for name in PACKET_LISTS
    }
    return volley._replace(name="", **lists)


def _orders(alike: list[list[int]]) -> Iterator[tuple[int, ...]]:
    """Yield each different order once; equal volleys stay in the listed order."""
    if not any(alike):
        yield ()
    for kind, indices in enumerate(alike):
        if indices:
            for order in _orders([*alike[:kind], indices[1:], *alike[kind + 1 :]]):
                yield (indices[0], *order)
