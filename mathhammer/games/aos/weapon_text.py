"""The text notation of weapons of Age of Sigmar: ``10x blade: 2/3+/4+/1/D3 [Crit (Mortal)]``.

The five values of a warscroll in its order (attacks, hit, wound, rend, damage) between
slashes, or with blanks between; or each with its label (``Atk 2 Hit 3+ Wnd 4+ Rnd 1 Dmg
D3``), where the rolls to hit and to wound may also stand bare, in this order (``A2 3+ 4+ R1
D1``). A range makes the weapon a ranged one, unless it is said to be melee.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from mathhammer.core.errors import MathhammerError, nearest, quoted
from mathhammer.games.aos.abilities import table
from mathhammer.games.aos.abilities.parse import parse_crit, parse_weapon_ability
from mathhammer.games.aos.abilities.row import Row
from mathhammer.games.common.vocabulary import KEYWORD, NOTHING, NUMBER
from mathhammer.games.names import AOS, IN_GAME, WH40K
from mathhammer.games.text.line import END, Grammar, Line, at_column, once, roll, whole_number
from mathhammer.games.text.signs import ROW, SLASHED, check_game
from mathhammer.games.text.weapon import WeaponReading, dice_or_range

if TYPE_CHECKING:
    from mathhammer.games.aos.profiles import Weapon

EXAMPLE = "10x blade: 2/3+/4+/1/D3 [Crit (Mortal)]"

_ATTACKS = ("attacks", "dice", "attacks are a number or dice, as in A2 or AD6")
_HIT = ("hit", "roll", "a hit is a roll from 2+ to 6+, as in Hit3+")
_WOUND = ("wound", "roll", "a wound is a roll from 2+ to 6+, as in Wnd4+")
_REND = ("rend", "ap", "a rend is a whole number or -, as in R1")
_DAMAGE = ("damage", "dice", "damage is a number or dice, as in D2 or DD3")
_RANGE = ("range", "range", 'a range is in inches, as in 12" or 12in, or it is Melee')
_GRAMMAR = Grammar(
    {
        **dict.fromkeys(("attacks", "attack", "atk", "att", "a"), _ATTACKS),
        **dict.fromkeys(("to hit", "hit", "h"), _HIT),
        **dict.fromkeys(("to wound", "wound", "wnd", "w"), _WOUND),
        **dict.fromkeys(("rend", "rnd", "r"), _REND),
        **dict.fromkeys(("damage", "dmg", "dam", "d"), _DAMAGE),
        **dict.fromkeys(("range", "rng"), _RANGE),
    },
    never_after=("d",),
)
#: The values between slashes, in the order of a warscroll.
VALUES = ("attacks", "hit", "wound", "rend", "damage")
_ORDER = "attacks/hit/wound/rend/damage"
_BARE = re.compile(rf"[0-9]+\+{END}")
_USED = r"crit(?: used)?\s*[:=]\s*(.+)"


@lru_cache(maxsize=4)
def ability_pattern(rows: tuple[Row, ...]) -> re.Pattern[str]:
    """Return how an ability of a table stands in a text outside of brackets."""
    ways = [r"crit\s*\([^()]{1,30}\)"]
    for row in rows:
        noun = row.adds_to.casefold().replace("damage", "(?:damage|dmg)")
        bonus = rf"\(\s*\+?\s*[0-9]+ {noun}\s*\)"
        if row.value == KEYWORD:
            ways.append(rf"{row.kind}[\s-]++[^()\d]{{1,60}}?{bonus}")
        elif row.value == NUMBER:
            ways.append(rf"{row.kind}\s*{bonus}")
        elif row.value == NOTHING and not row.crit_worth:
            ways.append(row.kind)
    return re.compile(rf"(?:{'|'.join(ways)}|champion){END}")


def read_weapon(text: str) -> tuple[dict[str, Any], list[str]]:
    """Return the fields of a weapon's text, and notes on how it was read."""
    line = Line(text, "a weapon", EXAMPLE)
    check_game(line, AOS)
    count, at = line.count(10_000)
    reading = _Reading(line)
    reading.read(at)
    fields = {} if count is None else {"count": count}
    return {**fields, **reading.fields()}, reading.notes


class _Reading(WeaponReading):
    """The fields of one weapon as they are found."""

    game = AOS
    grammar = _GRAMMAR
    example = EXAMPLE
    required = (("attacks", "A2"), ("hit", "Hit3+"), ("wound", "Wnd4+"), ("damage", "D1"))
    order = (*VALUES, "type", "range", "crit", "champion")

    def fields(self) -> dict[str, Any]:
        """Return what was found; a range makes the weapon a ranged one."""
        if "range" in self.stats:
            self.stats.setdefault("type", "ranged")
        return super().fields()

    def value(self, field: str, text: str) -> Any:
        """Read the value of a stat."""
        if field in ("hit", "wound"):
            found = roll(text, 2, 6)
            if found == "-":
                raise MathhammerError(f"every weapon has a {field} roll from 2+ to 6+")
            return found
        if field != "rend":
            return dice_or_range(field, text)
        if text in ("-", "n/a"):
            return 0
        digits = text.lstrip("+- ")
        if not digits.isdigit():
            raise MathhammerError(f"{quoted(text)} is not a rend: 0, 1, 2, ... or -")
        number = whole_number(digits, 0, 20)
        if text[0] == "-" and number:
            raise MathhammerError(f"a rend is 0 or more: write {number}")
        return number

    def labelled(self) -> str:
        """Return the end of the sentence "a stat has a ..."."""
        return f"label, as in A2 or Hit3+, or is one of five: {_ORDER}"

    def check_name(self, name: str) -> None:
        """Do nothing: no ability is a usual end of a name."""

    # -------------------------------------------------------------- without labels

    def unlabelled(self, at: int, take: bool) -> int:
        """Return the end of what stands without a label, -1 where nothing does."""
        low = self.line.low
        run = SLASHED.match(low, at)
        row = None if run else ROW.match(low, at)
        if run:
            if take:
                self._slashed(run)
            return run.end()
        if row:
            if take:
                for i, field in enumerate(VALUES):
                    self._bare(field, row[i + 1], row.start(i + 1), f"{field} {row[i + 1]}")
            return row.end()
        bare = _BARE.match(low, at)
        if bare and take:
            if "hit" in self.stats and "wound" in self.stats:
                raise self.line.error(
                    at, f"{quoted(bare[0])} is a third roll, after those to hit and to wound"
                )
            self._bare("wound" if "hit" in self.stats else "hit", bare[0], at, bare[0])
        return bare.end() if bare else -1

    def _slashed(self, run: re.Match[str]) -> None:
        values = run[0].split("/")
        if len(values) != len(VALUES):
            raise self.line.error(
                run.start(),
                f"{quoted(self.line.written(*run.span()))} has {len(values)} values; "
                f"{len(VALUES)} are expected: {_ORDER}",
            )
        at = run.start()
        for field, text in zip(VALUES, values, strict=True):
            value = text.strip()
            column = at + len(text) - len(text.lstrip())
            self._bare(field, value, column, f"{field} {value}")
            at += len(text) + 1

    def _bare(self, field: str, text: str, column: int, token: str) -> None:
        value = self.read_value(field, " ".join(text.split()), column, token)
        once(self.stats, field, value, column, token, self.seen)

    # -------------------------------------------------------------- abilities

    def ability(self, at: int) -> int:
        """Keep an ability."""
        found = ability_pattern(table.WEAPON.rows).match(self.line.low, at)
        if not found:
            return -1
        self.item(at, found[0], self.line.written(at, found.end()))
        return found.end()

    def item(self, column: int, item: str, token: str) -> None:
        """Keep an ability in brackets."""
        if item == "champion":
            once(self.stats, "champion", True, column, token, self.seen)
            return
        used = re.fullmatch(_USED, item)
        try:
            if used:
                crit = table.WEAPON.by_name[parse_crit(used[1])].name
            else:
                self.abilities.append(str(parse_weapon_ability(token)))
        except MathhammerError as error:
            if "did you mean" not in error.message:
                error.message += nearest(item, ("champion", "ranged", "melee", "crit: mortal"))
            raise at_column(column, error) from None
        if used:
            once(self.stats, "crit", crit, column, token, self.seen)

    # -------------------------------------------------------------- what is not understood

    def unknown(self, at: int, end: int) -> MathhammerError:
        """Return what is wrong with a word that nothing understands."""
        line = self.line
        word, token = line.low[at:end], line.written(at, end)
        stats = (*VALUES, "range", "melee", "ranged", "champion")
        hint = nearest(word, (*stats, *(row.form.casefold() for row in table.WEAPON.rows), "anti"))
        if re.match(r"(bs|ws|ap|s[0-9]|str)", word):
            hint = f": {IN_GAME[WH40K]}"
        elif word.startswith("("):
            hint = ": abilities stand in [brackets]"
        elif re.fullmatch(r"[0-9]+x|x[0-9]+", word):
            hint = ": a count stands first, and a text describes one weapon"
        elif re.fullmatch(r"-?[0-9]+", word):
            hint = f": a stat has a {self.labelled()}"
        return line.error(
            at, f"{quoted(token)} is not understood{hint}; a weapon is written like {EXAMPLE!r}"
        )


def describe_weapon(weapon: Weapon) -> tuple[list[str], list[str]]:
    """Return the stats of a weapon as they are written, and what brackets begin with."""
    parts = [] if weapon.range is None else [f'{weapon.range:g}"']
    parts.append(
        f"{weapon.attacks}/{weapon.hit}+/{weapon.wound}+/{weapon.rend or '-'}/{weapon.damage}"
    )
    shoots = weapon.range is not None or any(
        ability.row.shoots_in_combat for ability in weapon.abilities
    )
    inside = [weapon.type] if shoots != (weapon.type == "ranged") else []
    inside += ["champion"] * weapon.champion + [str(ability) for ability in weapon.abilities]
    if weapon.crit is not None:
        used = table.WEAPON.by_name[weapon.crit].name
        inside.append(f"crit: {used.removeprefix('Crit (').removesuffix(')')}")
    return parts, inside
