"""Match-ups as a matrix, loadouts by targets, and as tables of the numbers that people compare by.

A matrix has one number of each match-up; of one loadout there is a row per target. The tables
have several numbers of each match-up, a table per target whose rows are the loadouts.
"""

from collections.abc import Sequence
from typing import Any

from mathhammer.analysis.efficiency import measure
from mathhammer.core.errors import MathhammerError, check_allowed
from mathhammer.core.format import figure, percent
from mathhammer.results.comparison import Comparison
from mathhammer.show import sheets
from mathhammer.show.pages import understood
from mathhammer.show.sheets import Column

#: The targets up to which the cells of a matrix of HTML hold all numbers, not one.
MAX_FULL_CELLS = 8
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
HEADINGS = {
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


def matrix(comparison: Comparison, name: str = "damage") -> sheets.Matrix:
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
    texts = written(values, name)
    best = {
        (i, j)
        for j in range(across)
        for i in sheets.best_of(values[j::across], texts[j::across])
    }  # fmt: skip
    names = [f"{i} {attacker.label}" for i, attacker in enumerate(comparison.attackers, 1)]
    heads = [target.label for target in comparison.targets]
    heading = HEADINGS.get(SHOWN[name], name)
    cells = [texts[i * across : (i + 1) * across] for i in range(rows)]
    return sheets.Matrix(heading, names, heads, cells, frozenset(best))


def matrices(comparison: Comparison, shares: Sequence[float] = ()) -> list[sheets.Sheet]:
    """Return the match-ups as matrices of a page of HTML: one, or of many targets one a number."""
    if len(comparison.targets) <= MAX_FULL_CELLS:
        return [match_ups(comparison, shares)]
    return [matrix(comparison, name) for name in ("damage", "slain", "destroyed")]


def by_target(comparison: Comparison, shown: str) -> sheets.Table:
    """Return what one loadout does, a row per target."""
    measures = measures_of(comparison)
    if shown:
        name = SHOWN[shown]
        measures = {name: measures.get(name) or Column(HEADINGS.get(name, name), width=11)}
    columns = [written(list(map(measure(m), comparison.results)), m) for m in measures]
    return sheets.Table.compared(
        comparison.attackers[0].label,
        [understood.described(target) for target in comparison.targets],
        list(measures.values()),
        list(zip(*columns, strict=True)),
        (),
        sheets.TIGHT,
    )


def match_ups(comparison: Comparison, shares: Sequence[float] = ()) -> sheets.MatchUps:
    """Return the numbers of each match-up, the best against each target marked."""
    measures = measures_of(comparison)
    best: set[tuple[int, int, int]] = set()
    cells: dict[tuple[int, int], list[str]] = {}
    for j in range(len(comparison.targets)):
        column = [comparison.cell(i, j) for i in range(len(comparison.attackers))]
        for m, name in enumerate(measures):
            values = list(map(measure(name), column))
            texts = written(values, name)
            best |= {(i, j, m) for i in sheets.best_of(values, texts)}
            for i, text in enumerate(texts):
                cells.setdefault((i, j), []).append(text)
    loadouts, targets = (
        [unit.label for unit in units] for units in (comparison.attackers, comparison.targets)
    )
    seen_as = list(map(understood.described, comparison.targets))
    columns = list(measures.values())
    return sheets.MatchUps(loadouts, targets, seen_as, columns, cells, frozenset(best), shares)


def is_priced(comparison: Comparison) -> bool:
    """Return whether points are known of some match-up."""
    return any(result.points_per_100 is not None for result in comparison.results)


def measures_of(comparison: Comparison) -> dict[str, Column]:
    """Return the measures that people compare by, as columns."""
    headings = {name: name for name in ("damage", "slain", "destroyed")}
    if any(attacker.points for attacker in comparison.attackers):
        headings["damage_per_100"] = HEADINGS["damage_per_100"]
    if is_priced(comparison):
        headings["points_per_100"] = HEADINGS["points_per_100"]
    return {name: Column(text, width=len(text) + 1, marks=True) for name, text in headings.items()}


def written(values: Sequence[float | None], name: str) -> list[str]:
    """Return the values of a measure as they are printed."""
    write = percent if name == "destroyed" else figure
    return ["-" if value is None else write(value) for value in values]
