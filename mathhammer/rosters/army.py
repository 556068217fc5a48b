"""The units of an army list as attackers: a row for each phase, and what all of them have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

from mathhammer.core.errors import MathhammerError, quoted
from mathhammer.core.format import shortened
from mathhammer.core.text import fold, told_apart
from mathhammer.games.common.ways import TYPES
from mathhammer.games.names import AOS, profiles_of
from mathhammer.games.profiles import Unit
from mathhammer.games.read_text import aos_weapon_fields, weapon_fields
from mathhammer.rosters.army_list import ArmyList
from mathhammer.rosters.unit import RosterUnit, place_of

#: What a unit does in each phase.
DOES = {"shoot": "shooting", "fight": "fighting"}
#: A weapon whose brackets are read as what all weapons have.
_ANY = {AOS: (aos_weapon_fields, "1/4+/4+/0/1"), "wh40k": (weapon_fields, "A1 S1 D1 torrent")}
#: The most rows of a unit in a phase, one for each profile of its weapons; else it has one row.
MAX_ROWS = 4


class ArmyUnit(NamedTuple):
    """A unit of a list as it attacks in one phase.

    Attributes
    ----------
    unit : RosterUnit
    name : str
        Of the unit, with a number where several are called so.
    phase : {"shoot", "fight"}
    mode : str
        The profiles that its weapons use; empty for the best at each target.
    attacker : Unit
    """

    unit: RosterUnit
    name: str
    phase: str
    mode: str
    attacker: Unit

    def short_name(self, most: int) -> str:
        """Return what it is called with what it does, in so many characters."""
        does = "".join(f", {word}" for word in (DOES[self.phase], self.mode) if word)
        return f"{shortened(self.name, max(most - len(does), 8))}{does}"


def read_army(text: str, game: str) -> dict[str, Any]:
    """Return what all weapons of an army have: abilities and modifiers, in the text notation.

    Parameters
    ----------
    text : str
        As in the brackets of a weapon.
    game : {"wh40k", "aos"}

    Raises
    ------
    MathhammerError
        It is none of them, or not what an army could have.

    Examples
    --------
    >>> read_army("re-roll hits: ones, Lethal Hits", "wh40k")
    {'abilities': ['Lethal Hits'], 'modifiers': {'reroll_hits': 'ones'}}
    """
    read, weapon = _ANY[game]
    plain = read(weapon)
    try:
        fields = read(f"{weapon} [{text}]")
    except MathhammerError as error:
        error.where = ""  # it names a column of a text that nobody wrote
        raise
    given = {name: value for name, value in fields.items() if plain.get(name) != value}
    if "abilities" in given:
        known = plain.get("abilities", [])
        given["abilities"] = [ability for ability in given["abilities"] if ability not in known]
    other = given.keys() - {"abilities", "modifiers"}
    if other or not given:
        raise MathhammerError(
            f"{quoted(text)} is no ability or modifier that all weapons could have, like "
            "'re-roll hits: ones' or '+1 to wound'"
        )
    return given


def chosen(roster: ArmyList, names: Sequence[str]) -> list[RosterUnit]:
    """Return the units of some names, or all where none is given.

    Raises
    ------
    MathhammerError
        There is none of a name; with the nearest.
    """
    wanted = [fold(roster.units[place_of(roster.units, name)].name) for name in names]
    return [unit for unit in roster.units if not wanted or fold(unit.name) in wanted]


def army_units(
    roster: ArmyList,
    *,
    units: Sequence[str] = (),
    phase: str | None = None,
    army: str = "",
    modes: bool = False,
) -> list[ArmyUnit]:
    """Return the units of a list as attackers, a row for each phase in which they attack.

    Parameters
    ----------
    roster : ArmyList
    units : sequence of str
        Names; by default all.
    phase : {"shoot", "fight"}, optional
        By default both.
    army : str
        What all their weapons have: see `read_army`.
    modes : bool
        Whether there is a row for each profile of weapons that have several (up to `MAX_ROWS`).

    Raises
    ------
    MathhammerError
        There is no such unit or phase, or `army` isn't understood.
    """
    given = read_army(army, roster.game) if army else {}
    kind = profiles_of(roster.game).Unit
    made = []
    wanted = chosen(roster, units)
    for unit, called in zip(wanted, told_apart([unit.name for unit in wanted]), strict=True):
        if unit.attacker is None:
            continue
        for at in DOES if phase is None else (phase,):
            fields = _fields(unit, at, given)
            if not fields["weapons"]:
                continue
            for mode, use in _modes(fields["weapons"]) if modes else [("", {})]:
                name = ", ".join(filter(None, (called, DOES[at], mode)))
                attacker = kind(**fields, name=name, **({"use": use} if use else {}))
                made.append(ArmyUnit(unit, called, at, mode, attacker))
    return made


def _fields(unit: RosterUnit, phase: str, given: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a unit as it attacks in a phase, without its name."""
    assert unit.attacker is not None
    fields = {k: v for k, v in unit.attacker.items() if k not in ("name", "weapons")}
    weapons = [weapon for weapon in unit.attacker["weapons"] if weapon["type"] == TYPES[phase]]
    fields |= {"weapons": weapons, "phase": phase}
    if "abilities" in given:
        fields["abilities"] = [*fields.get("abilities", ()), *given["abilities"]]
    own, more = fields.get("modifiers", {}), given.get("modifiers", {})
    both = own.keys() & more.keys()
    if both:
        raise MathhammerError(f"{unit.name} has {', '.join(sorted(both))} of its own", "army")
    if more:
        fields["modifiers"] = {**own, **more}
    return fields


def _modes(weapons: Sequence[dict[str, Any]]) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the ways to choose profiles, each with its name; one without where they are many."""
    profiles: dict[str, list[str]] = {}
    for weapon in weapons:
        if "modes" in weapon:
            profiles.setdefault(weapon["modes"], []).append(weapon["name"])
    ways = list(product(*profiles.values()))
    if not 1 < len(ways) <= MAX_ROWS or any(
        len({*names}) < len(names) for names in profiles.values()
    ):
        yield "", {}
        return
    for way in ways:
        words = [_profile(name, modes) for modes, name in zip(profiles, way, strict=True)]
        yield " + ".join(dict.fromkeys(words)), dict(zip(profiles, way, strict=True))


def _profile(name: str, modes: str) -> str:
    """Return the name of a profile without that of its weapon.

    Examples
    --------
    >>> _profile("Long gun - focused", "Long gun"), _profile("spread", "Long gun")
    ('focused', 'Long gun spread')
    """
    base = modes.partition(" (")[0]
    short = name[len(base) :] if fold(name).startswith(fold(base)) else name
    short = short.strip(" -:")
    return short if short and short != name else f"{base} {name}"


def defenders(roster: ArmyList, units: Sequence[str] = ()) -> list[Unit]:
    """Return the units of a list that have a statline, as targets.

    Parameters
    ----------
    roster : ArmyList
    units : sequence of str
        Names; by default all.
    """
    kind = profiles_of(roster.game).Unit
    return [kind(**unit.target) for unit in chosen(roster, units) if unit.target is not None]
