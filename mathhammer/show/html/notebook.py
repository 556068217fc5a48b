"""What notebooks show of results: a table, a small chart and the answer in words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch
from typing import TYPE_CHECKING, Any

from mathhammer.core.format import clean, figure, percent
from mathhammer.results.attack import Result
from mathhammer.results.check import CheckResult
from mathhammer.results.comparison import Comparison
from mathhammer.results.turn import TurnResult
from mathhammer.results.view import Column, View
from mathhammer.show.facts import engine_facts
from mathhammer.show.html.checks import check_charts
from mathhammer.show.html.inline import inline_chart
from mathhammer.show.html.rows import matrix, stages
from mathhammer.show.html.template import render
from mathhammer.show.html.turns import turn_steps, turn_title
from mathhammer.show.match_up import charted
from mathhammer.show.sentences import check_answers, result_answers, turn_answers
from mathhammer.show.summary import comparison_summary, names_of

if TYPE_CHECKING:
    import pandas as pd

#: The most match-ups of a matrix, and notes of anything, that are shown.
MAX_CELLS = 400
MAX_NOTES = 6
#: The most rows of a table, and how wide its longest bar is, in pixels.
MAX_ROWS = 40
BAR_WIDTH = 120


@singledispatch
def html(answer: View) -> str:
    """Return an answer as a fragment of HTML: some of its table, where it has no page below."""
    return table_html(answer.title, answer.table(), answer.shown)


@html.register
def result_html(result: Result) -> str:
    """Return a match-up as a fragment of HTML: stages, a small chart and the answer.

    Parameters
    ----------
    result : Result
    """
    what, distribution, most = charted(result)
    words = f"{what}, of {most}" if most > 1 else what
    return _fragment(
        f"{clean(result.attacker.label)} against {clean(result.target.label)}",
        result_answers(result),
        facts=engine_facts(result),
        tables=[stages(result)],
        charts=[inline_chart(distribution, words)],
    )


@html.register
def comparison_html(comparison: Comparison) -> str:
    """Return a comparison as a fragment of HTML: the matrix, and which loadout is best.

    Parameters
    ----------
    comparison : Comparison
        Of more than `MAX_CELLS` match-ups only the sentences.
    """
    lines = [("", sentence) for sentence in comparison_summary(comparison)]
    few = len(comparison.results) <= MAX_CELLS
    return _fragment(
        f"{len(comparison.attackers)} x {len(comparison.targets)} match-ups",
        lines,
        matrix=matrix(comparison) if few else [],
        targets=names_of(comparison.targets),
        priced=any(result.points_per_100 is not None for result in comparison.results[:MAX_CELLS]),
    )


@html.register
def turn_html(result: TurnResult) -> str:
    """Return a turn as a fragment of HTML: its steps, and small charts of its units.

    Parameters
    ----------
    result : TurnResult
    """
    return _fragment(
        turn_title(result),
        turn_answers(result),
        facts=engine_facts(result),
        tables=[turn_steps(result)],
        charts=[
            inline_chart(result.models(name), f"models left of {clean(name)}", 320, 70)
            for name in result.names
        ],
    )


@html.register
def check_html(result: CheckResult) -> str:
    """Return a check as a fragment of HTML: its answers, and small charts of its numbers.

    Parameters
    ----------
    result : CheckResult
    """
    title = f"{result.kind.replace('_', ' ').capitalize()}: {result.check.asks}"
    return _fragment(title, check_answers(result), charts=check_charts(result))


def _fragment(title: str, lines: list[tuple[str, str]], **parts: Any) -> str:
    """Return a fragment with its parts, those that are left out empty."""
    notes = [text for label, text in lines if label == "note"]
    values = {"facts": [], "tables": [], "charts": [], "matrix": [], "targets": [],
              "priced": False, "shares": []}  # fmt: skip
    return render(
        "fragment.html", title=title, lines=[line for line in lines if line[0] != "note"],
        notes=notes[:MAX_NOTES], more_notes=max(0, len(notes) - MAX_NOTES), **{**values, **parts},
    )  # fmt: skip


def table_html(title: str, table: pd.DataFrame, columns: Sequence[Column]) -> str:
    """Return some columns of a table as a fragment of HTML, the last one with bars.

    Parameters
    ----------
    title : str
    table : DataFrame
        Of more than `MAX_ROWS` rows only the first.
    columns : list of Column
    """
    few = table.head(MAX_ROWS)
    measured = few[columns[-1].name].fillna(0.0).astype(float).tolist()
    longest = 1.0 if columns[-1].percent else 0.0  # the bar of 100 %
    low, high = min([0.0, *measured]), max([longest, *measured])
    scale = BAR_WIDTH / (high - low) if high > low else 0.0
    bars = [
        {
            "left": round((min(value, 0.0) - low) * scale, 1),
            "width": round(abs(value) * scale, 1),
        }
        for value in measured
    ]
    cells = [
        [_cell(row[column.name], column) for column in columns] for row in few.to_dict("records")
    ]
    return render(
        "rows.html", title=title, columns=list(columns), bar_width=BAR_WIDTH,
        rows=list(zip(cells, bars, strict=True)), more=len(table) - len(few),
    )  # fmt: skip


def _cell(value: Any, column: Column) -> str:
    """Return a value of a table as it is shown; what isn't known is a dash."""
    if value is None or value != value:
        return "-"
    if isinstance(value, str | int):
        return str(value)
    if column.percent:
        return percent(value)
    return f"{value:.0f}" if column.whole else figure(value)


def verdict_html(sentences: Sequence[str]) -> str:
    """Return sentences as a paragraph of HTML.

    Parameters
    ----------
    sentences : list of str
    """
    return render("verdict.html", sentences=list(sentences))
