"""How the text of a weapon is read, whatever its game: name, stats, brackets.

A game's reading adds its labels, its abilities, and what stands without a label.
"""

import re
from abc import abstractmethod
from collections.abc import Iterable
from typing import Any, ClassVar, NoReturn

from mathhammer.core.errors import MathhammerError, nearest, quoted
from mathhammer.core.lazy import Pattern
from mathhammer.games.names import FAILED_SAVES, STARTS, start_named
from mathhammer.games.text.line import DICE, END, VALUES, Found, dice, distance
from mathhammer.games.text.modifiers import attack_modifier
from mathhammer.games.text.reading import Reading, ReadingNote, TextFields

_TYPE = Pattern(rf"(melee|ranged){END}")
#: A 3 or 6 to which something is added: behind the label D it is a die, as in D6+1.
_DIE_AND_MORE = Pattern(r"[36]\s?[+-]")
#: Attacks that are something already: "12 failed saves".
_STARTS = "|".join(word.replace(" ", r"[\s-]+") for word in STARTS)
#: How what has a value is written in brackets.
_FORMS = {"modes": "modes plasma", "group": "group NAME", "range": "range 24"}
#: The same as people say it: "1 failed save", "12 unsaved of damage 2".
_SAID = rf"(?:{_STARTS.replace('s|', 's?|')}?|unsaved(?:\s+wounds?)?)"
_ALREADY = Pattern(rf"(?<![^\s:])({DICE})\s+({_SAID}){END}(?!\s*[:=]?\s*[0-9]+\+)(?:\s+of(?=\s))?")
_START = Pattern(rf"(?:start\s*[:=]?\s*)?({_STARTS})|start\s*[:=]?\s*(.*)")
_HINTS = (
    (r"([0-9]+x|x[0-9]+)$", "a count stands first, and a text describes one weapon"),
    (r"\(", "abilities stand in [brackets]"),
)


class WeaponReading(Reading):
    """The fields of one weapon as they are found."""

    noun, counted = "a weapon", "count"
    modifier = attack_modifier
    #: Labels that say the type of a weapon.
    types: ClassVar[dict[str, str]] = {}
    #: The end of the sentence "a stat has a ...".
    labelled: ClassVar[str]
    #: What is meant by words that nothing understands: patterns, and what is said then.
    hints: ClassVar[tuple[tuple[str, str], ...]]
    #: Fields that aren't needed where attacks start as this or later.
    until: ClassVar[dict[str, str]]
    _type_from = ""
    #: In which brackets the last rider stands, and its fields.
    _rider: tuple[int, dict[str, Any]] = (-1, {})

    @property
    def name(self) -> str:
        """The name, if there is one."""
        name: str = self.found.get("name", "")
        return name

    def needs(self, field: str) -> bool:
        """Return whether a field is needed: of attacks that are something already less is."""
        start = self.found.get("start")
        if start is None:
            return True
        until = STARTS[0] if field == "attacks" else self.until.get(field)
        return until is None or STARTS.index(start) < STARTS.index(until)

    def fields(self) -> TextFields:
        """Return what was found; what is something already is one of it, if not more."""
        if "start" in self.found:
            self.found.setdefault("attacks", "1")
        return super().fields()

    def lacks(self, field: str, written: str) -> NoReturn:
        """Complain about a field that the text doesn't give."""
        if field == "attacks" and re.fullmatch(_SAID, self.name.casefold()):
            start, number = _start_said(self.name), self.found.get(self.counted, 12)
            raise MathhammerError(
                f"how many {start}? Their number stands before them without an x, as in "
                f"'{number} {start} D2'"
            )
        named = f" ({quoted(self.name)} was read as the name)" if self.name else ""
        raise MathhammerError(
            f"the text gives no {field}{named}: write it like {written}, as in {self.example!r}"
        )

    # -------------------------------------------------------------- of each game

    @abstractmethod
    def value(self, field: str, text: str) -> Any:
        """Read the value of a stat; None stands for one that is left out."""

    @abstractmethod
    def ability(self, at: int) -> int:
        """Keep an ability that stands outside of brackets; return its end, or -1."""

    @abstractmethod
    def bracketed(self, column: int, item: str, token: str) -> None:
        """Keep what stands in brackets and is neither a modifier nor a type, as `item`."""

    @abstractmethod
    def known(self) -> Iterable[str]:
        """Return the words of which an unknown one may be a misspelling."""

    def check_name(self, name: str) -> None:
        """Note what may not be expected of a name that ends without a colon."""

    # -------------------------------------------------------------- the name

    def _read_name(self, start: int) -> int:
        line = self.line
        first, colon = self.first_stat(start)
        if colon >= 0:
            self.set_name(start, colon)
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
        self.set_name_of_words(start, first)
        self.check_name(self.name)
        return first

    def _no_word_of_a_name(self, at: int, end: int) -> MathhammerError:
        return self.line.error(
            at,
            f"{quoted(self.line.written(at, end))} is not understood: a stat has a "
            f"{self.labelled}, and a name with a number ends with a colon",
        )

    def stat_at(self, at: int) -> bool:
        """Return whether a stat stands at a column, with or without a label."""
        return super().stat_at(at) or self._inches(at) is not None or self._already(at) is not None

    def _already(self, at: int) -> re.Match[str] | None:
        """Return the attacks at a column that are something already, if there are such."""
        low, found = self.line.low, None
        if "hit" in low or "wound" in low or "save" in low:
            found = _ALREADY.match(low, at)
        return found

    def _inches(self, at: int) -> re.Match[str] | None:
        found = VALUES["range"].match(self.line.low, at)
        return found if found and found[0][0].isdigit() and not found[0][-1].isdigit() else None

    def _inches_of(self, value: str, column: int) -> int | float:
        if not VALUES["move"].fullmatch(value):
            raise self.line.error(column, f"{quoted(value)} is not a range in inches")
        return self.at(column, distance, value)

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
        already = self._already(at)
        if already:
            token = line.written(*already.span())
            self.keep("attacks", self.at(at, dice, already[1], token=token), at, token)
            self.keep("start", _start_said(already[2]), at, token)
            return already.end()
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
        word: re.Match[str] | None = _TYPE.match(line.low, at)
        if word:
            self.type(word[1], at, word[1])
            return word.end()
        end = self.ability(at)
        if end < 0:
            raise self.grammar.complaint(line, at) or self._unknown(at, line.word_end(at))
        return end

    def _unknown(self, at: int, end: int) -> MathhammerError:
        """Return what is wrong with a word that nothing understands."""
        word, token = self.line.low[at:end], self.line.written(at, end)
        return self.line.error(
            at,
            f"{quoted(token)} is not understood{self.hint(word, token)}; a weapon is written like "
            f"{self.example!r}",
        )

    def hint(self, word: str, token: str) -> str:
        """Return what may be meant by a word that nothing understands."""
        for pattern, said in (*self.hints, *_HINTS):
            if re.match(pattern, word):
                return f": {said}"
        if re.fullmatch(DICE, word):
            return f": dice have a label, as in A{token} or D{token}"
        named = "" if self.name or not word.isalpha() else ": a name stands before the first stat"
        return nearest(word, self.known()) or named

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
        self.set_name(start, end)

    def stat(self, found: Found) -> None:
        """Keep a stat with its label."""
        line = self.line
        token = line.written(found.start, found.end)
        field = self.grammar.labels[found.label][0]
        written = self._die(found, token) if field == "damage" else found.value
        value = self.at(found.start, self.value, field, written, token=token)
        kind = "melee" if value == "melee" else self.types.get(found.label)
        if kind and value is not None:
            self.type(kind, found.start, token)
        if value is not None and value != "melee":
            self.keep(field, value, found.start, token)
        if found.label == "d" and found.touching and found.value in ("3", "6"):
            read = f"{token!r} was read as damage {found.value}; a die is written D{token}"
            self.notes.append(ReadingNote(read, field, token.upper()))

    def _die(self, found: Found, token: str) -> str:
        """Return the damage of a stat: in D6+1 the label is a part of the die."""
        if not _DIE_AND_MORE.match(found.value):
            return found.value
        if found.label == "d" and found.touching:
            return f"d{found.value}"
        added_up = self.at(found.start, dice, found.value, token=token)
        without_blanks = "".join(found.value.upper().split())
        raise self.line.error(
            found.start,
            f"{quoted(token)} can be read two ways: write 'DD{without_blanks}' or 'D{added_up}'",
        )

    def type(self, kind: str, at: int, token: str) -> None:
        """Keep the type of the weapon."""
        if self.found.setdefault("type", kind) != kind:
            raise self.line.error(
                at,
                f"{quoted(token)} makes the weapon {kind}, but {self._type_from} makes it "
                f"{self.found['type']}",
            )
        self._type_from = self._type_from or f"{quoted(token)} at column {at + 1}"

    # -------------------------------------------------------------- inside of brackets

    def rider(self, column: int, words: str, token: str) -> bool:
        """Keep a rider, and what follows it in the same brackets and may be a part of it."""
        bracket = sum(start <= column for start, _ in self.line.inside)
        if self._rider[0] != bracket and "crit" not in words:
            return False
        from mathhammer.games.text.riders import RIDER_EXAMPLES, has_rider, rider_part, rider_start

        begun = rider_start(words)
        if begun:
            field, first = begun
            self._rider = bracket, {}
            self.at(column, has_rider, field, token, self.game)
            self.keep(field, self._rider[1], column, token, self.modifiers)
            for words in re.split(r" (?:and|&) ", first):
                made = self.at(column, rider_part, words, token, self.game)
                if made is None:
                    raise self.line.error(
                        column,
                        f"{quoted(token)} is not understood: what a critical adds is written like "
                        f"{RIDER_EXAMPLES[self.game]!r}",
                    )
                self._ride(made, column, token)
            return True
        part = rider_part(words, token, self.game) if self._rider[0] == bracket else None
        if part is not None:
            self._ride(part, column, token)
        return part is not None

    def _ride(self, part: dict[str, Any], column: int, token: str) -> None:
        for field, value in part.items():
            self.keep(field, value, column, token, self._rider[1])

    def item(self, column: int, item: str, token: str) -> None:
        """Keep a type, a group, modes, a range beside them, or what the game has in brackets."""
        start = _START.fullmatch(item)
        labelled = re.match(r"(group|range|modes)(?:\s*+[:=]|(?<=s)\s)\s*+(?=.)", item)
        if labelled:
            at, value = column + labelled.end(), item[labelled.end() :]
            if labelled[1] == "range":
                inches = self._inches_of(value, at)
                self.keep("range", inches, column, token)
            else:
                typed = " ".join(self.line.text[at : at + len(value)].split())
                self.keep(labelled[1], self.line.quoted.get(at, typed), column, token)
        elif item in ("melee", "ranged"):
            self.type(item, column, token)
        elif start:
            read = start_named(start[1] or start[2])
            if read is None:
                raise self.line.error(
                    column, f"{quoted(token)} is not allowed; allowed: {', '.join(STARTS)}"
                )
            self.keep("start", read, column, token)
        elif item in ("modes", "group", "range") or start_named(f"{item}s"):
            form = f"{item}s" if start_named(f"{item}s") else _FORMS[item]
            raise self.line.error(column, f"{quoted(token)} is not understood: write [{form}]")
        else:
            self.bracketed(column, item, token)


def _start_said(words: str) -> str:
    """Return what attacks are already, as it may stand behind their number."""
    return start_named(words) or start_named(f"{words}s") or FAILED_SAVES


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
    return distance(text)
