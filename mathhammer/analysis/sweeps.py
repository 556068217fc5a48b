"""Sweeps: fields set to one value after another, as a tidy table or a grid of two of them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from mathhammer.analysis.efficiency import measure
from mathhammer.analysis.rows import matchup_columns
from mathhammer.core.distribution import Array
from mathhammer.core.errors import MathhammerError
from mathhammer.core.progress import watched
from mathhammer.reading.read_units import game_for
from mathhammer.reading.scenario import from_mapping
from mathhammer.results.sweep import SweepResult


def sweep_columns(sweep: SweepResult, columns: str = "usual") -> dict[str, list[Any]]:
    """Return a sweep as columns: the swept fields, then those of `matchup_columns`.

    Parameters
    ----------
    sweep : SweepResult
    columns : {"usual", "all"}
    """
    table = matchup_columns(sweep.results, columns)
    each = [len(comparison.results) for comparison in sweep.comparisons]
    return {
        key: [
            value
            for settings, number in zip(sweep.settings, each, strict=True)
            for value in [_cell(settings[key])] * number
        ]
        for key in sweep.axes
    } | table


def sweep_rows(sweep: SweepResult, columns: str = "usual") -> Iterator[dict[str, Any]]:
    """Yield one row per match-up, with the keys of `sweep_columns`."""
    table = sweep_columns(sweep, columns)
    for row in zip(*table.values(), strict=True):
        yield dict(zip(table, row, strict=True))


def sweep_grid(
    sweep: SweepResult, name: str = "damage", attacker: int = 0, target: int = 0
) -> Array:
    """Return a measure of one match-up over two swept fields (or one).

    Parameters
    ----------
    sweep : SweepResult
    name : str
        One of `mathhammer.analysis.efficiency.MEASURES`.
    attacker, target : int
        Places, from 0.

    Returns
    -------
    ndarray of float64, shape (values of the first field, values of the second)
        In the order of `axes`; NaN where it isn't known.

    Raises
    ------
    MathhammerError
        More than two fields are swept, or a value of one is given twice.
    """
    sizes = [len(values) for values in sweep.axes.values()]
    if len(sizes) > 2 or int(np.prod(sizes)) != len(sweep.settings):
        raise MathhammerError(
            f"a grid is of one or two fields without equal values, not of {' x '.join(sweep.axes)}"
        )
    one = measure(name)
    values = [one(comparison.cell(attacker, target)) for comparison in sweep.comparisons]
    return np.array(values, dtype=np.float64).reshape(sizes)


class Sweep(SweepResult):
    """The results of every combination of some fields' values, as rows and grids."""

    rows = sweep_rows
    grid = sweep_grid


@watched
def sweep(
    attackers: Any,
    targets: Any,
    fields: Mapping[str, Sequence[Any]],
    *,
    context: Any = None,
    ruleset: Any = None,
    game: str | None = None,
) -> Sweep:
    """Return the results of every combination of some fields' values.

    Parameters
    ----------
    attackers, targets
        One or a list, each as in a scenario file: a unit, a table of fields or a text.
    fields : mapping
        From dotted fields to lists of values, as in a file's ``[sweep]``.
    context, ruleset, game
        As in `mathhammer.attack`.

    Returns
    -------
    Sweep

    Raises
    ------
    MathhammerError
        A field doesn't exist, or a value isn't allowed; the message says with which.
    TooLargeError
        Too many combinations.

    Examples
    --------
    The break points of the wound table, strength across toughness:

    >>> by = {"attacker.weapons.0.strength": [4, 8], "target.toughness": [4, 5, 8]}
    >>> sweep("6x A1 BS2+ S4 AP0 D1", "10x T4 W1 Sv-", by).grid("damage").round(3).tolist()
    [[2.5, 1.667, 0.833], [4.167, 3.333, 2.5]]
    """
    swept = from_mapping({
        "game": game_for(game, (*_listed(attackers), *_listed(targets))),
        "attacker": attackers, "target": targets, "sweep": dict(fields),
        "context": context, "ruleset": ruleset,
    }).answer()  # fmt: skip
    return Sweep(swept.settings, swept.comparisons)


def _listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value]


def _cell(value: Any) -> Any:
    """Return a value as it stands in a cell of a table."""
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else value


def axis_words(key: str) -> str:
    """Return a dotted field as the name of an axis.

    Examples
    --------
    >>> axis_words("attacker.weapons.0.strength"), axis_words("target.toughness")
    ('strength (attacker.weapons.0)', 'toughness (target)')
    """
    place, _, field = key.rpartition(".")
    field = field.replace("_", " ")
    return f"{field} ({place})" if place else field
