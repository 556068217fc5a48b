"""The units that the user keeps, as sheets."""

from collections.abc import Iterator, Sequence
from os.path import basename

from mathhammer.games.collection import KeptUnit, path
from mathhammer.show.sheets import Block, Column, Facts, Line, Table, Title


def units_page(units: Sequence[KeptUnit], title: str = "") -> Iterator[Block]:
    """Yield units of the collection.

    Parameters
    ----------
    units : sequence of KeptUnit
    title : str
        What was done to them; by default they are all there are.
    """
    yield Title(f"Units {title}" if title else "Your units"), Facts.of(("file", path() or "none"))
    if not units:
        yield (Line("None is kept yet: `mathhammer units add FILE` keeps those of an army list."),)
        return
    rows = [
        [f"@{unit.name}", unit.game, _figure(unit.models, "d"), _figure(unit.points, "g"),
         _lacking(unit), unit.list or basename(unit.file), unit.added.partition(" ")[0]]
        for unit in units
    ]  # fmt: skip
    width = min(max(len(row[0]) for row in rows), 30)
    columns = [
        Column("write", words=True, width=width), Column("game"), Column("models"),
        Column("points"), Column("lacks"), Column("from", words=True), Column("added"),
    ]  # fmt: skip
    if not any(map(_lacking, units)):
        del columns[4]
        rows = [[*row[:4], *row[5:]] for row in rows]
    yield (Table(columns, rows),)


def _figure(value: float | None, form: str) -> str:
    return "-" if value is None else f"{value:{form}}"


def _lacking(unit: KeptUnit) -> str:
    return "weapons" if unit.attacker is None else "" if unit.target else "statline"
