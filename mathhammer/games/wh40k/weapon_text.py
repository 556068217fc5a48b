"""The text notation of weapons of Warhammer 40,000: labels, abilities, short forms.

Used through `mathhammer.games.read_text`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from mathhammer.core.errors import MathhammerError, nearest, quoted
from mathhammer.games.common.vocabulary import DICE, KEYWORD, NOTHING, NUMBER, Vocabulary
from mathhammer.games.names import AOS, IN_GAME, WH40K
from mathhammer.games.text.line import DICE as DICE_TEXT
from mathhammer.games.text.line import END, Grammar, Line, at_column, roll, whole_number
from mathhammer.games.text.signs import check_game
from mathhammer.games.text.weapon import WeaponReading, dice_or_range
from mathhammer.games.wh40k.abilities import table
from mathhammer.games.wh40k.abilities.parse import parse_weapon_ability
from mathhammer.games.wh40k.abilities.row import Row

if TYPE_CHECKING:
    from mathhammer.games.wh40k.profiles import Weapon

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
_ANTI = "it is written Anti-KEYWORD X+, as in Anti-Infantry 4+"


class Spellings:
    """How the abilities of a table stand in a text.

    Parameters
    ----------
    rows : tuple of Row

    Attributes
    ----------
    full : re.Pattern
        An ability by its name, with its value.
    short : re.Pattern
        An ability by its letters, with its value, in brackets only.
    words : frozenset of str
        The words of which names consist.
    """

    def __init__(self, rows: tuple[Row, ...]) -> None:
        def names(*values: str) -> Iterator[str]:
            for row in rows:
                if row.value in values:
                    yield from (row.kind, *row.spellings)

        def free(*values: str) -> str:  # hyphens and blanks are the same
            return "|".join(name.replace(" ", r"[\s-]++") for name in names(*values))

        short = "|".join(row.short for row in rows if row.short)
        self.full = re.compile(
            rf"(?:{free(KEYWORD)})[\s-]++[^\W\d_][^\d,;|/+=]{{0,60}}?[\s:]++[0-9]+\+?{END}"
            rf"|(?:{free(NUMBER, DICE)})(?:[\s:]*+{DICE_TEXT})?{END}"
            rf"|(?:{free(NOTHING)}){END}"
        )
        self.short = re.compile(rf"({short})(?:[\s:]*+({DICE_TEXT}))?{END}")
        self.plain = tuple(names(NOTHING))
        self.all = tuple(names(NOTHING, NUMBER, DICE, KEYWORD))
        single = (*self.plain, *names(NUMBER, DICE))
        self.words = frozenset(word for name in single for word in name.split()) - {"fire"}


@lru_cache(maxsize=4)
def spellings(abilities: Vocabulary[Row]) -> Spellings:
    """Return how the abilities of a table stand in a text, worked out once for each table."""
    return Spellings(abilities.rows)


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
        for ability in spellings(table.WEAPON).plain:
            if last.endswith(" " + ability) and not table.WEAPON.by_name[ability].in_names:
                self.notes.append(
                    f"{ability!r} was read as part of the name {name!r}: abilities stand in "
                    "brackets or behind the first stat"
                )

    # -------------------------------------------------------------- abilities

    def ability(self, at: int) -> int:
        """Keep an ability."""
        return self._matched(at, spellings(table.WEAPON).full.match(self.line.low, at))

    def _matched(self, at: int, found: re.Match[str] | None) -> int:
        """Keep an ability that was matched and return its end, or -1 if none was."""
        if not found:
            return -1
        written = found[0].replace(":", " ")
        if found.lastindex:  # its letters
            written = f"{table.WEAPON.by_short[found[1]].kind} {found[2] or ''}"
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
        if digits or words & _GRAMMAR.labels.keys() or words & spellings(table.WEAPON).words:
            raise self.line.error(at, f"{quoted(written)} is not understood: {_ANTI}")
        self.abilities.append(str(ability))

    def item(self, column: int, item: str, token: str) -> None:
        """Keep an ability in brackets."""
        before = len(self.abilities)
        known = spellings(table.WEAPON)
        at = 0
        while at < len(item):
            end = self._matched(
                column + at, known.full.match(item, at) or known.short.match(item, at)
            )
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
        hint = nearest(
            word,
            ("attacks", "strength", "damage", "range", "melee", *spellings(table.WEAPON).all),
        )
        if word in table.WEAPON.by_short:
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


def describe_weapon(weapon: Weapon) -> tuple[list[str], list[str]]:
    """Return the stats of a weapon as they are written, and what brackets begin with."""
    parts = []
    melee = weapon.type == "melee"
    if weapon.range is not None:
        parts.append(f'{weapon.range:g}"')
    elif melee and not weapon.skill:
        parts.append("Melee")
    parts.append(f"A{weapon.attacks}")
    if weapon.skill:
        parts.append(f"{'WS' if melee else 'BS'}{weapon.skill}+")
    parts += [f"S{weapon.strength}", f"AP{weapon.ap}", f"D{weapon.damage}"]
    return parts, [str(ability) for ability in weapon.abilities]
