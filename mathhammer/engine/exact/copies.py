"""Plans that differ in how many copies of each weapon attack: what they share is computed once."""

from collections.abc import Sequence

import numpy as np

from mathhammer.core.distribution import Array
from mathhammer.engine.exact.chain import Evolution, evolve
from mathhammer.engine.exact.walks import run_volley
from mathhammer.engine.limits import MAX_WORK, too_large
from mathhammer.plan import Plan

Copies = tuple[int, ...]


def with_copies(plan: Plan, copies: Copies) -> Plan:
    """Return a plan with so many copies of each weapon, without those of which there are none."""
    (action,) = plan.steps
    volleys = [v._replace(copies=n) for v, n in zip(action.volleys, copies, strict=True) if n]
    return plan._replace(steps=(action._replace(volleys=tuple(volleys)),))


def final_states(plan: Plan, ways: Sequence[Copies]) -> Array:
    """Return the probabilities of the states at the end of an attack, with copies in several ways.

    Parameters
    ----------
    plan : Plan
        One action on one unit.
    ways : list of tuple of int
        In each the copies of each weapon.

    Returns
    -------
    ndarray of float64, shape (ways, states)

    Raises
    ------
    NotModelledError
        The plan holds what this engine doesn't play.
    TooLargeError
        Too many states, or too much work.

    Examples
    --------
    >>> import mathhammer
    >>> plan = mathhammer.attack(["A2 BS3+ S4 D1", "A1 BS3+ S8 AP-3 D2"], "meq").plan
    >>> final_states(plan, [(1, 0), (0, 1)])[:, 0].round(3).tolist()
    [0.79, 0.537]
    """
    (action,) = plan.steps
    if action.pooled or any(volley.waits() for volley in action.volleys):
        each = [evolve(with_copies(plan, copies)) for copies in ways]
        _check(sum(evolution.work for evolution in each), len(ways))
        return np.array([evolution.final for evolution in each])
    most = Evolution(with_copies(plan, tuple(map(max, zip(*ways, strict=True)))))
    _check(len(ways) * most.work, len(ways))
    rows: dict[Copies, Array] = {(): most.space.begin()}
    for i, volley in enumerate(action.volleys):
        begun = dict.fromkeys(copies[: i + 1] for copies in ways)
        after: dict[Copies, Array] = {}
        for n in {copies[i] for copies in begun}:
            alike = [copies for copies in begun if copies[i] == n]
            before = np.array([rows[copies[:i]] for copies in alike])
            done = run_volley(most.walker, volley._replace(copies=n), before) if n else before
            after.update(zip(alike, done, strict=True))
        rows = after
    return most.after_dice(np.array([rows[copies] for copies in ways]))


def _check(work: float, ways: int) -> None:
    if work > MAX_WORK:
        what = f"to try {ways} ways to use the weapons takes about {work:.1e} steps"
        raise too_large(what, MAX_WORK, offer=": list only those that are used")
