"""One line of a pasted datasheet: its count, name and values, and what they can mean.

``5x Bolt rifle [Heavy] 24" 2 3+ 4 -1 1`` has its values in the order of a datasheet, between
blanks, tabs or ``|``. What they mean follows from the columns of the games: a row means each
profile whose columns its values fit, and is read where that is one.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, groupby

from mathhammer.core.errors import MathhammerError, nearest, quoted
from mathhammer.core.text import fold
from mathhammer.games.names import GAMES
from mathhammer.games.registry import part
from mathhammer.games.text.columns import NUMBER, ROLL, ROLL_OR_NONE, Column, Columns
from mathhammer.games.text.line import DICE, LOWER, SAME
from mathhammer.games.text.modifiers import attack_modifier

WEAPON, TARGET = "WEAPON", "TARGET"
#: The fewest values in sequence that make a line a row.
LEAST = {WEAPON: 4, TARGET: 3}

_VALUE = re.compile(
    rf"(?:[0-9]+(?:\.[0-9]+)?\+?(?:\"|''|in(?:ch(?:es)?)?)|melee|n/a|-[0-9]*|[0-9]\+{{1,3}}|{DICE})"
)
_COUNT = re.compile(r"\s*(?:([0-9]+)\s?x(?![a-z])|\(\s*([0-9]+)\s?x?\s*\))[\s:|]*")
_LIKE_A_COUNT = re.compile(r"\(?x?([0-9]+)x?\)?")
_ROLL = re.compile(r"[0-9]\+")
_BULLET = re.compile(r"\A\s*+[\u2022\u25e6\u25aa\u2023\u25cf\u27a4*>]+\s+")
_BRACKETS = re.compile(r"\[([^\[\]]*)\]|\(((?:[^()]|\([^()]*\))*)\)")
_APART = re.compile(r"[|\t]")
#: What belongs together although there are blanks in it: D6 + 3, 24 inches.
_JOINED = (
    (re.compile(r"(?i)(d[36])\s*\+\s+(?=[0-9])|(d[36])\s+\+\s*(?=[0-9])"), r"\1\2+"),
    (re.compile(r"(?i)(?<=[0-9])\s+(?:\"|inch(?:es)?\b)"), '"'),
)
#: Headings without a value of the profile.
_NAMES = frozenset(
    ("name", "weapon", "weapons", "unit", "model", "profile", "ranged weapons", "melee weapons",
     "ranged", "missile weapons", "shooting weapons", "combat weapons")
)  # fmt: skip
_TEXTS = frozenset(("keywords", "keyword", "abilities", "ability", "special rules"))
_COUNTS = Column("count", "count|no.|no|qty|#|number", NUMBER)
_TYPES = {
    "ranged weapons": "ranged", "ranged": "ranged", "missile weapons": "ranged",
    "shooting weapons": "ranged", "melee weapons": "melee", "combat weapons": "melee",
    "bs": "ranged", "ballistic skill": "ranged", "ws": "melee", "weapon skill": "melee",
}  # fmt: skip


@dataclass
class Row:
    """A line whose values are in sequence.

    Attributes
    ----------
    written : str
        The line, as it is quoted in messages.
    count : int or None
        Where it says so.
    name : str
    values : list of str
        In lower case.
    keywords : list of str
        From brackets.
    after : str
        What follows the values.
    alone : bool
        Whether the name stands in a cell of its own.
    """

    written: str
    count: str | None
    name: str
    values: list[str]
    keywords: list[str] = field(default_factory=list)
    after: str = ""
    alone: bool = False


@dataclass(frozen=True)
class Heading:
    """What a line of headings says of the rows below.

    Attributes
    ----------
    tables : dict
        From each game whose headings these are to its columns, in this order.
    type : str
        Of the weapons below, where it says so.
    """

    tables: dict[str, tuple[Column, ...]]
    type: str = ""


def plain(text: str) -> str:
    """Return a line with one kind of dash, quote and space, without bullets and bold type."""
    text = text.translate(SAME).replace("**", "").replace("\xa0", " ")
    text = _BULLET.sub("", text, count=1)
    for pattern, joined in _JOINED:
        text = pattern.sub(joined, text)
    return text.strip().removeprefix("|").removesuffix("|").strip(" ")


def is_ability(item: str, game: str) -> bool:
    """Return whether a text is an ability or modifier of a weapon."""
    try:
        part(game, "abilities.parse").parse_weapon_ability(item)
    except MathhammerError:
        try:
            return attack_modifier(item.casefold(), item, game) is not None
        except MathhammerError:
            return False
    return True


def abilities(text: str) -> list[str]:
    """Return the abilities of which a text consists, none where it is something else."""
    items = [item.strip() for item in re.split(r"[,;]", text) if item.strip(" -")]
    return items if all(any(is_ability(i, game) for game in GAMES) for i in items) else []


def _meant_as_abilities(text: str) -> bool:
    """Return whether what stands in round brackets is an ability, or a misspelt one."""
    for item in re.split("[,;]", text):
        if abilities(item):
            return True
        folded = fold(item[:100])
        for game in GAMES if len(folded) > 3 else ():
            meant = part(game, "abilities.table").WEAPON.meant(folded)
            if meant:
                raise MathhammerError(f"{quoted(item)} is no ability{meant}")
    return False


def parse(text: str, role: str) -> Row | None:
    """Return the row that a plain line is, None where it is none.

    Raises
    ------
    MathhammerError
        It has several rows.
    """
    keywords: list[str] = []

    def inside(found: re.Match[str]) -> str:
        if found[1] is not None:
            keywords.append(found[1])
        elif role == WEAPON and _meant_as_abilities(found[2]):
            keywords.append(found[2])
        else:
            return found[0]
        return " "

    count = _COUNT.match(text.translate(LOWER))
    rest = _BRACKETS.sub(inside, text[count.end() :] if count else text)
    cells = [cell.strip() for cell in _APART.split(rest)]
    words: list[tuple[str, int]] = []
    for i, cell in enumerate(cells):
        words += [(word.strip(",;") or word, i) for word in cell.split()] or [("-", i)]
    while len(words) > 1 and not cells[words[-1][1]]:  # empty cells at the end
        words.pop()
    runs: list[tuple[int, int]] = []
    at = 0
    for is_value, run in groupby(words, lambda word: _is_value(word[0])):
        length = len(list(run))
        if is_value and length >= LEAST[role]:
            runs.append((at, at + length))
        at += length
    if not runs:
        return None
    if len(runs) > 1:
        raise MathhammerError("there are several rows in this line: write one in a line")
    start, end = runs[0]
    before, after = words[:start], words[end:]
    alone = len(cells) > 1
    number = None
    if count is None and len(before) > 1 and before[0][0].isdigit() and before[1][1] > before[0][1]:
        number, before = before[0][0], before[1:]  # in a cell of its own
    first = before[0][1] if before else 0
    keywords += [
        cells[i] for i in dict.fromkeys(cell for _, cell in before)
        if i > first and role == WEAPON and abilities(cells[i])
    ]  # fmt: skip
    name = [w for w, i in before if i == first or cells[i] not in keywords]
    return Row(
        written=" ".join(text.split()),
        count=(count[1] or count[2]) if count else number,
        name=" ".join(name).strip(" ,;:-/="),
        values=[word.translate(LOWER) for word, _ in words[start:end]],
        keywords=keywords,
        after=_joined(after).strip(" -,;"),
        alone=alone,
    )


def _is_value(word: str) -> bool:
    return _VALUE.fullmatch(word.translate(LOWER)) is not None


def are_values(text: str) -> bool:
    """Return whether a text has nothing but values."""
    return all(_is_value(word) for word in text.split())


def _joined(words: Sequence[tuple[str, int]]) -> str:
    """Return words, with a comma between those of different cells."""
    cells = groupby(words, lambda word: word[1])
    return ", ".join(" ".join(word for word, _ in cell) for _, cell in cells)


def heading(text: str, role: str) -> tuple[Heading, str] | None:
    """Return the headings with which a plain line starts, and the rest of the line."""
    words = list(re.finditer(r"[^\s|]+", text.translate(LOWER)))
    known = {
        game: {
            label: column
            for column in (*columns(game, role).columns, *columns(game, role).more, _COUNTS)
            for label in column.headings.split("|")
        }
        for game in GAMES
    }
    every = _NAMES | _TEXTS | frozenset(label for labels in known.values() for label in labels)
    found: list[str] = []
    at = 0
    while at < len(words):
        for length in (3, 2, 1):
            label = " ".join(word[0].strip(":") for word in words[at : at + length])
            if label in every and len(words[at : at + length]) == length:
                break
        else:
            break
        found.append(label)
        at += length
    named = [label for label in found if label not in _NAMES | _TEXTS]
    types = {_TYPES[label] for label in found if label in _TYPES}
    kind = types.pop() if len(types) == 1 else ""
    if not found or (not named and (at < len(words) or not kind)) or len(named) in (1, 2):
        return None
    tables = {}
    for game, labels in known.items():
        if set(named) <= labels.keys():
            made = tuple(labels[label] for label in _ranged_first(named, labels))
            if len({column.field for column in made}) == len(made):
                tables[game] = made
    if named and not tables:
        return None
    return Heading(tables, kind), text[words[at].start() :] if at < len(words) else ""


def _ranged_first(named: list[str], labels: dict[str, Column]) -> list[str]:
    """Return headings with an R before all others as a range."""
    return ["range" if label == "r" and not i and "range" in labels else label
            for i, label in enumerate(named)]  # fmt: skip


def are_headings(text: str, role: str) -> bool:
    """Return whether half of the words of a text, and two at least, are headings of columns."""
    words = re.split(r"[\s|]+", text.casefold().strip(" |"))
    known = _labels(role)
    found = sum(word in known for word in words)
    return found >= 2 and 2 * found >= len(words)


def check_headings(text: str, role: str) -> None:
    """Refuse a line that are headings but for a few words, with the first of these."""
    words = re.split(r"[\s|]+", text.strip(" |"))
    known = _labels(role)
    others = [w for w in words if w.casefold() not in known | _NAMES | _TEXTS]
    if others and len(words) - len(others) >= 3 and are_headings(text, role):
        hint = nearest(others[0], sorted(known))
        raise MathhammerError(f"{quoted(others[0])} among headings is none that is known{hint}")


def _labels(role: str) -> set[str]:
    """Return the headings of the columns of all games."""
    return {
        label
        for game in GAMES
        for column in (*columns(game, role).columns, *columns(game, role).more)
        for label in column.headings.split("|")
    }


def columns(game: str, role: str) -> Columns:
    """Return the columns of a game's weapons or targets."""
    found: Columns = getattr(part(game, "columns"), role)
    return found


def without_extra_saves(row: Row, role: str) -> Row:
    """Return a row whose columns have no headings, without invulnerable saves and Feel No Pain."""
    end = len(row.values)
    while end > LEAST[role] and row.values[end - 1].endswith("++"):
        end -= 1
    after = " ".join([*row.values[end:], row.after]).strip()
    return replace(row, values=row.values[:end], after=after)


def _names(row: Row, game: str) -> Iterator[Row]:
    """Return the row, and as it would be if the last words of its name were keywords."""
    yield row
    words = row.name.split()
    for i in range(1, min(4, len(words))) if not row.alone else ():
        ability = " ".join(words[-i:])
        table = part(game, "abilities.table").WEAPON
        known = table.by_name.get(fold(ability))
        if is_ability(ability, game) and not getattr(known, "in_names", False):
            yield replace(row, name=" ".join(words[:-i]), keywords=[*row.keywords, ability])


def meanings(row: Row, role: str, above: Heading | None) -> list[tuple[str, str]]:
    """Return what a row can mean: the game, and the row in the labelled notation."""
    made: dict[tuple[str, str], None] = {}
    for game in GAMES:
        table = columns(game, role)
        headed = above.tables.get(game) if above and above.tables else None
        if above and above.tables and headed is None:
            continue
        order = headed or table.columns
        kind = above.type if above else ""
        lacking = range(1) if headed else range(table.optional + 1)
        for missing in lacking:
            for one, values in _counted(row, order[missing:]):
                for labelled in _labelled(table, values, kind):
                    for named in _names(one, game) if role == WEAPON else (one,):
                        made[game, written(named, labelled)] = None
        if role == WEAPON and not headed and not row.name and not row.alone:
            # A number in front is a range without its unit, or a count.
            for one, values in _counted(row, order[1:]):
                for labelled in _labelled(table, values, kind) if one.count != row.count else ():
                    made[game, written(one, labelled)] = None
    if made and not (above and above.tables) and not any("+" in value for value in row.values):
        made.update(dict.fromkeys(nearly(row, role)))
    return list(made)


def _counted(row: Row, order: Sequence[Column]) -> Iterator[tuple[Row, dict[str, str]]]:
    """Return the row as it may be meant with these columns, and its values by field."""
    extra = len(row.values) - len(order)
    if extra not in (0, 1):
        return
    first, values = row.values[0], _fitting(row.values[extra:], order)
    if values is None:
        return
    if extra and first == "-" and row.name:
        yield row, values
    elif extra and first.isdigit() and not (row.alone and row.name):
        if row.name:
            yield replace(row, name=f"{row.name} {first}"), values
        if row.count is None:
            yield replace(row, count=first), values
    elif not extra:
        counts = [row]
        words = row.name.split()
        for i in (0, -1) if len(words) > 1 and row.count is None else ():
            found = _LIKE_A_COUNT.fullmatch(words[i].casefold())
            if found:
                rest = words[1:] if i == 0 else words[:-1]
                counts.append(replace(row, count=found[1], name=" ".join(rest)))
        if "count" in values and row.count is None:
            counts = [replace(row, count=values.pop("count"))]
        for one in counts:
            yield one, values


def _fitting(values: Sequence[str], order: Sequence[Column]) -> dict[str, str] | None:
    pluses = any(_ROLL.fullmatch(value) for value in values)
    for column, value in zip(order, values, strict=True):
        # In a row either all rolls have their plus, or none has.
        bare = pluses and value.isdigit() and column.value in (ROLL, ROLL_OR_NONE)
        if bare or not column.value.fullmatch(value):
            return None
    return {column.field: value for column, value in zip(order, values, strict=True)}


def _labelled(table: Columns, values: dict[str, str], kind: str) -> list[str]:
    if not table.needed <= values.keys():
        return []
    return table.labelled({**values, "type": kind} if kind else values)


def nearly(row: Row, role: str) -> list[tuple[str, str]]:
    """Return what a row can mean that lacks a column, or of a target some that it may lack."""
    made: dict[tuple[str, str], None] = {}
    for game in GAMES:
        table = columns(game, role)
        spare = [c for c in table.columns if c.field not in table.needed]
        number = len(table.columns) - len(row.values)
        for lacking in combinations(spare, number) if 1 <= number < 4 else ():
            if role == TARGET or number == 1:
                order = [column for column in table.columns if column not in lacking]
                values = _fitting(row.values, order)
                for labelled in _labelled(table, values, "") if values else ():
                    made[game, written(row, labelled)] = None
    return list(made)


def written(row: Row, labelled: str) -> str:
    """Return a row in the labelled notation."""
    labelled = re.sub("(?<!L)d(?=[36])", "D", labelled)
    numbered = row.name[:1].isdigit() and row.count is None
    count = f"{row.count or 1}x " if row.count or numbered else ""
    name = f"{row.name}: " if row.name else ""
    inside = f" [{', '.join(row.keywords)}]" if row.keywords else ""
    return f"{count}{name}{labelled}{inside}{' ' + row.after if row.after else ''}"
