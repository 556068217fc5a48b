"""Units that the user keeps: one file of the user's own, by name, written as ``@name``.

It is an SQLite database in the folder in which the system keeps data of programs. Each call
reads or writes in one transaction, so that several processes lose nothing of each other's, and
a copy of the file is a backup. Nothing is loaded before a name is asked for.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from mathhammer.core.errors import MathhammerError, nearest, quoted
from mathhammer.games.names import GAMES, TITLES

if TYPE_CHECKING:
    import sqlite3

#: Names another file; empty for none.
VARIABLE = "MATHHAMMER_DATA"
#: The folder of the program among those of all programs, and the file in it.
FOLDER, FILE = "mathhammer", "units.sqlite"
#: What a text begins with that names a unit of the collection.
SIGN = "@"
_LACKS = {"attacker": "no weapons", "target": "no statline"}
#: Seconds for which one process waits while another writes.
MAX_WAIT = 30.0
#: The longest name of a unit, and the most units that are listed in an error.
MAX_NAME, MAX_LISTED = 100, 20
#: By these a database is known as a collection: "MtHm", and the form of its table.
_APPLICATION, _FORM = 0x4D74486D, 1
_TABLE = (
    "CREATE TABLE units (key TEXT PRIMARY KEY, name TEXT NOT NULL, game TEXT NOT NULL, "
    "attacker TEXT, target TEXT, points REAL, models INTEGER, list TEXT NOT NULL, "
    "file TEXT NOT NULL, source TEXT NOT NULL, added TEXT NOT NULL, UNIQUE (file, source))"
)


class KeptUnit(NamedTuple):
    """A unit of the collection.

    Attributes
    ----------
    name : str
    game : {"wh40k", "aos"}
    attacker, target : dict or None
        The fields of section 1 of the contract.
    points : float or None
    models : int or None
    list : str
        The name of the army list it came from.
    file : str
        The file of that list.
    source : str
        What the unit is called there, with a number behind it where several are called so.
    added : str
        When it was put here: day and time, UTC.
    """

    name: str
    game: str
    attacker: dict[str, Any] | None
    target: dict[str, Any] | None
    points: float | None
    models: int | None
    list: str
    file: str
    source: str
    added: str

    @property
    def origin(self) -> str:
        """Where it came from, and when."""
        of = f"{self.list} ({self.file})" if self.list else self.file
        return f"{self.source} of {of}, added {self.added}"


def path() -> str:
    """Return where the collection lies; empty where none is wanted."""
    named = os.environ.get(VARIABLE)
    if named is not None:
        return named
    from platformdirs import user_data_dir

    return os.path.join(user_data_dir(FOLDER, appauthor=False), FILE)


def parted(text: str) -> tuple[str, str]:
    """Return the number in ``5x @name``, empty for none, and the name.

    Examples
    --------
    >>> parted(" @Plague  Guard"), parted("5x @Plague Guard"), parted("Plague Guard")
    (('', 'Plague Guard'), ('5', 'Plague Guard'), ('', 'Plague Guard'))
    """
    before, sign, name = text.partition(SIGN)
    return before.strip()[:-1].strip() if sign else "", " ".join((name if sign else text).split())


def kept_units() -> list[KeptUnit]:
    """Return all units of the collection, by name."""
    with _opened(write=False) as database:
        return [] if database is None else _units(database)


def kept_game(text: str) -> str | None:
    """Return the game of the unit that a text names, None where there is no such unit."""
    with _opened(write=False) as database:
        found = [] if database is None else _units(database, parted(text)[1])
    return found[0].game if found else None


def kept_unit(text: str) -> KeptUnit:
    """Return the unit that a text names, in any case.

    Raises
    ------
    MathhammerError
        There is none; with the nearest name.
    """
    with _opened(write=False) as database:
        return _found(database, text)


def kept_side(text: str, side: str, game: str) -> tuple[KeptUnit, dict[str, Any]]:
    """Return the unit that a text names, and its fields as attacker or target.

    Parameters
    ----------
    text : str
    side : {"attacker", "target"}
    game : {"wh40k", "aos"}

    Raises
    ------
    MathhammerError
        There is none, with the nearest name; it is of the other game, or lacks what the side
        needs.
    """
    kept = kept_unit(text)
    name = f"{SIGN}{kept.name}"
    if kept.game != game:
        raise MathhammerError(
            f"{quoted(name)} is a unit of {TITLES[kept.game]}, and one of {TITLES[game]} is "
            "expected"
        )
    fields = kept.attacker if side == "attacker" else kept.target
    if fields is None:
        raise MathhammerError(f"{quoted(name)} has {_LACKS[side]} with numbers in its list")
    if side == "attacker" and parted(text)[0]:
        raise MathhammerError(
            f"{quoted(text.strip())}: how many weapons it has is kept with it: write {quoted(name)}"
        )
    return kept, fields


def keep(units: Iterable[KeptUnit]) -> list[KeptUnit]:
    """Put units into the collection and return them as they are called there.

    What came from the same place of the same list is replaced and keeps its name; a new one
    whose name is another's gets a number behind it.

    Parameters
    ----------
    units : iterable of KeptUnit
    """
    kept = []
    with _opened(write=True) as database:
        assert database is not None
        known = {(unit.file, unit.source): unit.name for unit in _units(database)}
        taken = {name.casefold() for name in known.values()}
        for unit in units:
            name = known.get((unit.file, unit.source), "")
            if not name:
                names = (unit.name, *(f"{unit.name} {i}" for i in range(2, 1_000_000)))
                name = next(one for one in names if one.casefold() not in taken)
                taken.add(name.casefold())
            kept.append(unit._replace(name=name))
            _put(database, kept[-1])
    return kept


def remove(names: Sequence[str]) -> list[str]:
    """Take units out of the collection, all or none; return their names."""
    removed = []
    with _opened(write=True) as database:
        for name in names:
            unit = _found(database, name)
            database.execute("DELETE FROM units WHERE key = ?", (unit.name.casefold(),))
            removed.append(unit.name)
    return removed


def rename(old: str, new: str) -> tuple[str, str]:
    """Give a unit of the collection another name; return both.

    Raises
    ------
    MathhammerError
        There is no such unit, or the new name is empty, too long or that of another.
    """
    new = parted(new)[1]
    if not (new.isprintable() and 0 < len(new) <= MAX_NAME):
        raise MathhammerError(
            f"{quoted(new)} is no name: 1 to {MAX_NAME} characters on one line are expected"
        )
    with _opened(write=True) as database:
        unit = _found(database, old)
        names = [one.name for one in _units(database) if one.name != unit.name]
        if new.casefold() in (one.casefold() for one in names):
            raise MathhammerError(f"there is a unit named {quoted(new)} already: take another name")
        database.execute("DELETE FROM units WHERE key = ?", (unit.name.casefold(),))
        _put(database, unit._replace(name=new))
    return unit.name, new


def _found(database: sqlite3.Connection | None, text: str) -> KeptUnit:
    name = parted(text)[1]
    found = [] if database is None else _units(database, name)
    if not found:
        raise _unknown(name, [] if database is None else [one.name for one in _units(database)])
    return found[0]


def _unknown(name: str, names: Sequence[str]) -> MathhammerError:
    if not names:
        return MathhammerError(
            f"{quoted(name)} is no unit of yours: none is kept yet; `mathhammer units add FILE` "
            "keeps those of an army list"
        )
    part_of = (one for one in names if name and name.casefold() in one.casefold())
    more = [f"and {len(names) - MAX_LISTED} more"] if len(names) > MAX_LISTED else []
    listed = ", ".join([*names[:MAX_LISTED], *more])
    return MathhammerError(
        f"{quoted(name)} is no unit of yours{nearest(next(part_of, name), names)}; units: {listed}"
    )


def _units(database: sqlite3.Connection, name: str | None = None) -> list[KeptUnit]:
    """Return all units, or the one of a name in any case."""
    named, given = ("", ()) if name is None else ("WHERE key = ?", (name.casefold(),))
    select = f"SELECT {', '.join(KeptUnit._fields)} FROM units {named} ORDER BY key"
    rows = database.execute(select, given)
    return [
        KeptUnit(name, game, _fields(attacker), _fields(target), *rest)
        for name, game, attacker, target, *rest in rows
        if _is_known(game)
    ]


def _is_known(game: str) -> bool:
    if game not in GAMES:
        raise ValueError(f"{quoted(game)} is not a game")
    return True


def _fields(text: str | None) -> dict[str, Any] | None:
    return None if text is None else dict(json.loads(text))


def _put(database: sqlite3.Connection, unit: KeptUnit) -> None:
    sides = [None if side is None else json.dumps(side) for side in (unit.attacker, unit.target)]
    row = (unit.name.casefold(), unit.name, unit.game, *sides, *unit[4:])
    places = ", ".join("?" * len(row))
    database.execute(f"INSERT OR REPLACE INTO units VALUES ({places})", row)


@contextmanager
def _opened(write: bool) -> Iterator[Any]:
    """Yield the database in one transaction; None to read where there is none yet."""
    import sqlite3

    place = path()
    if not place:
        if write:
            raise MathhammerError(f"{VARIABLE} is empty: no file keeps units")
        yield None
        return
    if not write and not os.path.exists(place):
        yield None
        return
    try:
        if write and os.path.dirname(place):
            os.makedirs(os.path.dirname(place), exist_ok=True)
        with closing(sqlite3.connect(place, MAX_WAIT, isolation_level=None)) as database:
            database.execute("BEGIN IMMEDIATE" if write else "BEGIN")
            yield database if _is_collection(database, write) else None
            database.execute("COMMIT")  # what raises before is rolled back when it is closed
    except (OSError, sqlite3.OperationalError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise MathhammerError(f"the collection of units can't be opened: {reason}", place) from None
    except (sqlite3.DatabaseError, ValueError, TypeError, RecursionError) as error:
        if isinstance(error, MathhammerError):
            raise
        raise MathhammerError(
            f"the collection of units is damaged, or no such file ({error}): put a copy in its "
            f"place, or move it away to begin a new one; {VARIABLE} names another",
            place,
        ) from None


def _is_collection(database: sqlite3.Connection, write: bool) -> bool:
    """Return whether a database holds units; an empty one is made to when it is written to."""
    (application,) = database.execute("PRAGMA application_id").fetchone()
    (form,) = database.execute("PRAGMA user_version").fetchone()
    (tables,) = database.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if not (application or form or tables):
        if write:
            database.execute(_TABLE)
            database.execute(f"PRAGMA application_id = {_APPLICATION}")
            database.execute(f"PRAGMA user_version = {_FORM}")
        return write
    if application != _APPLICATION:
        raise ValueError("a database of another program")
    if form != _FORM:
        raise ValueError("written by another version of this program")
    return True
