"""Reports: one page that holds everything about a file, to read, print and send.

A page is complete in itself: pictures are data within it, nothing is fetched and nothing
runs. The same input gives the same bytes.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import NamedTuple

from mathhammer.core.errors import TooLargeError
from mathhammer.games.names import TITLES
from mathhammer.results.check import CheckResult
from mathhammer.results.comparison import Comparison
from mathhammer.results.sweep import SweepResult
from mathhammer.results.turn import TurnResult
from mathhammer.show.html.render import parts, render
from mathhammer.show.pages.report import comparison_report
from mathhammer.show.pages.reports import check_report, sweep_report, turn_report
from mathhammer.show.pages.understood import read_facts
from mathhammer.show.sheets import Facts

#: The most match-ups of a report, and of one on a sweep.
MAX_MATCHUPS = 400
MAX_SWEPT = 2_500


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


def check_size(attackers: int, targets: int, combinations: int = 0) -> None:
    """Check that match-ups fit a report, before they are computed.

    Parameters
    ----------
    attackers, targets : int
    combinations : int
        Of a sweep; 0 for a comparison.

    Raises
    ------
    TooLargeError
        There are more than `MAX_MATCHUPS`, or of a sweep more than `MAX_SWEPT`.
    """
    number = attackers * targets * max(combinations, 1)
    if combinations and number > MAX_SWEPT:
        raise TooLargeError(
            f"{number} match-ups; a report of a sweep has up to {MAX_SWEPT}: take fewer values, "
            "or `mathhammer compare` with --csv"
        )
    if not combinations and number > MAX_MATCHUPS:
        raise TooLargeError(
            f"{number} match-ups; a report has up to {MAX_MATCHUPS}: take fewer "
            "loadouts or targets, or `mathhammer compare` with --csv"
        )


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
        There are more match-ups than `MAX_MATCHUPS`, or of a sweep `MAX_SWEPT`.
    """
    subject = reported.subject
    if isinstance(subject, Comparison):
        check_size(len(subject.attackers), len(subject.targets))
        report = comparison_report(subject, reported.shares)
    elif isinstance(subject, SweepResult):
        first = subject.comparisons[0]
        check_size(len(first.attackers), len(first.targets), len(subject.settings))
        report = sweep_report(subject)
    elif isinstance(subject, TurnResult):
        report = turn_report(subject)
    else:
        report = check_report(subject)
    head = [
        ("file", os.path.basename(reported.source)), ("game", TITLES[report.game]),
        *report.facts, *read_facts(reported.read_as),
    ]  # fmt: skip
    return render(
        "page.html",
        title=report.title,
        facts=Facts([line for line in head if line[1]]),
        sections=[
            (section.heading, section.alike, [parts(block) for block in section.blocks])
            for section in report.sections
        ],
        version=version,
    )
