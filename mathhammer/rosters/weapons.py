"""Profiles of weapons as the fields of a weapon in scenario files.

A profile is a weapon by its characteristics, so that those of odd types survive. What can't be
modelled is named with its text; the profile is then not among those that are computed.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, NamedTuple

from mathhammer.core.errors import MathhammerError
from mathhammer.core.text import split_abilities
from mathhammer.games.names import AOS, profiles_of
from mathhammer.games.registry import part
from mathhammer.rosters.columns import WEAPON, Problem, cells_of, written
from mathhammer.rosters.tree import Profile

#: The characteristics by which weapons are known, of both games.
_MARKS = (frozenset(("a", "d", "ap")), frozenset(("atk", "hit", "wnd", "dmg")))
_TYPES = ("ranged weapon", "melee weapon")
#: What stands before the names of the profiles of one weapon.
ARROWS = "\u27a4\u25ba\u2794>"
#: Marks of bold type and keywords in texts of list builders.
_MARKUP = re.compile(r"[*^]+")
#: Anti-X whose bonus is missing.
_BARE_ANTI = re.compile(r"(?i)an(?:ti|it)[- ][\w -]+")


class ReadWeapon(NamedTuple):
    """A profile of a weapon, read.

    Attributes
    ----------
    name : str
    type : {"ranged", "melee"}
    fields : dict or None
        Of a weapon in a scenario file, but for how many there are and who carries it; None
        where it can't be modelled.
    problems : tuple of Problem
    remarks : tuple of str
    """

    name: str
    type: str
    fields: dict[str, Any] | None
    problems: tuple[Problem, ...]
    remarks: tuple[str, ...]


def is_weapon(profile: Profile) -> bool:
    """Return whether a profile is that of a weapon.

    Examples
    --------
    >>> values = dict.fromkeys(("range", "a", "bs", "s", "ap", "d"), "1")
    >>> is_weapon(Profile("Gun", "Powers", values)), is_weapon(Profile("Gun", "Powers", {}))
    (True, False)
    """
    return any(profile.values.keys() >= marks for marks in _MARKS) or (
        profile.kind.casefold().removesuffix("s") in _TYPES
    )


def is_ranged(profile: Profile) -> bool:
    """Return whether a profile of a weapon is one that shoots."""
    values = profile.values
    if "bs" in values or "ws" in values:
        return "bs" in values
    return "rng" in values or profile.kind.casefold().startswith("ranged")


def plain_name(name: str) -> str:
    r"""Return the name of a profile without the arrow that marks one of several.

    Examples
    --------
    >>> plain_name("\u27a4 Plasma pistol - standard")
    'Plasma pistol - standard'
    """
    return name.lstrip(f"{ARROWS} ").strip() or name


def read_weapon(profile: Profile, game: str) -> ReadWeapon:
    """Return a profile of a weapon as fields of scenario files.

    Parameters
    ----------
    profile : Profile
    game : {"wh40k", "aos"}

    Examples
    --------
    >>> values = {"range": '24"', "a": "2", "bs": "3+", "s": "4", "ap": "-1", "d": "D6",
    ...           "keywords": "Heavy, Overcharge"}
    >>> read = read_weapon(Profile("Gun", "Ranged Weapons", values), "wh40k")
    >>> read.fields["damage"], read.fields["abilities"], read.problems[0].text
    ('D6', ['Heavy'], 'Overcharge')
    """
    return _read(profile.name, profile.kind, tuple(profile.values.items()), game)


@lru_cache(maxsize=1024)
def _read(name: str, kind: str, values: tuple[tuple[str, str], ...], game: str) -> ReadWeapon:
    profile = Profile(name, kind, dict(values))
    weapon_type = "ranged" if is_ranged(profile) else "melee"
    name = plain_name(name)
    try:
        given, remarks = cells_of(profile, WEAPON, game)
    except MathhammerError as error:
        return ReadWeapon(name, weapon_type, None, (Problem("profile", error.message),), ())
    problems: list[Problem] = []
    abilities = _abilities(given.pop("abilities", ""), game, problems, remarks)
    fields: dict[str, Any] = {"name": name, **given, "type": weapon_type}
    if abilities:
        fields["abilities"] = abilities
    weapon: Any = None
    while weapon is None:
        try:
            weapon = profiles_of(game).Weapon(**fields)
        except MathhammerError as error:
            field = error.where.partition("[")[0] or _missing(error.message)
            problems.append(Problem(field, _raw(profile, given, field)))
            if field != "range":
                return ReadWeapon(name, weapon_type, None, tuple(problems), tuple(remarks))
            del fields["range"]
    if game != AOS and not weapon.skill and "Torrent" not in abilities:
        problems.append(Problem("skill", _raw(profile, given, "skill")))
        return ReadWeapon(name, weapon_type, None, tuple(problems), tuple(remarks))
    made = {field: written(getattr(weapon, field), field) for field in fields if field != "name"}
    ordered = {field: made[field] for field in weapon._fields if field in made}
    return ReadWeapon(name, weapon_type, {"name": name, **ordered}, tuple(problems), tuple(remarks))


def _abilities(text: str, game: str, problems: list[Problem], remarks: list[str]) -> list[str]:
    """Return those of the abilities that are known, as they are written."""
    found = []
    for item in split_abilities(_MARKUP.sub("", text)[:1000])[:50]:
        known = _known(item, game)
        if not known and game == AOS and _BARE_ANTI.fullmatch(item):
            known = _known(f"{item} (+1 Rend)", game)
            remarks += [f"{item!r} is read as {known}, since all others are so"] if known else []
        if known:
            found.append(known)
        else:
            problems.append(Problem("abilities", item[:200]))
    return found


@lru_cache(maxsize=1024)
def _known(item: str, game: str) -> str:
    """Return an ability as it is written, empty where there is none of that name."""
    try:
        return str(part(game, "abilities.parse").parse_weapon_ability(item))
    except MathhammerError:
        return ""


def _missing(message: str) -> str:
    """Return the field that a message says is needed."""
    found = re.search(r"needs the field '(\w+)'", message)
    return found[1] if found else "profile"


def _raw(profile: Profile, given: dict[str, str], field: str) -> str:
    """Return what stands where a field is read from."""
    if field in given:
        return given[field]
    for column, heading in (("bs", "skill"), ("ws", "skill"), ("wnd", "wound"), ("rnd", "rend"),
                            ("atk", "attacks"), ("a", "attacks"), ("d", "damage"),
                            ("dmg", "damage"), ("s", "strength"), ("hit", "hit")):  # fmt: skip
        if heading == field and column in profile.values:
            return profile.values[column]
    return ", ".join(f"{column.upper()} {value}" for column, value in profile.values.items())[:200]
