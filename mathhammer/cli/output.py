"""`CommandOutput`: what a command answers, in each form that it can be asked for.

Texts are made whole before any of them is printed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mathhammer.core.progress import Progress

if TYPE_CHECKING:
    from mathhammer.show.sheets import Block
    from mathhammer.show.terminal.page import Page

#: Columns, and rows of which each has some of them.
Table = tuple[Sequence[str], Iterable[Mapping[str, Any]]]
#: Exit status of a call that was interrupted.
INTERRUPTED = 130


class CommandOutput:
    """What a command answers; it has the forms for which the command has options.

    Attributes
    ----------
    number : int
        Match-ups, for who watches the progress.
    status : int
        Exit status of the call, known when it has answered.
    defaults : str
        What it took from the user's own configuration, to be said in each form.
    """

    number = 0
    status = 0
    defaults = ""

    def json(self, progress: Progress) -> str:
        """Return it as a JSON array, one line per entry."""
        raise NotImplementedError

    def text(self, written: Sequence[str], progress: Progress) -> str:
        """Return it as a reader wants it, with the files that are written."""
        raise NotImplementedError

    def table(self) -> Table:
        """Return it as a table."""
        raise NotImplementedError

    def write_plot(self, path: str) -> None:
        """Draw it."""
        raise NotImplementedError

    def write_page(self, path: str) -> None:
        """Write it as a page of HTML."""
        raise NotImplementedError


class Entries(CommandOutput):
    """An answer made of entries: each an object of the JSON, and a part of the page.

    Parameters
    ----------
    entries : iterable of dict
        What is printed as JSON.
    pages : list of iterable of Block
        Each entry as part of the page.
    rows : iterable of dict, optional
        What is written as CSV.
    columns : iterable of str, optional
        Of the rows; by default what the first one has.
    draw : callable, optional
        Returns the picture.
    """

    def __init__(
        self,
        entries: Iterable[dict[str, Any]],
        pages: Sequence[Iterable[Block]],
        rows: Iterable[Mapping[str, Any]] = (),
        columns: Iterable[str] = (),
        draw: Callable[[], Any] | None = None,
    ) -> None:
        self.entries = entries
        self.pages = pages
        self.rows = rows
        self.columns = columns
        self.draw = draw
        self.number = len(pages)

    def json(self, progress: Progress) -> str:
        """Return the entries, one per line."""
        return array(self.entries, self.defaults)

    def text(self, written: Sequence[str], progress: Progress) -> str:
        """Return one page per entry."""
        page = new_page()
        for blocks in self.pages:
            page.put(blocks, apart=2)
            progress.step()
        return finished(page, written)

    def table(self) -> Table:
        """Return the rows."""
        rows = list(self.rows)
        return list(self.columns) or list(rows[0]), rows

    def write_plot(self, path: str) -> None:
        """Draw the one entry there is."""
        from mathhammer.show.charts import save

        assert self.draw is not None
        save(self.draw(), path)


def array(entries: Iterable[Any], defaults: str = "") -> str:
    """Return a JSON array, one line per entry; each notes what a call took from defaults."""
    import json

    if defaults:
        note = f"Defaults: {defaults}."
        entries = ({**entry, "notes": [*entry.get("notes", []), note]} for entry in entries)
    lines = [json.dumps(entry, allow_nan=False) for entry in entries]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def new_page() -> Page:
    """Return an empty page as wide as standard output."""
    from mathhammer.show.terminal.page import Page

    return Page(sys.stdout)


def finished(page: Page, written: Sequence[str]) -> str:
    """Return the text of a page, with the files that are written at its end."""
    page.facts([("written", path) for path in written])
    return page.text()


def is_interrupted(result: Any) -> bool:
    """Return whether a result is simulated, was played, and was interrupted (Ctrl-C)."""
    return getattr(result.__dict__.get("played"), "stopped", "") == "interrupted"
