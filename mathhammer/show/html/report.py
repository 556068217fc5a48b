"""Reports: one page that holds everything about a file, to read, print and send.

A page is complete in itself: pictures are data within it, nothing is fetched and nothing
runs. The same input gives the same bytes.
"""

import os
from collections.abc import Sequence

from mathhammer.games.names import TITLES
from mathhammer.results.view import View
from mathhammer.show.html.render import parts, render
from mathhammer.show.pages.answers import REPORTS, maker
from mathhammer.show.pages.understood import read_facts
from mathhammer.show.sheets import Facts, Report


def report_page(
    answer: View, source: str, read_as: Sequence[str] = (), shares: Sequence[float] = (),
    version: str = "", title: str = "", note: str = "",
) -> str:  # fmt: skip
    """Return the report of an answer as a page of HTML.

    Parameters
    ----------
    answer : Comparison, SweepResult, TurnResult or CheckResult
    source : str
        The file that it comes from.
    read_as : list of str
        How texts were understood, where they could be read in several ways.
    shares : list of float
        How often each target of a comparison is met; empty where they are no mix.
    version : str
        Of the program, for the foot of the page.
    title, note : str
        Those of the file.

    Raises
    ------
    TooLargeError
        There are more match-ups than a page holds.
    """
    report: Report = maker(REPORTS, answer)(answer, *([shares] if shares else []))
    head = Facts.of(
        ("question", report.title if title else ""),
        ("file", os.path.basename(source)),
        ("game", TITLES[report.game]),
        *report.facts,
        *read_facts(read_as),
    )
    return render(
        "page.html",
        title=title or report.title,
        note=note,
        facts=head,
        sections=[
            (
                section.heading,
                section.alike,
                section.folded,
                [parts(block) for block in section.blocks],
            )
            for section in report.sections
        ],
        version=version,
    )
