"""Many results computed together: those of equal plans once, and by the kernel where it pays."""

from collections.abc import Sequence

import numpy as np

from mathhammer.core.distribution import Array
from mathhammer.core.lazy import is_installed
from mathhammer.core.progress import Progress
from mathhammer.plan import Plan
from mathhammer.results.attack import Result

#: So many cells and more are computed by the kernel, all at once. It takes 0.4 s to load (at
#: its first use ever, some seconds to compile), a cell alone 0.1 ms.
MANY = 5000
#: Steps (of about a nanosecond) of a small cell alone.
_CALL = 200_000.0


def compute(results: Sequence[Result]) -> None:
    """Compute the states at the end of many results; they know them afterwards.

    Parameters
    ----------
    results : list of Result

    Raises
    ------
    TooLargeError
        One of them is beyond the engine's stated limits.

    Notes
    -----
    The kernel is used from `MANY` different plans on, or where they are as much work. What
    it doesn't take is computed one by one. A result doesn't keep its plan, which is far
    larger than all else; it is made again when it is asked for.
    """
    alike, different = _apart(results)
    taken = []
    if is_installed("numba") and _are_heavy(different):
        from mathhammer.engine.many.batch import PlanBatch

        batch = PlanBatch()
        taken = [result for result in different if batch.add(result.plan)]
        for result, space, final in zip(taken, batch.spaces(), batch.run(), strict=True):
            result.set_states(space, final)
    with Progress(len(different)) as progress:
        for result in different:
            _ = result.final
            progress.step()
    for result, known in alike:
        result.set_states(known.space, known.final)
    for result in results:
        result.release()


def expected(results: Sequence[Result]) -> Array:
    """Compute the expected values of many results, and nothing else.

    Parameters
    ----------
    results : list of Result
        They forget their plans.

    Returns
    -------
    ndarray of float64, shape (results, 3)
        Wounds lost, models slain, P(destroyed).

    Raises
    ------
    TooLargeError
        One of them is beyond the engine's stated limits.

    Notes
    -----
    Where there is much to do, what plans have in common is computed once (see
    `engine.means`); what can't be taken apart so is computed one by one.
    """
    alike, different = _apart(results)
    values: dict[int, Array] = {}
    with Progress(len(different)) as progress:
        taken: list[Result] = []
        if _are_heavy(different):
            from mathhammer.engine.many.means import Means

            means = Means()
            taken = [result for result in different if means.add(result.plan)]
            found = means.run(progress.step)
            values = {id(result): row for result, row in zip(taken, found, strict=True)}
        for result in different:
            if id(result) not in values:
                space, final = result.space, result.final
                row = [final @ space.lost, final @ space.slain, result.destroyed]
                values[id(result)] = np.array(row)
                progress.step()
            result.release()
    return np.array([values[id(known)] for _, known in alike]).reshape(-1, 3)


def expected_work(result: Result) -> float:
    """Return about how many nanoseconds `expected` takes for one result, were nothing shared."""
    from mathhammer.engine.many.means import Means

    means = Means()
    work = result.evolution.work
    return min(work, means.work) if means.add(result.plan) else work


def _apart(results: Sequence[Result]) -> tuple[list[tuple[Result, Result]], list[Result]]:
    """Return each result with the first of the same plan, and these first ones."""
    first: dict[Plan, Result] = {}
    alike = [(result, first.setdefault(result.plan, result)) for result in results]
    return alike, list(first.values())


def _are_heavy(different: Sequence[Result]) -> bool:
    """Return whether a kernel pays for itself."""
    ends = {0, len(different) - 1} if different else ()  # of subsets, the least and the most
    each = max((different[i].evolution.work for i in ends), default=0.0)
    return len(different) * max(_CALL, each) >= MANY * _CALL
