"""A comparison as sheets: the loadouts, the match-ups, the mix of targets, the notes.

The terminal shows one block per target, whose rows are the loadouts and whose columns the four
numbers that people compare by: as wide however many targets there are. A page of HTML has
room for a matrix.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from mathhammer.core.format import figure, percent, shortened
from mathhammer.results.comparison import Comparison
from mathhammer.show.pages import understood
from mathhammer.show.sheets import (
    Block,
    Column,
    Facts,
    Heading,
    Lines,
    Matrix,
    Table,
    Title,
    best_of,
)

#: Notes below a comparison; the rest is counted.
MAX_NOTES = 8


def comparison_page(
    comparison: Comparison,
    source: str = "",
    read_as: Sequence[str] = (),
    shares: Sequence[float] = (),
) -> Iterator[Block]:
    """Yield a comparison: the loadouts, the match-ups, the mix, the notes.

    Parameters
    ----------
    comparison : Comparison
    source : str
        The file that it comes from.
    read_as : list of str
        How texts were understood, where they could be read in several ways.
    shares : list of float
        How often each target is met, where they are a mix.
    """
    attackers = comparison.attackers
    situations = [
        understood.context_facts(comparison.cell(i, 0).context.given) for i in range(len(attackers))
    ]
    common = all(situation == situations[0] for situation in situations)
    yield (
        Title(comparison.title),
        Facts.of(
            ("file", source),
            *(situations[0] if common else []),
            *understood.read_facts(read_as),
            *_engine_facts(comparison.results),
        ),
    )
    for i, attacker in enumerate(attackers):
        own = [] if common else situations[i]
        yield (
            Heading(f"{i + 1}  {attacker.label}"),
            Facts([*understood.attacker_facts(attacker), *own]),
        )
    yield (matrix(comparison, shares),)
    if shares:
        yield (_mix_table(comparison, shares),)
    yield (Facts([*_legend(comparison), *(_RANK_WORDS if shares else [])]),)


def is_priced(comparison: Comparison) -> bool:
    """Return whether points are known of some match-up."""
    return any(result.points_per_100 is not None for result in comparison.results)


def _measures(priced: bool) -> list[Column]:
    """Return the numbers that people compare by, as columns."""
    headings = ["damage", "slain", "destroyed", *["pts/100"] * priced]
    return [Column(heading, width=len(heading) + 1, marks=True) for heading in headings]


def matrix(comparison: Comparison, shares: Sequence[float] = ()) -> Matrix:
    """Return the numbers of each match-up, the best against each target marked."""
    priced = is_priced(comparison)
    best: set[tuple[int, int, int]] = set()
    cells: dict[tuple[int, int], list[str]] = {}
    for j in range(len(comparison.targets)):
        column = [comparison.cell(i, j) for i in range(len(comparison.attackers))]
        values: list[list[float | None]] = [
            [result.damage.mean for result in column],
            [result.slain.mean for result in column],
            [result.destroyed for result in column],
            *[[result.points_per_100 for result in column]] * priced,
        ]
        texts = [_written(of_one, m == 2) for m, of_one in enumerate(values)]
        for m, (of_one, written) in enumerate(zip(values, texts, strict=True)):
            best |= {(i, j, m) for i in best_of(of_one, written)}
        for i, row in enumerate(zip(*texts, strict=True)):
            cells[i, j] = list(row)
    loadouts, targets = (
        [unit.label for unit in units] for units in (comparison.attackers, comparison.targets)
    )
    seen_as = list(map(understood.described, comparison.targets))
    return Matrix(loadouts, targets, seen_as, _measures(priced), cells, frozenset(best), shares)


def _written(values: Sequence[float | None], is_chance: bool) -> list[str]:
    write = percent if is_chance else figure
    return ["-" if value is None else write(value) for value in values]


#: What the rank of a mix is.
_RANK_WORDS = [
    ("rank", "1 + how many loadouts beat this one: do more damage than it with over 55% (counting "
     "half of equal damage) against a target drawn from the mix; 45 to 55% is a tie"),
]  # fmt: skip


def _mix_table(comparison: Comparison, shares: Sequence[float]) -> Table:
    """Return the loadouts over a mix of the targets, with their ranks."""
    from mathhammer.analysis.mixes import Weighted
    from mathhammer.analysis.ranking import Ranking

    over, ranks = Weighted(comparison, shares), Ranking(comparison, shares).ranks
    measures = _measures(is_priced(comparison))
    columns, best = [[str(rank) for rank in ranks]], set()
    names = ("damage", "slain", "destroyed", "points_per_100")
    for m, name in enumerate(names[: len(measures)], 1):
        values = [over.value(i, name) for i in range(len(ranks))]
        columns.append(_written(values, name == "destroyed"))
        best |= {(i, m) for i in best_of(values, columns[-1])}
    mix = ", ".join(
        f"{understood.whole_percent(share)} {target.label}"
        for target, share in zip(comparison.targets, shares, strict=True)
    )
    labels = [attacker.label for attacker in comparison.attackers]
    rows = list(zip(*columns, strict=True))
    return Table.compared(mix, labels, [Column("rank", width=5), *measures], rows, best)


def _engine_facts(results: Sequence[Any]) -> Lines:
    """Return how the results were simulated, if they were, and how well they are known."""
    if results[0].engine != "montecarlo":
        return []
    fewest = min(results, key=lambda result: result.trials)
    errors = [max(r.standard_error(name) for r in results) for name in ("damage", "slain")]
    words = f"{errors[0]:.1g} for damage, {errors[1]:.1g} for slain"
    return [*understood.engine_facts(fewest), ("", f"standard errors of means up to {words}")]


def _legend(comparison: Comparison) -> Lines:
    rows = []
    if len(comparison.attackers) > 1:
        best = "the best against this target (none where all print the same)"
        if comparison.results[0].engine == "montecarlo":
            best += "; what differs by less than two or three standard errors may be chance"
        rows.append(("*", best))
    rows += understood.measure_facts(comparison.targets[0].game)
    if is_priced(comparison):
        rows.append(("pts/100", "points of the target destroyed for each 100 of the attacker"))
    lead = sorted({(f"{k} = {v}") for r in comparison.results for k, v in r.ruleset.items()})
    rows += [("rulings", words) for words in lead]
    return rows + _notes(comparison)


def _notes(comparison: Comparison) -> Lines:
    """Return the notes of all match-ups, those of the same words once."""
    where = understood.noted(result.notes for result in comparison.results)
    notes = [f"{_places(places, comparison)}{note}" for note, places in where.items()]
    return understood.few_notes(notes, MAX_NOTES)


def _places(places: Sequence[int], comparison: Comparison) -> str:
    """Return which match-ups a note is about, where it isn't all of them."""
    if len(places) == len(comparison.results):
        return ""
    across = len(comparison.targets)
    loadouts = sorted({place // across for place in places})
    targets = sorted({place % across for place in places})
    numbers = ", ".join(str(i + 1) for i in loadouts)
    names = ", ".join(shortened(comparison.targets[j].label, 30) for j in targets)
    if len(places) == len(loadouts) * across:
        return f"loadout {numbers}: "
    if len(places) == len(targets) * len(comparison.attackers):
        return f"at {names}: "
    return f"loadout {numbers} at {names}: " if len(places) == 1 else f"{len(places)} match-ups: "
