"""A comparison as sheets: the loadouts, the match-ups, the mix of targets, the notes.

From two targets on, there is first a matrix of one number a match-up, loadouts by targets; of
one loadout a row per target. The details are a table per target, whose rows are the loadouts
and whose columns the numbers that people compare by.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from mathhammer.core.format import short_names
from mathhammer.results.comparison import Comparison
from mathhammer.show import sheets
from mathhammer.show.pages import understood
from mathhammer.show.pages.matrix import HEADINGS, SHOWN, by_target, is_priced, match_ups, matrix
from mathhammer.show.pages.mix import RANK_WORDS, mix_blocks
from mathhammer.show.sheets import Facts, Lines

#: Notes below a comparison; the rest is counted.
MAX_NOTES = 8
#: The loadouts, and the targets, up to which each is described above a matrix.
MAX_DESCRIBED = 12


def comparison_page(
    comparison: Comparison,
    source: str = "",
    read_as: Sequence[str] = (),
    shares: Sequence[float] = (),
    *,
    shown: str = "",
    details: bool = False,
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
    shown : str
        The number of the matrix, one of `SHOWN`; by default damage.
    details : bool
        Whether a table per target follows the matrix, and many units are described.
    """
    loadouts, targets = len(comparison.attackers), len(comparison.targets)
    one_target = targets == 1 and not shown
    in_matrix = loadouts > 1 and not one_target
    everything = details or not in_matrix
    described = everything or loadouts <= MAX_DESCRIBED
    listed = everything or targets <= MAX_DESCRIBED
    left = [f"{loadouts} loadouts"] * (not described) + [f"{targets} targets"] * (not listed)
    head = (
        [("file", source)],
        [
            *understood.read_facts(read_as),
            *_engine_facts(comparison.results),
            ("not listed", f"how {' and '.join(left)} were read: --details" if left else ""),
        ],
    )
    yield from _loadouts(comparison, head, described)
    if in_matrix and listed:
        yield (Facts([("target", understood.described(one)) for one in comparison.targets]),)
    if in_matrix:
        yield (matrix(comparison, shown or "damage"),)
    elif one_target:
        yield (match_ups(comparison, shares),)
    else:
        yield (by_target(comparison, shown),)
    if shares:
        yield from mix_blocks(comparison, shares)
    only = shown
    if in_matrix:
        only = "" if details else shown or "damage"
    yield (Facts([*legend(comparison, "" if shares else only), *(RANK_WORDS if shares else [])]),)
    if details and in_matrix:
        yield (match_ups(comparison, shares),)


def _loadouts(
    comparison: Comparison, head: tuple[Lines, Lines], described: bool
) -> Iterator[sheets.Block]:
    """Yield the title, and the loadouts where they are described.

    A situation that all of them share stands between the two parts of the head, others stand with
    their loadouts.
    """
    attackers = comparison.attackers
    situations = [
        understood.context_facts(comparison.cell(i, 0).context.given) for i in range(len(attackers))
    ]
    common = all(situation == situations[0] for situation in situations)
    shared = situations[0] if common else []
    yield sheets.Title(comparison.title), Facts.of(*head[0], *shared, *head[1])
    for i, attacker in enumerate(attackers if described else ()):
        own = [] if common else situations[i]
        yield (
            sheets.Heading(f"{i + 1}  {attacker.label}"),
            Facts([*understood.attacker_facts(attacker), *own]),
        )


def _engine_facts(results: Sequence[Any]) -> Lines:
    """Return how the results were simulated, if they were, and how well they are known."""
    if results[0].engine != "montecarlo":
        return []
    fewest = min(results, key=lambda result: result.trials)
    errors = [max(r.standard_error(name) for r in results) for name in ("damage", "slain")]
    words = f"{errors[0]:.1g} for damage, {errors[1]:.1g} for slain"
    return [*understood.engine_facts(fewest), ("", f"standard errors of means up to {words}")]


def legend(comparison: Comparison, only: str = "", without: tuple[str, ...] = ()) -> Lines:
    """Return what the signs and numbers mean, and the notes.

    Parameters
    ----------
    comparison : Comparison
    only : str
        The number that stands alone; empty for all of them.
    without : tuple of str
        How notes end that are left out.
    """
    rows = []
    if len(comparison.attackers) > 1:
        best = "the best against this target (none where all print the same)"
        if comparison.results[0].engine == "montecarlo":
            best += "; what differs by less than two or three standard errors may be chance"
        rows.append(("*", best))
    measures = understood.measure_facts(comparison.targets[0].game)
    if any(attacker.points for attacker in comparison.attackers):
        measures.append(("dmg/100", "damage on average for each 100 points of the attacker"))
    if only == "points":
        measures.append(("points", "points of the target destroyed on average"))
    if is_priced(comparison):
        words = "points of the target destroyed for each 100 of the attacker"
        measures.append(("pts/100", words))
    rows += [m for m in measures if not only or m[0] == HEADINGS.get(SHOWN[only], only)]
    if only and len(comparison.attackers) > 1:
        rows.append(("more", "--show slain, destroyed, per_100 or points; --details: all of them"))
    lead = sorted({(f"{k} = {v}") for r in comparison.results for k, v in r.ruleset.items()})
    rows += [("rulings", words) for words in lead]
    return rows + _notes(comparison, without)


def _notes(comparison: Comparison, without: tuple[str, ...]) -> Lines:
    """Return the notes of all match-ups, those of the same words once."""
    where = understood.noted(comparison.results)
    notes = [f"{_places(places, comparison)}{note}" for note, places in where.items()
             if not note.endswith(without)]  # fmt: skip
    return understood.few_notes(notes, MAX_NOTES)


def _places(places: Sequence[int], comparison: Comparison) -> str:
    """Return which match-ups a note is about, where it isn't all of them."""
    if len(places) == len(comparison.results):
        return ""
    across = len(comparison.targets)
    loadouts = sorted({place // across for place in places})
    targets = sorted({place % across for place in places})
    numbers = ", ".join(str(i + 1) for i in loadouts)
    shown = short_names([target.label for target in comparison.targets], 30)
    names = ", ".join(shown[j] for j in targets)
    if len(places) == len(loadouts) * across:
        return f"loadout {numbers}: "
    if len(places) == len(targets) * len(comparison.attackers):
        return f"at {names}: "
    return f"loadout {numbers} at {names}: " if len(places) == 1 else f"{len(places)} match-ups: "
