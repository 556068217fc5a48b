"""The tree of a list: plain records, alike for all formats that have statlines.

`.ros`, `.rosz`, New Recruit's and ListForge's JSON hold the same tree. All of it is text of
others: names are cut and made printable here, once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from mathhammer.core.errors import MathhammerError, inside, quoted
from mathhammer.core.format import clean, shortened
from mathhammer.rosters.limits import (
    MAX_DEPTH,
    MAX_NAME,
    MAX_NUMBER,
    MAX_SELECTIONS,
    MAX_TEXT,
)

_POINTS = ("pts", "points", "pt")


class Profile(NamedTuple):
    """A line of numbers or a text, as a datasheet has them.

    Attributes
    ----------
    name : str
    kind : str
        The name of its type, like "Ranged Weapons".
    values : dict of str to str
        By the name of the characteristic in lower case.
    """

    name: str
    kind: str
    values: dict[str, str]


class Rule(NamedTuple):
    """A rule that a selection has."""

    name: str
    text: str


class Selection(NamedTuple):
    """A part of a list: a unit, models of it, what they carry.

    Attributes
    ----------
    name, custom_name : str
    kind : str
        "unit", "model" or "upgrade".
    number : int
        How many there are in all: never multiplied by the number of what holds them.
    points : float or None
        Its own, without those of its parts.
    profiles, rules : tuple
    categories : tuple of str
    selections : tuple of Selection
    """

    name: str
    custom_name: str
    kind: str
    number: int
    points: float | None
    profiles: tuple[Profile, ...]
    rules: tuple[Rule, ...]
    categories: tuple[str, ...]
    selections: tuple[Selection, ...]

    def walk(self) -> Iterator[Selection]:
        """Yield it and all that it holds, from the top."""
        yield self
        for selection in self.selections:
            yield from selection.walk()

    @property
    def all_points(self) -> float | None:
        """Its points and those of its parts; None where nothing says any."""
        each = [one.points for one in self.walk() if one.points is not None]
        return sum(each) if each else None


class Tree(NamedTuple):
    """A list with statlines.

    Attributes
    ----------
    name, system, system_id : str
    points : float or None
    selections : tuple of Selection
        Those of all forces.
    """

    name: str
    system: str
    system_id: str
    points: float | None
    selections: tuple[Selection, ...]

    def walk(self) -> Iterator[Selection]:
        """Yield all selections, from the top."""
        for selection in self.selections:
            yield from selection.walk()


def read_tree(root: Mapping[str, Any]) -> Tree:
    """Return the tree of a list from its root node.

    Raises
    ------
    MathhammerError
        It is nested too deep, has too many selections, or a number that is none.

    Examples
    --------
    >>> costs = [{"name": "pts", "value": 80}]
    >>> boys = {"name": "Boys", "type": "unit", "number": 1, "costs": costs}
    >>> tree = read_tree({"name": "Mob", "forces": [{"selections": [boys]}]})
    >>> tree.selections[0].name, tree.selections[0].all_points
    ('Boys', 80.0)
    """
    reader = _Reader()
    return Tree(
        name=line(root.get("name")),
        system=line(root.get("gameSystemName")),
        system_id=line(root.get("gameSystemId")),
        points=_points(root),
        selections=tuple(
            selection for force in _nodes(root, "forces") for selection in reader.force(force, 1)
        ),
    )


class _Reader:
    """Reads nodes, and counts them."""

    def __init__(self) -> None:
        self._left = MAX_SELECTIONS

    def force(self, node: Mapping[str, Any], depth: int) -> Iterator[Selection]:
        """Yield the selections of a force and of those in it."""
        _check_depth(depth)
        for selection in _nodes(node, "selections"):
            yield self.selection(selection, depth + 1)
        for force in _nodes(node, "forces"):
            yield from self.force(force, depth + 1)

    def selection(self, node: Mapping[str, Any], depth: int) -> Selection:
        """Return a selection with all that it holds."""
        _check_depth(depth)
        self._left -= 1
        if self._left < 0:
            raise MathhammerError(f"over {MAX_SELECTIONS} selections: too many for an army list")
        name = line(node.get("name"))
        with inside(name or "selection"):
            number = _number(node.get("number"))
        return Selection(
            name=name,
            custom_name=line(node.get("customName")),
            kind=line(node.get("type")).casefold(),
            number=number,
            points=_points(node),
            profiles=tuple(
                _profile(one)
                for one in _nodes(node, "profiles")
                if one.get("hidden") not in (True, "true")
            ),
            rules=tuple(
                Rule(line(one.get("name")), _prose(one.get("description")))
                for one in _nodes(node, "rules")
                if one.get("hidden") not in (True, "true")
            ),
            categories=tuple(line(one.get("name")) for one in _nodes(node, "categories")),
            selections=tuple(self.selection(one, depth + 1) for one in _nodes(node, "selections")),
        )


def line(value: Any) -> str:
    """Return a name on one line, without control characters, cut where it is very long."""
    if not isinstance(value, str | int | float) or isinstance(value, bool):
        return ""
    text = value if isinstance(value, str) else repr(value)
    return shortened(" ".join(clean(text[: 4 * MAX_NAME]).split()), MAX_NAME)


def _nodes(node: Mapping[str, Any], field: str) -> list[Mapping[str, Any]]:
    value = node.get(field)
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _check_depth(depth: int) -> None:
    if depth > MAX_DEPTH:
        raise MathhammerError(f"forces and selections are nested deeper than {MAX_DEPTH}")


def _number(value: Any) -> int:
    """Return how many a selection is; one where it doesn't say."""
    if value is None:
        return 1
    text = str(value)[:20].strip()
    if not (text.isascii() and text.isdigit() and int(text) <= MAX_NUMBER):
        raise MathhammerError(
            f"{quoted(value)} is not a whole number from 0 to {MAX_NUMBER}", "number"
        )
    return int(text)


def _points(node: Mapping[str, Any]) -> float | None:
    for cost in _nodes(node, "costs"):
        kind = line(cost.get("typeId")).casefold()
        if line(cost.get("name")).casefold() in _POINTS or kind == "points":
            try:
                value = float(cost.get("value", 0))
            except (TypeError, ValueError, OverflowError):
                return None
            return value if 0 <= value <= 1e6 else None
    return None


def _profile(node: Mapping[str, Any]) -> Profile:
    values: dict[str, str] = {}
    for one in _nodes(node, "characteristics"):
        # Lists of the schema before 2.02 have the value in an attribute.
        values[line(one.get("name")).casefold()] = _prose(one.get("$text", one.get("value")))
    kind = line(node.get("typeName") or node.get("profileTypeName"))
    return Profile(line(node.get("name")), kind, values)


def _prose(value: Any) -> str:
    """Return a text of several lines, cut where it is very long."""
    if isinstance(value, dict):
        value = value.get("$text")
    if isinstance(value, int | float) and not isinstance(value, bool):
        value = repr(value)
    return value[:MAX_TEXT].strip() if isinstance(value, str) else ""
