"""Many results computed together: those of equal plans once, and by the kernel where it pays."""

from __future__ import annotations

from collections.abc import Sequence

from .plan import Plan
from .progress import Progress
from .results import Result

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
    first: dict[Plan, Result] = {}
    alike = [(result, first.setdefault(result.plan, result)) for result in results]
    different = list(first.values())
    taken = []
    if different and len(different) * max(_CALL, different[0].evolution.work) >= MANY * _CALL:
        from .engine.batch import Batch

        batch = Batch()
        taken = [result for result in different if batch.add(result.plan)]
        for result, space, final in zip(taken, batch.spaces(), batch.run(), strict=True):
            result.known(space, final)
    with Progress(len(different)) as progress:
        for result in different:
            _ = result.final
            progress.step()
    for result, known in alike:
        result.known(known.space, known.final)
    for result in results:
        result.forget()
