"""The reports of match-ups, turns, checks and sweeps, and what they have in common."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from mathhammer.analysis.attribution import attribution
from mathhammer.analysis.sensitivity import sensitivity
from mathhammer.analysis.sweeps import axis_words
from mathhammer.analysis.trade import SIDES, trade
from mathhammer.core.errors import MathhammerError, TooLargeError
from mathhammer.core.format import clean, figure, shortened
from mathhammer.games.describe import describe_target
from mathhammer.games.profiles import Unit
from mathhammer.results.attack import Result
from mathhammer.results.check import CheckResult
from mathhammer.results.comparison import Comparison
from mathhammer.results.sweep import SweepResult
from mathhammer.results.turn import TurnResult
from mathhammer.show import charts, sheets
from mathhammer.show.charted import charted
from mathhammer.show.charts.registry import SIZES, default_picture, fits, plot
from mathhammer.show.pages import understood
from mathhammer.show.pages.attack import attack_answers, outcome, stages, weapons_table
from mathhammer.show.pages.check import check_answers, distributions, given_words
from mathhammer.show.pages.matrix import matrices
from mathhammer.show.pages.sweep import MEASURES, numbers_of, value_words
from mathhammer.show.pages.turn import gap_facts, steps, turn_answers
from mathhammer.show.pages.why import items
from mathhammer.show.sheets import Block, Facts, Heading, Line, Picture, Section, Sentences
from mathhammer.show.summary import comparison_summary, names_of

#: Match-ups that are shown one by one, and explained.
MAX_DETAILED = 12
#: Items and characteristics that are drawn of a match-up: those that do most.
MAX_BARS = 10
#: Rows of the table of a sweep.
MAX_ROWS = 500
#: The most match-ups of a report, and of one on a sweep.
MAX_MATCHUPS = 400
MAX_SWEPT = 2_500


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
    most, what, fewer = MAX_MATCHUPS, "a report", "loadouts or targets"
    if combinations:
        most, what, fewer = MAX_SWEPT, "a report of a sweep", "values"
    if number > most:
        raise TooLargeError(
            f"{number} match-ups; {what} has up to {most}: take fewer {fewer}, or `mathhammer "
            "compare` with --csv"
        )


def comparison_report(comparison: Comparison, shares: Sequence[float] = ()) -> sheets.Report:
    """Return the report of match-ups: summary, matrix, charts, the match-ups, and why.

    Parameters
    ----------
    comparison : Comparison
    shares : list of float
        How often each target is met, where they are a mix.
    """
    check_size(len(comparison.attackers), len(comparison.targets))
    results = comparison.results
    attackers, targets = names_of(comparison.attackers), names_of(comparison.targets)
    names = [f"{a} at {t}" for a in attackers for t in targets]
    pictures: list[sheets.Sheet] = list(_pictures(comparison))
    if not pictures:
        pictures = [Line(f"No picture: one has up to {SIZES['matrix'].words}.")]
    details: list[Block] = [
        list(_detail(result, name))
        for result, name in zip(results[:MAX_DETAILED], names, strict=False)
    ]
    if len(results) > MAX_DETAILED:
        more = len(results) - MAX_DETAILED
        words = f"The first {MAX_DETAILED}; {more} more stand in the matrix alone."
        details.insert(0, (Line(words),))
    contexts = [comparison.cell(i, 0).context.given for i in range(len(attackers))]
    return sheets.Report(
        f"{attackers[0]} against {targets[0]}" if len(results) == 1 else comparison.title,
        comparison.targets[0].game,
        [("engine", understood.engine_words(results[0])), *understood.engine_facts(results[0])],
        [
            Section("Summary", [(Sentences.plain(comparison_summary(comparison, shares)),)]),
            Section("Matrix", [matrices(comparison, shares)]),
            Section("Charts", [pictures]),
            Section("Match-ups one by one, and why", details, alike=True, folded=len(results) > 1),
            Section("How it was understood", units_understood(comparison, contexts)),
            ending(results, names),
        ],
    )


def units_understood(
    comparison: Comparison, contexts: Sequence[Mapping[str, Any]] = ()
) -> list[Block]:
    """Return how the units of match-ups were understood, each with its situation."""
    attackers, targets = names_of(comparison.attackers), names_of(comparison.targets)
    blocks: list[Block] = []
    for i, (name, unit) in enumerate(zip(attackers, comparison.attackers, strict=True)):
        context = understood.context_facts(contexts[i]) if contexts else []
        blocks.append((Heading(name), Facts([*_attacker_facts(unit, name), *context])))
    for name, unit in zip(targets, comparison.targets, strict=True):
        blocks.append((Heading(f"Target: {name}"), Facts(understood.target_facts(unit))))
    return blocks


def ending(results: Sequence[Any], names: Sequence[str] = ()) -> Section:
    """Return the section with the rulings that matter and the notes, each once.

    Parameters
    ----------
    results : list of Result, TurnResult or CheckResult
    names : list of str
        Of the results, to say which of them a note is about where that isn't all.
    """
    blocks: list[Block] = [(Line("No ruling on which players differ matters here."),)]
    rulings = dict.fromkeys(item for result in results for item in result.ruleset.items())
    if rulings:
        words = "Rulings on which players differ, as they were applied here:"
        in_order = sorted(rulings) if names else rulings
        blocks = [(Line(words), Facts([(name, str(value)) for name, value in in_order]))]
    notes = []
    for note, places in understood.noted(results).items():
        about = understood.share_words(len(places), len(results))
        if len(places) == len(results):
            about = ""
        elif len(places) <= 3:
            about = "; ".join(names[i] for i in places)
        notes.append((about, note))
    if notes:
        blocks.append((Line("What a reader may not expect:"), Sentences(notes)))
    return Section("Assumptions and rulings", blocks)


def _attacker_facts(unit: Unit, name: str) -> sheets.Lines:
    """Return how an attacker was understood, with its whole name where that is cut."""
    whole = "" if name.startswith(clean(unit.label)) else unit.label
    models = str(unit.starting_models) if "models" in unit.given and not unit.is_target else ""
    own = describe_target(unit) if unit.is_target else ""
    lines = [("name", whole), ("unit", own), ("models", models)]
    return [line for line in lines if line[1]] + understood.attacker_facts(unit)


def _pictures(comparison: Comparison) -> Iterator[Picture]:
    """Yield the charts that fit the size of a comparison."""
    attackers, targets = len(comparison.attackers), len(comparison.targets)
    if attackers * targets == 1:
        result = comparison.results[0]
        words = f"{charted(result)[0].capitalize()}: exactly and at least so many."
        yield _picture(words, result)
        return
    fit = fits("matrix", attackers, targets)
    if attackers > 1 and targets > 1 and fit:
        words = "Expected damage of each loadout at each target, coloured by the first loadout."
        yield _picture(words, comparison, "matrix")
    if default_picture(attackers, targets) == "curves":
        words = (
            "The probability of at least so much, one panel per target and one line per loadout."
        )
        yield _picture(words, comparison, "curves")
    elif fits("ridge", attackers, targets):
        yield _picture("The distributions one by one.", comparison, "ridge")
    elif 1 in (attackers, targets) and fit:
        words = "Expected damage of each loadout at each target."
        yield _picture(words, comparison, "matrix", baseline=None)


def _picture(words: str, answer: object, name: str | None = None, **options: Any) -> Picture:
    return Picture(partial(plot, answer, name, **options), words)


def _detail(result: Result, name: str) -> Iterator[sheets.Sheet]:
    """Yield what is shown of one match-up."""
    yield Heading(name)
    yield Facts(attack_answers(result))
    yield sheets.Beside([outcome(result), stages(result)])
    weapons = weapons_table(result)
    if weapons is not None:
        yield weapons
    yield from _why(result)


def _why(result: Result) -> Iterator[sheets.Sheet]:
    """Yield what each item, stage and characteristic does, or why that isn't there."""
    if result.engine != "exact":
        yield Line("Why it comes out so is computed by the exact engine alone.")
        return
    try:
        found = attribution(result)
    except MathhammerError as error:
        yield Line(f"Why it comes out so is not computed: {error}.")
        return
    table = items(found)
    if isinstance(table, sheets.Table):
        words = "share: Shapley share, what it adds on average over all orders of the items"
        if found.standard_errors is not None:
            errors = figure(float(found.standard_errors[:, 0].max()))
            words += f"; sampled from {found.orders} orders, standard error up to {errors} damage"
        elif found.method == "grouped":
            words += "; the items of a source together"
        yield table._replace(note=words)
    words = "Where the damage goes, stage by stage."
    yield _picture(words, found, "waterfall")
    if len(found.players) > 1:
        words = _most("What each ability, modifier and re-roll adds", len(found.players))
        yield _picture(words, found, "shares", most=MAX_BARS)
    senses = list(sensitivity(result))
    words = _most("What one better and one worse of each characteristic does", len(senses) // 2)
    yield Picture(partial(charts.plot_tornado, senses, most=MAX_BARS), words)


def _most(words: str, number: int) -> str:
    return f"{words}{f': the {MAX_BARS} that do most' if number > MAX_BARS else ''}."


def turn_report(result: TurnResult) -> sheets.Report:
    """Return the report of a turn: its steps, the units at the end, its branches, the trade."""
    script = result.script
    summary: list[Block] = [(Sentences.plain([text for _, text in turn_answers(result)]),)]
    points = _trade(result)
    if points is not None:
        summary.append((Heading("Points destroyed and lost"), points))
    units: list[Block] = []
    for fighter in script.fighters:
        (_, described), *more = understood.fighter_facts(fighter)
        name = shortened(clean(fighter.name), 40)
        units.append((Heading(name), Facts([("unit", described), *more])))
    return sheets.Report(
        result.title,
        script.game,
        [
            ("engine", understood.engine_words(result)), *understood.engine_facts(result),
            *gap_facts(result), *understood.context_facts(script.context.given),
        ],
        [
            Section("Summary", summary),
            Section("Step by step", [(steps(result),)]),
            Section("Charts", [(
                Picture(lambda: plot(result)[0], "Models left of each unit at the end."),
                Picture(
                    partial(plot, result, "tree"),
                    "The branches of the turn, as wide as they are probable.",
                    "No tree of the branches: {}.",
                ),
            )]),
            Section("How it was understood", units),
            ending([result]),
        ],
    )  # fmt: skip


def _trade(result: TurnResult) -> sheets.Table | None:
    """Return points destroyed and lost by each side; None where no unit has points."""
    if result.engine != "exact":
        return None
    rows = list(trade(result))
    if all(row["points_destroyed"] is None for row in rows):
        return None
    names = ("points", "points_destroyed", "points_lost_back", "net")
    cells = (["-" if row[name] is None else figure(row[name]) for name in names] for row in rows)
    heads = (name.replace("_", " ") for name in names)
    return sheets.Table.named(
        "side", heads, [[side, *row] for side, row in zip(SIDES, cells, strict=True)]
    )


def check_report(result: CheckResult) -> sheets.Report:
    """Return the report of a check: the question, the answers and their picture."""
    pictured = result.distribution
    picture = _picture("The answer, as a picture.", result)
    small = [bars for bars in distributions(result) if bars.distribution is not pictured]
    return sheets.Report(
        result.title,
        result.game,
        [("engine", understood.engine_words(result)), ("given", given_words(result))],
        [
            Section("Summary", [(Sentences.plain([text for _, text in check_answers(result)]),)]),
            Section("Charts", [(picture, *small)]),
            ending([result]),
        ],
    )


def sweep_report(sweep: SweepResult) -> sheets.Report:
    """Return the report of a sweep: the picture, and the values."""
    first = sweep.comparisons[0]
    check_size(len(first.attackers), len(first.targets), len(sweep.settings))
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
    table = sheets.Table.named("match-up", (*keys, *MEASURES), rows)
    left = len(pairs) * len(sweep.settings) - len(rows)
    more = f"{left} more rows are left out: mathhammer compare FILE --csv PATH has them all."
    picture = _picture("Expected damage over what is swept.", sweep)
    shown = Line("Loadouts and targets as in the first combination.")
    return sheets.Report(
        f"{len(sweep.settings)} combinations of {', '.join(keys)}",
        first.targets[0].game,
        [
            ("engine", understood.engine_words(first.results[0])),
            *understood.context_facts(first.results[0].context.given),
        ],
        [
            Section("Charts", [(picture,)]),
            Section("How it was understood", [(shown,), *units_understood(first)]),
            Section("Values", [(table, *([Line(more)] if left else []))]),
            ending(results, names),
        ],
    )
