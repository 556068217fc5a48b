"""How the text of a profile is read, of a weapon or a target, whatever its game.

Weapons and targets add where stats stand, each game its labels, abilities and messages.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Mapping
from typing import Any, ClassVar, NamedTuple, Self, TypeVar

from mathhammer.core.errors import MathhammerError, quoted
from mathhammer.core.lazy import Pattern
from mathhammer.games.names import profiles_of
from mathhammer.games.text.line import Grammar, Line, at_column
from mathhammer.games.text.signs import check_game

T = TypeVar("T")
#: What may stand before the name of a situation: within half range, remained stationary.
_AROUND = r"^(?:if |when )?(?:within|at|in|has|is|was|remain(?:ed|s)?) "
#: A word with a number that may stand in a name without a colon: mk2, 3rd, 2-handed, 20.5mm.
_NUMBERED = Pattern(r"[^\W\d_].*|[0-9]+(?:\.[0-9]+)?-?[^\W\d_]+(?:[-'][^\W\d_]+)*")
#: What would be a count, were it a whole number: 1e3x, 1_000x, #5x.
_LIKE_A_COUNT = Pattern(r"\W*[\d\u00bc-\u00be][\de.,_'+-]*[x*]+")


class ReadingNote(NamedTuple):
    """What a reader may not expect in how a text was read.

    Attributes
    ----------
    text : str
    field : str
        Which it is about.
    otherwise : str
        The value that the field may have been meant to have; empty where none is known.
    """

    text: str
    field: str
    otherwise: str = ""


class TextFields(dict[str, Any]):
    """The fields of a profile that was written as a text, with what is to be said of that."""

    notes: tuple[ReadingNote, ...] = ()

    def changed(self, field: str, value: Any) -> "TextFields":
        """Return a copy with a field changed, of which nothing is to be said any more."""
        return _noted({**self, field: value}, self, (field,))


def without(fields: Mapping[str, Any], names: Container[str]) -> dict[str, Any]:
    """Return the fields of a profile without some of them."""
    rest = {name: value for name, value in fields.items() if name not in names}
    return _noted(rest, fields, names) if isinstance(fields, TextFields) else rest


def _noted(fields: dict[str, Any], of: TextFields, without: Container[str]) -> TextFields:
    made = TextFields(fields)
    made.notes = tuple(note for note in of.notes if note.field not in without)
    return made


class Reading(ABC):
    """The fields of one profile as they are found.

    Parameters
    ----------
    line : Line
    """

    game: ClassVar[str]
    grammar: ClassVar[Grammar]
    #: What is described, how it is written, and the field of a count before it.
    noun: ClassVar[str]
    example: ClassVar[str]
    counted: ClassVar[str]
    #: The fields that are needed, and how they are written.
    required: ClassVar[tuple[tuple[str, str], ...]]
    #: The fields in the order in which they are printed.
    order: ClassVar[tuple[str, ...]]
    #: How words start that belong to the other role; empty where that isn't told.
    foreign: ClassVar[str] = ""
    #: Of a weapon or of a target.
    modifier: ClassVar[Callable[[str, str, str], tuple[str, Any] | None]]

    def __init__(self, line: Line) -> None:
        self.line = line
        self.found: dict[str, Any] = {}
        self.keywords: list[str] = []
        self.abilities: list[str] = []
        self.modifiers: dict[str, Any] = {}
        self.seen: dict[str, tuple[str, int]] = {}
        self.notes: list[ReadingNote] = []

    @classmethod
    def of(cls, text: str) -> Self:
        """Read a text: its count, name and stats, then its brackets; it gives what is needed."""
        reading = cls.part(text)
        for field, written in cls.required:
            if field not in reading.found and reading.needs(field):
                reading.lacks(field, written)
        return reading

    @classmethod
    def part(cls, text: str) -> Self:
        """Read a text that may lack what a profile needs."""
        line = Line(text, cls.noun, cls.example)
        check_game(line, cls.game)
        reading = cls(line)
        count, at = line.count(10_000)
        at = reading._read_name(at)
        while (at := line.skip(at)) < len(line.low):
            at = reading._token(at)
        for column, item in line.items():
            token = line.written(column, column + len(item))
            words = " ".join(item.split())
            if reading.rider(column, words, token):
                continue
            modifier = reading.at(column, cls.modifier, words, token, cls.game)
            if modifier:
                reading.keep(*modifier, column, token, reading.modifiers)
            else:
                reading.check_situation(column, words, token)
                reading.item(column, item, token)
        if count is not None:
            reading.found[cls.counted] = count
        return reading

    def fields(self) -> TextFields:
        """Return what was found, in the order of a datasheet."""
        found = {field: self.found[field] for field in self.order if field in self.found}
        more = {"keywords": self.keywords, "abilities": self.abilities, "modifiers": self.modifiers}
        made = TextFields({**found, **{field: value for field, value in more.items() if value}})
        made.notes = tuple(self.notes)
        return made

    # -------------------------------------------------------------- of each kind and game

    def needs(self, field: str) -> bool:
        """Return whether one of the required fields is needed here."""
        return True

    @abstractmethod
    def lacks(self, field: str, written: str) -> None:
        """Complain about a field that the text doesn't give, where it is needed."""

    @abstractmethod
    def unlabelled(self, at: int, take: bool) -> int:
        """Return the end of a stat without a label before it at a column, -1 if there is none.

        Parameters
        ----------
        at : int
        take : bool
            Whether it is kept; else it is only looked for, and only one without any label.
        """

    def rider(self, column: int, words: str, token: str) -> bool:
        """Keep what belongs to a rider in brackets; return whether it does.

        Parameters
        ----------
        column : int
        words, token : str
            In lower case, and as written.
        """
        return False

    @abstractmethod
    def item(self, column: int, item: str, token: str) -> None:
        """Keep what stands in brackets and is no modifier.

        Parameters
        ----------
        column : int
        item, token : str
            In lower case, and as written.
        """

    @abstractmethod
    def _read_name(self, start: int) -> int:
        """Read the name, if there is one, and return the column after it."""

    @abstractmethod
    def _no_word_of_a_name(self, at: int, end: int) -> MathhammerError:
        """Return what is wrong with a word of a name without a colon, a number or like a count."""

    @abstractmethod
    def _token(self, at: int) -> int:
        """Read what stands at a column outside of brackets, and return its end."""

    # -------------------------------------------------------------- what all share

    def check_situation(self, column: int, words: str, token: str) -> None:
        """Refuse what is no part of a profile, but of the situation."""
        name = re.sub(_AROUND, "", words).replace(" ", "_").replace("-", "_")
        known = profiles_of(self.game).Context._fields
        found = next((one for one in (f"{self.noun[2:]}_{name}", name) if one in known), "")
        if found:
            raise self.line.error(
                column,
                f"{quoted(token)} is a part of the situation, not of {self.noun}: write "
                f"--context {found}, or {found} = true in the [context] of a file",
            )

    def at(self, column: int, read: Callable[..., T], *given: Any, token: str = "") -> T:
        """Return what a function reads; what is wrong with it is said with its column."""
        try:
            return read(*given)
        except MathhammerError as error:
            if token:
                error = MathhammerError(f"{quoted(token)}: {error.message}")
            raise at_column(column, error) from None

    def keep(
        self, field: str, value: Any, column: int, token: str, fields: dict[str, Any] | None = None
    ) -> None:
        """Set a field, unless it is set already."""
        fields = self.found if fields is None else fields
        if field in fields:
            first, place = self.seen[field]
            raise self.line.error(
                column,
                f"{quoted(token)} gives the {field.replace('_', ' ')} a second time, after "
                f"{quoted(first)} at column {place + 1}",
            )
        fields[field] = value
        self.seen[field] = token, column

    def stat_at(self, at: int) -> bool:
        """Return whether a stat stands at a column."""
        grammar, line = self.grammar, self.line
        return bool(
            grammar.header(line, at) or grammar.stat(line, at)
            or self.unlabelled(at, take=False) >= 0
        )  # fmt: skip

    def first_stat(self, start: int) -> tuple[int, int]:
        """Return the columns of the first stat, and of the last colon before it, -1 for none."""
        line = self.line
        first = next((at for at in line.starts(start) if self.stat_at(at)), -1)
        return first, line.low.rfind(":", start, first if first >= 0 else len(line.low))

    def set_name_of_words(self, start: int, end: int) -> None:
        """Keep a name that ends without a colon; refuse one that swallows what may be a stat."""
        line = self.line
        at = line.skip(start)
        while at < end:
            word = line.low[at : line.word_end(at)]
            digits = any(c.isdigit() for c in word)
            last = line.skip(at + len(word)) >= end
            foreign = digits and self.foreign and re.match(self.foreign, line.low[at : at + 99])
            alone = digits and not word.strip("0123456789+-.\"x'()")
            odd = (digits and not _NUMBERED.fullmatch(word.strip("()"))) or not word.strip("x")
            if alone or odd or foreign or _LIKE_A_COUNT.fullmatch(word) or "=" in word:
                raise self._no_word_of_a_name(at, at + len(word))
            complaint = self.grammar.complaint(line, at) if digits or last else None
            if complaint:
                complaint.message += "; a name that ends like this ends with a colon"
                raise complaint
            at = line.skip(at + len(word))
        name = line.name(start, end)
        if name and not any(c.isalpha() for c in name):
            raise line.error(
                line.skip(start),
                f"{quoted(name)} is neither a stat nor a name: a name has a letter, or ends with a "
                "colon",
            )
        self.set_name(start, end)

    def set_name(self, start: int, end: int) -> None:
        """Keep a name, which is no label and has no number that may be a count."""
        line, name = self.line, self.line.name(start, end)
        if line.skip(start) in line.quoted:
            self.found["name"] = name
            return
        words = name.casefold().split() or [""]
        ends = (words[0], words[-1].removeprefix("x") if words[-1] != words[0] else "")
        counted = start > 0 and line.count(10_000)[0] is not None
        if (
            (ends[0].isdigit() and ends[1] and not counted)
            or (words[-1][:1] == "x" and ends[1].isdigit())
            or _LIKE_A_COUNT.fullmatch(words[0].strip(":"))
        ):
            raise line.error(
                line.skip(start),
                f"the name {quoted(name)} has a number that may be a count: a count stands first, "
                f"as in '{self.example.partition(':')[0]}: ...'",
            )
        label = self.grammar.labels.get(name.casefold())
        if label:
            raise line.error(line.skip(start), f"{quoted(name)} has no value: {label[2]}")
        if name:
            self.found["name"] = name
