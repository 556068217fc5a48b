"""The text notation of targets of Warhammer 40,000: ``5x T4 Sv3+ W2 4++ 5+++ [Infantry]``.

A bare ``3+`` is a save, ``4++`` an invulnerable save, ``5+++`` a Feel No Pain. A preset may
stand anywhere among the stats, which then override it. Brackets hold keywords, abilities of
units, and modifiers like ``-1 to hit``.
"""

import re
from typing import Any

from mathhammer.core.errors import MathhammerError, quoted
from mathhammer.core.lazy import Pattern
from mathhammer.core.text import number_text
from mathhammer.games.common.vocabulary import MODELLED
from mathhammer.games.names import AOS, IN_GAME, WH40K
from mathhammer.games.text.line import END, VALUES, Found, Grammar, roll, whole_number
from mathhammer.games.text.names import name_text, points_text
from mathhammer.games.text.target import TargetReading
from mathhammer.games.wh40k.abilities import table
from mathhammer.games.wh40k.abilities.parse import parse_unit_ability
from mathhammer.games.wh40k.abilities.row import Ability
from mathhammer.games.wh40k.profiles import Leader, ModelGroup, Unit

EXAMPLE = "5x T4 Sv3+ W2 4++ 5+++ [Infantry]"

_AGAINST = r"(?:\s*+\(?(?:vs\.? |against )?(?:ranged|melee|mortal wounds|mortals?)\)?)?"
VALUES["invulnerable"] = Pattern(r"(?:[0-9]+\+{0,2}|-)" + _AGAINST + END)
VALUES["feel no pain"] = Pattern(r"(?:[0-9]+(?:\+(?:\+\+)?)?|-)" + _AGAINST + END)
_GRAMMAR = Grammar(
    {
        "toughness|tough|t": ("whole", "a toughness is a whole number from 1 to 100, as in T4"),
        "save|armour save|sv": ("roll", "a save is a roll from 2+ to 7+, as in Sv3+"),
        "wounds lost|lost": ("whole", "wounds lost are a whole number, as in lost 3"),
        "wounds|wound|w": ("whole", "wounds are a whole number from 1 to 10000, as in W2"),
        "invulnerable|invulnerable save|invuln|invul|insv|inv": (
            "invulnerable", "an invulnerable save is a roll from 2+ to 6+, as in 4++",
        ),
        "feel no pain|fnp": (
            "feel no pain", "a Feel No Pain is a roll from 2+ to 6+, as in 5+++",
        ),
        "move|movement|m": ("move", 'a move is in inches, as in M6"'),
        "leadership|ld": ("sum", "a leadership is a roll of 2D6 from 2+ to 12+, as in Ld6+"),
        "points|pts": ("number", "points are a number, as in points 90"),
        "objective control|oc": ("whole", "objective control is a whole number, as in OC2"),
    },
    never_after=("m",),
)  # fmt: skip
#: The stats that are told by their pluses alone.
_PLUSES = {1: "save", 2: "invulnerable", 3: "feel no pain"}
_BARE = re.compile(rf"([0-9]+)(\+{{1,3}}){_AGAINST}{END}")
# Compiled on first use.
_BEFORE = (
    r"([0-9]+\+)\s*+(?:invulnerable save|invulnerable|invuln?|inv"
    r"|(feel no pain|fnp)|(save|sv))"
    rf"{END}(?P<value>\s*+[0-9])?"
)
_SUFFIXES = {"ranged": "_ranged", "melee": "_melee", "mortal": "_mortals"}
_ORDER = (
    "name", "preset", "models", "move", "toughness", "save", "wounds", "invulnerable",
    "invulnerable_ranged", "invulnerable_melee", "feel_no_pain", "feel_no_pain_mortals",
    "wounds_lost", "leadership", "objective_control", "points",
    "keywords",
)  # fmt: skip


class Reading(TargetReading):
    """The fields of one target as they are found."""

    game = WH40K
    grammar = _GRAMMAR
    example = EXAMPLE
    required = (("toughness", "T4"), ("wounds", "W2"))
    order = _ORDER
    overridden = "meq W3"
    brackets = f"keywords, {', '.join(r.form for r in table.UNIT.rows)}, modifiers like '-1 to hit'"
    foreign = r"(?:a|bs|ws|s|ap|d)[0-9d-]"
    elsewhere = (r"ward$", IN_GAME[AOS])
    labelled = "T4 or W2"

    def unlabelled(self, at: int, take: bool) -> int:
        """Return the end of what stands without a label, -1 where nothing does."""
        low = self.line.low
        if take and low[at].isdigit():
            before = re.compile(_BEFORE).match(low, at)
            # In "3+ inv 4+" the 3+ is the save, unless that is known already, or said ("3+ save").
            if before and (before[3] or "save" in self.found or not before["value"]):
                end = before.start("value") if before["value"] else before.end()
                label = _PLUSES[3 if before[2] else 1 if before[3] else 2]
                self.stat(Found(label, before[1], at, end))
                return end
        bare = _BARE.match(low, at)
        if bare and take:
            self.stat(Found(_PLUSES[len(bare[2])], bare[0], at, bare.end()))
        return bare.end() if bare else -1

    def value(self, found: Found) -> tuple[str, Any]:
        """Read the value of a stat."""
        field, kind, _ = _GRAMMAR.labels[found.label]
        if kind == "move":
            return field, self.move(found.value)
        if kind == "number":
            return field, float(found.value)
        if kind == "sum":
            return field, f"{whole_number(found.value.rstrip('+'), 2, 12)}+"
        if kind == "whole":
            most = 100 if field in ("toughness", "objective_control") else 10_000
            least = 0 if field in ("wounds_lost", "objective_control") else 1
            return field, whole_number(found.value, least, most)
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
        return field, value

    def ability(self, folded: str, token: str, column: int) -> bool:
        """Keep an ability."""
        if folded.startswith(("fnp", "feel no pain")) and "mortal" in folded:
            raise self.line.error(
                column,
                f"{quoted(token)}: a Feel No Pain against mortal wounds stands outside of the "
                "brackets, as in 5+++ mortals",
            )
        if table.UNIT.named(folded):
            self.abilities.append(str(self.at(column, parse_unit_ability, token)))
            return True
        weapon_ability = table.WEAPON.named(folded)
        if weapon_ability and weapon_ability.effect == MODELLED:
            raise self.line.error(
                column,
                f"{quoted(token)} is an ability of a weapon, not of a target: write it there",
            )
        return False

    def meant(self, folded: str) -> str:
        """Return a hint on the ability that was meant, or nothing."""
        begins = any(name.startswith(folded[:2]) for name in table.UNIT.by_name)
        return table.UNIT.meant(folded) if begins else ""


def of_target(ability: Ability) -> bool:
    """Return whether an ability of a unit is one that targets have."""
    return ability.kind in table.UNIT.by_name


def describe_target(unit: Unit) -> tuple[list[str], list[str]]:
    """Return the stats of a target as they are written, and its parts behind its brackets."""
    parts = [] if unit.move is None else [f'M{number_text(unit.move)}"']
    parts += [f"T{unit.toughness}", *_defence(unit)]
    if unit.leadership:
        parts.append(f"Ld{unit.leadership}+")
    if unit.objective_control is not None:
        parts.append(f"OC{unit.objective_control}")
    if unit.wounds_lost:
        parts.append(f"lost {unit.wounds_lost}")
    parts += points_text(unit.points)
    behind: list[str] = []
    for group in unit.groups:
        behind += ["+", f"{group.models}x", *_name(group), *_defence(group, partly=True)]
        behind += points_text(group.points)
    for leader in unit.leader:
        behind += ["+", "leader", *_name(leader), *_defence(leader)]
        if leader.wounds_lost:
            behind.append(f"lost {leader.wounds_lost}")
        behind += points_text(leader.points)
    return parts, behind


def _name(part: ModelGroup | Leader) -> list[str]:
    """Return the name of a part, where it has one of its own."""
    return [] if part.name == type(part).name else [name_text(part.name, Reading)]


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
        elif field in given and (partly or "preset" in given):
            parts.append(f"{'Inv' if pluses == '++' else 'FNP'}-{against}")
    return parts
