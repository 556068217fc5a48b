"""Plans that differ in how many copies of each weapon attack: what they share is computed once."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import TypeVar

import numpy as np

from mathhammer.core.distribution import Array
from mathhammer.core.errors import TooLargeError
from mathhammer.engine.exact.chain import Evolution, evolve
from mathhammer.engine.exact.walks import resolve, run_volley
from mathhammer.engine.limits import MAX_STATES, MAX_WORK, too_large
from mathhammer.plan import Plan

Copies = tuple[int, ...]
Key = TypeVar("Key", bound=Hashable)


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
    most = None
    with suppress(TooLargeError):  # all that any way has at once may be too much, and no way is
        most = evolve(with_copies(plan, tuple(map(max, zip(*ways, strict=True)))))
    if not isinstance(most, Evolution) or most.composed or len(ways) * most.cells > MAX_STATES:
        each = [evolve(with_copies(plan, copies)) for copies in ways]
        _check(sum(evolution.work for evolution in each), len(ways))
        return np.array([evolution.final for evolution in each])
    _check(len(ways) * most.work, len(ways))
    waiting = [1] * len(most.queues)
    rows: dict[Copies, Array] = {(): most.space.begin().reshape(*waiting, -1)}
    for i, volley in enumerate(action.volleys):
        after: dict[Copies, Array] = {}
        begun = dict.fromkeys(copies[: i + 1] for copies in ways)
        # What waits makes rows of several shapes; those of one are carried together.
        keys = {copies: (copies[-1], rows[copies[:-1]].shape) for copies in begun}
        for (n, _), alike in _grouped(keys):
            before = np.array([rows[copies[:-1]] for copies in alike])
            done = run_volley(most.walker, volley._replace(copies=n), before) if n else before
            after.update(zip(alike, done, strict=True))
        rows = after
    units = [most.operator_of_one(queue) for queue in most.queues]
    found: dict[Copies, Array] = {}
    for _, alike in _grouped({copies: row.shape for copies, row in rows.items()}):
        ended = np.array([rows[copies] for copies in alike])
        for unit in units:
            ended = resolve(ended, unit)
        found.update(zip(alike, ended, strict=True))
    return most.after_dice(np.array([found[copies] for copies in ways]))


def _grouped(keys: Mapping[Copies, Key]) -> Iterable[tuple[Key, list[Copies]]]:
    """Return each key with what has it."""
    groups: dict[Key, list[Copies]] = {}
    for one, key in keys.items():
        groups.setdefault(key, []).append(one)
    return groups.items()


def _check(work: float, ways: int) -> None:
    if work > MAX_WORK:
        what = f"to try {ways} ways to use the weapons takes about {work:.1e} steps"
        raise too_large(what, MAX_WORK, offer=": list only those that are used")
