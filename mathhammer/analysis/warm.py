"""Compiling the kernels beforehand, so that no answer has to wait for it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from mathhammer.core.errors import MissingPackageError
from mathhammer.core.lazy import is_installed

#: A few trials are enough to compile a kernel.
TRIALS = 64


def warm() -> Iterator[tuple[str, float]]:
    """Compile what is compiled, each for what it is used, or load it where that was done before.

    Yields
    ------
    tuple of str and float
        What it is for, and the seconds that it took.

    Raises
    ------
    MissingPackageError
        Without numba nothing is compiled.
    """
    if not is_installed("numba"):
        raise MissingPackageError("there is nothing to compile without the package numba")
    for what, one in KERNELS.items():
        begun = time.perf_counter()
        one()
        yield what, time.perf_counter() - begun


def _attacks() -> None:
    from mathhammer.api import simulate

    simulate("2x A2 BS3+ S4 AP-1 D1", "5x meq", trials=TRIALS, seed=1).to_dict()


def _turns() -> None:
    from mathhammer.api import turn

    units = {"a": "2x meq", "b": {"preset": "meq", "weapons": "A2 WS3+ S4 D1"}}
    step = {"do": "fight", "by": "b", "at": "a"}
    turn({"units": units, "step": step}, engine="montecarlo", trials=TRIALS, seed=1).to_dict()


def _checks() -> None:
    from mathhammer.api import check

    check("charge", distance=9, engine="montecarlo", trials=TRIALS, seed=1).to_dict()


def _games() -> None:
    from mathhammer.heroes.playing import play

    play(trials=TRIALS, seed=1).to_dict()


def _many() -> None:
    import numpy as np

    from mathhammer.api import attack
    from mathhammer.engine.many.batch import final_states
    from mathhammer.engine.many.count_kernels import summed_pairs

    final_states([attack("2x A2 BS3+ S4 AP-1 D1", "5x meq").plan])
    summed_pairs(np.full((2, 2), 0.25), 0, np.array([0.5, 0.5]), 0.0)


#: What is compiled, by what it is for.
KERNELS: dict[str, Callable[[], None]] = {
    "attacks by Monte Carlo": _attacks,
    "turns by Monte Carlo": _turns,
    "checks by Monte Carlo": _checks,
    "games of Space Marine Heroes": _games,
    "many match-ups at once": _many,
}
