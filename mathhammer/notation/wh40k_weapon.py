"""How the text of a weapon is read: its tables of labels and names, and the reading.

Used through `mathhammer.notation`, which states the rules.
"""

from __future__ import annotations

import re
from typing import Any

from ..abilities.wh40k import INERT, PLAIN, UNMODELLED, VALUED, parse_weapon_ability
from ..errors import MathhammerError, NotModelledError, nearest, shown
from .modifiers import attack_modifier
from .line import (
    DICE,
    END,
    VALUES,
    Found,
    Grammar,
    Line,
    at_column,
    dice,
    once,
    roll,
    whole_number,
)

EXAMPLE = '5x bolt rifle: A2 BS3+ S4 AP-1 D1 24" [Heavy]'

_ATTACKS = ("attacks", "dice", "attacks are a number or dice, as in A2 or AD6")
_SKILL = ("skill", "roll", "a skill is a roll from 2+ to 6+, as in BS3+ or WS3+")
_STRENGTH = ("strength", "whole", "a strength is a whole number from 1 to 100, as in S4")
_AP = ("ap", "ap", "an armour penetration is 0 or negative, as in AP-1")
_DAMAGE = ("damage", "dice", "damage is a number or dice, as in D2 or DD6")
_RANGE = ("range", "range", 'a range is in inches, as in 24" or 24in, or it is Melee')
_GRAMMAR = Grammar(
    {
        **dict.fromkeys(("attacks", "attack", "atk", "att", "a"), _ATTACKS),
        **dict.fromkeys(("ballistic skill", "weapon skill", "skill", "bs", "ws"), _SKILL),
        **dict.fromkeys(("strength", "str", "s"), _STRENGTH),
        **dict.fromkeys(("armour penetration", "armor penetration", "ap"), _AP),
        **dict.fromkeys(("damage", "dmg", "dam", "d"), _DAMAGE),
        **dict.fromkeys(("range", "rng"), _RANGE),
    },
    never_after=("d",),
)
#: The two letters that stand for an ability, in brackets only.
ALIASES = {
    "as": "assault", "rf": "rapid fire", "ic": "ignores cover", "tl": "twin linked",
    "pl": "pistol", "to": "torrent", "lh": "lethal hits", "lc": "lance", "if": "indirect fire",
    "pr": "precision", "bl": "blast", "ml": "melta", "hv": "heavy", "hz": "hazardous",
    "dw": "devastating wounds", "sh": "sustained hits", "ea": "extra attacks",
}  # fmt: skip

_NAMES = (*PLAIN, *INERT, *UNMODELLED, "ignore cover")
_FREE = {name: name.replace(" ", r"[\s-]++") for name in (*_NAMES, *VALUED)}
_ABILITY = re.compile(
    rf"anti[\s-]++[^\W\d_][^\d,;|/+=]{{0,60}}?[\s:]++[0-9]+\+?{END}"
    rf"|(?:{'|'.join(_FREE[name].replace('hits', 'hits?') for name in VALUED)})"
    rf"(?:[\s:]*+{DICE})?{END}"
    rf"|(?:{'|'.join(_FREE[name] for name in _NAMES)}){END}"
)
_ALIAS = re.compile(rf"({'|'.join(ALIASES)})(?:[\s:]*+({DICE}))?{END}")
_ANTI = "it is written Anti-KEYWORD X+, as in Anti-Infantry 4+"
_SINGLE = {word for name in (*_NAMES, *VALUED) for word in name.split()} - {"fire"}
_TYPE = re.compile(rf"(melee|ranged){END}")
_WORDS = ("attacks", "strength", "damage", "range", "melee", *_NAMES, *VALUED, "anti")


def aos_values(low: str) -> re.Match[str] | None:
    """Return the five values of Age of Sigmar in a text in lower case, if it has them."""
    if low.count("/") < 4:
        return None
    return re.search(
        rf"(?<![^\s:,|]){DICE}/(?:[0-9]\+?|-)/(?:[0-9]\+?|-)/(?:-?[0-9]{{1,3}}|-)?/{DICE}{END}", low
    )


def read_weapon(text: str) -> tuple[dict[str, Any], list[str]]:
    """Return the fields of a weapon's text, and notes on how it was read."""
    line = Line(text, "a weapon", EXAMPLE)
    count, at = line.count(10_000)
    aos = aos_values(line.low)
    if aos:
        raise at_column(
            aos.start(),
            NotModelledError(
                f"{shown(line.written(*aos.span()))} is a profile of Age of Sigmar "
                "(attacks/hit/wound/rend/damage), which is not modelled in this version"
            ),
        )
    reading = _Reading(line)
    reading.read(at)
    fields = {} if count is None else {"count": count}
    return {**fields, **reading.fields()}, reading.notes


class _Reading:
    """The fields of one weapon as they are found."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.name = ""
        self.stats: dict[str, Any] = {}
        self.abilities: list[str] = []
        self.modifiers: dict[str, Any] = {}
        self.notes: list[str] = []
        self._seen: dict[str, str] = {}
        self._type_from = ""

    def fields(self) -> dict[str, Any]:
        """Return what was found, in the order of a datasheet."""
        line, stats = self.line, self.stats
        for field, written in (("attacks", "A2"), ("strength", "S4"), ("damage", "D1")):
            if field not in stats:
                named = f" ({shown(self.name)} was read as the name)" if self.name else ""
                raise MathhammerError(
                    f"the text gives no {field}{named}: write it like {written}, "
                    f"as in {line.example!r}"
                )
        order = ("attacks", "skill", "strength", "ap", "damage", "type", "range")
        made: dict[str, Any] = {"name": self.name} if self.name else {}
        made |= {field: stats[field] for field in order if field in stats}
        if self.abilities:
            made["abilities"] = self.abilities
        if self.modifiers:
            made["modifiers"] = self.modifiers
        return made

    def read(self, at: int) -> None:
        """Read the line from a column on: name, stats, abilities, then its brackets."""
        line = self.line
        at = self._read_name(at)
        while (at := line.skip(at)) < len(line.low):
            at = self._token(at)
        for column, item in line.items():
            self._bracketed(column, item)

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
                f"{shown(line.written(start, len(line.low)) or line.text)} has no stats of "
                f"a weapon: write it like {line.example!r}"
            )
        for at in line.starts(start):
            found = _TYPE.match(line.low, at)
            if found and line.skip(found.end()) == first:
                first = at
                break
        self._check_name_words(start, first)
        self._set_name(start, first)
        last = " " + self.name.casefold().replace("-", " ")
        for ability in _NAMES:
            if last.endswith(" " + ability) and ability not in ("pistol", "lance", "blast"):
                self.notes.append(
                    f"{ability!r} was read as part of the name {self.name!r}: abilities stand in "
                    "brackets or behind the first stat"
                )
        return first

    def _check_name_words(self, start: int, end: int) -> None:
        """Refuse a name without a colon that swallows what was meant as a stat."""
        line = self.line
        at = line.skip(start)
        while at < end:
            word = line.low[at : line.word_end(at)]
            digits = any(c.isdigit() for c in word)
            last = line.skip(at + len(word)) >= end
            if (digits and not word.strip("0123456789+-.\"x'()")) or "=" in word:
                raise line.error(
                    at,
                    f"{shown(line.written(at, at + len(word)))} is not understood: a stat has a "
                    'label, as in A2, BS3+ or 24", and a name with a number ends with a colon',
                )
            complaint = _GRAMMAR.complaint(line, at) if digits or last else None
            if complaint:
                raise complaint
            at = line.skip(at + len(word))

    def _is_stat(self, at: int) -> bool:
        grammar, line = _GRAMMAR, self.line
        return bool(grammar.header(line, at) or grammar.stat(line, at) or self._inches(at))

    def _inches(self, at: int) -> re.Match[str] | None:
        found = VALUES["range"].match(self.line.low, at)
        return found if found and found[0][0].isdigit() and not found[0][-1].isdigit() else None

    def _set_name(self, start: int, end: int) -> None:
        line = self.line
        name = line.name(start, end)
        words = name.casefold().split() or [""]
        ends = (words[0], words[-1].removeprefix("x") if words[-1] != words[0] else "")
        if (ends[0].isdigit() and ends[1]) or (words[-1][:1] == "x" and ends[1].isdigit()):
            raise line.error(
                line.skip(start),
                f"the name {shown(name)} has a number that may be a count: a count stands first, "
                "as in '5x bolt rifle: ...'",
            )
        if name.casefold() in _GRAMMAR.labels:
            raise line.error(
                line.skip(start),
                f"{shown(name)} has no value: {_GRAMMAR.labels[name.casefold()][2]}",
            )
        self.name = name

    # -------------------------------------------------------------- outside of brackets

    def _token(self, at: int) -> int:
        line = self.line
        table = _GRAMMAR.header(line, at)
        if table:
            row, names, values = table
            self._row_name(names, values)
            for value in row:
                self._stat(value)
            return row[-1].end
        stat = _GRAMMAR.stat(line, at)
        if stat:
            self._stat(stat)
            return stat.end
        inches = self._inches(at)
        if inches:
            self._stat(Found("range", inches[0], at, inches.end()))
            return inches.end()
        word = _TYPE.match(line.low, at)
        if word:
            self._type(word[1], at, word[1])
            return word.end()
        end = self._ability(at, _ABILITY.match(line.low, at))
        if end < 0:
            raise self._unknown(at)
        return end

    def _row_name(self, start: int, end: int) -> None:
        """Take a name between a row of labels and its values, as on a datasheet."""
        if not self.line.low[start:end].strip():
            return
        heading = re.fullmatch(r"(ranged|melee) weapons?", self.name.casefold())
        if heading:
            self._type(heading[1], start, self.name)
        elif self.name:
            raise self.line.error(
                start,
                f"{shown(self.line.name(start, end))} is a second name, after {shown(self.name)}",
            )
        self._set_name(start, end)

    def _stat(self, found: Found) -> None:
        line = self.line
        token = line.written(found.start, found.end)
        field = _GRAMMAR.labels[found.label][0]
        try:
            value = _value(field, found.value)
        except MathhammerError as error:
            raise at_column(
                found.start, MathhammerError(f"{shown(token)}: {error.message}")
            ) from None
        if found.label in ("bs", "ballistic skill"):
            self._type("ranged", found.start, token)
        elif found.label in ("ws", "weapon skill") or value == "melee":
            self._type("melee", found.start, token)
        elif field == "range" and value is not None:
            self._type("ranged", found.start, token)
        if value is not None and value != "melee":
            once(self.stats, field, value, found.start, token, self._seen)
        if field == "damage" and found.touching and found.value in ("3", "6"):
            self.notes.append(
                f"{token!r} was read as damage {found.value}; a die is written D{token}"
            )

    def _type(self, kind: str, at: int, token: str) -> None:
        if self.stats.setdefault("type", kind) != kind:
            raise self.line.error(
                at,
                f"{shown(token)} makes the weapon {kind}, but {self._type_from} makes it "
                f"{self.stats['type']}",
            )
        self._type_from = self._type_from or f"{shown(token)} at column {at + 1}"

    def _ability(self, at: int, found: re.Match[str] | None) -> int:
        """Take an ability that was matched and return its end, or -1 if none was."""
        if not found:
            return -1
        written = found[0].replace(":", " ")
        if found.re is _ALIAS:
            written = f"{ALIASES[found[1]]} {found[2] or ''}"
        self._add(at, written)
        return found.end()

    def _add(self, at: int, written: str) -> None:
        try:
            ability = parse_weapon_ability(written.strip())
        except MathhammerError as error:
            raise at_column(at, error) from None
        # "Anti-Vehicle Melta 2" lacks its X+: the 2 is another's.
        words = set(ability.keyword.split())
        digits = any(character.isdigit() for character in ability.keyword)
        if digits or words & _GRAMMAR.labels.keys() or words & _SINGLE:
            raise self.line.error(at, f"{shown(written)} is not understood: {_ANTI}")
        self.abilities.append(str(ability))

    # -------------------------------------------------------------- inside of brackets

    def _bracketed(self, column: int, item: str) -> None:
        line = self.line
        token = line.written(column, column + len(item))
        try:
            modifier = attack_modifier(" ".join(item.split()), token)
        except MathhammerError as error:
            raise at_column(column, error) from None
        if modifier:
            once(self.modifiers, modifier[0], modifier[1], column, token, self._seen)
            return
        if item in ("melee", "ranged"):
            self._type(item, column, token)
            return
        before = len(self.abilities)
        at = 0
        while at < len(item):
            end = self._ability(column + at, _ABILITY.match(item, at) or _ALIAS.match(item, at))
            if end < 0:
                # Not a run of known names: the whole of it is known, or not at all.
                del self.abilities[before:]
                self._add(column, token)
                return
            at = end + len(item[end:]) - len(item[end:].lstrip())

    # -------------------------------------------------------------- what is not understood

    def _unknown(self, at: int) -> MathhammerError:
        line = self.line
        complaint = _GRAMMAR.complaint(line, at)
        if complaint:
            return complaint
        end = line.word_end(at)
        word, token = line.low[at:end], line.written(at, end)
        if word.startswith("anti"):
            return line.error(at, f"{shown(token)} is not understood: {_ANTI}")
        hint = nearest(word, _WORDS)
        if word in ALIASES:
            hint = f": short forms of abilities stand in brackets, as in [{token.upper()}]"
        elif word in ("2d", "3d", "1d") or re.fullmatch("[0-9]+d", word):
            hint = f": damage is written with its label first, as in D{word[:-1]}"
        elif re.fullmatch(r"[0-9]+x|x[0-9]+", word):
            hint = ": a count stands first, and a text describes one weapon"
        elif re.fullmatch(r"[0-9]+\+?", word):
            hint = ': a stat has a label, as in A2, BS3+, WS3+, S4 or 24"'
        elif word.startswith("("):
            hint = ": abilities stand in [brackets]"
        elif word.endswith(":"):
            hint = ": a name ends at a colon before the first stat"
        elif re.match(r"(hit|wound|wnd|rend|rnd)\b", word):
            hint = ": it belongs to Age of Sigmar, which is not modelled in this version"
        return line.error(
            at, f"{shown(token)} is not understood{hint}; a weapon is written like {EXAMPLE!r}"
        )


def _value(field: str, text: str) -> Any:
    """Read the value of a stat; None stands for one that is left out."""
    if field in ("attacks", "damage"):
        return dice(text)
    if field == "skill":
        return roll(text, 2, 6)
    if field == "strength":
        return str(whole_number(text, 1, 100))
    if field == "ap":
        digits = text.lstrip("+- ")
        number = whole_number(digits, 0, 20) if digits.isdigit() else 0
        if text[0] == "+" and number:
            raise MathhammerError(
                f"an armour penetration is 0 or negative: write AP-{number} or AP{number}"
            )
        return -number
    if text in ("n/a", "-", "melee"):
        return "melee" if text == "melee" else None
    digits = text.rstrip("\"' inches")
    inches = float(digits) if len(digits) < 20 else 1e9
    if inches > 1000:
        raise MathhammerError("a range is up to 1000 inches")
    return int(inches) if inches.is_integer() else inches
