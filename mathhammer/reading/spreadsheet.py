"""Spreadsheets in CSV: one row per weapon, or one row per target.

Columns are named as the fields of scenario files; case, blanks and hyphens are free, and what lies
in a table is written with a dot (``modifiers.hit``). Weapons of the rows with the same ``attacker``
are those of one unit, in their order; without that column each row is a loadout of its own, but
rows of equal ``modes`` that follow one another are one. Headings of datasheets are read as well
(`datasheet_columns`). What belongs to the attacker stands in columns of its own (``points``,
``models``, ``keywords``, ``order``, ``phase``, ``use``, ``kill``, or ``attacker.`` before the
field), in one of its rows or the same in several. An empty cell leaves a field out. A whole number
may be written as programs do to whose columns something is missing (``5.0``). An apostrophe in
front of a text that would be a formula (``'+1 to hit``) doesn't belong to it.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from mathhammer.core.errors import MathhammerError, nearest, quoted
from mathhammer.core.text import fold, is_workbook
from mathhammer.games.names import WH40K, profiles_of
from mathhammer.games.profiles import Unit
from mathhammer.games.text.modes import Named, named_alike
from mathhammer.games.text.signs import first_game
from mathhammer.reading.datasheet_columns import (
    TARGET,
    WEAPON,
    datasheet_cells,
    datasheet_columns,
    game_of_headings,
)
from mathhammer.reading.files import read_text
from mathhammer.reading.read_units import read_attacker, read_target

#: The most rows of a file, and columns.
MAX_ROWS = 5_000
MAX_COLUMNS = 100
#: Fields of an attacker that no weapon has: their columns need no ``attacker.`` before them.
OWN = ("points", "models", "keywords", "order", "phase", "use", "kill")
#: Those of them that no target has.
OF_ATTACKERS = ("order", "phase", "use", "kill")
#: What a cell can't hold.
TABLES = (
    "weapons", "mortals", "groups", "leader", "context", "modifiers", "on_critical_hit",
    "on_critical_wound",
)  # fmt: skip


#: Fields that are texts: in them 5.0 is no number.
TEXTS = ("attacker", "name", "preset", "keywords", "abilities", "modes", "use")
#: With these a cell begins that spreadsheet programs take for a formula.
FORMULA = ("=", "+", "-", "@", "\t", "\r")
_MONTH = r"(?i:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}"
_DATE = re.compile(
    r"[0-9]{1,2}:[0-9]{2}(?::[0-9.]+)?|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[T ][0-9:.]+)?"
    r"|[0-9]{1,2}([/.])[0-9]{1,2}\1(?:[0-9]{2,4})?"
    r"|[0-9]{1,2}[-. ]+" + _MONTH + r"\.?(?:[- ][0-9]{2,4})?|" + _MONTH + "[- ][0-9]{1,4}"
)
_WHOLE = re.compile(r"([+-]?[0-9]{1,9})\.0{1,6}")


class Row(NamedTuple):
    """A row of a spreadsheet.

    Attributes
    ----------
    line : int
        Of the file, from 1.
    cells : dict
        By column; without the empty ones.
    """

    line: int
    cells: dict[str, str]


def read_rows(path: str) -> tuple[list[str], list[Row]]:
    """Return the columns of a spreadsheet, and its rows.

    Parameters
    ----------
    path : str
        A file in UTF-8, its cells separated by commas, semicolons or tabs as in its first
        line, which names the columns; or a workbook, .xlsx or .ods, with the name of a sheet
        behind a ``#`` where it has several.

    Raises
    ------
    MathhammerError
        The file can't be read, is no table, or is too large; without the file's name.
    """
    if is_workbook(path):
        from mathhammer.reading.workbook import read_workbook

        return _table(enumerate(read_workbook(path), 1))
    return parse_rows(read_text(path, "a spreadsheet is a CSV file"))


def parse_rows(text: str) -> tuple[list[str], list[Row]]:
    r"""Return the columns and rows of a text in CSV.

    Parameters
    ----------
    text : str

    Examples
    --------
    >>> parse_rows("Name;Attacks\nrifle;2\n")
    (['name', 'attacks'], [Row(line=2, cells={'name': 'rifle', 'attacks': '2'})])
    """
    head = text.lstrip("\r\n").partition("\n")[0]
    separator = max(",;\t", key=head.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)

    def lines() -> Iterator[tuple[int, list[str]]]:
        end = 0
        for cells in reader:
            line, end = end + 1, reader.line_num
            yield line, cells

    try:
        return _table(lines())
    except csv.Error as error:
        reason = str(error).replace("field larger than field limit", "a cell larger than")
        raise MathhammerError(f"line {reader.line_num}: this is not valid CSV: {reason}") from None


def _table(lines: Iterable[tuple[int, list[str]]]) -> tuple[list[str], list[Row]]:
    """Return the columns and rows of lines of cells, each with its number."""
    columns: list[str] = []
    rows: list[Row] = []
    for line, cells in lines:
        if not any(cell.strip() for cell in cells):
            continue
        if not columns:
            columns = _columns(cells, line)
            continue
        if len(rows) == MAX_ROWS:
            raise MathhammerError(f"more than {MAX_ROWS} rows are not allowed")
        rows.append(_row(columns, cells, line))
    if not rows:
        raise MathhammerError("this spreadsheet has no rows below the names of its columns")
    return columns, rows


def _columns(cells: Sequence[str], line: int) -> list[str]:
    """Return the names of the columns, in one form."""
    while cells and not cells[-1].strip():  # as spreadsheets leave them at the right
        cells = cells[:-1]
    if len(cells) > MAX_COLUMNS:
        raise MathhammerError(f"line {line}: {len(cells)} columns; up to {MAX_COLUMNS} are allowed")
    columns: list[str] = []
    for i, cell in enumerate(cells):
        name = "_".join(cell.strip().casefold().replace("-", " ").split())
        if not name:
            raise MathhammerError(f"line {line}: column {i + 1} has no name")
        if name in columns:
            raise MathhammerError(f"line {line}: the column {quoted(name)} is there twice")
        columns.append(name)
    return columns


def _row(columns: list[str], cells: Sequence[str], line: int) -> Row:
    beyond = [cell for cell in cells[len(columns) :] if cell.strip()]
    if beyond:
        raise MathhammerError(
            f"line {line}: {len(cells)} cells, where the first line names {len(columns)} columns "
            f"({quoted(beyond[0])} stands beyond them; a cell that holds the separator is put in "
            "quotes)"
        )
    pairs = zip(columns, cells, strict=False)
    found = {name: _cell(name, cell.strip()) for name, cell in pairs if cell.strip()}
    for name, cell in found.items():
        if _DATE.fullmatch(cell) and name.rpartition(".")[2] not in TEXTS:
            raise MathhammerError(
                f"{quoted(cell)} is a date, which spreadsheet programs make of texts like 3-4: "
                "give the cell the format of a text",
                f"line {line}, column {name!r}",
            )
    return Row(line, found)


def _cell(column: str, text: str) -> str:
    """Return what a cell says, however a spreadsheet program wrote it."""
    if text[0] == "'" and text[1:2] in FORMULA:
        text = text[1:]
    whole = _WHOLE.fullmatch(text)
    return whole[1] if whole and column.rpartition(".")[2] not in TEXTS else text


def harmless(cell: Any) -> Any:
    """Return a cell for a CSV file, a text that would be a formula with an apostrophe before it.

    Parameters
    ----------
    cell : object
        Numbers, and texts that are numbers, stay as they are.

    Examples
    --------
    >>> harmless("=1+1"), harmless("-1"), harmless("Squad"), harmless(-0.5)
    ("'=1+1", '-1', 'Squad', -0.5)
    """
    if not isinstance(cell, str) or not cell.startswith(FORMULA):
        return cell
    try:
        float(cell)
    except ValueError:
        return f"'{cell}"
    return cell


def read_attackers(path: str, game: str | None = None) -> list[Unit]:
    """Return the attackers of a CSV file of weapons, in the order of their first rows.

    Parameters
    ----------
    path : str
    game : {"wh40k", "aos"}, optional
        By default the one that the columns show.

    Raises
    ------
    MathhammerError
        A cell is wrong, with its line and column.
    """
    return attackers_of(*read_rows(path), game=game)


def attackers_of(columns: list[str], rows: list[Row], game: str | None = None) -> list[Unit]:
    r"""Return the attackers of rows of weapons.

    Parameters
    ----------
    columns : list of str
    rows : list of Row
    game : {"wh40k", "aos"}, optional

    Examples
    --------
    >>> table = parse_rows("attacker,points,attacks,skill,strength,damage\n"
    ...                    "Squad,90,2,3+,4,1\nSquad,,1,3+,8,D6\n")
    >>> (squad,) = attackers_of(*table)
    >>> squad.points, [weapon.strength for weapon in squad.weapons]
    (90.0, [4, 8])
    """
    game = game or game_of_columns(columns) or WH40K
    profiles = profiles_of(game)
    weapon_fields = _dotted(profiles.Weapon._fields, modifiers=profiles.Modifiers._fields)
    own = _dotted(
        profiles.Unit._fields,
        modifiers=profiles.Modifiers._fields,
        context=profiles.Context._fields,
    )
    allowed = {name: name for name in OWN} | {f"attacker.{name}": name for name in own}
    allowed["attacker"] = "name"
    columns, sheet = _under_fields(columns, rows, WEAPON, game, [*weapon_fields, *allowed])
    _check_columns(columns, [*weapon_fields, *allowed], profiles.Unit, profiles.Weapon._elsewhere)
    found: dict[str, _Attacker] = {}
    key = modes = ""
    for row, said in sheet:
        if "attacker" in columns and "attacker" not in row.cells:
            raise MathhammerError(
                "the cell is empty; each row names the attacker that its weapon belongs to",
                f"line {row.line}, column 'attacker'",
            )
        last, modes = modes, fold(row.cells.get("modes", ""))
        if "attacker" in columns or not modes or modes != last:
            key = row.cells.get("attacker", str(row.line))
        attacker = found.setdefault(key, _Attacker(row.line, {}, {}, []))
        weapon = {name: cell for name, cell in row.cells.items() if name not in allowed}
        attacker.weapons.append(_read(profiles.Weapon.read, weapon, row.line, said))
        if "attacker" not in columns and "name" in weapon:
            attacker.fields.setdefault("name", weapon["name"])
        for name, cell in row.cells.items():
            if name in allowed:
                attacker.say(allowed[name], name, cell, row.line)
    for attacker in found.values():
        named = [
            Named(one.name, None if one.modes is not None else (one.count, one.type, one.group))
            for one in attacker.weapons
        ]
        for i, (modes, note) in named_alike(named).items():
            attacker.weapons[i] = attacker.weapons[i].replace(modes=modes).noted(note)
    return [
        _read(
            lambda fields, weapons=one.weapons: read_attacker({**fields, "weapons": weapons}, game),
            one.fields, one.line, one.said,
        )
        for one in found.values()
    ]  # fmt: skip


class _Attacker(NamedTuple):
    """What the rows of an attacker say: its fields, in which column and line, its weapons."""

    line: int
    fields: dict[str, str]
    said: dict[str, tuple[str, int]]
    weapons: list[Any]

    def say(self, field: str, column: str, cell: str, line: int) -> None:
        """Take a field of the attacker from a cell."""
        if self.fields.setdefault(field, cell) != cell:
            raise MathhammerError(
                f"{quoted(cell)}, where line {self.said[field][1]} says "
                f"{quoted(self.fields[field])} of the same attacker",
                f"line {line}, column {column!r}",
            )
        self.said.setdefault(field, (column, line))


def read_targets(path: str, game: str | None = None) -> list[Unit]:
    """Return the targets of a CSV file, one per row.

    Parameters
    ----------
    path : str
    game : {"wh40k", "aos"}, optional
        By default the one that the columns show.

    Raises
    ------
    MathhammerError
        A cell is wrong, with its line and column.
    """
    return targets_of(*read_rows(path), game=game)


def targets_of(columns: list[str], rows: list[Row], game: str | None = None) -> list[Unit]:
    r"""Return the targets of rows.

    Parameters
    ----------
    columns : list of str
    rows : list of Row
    game : {"wh40k", "aos"}, optional

    Examples
    --------
    >>> [t.models for t in targets_of(*parse_rows("preset,models\nmeq,\nteq,10\n"))]
    [5, 10]
    """
    game = game or game_of_columns(columns) or WH40K
    profiles = profiles_of(game)
    own = {n: one for n, one in profiles.Unit._fields.items() if n not in OF_ATTACKERS}
    fields = _dotted(own, modifiers=profiles.TargetModifiers._fields)
    columns, sheet = _under_fields(columns, rows, TARGET, game, fields)
    _check_columns(columns, fields, profiles.Unit, profiles.Unit._elsewhere)
    return [
        _read(lambda made: read_target(made, game), row.cells, row.line, said)
        for row, said in sheet
    ]


def _under_fields(
    columns: list[str], rows: list[Row], role: str, game: str, known: Sequence[str]
) -> tuple[list[str], list[tuple[Row, dict[str, tuple[str, int]]]]]:
    """Return columns and rows with the headings of datasheets as fields, and where each stands."""
    named = datasheet_columns(columns, role, game, known)
    if not named:
        return columns, [(row, {}) for row in rows]
    made: list[tuple[Row, dict[str, tuple[str, int]]]] = []
    for row in rows:
        try:
            fields = datasheet_cells(row.cells, named)
        except MathhammerError as error:
            error.where = f"line {row.line}, column {error.where!r}"
            raise
        cells = {field: cell for field, (_, cell) in fields.items()}
        said = {field: (column, row.line) for field, (column, _) in fields.items()}
        made.append((Row(row.line, cells), said))
    skills = {"bs": "skill", "ws": "skill"}
    return list(dict.fromkeys(skills.get(named[c], named[c]) for c in columns)), made


def game_of_columns(columns: Sequence[str]) -> str | None:
    """Return the game that columns show, None where it could be either.

    Examples
    --------
    >>> game_of_columns(["attacks", "hit", "wound"]), game_of_columns(["name", "models"])
    ('aos', None)
    """
    return first_game([dict.fromkeys(columns)]) or game_of_headings(columns)


def _dotted(fields: Iterable[str], **tables: Iterable[str]) -> list[str]:
    """Return the fields that a cell can hold, those in tables with a dot."""
    dotted = [f"{table}.{name}" for table, names in tables.items() for name in names]
    return [name for name in (*fields, *dotted) if name.rpartition(".")[2] not in TABLES]


def _check_columns(
    columns: Sequence[str], allowed: Sequence[str], unit: type[Unit], elsewhere: Mapping[str, str]
) -> None:
    for name in columns:
        if name in allowed:
            continue
        if name.rpartition(".")[2] in TABLES and name.removeprefix("attacker.") in (
            *unit._fields, *(f"modifiers.{table}" for table in TABLES)
        ):  # fmt: skip
            raise MathhammerError(
                f"the column {quoted(name)} would need a table in each cell: write its fields with "
                "a dot (modifiers.hit), or describe the unit in a scenario file"
            )
        if name in elsewhere:
            raise MathhammerError(f"{quoted(name)} is no column here: {elsewhere[name]}")
        short = [one for one in allowed if "." not in one]
        raise MathhammerError(
            f"unknown column {quoted(name)}{nearest(name, allowed)}; columns: {', '.join(short)}, "
            "and with a dot, like modifiers.hit"
        )


def _read(
    reader: Any, cells: dict[str, str], line: int, said: Mapping[str, tuple[str, int]] | None = None
) -> Any:
    """Read the fields of a row; an error names the line, and the column where there is one."""
    fields: dict[str, Any] = {}
    for name, cell in cells.items():
        root, dot, inner = name.partition(".")
        if dot:
            fields.setdefault(root, {})[inner] = cell
        else:
            fields[root] = cell
    try:
        return reader(fields)
    except MathhammerError as error:
        column = error.where.partition("[")[0]
        if column in cells:
            name, line = (said or {}).get(column, (column, line))
            error.where = f"line {line}, column {name!r}"
        else:
            error.where = f"line {line}" + (f": {error.where}" if error.where else "")
        raise
