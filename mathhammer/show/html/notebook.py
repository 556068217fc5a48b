"""What notebooks show of results: a table, a small chart and the answer in words."""

from collections.abc import Iterable, Mapping, Sequence
from functools import singledispatch
from typing import Any

from mathhammer.analysis.target_grid import Grid
from mathhammer.results.attack import Result
from mathhammer.results.check import CheckResult
from mathhammer.results.comparison import Comparison
from mathhammer.results.turn import TurnResult
from mathhammer.results.view import Column, View
from mathhammer.show.html.render import parts, render
from mathhammer.show.pages.answers import cells
from mathhammer.show.pages.attack import attack_answers, outcome, stages
from mathhammer.show.pages.check import check_answers, distributions
from mathhammer.show.pages.grid import changes_words, heat_maps
from mathhammer.show.pages.matrix import matrices
from mathhammer.show.pages.turn import models_left, shown_units, steps, turn_answers
from mathhammer.show.pages.understood import engine_facts
from mathhammer.show.sheets import Facts, Line, Sentences, Sheet, Title
from mathhammer.show.summary import comparison_summary

#: The most match-ups of a matrix, and notes of anything, that are shown.
MAX_CELLS = 2_500
MAX_NOTES = 6
#: The most rows of a table, and how wide its longest bar is, in pixels.
MAX_ROWS = 40
BAR_WIDTH = 120


@singledispatch
def html(answer: View) -> str:
    """Return an answer as a fragment of HTML: some of its table, where it has no page below."""
    return table_html(answer.title, answer.rows(), answer.shown)


@html.register
def result_html(result: Result) -> str:
    """Return a match-up as a fragment of HTML: stages, a small chart and the answer."""
    answers = Facts(attack_answers(result))
    engine = Facts(engine_facts(result))
    return _fragment(
        [Title(result.title), engine, stages(result), outcome(result), answers], result.notes
    )


@html.register
def comparison_html(comparison: Comparison) -> str:
    """Return a comparison as a fragment of HTML: the matrix, and which loadout is best.

    Of more than `MAX_CELLS` match-ups the matrix has the first loadouts, and says so.
    """
    rows = max(1, MAX_CELLS // len(comparison.targets))
    left = len(comparison.attackers) - rows
    shown: list[Sheet] = matrices(comparison.only(range(rows)) if left > 0 else comparison)[:1]
    if left > 0:
        shown.append(Line(f"and {left} more loadouts: .table() has them all"))
    summary = Sentences.plain(comparison_summary(comparison))
    return _fragment([Title(comparison.title), *shown, summary])


@html.register
def grid_html(grid: Grid) -> str:
    """Return a grid as a fragment of HTML: the heat maps of its loadouts."""
    sheets: list[Sheet] = [Title(grid.title)]
    for i, attacker in enumerate(grid.attackers):
        sheets += [Line(f"{attacker.label}; changes: {changes_words(grid, i)}"), heat_maps(grid, i)]
    return _fragment(sheets, grid.notes)


@html.register
def turn_html(result: TurnResult) -> str:
    """Return a turn as a fragment of HTML: its steps, and small charts of its units."""
    units = [models_left(result, name) for name in shown_units(result)]
    answers = Facts(turn_answers(result))
    head = Title(result.title), Facts(engine_facts(result)), steps(result)
    return _fragment([*head, *units, answers], result.notes, 320, 70)


@html.register
def check_html(result: CheckResult) -> str:
    """Return a check as a fragment of HTML: its answers, and small charts of its numbers."""
    answers = Facts(check_answers(result))
    return _fragment([Title(result.title), *distributions(result), answers], result.notes)


def _fragment(sheets: Sequence[Sheet], notes: Sequence[str] = (), *size: float) -> str:
    """Return sheets as a fragment of HTML, with the first notes folded away."""
    more = max(0, len(notes) - MAX_NOTES)
    return render(
        "fragment.html", parts=parts(sheets, *size), notes=notes[:MAX_NOTES], more_notes=more
    )


def table_html(title: str, rows: Iterable[Mapping[str, Any]], columns: Sequence[Column]) -> str:
    """Return some columns of a table as a fragment of HTML, the last one with bars.

    Parameters
    ----------
    title : str
    rows : iterable of mapping
        Of more than `MAX_ROWS` only the first.
    columns : list of Column
    """
    every = list(rows)
    few, last = every[:MAX_ROWS], columns[-1]
    values = [row.get(last.name) for row in few]
    measured = [0.0 if value is None or value != value else float(value) for value in values]
    longest = 1.0 if last.percent else 0.0  # the bar of 100 %
    low, high = min([0.0, *measured]), max([longest, *measured])
    scale = BAR_WIDTH / (high - low) if high > low else 0.0
    bars = [
        {
            "left": round((min(value, 0.0) - low) * scale, 1),
            "width": round(abs(value) * scale, 1),
        }
        for value in measured
    ]
    return render(
        "rows.html", title=title, columns=list(columns), bar_width=BAR_WIDTH,
        rows=list(zip(cells(few, columns), bars, strict=True)), more=len(every) - len(few),
    )  # fmt: skip


def verdict_html(sentences: Sequence[str]) -> str:
    """Return sentences as a paragraph of HTML.

    Parameters
    ----------
    sentences : list of str
    """
    return render("verdict.html", sentences=list(sentences))
