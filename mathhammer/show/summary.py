"""What a comparison comes to, in sentences: computed, for who reads nothing else."""

from collections.abc import Sequence

from mathhammer.analysis.mixes import Weighted
from mathhammer.analysis.ranking import Ranking, outcome, superiorities
from mathhammer.core.format import clean, figure, percent, short_names, shortened
from mathhammer.games.profiles import Unit
from mathhammer.results.attack import Result
from mathhammer.results.comparison import Comparison
from mathhammer.show.charted import charted

#: Targets that have a sentence of their own.
MAX_TARGETS = 24
#: Loadouts that are named in the sentence on all targets.
_MOST_RANKED = 6


def comparison_summary(comparison: Comparison, shares: Sequence[float] = ()) -> list[str]:
    """Return what a comparison comes to: which loadout is best against what.

    Parameters
    ----------
    comparison : Comparison
    shares : list of float
        How often each target is met, where they are a mix; else equally often.

    Returns
    -------
    list of str
        Of one loadout what it does to each target; of several the best against each, with
        those that tie with it (`mathhammer.analysis.ranking`), then the ranks over all.

    Examples
    --------
    >>> import mathhammer
    >>> guns = ["6x bolter: A2 BS3+ S4 AP-1 D1", "2x laser: A1 BS3+ S12 AP-3 DD6+1"]
    >>> for line in comparison_summary(mathhammer.compare(guns, ["geq", "veq"])):
    ...     print(line)  # doctest: +NORMALIZE_WHITESPACE
    Against 10x geq, bolter does most: 4.44 damage on average, 4.44 of 10 models slain,
    destroyed with 0.1%.
    Against veq, laser does most: 3.32 damage on average, 3.32 of 12 wounds lost, destroyed
    with 2.3%.
    Over all targets alike, by how often one does more than another: 1. bolter (2.56 on
    average), 2. laser (2.21 on average).
    """
    targets, attackers = comparison.targets, comparison.attackers
    names = names_of(attackers)
    sentences = [
        _at(target, [comparison.cell(i, j) for i in range(len(attackers))], names)
        for j, target in enumerate(targets[:MAX_TARGETS])
    ]
    if len(targets) > MAX_TARGETS:
        sentences.append(f"{len(targets) - MAX_TARGETS} more targets stand in the matrix.")
    if len(attackers) > 1 and len(targets) > 1:
        sentences.append(_over_all(comparison, shares))
    return sentences


def names_of(units: Sequence[Unit]) -> list[str]:
    """Return the names of units, with their places where several have the same.

    Parameters
    ----------
    units : list of Unit
    """
    return numbered([unit.label for unit in units])


def numbered(labels: Sequence[str]) -> list[str]:
    """Return names as they stand in a sentence, with their places where several are the same."""
    return short_names(labels, 40)


def _at(target: Unit, column: Sequence[Result], names: Sequence[str]) -> str:
    name = shortened(clean(target.label), 40)
    means = [result.damage.mean for result in column]
    best = max(range(len(column)), key=lambda i: means[i])
    if means[best] <= 0:
        return f"Against {name}, nothing gets through."
    if len(column) == 1:
        return f"{names[0]} against {name}: {_does(column[0])}."
    more, equal = superiorities([result.damage for result in column], slice(best, best + 1))
    level = (more + equal / 2)[0].tolist()
    tied = [names[i] for i in range(len(column)) if i != best and outcome(level[i]) == "ties"]
    beaten = f" ({listed(tied)} {'ties' if len(tied) == 1 else 'tie'} with it)" if tied else ""
    return f"Against {name}, {names[best]} does most{beaten}: {_does(column[best])}."


def _does(result: Result) -> str:
    """Return what an attacker does to its target, in words."""
    what, distribution, most = charted(result)
    noun, verb = ("models", "slain") if what == "models slain" else what.split(" ", 1)
    damage = f"{figure(result.damage.mean)} damage on average"
    if most == 1:
        return f"{damage}, slain with {percent(result.destroyed)}"
    gone = f", destroyed with {percent(result.destroyed)}" if result.destroyed >= 0.0005 else ""
    return f"{damage}, {figure(distribution.mean)} of {most} {noun} {verb}{gone}"


def _over_all(comparison: Comparison, shares: Sequence[float]) -> str:
    ranking = Ranking(comparison, shares or None)
    over = Weighted(comparison, shares or None)
    names = names_of(comparison.attackers)
    order = sorted(range(len(names)), key=lambda i: (ranking.ranks[i], -ranking.means[i], i))
    words, last = [], 0
    for i in order[:_MOST_RANKED]:
        mean = f"{names[i]} ({figure(over.value(i, 'damage') or 0.0)} on average)"
        words.append(mean if ranking.ranks[i] == last else f"{ranking.ranks[i]}. {mean}")
        last = ranking.ranks[i]
    more = len(order) - len(words)
    which = "Over the mix of targets" if shares else "Over all targets alike"
    rest = f" and {more} more" if more else ""
    return f"{which}, by how often one does more than another: {', '.join(words)}{rest}."


def listed(words: Sequence[str]) -> str:
    """Return words in a row, the last after "and".

    Examples
    --------
    >>> listed(["rifles"]), listed(["rifles", "beam", "lance"])
    ('rifles', 'rifles, beam and lance')
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
