"""`MortalDice`: dice that hurt without an attack, in both games."""

import re
from collections.abc import Mapping
from itertools import pairwise
from typing import Any, NamedTuple

from mathhammer.core.dice import Dice
from mathhammer.core.errors import MathhammerError, inside, quoted
from mathhammer.core.readers import dice_expression, integer, reader, text
from mathhammer.core.record import Record, field
from mathhammer.games.common.fields import roll

#: What the results of a row without an end go up to: more than any D6 shows.
MAX_SHOWN = 99
_RESULTS = r" *([1-9][0-9]?) *(?:(\+)|- *([1-9][0-9]?) *)?"


class TableRow(NamedTuple):
    """A row of a table of results.

    Attributes
    ----------
    first, last : int
        The results of a D6, after its modifier, that it is for.
    damage : Dice
    """

    first: int
    last: int
    damage: Dice

    @property
    def results(self) -> str:
        """Its results as they are written."""
        if self.last == MAX_SHOWN:
            return f"{self.first}+"
        return f"{self.first}" if self.first == self.last else f"{self.first}-{self.last}"

    def __str__(self) -> str:
        return f"{self.results}: {self.damage}"


@reader(
    'table from results of a D6 to dice expressions, like {"2-5" = "D3", "6+" = "D3+3"}',
    {
        "type": "object",
        "minProperties": 1,
        "maxProperties": 6,
        "propertyNames": {"pattern": f"^{_RESULTS}$"},
        "additionalProperties": dice_expression.schema,
    },
)
def results_table(value: Any) -> tuple[TableRow, ...]:
    """Read a table of what each result of a D6 inflicts, in the order of the results.

    Examples
    --------
    >>> [str(row) for row in results_table({"6": "D3+3", "2-5": "D3"})]
    ['2-5: D3', '6: D3+3']
    """
    if isinstance(value, tuple) and all(isinstance(row, TableRow) for row in value):
        return value
    if not isinstance(value, Mapping) or not 0 < len(value) <= 6:
        raise MathhammerError(f"{quoted(value)} is not a {results_table.words}")
    rows: list[TableRow] = []
    for results, damage in value.items():
        found = re.fullmatch(_RESULTS, str(results).replace("\u2013", "-"))
        if found is None or isinstance(results, bool) or int(found[3] or 0) >= MAX_SHOWN:
            raise MathhammerError(f"{quoted(results)} is no result of a D6, like 6, 2-5 or 4+")
        first = int(found[1])
        last = MAX_SHOWN if found[2] else int(found[3] or first)
        if last < first:
            raise MathhammerError(f"{quoted(results)} ends before it begins")
        with inside(f"{quoted(results)}"):
            rows.append(TableRow(first, last, dice_expression(damage)))
    rows.sort()
    for one, next_one in pairwise(rows):
        if one.last >= next_one.first:
            raise MathhammerError(f"{next_one.first} stands in two rows, {one} and {next_one}")
    return tuple(rows)


class MortalDice(Record):
    """Dice that inflict mortal wounds or mortal damage outside the attacks (W-1.6, S-2)."""

    name: str = field(text, "mortal wounds", "What they are called in answers.")
    dice: Dice = field(
        dice_expression,
        Dice((), 1),
        "How many D6 are rolled; may itself be dice (D3), rolled first. Not with per_model.",
    )
    per_model: int = field(integer(1, 100), 0, "D6 for each model of the attacker.")
    per_slain: int = field(
        integer(1, 100),
        0,
        "D6 for each model of the target that the attacker's weapons slew, before other mortals.",
    )
    on: int = field(roll, 0, "What a D6 must show; left out, each one counts (D-4).")
    modifier: int = field(
        integer(-5, 5),
        0,
        "Added to each D6 before on or table is asked; no face fails or counts by itself.",
    )
    damage: Dice = field(
        dice_expression, Dice((), 1), "Mortal wounds, or mortal damage, of each D6 that counts."
    )
    table: tuple[TableRow, ...] = field(
        results_table,
        (),
        "In place of on and damage: what a D6 inflicts by what it shows; what has no row, nothing.",
    )
    gate: int = field(
        roll,
        0,
        "What one D6 must show first, for anything to happen; left out, none is rolled (D-4).",
    )
    max: int | None = field(integer(0, 10_000), None, "The most that they inflict in all.")

    _noun = "mortals"

    def _check(self) -> None:
        given = [name for name in ("dice", "per_model", "per_slain") if name in self.__dict__]
        if len(given) > 1:
            raise MathhammerError(f"mortals take {' or '.join(given)}, not both")
        if self.table:
            self._check_table()
        elif self.modifier and not self.on:
            raise MathhammerError("modifier needs 'on': what each D6 must show", "modifier")

    def _check_table(self) -> None:
        if "on" in self.__dict__ or "damage" in self.__dict__:
            raise MathhammerError("mortals take a table, or on and damage, not both")
        shown = [self.shown(face) for face in range(1, 7)]
        for row in self.table:
            if not any(row.first <= result <= row.last for result in shown):
                most = f"shows {min(shown)} to {max(shown)}"
                raise MathhammerError(f"a D6 never shows {row.results}: it {most}", "table")
            if max(shown) < row.last < MAX_SHOWN:
                raise MathhammerError(
                    f"a D6 never shows {row.last}, to which {row.results} goes: it shows "
                    f"{min(shown)} to {max(shown)}",
                    "table",
                )
        last = self.table[-1]
        if last.last == 6 < max(shown):
            raise MathhammerError(
                f"with {self.modifier:+d} a D6 may show {max(shown)}, which has no row: "
                f"write {last.first}+ in place of {last.results}",
                "table",
            )

    def shown(self, face: int) -> int:
        """Return what a D6 with this face shows: no roll is modified below 1 (A-1.5)."""
        return max(1, face + self.modifier)

    def inflicted(self, face: int) -> Dice | None:
        """Return the mortal wounds of a D6 with this face, None for none (D-4, W-1.6)."""
        shown = self.shown(face)
        if self.table:
            rows = [row.damage for row in self.table if row.first <= shown <= row.last]
            return rows[0] if rows else None
        return self.damage if shown >= self.on else None
