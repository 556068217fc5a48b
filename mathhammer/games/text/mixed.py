"""Targets of several parts: ``3x Sv2+ W3 + 5x T4 Sv3+ W2 + leader Sv2+ W5 4++`` (W-2).

Parts have ``+`` between blanks between them. The first one with a count is the first group, and
what it gives the later ones take, unless they say otherwise; ``all T4 Sv3+ W2 + 2x + 3x Sv2+``
begins with what all groups share. Behind a unit of one kind of model only leaders follow.
"""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from mathhammer.core.errors import MathhammerError, quoted
from mathhammer.games.names import IN_GAME, WH40K, profiles_of
from mathhammer.games.presets import preset_fields
from mathhammer.games.text.line import at_column, lowered
from mathhammer.games.text.reading import ReadingNote, TextFields
from mathhammer.games.text.target import no_save

_PLUS = re.compile(r"(?<=\s)\+(?=\s)")
_WORD = re.compile(r"\s*+(?:([0-9]++)\s?x\s++)?(all|leader)(?![^\s:])\s*+", re.IGNORECASE)
#: What a leader doesn't have apart from its unit.
_OF_UNIT = ("toughness", "move", "leadership", "objective_control")
#: What a group takes from the first one without saying so, that a reader may not expect.
_TAKEN = ("invulnerable", "feel_no_pain")


class Part(NamedTuple):
    """A part of a text.

    Attributes
    ----------
    column : int
    word : {"", "all", "leader"}
        How it begins.
    text : str
        As written.
    reading : Reading
    fields : dict
        What it gives.
    """

    column: int
    word: str
    text: str
    reading: Any
    fields: dict[str, Any]


def columns_of_parts(text: str) -> list[int]:
    """Return the columns of the ``+`` between the parts of a text; none where it has one part.

    Examples
    --------
    >>> columns_of_parts("5x T4 W2 [+1 to hit] + leader W5")
    [21]
    """
    return [found.start() for found in _PLUS.finditer(lowered(text))] if " + " in text else []


class MixedReading:
    """The fields of a mixed unit; what `Reading` is of a unit of one kind of model.

    Parameters
    ----------
    text : str
    kind : type of Reading
        That of a target of the game.
    columns : list of int
        Of the ``+`` between its parts.

    Raises
    ------
    MathhammerError
        A part isn't understood, contradicts another one or has no count; or the game has no mixed
        units.
    """

    def __init__(self, text: str, kind: Any, columns: list[int]) -> None:
        if kind.game != WH40K:
            raise _error(columns[0], f"'+' joins groups and leaders: {IN_GAME[WH40K]}")
        starts, ends = [0, *(column + 1 for column in columns)], [*columns, len(text)]
        spans = zip(starts, ends, strict=True)
        first, *later = (_part(text, start, end, kind) for start, end in spans)
        self.notes = [note for part in (first, *later) for note in part.reading.notes]
        if first.word == "leader":
            raise _wrong(first, "a leader stands behind the unit that it leads")
        self._unit = first.fields
        self._groups: list[dict[str, Any]] = []
        groups = [part for part in later if part.word != "leader"]
        if groups:
            self._take_groups(first, groups)
        elif first.word:
            raise _wrong(first, "'all' gives what groups share, and none follows")
        self._leaders = [self._leader(part) for part in later if part.word == "leader"]
        if "toughness" not in self._unit:
            first.reading.lacks("toughness", "T4")
        if "save" not in self._shared():
            parts = groups if first.word else [first, *groups]
            lacking = [part for part in parts if not {"save", "preset"} & part.fields.keys()]
            without = [text] if len(lacking) == len(parts) else [part.text for part in lacking]
            self.notes += map(no_save, without)
        #: The fields of the unit, as those of a `Reading`.
        self.found = self.fields()

    def fields(self) -> TextFields:
        """Return what was found, with what is to be said of it."""
        fields = TextFields(self._unit)
        fields.notes = tuple(self.notes)
        if self._groups:
            fields["groups"] = self._groups
        if self._leaders:
            fields["leader"] = self._leaders
        return fields

    def _take_groups(self, first: Part, later: list[Part]) -> None:
        if not first.word:
            name = self._unit.pop("name", None)
            own = {"name": name, "models": _models(first), "points": self._unit.pop("points", None)}
            self._groups.append({k: v for k, v in own.items() if v is not None})
        self._unit.pop("models", None)
        for part in later:
            if part.word == "all":
                raise _wrong(part, "'all' stands first")
            fields = {**part.fields, "models": _models(part)}
            if "preset" in fields:
                base = preset_fields(fields.pop("preset"), WH40K)
                lacks = {name: "-" for name in self._shared() if name.startswith(_TAKEN)}
                fields = {**lacks, **base, **fields}
            if "wounds_lost" in fields:
                raise _wrong(part, "wounds lost are those of the first model: in the first part")
            self._groups.append(self._own_of(part, fields))
            if not first.word:
                self._note_taken(part)

    def _own_of(self, part: Part, fields: Mapping[str, Any]) -> dict[str, Any]:
        """Return the fields of a group; put those that are the whole unit's into the unit's."""
        own = {}
        shared = self._shared()
        for name, value in fields.items():
            if name in profiles_of(WH40K).ModelGroup._fields:
                own[name] = value
            elif name in ("keywords", "abilities"):
                known = [*self._unit.get(name, shared.get(name, ()))]
                self._unit[name] = [*known, *(word for word in value if word not in known)]
            elif shared.get(name, value) != value:
                raise _wrong(
                    part,
                    f"its {name.replace('_', ' ')} is not that of the parts before, "
                    f"{shared[name]}: a unit has one",
                )
            else:
                self._unit[name] = value
        return own

    def _shared(self) -> dict[str, Any]:
        """Return what the unit has, with what its preset gives."""
        base = preset_fields(self._unit["preset"], WH40K) if "preset" in self._unit else {}
        return {**base, **self._unit}

    def _leader(self, part: Part) -> dict[str, Any]:
        if "preset" in part.fields:
            raise _wrong(part, "a leader has its own numbers, and no preset")
        fields = dict(part.fields)
        for name in _OF_UNIT:
            if fields.get(name) == self._shared().get(name):
                fields.pop(name, None)
            if name in fields:
                words = name.replace("_", " ")
                raise _wrong(part, f"a unit has one {words}, given in its first part")
        try:
            profiles_of(WH40K).Leader(**fields)
        except MathhammerError as error:
            raise _wrong(part, error.message) from None
        return fields

    def _note_taken(self, part: Part) -> None:
        """Note what a group takes from the first one that it may not be meant to have."""
        for field in _TAKEN:
            taken = "" if "preset" in part.fields else self._shared().get(field)
            if taken and taken != "-" and not any(name.startswith(field) for name in part.fields):
                pluses, short = ("++", "Inv-") if field == "invulnerable" else ("+++", "FNP-")
                read = (
                    f"{quoted(part.text)} takes {taken.rstrip('+')}{pluses} from the first part; "
                    f"without it, it is written {short}"
                )
                self.notes.append(ReadingNote(read, "groups"))


def _part(text: str, start: int, end: int, kind: Any) -> Part:
    """Read a part, which keeps its columns."""
    words = _WORD.match(text, start, end)
    word = words[2].casefold() if words else ""
    written = " ".join(text[start:end].split())
    if words and words[1] is not None:
        raise _error(start, f"{quoted(written)}: each leader is a part of its own, without a count")
    at = words.end() if words else start
    if not text[at:end].strip():
        if word == "leader":
            raise _error(start, f"{quoted(written)} lacks its stats: write leader: Sv2+ W5")
        raise _error(start, "nothing stands beside '+', where a part is expected")
    reading = kind.part(" " * at + text[at:end])
    found = {field: reading.found[field] for field in kind.order if field in reading.found}
    more = {name: getattr(reading, name) for name in ("keywords", "abilities", "modifiers")}
    found |= {name: value for name, value in more.items() if value}
    if word and "models" in found:
        raise _error(start, f"{quoted(written)}: {word!r} has no count")
    return Part(start, word, written, reading, found)


def _models(part: Part) -> int:
    """Return how many models a group has: its count, or that of its preset."""
    if "models" in part.fields:
        models: int = part.fields["models"]
        return models
    if "preset" in part.fields:
        size: int = preset_fields(part.fields["preset"], WH40K)["models"]
        return size
    raise _wrong(
        part,
        "how many models are these? A group has a count, as in '3x Sv2+', a leader the word "
        "'leader', and what all share the word 'all'",
    )


def _wrong(part: Part, why: str) -> MathhammerError:
    return _error(part.column, f"{quoted(part.text)}: {why}")


def _error(column: int, message: str) -> MathhammerError:
    return at_column(column, MathhammerError(message))
