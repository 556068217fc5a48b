"""The reports of turns, sweeps and checks."""

from __future__ import annotations

from functools import partial

from mathhammer.analysis.sweeps import axis_words
from mathhammer.analysis.trade import SIDES, trade
from mathhammer.core.format import clean, figure, shortened
from mathhammer.results.check import CheckResult
from mathhammer.results.sweep import SweepResult
from mathhammer.results.turn import TurnResult
from mathhammer.show import charts
from mathhammer.show.pages.check import check_answers, distributions, given_words
from mathhammer.show.pages.report import ending, summary_of, understood
from mathhammer.show.pages.sweep import MEASURES, numbers_of, value_words
from mathhammer.show.pages.turn import gap_facts, steps, turn_answers
from mathhammer.show.pages.understood import (
    context_facts,
    engine_facts,
    engine_words,
    fighter_facts,
)
from mathhammer.show.sheets import (
    Block,
    Column,
    Facts,
    Heading,
    Line,
    Picture,
    Report,
    Section,
    Table,
)
from mathhammer.show.summary import names_of

#: Rows of the table of a sweep.
MAX_ROWS = 500


def turn_report(result: TurnResult) -> Report:
    """Return the report of a turn: its steps, the units at the end, its branches, the trade."""
    script = result.script
    summary: list[Block] = [(summary_of([text for _, text in turn_answers(result)]),)]
    points = _trade(result)
    if points is not None:
        summary.append((Heading("Points destroyed and lost"), points))
    units: list[Block] = []
    for fighter in script.fighters:
        (_, described), *more = fighter_facts(fighter)
        name = shortened(clean(fighter.name), 40)
        units.append((Heading(name), Facts([("unit", described), *more])))
    return Report(
        result.title,
        script.game,
        [
            ("engine", engine_words(result)), *engine_facts(result), *gap_facts(result),
            *context_facts(script.context.given),
        ],
        [
            Section("Summary", summary),
            Section("Step by step", [(steps(result),)]),
            Section("Charts", [(
                Picture(lambda: charts.plot(result)[0], "Models left of each unit at the end."),
                Picture(
                    partial(charts.plot, result, "tree"),
                    "The branches of the turn, as wide as they are probable.",
                    "No tree of the branches: {}.",
                ),
            )]),
            Section("How it was understood", units),
            ending([result]),
        ],
    )  # fmt: skip


def _trade(result: TurnResult) -> Table | None:
    """Return points destroyed and lost by each side; None where no unit has points."""
    if result.engine != "exact":
        return None
    rows = list(trade(result))
    if all(row["points_destroyed"] is None for row in rows):
        return None
    names = ("points", "points_destroyed", "points_lost_back", "net")
    columns = [Column("side", words=True), *(Column(name.replace("_", " ")) for name in names)]
    cells = (["-" if row[name] is None else figure(row[name]) for name in names] for row in rows)
    return Table(columns, [[side, *row] for side, row in zip(SIDES, cells, strict=True)])


def check_report(result: CheckResult) -> Report:
    """Return the report of a check: the question, the answers and their picture."""
    pictured = result.distribution
    picture = Picture(partial(charts.plot, result), "The answer, as a picture.")
    small = [bars for bars in distributions(result) if bars.distribution is not pictured]
    return Report(
        result.title,
        result.game,
        [("engine", engine_words(result)), ("given", given_words(result))],
        [
            Section("Summary", [(summary_of([text for _, text in check_answers(result)]),)]),
            Section("Charts", [(picture, *small)]),
            ending([result]),
        ],
    )


def sweep_report(sweep: SweepResult) -> Report:
    """Return the report of a sweep: the picture, and the values."""
    first = sweep.comparisons[0]
    keys = [axis_words(key) for key in sweep.axes]
    pairs = [f"{a} at {t}" for a in names_of(first.attackers) for t in names_of(first.targets)]
    rows: list[list[str]] = []
    names, results = [], []
    for settings, comparison in zip(sweep.settings, sweep.comparisons, strict=True):
        values = [value_words(settings[key]) for key in sweep.axes]
        for pair, result in zip(pairs, comparison.results[: MAX_ROWS - len(rows)], strict=False):
            rows.append([pair, *values, *numbers_of(result)])
            names.append(f"{pair}, {', '.join(values)}")
            results.append(result)
    columns = [Column("match-up", words=True), *map(Column, (*keys, *MEASURES))]
    left = len(pairs) * len(sweep.settings) - len(rows)
    more = f"{left} more rows are left out: mathhammer compare FILE --csv PATH has them all."
    picture = Picture(partial(charts.plot, sweep), "Expected damage over what is swept.")
    shown = Line("Loadouts and targets as in the first combination.")
    return Report(
        f"{len(sweep.settings)} combinations of {', '.join(keys)}",
        first.targets[0].game,
        [
            ("engine", engine_words(first.results[0])),
            *context_facts(first.results[0].context.given),
        ],
        [
            Section("Charts", [(picture,)]),
            Section("How it was understood", [(shown,), *understood(first)]),
            Section("Values", [(Table(columns, rows), *([Line(more)] if left else []))]),
            ending(results, names),
        ],
    )
