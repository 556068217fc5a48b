"""Pasted rows of datasheets: a text of one or several lines becomes the labelled notation.

A text is rows where the labelled notation doesn't read it as one profile, and a line of it
has values in sequence (`row`), or several lines of it are weapons. Beside rows a block may
have headings, ``|---|``, keywords on the line above or below each row, and names above.
"""

import re
from typing import Any, NamedTuple

from mathhammer.core.errors import MathhammerError, inside, quoted
from mathhammer.games.names import IN_GAME, TITLES, WH40K
from mathhammer.games.text.line import SAME, holds_rows
from mathhammer.games.text.row import (
    TARGET,
    WEAPON,
    Heading,
    Row,
    abilities,
    are_headings,
    are_values,
    check_headings,
    columns,
    heading,
    meanings,
    nearly,
    parse,
    plain,
    without_extra_saves,
)

#: The most characters, and lines, of a block of rows.
MAX_BLOCK = 20_000
MAX_LINES = 500
_RULE = re.compile(r"[\s|:=+_-]*")
_WARD = re.compile(r"(?i)\bward\s*\(\s*([0-9]\+)\s*\)")


class _Line(NamedTuple):
    """A line of a block: its number, what it says, and the row that it is, if it is one."""

    number: int
    text: str
    row: Row | None
    above: Heading | None
    kind: str


def weapon_texts(text: str, game: str, refused: MathhammerError) -> list[str]:
    r"""Return the weapons of a text, each in the labelled notation.

    Parameters
    ----------
    text : str
        A block of datasheet rows.
    game : {"wh40k", "aos"}
    refused : MathhammerError
        Why it is no weapon in the labelled notation; raised where it is no rows either.

    Raises
    ------
    MathhammerError
        A line is nothing of a block, or a row could be read in several ways; with these.

    Examples
    --------
    >>> weapon_texts('Rifle 24" 2 3+ 4 -1 1', "wh40k", MathhammerError("no labels"))
    ['Rifle: 24" A2 BS3+ S4 AP-1 D1']
    >>> table = "| Weapon | A | Hit | Wnd | Rnd | D |\n|---|\n| Axe | 2 | 3+ | 4+ | 1 | D3 |"
    >>> weapon_texts(table, "aos", MathhammerError("no labels"))
    ['Axe: 2/3+/4+/1/D3']
    """
    lines = _lines(text, WEAPON)
    if not any(line.row for line in lines):
        whole = _joined(lines, text, WEAPON)
        if any(line.row for line in whole):
            lines = whole
        elif sum(line.kind == "labelled" for line in lines) < 2:
            raise refused
    return _weapons(lines, game)


def target_text(text: str, game: str, refused: MathhammerError) -> str:
    r"""Return a target in the labelled notation.

    Parameters
    ----------
    text : str
        A datasheet row with what stands around it.
    game : {"wh40k", "aos"}
    refused : MathhammerError
        Why it is no target in the labelled notation; raised where it has no row either.

    Examples
    --------
    >>> sheet = 'M T SV W LD OC\n6" 4 3+ 2 6+ 2\nInvulnerable save 4+'
    >>> target_text(sheet, "wh40k", MathhammerError("no labels"))
    'M6" T4 Sv3+ W2 Ld6+ OC2 Invulnerable save 4+'
    """
    lines = _lines(text, TARGET)
    if not any(line.row for line in lines):
        lines = _joined(lines, text, TARGET)
    rows = [line for line in lines if line.row]
    if not rows:
        raise refused
    if len(rows) > 1:
        raise MathhammerError(
            f"{len(rows)} rows, where one target is expected: give each by itself"
        )
    at = lines.index(rows[0])
    row = rows[0].row
    assert row is not None
    before = [line.text for line in lines[:at]]
    if before and not row.name and "[" not in before[-1]:
        row.name = before.pop().strip(" :")
    if are_headings(row.name, TARGET):
        raise MathhammerError(f"{quoted(row.name)} are headings, of which some are not known")
    made = _meaning(rows[0], TARGET, game, len(lines) > 1)
    return _WARD.sub(
        r"ward \1", " ".join([made, *before, *(line.text for line in lines[at + 1 :])])
    )


def row_game(text: str) -> str | None:
    """Return the game whose columns the first row of a text fits, None where that isn't one."""
    for role in (WEAPON, TARGET):
        try:
            for line in _lines(text, role):
                found = meanings(line.row, role, line.above) if line.row else ()
                games = {game for game, _ in found}
                if games:
                    return games.pop() if len(games) == 1 else None
        except MathhammerError:
            continue
    return None


def _lines(text: Any, role: str) -> list[_Line]:
    """Return the lines of a block that say something."""
    if not isinstance(text, str):
        return []
    if len(text) > MAX_BLOCK:
        raise MathhammerError(f"a text of {len(text)} characters; up to {MAX_BLOCK} are allowed")
    written = text.translate(SAME).splitlines()
    if len(written) > MAX_LINES:
        raise MathhammerError(f"{len(written)} lines; up to {MAX_LINES} are allowed")
    made: list[_Line] = []
    above: Heading | None = None
    for number, one in enumerate(written, 1):
        if _RULE.fullmatch(one):
            continue
        line = plain(one)
        headed = heading(line, role)
        if headed:
            above, line = headed
            if not line.strip():
                continue
        with inside(f"line {number}" if len(written) > 1 else "", ": "):
            row = parse(line, role)
            if row is None and len(written) > 1:
                check_headings(line, role)
        if row and (holds_rows(row.name) or are_headings(row.name, role)):
            raise MathhammerError(
                f"line {number}: the name {quoted(row.name)} holds headings or values of a row"
            )
        if row and not (above and above.tables):
            row = without_extra_saves(row, role)
        made.append(_Line(number, line, row, above, "row" if row else _kind(line, role)))
    return made


def _joined(lines: list[_Line], text: str, role: str) -> list[_Line]:
    """Return the lines of a text whose lines are the cells of one row, else none."""
    cells = [line for line in lines if line.kind != "keywords"]
    if len(cells) < 2 or not all(are_values(line.text) for line in cells[1:]):
        return []
    return _lines(" ".join(text.split("\n")), role)


def _kind(line: str, role: str) -> str:
    """Return what a line is that is no row: keywords, a profile with labels, or a name."""
    bare = re.sub(r"\[[^\[\]]*\]", "", line)
    if not bare.strip() or (role == WEAPON and abilities(bare.strip().strip("()"))):
        return "keywords"
    labelled = re.search(r"(?i)(?<![^\s,/|;:])(?:a|atk|h|t)[\s:=]?[0-9d]|[0-9d]+/[0-9]\+?/", bare)
    return "labelled" if labelled else "name"


def _weapons(lines: list[_Line], game: str) -> list[str]:
    """Return the weapons of the lines of a block."""
    keywords = _keywords(lines)
    made: list[str] = []
    name = ""
    for i, line in enumerate(lines):
        if line.kind == "keywords":
            continue
        if line.kind == "labelled":
            made.append(" ".join([line.text, *keywords.get(i, [])]))
        elif line.row:
            if name and line.row.name:
                raise _no_part(lines[i - 1])
            line.row.name = line.row.name or name
            name = ""
            line.row.keywords += [words.strip().strip("[]()") for words in keywords.get(i, [])]
            made.append(_meaning(line, WEAPON, game, len(lines) > 1))
        else:
            following = next((one for one in lines[i + 1 :] if one.kind != "keywords"), None)
            if following is None or following.row is None:
                raise _no_part(line)
            name = line.text.strip(" :")
    return made


def _keywords(lines: list[_Line]) -> dict[int, list[str]]:
    """Return which lines of keywords belong to which line of a weapon."""
    kinds = [line.kind for line in lines]
    found = [i for i, kind in enumerate(kinds) if kind == "keywords"]
    if not found:
        return {}
    others = [i for i in range(len(lines)) if i not in found]
    after = {i: next((j for j in others if j > i), -1) for i in found}
    before = {i: next((j for j in reversed(others) if j < i), -1) for i in found}
    weapons = {i for i, kind in enumerate(kinds) if kind in ("row", "labelled")}
    above = weapons.issuperset(after.values())
    below = weapons.issuperset(before.values())
    if above and below:
        line = lines[found[0]]
        raise MathhammerError(
            f"line {line.number}: {quoted(line.text)} may belong to the weapon above or to the one "
            "below: put the keywords into the line of their weapon"
        )
    if not above and not below:
        raise _no_part(lines[found[0]])
    owned: dict[int, list[str]] = {}
    for i, owner in (after if above else before).items():
        owned.setdefault(owner, []).append(lines[i].text)
    return owned


def _no_part(line: _Line) -> MathhammerError:
    return MathhammerError(
        f"line {line.number}: {quoted(line.text)} is no row of a weapon, and neither keywords nor "
        "a name that belongs to one"
    )


def _meaning(line: _Line, role: str, game: str, several: bool) -> str:
    """Return the one thing that a row means, in the labelled notation."""
    row = line.row
    assert row is not None
    where = f"line {line.number}: " if several else ""
    found = meanings(row, role, line.above)
    if game != WH40K:  # which is also the game where nobody said one
        found = [one for one in found if one[0] == game] or found
    if len(found) == 1:
        other, labelled = found[0]
        if other == game:
            return labelled
        raise MathhammerError(
            f"{where}{quoted(row.written)} is {quoted(labelled)}: {IN_GAME[other]}"
        )
    if found:
        ways = " or ".join(quoted(labelled, 120) for _, labelled in found[:4])
        some = "" if len(found) <= 4 else ", here are 4"
        raise MathhammerError(
            f"{where}{quoted(row.written)} can be read in {len(found)} ways{some}: write {ways}"
        )
    order = line.above.tables.get(game) if line.above else None
    names = ", ".join(
        column.headings.split("|")[0] for column in order or columns(game, role).columns
    )
    near = [] if order else nearly(row, role)
    lacks = f"; if a column is missing, write {' or '.join(quoted(n, 120) for _, n in near[:4])}"
    raise MathhammerError(
        f"{where}the values {quoted(' '.join(row.values))} don't fit a row of {TITLES[game]} "
        f"({names}){lacks if near else ''}"
    )
