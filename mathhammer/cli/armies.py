"""What an army list does, in each form that the command roster prints."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from mathhammer.cli.output import CommandOutput, Table, finished, new_page
from mathhammer.cli.view import MatrixView
from mathhammer.core.progress import Progress
from mathhammer.rosters.match_up import COLUMNS, ArmyAttacks, ArmyMatchUp, armies_dict


class ArmyOutput(CommandOutput):
    """A list, what it does to targets, or two lists against each other.

    Parameters
    ----------
    answer : Roster, ArmyAttacks or ArmyMatchUp
    view : MatrixView
    saved : list of str
        Files that were written.
    """

    def __init__(
        self, answer: Any, view: MatrixView | None = None, saved: Sequence[str] = ()
    ) -> None:
        self.answer = answer
        self.view = view or MatrixView()
        self.saved = saved
        self._page = ""

    def json(self, progress: Progress) -> str:
        """Return it as one object."""
        answer = self.answer
        if isinstance(answer, ArmyAttacks):
            found = armies_dict([answer], list(answer.unit_rows()))
        else:
            found = answer.to_dict()
        if self.defaults:
            found["notes"] = [*found["notes"], f"Defaults: {self.defaults}."]
        return json.dumps(found, allow_nan=False) + "\n"

    def text(self, written: Sequence[str], progress: Progress) -> str:
        """Return it as a page."""
        from mathhammer.show.pages.answers import blocks

        options: dict[str, Any] = {}
        if isinstance(self.answer, ArmyAttacks | ArmyMatchUp):
            options = {"shown": self.view.shown, "details": self.view.details}
        page = new_page()
        page.put(blocks(self.answer, **options))
        return finished(page, [*written, *self.saved])

    def table(self) -> Table:
        """Return a row per match-up, or per unit of a list by itself."""
        answer = self.answer
        if isinstance(answer, ArmyAttacks):
            file, columns, rows = answer.roster.file, [*COLUMNS], answer.unit_rows()
        else:
            first = answer.there.roster if isinstance(answer, ArmyMatchUp) else answer
            file, columns, rows = first.file, [*answer.columns], answer.rows()
        return ["scenario", *columns], ({"scenario": file, **row} for row in rows)

    def write_plot(self, path: str) -> None:
        """Draw the heat map."""
        from mathhammer.show.charts import save
        from mathhammer.show.pages.matrix import SHOWN

        save(self.answer.plot(name=SHOWN.get(self.view.shown, "")), path)

    def write_page(self, path: str) -> None:
        """Write the report."""
        from mathhammer import __version__
        from mathhammer.show.html import report_page

        source = "" if not hasattr(self.answer, "file") else self.answer.file
        notes = [f"Defaults: {self.defaults}."] if self.defaults else []
        text = report_page(self.answer, source, notes, (), __version__)
        with open(path, "w", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
            file.write(text)
