"""Lists as text: those of the official apps, of tournaments, of New Recruit and ListForge.

They name units, models, wargear and points, and hold no numbers of any of them. So units and
counts are read, and nothing is made up for the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from mathhammer.core.errors import MathhammerError
from mathhammer.games.names import AOS, WH40K
from mathhammer.rosters.formats import KINDS
from mathhammer.rosters.limits import MAX_NUMBER, MAX_UNITS
from mathhammer.rosters.tree import line
from mathhammer.rosters.unit import RosterUnit

#: The longest line that is looked at.
MAX_LINE = 1_000
_POINTS = r"(\d[\d ,.\u00a0]{0,9}) *(?:pts?|points?)"
#: A unit with its points: `Squad (75 points)`, `10x Squad (65 pts): gear`, `Squad [75 pts]: gear`.
_UNIT = re.compile(rf"(?:[-*\u2022] )?(.+?) [(\[]{_POINTS}[)\]](?: *: *(.*))?", re.IGNORECASE)
_BARE_UNIT = re.compile(r"(?:- )?(.+?) \((\d{1,5})\)")
_MARK = re.compile(r"[A-Z][a-z]+\d+: ")
_COUNTED = re.compile(r"(\d{1,5}) ?x? (?:with )?(.+)|(\d{1,5})x(.+)")
_MODELS = re.compile(r" *\((\d{1,5}) models?\)", re.IGNORECASE)
_BULLET = re.compile(r"[\u2022\u25e6*\u25aa\u2023o-] +")
_SIZES = re.compile(
    r"(?:\d\. )?(?:combat patrol|incursion|strike force|onslaught|boarding patrol)\b.*",
    re.IGNORECASE,
)
#: Words that only an exported list has.
_SIGNS = (
    "exported with app version", "+ faction keyword", "++ army roster ++", "+ total army points",
    "created with warhammer age of sigmar", "grand alliance ",
)  # fmt: skip
_AOS_SIGNS = ("age of sigmar", "grand alliance ", "general's handbook", "regiment 1", "spearhead:")
_NAME = re.compile(r"\+ LIST NAME: *(.+)", re.IGNORECASE)


class TextList(NamedTuple):
    """A list as text.

    Attributes
    ----------
    game : {"wh40k", "aos"}
    name : str
    points : float or None
    units : list of RosterUnit
        Without an attacker and a target.
    """

    game: str
    name: str
    points: float | None
    units: list[RosterUnit]


class _Line(NamedTuple):
    depth: int
    text: str


def read_text_list(text: str) -> TextList:
    r"""Return the units of a list as text.

    Raises
    ------
    MathhammerError
        It is no list that is known, or has too many units.

    Examples
    --------
    >>> found = read_text_list("My list (80 points)\n\nBoys (80 points)\n  \u2022 9x Boy\n"
    ...                        "     \u25e6 9x Choppa\n  \u2022 1x Boss\n     \u25e6 1x Axe")
    >>> [(unit.name, unit.models) for unit in found.units], found.name
    ([('Boys', 10)], 'My list')
    """
    low = text[:200_000].casefold()
    game = AOS if any(sign in low for sign in _AOS_SIGNS) else WH40K
    lines = [_line(one) for one in text.splitlines() if one.strip()]
    name, points, rest = _head(lines)
    units = list(_units(rest, game))
    if not units and not any(sign in low for sign in _SIGNS):
        raise MathhammerError(f"no unit with its points was found in this text: {KINDS}")
    if points is None:
        each = [unit.points for unit in units if unit.points is not None]
        points = sum(each) if each else None
    return TextList(game, name, points, units)


def _line(text: str) -> _Line:
    text = text[:MAX_LINE].replace("\u00a0", " ").replace("\t", "    ")
    return _Line(len(text) - len(text.lstrip()), text.strip())


def _head(lines: list[_Line]) -> tuple[str, float | None, list[_Line]]:
    """Return the name and points of a list, and the lines below its head."""
    named = next((found[1] for one in lines if (found := _NAME.fullmatch(one.text))), "")
    if not lines or lines[0].text.startswith(("+", "#")):
        return line(named), None, lines
    first = lines[0].text
    found = _UNIT.fullmatch(first)
    if found and not first.startswith("\u2022") and len(lines) > 1:
        if _is_unit(_number(found[2]), lines):
            return line(named), None, lines
        return line(found[1].rstrip("- ")), _number(found[2]), lines[1:]
    found = re.fullmatch(rf"(.+?) (\d+)/\d+ pts?|(.+?) (?:- )?\[{_POINTS}\]", first)
    if found:
        total = found[2] or found[4]
        return line((found[1] or found[3]).rstrip("- ")), _number(total), lines[1:]
    return line(named), None, lines


def _is_unit(points: float, lines: list[_Line]) -> bool:
    """Return whether the first line is a unit and no title, whose points are those of all."""
    first, second, *_ = lines
    units = [_unit_line(one) for one in lines[1:]]
    if units[0]:
        each = (_number(found[2]) for found in units if found and not _BULLET.match(found[0]))
        return points < sum(each)
    return bool(
        second.depth > first.depth or _BULLET.match(second.text) or _COUNTED.fullmatch(second.text)
    )


def _unit_line(one: _Line) -> re.Match[str] | None:
    return None if one.text.startswith(("+", "#", "&")) else _UNIT.fullmatch(one.text)


def _number(text: str) -> float:
    return float(re.sub(r"[ ,.\u00a0]", "", text))


class _Open:
    """A unit whose lines are being read."""

    def __init__(self, name: str, points: float, gear: str) -> None:
        found = _MODELS.search(name)
        self.models = int(found[1]) if found else None
        name = _MARK.sub("", _MODELS.sub("", name), count=1).strip()
        counted = _COUNTED.fullmatch(name)
        self.counted = None
        if counted:
            self.counted = int(counted[1] or counted[3])
            name = (counted[2] or counted[4]).strip()
        self.name, self.points = name, points
        self.lines: list[_Line] = []
        self.wargear = [one.strip() for one in gear.split(",") if one.strip()]

    def unit(self, game: str) -> RosterUnit:
        """Return the unit, when all its lines were read."""
        groups, wargear = _models(self.lines)
        models = self.models or self.counted or sum(groups.values()) or None
        if models is None and game == WH40K:
            models = 1
        return RosterUnit(
            name=line(self.name),
            points=self.points,
            models=models and min(models, MAX_NUMBER),
            groups=tuple((line(name), min(n, MAX_NUMBER)) for name, n in groups.items()),
            wargear=tuple(line(one) for one in (*self.wargear, *wargear))[:200],
        )


def _units(lines: list[_Line], game: str) -> Iterator[RosterUnit]:
    unit: _Open | None = None
    number = 0
    for one in lines:
        found = _unit_line(one)
        if not found and game == AOS:
            found = _BARE_UNIT.fullmatch(one.text)
        # A bullet with points is an enhancement.
        of_unit = unit is not None and _BULLET.match(one.text) and not one.text.startswith("- ")
        if found and not of_unit and not _SIZES.fullmatch(found[1]) and "detachment" not in (
            one.text.casefold()
        ) and not found[1].startswith("Enhancement"):  # fmt: skip
            if unit:
                yield unit.unit(game)
            number += 1
            if number > MAX_UNITS:
                raise MathhammerError(f"over {MAX_UNITS} units: too many for an army list")
            gear = found[3] if found.re is _UNIT else ""
            unit = _Open(found[1], _number(found[2]), gear or "")
        elif unit and (of_unit or _COUNTED.fullmatch(one.text)):
            unit.lines.append(one)
        elif unit and one.text.isupper():  # a heading
            yield unit.unit(game)
            unit = None
    if unit:
        yield unit.unit(game)


def _models(lines: list[_Line]) -> tuple[dict[str, int], list[str]]:
    """Return the models among the lines of a unit, and what else they name."""
    groups: dict[str, int] = {}
    wargear = []
    for i, one in enumerate(lines):
        text = _BULLET.sub("", one.text, count=1)
        head, colon, gear = text.partition(":")
        counted = _COUNTED.fullmatch(head.strip())
        deeper = i + 1 < len(lines) and lines[i + 1].depth > one.depth
        with_gear = re.fullmatch(r"(\d{1,5}) with (.+)", text)
        if counted and (deeper or colon) and not with_gear:
            number, name = int(counted[1] or counted[3]), (counted[2] or counted[4]).strip()
            groups[name] = groups.get(name, 0) + number
            wargear += [item.strip() for item in gear.split(",") if item.strip()]
        elif with_gear:
            wargear += [f"{with_gear[1]}x {item.strip()}" for item in with_gear[2].split(",")]
        else:
            wargear.append(text)
    return groups, wargear
