"""The text notation of weapons of Warhammer 40,000: labels, abilities, short forms.

Used through `mathhammer.games.read_text`.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from mathhammer.core.abbreviations import keyword, parted
from mathhammer.core.errors import MathhammerError, quoted
from mathhammer.core.text import fold, number_text
from mathhammer.games.common.vocabulary import DICE, KEYWORD, NOTHING, NUMBER, Vocabulary
from mathhammer.games.names import AOS, IN_GAME, WH40K
from mathhammer.games.text.line import DICE as DICE_TEXT
from mathhammer.games.text.line import END, Grammar, roll, whole_number
from mathhammer.games.text.reading import ReadingNote
from mathhammer.games.text.weapon import WeaponReading, dice_or_range
from mathhammer.games.wh40k.abilities import table
from mathhammer.games.wh40k.abilities.keywords import KEYWORDS
from mathhammer.games.wh40k.abilities.parse import parse_weapon_ability
from mathhammer.games.wh40k.abilities.row import Row
from mathhammer.games.wh40k.profiles import Weapon

EXAMPLE = '5x bolt rifle: A2 BS3+ S4 AP-1 D1 24" [Heavy]'

_GRAMMAR = Grammar(
    {
        "attacks|attack|atk|att|a": ("dice", "attacks are a number or dice, as in A2 or AD6"),
        "skill|ballistic skill|weapon skill|bs|ws": (
            "roll", "a skill is a roll from 2+ to 6+, as in BS3+ or WS3+",
        ),
        "strength|str|s": ("whole", "a strength is a whole number from 1 to 100, as in S4"),
        "ap|armour penetration|armor penetration": (
            "ap", "an armour penetration is 0 or negative, as in AP-1",
        ),
        "damage|dmg|dam|d": ("dice", "damage is a number or dice, as in D2 or DD6"),
        "range|rng": ("range", 'a range is in inches, as in 24" or 24in, or it is Melee'),
    },
    never_after=("d",),
)  # fmt: skip
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


class Reading(WeaponReading):
    """The fields of one weapon as they are found."""

    game = WH40K
    grammar = _GRAMMAR
    example = EXAMPLE
    required = (("attacks", "A2"), ("strength", "S4"), ("damage", "D1"))
    order = (
        "count", "name", "attacks", "skill", "strength", "ap", "damage", "type", "range", "start",
        "modes", "group",
    )  # fmt: skip
    until = Weapon._until
    labelled = 'label, as in A2, BS3+ or 24"'
    types = {
        "bs": "ranged", "ballistic skill": "ranged", "ws": "melee", "weapon skill": "melee",
        "range": "ranged", "rng": "ranged",
    }  # fmt: skip
    hints = (
        (r"[0-9]+d$", "damage is written with its label first, as in D{amount}"),
        (r"[0-9]+\+?$", 'a stat has a label, as in A2, BS3+, WS3+, S4 or 24"'),
        (r"[^(].*:$", "a name ends at a colon before the first stat"),
        (r"(hit|wound|wnd|rend|rnd)\b", IN_GAME[AOS]),
    )

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

    def check_name(self, name: str) -> None:
        """Note an ability that ends a name without a colon."""
        last = " " + name.casefold().replace("-", " ")
        for ability in spellings(table.WEAPON).plain:
            if last.endswith(" " + ability) and not table.WEAPON.by_name[ability].in_names:
                read = (
                    f"{ability!r} was read as part of the name {name!r}: abilities stand in "
                    "brackets or behind the first stat"
                )
                self.notes.append(ReadingNote(read, "name"))

    # -------------------------------------------------------------- abilities

    def ability(self, at: int) -> int:
        """Keep an ability."""
        return self._matched(at, spellings(table.WEAPON).full.match(self.line.low, at))

    def _matched(self, at: int, found: re.Match[str] | None) -> int:
        """Keep an ability that was matched and return its end, or -1 if none was."""
        if not found:
            return -1
        written = " ".join(parted(found[0].replace(":", " "))).strip()
        if found.lastindex:  # its letters
            written = f"{table.WEAPON.by_short[found[1]].kind} {found[2] or ''}"
        self._add(at, written)
        return found.end()

    def _add(self, at: int, written: str) -> None:
        ability = self.at(at, parse_weapon_ability, written.strip())
        # "Anti-Vehicle Melta 2" lacks its X+: the 2 is another's.
        words = set(ability.keyword.split())
        digits = any(character.isdigit() for character in ability.keyword)
        if digits or words & _GRAMMAR.labels.keys() or words & spellings(table.WEAPON).words:
            raise self.line.error(at, f"{quoted(written)} is not understood: {_ANTI}")
        if ability.keyword:
            ability = ability._replace(keyword=keyword(ability.keyword, KEYWORDS))
        self.abilities.append(str(ability))

    def bracketed(self, column: int, item: str, token: str) -> None:
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
                self._add(column, self.at(column, table.WEAPON.expanded, fold(item), token))
                return
            at = end + len(item[end:]) - len(item[end:].lstrip())

    # -------------------------------------------------------------- what is not understood

    def known(self) -> Iterator[str]:
        """Return stats and abilities."""
        yield from ("attacks", "strength", "damage", "range", "melee")
        yield from spellings(table.WEAPON).all

    def hint(self, word: str, token: str) -> str:
        """Return what may be meant by a word that nothing understands."""
        if word in table.WEAPON.by_short or table.WEAPON.abbreviated(fold(word)):
            return f": short forms of abilities stand in brackets, as in [{token.upper()}]"
        return super().hint(word, token).format(amount=word[:-1])

    def _unknown(self, at: int, end: int) -> MathhammerError:
        if self.line.low.startswith("anti", at):
            token = self.line.written(at, end)
            return self.line.error(at, f"{quoted(token)} is not understood: {_ANTI}")
        return super()._unknown(at, end)


def describe_weapon(weapon: Weapon) -> tuple[list[str], list[str]]:
    """Return the stats of a weapon as they are written, and what brackets begin with."""
    parts = []
    melee = weapon.type == "melee"
    if weapon.range is not None and not melee:
        parts.append(f'{number_text(weapon.range)}"')
    elif melee and not weapon.skill:
        parts.append("Melee")
    parts.append(f"A{weapon.attacks}")
    if weapon.skill:
        parts.append(f"{'WS' if melee else 'BS'}{weapon.skill}+")
    parts += [f"S{weapon.strength}"] * (weapon.strength > 0)
    parts += [f"AP{weapon.ap}"] * ("ap" in weapon.given or not weapon.start)
    parts.append(f"D{weapon.damage}")
    inside = [f'range: {number_text(weapon.range)}"'] if melee and weapon.range is not None else []
    return parts, inside + [str(ability) for ability in weapon.abilities]
