"""A unit of an army list, as the fields of an attacker and of a target."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from mathhammer.core.errors import MathhammerError, nearest, quoted
from mathhammer.core.text import fold
from mathhammer.games.names import AOS, profiles_of
from mathhammer.games.registry import part
from mathhammer.rosters.columns import Problem
from mathhammer.rosters.defence import target_of
from mathhammer.rosters.facts import MAX_FACTS, Fact, facts_of
from mathhammer.rosters.found_units import FoundUnit
from mathhammer.rosters.keywords import keywords_of
from mathhammer.rosters.models import Carried, Models, models_of
from mathhammer.rosters.saves import is_named_save
from mathhammer.rosters.tree import Selection
from mathhammer.rosters.weapons import ReadWeapon, read_weapon

#: Names of rules that other fields hold.
_SAID = ("ward save", "champion", "anti")


@dataclass(frozen=True)
class RosterUnit:
    """A unit of an army list.

    Attributes
    ----------
    name : str
    kind : {"unit", "manifestation", "terrain"}
    points : float or None
    models : int or None
        None where the list doesn't say.
    groups : tuple of (str, int)
        Its models by name.
    keywords : tuple of str
    attacker, target : dict or None
        The fields of section 1 of the contract; None where the list lacks what they need.
    not_modelled : tuple of dict
        Profiles of weapons that aren't computed: `name`, `type`, `count`, and what stands
        there, by characteristic.
    wargear : tuple of str
        What a list without profiles says that it carries.
    rules : tuple of str
        The names of its rules and abilities.
    custom_name : str
        What its player calls it.
    facts : tuple of Fact
        What its abilities say in words, where it is one of the usual patterns; not applied.
    applied : tuple of Fact
        Those of them that `attacker` and `target` hold.
    """

    name: str
    kind: str = "unit"
    points: float | None = None
    models: int | None = None
    groups: tuple[tuple[str, int], ...] = ()
    keywords: tuple[str, ...] = ()
    attacker: dict[str, Any] | None = None
    target: dict[str, Any] | None = None
    not_modelled: tuple[dict[str, Any], ...] = ()
    wargear: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    custom_name: str = ""
    facts: tuple[Fact, ...] = ()
    applied: tuple[Fact, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return it as in section 8 of the contract."""
        made: dict[str, Any] = {
            "name": self.name,
            "points": self.points,
            "models": self.models,
            "keywords": list(self.keywords),
            "attacker": self.attacker,
            "target": self.target,
            "kind": self.kind,
            "groups": [{"name": name, "models": models} for name, models in self.groups],
            "not_modelled": list(self.not_modelled),
            "rules": list(self.rules),
            "facts": [fact.to_dict() | {"applied": fact in self.applied} for fact in self.facts],
        }
        if self.wargear:
            made["wargear"] = list(self.wargear)
        if self.custom_name:
            made["custom_name"] = self.custom_name
        return made


class ReadUnit(NamedTuple):
    """A unit, and what was not understood of it or read otherwise than it is written."""

    unit: RosterUnit
    problems: list[Problem]
    remarks: list[str]


@dataclass
class _Weapon:
    """Copies of a profile that are alike, and who carries them."""

    read: ReadWeapon
    carried: Carried
    counts: dict[str, int] = field(default_factory=dict)
    champion: bool = False


def read_unit(found: FoundUnit, game: str) -> ReadUnit:
    """Return a unit of a list.

    Parameters
    ----------
    found : FoundUnit
    game : {"wh40k", "aos"}
    """
    selection = found.selection
    models = models_of(selection)
    problems: list[Problem] = []
    remarks: list[str] = []
    weapons = _alike(models, game)
    for weapon in weapons:
        name = weapon.read.name
        problems += [Problem(f"{name}: {one.field}", one.text) for one in weapon.read.problems]
        remarks += [f"{name}: {remark}" for remark in weapon.read.remarks]
    categories = [
        category for one in selection.walk() if one is selection or one.kind == "model"
        for category in one.categories
    ]  # fmt: skip
    keywords = keywords_of(tuple(categories), game)
    common: dict[str, Any] = {"name": selection.name, "points": selection.all_points}
    common = {name: value for name, value in common.items() if value is not None}
    target = target_of(selection, models, game, problems)
    listed = _listed(weapons, models, game)
    attacker = {**common, "models": models.number, "keywords": keywords, "weapons": listed}
    unit = RosterUnit(
        name=selection.name,
        kind=found.kind,
        points=selection.all_points,
        models=models.number,
        groups=tuple((group.name, group.models) for group in models.groups),
        keywords=tuple(keywords),
        attacker=_checked(attacker, game, problems) if listed else None,
        target=None if target is None else {**common, **target, "keywords": keywords},
        not_modelled=tuple(
            {"name": one.read.name, "type": one.read.type, "count": sum(one.counts.values()),
             "profile": dict(one.carried.profile.values)}
            for one in weapons if one.read.fields is None
        ),
        rules=_rules(selection, game),
        custom_name=selection.custom_name,
        facts=_facts(selection, [weapon.read.name for weapon in weapons], target or {}, game),
    )  # fmt: skip
    return ReadUnit(unit, list(dict.fromkeys(problems)), list(dict.fromkeys(remarks)))


def _rules(unit: Selection, game: str) -> tuple[str, ...]:
    """Return the names of rules and abilities that nothing else says."""
    table = part(game, "abilities.table")
    names = [rule.name for one in unit.walk() for rule in one.rules]
    names += [
        profile.name for one in unit.walk() for profile in one.profiles
        if {"description", "effect"} & profile.values.keys()
    ]  # fmt: skip
    said = (*table.WEAPON.by_name, *table.UNIT.by_name, *_SAID)
    return tuple(
        sorted(
            {
                name for name in names
                if name and not is_named_save(name) and not fold(name).startswith(said)
            }
        )
    )  # fmt: skip


def _facts(
    unit: Selection, weapons: Sequence[str], target: Mapping[str, Any], game: str
) -> tuple[Fact, ...]:
    """Return what the abilities of a unit say in words, but for the saves that it has anyway."""
    found = [
        fact
        for one in unit.walk() for profile in one.profiles
        if {"description", "effect"} & profile.values.keys() and not is_named_save(profile.name)
        for fact in facts_of(profile.name, profile.values, game, weapons)
        if not fact.fields.items() <= target.items()
    ]  # fmt: skip
    return tuple({fact.sentence: fact for fact in found}.values())[:MAX_FACTS]


def _alike(models: Models, game: str) -> list[_Weapon]:
    """Return the weapons of a unit, with how many of each its groups of models carry."""
    found: dict[tuple[Any, ...], _Weapon] = {}
    for one in models.carried:
        profile = one.profile
        # Profiles of several owners are profiles of one weapon only among themselves.
        weapon_of = (one.base or one.owner, one.modes) if one.modes else ()
        key = (profile.name, profile.kind, tuple(profile.values.items()), weapon_of)
        weapon = found.setdefault(key, _Weapon(read_weapon(profile, game), one))
        weapon.counts[one.group] = weapon.counts.get(one.group, 0) + one.count
        weapon.champion |= one.champion
    return list(found.values())


def _listed(weapons: list[_Weapon], models: Models, game: str) -> list[dict[str, Any]]:
    """Return the weapons of a unit as fields: those that all carry once, others by group."""
    every = {group.name: group.models for group in models.groups}
    taken: dict[str, tuple[Any, ...]] = {}
    made = []
    for weapon in weapons:
        if weapon.read.fields is None or not any(weapon.counts.values()):
            continue
        counts = weapon.counts
        if len(every) == 1 or counts == every:
            counts = {"": sum(counts.values())}
        champion = (
            game == AOS and weapon.champion
            and "Companion" not in weapon.read.fields.get("abilities", ())
        )  # fmt: skip
        for group, count in counts.items():
            if not count:
                continue
            fields = {"name": weapon.read.name, "count": count, **weapon.read.fields}
            if champion:
                fields["champion"] = True
                champion = False
            if group:
                fields["group"] = group
            if weapon.carried.modes:
                fields["modes"] = _modes(weapon, group, taken)
            made.append(fields)
    return made


def _modes(weapon: _Weapon, group: str, taken: dict[str, tuple[Any, ...]]) -> str:
    """Return the name that the profiles of one weapon share, and no others of the unit."""
    one = weapon.carried
    name = (one.base or one.owner).rstrip("*").strip() or one.owner
    key = (one.base or one.owner, one.modes, weapon.read.type, group)
    words = [name, f"{name} ({group})" if group else f"{name} ({weapon.read.type})"]
    words += [f"{words[-1]} {i}" for i in range(2, 100)]
    return next(word for word in words if taken.setdefault(word, key) == key)


def _checked(attacker: dict[str, Any], game: str, problems: list[Problem]) -> dict[str, Any] | None:
    """Return an attacker that can be one, None where it can't."""
    try:
        profiles_of(game).Unit(**attacker)
    except MathhammerError as error:
        problems.append(Problem(error.where or "attacker", error.message[:200]))
        return None
    return attacker


def place_of(units: Sequence[RosterUnit], name: str, taken: Container[int] = frozenset()) -> int:
    """Return where the first unit of a name stands, in any case, beside those that are taken.

    Raises
    ------
    MathhammerError
        There is none; with the nearest name.
    """
    words = " ".join(name.split())
    folded = words.casefold()
    names = {i: unit.name for i, unit in enumerate(units) if i not in taken}
    for i, known in names.items():
        if known.casefold() == folded:
            return i
    part_of = (known for known in names.values() if folded and folded in known.casefold())
    known_names = list(dict.fromkeys(names.values()))
    raise MathhammerError(
        f"{quoted(words)} is no unit of this list{nearest(next(part_of, words), known_names)}; "
        f"units: {', '.join(known_names)}"
    )
