"""The text notation of weapons of Age of Sigmar: ``10x blade: 2/3+/4+/1/D3 [Crit (Mortal)]``.

The five values of a warscroll in its order (attacks, hit, wound, rend, damage) between
slashes, or with blanks between; or each with its label (``Atk 2 Hit 3+ Wnd 4+ Rnd 1 Dmg
D3``), where the rolls to hit and to wound may also stand bare, in this order (``A2 3+ 4+ R1
D1``). A range makes the weapon a ranged one, unless it is said to be melee.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from mathhammer.core.abbreviations import keyword
from mathhammer.core.errors import MathhammerError, nearest, quoted
from mathhammer.core.text import fold, number_text
from mathhammer.games.aos.abilities import table
from mathhammer.games.aos.abilities.keywords import KEYWORDS
from mathhammer.games.aos.abilities.parse import parse_crit, parse_weapon_ability
from mathhammer.games.aos.abilities.row import Row
from mathhammer.games.aos.profiles import Weapon
from mathhammer.games.aos.signs import ROW, SLASHED
from mathhammer.games.common.vocabulary import KEYWORD, NOTHING, NUMBER
from mathhammer.games.names import AOS, IN_GAME, WH40K
from mathhammer.games.text.line import END, Grammar, at_column, roll, whole_number
from mathhammer.games.text.reading import TextFields
from mathhammer.games.text.weapon import WeaponReading, dice_or_range

EXAMPLE = "10x blade: 2/3+/4+/1/D3 [Crit (Mortal)]"

_GRAMMAR = Grammar(
    {
        "attacks|attack|atk|att|a": ("dice", "attacks are a number or dice, as in A2 or AD6"),
        "hit|to hit|h": ("roll", "a hit is a roll from 2+ to 6+, as in Hit3+"),
        "wound|to wound|wnd|w": ("roll", "a wound is a roll from 2+ to 6+, as in Wnd4+"),
        "rend|rnd|r": ("ap", "a rend is a whole number or -, as in R1"),
        "damage|dmg|dam|d": ("dice", "damage is a number or dice, as in D2 or DD3"),
        "range|rng": ("range", 'a range is in inches, as in 12" or 12in, or it is Melee'),
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
            ways.append(row.kind.replace(" ", r"[\s-]+"))
    return re.compile(rf"(?:{'|'.join(ways)}|champion){END}")


class Reading(WeaponReading):
    """The fields of one weapon as they are found."""

    game = AOS
    grammar = _GRAMMAR
    example = EXAMPLE
    required = (("attacks", "A2"), ("hit", "Hit3+"), ("wound", "Wnd4+"), ("damage", "D1"))
    order = (
        "count",
        "name",
        *VALUES,
        "type",
        "range",
        "start",
        "modes",
        "crit",
        "champion",
        "group",
    )
    until = Weapon._until
    labelled = f"label, as in A2 or Hit3+, or is one of five: {_ORDER}"
    hints = (
        (r"(bs|ws|ap|s[0-9]|str)", IN_GAME[WH40K]),
        (r"-?[0-9]+$", f"a stat has a {labelled}"),
    )

    def fields(self) -> TextFields:
        """Return what was found; a range makes the weapon a ranged one."""
        if "range" in self.found:
            self.found.setdefault("type", "ranged")
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
            if "hit" in self.found and "wound" in self.found:
                raise self.line.error(
                    at, f"{quoted(bare[0])} is a third roll, after those to hit and to wound"
                )
            self._bare("wound" if "hit" in self.found else "hit", bare[0], at, bare[0])
        return bare.end() if bare else -1

    def _slashed(self, run: re.Match[str]) -> None:
        values = run[0].split("/")
        if len(values) != len(VALUES):
            rest = self.line.low[run.end() : self.line.word_end(run.end() + 1)]
            if len(values) == len(VALUES) - 1 and rest[:1] == "/" and rest[1:]:
                raise self.line.error(
                    run.end() + 1,
                    f"{quoted(self.line.written(run.end() + 1, run.end() + len(rest)))} is no "
                    "damage: a number or dice of D3 and D6 are expected",
                )
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
        value = self.at(column, self.value, field, " ".join(text.split()), token=token)
        self.keep(field, value, column, token)

    # -------------------------------------------------------------- abilities

    def ability(self, at: int) -> int:
        """Keep an ability."""
        found = ability_pattern(table.WEAPON.rows).match(self.line.low, at)
        if not found:
            return -1
        self.bracketed(at, found[0], self.line.written(at, found.end()))
        return found.end()

    def bracketed(self, column: int, item: str, token: str) -> None:
        """Keep an ability in brackets."""
        if item == "champion":
            self.keep("champion", True, column, token)
            return
        used = re.fullmatch(_USED, item)
        try:
            if used:
                crit = table.WEAPON.by_name[parse_crit(used[1])].name
            else:
                ability = parse_weapon_ability(table.WEAPON.expanded(fold(item), token))
                if ability.keyword:
                    ability = ability._replace(keyword=keyword(ability.keyword, KEYWORDS))
                self.abilities.append(str(ability))
        except MathhammerError as error:
            if "did you mean" not in error.message:
                error.message += nearest(item, ("champion", "ranged", "melee", "crit: mortal"))
            raise at_column(column, error) from None
        if used:
            self.keep("crit", crit, column, token)

    # -------------------------------------------------------------- what is not understood

    def known(self) -> Iterator[str]:
        """Return stats and abilities."""
        yield from (*VALUES, "range", "melee", "ranged", "champion")
        yield from (row.form.casefold() for row in table.WEAPON.rows)
        yield "anti"


def describe_weapon(weapon: Weapon) -> tuple[list[str], list[str]]:
    """Return the stats of a weapon as they are written, and what brackets begin with."""
    parts = [] if weapon.range is None else [f'{number_text(weapon.range)}"']
    if weapon.start:
        parts.append(f"A{weapon.attacks}")
        parts += [f"Hit{weapon.hit}+"] * (weapon.hit > 0)
        parts += [f"Wnd{weapon.wound}+"] * (weapon.wound > 0)
        parts += [f"R{weapon.rend}"] * ("rend" in weapon.given)
        parts.append(f"D{weapon.damage}")
    else:
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
