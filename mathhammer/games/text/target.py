"""How the text of a target is read, whatever its game: name, preset, stats, brackets."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from typing import Any, ClassVar

from mathhammer.core.errors import MathhammerError, nearest, quoted
from mathhammer.core.text import fold
from mathhammer.games.names import TITLES
from mathhammer.games.presets import GAMES
from mathhammer.games.text.line import Found, Grammar, Line, at_column, once
from mathhammer.games.text.modifiers import target_modifier

#: How an effect starts that is no keyword, but has no words in the notation either.
_EFFECTS = (
    "halv", "half", "ignor", "wound", "re-roll", "reroll", "add ", "subtract", "improv", "worsen",
    "crit", "hit ",
)  # fmt: skip
Kind = tuple[str, str, str]


class TargetReading(ABC):
    """The fields of one target as they are found.

    Parameters
    ----------
    line : Line
    """

    game: ClassVar[str]
    grammar: ClassVar[Grammar]
    example: ClassVar[str]
    #: The fields that every target without a preset has, and how they are written.
    required: ClassVar[tuple[tuple[str, str], ...]]
    #: The fields in the order in which they are printed.
    order: ClassVar[tuple[str, ...]]
    #: A preset with an override, for a message.
    overridden: ClassVar[str]
    #: What brackets hold, for a message.
    brackets: ClassVar[str]
    #: A label and a value that belong to the unit but have no part in an attack.
    no_part: ClassVar[str]
    #: How words start that belong to a weapon, and to the other game, with what is said then.
    of_weapons: ClassVar[str]
    elsewhere: ClassVar[tuple[str, str]]
    #: Two stats as they are written, for a message.
    labelled: ClassVar[str]

    def __init__(self, line: Line) -> None:
        self.line = line
        self.found: dict[str, Any] = {}
        self.keywords: list[str] = []
        self.abilities: list[str] = []
        self.modifiers: dict[str, Any] = {}
        self.seen: dict[str, str] = {}

    def read(self) -> dict[str, Any]:
        """Read the whole line and return the fields."""
        line = self.line
        models, at = line.count(10_000)
        at = self._read_name(at)
        while (at := line.skip(at)) < len(line.low):
            at = self._token(at)
        for column, item in line.items():
            self._bracketed(column, item)
        if models is not None:
            self.found["models"] = models
        return self._fields()

    def _fields(self) -> dict[str, Any]:
        found = self.found
        if "preset" not in found:
            for field, written in self.required:
                if field not in found:
                    name = found.get("name", "")
                    hint = (
                        f"; {quoted(name)} before the colon is a name, the preset has no colon"
                        if preset_key(name) in GAMES[self.game]
                        else f", or start from a preset, as in {self.overridden!r}"
                    )
                    raise MathhammerError(
                        f"the text gives no {field}: write it like {written}, "
                        f"as in {self.example!r}{hint}"
                    )
        made = {field: found[field] for field in self.order if field in found}
        if self.keywords:
            made["keywords"] = self.keywords
        if self.abilities:
            made["abilities"] = self.abilities
        if self.modifiers:
            made["modifiers"] = self.modifiers
        return made

    # -------------------------------------------------------------- of each game

    @abstractmethod
    def unlabelled(self, at: int, take: bool) -> int:
        """Return the end of a stat without a label before it at a column, else -1.

        Parameters
        ----------
        at : int
        take : bool
            Whether it is kept; else it is only looked for, and only one without any label.
        """

    @abstractmethod
    def value(self, found: Found, kind: Kind) -> tuple[str, Any]:
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
        """Read ``name:`` and return the column after it."""
        line, grammar = self.line, self.grammar
        first = next(
            (
                at for at in line.starts(start)
                if grammar.header(line, at) or grammar.stat(line, at)
                or self.unlabelled(at, take=False) >= 0
            ),
            len(line.low),
        )  # fmt: skip
        colon = line.low.rfind(":", start, first)
        if colon < 0:
            return start
        name = line.name(start, colon)
        if name.casefold() in grammar.labels:
            raise line.error(
                line.skip(start),
                f"{quoted(name)} has no value: {grammar.labels[name.casefold()][2]}",
            )
        if name:
            self.found["name"] = name
        return colon + 1

    def _token(self, at: int) -> int:
        """Read what stands at a column outside of brackets, and return its end."""
        line, grammar = self.line, self.grammar
        table = grammar.header(line, at)
        if table and not line.low[table[1] : table[2]].strip():
            for value in table[0]:
                self.stat(value, grammar.labels[value.label])
            return table[0][-1].end
        stat = grammar.stat(line, at)
        if stat:
            self.stat(stat, grammar.labels[stat.label])
            return stat.end
        end = self.unlabelled(at, take=True)
        return end if end >= 0 else self._preset(at)

    def stat(self, found: Found, kind: Kind) -> None:
        """Keep a stat."""
        line = self.line
        token = line.written(found.start, found.end)
        try:
            field, value = self.value(found, kind)
        except MathhammerError as error:
            raise line.error(found.start, f"{quoted(token)}: {error.message}") from None
        once(self.found, field, value, found.start, token, self.seen)

    def _preset(self, at: int) -> int:
        line = self.line
        ends = [line.word_end(at)]
        for _ in range(2):
            start = line.skip(ends[-1])
            if start < len(line.low) and not line.low[ends[-1] : start].strip():
                ends.append(line.word_end(start))
        for end in reversed(ends):
            key = preset_key(line.low[at:end])
            if key in GAMES[self.game]:
                once(self.found, "preset", key, at, line.written(at, end), self.seen)
                return end
        raise self._unknown(at, ends)

    def _unknown(self, at: int, ends: list[int]) -> MathhammerError:
        line = self.line
        word, token = line.low[at : ends[0]], line.written(at, ends[0])
        if re.match(self.no_part, line.low[at:]):
            return line.error(
                at,
                f"{quoted(token)} has no part in an attack: leave movement, leadership and "
                "control of objectives out",
            )
        complaint = self.grammar.complaint(line, at)
        if complaint:
            return complaint
        if re.match(self.of_weapons, line.low[at:]):
            return line.error(
                at,
                f"{quoted(token)} belongs to a weapon; a target is written like {self.example!r}",
            )
        if re.fullmatch("[0-9]+", word):
            return line.error(
                at,
                f"{quoted(token)} is not understood: a number of models is written {word[:6]}x, "
                f"a stat has a label, as in {self.labelled}",
            )
        if re.match(self.elsewhere[0], word):
            return line.error(at, f"{quoted(token)} is not understood: {self.elsewhere[1]}")
        for game, presets in GAMES.items():
            for end in reversed(ends):
                if preset_key(line.low[at:end]) in presets:
                    return line.error(
                        at,
                        f"{quoted(line.written(at, end))} is a built-in target of {TITLES[game]} "
                        f'(game = "{game}")',
                    )
        presets = GAMES[self.game]
        hint = nearest(word, [*presets, *(field.replace("_", " ") for field, _ in self.required)])
        return line.error(
            at,
            f"{quoted(token)} is neither a stat of a target nor a preset{hint}; "
            f"presets: {', '.join(presets)}",
        )

    # -------------------------------------------------------------- inside of brackets

    def _bracketed(self, column: int, item: str) -> None:
        """Read a keyword, ability or modifier."""
        token = self.line.written(column, column + len(item))
        folded = fold(item)
        try:
            modifier = target_modifier(" ".join(item.split()), token, self.game)
        except MathhammerError as error:
            raise at_column(column, error) from None
        if self.ability(folded, token, column):
            return
        if modifier:
            once(self.modifiers, modifier[0], modifier[1], column, token, self.seen)
            return
        # A misspelt ability would be a keyword without any effect.
        meant = self.meant(folded)
        if (
            meant
            or len(token) > 100
            or item.startswith(_EFFECTS)
            or any(c.isdigit() or c in '+:="' for c in token)
        ):
            raise self.line.error(
                column,
                f"{quoted(token)} is no keyword, ability or modifier{meant}; brackets hold "
                f"{self.brackets}",
            )
        self.keywords.append(token)


def preset_key(words: str) -> str:
    """Return the key of a preset, however it is spelt.

    Examples
    --------
    >>> preset_key("Land_Raider")
    'land-raider'
    """
    return "-".join(words.casefold().replace("_", " ").split())
