"""The text notation of targets: ``5x T4 Sv3+ W2 4++ 5+++ [Infantry, Stealth]``, ``10x meq``.

A bare ``3+`` is a save, ``4++`` an invulnerable save, ``5+++`` a Feel No Pain. A preset may
stand anywhere among the stats, which then override it. Brackets hold keywords, the unit
abilities Stealth, Lone Operative and Feel No Pain, and modifiers like ``-1 to hit``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from ..abilities.wh40k import PLAIN, UNIT_ABILITIES, VALUED, parse_unit_ability
from ..abilities.words import fold
from ..errors import MathhammerError, NotModelledError, nearest, shown
from .modifiers import target_modifier, target_modifiers_text
from .line import END, VALUES, Found, Grammar, Line, at_column, once, roll, whole_number
from ..presets import WH40K

if TYPE_CHECKING:
    from ..profiles.wh40k import Leader, ModelGroup, Unit

EXAMPLE = "5x T4 Sv3+ W2 4++ 5+++ [Infantry]"

_AGAINST = r"(?:\s*+\(?(?:vs\.? |against )?(?:ranged|melee|mortal wounds|mortals?)\)?)?"
VALUES["invulnerable"] = re.compile(r"(?:[0-9]+\+{0,2}|-)" + _AGAINST + END)
VALUES["feel no pain"] = re.compile(r"(?:[0-9]+(?:\+(?:\+\+)?)?|-)" + _AGAINST + END)
_SAVE = ("save", "roll", "a save is a roll from 2+ to 7+, as in Sv3+")
_INVULNERABLE = (
    "invulnerable", "invulnerable", "an invulnerable save is a roll from 2+ to 6+, as in 4++",
)  # fmt: skip
_FEEL_NO_PAIN = (
    "feel_no_pain", "feel no pain", "a Feel No Pain is a roll from 2+ to 6+, as in 5+++",
)  # fmt: skip
_TOUGHNESS = ("toughness", "whole", "a toughness is a whole number from 1 to 100, as in T4")
_WOUNDS = ("wounds", "whole", "wounds are a whole number from 1 to 10000, as in W2")
_LOST = ("wounds_lost", "whole", "wounds lost are a whole number, as in lost 3")
_GRAMMAR = Grammar(
    {
        **dict.fromkeys(("toughness", "tough", "t"), _TOUGHNESS),
        **dict.fromkeys(("armour save", "save", "sv"), _SAVE),
        **dict.fromkeys(("wounds lost", "lost"), _LOST),
        **dict.fromkeys(("wounds", "wound", "w"), _WOUNDS),
        **dict.fromkeys(
            ("invulnerable save", "invulnerable", "invuln", "invul", "insv", "inv"), _INVULNERABLE
        ),
        **dict.fromkeys(("feel no pain", "fnp"), _FEEL_NO_PAIN),
    }
)
_BARE = re.compile(rf"([0-9]+)(\+{{1,3}}){_AGAINST}{END}")
# Compiled on first use.
_BEFORE = (
    r"([0-9]+\+)\s*+(?:invulnerable save|invulnerable|invuln?|inv"
    r"|(feel no pain|fnp)|(save|sv))"
    rf"{END}(?P<value>\s*+[0-9])?"
)
_SUFFIXES = {"ranged": "_ranged", "melee": "_melee", "mortal": "_mortals"}
_ORDER = (
    "name", "preset", "models", "toughness", "save", "wounds", "invulnerable",
    "invulnerable_ranged", "invulnerable_melee", "feel_no_pain", "feel_no_pain_mortals",
    "wounds_lost",
)  # fmt: skip
#: How an effect starts that is no keyword, but has no words in the notation either.
_EFFECTS = (
    "halv", "half", "ignor", "wound", "re-roll", "reroll", "add ", "subtract", "improv", "worsen",
    "crit", "hit ",
)  # fmt: skip
_PLUSES = {1: _SAVE, 2: _INVULNERABLE, 3: _FEEL_NO_PAIN}
_AOS = r"(?:h|health|ward)[\s:=|]*+[0-9]+\+?" + END
_NO_PART = r"(?:m|move|ld|leadership|oc)[\s:=|]*+[0-9]+[+\"]*" + END


def target_fields(text: str, game: str = "wh40k") -> dict[str, Any]:
    """Return the fields of a target written in the text notation.

    Parameters
    ----------
    text : str
        At most 2,000 characters: a preset, stats, or both.

    Returns
    -------
    dict
        Fields for `Unit`.

    Raises
    ------
    MathhammerError
        Something is not understood, given twice or out of range, with its column; or the
        text gives neither a preset nor toughness and wounds.
    NotModelledError
        The text is a target of Age of Sigmar.

    Examples
    --------
    >>> target_fields("10x meq")
    {'preset': 'meq', 'models': 10}
    >>> target_fields("T5 Sv2+/4++ W3 [Infantry, Stealth]")
    {'toughness': 5, 'save': '2+', 'wounds': 3, 'invulnerable': '4+', 'keywords': ['Infantry'],
     'abilities': ['Stealth']}
    """
    line = Line(text, "a target", EXAMPLE)
    models, at = line.count(10_000)
    reading = _Reading(line)
    at = reading.read_name(at)
    while (at := line.skip(at)) < len(line.low):
        at = reading.token(at)
    for column, item in line.items():
        reading.bracketed(column, item)
    return reading.fields(models)


class _Reading:
    """The fields of one target as they are found."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.found: dict[str, Any] = {}
        self.keywords: list[str] = []
        self.abilities: list[str] = []
        self.modifiers: dict[str, Any] = {}
        self._seen: dict[str, str] = {}

    def fields(self, models: int | None) -> dict[str, Any]:
        """Return what was found, in the order of a datasheet."""
        found = self.found
        if models is not None:
            found["models"] = models
        if "preset" not in found:
            for field, written in (("toughness", "T4"), ("wounds", "W2")):
                if field not in found:
                    name = found.get("name", "")
                    key = _preset_key(name)
                    hint = (
                        f"; {shown(name)} before the colon is a name, the preset has no colon"
                        if key in WH40K else ", or start from a preset, as in 'meq W3'"
                    )  # fmt: skip
                    raise MathhammerError(
                        f"the text gives no {field}: write it like {written}, "
                        f"as in {EXAMPLE!r}{hint}"
                    )
        made = {field: found[field] for field in _ORDER if field in found}
        if self.keywords:
            made["keywords"] = self.keywords
        if self.abilities:
            made["abilities"] = self.abilities
        if self.modifiers:
            made["modifiers"] = self.modifiers
        return made

    def read_name(self, start: int) -> int:
        """Read ``name:`` and return the column after it."""
        line = self.line
        first = next(
            (
                at for at in line.starts(start)
                if _GRAMMAR.header(line, at) or _GRAMMAR.stat(line, at) or _BARE.match(line.low, at)
            ),
            len(line.low),
        )  # fmt: skip
        colon = line.low.rfind(":", start, first)
        if colon < 0:
            return start
        name = line.name(start, colon)
        if name.casefold() in _GRAMMAR.labels:
            raise line.error(
                line.skip(start),
                f"{shown(name)} has no value: {_GRAMMAR.labels[name.casefold()][2]}",
            )
        if name:
            self.found["name"] = name
        return colon + 1

    def token(self, at: int) -> int:
        """Read what stands at a column outside of brackets, and return its end."""
        line = self.line
        table = _GRAMMAR.header(line, at)
        if table and not line.low[table[1] : table[2]].strip():
            for value in table[0]:
                self._stat(value, _GRAMMAR.labels[value.label])
            return table[0][-1].end
        stat = _GRAMMAR.stat(line, at)
        if stat:
            self._stat(stat, _GRAMMAR.labels[stat.label])
            return stat.end
        before = re.compile(_BEFORE).match(line.low, at) if line.low[at].isdigit() else None
        # In "3+ inv 4+" the 3+ is the save, unless that is known already, or said ("3+ save").
        if before and (before[3] or "save" in self.found or not before["value"]):
            end = before.start("value") if before["value"] else before.end()
            kind = _FEEL_NO_PAIN if before[2] else _SAVE if before[3] else _INVULNERABLE
            self._stat(Found("", before[1], at, end), kind)
            return end
        bare = _BARE.match(line.low, at)
        if bare:
            self._stat(Found("", bare[0], at, bare.end()), _PLUSES[len(bare[2])])
            return bare.end()
        return self._preset(at)

    def _preset(self, at: int) -> int:
        line = self.line
        ends = [line.word_end(at)]
        for _ in range(2):
            start = line.skip(ends[-1])
            if start < len(line.low) and not line.low[ends[-1] : start].strip():
                ends.append(line.word_end(start))
        for end in reversed(ends):
            key = _preset_key(line.low[at:end])
            if key in WH40K:
                once(self.found, "preset", key, at, line.written(at, end), self._seen)
                return end
        raise self._unknown(at, ends[0])

    def _stat(self, found: Found, kind: tuple[str, str, str]) -> None:
        line = self.line
        token = line.written(found.start, found.end)
        field = kind[0]
        value: Any
        try:
            if kind[1] == "whole":
                most = 100 if field == "toughness" else 10_000
                value = whole_number(found.value, 0 if field == "wounds_lost" else 1, most)
            else:
                printed = re.match("[0-9]+", found.value)
                value = roll(printed[0] if printed else "-", 2, 7 if field == "save" else 6)
                against = next((word for word in _SUFFIXES if word in found.value), "")
                if against:
                    field += _SUFFIXES[against]
                    if field not in _ORDER:
                        raise MathhammerError(
                            "an invulnerable save may be against ranged or melee attacks, a Feel "
                            "No Pain against mortals"
                        )
        except MathhammerError as error:
            raise line.error(found.start, f"{shown(token)}: {error.message}") from None
        once(self.found, field, value, found.start, token, self._seen)

    def bracketed(self, column: int, item: str) -> None:
        """Read a keyword, ability or modifier."""
        token = self.line.written(column, column + len(item))
        folded = fold(item)
        try:
            modifier = target_modifier(" ".join(item.split()), token)
            if folded in UNIT_ABILITIES[:2] or re.match(r"(feel no pain|fnp) ?[0-9]", folded):
                self.abilities.append(str(parse_unit_ability(token)))
                return
        except MathhammerError as error:
            raise at_column(column, error) from None
        if modifier:
            once(self.modifiers, modifier[0], modifier[1], column, token, self._seen)
            return
        if folded in (*PLAIN, *VALUED) or folded.rstrip("0123456789 ") in VALUED:
            raise self.line.error(
                column, f"{shown(token)} is an ability of a weapon, not of a target: write it there"
            )
        # A misspelt ability would be a keyword without any effect.
        meant = nearest(folded, UNIT_ABILITIES) if folded[:2] in ("st", "lo", "fe", "fn") else ""
        if (
            meant
            or len(token) > 100
            or item.startswith(_EFFECTS)
            or any(c.isdigit() or c in '+:="' for c in token)
        ):
            raise self.line.error(
                column,
                f"{shown(token)} is no keyword, ability or modifier{meant}; brackets hold "
                "keywords, Stealth, Lone Operative, Feel No Pain X+, modifiers like '-1 to hit'",
            )
        self.keywords.append(token)

    def _unknown(self, at: int, end: int) -> MathhammerError:
        line = self.line
        word, token = line.low[at:end], line.written(at, end)
        aos = re.match(_AOS, line.low[at:])
        if aos:
            return at_column(
                at,
                NotModelledError(
                    f"{shown(line.written(at, at + aos.end()))} belongs to a target of "
                    "Age of Sigmar, which is not modelled in this version"
                ),
            )
        if re.match(_NO_PART, line.low[at:]):
            return line.error(
                at,
                f"{shown(token)} has no part in an attack: leave movement, leadership and "
                "objective control out",
            )
        complaint = _GRAMMAR.complaint(line, at)
        if complaint:
            return complaint
        if re.fullmatch("[0-9]+", word):
            return line.error(
                at,
                f"{shown(token)} is not understood: a number of models is written {word[:6]}x, "
                "a stat has a label, as in T4 or W2",
            )
        if re.match(r"(?:a|bs|ws|s|ap|d)[0-9d-]", word):
            return line.error(
                at, f"{shown(token)} belongs to a weapon; a target is written like {EXAMPLE!r}"
            )
        hint = nearest(word, [*WH40K, "toughness", "wounds", "invulnerable"])
        return line.error(
            at,
            f"{shown(token)} is neither a stat of a target nor a preset{hint}; "
            f"presets: {', '.join(WH40K)}",
        )


def _preset_key(words: str) -> str:
    return "-".join(words.casefold().replace("_", " ").split())


def describe_target(unit: Unit) -> str:
    """Return a target in the text notation, as it was understood.

    Parameters
    ----------
    unit : Unit

    Returns
    -------
    str
        One line. `target_fields` reads it back unless the unit is mixed: groups and leaders
        follow behind ``+``, which the notation has no words for.

    Examples
    --------
    >>> from mathhammer.profiles.wh40k import Unit
    >>> describe_target(Unit(preset="teq"))
    '5x teq: T5 Sv2+ W3 4++ [Infantry]'
    """
    name = unit.name or unit.preset
    parts = [] if unit.groups else [f"{unit.models}x"]
    if name:
        parts.append(f"{name}:")
    parts.append(f"T{unit.toughness}")
    parts += _defence(unit)
    if unit.wounds_lost:
        parts.append(f"lost {unit.wounds_lost}")
    inside = [word.title() for word in sorted(unit.keywords)]
    inside += [str(a) for a in unit.abilities if a.kind in UNIT_ABILITIES]
    inside += target_modifiers_text(unit.defence)
    if inside:
        parts.append(f"[{', '.join(inside)}]")
    for group in unit.groups:
        parts += ["+", f"{group.models}x", f"{group.name}:", *_defence(group, partly=True)]
    for leader in unit.leader:
        parts += ["+", f"{leader.name}:", *_defence(leader)]
        if leader.wounds_lost:
            parts.append(f"lost {leader.wounds_lost}")
    return " ".join(parts)


def _defence(of: Unit | ModelGroup | Leader, partly: bool = False) -> list[str]:
    given = of.given
    parts = []
    if not partly or "save" in given:
        parts.append(f"Sv{of.save}+" if of.save else "Sv-")
    if of.wounds:
        parts.append(f"W{of.wounds}")
    for field, pluses, against in (
        ("invulnerable", "++", ""), ("invulnerable_ranged", "++", " ranged"),
        ("invulnerable_melee", "++", " melee"), ("feel_no_pain", "+++", ""),
        ("feel_no_pain_mortals", "+++", " mortals"),
    ):  # fmt: skip
        if given.get(field):
            parts.append(f"{given[field]}{pluses}{against}")
    return parts
