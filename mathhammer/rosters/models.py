"""The models of a unit by groups, and what they carry.

`number` is the total of a selection wherever it stands, so nothing is multiplied. Some units
have weapons on the unit and not on its models: those belong to no group.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from mathhammer.core.text import fold
from mathhammer.rosters.tree import Profile, Selection
from mathhammer.rosters.weapons import ARROWS, is_ranged, is_weapon, plain_name

_LEADING = re.compile(r"(\d{1,3})x? (.+)")


@dataclass
class Group:
    """Models of a unit that have one name.

    Attributes
    ----------
    name : str
        Empty for what belongs to no models.
    models : int
    selections : list of Selection
        All that it consists of, from the models down.
    """

    name: str
    models: int = 0
    selections: list[Selection] = field(default_factory=list)


@dataclass
class Carried:
    """A profile of a weapon, and who carries it.

    Attributes
    ----------
    profile : Profile
    count : int
    group : str
    owner : str
        The name of the selection that has it.
    modes : tuple of str
        The names of the profiles of which one is used, itself among them; empty where it is
        the only one.
    base : str
        What the names of these have in common, where they don't share a selection alone.
    champion : bool
        Whether the champion of the unit carries one.
    """

    profile: Profile
    count: int
    group: str
    owner: str
    modes: tuple[str, ...] = ()
    base: str = ""
    champion: bool = False


@dataclass
class Models:
    """The models of a unit.

    Attributes
    ----------
    groups : list of Group
        In the order of the list.
    common : Group
        What belongs to all of the unit: its own selection, and parts outside its models.
    carried : list of Carried
    """

    groups: list[Group]
    common: Group
    carried: list[Carried]

    @property
    def number(self) -> int:
        """How many models there are."""
        return sum(group.models for group in self.groups)


def models_of(unit: Selection) -> Models:
    """Return the models of a unit and what they carry.

    Examples
    --------
    >>> from mathhammer.rosters.tree import Selection
    >>> def made(name, kind, number, *parts):
    ...     return Selection(name, "", kind, number, None, (), (), (), parts)
    >>> unit = made("Mob", "unit", 1, made("Boss", "model", 1), made("Boy", "model", 9))
    >>> [(group.name, group.models) for group in models_of(unit).groups]
    [('Boss', 1), ('Boy', 9)]
    """
    groups: dict[str, Group] = {}
    common = Group("")
    carried: list[Carried] = []

    def walk(selection: Selection, group: Group, champion: bool) -> None:
        if selection.kind == "model":
            group = groups.setdefault(selection.name, Group(selection.name))
            group.models += selection.number
            champion = is_champion(selection)
        group.selections.append(selection)
        carried.extend(_carried(selection, group.name, champion))
        for part in selection.selections:
            walk(part, group, champion)

    walk(unit, common, False)
    found = [group for group in groups.values() if group.models]
    if not found:  # the unit is its model
        found = [Group(unit.name, max(unit.number, 1))]
    return Models(found, common, carried)


def is_champion(model: Selection) -> bool:
    """Return whether a selection of models has the champion of its unit.

    Lists may say it of each model of a group; a unit has one champion all the same.
    """
    return any(
        fold(part.name) == "champion"
        and (any(fold(c) == "command model" for c in part.categories)
             or any(fold(p.name) == "champion" for p in part.profiles))
        for part in model.walk()
    )  # fmt: skip


def _carried(selection: Selection, group: str, champion: bool) -> list[Carried]:
    """Return the weapons that a selection itself has."""
    weapons = list(dict.fromkeys(_hashable(p) for p in selection.profiles if is_weapon(p)))
    made = []
    for ranged in (True, False):
        alike = [Profile(n, k, dict(v)) for n, k, v in weapons]
        alike = [profile for profile in alike if is_ranged(profile) is ranged]
        for base, profiles in _alternatives([profile.name for profile in alike]).items():
            modes = tuple(profiles) if len(profiles) > 1 else ()
            shared = base if modes and len(modes) < len(alike) else ""
            for profile in alike:
                if profile.name in profiles:
                    count = _count(selection, profile)
                    made.append(
                        Carried(profile, count, group, selection.name, modes, shared, champion)
                    )
    return made


def _hashable(profile: Profile) -> tuple[str, str, tuple[tuple[str, str], ...]]:
    return profile.name, profile.kind, tuple(profile.values.items())


def _alternatives(names: list[str]) -> dict[str, list[str]]:
    """Return the names of profiles by that of the weapon whose profiles they are.

    An arrow marks the profiles of one weapon; where no name has one, all that a selection has
    are profiles of one weapon.
    """
    names = list(dict.fromkeys(names))
    marked = {base_name(name) for name in names if name.startswith(tuple(ARROWS))}
    if not marked:
        return {"": names}
    made: dict[str, list[str]] = {}
    for name in names:
        base = base_name(name)
        made.setdefault(base if base in marked else name, []).append(name)
    return made


def base_name(name: str) -> str:
    r"""Return the name of the weapon whose profile is named.

    Examples
    --------
    >>> base_name("\u27a4 Plasma pistol - supercharge"), base_name("Cannon: Grapeshot")
    ('Plasma pistol', 'Cannon')
    """
    name = plain_name(name)
    for mark in (" - ", " \u2013 ", ": ", "- ", " -", "-"):
        before, found, _ = name.rpartition(mark)
        if found and before.strip():
            return before.strip()
    return name


def _count(selection: Selection, profile: Profile) -> int:
    """Return how many of a weapon there are: the number of the selection that has it.

    Old lists have "2 Cannons" once, with the profile of one.
    """
    found = _LEADING.fullmatch(selection.name)
    if found and selection.number == 1:
        one, many = fold(profile.name), fold(found[2])
        if many in (one, f"{one}s", f"{one}es"):
            return max(int(found[1]), 1)
    return selection.number
