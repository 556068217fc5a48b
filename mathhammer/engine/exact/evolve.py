"""Which evolution an action has: attack by attack, or through damage pools."""

from __future__ import annotations

from mathhammer.core.distribution import Array
from mathhammer.engine.exact.chain import Evolution
from mathhammer.engine.exact.pools import PooledEvolution
from mathhammer.plan import Plan


def evolve(plan: Plan, final: Array | None = None) -> Evolution | PooledEvolution:
    """Return the evolution of a plan of one action on one unit.

    Parameters
    ----------
    plan : Plan
    final : ndarray of float64, optional
        Probabilities of the states at the end, where they are known already.

    Raises
    ------
    NotModelledError
        The plan holds what this engine doesn't play.
    TooLargeError
        Too many states, or too much work; with the size.
    """
    if plan.steps and plan.steps[0].pooled:
        return PooledEvolution(plan, final)
    return Evolution(plan, final)
