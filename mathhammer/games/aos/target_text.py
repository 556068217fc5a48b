"""The text notation of targets of Age of Sigmar: ``10x H2 Sv3+ Ward5+ [Infantry, Hero]``.

A bare ``3+`` is a save. A preset may stand anywhere among the stats, which then override
it. Brackets hold keywords, a ward as it is printed among them (``Ward (5+)``), and
modifiers like ``-1 to hit``.
"""

import re
from typing import Any

from mathhammer.core.errors import quoted
from mathhammer.core.lazy import Pattern
from mathhammer.core.text import number_text
from mathhammer.games.aos.abilities.ward import printed_ward
from mathhammer.games.aos.profiles import Unit
from mathhammer.games.names import AOS, IN_GAME, WH40K
from mathhammer.games.text.line import END, VALUES, Found, Grammar, roll, whole_number
from mathhammer.games.text.names import points_text
from mathhammer.games.text.target import TargetReading

#: What a unit of Warhammer 40,000 may have, told from keywords.
UNIT_ABILITIES = ("stealth", "lone operative", "feel no pain", "deadly demise")
EXAMPLE = "10x H2 Sv3+ Ward5+ [Infantry]"

#: A ward may be against mortal damage alone.
_AGAINST = r"(?:\s*+\(?(?:vs\.? |against )?(?:mortal damage|mortals?)\)?)?"
VALUES["ward"] = Pattern(r"(?:[0-9]+\+?|-|n/a)" + _AGAINST + END)
_GRAMMAR = Grammar(
    {
        "health|h": ("whole", "a health is a whole number from 1 to 10000, as in H2"),
        "save|sv": ("roll", "a save is a roll from 2+ to 7+, as in Sv3+"),
        "ward|ward save": ("ward", "a ward is a roll from 2+ to 6+, as in Ward5+"),
        "damage taken|damage_taken|damaged|taken": (
            "whole", "damage taken is a whole number, as in damage taken 1",
        ),
        "move|movement|m": ("move", 'a move is in inches, as in M6"'),
        "points|pts": ("number", "points are a number, as in points 90"),
        "objective control|control|oc|c": ("whole", "a control is a whole number, as in C1"),
    },
    never_after=("m", "c"),
)  # fmt: skip
_ROLL = re.compile(rf"([0-9]+\+){END}")
_BEFORE = re.compile(
    r"([0-9]+\+)\s*+(?:(ward)(?=\s++(?:save|sv)[\s:=|]*+[0-9])|(ward save|ward)|save|sv)"
    rf"{END}(\s*+[0-9])?"
)
_WEAPON = re.compile(r"(crit|companion$|shoot in combat$|charge \(|.*\brend\b)")


class Reading(TargetReading):
    """The fields of one target as they are found."""

    game = AOS
    grammar = _GRAMMAR
    example = EXAMPLE
    required = (("health", "H2"),)
    order = (
        "name",
        "preset",
        "models",
        "move",
        "health",
        "save",
        "ward",
        "ward_mortals",
        "damage_taken",
        "objective_control",
        "points",
        "keywords",
    )
    overridden = "line Ward6+"
    brackets = "keywords, modifiers like '-1 to hit'"
    foreign = r"(?:a|atk|hit|wnd|r|rnd|d)[0-9d-]|[0-9d]+/"
    elsewhere = (r"(?:w|wounds?)[0-9]*$", "the wounds of a model are its health, as in H2")
    labelled = "H2 or Sv3+"

    def unlabelled(self, at: int, take: bool) -> int:
        """Return the end of what stands without a label, -1 where nothing does."""
        low = self.line.low
        before = _BEFORE.match(low, at) if take else None
        # In "3+ ward 5+" the 3+ is the save, unless that is known already, or said ("3+ save",
        # "5+ ward save 3+").
        if before and (not before[3] or "save" in self.found or not before[4]):
            end = before.start(4) if before[4] else before.end()
            label = "ward" if before[2] or before[3] else "save"
            self.stat(Found(label, before[1], at, end))
            return end
        bare = _ROLL.match(low, at)
        if bare and take:
            self.stat(Found("save", bare[0], at, bare.end()))
        return bare.end() if bare else -1

    def value(self, found: Found) -> tuple[str, Any]:
        """Read the value of a stat."""
        field, kind, _ = _GRAMMAR.labels[found.label]
        if kind == "move":
            return field, self.move(found.value)
        if kind == "number":
            return field, float(found.value)
        if kind == "whole":
            least = 0 if field in ("damage_taken", "objective_control") else 1
            most = 100 if field == "objective_control" else 10_000
            return field, whole_number(found.value, least, most)
        if kind == "ward":
            printed = re.match(r"[0-9]+\+?|\S+", found.value)
            assert printed is not None
            against = "_mortals" if "mortal" in found.value else ""
            return field + against, roll(printed[0], 2, 6)
        return field, roll(found.value, 2, 7 if field == "save" else 6)

    def ability(self, folded: str, token: str, column: int) -> bool:
        """Keep an ability."""
        ward = printed_ward(folded)
        if ward:
            self.keep("ward", self.at(column, roll, ward, 2, 6, token=token), column, token)
            return True
        if folded in UNIT_ABILITIES or re.match("(feel no pain|fnp) ?[0-9]", folded):
            raise self.line.error(column, f"{quoted(token)} is an ability: {IN_GAME[WH40K]}")
        if _WEAPON.match(folded):
            raise self.line.error(
                column,
                f"{quoted(token)} is an ability of a weapon, not of a target: write it there",
            )
        return False

    def meant(self, folded: str) -> str:
        """Return a hint on the ability that was meant, or nothing."""
        if not folded.startswith("ward"):
            return ""
        return f" (is a ward meant, as in Ward5+{' mortals' * ('mortal' in folded)}?)"


def of_target(ability: object) -> bool:
    """Return whether an ability of a unit is one that targets have: in this game none is."""
    return False


def describe_target(unit: Unit) -> tuple[list[str], list[str]]:
    """Return the stats of a target as they are written, and its parts behind its brackets."""
    parts = [] if unit.move is None else [f'M{number_text(unit.move)}"']
    parts += [f"H{unit.health}", f"Sv{unit.save}+" if unit.save else "Sv-"]
    for field, against in (("ward", ""), ("ward_mortals", " mortals")):
        if getattr(unit, field):
            parts.append(f"Ward{getattr(unit, field)}+{against}")
        elif field in unit.__dict__ and unit.preset is not None:
            parts.append(f"Ward-{against}")
    if unit.damage_taken:
        parts.append(f"damage taken {unit.damage_taken}")
    if unit.objective_control is not None:
        parts.append(f"C{unit.objective_control}")
    parts += points_text(unit.points)
    return parts, []
