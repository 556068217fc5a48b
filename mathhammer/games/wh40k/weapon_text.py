"""The text notation of weapons of Warhammer 40,000: labels, abilities, short forms.

Used through `mathhammer.games.notation`.
"""

from __future__ import annotations

import re
from typing import Any

from mathhammer.core.errors import MathhammerError, nearest, quoted
from mathhammer.games.names import AOS, IN_GAME, WH40K
from mathhammer.games.text.line import DICE, END, Grammar, Line, at_column, roll, whole_number
from mathhammer.games.text.signs import check_game
from mathhammer.games.text.weapon import WeaponReading, dice_or_range
from mathhammer.games.wh40k.abilities import (
    INERT,
    PLAIN,
    UNMODELLED,
    VALUED,
    parse_weapon_ability,
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
_WORDS = ("attacks", "strength", "damage", "range", "melee", *_NAMES, *VALUED, "anti")


def read_weapon(text: str) -> tuple[dict[str, Any], list[str]]:
    """Return the fields of a weapon's text, and notes on how it was read."""
    line = Line(text, "a weapon", EXAMPLE)
    check_game(line, WH40K)
    count, at = line.count(10_000)
    reading = _Reading(line)
    reading.read(at)
    fields = {} if count is None else {"count": count}
    return {**fields, **reading.fields()}, reading.notes


class _Reading(WeaponReading):
    """The fields of one weapon as they are found."""

    game = WH40K
    grammar = _GRAMMAR
    example = EXAMPLE
    required = (("attacks", "A2"), ("strength", "S4"), ("damage", "D1"))
    order = ("attacks", "skill", "strength", "ap", "damage", "type", "range")
    types = {
        "bs": "ranged", "ballistic skill": "ranged", "ws": "melee", "weapon skill": "melee",
        "range": "ranged", "rng": "ranged",
    }  # fmt: skip

    def value(self, field: str, text: str) -> Any:
        """Read the value of a stat."""
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
        return dice_or_range(field, text)

    def unlabelled(self, at: int, take: bool) -> int:
        """Return the end of what stands without a label, -1 where nothing does."""
        return -1  # every stat of this game has a label

    def labelled(self) -> str:
        """Return the end of the sentence "a stat has a ..."."""
        return 'label, as in A2, BS3+ or 24"'

    def check_name(self, name: str) -> None:
        """Note an ability that ends a name without a colon."""
        last = " " + name.casefold().replace("-", " ")
        for ability in _NAMES:
            if last.endswith(" " + ability) and ability not in ("pistol", "lance", "blast"):
                self.notes.append(
                    f"{ability!r} was read as part of the name {name!r}: abilities stand in "
                    "brackets or behind the first stat"
                )

    # -------------------------------------------------------------- abilities

    def ability(self, at: int) -> int:
        """Keep an ability."""
        return self._matched(at, _ABILITY.match(self.line.low, at))

    def _matched(self, at: int, found: re.Match[str] | None) -> int:
        """Keep an ability that was matched and return its end, or -1 if none was."""
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
            raise self.line.error(at, f"{quoted(written)} is not understood: {_ANTI}")
        self.abilities.append(str(ability))

    def item(self, column: int, item: str, token: str) -> None:
        """Keep an ability in brackets."""
        before = len(self.abilities)
        at = 0
        while at < len(item):
            end = self._matched(column + at, _ABILITY.match(item, at) or _ALIAS.match(item, at))
            if end < 0:
                # Not a run of known names: the whole of it is known, or not at all.
                del self.abilities[before:]
                self._add(column, token)
                return
            at = end + len(item[end:]) - len(item[end:].lstrip())

    # -------------------------------------------------------------- what is not understood

    def unknown(self, at: int, end: int) -> MathhammerError:
        """Return what is wrong with a word that nothing understands."""
        line = self.line
        word, token = line.low[at:end], line.written(at, end)
        if word.startswith("anti"):
            return line.error(at, f"{quoted(token)} is not understood: {_ANTI}")
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
            hint = f": {IN_GAME[AOS]}"
        return line.error(
            at, f"{quoted(token)} is not understood{hint}; a weapon is written like {EXAMPLE!r}"
        )
