"""Monte Carlo: a plan played die by die, in batches, on all processors.

Trials come in blocks of `BLOCK`, each with a stream of dice of its own, seeded by NumPy's
`SeedSequence` from the seed and the block's number alone. So the same seed gives the same
dice however many threads play, however the blocks are handed out, and with the compiler
switched off. Counts are folded into histograms as they come: memory doesn't grow with
the number of trials.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..distribution import Array
from ..errors import TooLargeError
from ..plan import Action, Plan, Volley
from . import kernels
from .pack import I64, Program, Table
from .space import Space
from .tallies import TallyWalker

#: Trials of one stream.
BLOCK = 1 << 16
#: The most entries of all histograms together.
MOST_ENTRIES = 20_000_000
#: Trials that are played side by side, at most; bytes that they may take together.
MOST_LANES, NEAR = 64, 24_000
#: Stages that are counted by events, in the kernel's order.
STAGES = ("attacks", "hits", "wounds", "unsaved", "mortal", "damage_rolled")
#: The columns of raw samples.
SAMPLED = (*STAGES, "ignored", "damage", "slain", "destroyed", "self_slain", "self_mortal")


def stream_of(seed: int, block: int) -> npt.NDArray[np.uint64]:
    """Return the stream of dice of a block of trials.

    Parameters
    ----------
    seed, block : int

    Returns
    -------
    ndarray of uint64, shape (STREAM,)

    Examples
    --------
    >>> stream_of(1, 0).size
    6
    """
    words = np.random.SeedSequence(seed, spawn_key=(block,)).generate_state(4, np.uint64)
    return np.append(words, np.zeros(2, dtype=np.uint64))


def fresh_seed() -> int:
    """Return a seed that nobody chose; it is recorded with the result."""
    return int(np.random.SeedSequence().generate_state(1, np.uint64)[0] >> np.uint64(11))


class Counted(NamedTuple):
    """What came of some trials.

    Attributes
    ----------
    trials : int
    histogram : ndarray of int64
    sums : ndarray of int64, shape (rows, COUNTED)
    samples : ndarray of int64, shape (kept, SAMPLED)
    """

    trials: int
    histogram: I64
    sums: I64
    samples: I64


class Game:
    """A plan of one attack, ready to be played.

    Parameters
    ----------
    plan : Plan

    Raises
    ------
    TooLargeError
        The histograms would have more than `MOST_ENTRIES` entries.
    """

    def __init__(self, plan: Plan) -> None:
        program = Program()
        program.body(plan.units[0])
        action = plan.steps[0]
        program.deed(action)
        self.action = action
        self.code, self.tables, self._room = program.arrays()
        self.space: Space = program.spaces[0]
        self.rows = program.rows
        self.phases = program.phases if program.phases > 1 else 0
        self.places = _places(action, self.space, self.phases)
        if self.places[-1] > MOST_ENTRIES:
            raise TooLargeError(
                f"the counts of all stages need {self.places[-1]} entries; the limit is "
                f"{MOST_ENTRIES}"
            )

    def rooms(self) -> I64:
        """Return an array for a thread to work in: as many trials as fit a near cache."""
        lanes = max(1, min(MOST_LANES, NEAR // (8 * self._room)))
        rooms = np.zeros((lanes, self._room), dtype=np.int64)
        copies = self.code[kernels.P_COPIES]
        for i, volley in enumerate(self.action.volleys):
            rooms[:, copies + i] = volley.copies
        return rooms

    def play(self, seed: int, block: int, trials: int, keep: int = 0) -> Counted:
        """Return what came of the trials of one block.

        Parameters
        ----------
        seed, block, trials : int
        keep : int
            How many of the first trials are kept as samples: none or all.
        """
        ledger = kernels.Ledger(
            np.zeros(self.places[-1], dtype=np.int64),
            self.places,
            np.zeros((self.rows, kernels.COUNTED), dtype=np.int64),
            np.zeros((keep, kernels.SAMPLED), dtype=np.int64),
            self.phases,
        )
        with np.errstate(over="ignore"):  # without the compiler, words wrap around
            kernels.attack_trials(
                self.code, self.tables, stream_of(seed, block), trials, self.rooms(), ledger, 0,
            )  # fmt: skip
        return Counted(trials, ledger.histogram, ledger.sums, ledger.samples)


def _places(action: Action, space: Space, phases: int) -> I64:
    """Return where each histogram begins, and where the last ends."""
    sizes = [_most(action, stage) + 1 for stage in STAGES]
    own = action.own_losses
    sizes.append(space.size)
    sizes += [1, 1] if own is None else [own.dice + 1, own.dice * own.mortal + 1]
    sizes += [int(space.lost[-1]) + 1, int(space.slain[-1]) + 1] * phases
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)


def _most(action: Action, stage: str) -> int:
    """Return the largest possible count of a stage."""
    if stage == "attacks":
        return sum(volley.most_attacks() for volley in action.volleys)
    walker = TallyWalker(stage)
    most = sum(_of_volley(walker, volley) for volley in action.volleys)
    if stage in ("mortal", "damage_rolled"):
        most += sum(p.dice.maximum * p.damage.maximum for p in action.dice_packets)
    return most


def _of_volley(walker: TallyWalker, volley: Volley) -> int:
    return walker.most_per_attack(volley) * volley.most_attacks()


def processors() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
