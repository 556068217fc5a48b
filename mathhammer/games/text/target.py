"""How the text of a target is read, whatever its game: name, preset, stats, brackets."""

import re
from abc import abstractmethod
from itertools import product
from typing import Any, ClassVar

from mathhammer.core.abbreviations import meant
from mathhammer.core.errors import MathhammerError, nearest, quoted
from mathhammer.core.text import fold
from mathhammer.games.names import TITLES, WH40K
from mathhammer.games.presets import preset_key, presets_of
from mathhammer.games.registry import part
from mathhammer.games.text.line import Found, distance
from mathhammer.games.text.modifiers import target_modifier
from mathhammer.games.text.reading import Reading, ReadingNote, TextFields

#: How an effect starts that is no keyword, but has no words in the notation either.
_EFFECTS = (
    "halv", "half", "ignor", "wound", "re-roll", "reroll", "add ", "subtract", "improv", "worsen",
    "crit", "hit ",
)  # fmt: skip


class TargetReading(Reading):
    """The fields of one target as they are found."""

    noun, counted = "a target", "models"
    modifier = target_modifier
    #: A preset with an override, for a message.
    overridden: ClassVar[str]
    #: What brackets hold, for a message.
    brackets: ClassVar[str]
    #: How words start that belong to the other game, with what is said then.
    elsewhere: ClassVar[tuple[str, str]]
    #: Two stats as they are written, for a message.
    labelled: ClassVar[str]

    def fields(self) -> TextFields:
        """Return what was found; that it has no save is said where no preset has one."""
        made = super().fields()
        if "preset" not in made and "save" not in made:
            made.notes += (no_save(self.line.text),)
        return made

    def lacks(self, field: str, written: str) -> None:
        """Complain about a field that the text doesn't give, unless a preset does."""
        if "preset" in self.found:
            return
        name = self.found.get("name", "")
        presets = presets_of(self.game)
        held = next((word for word in name.split() if preset_key(word) in presets), "")
        hint = f", or start from a preset, as in {self.overridden!r}"
        if preset_key(name) in presets:
            hint = f"; {quoted(name)} before the colon is a name, the preset has no colon"
        elif held:
            hint = f"; where {held!r} is the preset, a colon ends the name before it"
        named = f" ({quoted(name)} was read as the name{nearest(name, presets)})" if name else ""
        raise MathhammerError(
            f"the text gives no {field}{named}: write it like {written}, as in "
            f"{self.example!r}{hint}"
        )

    # -------------------------------------------------------------- of each game

    @abstractmethod
    def value(self, found: Found) -> tuple[str, Any]:
        """Return the field of a stat and its value."""

    @abstractmethod
    def ability(self, folded: str, token: str, column: int) -> bool:
        """Keep an ability of the unit; return whether it is one.

        Parameters
        ----------
        folded, token : str
            Without hyphens in lower case, and as written.
        column : int

        Raises
        ------
        MathhammerError
            It is an ability that a target of the game doesn't have.
        """

    @abstractmethod
    def meant(self, folded: str) -> str:
        """Return a hint on the ability that a word may be a misspelling of, or nothing."""

    # -------------------------------------------------------------- outside of brackets

    def _read_name(self, start: int) -> int:
        line = self.line
        first, colon = self.first_stat(start)
        if colon >= 0:
            self.set_name(start, colon)
            return colon + 1
        at = line.skip(start)
        while at < first and (end := self._preset_end(at)) > 0:
            at = line.skip(end)
        if at >= first:  # nothing but presets, or no stat at all
            return start
        self.set_name_of_words(start, first)
        return first

    def _no_word_of_a_name(self, at: int, end: int) -> MathhammerError:
        if re.match(self.foreign, self.line.low[at : at + 99]):
            return self._unknown(at, [end])
        return self.line.error(
            at,
            f"{quoted(self.line.written(at, end))} is not understood: a number of models stands "
            f"first, as in 5x, a stat has a label, as in {self.labelled}, and a name with a number "
            "ends with a colon",
        )

    def _token(self, at: int) -> int:
        line, grammar = self.line, self.grammar
        table = grammar.header(line, at)
        if table and not line.low[table[1] : table[2]].strip():
            for value in table[0]:
                self.stat(value)
            return table[0][-1].end
        stat = grammar.stat(line, at)
        if stat:
            self.stat(stat)
            return stat.end
        end = self.unlabelled(at, take=True)
        return end if end >= 0 else self._preset(at)

    def stat(self, found: Found) -> None:
        """Keep a stat."""
        line = self.line
        token = line.written(found.start, found.end)
        field, value = self.at(found.start, self.value, found, token=token)
        self.keep(field, value, found.start, token)

    def move(self, written: str) -> int | float:
        """Return a move in inches; of one that is at least so far that is said."""
        inches = distance(written.replace("+", ""))
        if "+" in written:
            note = f"{quoted(written)} is the least that it moves; read as a move of {inches:g}"
            self.notes.append(ReadingNote(note, "move"))
        return inches

    def _preset(self, at: int) -> int:
        end = self._preset_end(at)
        if end < 0:
            raise self._unknown(at, self._words(at))
        self.keep("preset", preset_key(self.line.low[at:end]), at, self.line.written(at, end))
        return end

    def _preset_end(self, at: int) -> int:
        """Return the end of a preset at a column, -1 where none stands."""
        ends = reversed(self._words(at))
        known = presets_of(self.game)
        return next((end for end in ends if preset_key(self.line.low[at:end]) in known), -1)

    def _words(self, at: int) -> list[int]:
        """Return the ends of the word at a column and of up to two behind it."""
        line = self.line
        ends = [line.word_end(at)]
        for _ in range(2):
            start = line.skip(ends[-1])
            if start < len(line.low) and not line.low[ends[-1] : start].strip():
                ends.append(line.word_end(start))
        return ends

    def _unknown(self, at: int, ends: list[int]) -> MathhammerError:
        line = self.line
        word, token = line.low[at : ends[0]], line.written(at, ends[0])
        presets = presets_of(self.game)
        if complaint := self.grammar.complaint(line, at):
            return complaint
        elif re.match(self.foreign, line.low[at:]):
            wrong = f"belongs to a weapon; a target is written like {self.example!r}"
        elif self.game == WH40K and re.fullmatch("with|and|plus|&|leader", word):
            wrong = (
                "is not understood: parts of a target have ' + ' between them, as in "
                "'5x meq + leader Sv2+ W5'"
            )
        elif re.fullmatch("[0-9]+", word):
            wrong = (
                f"is not understood: a number of models is written {word[:6]}x, "
                f"a stat has a label, as in {self.labelled}"
            )
        elif re.match(self.elsewhere[0], word):
            wrong = f"is not understood: {self.elsewhere[1]}"
        else:
            for game, end in product(TITLES, reversed(ends)):
                if preset_key(line.low[at:end]) in presets_of(game):
                    named = quoted(line.written(at, end))
                    return line.error(
                        at, f'{named} is a built-in target of {TITLES[game]} (game = "{game}")'
                    )
            known = [*presets, *(field.replace("_", " ") for field, _ in self.required)]
            unnamed = self.found and "name" not in self.found
            before = "; a name stands before the first stat" if unnamed else ""
            wrong = (
                f"is neither a stat of a target nor a preset{nearest(word, known)}{before}; "
                f"presets: {', '.join(presets)}; or give its numbers, like {self.example!r}"
            )
        return line.error(at, f"{quoted(token)} {wrong}")

    # -------------------------------------------------------------- inside of brackets

    def item(self, column: int, item: str, token: str) -> None:
        """Keep a keyword or ability, also cut short."""
        if column in self.line.quoted:
            self.keywords.append(self.line.quoted[column])
            return
        folded = fold(item)
        if folded == "no keywords":
            self.keep("keywords", [], column, token)
            return
        if self.ability(folded, token, column):
            return
        table, known = part(self.game, "abilities.table"), self.known_keywords()
        if folded not in known:
            abilities, keywords = table.UNIT.abbreviated(folded), meant(folded, known)
            found = [*abilities, *map(str.title, keywords)]
            if len(found) > 1:
                raise self.line.error(
                    column, f"{quoted(token)} may be short for {' or '.join(found)}: write which"
                )
            if abilities and self.ability(fold(found[0]), found[0], column):
                return
            if keywords:
                self.keywords.append(found[0])
                return
            self.check_other(table.WEAPON, folded, token, column)
        # A misspelt ability would be a keyword without any effect.
        hint = self.meant(folded)
        if (
            hint
            or len(token) > 100
            or item.startswith(_EFFECTS)
            or any(c.isdigit() or c in '+:="' for c in token)
        ):
            stats = "; stats stand outside of them" if any(c.isdigit() for c in token) else ""
            raise self.line.error(
                column,
                f"{quoted(token)} is no keyword, ability or modifier{hint}; brackets hold "
                f"{self.brackets}{stats}",
            )
        self.keywords.append(token)

    def known_keywords(self) -> tuple[str, ...]:
        """Return the keywords that rules of the game ask for."""
        known: tuple[str, ...] = part(self.game, "abilities.keywords").KEYWORDS
        return known

    def check_other(self, weapons: Any, folded: str, token: str, column: int) -> None:
        """Refuse what is short for an ability of a weapon."""
        found = [] if weapons.named(folded) else weapons.abbreviated(folded)
        if found:
            raise self.line.error(
                column,
                f"{quoted(token)} is short for {found[0]}, an ability of a weapon, not of a "
                "target: write it there",
            )


def no_save(text: str) -> ReadingNote:
    """Return the note that the text of a target gives no save."""
    read = f"{quoted(text)} gives no save, so it has none; a save is written Sv3+"
    return ReadingNote(read, "save")
