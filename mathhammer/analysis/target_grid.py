"""A grid over the characteristics of a target: its numbers, and where they change.

The rows are toughness, in Age of Sigmar ward; the columns are saves. Where a step of a
characteristic changes the number is a break point.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from mathhammer.analysis.saves import SAVES, WARDS, roll_label
from mathhammer.core.distribution import Array
from mathhammer.games.names import AOS
from mathhammer.games.profiles import Context, Unit
from mathhammer.results.view import Column, View

Bools = npt.NDArray[np.bool_]

#: The toughnesses of a grid, from that of the smallest to that of the largest models there are.
TOUGHNESSES = tuple(range(2, 15))
#: Values nearer to each other than this share of the largest are the same: no break point.
EQUAL = 1e-9


class Panel(NamedTuple):
    """What a part of a grid has in common; rolls are 0 for none.

    Attributes
    ----------
    invulnerable, feel_no_pain : int
    """

    invulnerable: int = 0
    feel_no_pain: int = 0

    @property
    def words(self) -> str:
        """Its rolls as they are named."""
        named = (
            ("invulnerable save", self.invulnerable),
            ("Feel No Pain", self.feel_no_pain),
        )
        rolls = [f"{name} {roll}+" for name, roll in named if roll]
        return ", ".join(rolls) or "no invulnerable save, no Feel No Pain"


class Steps(NamedTuple):
    """Where neighbours of a grid differ.

    Attributes
    ----------
    down, across : ndarray of bool, shape (rows, columns)
        Whether a cell differs from the one above, and from the one to the left.
    """

    down: Bools
    across: Bools


def steps(values: Array) -> Steps:
    """Return where neighbours of a grid differ by more than rounding.

    Parameters
    ----------
    values : ndarray of float64, shape (rows, columns)
        What isn't known is NaN.

    Examples
    --------
    >>> steps(np.array([[1.0, 1.0], [1.0, 2.0]])).down.tolist()
    [[False, False], [False, True]]
    """
    known = np.nan_to_num(values, nan=-1.0)
    least = EQUAL * max(float(np.abs(known).max(initial=0.0)), 1e-300)
    down, across = (
        np.abs(np.diff(known, axis=axis, prepend=known.take([0], axis))) > least for axis in (0, 1)
    )
    return Steps(down, across)


def lines(values: Array) -> Steps:
    """Return where lines part the neighbours of a grid: at its steps, if some neighbours are equal.

    Parameters
    ----------
    values : ndarray of float64, shape (rows, columns)

    Examples
    --------
    >>> lines(np.array([[1.0, 2.0], [3.0, 4.0]])).down.tolist()
    [[False, False], [False, False]]
    """
    found = steps(values)
    if found.down[1:].all() and found.across[:, 1:].all():
        return Steps(np.zeros_like(found.down), np.zeros_like(found.across))
    return found


@dataclass(eq=False, repr=False)
class Grid(View):
    """What loadouts do over the characteristics of a target.

    Attributes
    ----------
    attackers : list of Unit
    minus : Unit or None
        The loadout whose numbers are taken off those of each other one.
    target : Unit
        Whose models, wounds, keywords and modifiers counted.
    is_limited : bool
        Whether its wounds limit the damage.
    context : Context
    measure : str
        One of `mathhammer.analysis.efficiency.MEASURES`.
    panels : list of Panel
    values : ndarray of float64, shape (attackers, panels, rows, columns)
        What the loadouts do; the rows are `row_values`, the columns `SAVES`.
    others : ndarray of float64, shape (panels, rows, columns), or None
        What `minus` does.
    notes : list of str
    """

    attackers: list[Unit]
    minus: Unit | None
    target: Unit
    is_limited: bool
    context: Context
    measure: str
    panels: list[Panel]
    values: Array
    others: Array | None
    notes: list[str]

    @property
    def game(self) -> str:
        """The game of the loadouts."""
        return self.target.game

    @property
    def differences(self) -> Array:
        """What the loadouts do more than `minus`, by rounding nothing; `values` without one."""
        if self.others is None:
            return self.values
        found = self.values - self.others
        found[np.abs(found) <= EQUAL * np.maximum(self.values, self.others)] = 0.0
        return found

    @property
    def rows_are(self) -> str:
        """The characteristic of the rows: ``"toughness"``, or in Age of Sigmar ``"ward"``."""
        return "ward" if self.game == AOS else "toughness"

    @property
    def row_values(self) -> tuple[int, ...]:
        """The characteristics of the rows."""
        return WARDS if self.game == AOS else TOUGHNESSES

    @property
    def row_labels(self) -> list[int | str]:
        """The characteristics of the rows as in tables: toughnesses, or wards as written."""
        return list(map(roll_label, self.row_values)) if self.game == AOS else [*self.row_values]

    @property
    def title(self) -> str:
        """What the grid is of."""
        minus = "" if self.minus is None else f", less that of {self.minus.label}"
        words = self.measure.replace("_", " ")
        return f"{words[0].upper()}{words[1:]} over {self.rows_are} and save{minus}"

    def __repr__(self) -> str:
        return f"<Grid: {len(self.attackers)} attackers, {self.rows_are} x save, {self.measure}>"

    @property
    def column(self) -> str:
        """The name of the column of the table that has the numbers."""
        return f"{self.measure}_mean" if self.measure in ("damage", "slain") else self.measure

    @property
    def shown(self) -> tuple[Column, ...]:
        """Return the loadout, the characteristics and the number."""
        rolls = () if self.game == AOS else Panel._fields
        names = ("attacker", *rolls, self.rows_are, "save")
        number = self.column if self.minus is None else "difference"
        return (
            *(Column(name, name.replace("_", " ")) for name in names),
            Column(number, number.replace("_mean", ""), self.measure == "destroyed"),
        )

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield one row for each loadout, panel, toughness (or ward) and save.

        The columns are ``attacker``, ``invulnerable`` and ``feel_no_pain`` (not in Age of
        Sigmar), ``toughness`` or ``ward``, ``save``, the number (``damage_mean``, ``slain_mean``,
        ``destroyed`` or ``damage_per_100``), with a loadout to take off ``minus`` and
        ``difference``, and whether it is a break point: ``step_down`` and ``step_across``, whether
        the number (or difference) isn't that of the row above, and of the save before.
        """
        found = self.differences
        for i, attacker in enumerate(self.attackers):
            for k, panel in enumerate(self.panels):
                down, across = steps(found[i, k])
                rolls = {name: roll_label(roll) for name, roll in panel._asdict().items()}
                for (row, column), value in np.ndenumerate(self.values[i, k]):
                    line: dict[str, Any] = {"attacker": attacker.label}
                    line |= {} if self.game == AOS else rolls
                    line[self.rows_are] = self.row_labels[row]
                    line["save"] = roll_label(SAVES[column])
                    line[self.column] = float(value)
                    if self.others is not None:
                        line["minus"] = float(self.others[k, row, column])
                        line["difference"] = float(found[i, k, row, column])
                    line["step_down"] = bool(down[row, column])
                    line["step_across"] = bool(across[row, column])
                    yield line

    def break_points(self, attacker: int, panel: int) -> dict[str, list[int | str]]:
        """Return the toughnesses (or wards) and saves at which some number of a panel changes."""
        down, across = steps(self.differences[attacker, panel])
        saves: list[int | str] = list(map(roll_label, SAVES))
        return {
            self.rows_are: [self.row_labels[i] for i in np.flatnonzero(down.any(axis=1))],
            "save": [saves[j] for j in np.flatnonzero(across.any(axis=0))],
        }

    def to_dict(self) -> list[dict[str, Any]]:
        """Return one entry per attacker: ``values[i][j]`` is of the i-th row and j-th save."""
        entries = []
        found = self.differences
        for i, attacker in enumerate(self.attackers):
            grids: list[dict[str, Any]] = []
            for k, panel in enumerate(self.panels):
                grid: dict[str, Any] = {}
                if self.game != AOS:
                    grid = {name: roll_label(roll) for name, roll in panel._asdict().items()}
                grid["values"] = self.values[i, k].tolist()
                if self.others is not None:
                    grid["minus"] = self.others[k].tolist()
                    grid["difference"] = found[i, k].tolist()
                grids.append({**grid, "break_points": self.break_points(i, k)})
            entry = {"attacker": attacker.label, "game": self.game, "engine": "exact"}
            if self.minus is not None:
                entry["minus"] = self.minus.label
            entries.append({
                **entry, "measure": self.measure, self.rows_are: self.row_labels,
                "save": list(map(roll_label, SAVES)), "grids": grids, "notes": self.notes,
            })  # fmt: skip
        return entries
