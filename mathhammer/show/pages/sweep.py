"""A sweep as sheets: one block per target.

Two fields are grids, one row per value of the first and one column per value of the second; where
they don't fit, as for one field or many, there is one row per combination and loadout.
"""

from collections.abc import Iterator, Sequence

from mathhammer.analysis.sweeps import sweep_grid
from mathhammer.core.format import clean, figure, percent, short_names, shortened
from mathhammer.results.attack import Result
from mathhammer.results.sweep import SweepResult
from mathhammer.show.pages import understood
from mathhammer.show.pages.comparison import MAX_NOTES
from mathhammer.show.sheets import Block, Column, Facts, Fitting, Heading, Lines, Table, Title

#: Rows of a block that are printed.
MAX_ROWS = 200
#: Match-ups whose notes are made: some compute a match-up again under each ruling.
MAX_NOTED = 200
#: Measures of a grid.
MEASURES = ("damage", "slain", "destroyed")
#: The widest column of a swept field, and the most of them.
_WIDEST = 14
_MOST_FIELDS = 4


def sweep_page(
    sweep: SweepResult, source: str = "", read_as: Sequence[str] = ()
) -> Iterator[Block]:
    """Yield a sweep: the loadouts as in the first combination, then its results.

    Parameters
    ----------
    sweep : SweepResult
    source : str
        The file that it comes from.
    read_as : list of str
        How texts were understood, where they could be read in several ways.
    """
    first = sweep.comparisons[0]
    yield (
        Title(f"{len(sweep.settings)} combinations of {', '.join(sweep.axes)}"),
        Facts.of(
            ("file", source),
            *understood.context_facts(first.results[0].context.given),
            *understood.read_facts(read_as),
            ("shown", "loadouts and targets as in the first combination"),
        ),
    )
    for i, attacker in enumerate(first.attackers):
        yield Heading(f"{i + 1}  {attacker.label}"), Facts(understood.attacker_facts(attacker))
    for j, target in enumerate(first.targets):
        values = Fitting(_grids(sweep, j), _combinations(sweep, j))
        yield Heading(f"against {target.label}"), Facts(understood.target_facts(target)), values
    yield (Facts([*understood.measure_facts(first.targets[0].game), *_rulings_and_notes(sweep)]),)


def _rulings_and_notes(sweep: SweepResult) -> Lines:
    """Return the rulings and notes of the match-ups, each once, those of most first."""
    every = [result for one in sweep.comparisons for result in one.results]
    results = every[:MAX_NOTED]
    rulings = sorted(
        {fact for result in results for fact in understood.ruling_facts(result.ruleset)}
    )
    where = understood.noted(results)
    notes = []
    for note, places in sorted(where.items(), key=lambda one: -len(one[1])):
        about = f"{understood.share_words(len(places), len(every))}: "
        if len(places) == 1:
            about = f"{_name(results[places[0]])}: "
        notes.append(about * (len(places) < len(every)) + note)
    rows = [*rulings, *understood.few_notes(notes, MAX_NOTES)]
    if len(every) > len(results):
        rows.append(("note", f"the rulings and notes here are those of the first {len(results)} of "
                     f"{len(every)} match-ups: --json has them all"))  # fmt: skip
    return rows


def _name(result: Result) -> str:
    """Return which match-up of a sweep a result is."""
    units = (shortened(unit.label, 30) for unit in (result.attacker, result.target))
    values = (f"{field} = {value}" for field, value in result.sweep.items())
    return ", ".join([" at ".join(units), *values])


def _grids(sweep: SweepResult, target: int) -> list[Table]:
    """Return the grids of two fields, one per loadout and measure; none of other numbers."""
    if len(sweep.axes) != 2:
        return []
    rows, columns = sweep.axes.values()
    if len(rows) * len(columns) != len(sweep.settings) or len(rows) > MAX_ROWS:
        return []
    attackers = sweep.comparisons[0].attackers
    side = [shortened(clean(value_words(value)), _WIDEST) for value in rows]
    head = [shortened(clean(value_words(value)), _WIDEST) for value in columns]
    down, across = (shortened(name, 2 * _WIDEST) for name in _short(list(sweep.axes)))
    grids = {}
    for i, whose in enumerate(short_names([attacker.label for attacker in attackers], 24)):
        whose = f" of {whose}" if len(attackers) > 1 else ""
        for name in MEASURES:
            write = percent if name == "destroyed" else figure
            title = f"{name}{whose}, by {down} (down) and {across} (across)"
            grids[title] = [
                list(map(write, row)) for row in sweep_grid(sweep, name, i, target).tolist()
            ]
    width = max(len(word) for word in (*head, *(w for g in grids.values() for r in g for w in r)))
    shown = [Column(down, width=max(len(down), *map(len, side)))]
    shown += [Column(word, width=width) for word in head]
    return [
        Table(shown, [[word, *row] for word, row in zip(side, grid, strict=True)], title=title)
        for title, grid in grids.items()
    ]


def _combinations(sweep: SweepResult, target: int) -> Table:
    """Return one row per combination and loadout."""
    keys = list(sweep.axes)[:_MOST_FIELDS]
    attackers = len(sweep.comparisons[0].attackers)
    rows: list[list[str]] = []
    for settings, comparison in zip(sweep.settings, sweep.comparisons, strict=True):
        for i in range(min(attackers, MAX_ROWS - len(rows))):
            values = [shortened(clean(value_words(settings[key])), _WIDEST) for key in keys]
            loadout = [str(i + 1)] if attackers > 1 else []
            rows.append([*values, *loadout, *numbers_of(comparison.cell(i, target))])
    total, note = attackers * len(sweep.settings), ""
    if len(sweep.axes) > _MOST_FIELDS or total > len(rows):
        note = f"{len(rows)} of {total} rows, {len(keys)} of {len(sweep.axes)} fields"
        note += ": --csv has them all"
    heads = [shortened(name, _WIDEST) for name in _short(keys)]
    heads += ["loadout"] * (attackers > 1)
    return Table([Column(head) for head in (*heads, *MEASURES)], rows, note=note)


def numbers_of(result: Result) -> list[str]:
    """Return damage, models slain and P(destroyed) as they are shown."""
    return [figure(result.damage.mean), figure(result.slain.mean), percent(result.destroyed)]


def _short(keys: Sequence[str]) -> list[str]:
    """Return the last words of dotted fields, more of them where they are alike."""
    names = []
    for key in keys:
        parts = key.split(".")
        for number in range(1, len(parts) + 1):
            name = ".".join(parts[-number:])
            if sum(other.endswith(f".{name}") for other in keys) <= 1:
                break
        names.append(name)
    return names


def value_words(value: object) -> str:
    """Return the value of a swept field in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value) or "-"
