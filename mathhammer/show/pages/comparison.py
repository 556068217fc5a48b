"""A comparison as sheets: the loadouts, the match-ups, the mix of targets, the notes.

The terminal shows one block per target, whose rows are the loadouts and whose columns the four
numbers that people compare by: as wide however many targets there are. A page of HTML has
room for a matrix.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from mathhammer.analysis.efficiency import measure
from mathhammer.core.format import figure, percent, shortened
from mathhammer.results.comparison import Comparison
from mathhammer.show import sheets
from mathhammer.show.pages import understood
from mathhammer.show.sheets import Column, Facts, Lines

#: Notes below a comparison; the rest is counted.
MAX_NOTES = 8


def comparison_page(
    comparison: Comparison,
    source: str = "",
    read_as: Sequence[str] = (),
    shares: Sequence[float] = (),
) -> Iterator[sheets.Block]:
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
        sheets.Title(comparison.title),
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
            sheets.Heading(f"{i + 1}  {attacker.label}"),
            Facts([*understood.attacker_facts(attacker), *own]),
        )
    yield (matrix(comparison, shares),)
    if shares:
        yield (_mix_table(comparison, shares),)
    yield (Facts([*_legend(comparison), *(_RANK_WORDS if shares else [])]),)


def is_priced(comparison: Comparison) -> bool:
    """Return whether points are known of some match-up."""
    return any(result.points_per_100 is not None for result in comparison.results)


def _measures(comparison: Comparison) -> dict[str, Column]:
    """Return the measures that people compare by, as columns."""
    headings = {name: name for name in ("damage", "slain", "destroyed")}
    if is_priced(comparison):
        headings["points_per_100"] = "pts/100"
    return {name: Column(text, width=len(text) + 1, marks=True) for name, text in headings.items()}


def matrix(comparison: Comparison, shares: Sequence[float] = ()) -> sheets.Matrix:
    """Return the numbers of each match-up, the best against each target marked."""
    measures = _measures(comparison)
    best: set[tuple[int, int, int]] = set()
    cells: dict[tuple[int, int], list[str]] = {}
    for j in range(len(comparison.targets)):
        column = [comparison.cell(i, j) for i in range(len(comparison.attackers))]
        for m, name in enumerate(measures):
            values = list(map(measure(name), column))
            texts = _written(values, name)
            best |= {(i, j, m) for i in sheets.best_of(values, texts)}
            for i, text in enumerate(texts):
                cells.setdefault((i, j), []).append(text)
    loadouts, targets = (
        [unit.label for unit in units] for units in (comparison.attackers, comparison.targets)
    )
    seen_as = list(map(understood.described, comparison.targets))
    columns = list(measures.values())
    return sheets.Matrix(loadouts, targets, seen_as, columns, cells, frozenset(best), shares)


def _written(values: Sequence[float | None], name: str) -> list[str]:
    write = percent if name == "destroyed" else figure
    return ["-" if value is None else write(value) for value in values]


#: What the rank of a mix is.
_RANK_WORDS = [
    ("rank", "1 + how many loadouts beat this one: do more damage than it with over 55% (counting "
     "half of equal damage) against a target drawn from the mix; 45 to 55% is a tie"),
]  # fmt: skip


def _mix_table(comparison: Comparison, shares: Sequence[float]) -> sheets.Table:
    """Return the loadouts over a mix of the targets, with their ranks."""
    from mathhammer.analysis.mixes import Weighted
    from mathhammer.analysis.ranking import Ranking

    over, ranks = Weighted(comparison, shares), Ranking(comparison, shares).ranks
    measures = _measures(comparison)
    columns, best = [[str(rank) for rank in ranks]], set()
    for m, name in enumerate(measures, 1):
        values = [over.value(i, name) for i in range(len(ranks))]
        columns.append(_written(values, name))
        best |= {(i, m) for i in sheets.best_of(values, columns[-1])}
    mix = ", ".join(
        f"{understood.whole_percent(share)} {target.label}"
        for target, share in zip(comparison.targets, shares, strict=True)
    )
    labels = [attacker.label for attacker in comparison.attackers]
    rows = list(zip(*columns, strict=True))
    heads = [Column("rank", width=5), *measures.values()]
    return sheets.Table.compared(mix, labels, heads, rows, best)


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
    where = understood.noted(comparison.results)
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
