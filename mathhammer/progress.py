"""A line on the terminal while something takes long."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from threading import Event

#: Seconds before the line is shown, and between its changes.
PATIENCE = 2.0
INTERVAL = 0.5


class Progress:
    """Says on standard error how far the work is, where that is a terminal.

    Parameters
    ----------
    total : int
        Match-ups to be done; 0 as long as it isn't known.

    Notes
    -----
    The line belongs to a thread, so that it is also there during one long match-up.
    """

    def __init__(self, total: int = 0) -> None:
        self.total = total
        self.done = 0

    def __enter__(self) -> Progress:
        self._stop: Event | None = None
        if sys.stderr is not None and sys.stderr.isatty():
            from threading import Event, Thread

            self._stop = Event()
            self._thread = Thread(target=self._show, args=(self._stop,), daemon=True)
            self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._stop is not None:
            self._stop.set()
            self._thread.join()

    def step(self) -> None:
        """Count one match-up as done."""
        self.done += 1

    def _show(self, stop: Event) -> None:
        if stop.wait(PATIENCE):
            return
        try:
            while True:
                line = "mathhammer: computing"
                if self.total > 1:
                    line += f", {self.done} of {self.total} match-ups done"
                sys.stderr.write(f"\r{line}\x1b[K")
                sys.stderr.flush()
                if stop.wait(INTERVAL):
                    break
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
        except (OSError, ValueError):  # the terminal is gone: so is the line
            return
