"""What the notations of weapons and of targets share: a line of text and its stats.

A line is kept three times, character for character, so that a column of one is a column
of all: as typed, for names; with one kind of dash, quote and space, for messages; and in
lower case with its brackets blanked out, for reading. A `Grammar` finds a stat at a
column in any of its spellings: ``A2``, ``A 2``, ``A=2``, ``2A``, or a row of labels above
a row of values.
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from mathhammer.core.dice import Dice
from mathhammer.core.errors import MathhammerError, quoted
from mathhammer.core.lazy import Pattern

MAX_CHARACTERS = 2000

#: What is read as the same character.
SAME = {
    **dict.fromkeys(map(ord, "\u2212\u2010\u2011\u2012\u2013\u2014\u2015\uff0d"), "-"),
    **dict.fromkeys(map(ord, "\u201c\u201d\u201e\u201f\u2033\u00a8"), '"'),
    **dict.fromkeys(map(ord, "\u2018\u2019\u201a\u201b\u2032\u00b4`"), "'"),
    **dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad"), " "),
    **dict.fromkeys(map(ord, "\x1c\x1d\x1e\x1f"), " "),
    **dict.fromkeys(map(ord, "\u00d7\u2715\u2716"), "x"),
}
_BRACKETS = Pattern(r"\[[^\[\]]*+\]")
#: What stands in quotes, as JSON writes it: a name before a colon, and what is alone in brackets.
_QUOTES = Pattern(
    r'(?:(?:^|(?<=\+\s))\s*+(?:(?:[0-9]++\s?x|all|leader)\s)?\s*+("(?:[^"\\]|\\.)*+")(?=\s*+:))'
    r'|(?:(?<=[\[,:])\s*+("(?:[^"\\]|\\.)*+")(?=\s*+[,\]]))'
)
# Not str.lower: it can change the length, and with it the columns.
LOWER = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}

#: Where a stat ends.
END = r"(?=[\s,/|;]|$)"
_TERM = r"(?:[0-9]*d[36](?:k[hl][0-9]+)?|[0-9]+)"
DICE = rf"{_TERM}(?:\s?\+\s?{_TERM}|-{_TERM}){{0,9}}"
#: How the value of each kind of stat is spelt.
VALUES = {
    "dice": Pattern(DICE + END),
    "whole": Pattern(r"[0-9]+" + END),
    "roll": Pattern(r"(?:[0-9]+\+?|-|n/a)" + END),
    "ap": Pattern(r"(?:[+-]?\s?[0-9]+|-|n/a)" + END),
    "move": Pattern(r"[0-9]+(?:\.[0-9]+)?(?:\+?\s?(?:\"|''|in(?:ch(?:es)?)?))?" + END),
    "number": Pattern(r"[0-9]+(?:\.[0-9]+)?" + END),
    "sum": Pattern(r"[0-9]{1,2}\+?" + END),
    "range": Pattern(r"(?:[0-9]+(?:\.[0-9]+)?\s?(?:\"|''|in(?:ch(?:es)?)?)?|melee|n/a|-)" + END),
}
#: What no name holds: headings of a datasheet, or values in sequence.
_ROWS = Pattern(
    r"(?i)(?<![^\s|])(?:a|att|atk|attacks?)[\s|]+(?:bs|ws|skill|h|hit|to hit)[\s|]+"
    r"(?:s|str|strength|w|wnd|wound|to wound)(?![^\s|])"
    r"|^(?:ranged|missile|shooting|melee|combat) weapons?\s"
    r"|(?<![^\s|])(?:(?:[0-9]+(?:\"|\+)?|-[0-9]+|d[36]|melee|n/a)(?:[\s|]+|$)){2}"
)
_COUNT = Pattern(r"\s*+([0-9]+)(?:x|\s++x(?![a-z]))")
_APART = Pattern(r"\s*+[:=|]?\s*+")
_SKIP = Pattern(r"[\s,/|;]*+")
_WORD = Pattern(r"[^\s,/|;]++")
_START = Pattern(r"[^\s,/|;:=]++")


def holds_rows(name: str) -> bool:
    """Return whether what would be a name has swallowed headings, or an incomplete row.

    Examples
    --------
    >>> holds_rows("A BS S AP D rifle"), holds_rows('axe 24" 2 rifle'), holds_rows("Mk 2 rifle")
    (True, True, False)
    """
    return _ROWS.search(name) is not None


def lowered(text: str) -> str:
    """Return a text in lower case with its brackets blanked out, whether they match or not."""
    low = without_quotes(text.translate(SAME).translate(LOWER))
    return _BRACKETS.sub(lambda found: " " * len(found[0]), low) if "[" in low else low


def without_quotes(low: str) -> str:
    """Return a text in which letters stand for all that is in quotes, as many as there were."""
    if '"' not in low:
        return low
    for start, end in _quoted_parts(low):
        low = f"{low[: start + 1]}{'n' * (end - start - 2)}{low[end - 1 :]}"
    return low


def _quoted_parts(text: str) -> list[tuple[int, int]]:
    return [found.span(found.lastindex or 0) for found in _QUOTES.finditer(text)]


def at_column(column: int, error: MathhammerError) -> MathhammerError:
    """Return an error of the same kind whose sentence starts with its column (from 1)."""
    return type(error)(f"column {column + 1}: {error.message}")


class Line:
    """A line under reading.

    Parameters
    ----------
    text : str
        At most `MAX_CHARACTERS` long.
    noun, example : str
        What the line describes and how that is written, for messages.

    Raises
    ------
    MathhammerError
        If it is no text, empty, too long, or its brackets don't match.
    """

    def __init__(self, text: object, noun: str, example: str) -> None:
        if not isinstance(text, str):
            raise MathhammerError(f"{quoted(text)} is not the text of {noun}")
        if len(text) > MAX_CHARACTERS:
            raise MathhammerError(
                f"a text of {len(text)} characters; up to {MAX_CHARACTERS} are allowed"
            )
        self.text = text
        self.noun = noun
        self.example = example
        self.clean = text.translate(SAME)
        low = self.clean.translate(LOWER)
        if not low.strip():
            raise MathhammerError(f"an empty text is not {noun}: write it like {example!r}")
        #: What stands in quotes, by its column.
        self.quoted: dict[int, str] = {}
        if '"' in low:
            self._read_quotes()
            low = without_quotes(low)
        #: The lower case between brackets: (column, text).
        self.inside: list[tuple[int, str]] = []
        #: The lower case outside of brackets.
        self.low = self._without_brackets(low)

    def _read_quotes(self) -> None:
        import json

        for start, end in _quoted_parts(self.clean):
            try:
                self.quoted[start] = str(json.loads(f'"{self.text[start + 1 : end - 1]}"'))
            except ValueError:
                raise self.error(
                    start, f"{quoted(self.clean[start:end])} is no text in quotes"
                ) from None

    def _without_brackets(self, low: str) -> str:
        opened = -1
        for column, character in enumerate(low):
            if character == "[":
                if opened >= 0:
                    raise self.error(column, "'[' stands inside brackets: close the first with ']'")
                opened = column
            elif character == "]":
                if opened < 0:
                    raise self.error(column, "']' closes nothing: open with '['")
                self.inside.append((opened + 1, low[opened + 1 : column]))
                opened = -1
        if opened >= 0:
            raise self.error(opened, "'[' is never closed: close it with ']'")
        for column, inside in self.inside:
            end = column + len(inside)
            low = low[: column - 1] + " " * (len(inside) + 2) + low[end + 1 :]
        return low

    def error(self, column: int, message: str) -> MathhammerError:
        """Return an error at a column (from 0)."""
        return at_column(column, MathhammerError(message))

    def written(self, start: int, end: int) -> str:
        """Return what the user wrote there, with plain dashes, quotes and spaces."""
        return " ".join(self.clean[start:end].split())

    def name(self, start: int, end: int) -> str:
        """Return a name as typed, outside of brackets and with single spaces, or in quotes."""
        if self.skip(start) in self.quoted:
            return self.quoted[self.skip(start)]
        kept = "".join(
            typed if low != " " else " "
            for typed, low in zip(self.text[start:end], self.low[start:end], strict=True)
        )
        name = " ".join(kept.split()).strip(" ,;|/=:-\u2013\u2014")
        if len(name) > 200:
            raise self.error(start, f"a name of {len(name)} characters; up to 200 are allowed")
        return name

    def count(self, most: int) -> tuple[int | None, int]:
        """Return the number of ``Nx`` at the start, if any, and the column after it."""
        found = _COUNT.match(self.low)
        if not found:
            return None, 0
        try:
            return whole_number(found[1], 1, most), found.end()
        except MathhammerError as error:
            raise at_column(found.start(1), error) from None

    def skip(self, at: int) -> int:
        """Return the column of the next word, or the length of the line."""
        found = _SKIP.match(self.low, at)
        return found.end() if found else at

    def word_end(self, at: int) -> int:
        """Return the column after the word at `at`."""
        found = _WORD.match(self.low, at)
        return found.end() if found else at + 1

    def starts(self, at: int) -> Iterator[int]:
        """Return the columns from `at` on at which a stat can start."""
        return (found.start() for found in _START.finditer(self.low, at))

    def items(self) -> list[tuple[int, str]]:
        """Return what stands in brackets, split at commas and slashes: (column, text)."""
        made = []
        for column, inside in self.inside:
            for part in re.split(r"[,;|/\n]", inside):
                item = part.strip()
                if item and item != "-":
                    made.append((column + len(part) - len(part.lstrip()), item))
                column += len(part) + 1
        return made


class Found(NamedTuple):
    """A stat: its label, its value as spelt, and where it stands."""

    label: str
    value: str
    start: int
    end: int
    touching: bool = False


class Grammar:
    """The stats of one role.

    Parameters
    ----------
    stats : dict
        From the labels of each stat in lower case, with ``|`` between them and the field's name
        first, to ``(kind of value, what is expected)``.
    never_after : tuple of str
        Labels that a number before them doesn't belong to.
    """

    def __init__(
        self, stats: dict[str, tuple[str, str]], never_after: tuple[str, ...] = ()
    ) -> None:
        #: From each label to the field, the kind of its value, and what is expected.
        self.labels = {
            label: (labels.partition("|")[0].replace(" ", "_"), *stat)
            for labels, stat in stats.items()
            for label in labels.split("|")
        }
        longest_first = sorted(self.labels, key=len, reverse=True)
        self._label = Pattern("|".join(longest_first))
        after = "|".join(word for word in longest_first if word not in never_after)
        self._number_first = Pattern(rf"([+-]?(?:{DICE})\+{{0,3}})({after}){END}")

    def value_at(self, kind: str, low: str, at: int) -> int:
        """Return the column after a value of that kind, or -1."""
        found = VALUES[kind].match(low, at)
        return found.end() if found else -1

    def stat(self, line: Line, at: int) -> Found | None:
        """Return the stat that starts at a column, if one does."""
        low = line.low
        label = self._label.match(low, at)
        if label:
            apart = _APART.match(low, label.end())
            start = apart.end() if apart else label.end()
            end = self.value_at(self.labels[label[0]][1], low, start)
            if end >= 0:
                return Found(label[0], low[start:end], at, end, start == label.end())
        number = self._number_first.match(low, at) if low[at] in "+-0123456789d" else None
        if number and VALUES[self.labels[number[2]][1]].fullmatch(number[1]):
            return Found(number[2], number[1], at, number.end())
        return None

    def header(self, line: Line, at: int) -> tuple[list[Found], int, int] | None:
        """Return the stats of a row of labels and a row of values, and the values' columns.

        Between the rows a name may stand, as on a datasheet; it ends where the values start.
        """
        low = line.low
        labels: dict[str, str] = {}
        while label := self._label.match(low, at):
            field = self.labels[label[0]][0]
            after = line.skip(label.end())
            if after == label.end() or field in labels:
                break
            labels[field] = label[0]
            at = after
        if len(labels) < 2:
            return None
        for keywords in ("keywords", "abilities", "ability"):
            if low.startswith(keywords, at):
                at = line.skip(at + len(keywords))
        for start in islice(line.starts(at), 20):
            found: list[Found] = []
            end = start
            for written in labels.values():
                value = line.skip(end)
                end = self.value_at(self.labels[written][1], low, value)
                if end < 0:
                    break
                found.append(Found(written, low[value:end], value, end))
            else:
                return found, at, start
        return None

    def complaint(self, line: Line, at: int) -> MathhammerError | None:
        """Return what is wrong with a word that starts with a label, or None if none does."""
        label = self._label.match(line.low, at)
        if not label:
            return None
        end = line.word_end(at)
        rest = line.low[label.end() : end]
        starts_as_value = not rest[:1].isalpha() or re.match("d[0-9]", rest)
        if rest.strip(":=") and not (starts_as_value and any(c.isdigit() for c in rest)):
            return None
        expected = self.labels[label[0]][2]
        wrong = "has no value" if not rest.strip(":=") else "is not understood"
        return line.error(at, f"{quoted(line.written(at, end))} {wrong}: {expected}")


# ------------------------------------------------------------------ values


def whole_number(text: str, low: int, high: int) -> int:
    """Read digits as a whole number from `low` to `high`."""
    number = int(text) if len(text) <= 9 else high + 1
    if not low <= number <= high:
        raise MathhammerError(f"{quoted(text)} is not a whole number from {low} to {high}")
    return number


def distance(text: str) -> int | float:
    """Read a number of inches, with or without its unit."""
    digits = text.rstrip("\"' inches")
    inches = float(digits) if len(digits) < 20 else 1e9
    if inches > 1000:
        raise MathhammerError("a distance is up to 1000 inches")
    return int(inches) if inches.is_integer() else inches


def roll(text: str, low: int, high: int) -> str:
    """Read a threshold as ``"3+"``, or ``"-"`` for none."""
    if text in ("-", "n/a"):
        return "-"
    digits = text.removesuffix("+")
    if len(digits) != 1 or not digits.isdigit() or not low <= int(digits) <= high:
        raise MathhammerError(f"{quoted(text)} is not a roll from {low}+ to {high}+")
    return f"{digits}+"


def dice(text: str) -> str:
    """Read a number or dice as its usual spelling."""
    return str(Dice.parse(text))
