"""`blocks`: any answer as blocks of sheets, by what kind of answer it is.

A new kind of answer is a module of this folder with a ``*_page`` function, and one line of
`PAGES`; only the module of the answer that is shown is loaded. Without it, a page is some
columns of the answer's table.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any

from mathhammer.core.format import figure, percent
from mathhammer.results.view import Column as Shown
from mathhammer.results.view import View
from mathhammer.show.sheets import Block, Table, Title

#: The function that puts an answer of each class on a page, with its module of this folder.
PAGES = {
    "Result": "attack:attack_page",
    "ArmyAttacks": "armies:attacks_page",
    "ArmyMatchUp": "armies:match_up_page",
    "Roster": "roster:roster_page",
    "Comparison": "comparison:comparison_page",
    "SweepResult": "sweep:sweep_page",
    "TurnResult": "turn:turn_page",
    "CheckResult": "check:check_page",
    "HeroesResult": "heroes:heroes_page",
    "GamesResult": "heroes:games_page",
    "AgainstSaves": "saves:saves_page",
    "Grid": "grid:grid_page",
    "Attribution": "why:attribution_page",
    "HowMany": "howmany:one_page",
    "Choice": "choose:choice_page",
    "CommandReroll": "reroll:reroll_page",
    "CheckReroll": "reroll:check_reroll_page",
}


#: The function that makes the report of an answer of each class.
REPORTS = {
    "ArmyAttacks": "armies:attacks_report",
    "ArmyMatchUp": "armies:match_up_report",
    "Roster": "armies:roster_report",
    "Comparison": "report:comparison_report",
    "SweepResult": "report:sweep_report",
    "TurnResult": "report:turn_report",
    "CheckResult": "report:check_report",
}


def maker(table: Mapping[str, str], answer: object) -> Callable[..., Any]:
    """Return the function of one of the tables for an answer, by the class of the answer."""
    lines = (table.get(one.__name__, "") for one in type(answer).__mro__)
    module, _, name = next(filter(None, lines), "answers:table_page").partition(":")
    function: Callable[..., Any] = getattr(import_module(f"mathhammer.show.pages.{module}"), name)
    return function


def blocks(answer: View, *more: Any, **options: Any) -> Iterable[Block]:
    """Return an answer as blocks of a page.

    Parameters
    ----------
    answer : View
    *more, **options
        What the page of its class takes beside it, like the file that it comes from.
    """
    page: Iterable[Block] = maker(PAGES, answer)(answer, *more, **options)
    return page


def table_page(answer: View) -> Iterator[Block]:
    """Yield some columns of the table of an answer."""
    first, *others = (column.heading for column in answer.shown)
    yield Title(answer.title), Table.named(first, others, cells(list(answer.rows()), answer.shown))


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
