"""Loadouts over a mix of targets: their numbers, their ranks, who does more damage than whom."""

from collections.abc import Iterator, Sequence

from mathhammer.analysis.ranking import Ranking
from mathhammer.core.format import percent
from mathhammer.results.comparison import Comparison
from mathhammer.show import sheets
from mathhammer.show.pages import understood
from mathhammer.show.pages.matrix import measures_of, written
from mathhammer.show.sheets import Column

#: The loadouts whose pairs are shown: those of the first ranks.
MAX_PAIRED = 12
#: What the rank of a mix is, and what stands below it.
RANK_WORDS = [
    ("more", "P(the loadout of the row does more damage than that of the column) against a target "
     "drawn from the mix"),
    ("rank", "1 + how many loadouts beat this one: do more damage than it with over 55% (counting "
     "half of equal damage) against a target drawn from the mix; 45 to 55% is a tie"),
]  # fmt: skip


def mix_blocks(comparison: Comparison, shares: Sequence[float]) -> Iterator[sheets.Block]:
    """Yield the loadouts over a mix of the targets and, of several, their pairs."""
    yield (_mix_table(comparison, shares),)
    if len(comparison.attackers) > 1:
        yield (_pairs(comparison, shares),)


def _mix_table(comparison: Comparison, shares: Sequence[float]) -> sheets.Table:
    """Return the loadouts over a mix of the targets, with their ranks."""
    from mathhammer.analysis.mixes import Weighted

    over, ranks = Weighted(comparison, shares), Ranking(comparison, shares).ranks
    measures = measures_of(comparison)
    columns, best = [[str(rank) for rank in ranks]], set()
    for m, name in enumerate(measures, 1):
        values = [over.value(i, name) for i in range(len(ranks))]
        columns.append(written(values, name))
        best |= {(i, m) for i in sheets.best_of(values, columns[-1])}
    mix = ", ".join(
        f"{understood.whole_percent(share)} {target.label}"
        for target, share in zip(comparison.targets, shares, strict=True)
    )
    labels = [attacker.label for attacker in comparison.attackers]
    rows = list(zip(*columns, strict=True))
    heads = [Column("rank", width=5), *measures.values()]
    return sheets.Table.compared(mix, labels, heads, rows, best, sheets.TIGHT)


def _pairs(comparison: Comparison, shares: Sequence[float]) -> sheets.Matrix:
    """Return P(the loadout of the row does more damage than that of the column)."""
    ranks = Ranking(comparison, shares).ranks
    places = sorted(sorted(range(len(ranks)), key=lambda i: (ranks[i], i))[:MAX_PAIRED])
    more = Ranking(comparison.only(places), shares).more
    cells = [
        ["-" if i == k else percent(p) for k, p in enumerate(row)]
        for i, row in enumerate(more.tolist())
    ]
    names = [f"{i + 1} {comparison.attackers[i].label}" for i in places]
    of = "does more damage than"
    if len(places) < len(ranks):
        of += f" (the {len(places)} of the first ranks)"
    return sheets.Matrix(of, names, [str(i + 1) for i in places], cells, across="loadouts")
