"""Reports: one page that holds everything about a file, to read, print and send.

A page is complete in itself: pictures are data within it, nothing is fetched and nothing
runs. The same input gives the same bytes.
"""

import os
from collections.abc import Sequence
from typing import NamedTuple

from mathhammer.games.names import TITLES
from mathhammer.results.check import CheckResult
from mathhammer.results.comparison import Comparison
from mathhammer.results.sweep import SweepResult
from mathhammer.results.turn import TurnResult
from mathhammer.show.html.render import parts, render
from mathhammer.show.pages.answers import REPORTS, maker
from mathhammer.show.pages.understood import read_facts
from mathhammer.show.sheets import Facts, Report


class Reported(NamedTuple):
    """What a report is about.

    Attributes
    ----------
    source : str
        The file.
    subject : Comparison, SweepResult, TurnResult or CheckResult
    read_as : list of str
        How texts were understood, where they could be read in several ways.
    shares : tuple of float
        How often each target of a comparison is met; empty where they are no mix.
    """

    source: str
    subject: Comparison | SweepResult | TurnResult | CheckResult
    read_as: Sequence[str] = ()
    shares: tuple[float, ...] = ()


def report_page(reported: Reported, version: str = "") -> str:
    """Return a report as a page of HTML.

    Parameters
    ----------
    reported : Reported
    version : str
        Of the program, for the foot of the page.

    Raises
    ------
    TooLargeError
        There are more match-ups than a page holds.
    """
    more = (reported.shares,) if reported.shares else ()
    report: Report = maker(REPORTS, reported.subject)(reported.subject, *more)
    head = Facts.of(
        ("file", os.path.basename(reported.source)),
        ("game", TITLES[report.game]),
        *report.facts,
        *read_facts(reported.read_as),
    )
    return render(
        "page.html",
        title=report.title,
        facts=head,
        sections=[
            (section.heading, section.alike, [parts(block) for block in section.blocks])
            for section in report.sections
        ],
        version=version,
    )
