"""Loadouts over a mix of targets beside their match-ups: rows of tables, entries of files."""

from collections.abc import Iterator, Sequence
from typing import Any

from mathhammer.analysis.mixes import Weighted
from mathhammer.analysis.ranking import Ranking
from mathhammer.analysis.rows import matchup_columns
from mathhammer.results.comparison import Comparison

#: What stands in place of the name of a target.
MIX = "mix"
#: Further columns of match-ups where their targets are a mix.
MIX_COLUMNS = {
    "share": "how often the target is met, 0 to 1; missing in the rows of the mix itself",
    "rank": "of the loadout over the mix; missing in the rows of match-ups",
}


def mixed_columns(
    comparison: Comparison, shares: Sequence[float], columns: str = "usual"
) -> dict[str, list[Any]]:
    """Return match-ups as columns, then a row per loadout over the mix, whose target is ``mix``.

    Parameters
    ----------
    comparison : Comparison
    shares : list of float
        How often each of its targets is met, summing to 1.
    columns : {"usual", "all"}
        As of a comparison.

    Examples
    --------
    >>> import mathhammer
    >>> both = mathhammer.compare(["10x A2 BS3+ S4 AP-1 D1"], ["meq", "geq"])
    >>> table = mixed_columns(both, [0.6, 0.4])
    >>> table["target"], table["share"], table["rank"]
    (['5x meq', '10x geq', 'mix'], [0.6, 0.4, None], [None, None, 1])
    """
    table = matchup_columns(comparison.results, columns)
    table["share"] = list(shares) * len(comparison.attackers)
    table["rank"] = [None] * len(comparison.results)
    ranks = Ranking(comparison, shares).ranks
    for rank, row in zip(ranks, Weighted(comparison, shares).rows(), strict=True):
        row |= {"target": MIX, "engine": comparison.results[0].engine, "rank": rank}
        for name, values in table.items():
            values.append(row.get(name))
    return table


def overall_entries(comparison: Comparison, shares: Sequence[float]) -> Iterator[dict[str, Any]]:
    """Yield what a result file has on each loadout over the mix.

    ``more`` and ``equal`` are lists, loadout by loadout: P(it does more damage than that one),
    and P(both do the same).

    Parameters
    ----------
    comparison : Comparison
    shares : list of float
        How often each of its targets is met, summing to 1.

    Examples
    --------
    >>> import mathhammer
    >>> both = mathhammer.compare(["10x A2 BS3+ S4 AP-1 D1"], ["meq", "geq"])
    >>> (entry,) = overall_entries(both, [0.6, 0.4])
    >>> entry["rank"], round(entry["slain"]["mean"], 3)
    (1, 3.764)
    """
    over, ranking = Weighted(comparison, shares), Ranking(comparison, shares)
    for i, attacker in enumerate(comparison.attackers):
        yield {
            "scenario": comparison.results[0].scenario,
            "attacker": attacker.label,
            "target": MIX,
            "engine": comparison.results[0].engine,
            "mix": [
                {"target": target.label, "share": share}
                for target, share in zip(comparison.targets, shares, strict=True)
            ],
            "rank": ranking.ranks[i],
            "more": ranking.more[i].tolist(),
            "equal": ranking.equal[i].tolist(),
            "damage": over.distribution(i, "damage").to_dict(),
            "slain": over.distribution(i, "slain").to_dict(),
            "destroyed": over.value(i, "destroyed"),
            "damage_per_100": over.value(i, "damage_per_100"),
            "points_per_100": over.value(i, "points_per_100"),
        }
