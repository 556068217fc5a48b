"""The command that writes a page on a file: report."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from mathhammer.cli.commands.attack import load_scenario, of_scenario, one_file
from mathhammer.cli.errors import inside
from mathhammer.cli.output import CommandOutput, MatchUpGroup, MatchUps
from mathhammer.core.errors import MathhammerError
from mathhammer.core.progress import Progress


class ReportAnswer(MatchUps):
    """A page on what a file describes.

    Parameters
    ----------
    batch : MatchUpGroup
    """

    def __init__(self, batch: MatchUpGroup) -> None:
        super().__init__("report", [batch])
        self.batch = batch
        self._page = ""

    def text(self, written: Sequence[str], progress: Progress) -> str:
        """Return what was written."""
        from mathhammer.show.terminal.page import Page

        self._made()
        page = Page(sys.stdout)
        page.facts([("written", path) for path in written])
        return page.text()

    def _made(self) -> str:
        """Return the page, made once."""
        from mathhammer import __version__
        from mathhammer.show.html import Reported, report_page

        if not self._page:
            batch = self.batch
            subject = batch.turn or batch.check or batch.sweep or batch.comparison
            with inside(batch.source), self._stopping():
                self._page = report_page(
                    Reported(batch.source, subject, batch.read_as, batch.shares), __version__
                )
        return self._page

    def write_page(self, path: str) -> None:
        """Write the page."""
        text = self._made()
        with open(path, "w", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
            file.write(text)


def report(options: argparse.Namespace) -> CommandOutput:
    """Return a page on what a file describes."""
    path = one_file(options.what, "report")
    if not path:
        raise MathhammerError(
            "report needs a scenario file; `mathhammer compare --example` shows one"
        )
    if not options.output:
        raise MathhammerError("report needs -o PAGE.html: where the page is written")
    scenario = load_scenario(path, options.game)
    if scenario.heroes is not None:
        raise MathhammerError("the heroes dice game has no report: use `mathhammer run`", path)
    if scenario.script is None and scenario.check is None:
        from mathhammer.show.html.report import check_size

        one = scenario.sweep[0].scenario if scenario.sweep else scenario
        with inside(path):
            check_size(len(one.attackers), len(one.targets), len(scenario.sweep))
    return ReportAnswer(of_scenario(options, scenario))
