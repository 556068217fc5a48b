"""`blocks`: any answer as blocks of sheets, by what kind of answer it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import singledispatch
from typing import Any

from mathhammer.analysis.attribution import Attribution
from mathhammer.analysis.flow import flow
from mathhammer.analysis.howmany import LEVELS, HowMany
from mathhammer.analysis.optimise import Choice
from mathhammer.analysis.saves import AgainstSaves
from mathhammer.analysis.sensitivity import sensitivity
from mathhammer.analysis.sweeps import Sweep
from mathhammer.core.format import figure, percent
from mathhammer.heroes.games import GamesResult
from mathhammer.heroes.results import HeroesResult
from mathhammer.reroll.check import CheckReroll
from mathhammer.reroll.outcome import CommandReroll
from mathhammer.results.attack import Result
from mathhammer.results.check import CheckResult
from mathhammer.results.comparison import Comparison
from mathhammer.results.turn import TurnResult
from mathhammer.results.view import Column as Shown
from mathhammer.results.view import View
from mathhammer.show.pages.attack import attack_page
from mathhammer.show.pages.check import check_page
from mathhammer.show.pages.choose import choice_page
from mathhammer.show.pages.comparison import comparison_page
from mathhammer.show.pages.heroes import games_page, heroes_page
from mathhammer.show.pages.howmany import how_many_page
from mathhammer.show.pages.reroll import check_reroll_page, reroll_page
from mathhammer.show.pages.saves import saves_page
from mathhammer.show.pages.sweep import sweep_page
from mathhammer.show.pages.turn import turn_page
from mathhammer.show.pages.why import why_page
from mathhammer.show.sheets import Block, Column, Table, Title


@singledispatch
def blocks(answer: View) -> Iterator[Block]:
    """Yield an answer: some columns of its table, where it has no page of its own below."""
    columns = [Column(one.heading, words=not i) for i, one in enumerate(answer.shown)]
    yield Title(answer.title), Table(columns, cells(list(answer.rows()), answer.shown))


def cells(rows: Sequence[Mapping[str, Any]], columns: Sequence[Shown]) -> list[list[str]]:
    """Return some columns of rows as they are shown; what isn't known is a dash."""
    return [[_cell(row.get(column.name), column) for column in columns] for row in rows]


def _cell(value: Any, column: Shown) -> str:
    if value is None or value != value:
        return "-"
    if isinstance(value, str | int):
        return str(value)
    if column.percent:
        return percent(value)
    return f"{value:.0f}" if column.whole else figure(value)


@blocks.register
def _(answer: Attribution) -> Iterator[Block]:
    return why_page(answer, list(flow(answer.result)), list(sensitivity(answer.result)))


@blocks.register
def _(answer: HowMany) -> Iterator[Block]:
    return how_many_page([answer], LEVELS)


for _kind, _page in (
    (Result, attack_page), (Comparison, comparison_page), (TurnResult, turn_page),
    (CheckResult, check_page), (Sweep, sweep_page), (AgainstSaves, saves_page),
    (Choice, choice_page), (CommandReroll, reroll_page), (CheckReroll, check_reroll_page),
    (HeroesResult, heroes_page), (GamesResult, games_page),
):  # fmt: skip
    blocks.register(_kind, _page)
