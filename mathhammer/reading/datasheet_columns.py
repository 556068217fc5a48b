"""Spreadsheets with the headings of datasheets: `Range, A, BS, WS, S, AP, D, Keywords` and alike.

Their columns become those of scenario files, their cells what these hold: a range of ``Melee`` and
a column `WS` make a weapon a melee one, ``N/A`` is no value.
"""

from collections.abc import Iterable, Mapping, Sequence

from mathhammer.core.errors import MathhammerError, quoted
from mathhammer.games.names import GAMES
from mathhammer.games.registry import part
from mathhammer.games.text.columns import NONE
from mathhammer.games.text.line import SAME

WEAPON, TARGET = "WEAPON", "TARGET"
#: Headings beside those of the rows' columns, for each role.
_MORE = {
    WEAPON: {"weapon": "name", "weapons": "name", "unit": "attacker", "ability": "abilities"},
    TARGET: {"unit": "name", "model": "name"},
}
_SKILLS = {"bs": "bs", "ws": "ws", "ballistic_skill": "bs", "weapon_skill": "ws"}
_COUNTS = ("no.", "no", "qty", "#", "number")
#: Fields whose texts are kept as they are.
_TEXTS = ("name", "attacker", "keywords", "abilities")
_COUNT = {WEAPON: "count", TARGET: "models"}


def datasheet_columns(
    columns: Sequence[str], role: str, game: str, known: Iterable[str]
) -> dict[str, str]:
    """Return which fields the headings of a datasheet stand for.

    Parameters
    ----------
    columns : list of str
        Headings in lower case, blanks as underscores.
    role : {"WEAPON", "TARGET"}
    game : {"wh40k", "aos"}
    known : iterable of str
        The columns of scenario files.

    Returns
    -------
    dict
        Empty where all columns are those of scenario files.

    Raises
    ------
    MathhammerError
        Two columns are one field.

    Examples
    --------
    >>> datasheet_columns(["name", "atk", "hit"], "WEAPON", "aos", ["name", "attacks", "hit"])
    {'name': 'name', 'atk': 'attacks', 'hit': 'hit'}
    """
    headings = _headings(game, role)
    fields = set(known)
    if not any(column in headings and column not in fields for column in columns):
        return {}
    named = {column: headings.get(column, column) for column in columns}
    if role == WEAPON and "keywords" in columns and "abilities" not in named.values():
        named["keywords"] = "abilities"
    seen: dict[str, str] = {}
    for column, field in named.items():
        if field in seen:
            raise MathhammerError(
                f"the columns {quoted(seen[field])} and {quoted(column)} both give the "
                f"{field.replace('_', ' ')}"
            )
        seen[field] = column
    return named


def game_of_headings(columns: Sequence[str]) -> str | None:
    """Return the game whose datasheets alone have some of these headings.

    Examples
    --------
    >>> game_of_headings(["atk", "hit", "wnd"]), game_of_headings(["m", "t"])
    ('aos', 'wh40k')
    >>> game_of_headings(["a", "d"]) is None
    True
    """
    fitting = {
        game: {*_headings(game, WEAPON), *_headings(game, TARGET)}.intersection(columns)
        for game in GAMES
    }
    shared = set.intersection(*fitting.values())
    games = [game for game, found in fitting.items() if found - shared]
    return games[0] if len(games) == 1 else None


def _headings(game: str, role: str) -> dict[str, str]:
    """Return the field of each heading; a skill is one of a BS or a WS."""
    table = getattr(part(game, "columns"), role)
    made = {
        heading.replace(" ", "_"): column.field
        for column in (*table.columns, *table.more)
        for heading in column.headings.split("|")
    }
    skills = {h: f for h, f in _SKILLS.items() if h in made}
    return {**made, **skills, **_MORE[role], **dict.fromkeys(_COUNTS, _COUNT[role])}


def datasheet_cells(
    cells: Mapping[str, str], named: Mapping[str, str]
) -> dict[str, tuple[str, str]]:
    """Return the fields of a row: the column and the text of each.

    Parameters
    ----------
    cells : dict
        By column, as it is headed.
    named : dict
        The field of each column.

    Raises
    ------
    MathhammerError
        A weapon has both a BS and a WS, or a range that contradicts it; with the column.

    Examples
    --------
    >>> datasheet_cells({"range": "Melee", "ws": "3+"}, {"range": "range", "ws": "ws"})
    {'skill': ('ws', '3+'), 'type': ('range', 'melee')}
    """
    made: dict[str, tuple[str, str]] = {}
    kinds: dict[str, str] = {}
    for column, cell in cells.items():
        field = named[column]
        value = cell if field in _TEXTS else cell.translate(SAME).strip()
        none = value.casefold() in NONE
        if field == "range" and not none:
            kinds.setdefault("melee" if value.casefold() == "melee" else "ranged", column)
            value = "" if value.casefold() == "melee" else value.rstrip("\"'inchesINCHES ")
        elif field in ("bs", "ws"):
            if not none:
                kinds.setdefault("melee" if field == "ws" else "ranged", column)
            field = "skill"
        elif field in ("invulnerable", "feel_no_pain"):
            value = value.rstrip("+") + "+"
        if none:
            value = "0" if field in ("ap", "rend") else "-" if field == "save" else ""
        if value:
            made[field] = (column, value)
    if len(kinds) > 1:
        ranged, melee = kinds["ranged"], kinds["melee"]
        raise MathhammerError(
            f"{quoted(cells[ranged])} makes the weapon a ranged one, but {quoted(cells[melee])} in "
            f"the column {melee!r} a melee one: a row has one of both",
            ranged,
        )
    for kind, column in kinds.items():
        made.setdefault("type", (column, kind))
    return made
