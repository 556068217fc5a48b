"""Sweeps: fields set to one value after another, as a tidy table or a grid of two of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from mathhammer.analysis.efficiency import measure
from mathhammer.analysis.rows import matchup_row
from mathhammer.core.distribution import Array
from mathhammer.core.errors import MathhammerError
from mathhammer.core.progress import watched
from mathhammer.evaluate.evaluate import run_sweep
from mathhammer.games.detect import first_game
from mathhammer.games.names import GAMES, WH40K
from mathhammer.reading.scenario import Scenario, from_mapping
from mathhammer.results.comparison import Comparison
from mathhammer.results.view import Column, View

if TYPE_CHECKING:
    pass


class Sweep(View):
    """The results of every combination of some fields' values.

    Attributes
    ----------
    axes : dict
        The values of each dotted field, in order.
    settings : list of dict
        The values of each combination, the last field changing fastest.
    comparisons : list of Comparison
        One a combination.
    """

    def __init__(self, settings: list[dict[str, Any]], comparisons: list[Comparison]) -> None:
        self.settings = settings
        self.comparisons = comparisons
        self.axes: dict[str, list[Any]] = {}
        for values in settings:
            for key, value in values.items():
                known = self.axes.setdefault(key, [])
                if not any(value is seen or _same(value, seen) for seen in known):
                    known.append(value)

    def __repr__(self) -> str:
        return f"<Sweep: {' x '.join(self.axes)}, {len(self.settings)} combinations>"

    @property
    def title(self) -> str:
        """What is swept."""
        return f"Damage over {', '.join(self.axes)}"

    @property
    def shown(self) -> tuple[Column, ...]:
        """Return the swept fields, the match-up, and what comes of it."""
        return (
            *(Column(key, key) for key in self.axes),
            Column("attacker", "attacker"),
            Column("target", "target"),
            Column("slain_mean", "slain"),
            Column("destroyed", "destroyed", percent=True),
            Column("damage_mean", "damage"),
        )

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield a row a match-up: the swept fields, then the keys of `MATCHUP_COLUMNS`."""
        for values, comparison in zip(self.settings, self.comparisons, strict=True):
            for result in comparison.results:
                yield {**{key: _cell(v) for key, v in values.items()}, **matchup_row(result)}
                result.release()

    def grid(self, name: str = "damage", attacker: int = 0, target: int = 0) -> Array:
        """Return a measure of one match-up over two swept fields (or one).

        Parameters
        ----------
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
        sizes = [len(values) for values in self.axes.values()]
        if len(sizes) > 2 or int(np.prod(sizes)) != len(self.settings):
            raise MathhammerError(
                "a grid is of one or two fields without equal values, not of "
                f"{' x '.join(self.axes)}"
            )
        one = measure(name)
        values = [one(comparison.cell(attacker, target)) for comparison in self.comparisons]
        return np.array(values, dtype=np.float64).reshape(sizes)


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
    named = game or first_game(_listed(attackers)) or first_game(_listed(targets)) or WH40K
    if named not in GAMES:
        raise MathhammerError(f"{named!r} is not a game; allowed: {', '.join(GAMES)}", "game")
    made: dict[str, Any] = {
        "game": named, "attacker": attackers, "target": targets, "sweep": dict(fields),
    }  # fmt: skip
    for name, value in (("context", context), ("ruleset", ruleset)):
        if value is not None:
            made[name] = value
    return of_scenario(from_mapping(made))


def of_scenario(scenario: Scenario) -> Sweep:
    """Return the results of a scenario that has a sweep."""
    if not scenario.sweep:
        raise MathhammerError("the scenario has no table [sweep]", scenario.path)
    settings = [variant.settings for variant in scenario.sweep]
    return Sweep(settings, run_sweep(scenario))


def _listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value]


def _same(first: Any, second: Any) -> bool:
    """Return whether two values are equal and of one type: true is not 1."""
    return type(first) is type(second) and bool(first == second)


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
