"""A comparison as sheets: the loadouts, the match-ups, the mix of targets, the notes.

From two targets on, there is first a matrix of one number a match-up, loadouts by targets; of
one loadout a row per target. The details are a table per target, whose rows are the loadouts
and whose columns the numbers that people compare by.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from mathhammer.analysis.efficiency import measure
from mathhammer.analysis.ranking import Ranking
from mathhammer.core.errors import MathhammerError, check_allowed
from mathhammer.core.format import figure, percent, short_names
from mathhammer.results.comparison import Comparison
from mathhammer.show import sheets
from mathhammer.show.pages import understood
from mathhammer.show.sheets import Column, Facts, Lines

#: Notes below a comparison; the rest is counted.
MAX_NOTES = 8
#: The loadouts, and the targets, up to which each is described above a matrix.
MAX_DESCRIBED = 12
#: The loadouts whose pairs are shown: those of the first ranks.
MAX_PAIRED = 12
#: The targets up to which the cells of a matrix of HTML hold all numbers, not one.
MAX_FULL_CELLS = 8


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
    attackers, targets = comparison.attackers, comparison.targets
    in_matrix = len(targets) > 1 or bool(shown)
    situations = [
        understood.context_facts(comparison.cell(i, 0).context.given) for i in range(len(attackers))
    ]
    common = all(situation == situations[0] for situation in situations)
    described = details or not in_matrix or len(attackers) <= MAX_DESCRIBED
    listed = in_matrix and len(attackers) > 1 and (details or len(targets) <= MAX_DESCRIBED)
    left = [
        f"{len(units)} {word}"
        for units, word, there in (
            (attackers, "loadouts", described),
            (targets, "targets", listed or not in_matrix or len(attackers) == 1),
        )
        if not there
    ]
    yield (
        sheets.Title(comparison.title),
        Facts.of(
            ("file", source),
            *(situations[0] if common else []),
            *understood.read_facts(read_as),
            *_engine_facts(comparison.results),
            ("not listed", f"how {' and '.join(left)} were read: --details" if left else ""),
        ),
    )
    for i, attacker in enumerate(attackers if described else ()):
        own = [] if common else situations[i]
        yield (
            sheets.Heading(f"{i + 1}  {attacker.label}"),
            Facts([*understood.attacker_facts(attacker), *own]),
        )
    if listed:
        yield (Facts([("target", understood.described(target)) for target in targets]),)
    if not in_matrix:
        yield (matrix(comparison, shares),)
    elif len(attackers) == 1:
        yield (_by_target(comparison, shown),)
    else:
        yield (grid(comparison, shown or "damage"),)
    if shares:
        yield (_mix_table(comparison, shares),)
        if len(attackers) > 1:
            yield (_pairs(comparison, shares),)
    only = shown or "damage"
    if shares or not in_matrix or (details if len(attackers) > 1 else not shown):
        only = ""
    yield (Facts([*_legend(comparison, only), *(_RANK_WORDS if shares else [])]),)
    if details and in_matrix and len(attackers) > 1:
        yield (matrix(comparison, shares),)


#: What can be shown of match-ups as one number each, and the measure that it is.
SHOWN = {
    "damage": "damage",
    "slain": "slain",
    "destroyed": "destroyed",
    "per_100": "damage_per_100",
    "points": "points_destroyed",
    "points_per_100": "points_per_100",
}
#: The headings of the measures that are not called as they are.
_HEADINGS = {
    "damage_per_100": "dmg/100", "points_destroyed": "points", "points_per_100": "pts/100",
}  # fmt: skip


def check_shown(name: str, attackers: Sequence[Any], targets: Sequence[Any]) -> None:
    """Check that one of `SHOWN` can be known, before anything is computed.

    Raises
    ------
    MathhammerError
        There is no such number, or none of the units has the points that it needs.
    """
    check_allowed(name, SHOWN, "can't be shown", "--show")
    for of, units, who in (("per_100", attackers, "loadout"), ("points", targets, "target")):
        if of in name and not any(map(has_points, units)):
            raise MathhammerError(f"{name} needs points, and no {who} has any", "--show")


def has_points(unit: Any) -> bool:
    """Return whether points of a unit, or of a part of it, were given."""
    return unit.points is not None or any(p is not None for p in unit.points_by_group() or ())


def grid(comparison: Comparison, name: str = "damage") -> sheets.Grid:
    """Return one number of each match-up, the best against each target marked.

    Parameters
    ----------
    comparison : Comparison
    name : str
        One of `SHOWN`.
    """
    value = measure(SHOWN[name])
    rows, across = len(comparison.attackers), len(comparison.targets)
    values = [value(result) for result in comparison.results]
    texts = _written(values, name)
    best = {
        (i, j)
        for j in range(across)
        for i in sheets.best_of(values[j::across], texts[j::across])
    }  # fmt: skip
    names = [f"{i} {attacker.label}" for i, attacker in enumerate(comparison.attackers, 1)]
    heads = [target.label for target in comparison.targets]
    heading = _HEADINGS.get(SHOWN[name], name)
    cells = [texts[i * across : (i + 1) * across] for i in range(rows)]
    return sheets.Grid(heading, names, heads, cells, frozenset(best))


def matrices(comparison: Comparison, shares: Sequence[float] = ()) -> list[sheets.Sheet]:
    """Return the match-ups as matrices of a page of HTML: one, or of many targets one a number."""
    if len(comparison.targets) <= MAX_FULL_CELLS:
        return [matrix(comparison, shares)]
    return [grid(comparison, name) for name in ("damage", "slain", "destroyed")]


def _by_target(comparison: Comparison, shown: str) -> sheets.Table:
    """Return what one loadout does, a row per target."""
    measures = _measures(comparison)
    if shown:
        name = SHOWN[shown]
        measures = {name: measures.get(name) or Column(_HEADINGS.get(name, name), width=11)}
    columns = [_written(list(map(measure(m), comparison.results)), m) for m in measures]
    return sheets.Table.compared(
        comparison.attackers[0].label,
        [understood.described(target) for target in comparison.targets],
        list(measures.values()),
        list(zip(*columns, strict=True)),
        (),
        sheets.TIGHT,
    )


def _pairs(comparison: Comparison, shares: Sequence[float]) -> sheets.Grid:
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
    return sheets.Grid(of, names, [str(i + 1) for i in places], cells, across="loadouts")


def is_priced(comparison: Comparison) -> bool:
    """Return whether points are known of some match-up."""
    return any(result.points_per_100 is not None for result in comparison.results)


def _measures(comparison: Comparison) -> dict[str, Column]:
    """Return the measures that people compare by, as columns."""
    headings = {name: name for name in ("damage", "slain", "destroyed")}
    if any(attacker.points for attacker in comparison.attackers):
        headings["damage_per_100"] = _HEADINGS["damage_per_100"]
    if is_priced(comparison):
        headings["points_per_100"] = _HEADINGS["points_per_100"]
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


#: What the rank of a mix is, and what stands below it.
_RANK_WORDS = [
    ("more", "P(the loadout of the row does more damage than that of the column) against a target "
     "drawn from the mix"),
    ("rank", "1 + how many loadouts beat this one: do more damage than it with over 55% (counting "
     "half of equal damage) against a target drawn from the mix; 45 to 55% is a tie"),
]  # fmt: skip


def _mix_table(comparison: Comparison, shares: Sequence[float]) -> sheets.Table:
    """Return the loadouts over a mix of the targets, with their ranks."""
    from mathhammer.analysis.mixes import Weighted

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
    return sheets.Table.compared(mix, labels, heads, rows, best, sheets.TIGHT)


def _engine_facts(results: Sequence[Any]) -> Lines:
    """Return how the results were simulated, if they were, and how well they are known."""
    if results[0].engine != "montecarlo":
        return []
    fewest = min(results, key=lambda result: result.trials)
    errors = [max(r.standard_error(name) for r in results) for name in ("damage", "slain")]
    words = f"{errors[0]:.1g} for damage, {errors[1]:.1g} for slain"
    return [*understood.engine_facts(fewest), ("", f"standard errors of means up to {words}")]


def _legend(comparison: Comparison, only: str = "") -> Lines:
    """Return what the signs and numbers mean; of the numbers only one, where it stands alone."""
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
    rows += [m for m in measures if not only or m[0] == _HEADINGS.get(SHOWN[only], only)]
    if only and len(comparison.attackers) > 1:
        rows.append(("more", "--show slain, destroyed, per_100 or points; --details: all of them"))
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
    shown = short_names([target.label for target in comparison.targets], 30)
    names = ", ".join(shown[j] for j in targets)
    if len(places) == len(loadouts) * across:
        return f"loadout {numbers}: "
    if len(places) == len(targets) * len(comparison.attackers):
        return f"at {names}: "
    return f"loadout {numbers} at {names}: " if len(places) == 1 else f"{len(places)} match-ups: "
