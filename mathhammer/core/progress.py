"""A line on the terminal, or in a notebook, while something takes long."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

if TYPE_CHECKING:
    from threading import Event

P = ParamSpec("P")
R = TypeVar("R")

#: Seconds before the line is shown, and between its changes.
PATIENCE = 2.0
INTERVAL = 0.5
#: Characters of the bar.
BAR = 20

MATCH_UPS = "match-ups"

#: What is shown at the moment.
_active: Progress | None = None
#: What everything waits for at the moment, and since when.
_busy: tuple[str, float] | None = None


class Progress:
    """Says on standard error how far the work is, where somebody is watching.

    Parameters
    ----------
    total : int
        Match-ups to be done; 0 as long as it isn't known.

    Notes
    -----
    The line belongs to a thread, so that it is also there during one long match-up. One
    inside another shows nothing of its own and is counted by the outer one.
    """

    def __init__(self, total: int = 0) -> None:
        self.total = total
        self.done = 0
        self._counted: tuple[int, int, str] | None = None
        self._trials: tuple[int, int, float] | None = None

    def __enter__(self) -> Progress:
        global _active
        self._stop: Event | None = None
        if _active is None:
            _active = self
            if is_watched():
                from threading import Event, Thread

                self._stop = Event()
                self._thread = Thread(target=self._show, args=(self._stop,), daemon=True)
                self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        global _active
        if _active is self:
            _active = None
        if self._stop is not None:
            self._stop.set()
            self._thread.join()

    def step(self) -> None:
        """Count one match-up as done; the outer one says so, where it counts nothing itself."""
        self.done += 1
        if _active not in (self, None) and self.total > 1 >= _active.total:
            before = _active._counted
            if before is None or before[2] == MATCH_UPS:
                _active._counted = (self.done, self.total, MATCH_UPS)

    def count(self, done: int, total: int, what: str) -> None:
        """Say how many of something else than match-ups are done, and how many there will be."""
        shown = self if _active is None else _active
        shown._counted = (done, total, what)

    def trials(self, done: int, total: int) -> None:
        """Say how many trials of the match-up in hand are done, and how many there will be."""
        shown = self if _active is None else _active
        before = shown._trials
        since = before[2] if before is not None and before[0] <= done else time.monotonic()
        shown._trials = (done, total, since)

    def line(self) -> str:
        """Return the line as it is now.

        Examples
        --------
        >>> Progress().line()
        'mathhammer: computing'
        """
        if _busy is not None:
            what, begun = _busy
            return f"mathhammer: {what}, {_duration(time.monotonic() - begun)}"
        words = ["mathhammer: computing"]
        if self.total > 1:
            words.append(_count_words(self.done, self.total, MATCH_UPS))
        if self._counted is not None:
            words.append(_count_words(*self._counted))
        if self._trials is not None:
            done, total, since = self._trials
            words.append(trial_words(done, total, time.monotonic() - since))
        return ", ".join(words)

    def _show(self, stop: Event) -> None:
        if stop.wait(PATIENCE):
            return
        write = _notebook_output() if is_notebook() else _write_over
        with suppress(OSError, ValueError):  # the terminal is gone: so is the line
            write(self.line())
            while not stop.wait(INTERVAL):
                write(self.line())
            write("")


@contextmanager
def busy(what: str) -> Iterator[None]:
    """Say, with the seconds, that everything waits for one thing, where somebody is watching.

    Examples
    --------
    >>> with busy("compiling"):
    ...     Progress().line()
    'mathhammer: compiling, 0 s'
    """
    global _busy
    _busy = what, time.monotonic()
    try:
        with Progress():
            yield
    finally:
        _busy = None


def say(message: str) -> None:
    """Write one line: to standard error, over a line of progress; in a notebook as plain output."""
    if is_notebook():
        print(f"mathhammer: {message}")
    elif sys.stderr is not None:
        start = "\r\x1b[K" if sys.stderr.isatty() else ""
        with suppress(OSError, ValueError):
            sys.stderr.write(f"{start}mathhammer: {message}\n")
            sys.stderr.flush()


def watched(function: Callable[P, R]) -> Callable[P, R]:
    """Show that a function is at work, where it takes long and somebody is watching."""

    @wraps(function)
    def inner(*given: P.args, **more: P.kwargs) -> R:
        with Progress():
            return function(*given, **more)

    return inner


def _write_over(line: str) -> None:
    """Show a line of the terminal instead of the one before."""
    sys.stderr.write(f"\r{line[: _columns() - 1]}\x1b[K")
    sys.stderr.flush()


def _notebook_output() -> Callable[[str], None]:
    """Return what changes one output of a cell: a notebook keeps all that is written."""
    from IPython import display

    show: Any = display.display
    output = show({"text/plain": ""}, raw=True, display_id=True)
    return lambda line: output.update({"text/plain": line}, raw=True)


def trial_words(done: int, total: int, seconds: float) -> str:
    """Return how far a simulation is, with a bar and the time that is left.

    Examples
    --------
    >>> trial_words(5_000_000, 20_000_000, 2.0)
    '[#####               ] 5.0 of 20 million trials, 6 s left'
    """
    share = min(done / total, 1.0) if total else 0.0
    filled = int(share * BAR)
    unit, word = (1e9, "billion") if total >= 1e10 else (1e6, "million")
    words = (
        f"[{'#' * filled:<{BAR}}] {_figure(done / unit)} of {_figure(total / unit)} {word} trials"
    )
    if share > 0.0 and seconds > 0.5:
        words += f", {_duration(seconds * (1.0 - share) / share)} left"
    return words


def _count_words(done: int, total: int, what: str) -> str:
    """Return how many of something are done; once all are, that the rest is what comes of them.

    Examples
    --------
    >>> _count_words(2, 3, "match-ups"), _count_words(3, 3, "match-ups")
    ('2 of 3 match-ups done', '3 match-ups done, putting the answer together')
    """
    if done < total:
        return f"{done} of {total} {what} done"
    return f"{total} {what} done, putting the answer together"


def _figure(number: float) -> str:
    return f"{number:.1f}" if number < 10 else f"{number:.0f}"


def _columns() -> int:
    """Return how wide the terminal is: a line that is wider couldn't be taken away."""
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except (OSError, ValueError, AttributeError):
        return 80


def _duration(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.0f} h"


def is_watched() -> bool:
    """Return whether somebody may be looking: a terminal, or a notebook."""
    stream = sys.stderr
    return stream is not None and (stream.isatty() or is_notebook())


def is_notebook() -> bool:
    """Return whether what is written comes to a notebook."""
    return type(sys.stderr).__module__.startswith("ipykernel")
