"""How the text of a weapon is read, whatever its game: name, stats, brackets.

A game's reading adds its labels, its abilities, and what stands without a label.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from typing import Any, ClassVar, NoReturn

from mathhammer.core.errors import MathhammerError, quoted
from mathhammer.games.text.line import END, VALUES, Found, Grammar, Line, at_column, dice, once
from mathhammer.games.text.modifiers import attack_modifier

_TYPE = re.compile(rf"(melee|ranged){END}")
#: A word with a number that may stand in a name without a colon: mk2, 3rd, 2-handed, 20.5mm.
_NUMBERED = re.compile(r"[^\W\d_].*|[0-9]+(?:\.[0-9]+)?-?[^\W\d_]+(?:[-'][^\W\d_]+)*")
#: What would be a count, were it a whole number: 1e3x, 1_000x, #5x.
_LIKE_A_COUNT = re.compile(r"\W*[\d\u00bc-\u00be][\de.,_'+-]*[x*]+")


class WeaponReading(ABC):
    """The fields of one weapon as they are found.

    Parameters
    ----------
    line : Line
    """

    game: ClassVar[str]
    grammar: ClassVar[Grammar]
    example: ClassVar[str]
    #: The fields that every weapon has, and how they are written.
    required: ClassVar[tuple[tuple[str, str], ...]]
    #: The fields in the order in which they are printed.
    order: ClassVar[tuple[str, ...]]
    #: Labels that say the type of a weapon.
    types: ClassVar[dict[str, str]] = {}

    def __init__(self, line: Line) -> None:
        self.line = line
        self.name = ""
        self.stats: dict[str, Any] = {}
        self.abilities: list[str] = []
        self.modifiers: dict[str, Any] = {}
        self.notes: list[str] = []
        self.seen: dict[str, str] = {}
        self._type_from = ""

    def fields(self) -> dict[str, Any]:
        """Return what was found, in the order of a datasheet."""
        stats = self.stats
        for field, written in self.required:
            if field not in stats:
                self.lacks(field, written)
        made: dict[str, Any] = {"name": self.name} if self.name else {}
        made |= {field: stats[field] for field in self.order if field in stats}
        if self.abilities:
            made["abilities"] = self.abilities
        if self.modifiers:
            made["modifiers"] = self.modifiers
        return made

    def lacks(self, field: str, written: str) -> NoReturn:
        """Complain about a field that the text doesn't give."""
        named = f" ({quoted(self.name)} was read as the name)" if self.name else ""
        raise MathhammerError(
            f"the text gives no {field}{named}: write it like {written}, as in {self.example!r}"
        )

    def read(self, at: int) -> None:
        """Read the line from a column on: name, stats, abilities, then its brackets."""
        line = self.line
        at = self._read_name(at)
        while (at := line.skip(at)) < len(line.low):
            at = self._token(at)
        for column, item in line.items():
            self._bracketed(column, item)

    # -------------------------------------------------------------- of each game

    @abstractmethod
    def value(self, field: str, text: str) -> Any:
        """Read the value of a stat; None stands for one that is left out."""

    @abstractmethod
    def unlabelled(self, at: int, take: bool) -> int:
        """Return the end of stats without a label at a column, -1 if there are none.

        Parameters
        ----------
        at : int
        take : bool
            Whether they are kept; else they are only looked for.
        """

    @abstractmethod
    def ability(self, at: int) -> int:
        """Keep an ability that stands outside of brackets; return its end, or -1."""

    @abstractmethod
    def item(self, column: int, item: str, token: str) -> None:
        """Keep what stands in brackets and is neither a modifier nor a type.

        Parameters
        ----------
        column : int
        item, token : str
            In lower case, and as written.
        """

    @abstractmethod
    def unknown(self, at: int, end: int) -> MathhammerError:
        """Return what is wrong with a word that nothing understands."""

    @abstractmethod
    def check_name(self, name: str) -> None:
        """Note what may not be expected of a name that ends without a colon."""

    # -------------------------------------------------------------- the name

    def _read_name(self, start: int) -> int:
        line = self.line
        first = next((at for at in line.starts(start) if self._is_stat(at)), -1)
        colon = line.low.rfind(":", start, first if first >= 0 else len(line.low))
        if colon >= 0:
            self._set_name(start, colon)
            return colon + 1
        if first < 0:
            raise MathhammerError(
                f"{quoted(line.written(start, len(line.low)) or line.text)} has no stats of "
                f"a weapon: write it like {self.example!r}"
            )
        for at in line.starts(start):
            found = _TYPE.match(line.low, at)
            if found and line.skip(found.end()) == first:
                first = at
                break
        self._check_name_words(start, first)
        self._set_name(start, first)
        self.check_name(self.name)
        return first

    def _check_name_words(self, start: int, end: int) -> None:
        """Refuse a name without a colon that swallows what was meant as a stat."""
        line = self.line
        at = line.skip(start)
        while at < end:
            word = line.low[at : line.word_end(at)]
            digits = any(c.isdigit() for c in word)
            last = line.skip(at + len(word)) >= end
            alone = digits and not word.strip("0123456789+-.\"x'()")
            odd = (digits and not _NUMBERED.fullmatch(word.strip("()"))) or not word.strip("x")
            if alone or odd or _LIKE_A_COUNT.fullmatch(word) or "=" in word:
                raise line.error(
                    at,
                    f"{quoted(line.written(at, at + len(word)))} is not understood: a stat has a "
                    f"{self.labelled()}, and a name with a number ends with a colon",
                )
            complaint = self.grammar.complaint(line, at) if digits or last else None
            if complaint:
                raise complaint
            at = line.skip(at + len(word))
        name = line.name(start, end)
        if name and not any(c.isalpha() for c in name):
            raise line.error(
                line.skip(start),
                f"{quoted(name)} is neither a stat nor a name: a name has a letter, or ends with a "
                "colon",
            )

    @abstractmethod
    def labelled(self) -> str:
        """Return the end of the sentence "a stat has a ..."."""

    def _is_stat(self, at: int) -> bool:
        grammar, line = self.grammar, self.line
        return bool(
            grammar.header(line, at) or grammar.stat(line, at) or self._inches(at)
            or self.unlabelled(at, take=False) >= 0
        )  # fmt: skip

    def _inches(self, at: int) -> re.Match[str] | None:
        found = VALUES["range"].match(self.line.low, at)
        return found if found and found[0][0].isdigit() and not found[0][-1].isdigit() else None

    def _set_name(self, start: int, end: int) -> None:
        line, labels = self.line, self.grammar.labels
        name = line.name(start, end)
        words = name.casefold().split() or [""]
        ends = (words[0], words[-1].removeprefix("x") if words[-1] != words[0] else "")
        if (
            (ends[0].isdigit() and ends[1])
            or (words[-1][:1] == "x" and ends[1].isdigit())
            or _LIKE_A_COUNT.fullmatch(words[0].strip(":"))
        ):
            raise line.error(
                line.skip(start),
                f"the name {quoted(name)} has a number that may be a count: a count stands first, "
                f"as in '{self.example.partition(':')[0]}: ...'",
            )
        if name.casefold() in labels:
            raise line.error(
                line.skip(start), f"{quoted(name)} has no value: {labels[name.casefold()][2]}"
            )
        self.name = name

    # -------------------------------------------------------------- outside of brackets

    def _token(self, at: int) -> int:
        line = self.line
        table = self.grammar.header(line, at)
        if table:
            row, names, values = table
            self._row_name(names, values)
            for value in row:
                self.stat(value)
            return row[-1].end
        end = self.unlabelled(at, take=True)
        if end >= 0:
            return end
        stat = self.grammar.stat(line, at)
        if stat:
            self.stat(stat)
            return stat.end
        inches = self._inches(at)
        if inches:
            self.stat(Found("range", inches[0], at, inches.end()))
            return inches.end()
        word = _TYPE.match(line.low, at)
        if word:
            self.type(word[1], at, word[1])
            return word.end()
        end = self.ability(at)
        if end < 0:
            raise self.grammar.complaint(line, at) or self.unknown(at, line.word_end(at))
        return end

    def _row_name(self, start: int, end: int) -> None:
        """Take a name between a row of labels and its values, as on a datasheet."""
        if not self.line.low[start:end].strip():
            return
        heading = re.fullmatch(r"(ranged|melee) weapons?", self.name.casefold())
        if heading:
            self.type(heading[1], start, self.name)
        elif self.name:
            raise self.line.error(
                start,
                f"{quoted(self.line.name(start, end))} is a second name, after {quoted(self.name)}",
            )
        self._set_name(start, end)

    def stat(self, found: Found) -> None:
        """Keep a stat with its label."""
        line = self.line
        token = line.written(found.start, found.end)
        field = self.grammar.labels[found.label][0]
        value = self.read_value(field, found.value, found.start, token)
        kind = "melee" if value == "melee" else self.types.get(found.label)
        if kind and value is not None:
            self.type(kind, found.start, token)
        if value is not None and value != "melee":
            once(self.stats, field, value, found.start, token, self.seen)
        if field == "damage" and found.touching and found.value in ("3", "6"):
            self.notes.append(
                f"{token!r} was read as damage {found.value}; a die is written D{token}"
            )

    def read_value(self, field: str, text: str, column: int, token: str) -> Any:
        """Read a value; what is wrong with it is said with its column."""
        try:
            return self.value(field, text)
        except MathhammerError as error:
            raise at_column(column, MathhammerError(f"{quoted(token)}: {error.message}")) from None

    def type(self, kind: str, at: int, token: str) -> None:
        """Keep the type of the weapon."""
        if self.stats.setdefault("type", kind) != kind:
            raise self.line.error(
                at,
                f"{quoted(token)} makes the weapon {kind}, but {self._type_from} makes it "
                f"{self.stats['type']}",
            )
        self._type_from = self._type_from or f"{quoted(token)} at column {at + 1}"

    # -------------------------------------------------------------- inside of brackets

    def _bracketed(self, column: int, item: str) -> None:
        token = self.line.written(column, column + len(item))
        try:
            modifier = attack_modifier(" ".join(item.split()), token, self.game)
        except MathhammerError as error:
            raise at_column(column, error) from None
        if modifier:
            once(self.modifiers, modifier[0], modifier[1], column, token, self.seen)
        elif item in ("melee", "ranged"):
            self.type(item, column, token)
        else:
            self.item(column, item, token)


def dice_or_range(field: str, text: str) -> Any:
    """Read the values that the weapons of both games have: attacks, damage, range.

    Returns
    -------
    str, int, float or None
        ``"melee"`` for a range that says so.
    """
    if field in ("attacks", "damage"):
        return dice(text)
    if text in ("n/a", "-", "melee"):
        return "melee" if text == "melee" else None
    digits = text.rstrip("\"' inches")
    inches = float(digits) if len(digits) < 20 else 1e9
    if inches > 1000:
        raise MathhammerError("a range is up to 1000 inches")
    return int(inches) if inches.is_integer() else inches
