"""Monte Carlo: a game played in batches on all processors, as long as is asked for.

Trials come in blocks with a stream of dice each (`streams`). Threads take block after
block; what they count is folded into ledgers of their own and added up at the end, so
memory doesn't grow with the number of trials, and the sums are the same for any number
of threads. Whether the wanted precision is reached is looked at only between rounds,
whose lengths follow from what was counted: so that is the same for any number of
threads, too.
"""

import math
import os
import threading
import time
from collections.abc import Callable
from itertools import count
from typing import Any, NamedTuple, Protocol

import numpy as np

from mathhammer.core.errors import TooLargeError
from mathhammer.engine.limits import MAX_TRIALS
from mathhammer.engine.montecarlo.precision import Measure
from mathhammer.engine.montecarlo.streams import BLOCK, stream_of

#: Trials where nothing else is asked for.
TRIALS = 1_000_000
#: Blocks of the first round, after which the precision is looked at.
FIRST_ROUND = 4
#: Seconds that a thread plays before it looks whether it shall go on.
SLICE = 0.1
#: What stands in the samples of a trial that isn't played: no rule returns it.
MISSING = np.iinfo(np.int64).min


class Goal(NamedTuple):
    """How well something is to be known.

    Attributes
    ----------
    measure : str
        What: a name that the game knows.
    most : float
        The largest standard error, or width of the 95 % interval.
    width : bool
        Which of them.
    """

    measure: str
    most: float
    width: bool = False

    def is_reached(self, measure: Measure) -> bool:
        """Return whether something is known so well."""
        return self.of(measure) <= self.most

    def of(self, measure: Measure) -> float:
        """Return the standard error, or the width of the interval, whichever is asked for."""
        return measure.width if self.width else measure.error


class Settings(NamedTuple):
    """How a simulation is run.

    Attributes
    ----------
    seed : int
    trials : int or None
        None: as many as the goals need, or `TRIALS`.
    goals : tuple of Goal
    time_limit : float or None
        Seconds.
    samples : int
        Trials of which everything is kept.
    threads : int or None
        None: one for each processor.
    batch : int or None
        Trials that a thread plays before it looks whether it shall go on; None: about
        `SLICE` seconds.
    """

    seed: int
    trials: int | None = None
    goals: tuple[Goal, ...] = ()
    time_limit: float | None = None
    samples: int = 0
    threads: int | None = None
    batch: int | None = None


class Game(Protocol):
    """What can be played many times.

    Attributes
    ----------
    abreast : int
        Trials that are played side by side: whole multiples of them give the same dice
        however many are played at a time.
    """

    abreast: int

    def ledger(self, samples: int) -> Any:
        """Return a ledger in which nothing is counted: a tuple of arrays.

        Its `samples`, shape (samples, ...), hold `MISSING`, or the least of a narrower type.
        """

    def room(self) -> Any:
        """Return what a thread needs to work in."""

    def play(self, stream: Any, trials: int, room: Any, ledger: Any, sample: int) -> None:
        """Play some trials of a stream and count them."""

    def add(self, total: Any, more: Any) -> None:
        """Add to a ledger what another one counted, but for its samples."""

    def measure(self, name: str, ledger: Any, trials: int) -> Measure:
        """Return what is known of something after some trials."""


class Played(NamedTuple):
    """What came of a simulation.

    Attributes
    ----------
    trials : int
    seed : int
    ledger : tuple of ndarray
    stopped : str
        Why it ended before what was asked for: ``"time"``, ``"interrupted"`` or empty.
    """

    trials: int
    seed: int
    ledger: Any
    stopped: str


def add_arrays(total: Any, more: Any) -> None:
    """Add what a ledger of arrays counted; `samples` is the same array in both."""
    for mine, theirs in zip(total[:-1], more[:-1], strict=True):
        mine += theirs


def processors() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def simulate(
    game: Game, settings: Settings, report: Callable[[int, int], None] | None = None
) -> Played:
    """Play a game as often as is asked for.

    Parameters
    ----------
    game : Game
    settings : Settings
    report : callable, optional
        Is called now and then with the trials done and, as far as is known, to be done.

    Returns
    -------
    Played

    Raises
    ------
    TooLargeError
        The wanted precision needs more than `MAX_TRIALS`, and there is no time limit.

    Notes
    -----
    An interruption (Ctrl-C) ends it, and what there is comes back; where there is nothing
    yet, and at a second one, it is raised.
    """
    return _Run(game, settings, report).played()


class _Run:
    """One simulation on its way."""

    def __init__(
        self, game: Game, settings: Settings, report: Callable[[int, int], None] | None
    ) -> None:
        self.game = game
        self.settings = settings
        self.report = report or (lambda done, total: None)
        self.stop = threading.Event()
        self.stopped = ""
        self.ends = math.inf
        kept = settings.samples
        if settings.trials is not None:
            kept = min(kept, settings.trials)
        # The last trials that are kept are played beside others, whose rows are cut off.
        self.total = game.ledger(kept + game.abreast if kept else 0)
        self.kept = kept
        self.done = 0
        self.errors: list[BaseException] = []

    def played(self) -> Played:
        """Play round after round."""
        game, settings = self.game, self.settings
        # What is compiled is compiled before the clock runs.
        game.play(stream_of(settings.seed, 0), 0, game.room(), game.ledger(0), 0)
        if settings.time_limit is not None:
            self.ends = time.monotonic() + settings.time_limit
        asked = settings.trials
        if asked is None:
            endless = settings.goals or settings.time_limit is not None
            asked = MAX_TRIALS if endless else TRIALS
        goal = min(asked, FIRST_ROUND * BLOCK) if settings.goals else asked
        while True:
            self._round(goal)
            if self.stopped or self.done >= asked:
                break
            try:
                needed = self._needed()
            except KeyboardInterrupt:
                self.halt("interrupted")
                break
            if needed <= self.done:
                break
            if needed > MAX_TRIALS and settings.trials is None and math.isinf(self.ends):
                raise TooLargeError(
                    f"the precision that is asked for takes about {needed:.1e} trials; up to "
                    f"{MAX_TRIALS:.0e} are played without a time limit"
                )
            goal = min(asked, BLOCK * math.ceil(needed / BLOCK))
        if not self.done:
            raise KeyboardInterrupt
        samples = self.total.samples[: self.kept]
        # Where it was stopped, some are missing.
        played = samples[samples[:, 0] != np.iinfo(samples.dtype).min]
        return Played(self.done, settings.seed, self.total._replace(samples=played), self.stopped)

    def _needed(self) -> int:
        """Return about how many trials the goals need in all."""
        needed = 0
        for goal in self.settings.goals:
            measure = self.game.measure(goal.measure, self.total, self.done)
            if not goal.is_reached(measure):
                # The error falls with the root of the trials; a little more, so that it
                # isn't missed by a hair round after round.
                times = min((goal.of(measure) / goal.most) ** 2, 1e12)
                needed = max(needed, math.ceil(1.02 * times * self.done))
        return needed

    # ------------------------------------------------------------------ one round

    def _round(self, goal: int) -> None:
        """Play on until so many trials are done in all."""
        first, last = self.done // BLOCK, -(-goal // BLOCK)
        blocks = count(first)
        number = min(self.settings.threads or processors(), last - first)
        workers = [_Worker(self, blocks, goal) for _ in range(number)]
        threads = [threading.Thread(target=worker.run, daemon=True) for worker in workers]
        to_start, waiting = iter(threads), True
        while waiting:
            try:
                for thread in to_start:
                    thread.start()
                # A `join` that is interrupted takes a thread for ended that still plays.
                for thread, worker in zip(threads, workers, strict=True):
                    while not worker.ended.wait(SLICE):
                        if self.stopped and thread.ident is None:  # interrupted before its start
                            break
                        self.report(self.done + sum(w.done for w in workers), goal)
                self.report(self.done + sum(w.done for w in workers), goal)
                waiting = False
            except KeyboardInterrupt:
                if self.stopped == "interrupted":  # once more: something takes too long to stop
                    raise
                self.halt("interrupted")
        for worker in workers:
            if worker.error is not None:
                raise worker.error
            self.done += worker.done
            self.game.add(self.total, worker.ledger)

    def halt(self, why: str) -> None:
        """Let all threads end soon."""
        self.stopped = self.stopped or why
        self.stop.set()


class _Worker:
    """A thread with a ledger of its own."""

    def __init__(self, run: _Run, blocks: Any, goal: int) -> None:
        self.owner = run
        self.blocks = blocks
        self.goal = goal
        self.done = 0
        self.error: BaseException | None = None
        self.ended = threading.Event()
        # All write samples into the one array that there is, each trial at its place.
        self.ledger = run.game.ledger(0)._replace(samples=run.total.samples)
        self.size = run.game.abreast

    def run(self) -> None:
        """Play blocks until there are no more, or it is told to stop."""
        try:
            room = self.owner.game.room()
            for block in self.blocks:
                first = block * BLOCK
                if first >= self.goal or self.owner.stop.is_set():
                    return
                self._block(block, first, min(BLOCK, self.goal - first), room)
        except BaseException as error:
            self.error = error
            self.owner.stop.set()
        finally:
            self.ended.set()

    def _block(self, block: int, first: int, trials: int, room: Any) -> None:
        run, abreast = self.owner, self.owner.game.abreast
        stream = stream_of(run.settings.seed, block)
        none = self.ledger._replace(samples=self.ledger.samples[:0])
        kept = run.kept - first
        at = 0
        while at < trials and not run.stop.is_set():
            size = _whole(run.settings.batch or self.size, abreast)
            if at < kept:
                size = min(size, _whole(kept - at + abreast - 1, abreast))
            size = min(size, trials - at)
            ledger = self.ledger if at < kept else none
            begin = time.monotonic()
            with np.errstate(over="ignore"):  # without the compiler, words wrap around
                run.game.play(stream, size, room, ledger, first + at)
            took = time.monotonic() - begin
            if took < SLICE / 2:
                self.size *= 2
            elif took > 2 * SLICE:
                self.size = max(abreast, self.size // 2)
            at += size
            self.done += size
            if time.monotonic() > run.ends:
                run.halt("time")


def _whole(trials: int, abreast: int) -> int:
    """Return a number of trials as a whole multiple of those that are played side by side."""
    return max(abreast, trials // abreast * abreast)
