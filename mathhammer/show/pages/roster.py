"""An army list as sheets: its units, then what was not understood."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mathhammer.core.format import points
from mathhammer.games.describe import describe_target, describe_weapon
from mathhammer.games.names import TITLES, profiles_of
from mathhammer.rosters.army_list import ArmyList
from mathhammer.rosters.unit import RosterUnit
from mathhammer.show.sheets import Block, Column, Facts, Heading, Line, Lines, Table, Title

#: The most rows of what was not understood, and the most names in a line.
MAX_ROWS, MAX_NAMES = 100, 40


def roster_page(roster: ArmyList) -> Iterator[Block]:
    """Yield an army list.

    Parameters
    ----------
    roster : ArmyList
    """
    edition = f", {roster.edition}th edition" if roster.edition else ""
    models = sum(unit.models or 0 for unit in roster.units)
    worth = "" if roster.points is None else points(roster.points)
    yield (
        Title(roster.name or "Army list"),
        Facts.of(
            ("file", roster.file),
            ("game", f"{TITLES[roster.game]}{edition}"),
            ("points", worth),
            ("units", f"{len(roster.units)}, with {models} models"),
            *(("note", note) for note in roster.notes[:MAX_ROWS]),
        ),
    )
    for unit in roster.units:
        yield Heading(_heading(unit)), Facts(_lines(unit, roster.game))
    if roster.not_understood:
        yield not_understood(roster)
    elif any(unit.attacker or unit.target for unit in roster.units):
        yield (Line("Every number of the list was understood."),)


def not_understood(roster: ArmyList, name: str = "") -> Block:
    """Return what was not understood of a list, and isn't computed.

    Parameters
    ----------
    roster : ArmyList
    name : str
        Of the list, where there are several.
    """
    more = len(roster.not_understood) - MAX_ROWS
    return (
        Heading(f"Not understood{' of ' * bool(name)}{name}, and not computed"),
        Table(
            [Column("unit", words=True, most=20), Column("field", words=True, most=24),
             Column("text", words=True, fills=True)],
            [[one.unit, one.field, one.text] for one in roster.not_understood[:MAX_ROWS]],
            note=f"and {more} more: --json has them all" if more > 0 else "",
            tight=90,
        ),
    )  # fmt: skip


def _heading(unit: RosterUnit) -> str:
    count = f"{unit.models}x " if unit.models is not None else ""
    called = f' "{unit.custom_name}"' if unit.custom_name else ""
    kind = "" if unit.kind == "unit" else f", {unit.kind}"
    worth = f" ({points(unit.points)} points)" if unit.points else ""
    return f"{count}{unit.name}{called}{kind}{worth}"


def _lines(unit: RosterUnit, game: str) -> Lines:
    rows: Lines = []
    if len(unit.groups) > 1:
        rows.append(("models", _names([f"{number} {name}" for name, number in unit.groups])))
    if unit.target:
        rows.append(("target", describe_target(profiles_of(game).Unit(**unit.target))))
    if unit.attacker:
        rows += [("weapon", _weapon(one, game)) for one in unit.attacker["weapons"]]
    for one in unit.not_modelled:
        stats = ", ".join(f"{column.upper()} {value}" for column, value in one["profile"].items())
        rows.append(("left out", f"{one['count']}x {one['name']} ({one['type']}): {stats}"))
    if unit.wargear:
        rows.append(("wargear", _names(unit.wargear)))
    for fact in unit.facts[:MAX_NAMES]:
        state = "applied" if fact in unit.applied else "not applied"
        rows.append(("fact", f"{state}: {fact.sentence}"))
    told = {fact.ability for fact in unit.facts}
    rules = [name for name in unit.rules if name not in told]
    if rules:
        rows.append(("rules", f"not applied: {_names(rules)}"))
    return rows


def _names(names: Sequence[str]) -> str:
    """Return names in a line, and how many more there are."""
    more = [f"and {len(names) - MAX_NAMES} more"] if len(names) > MAX_NAMES else []
    return ", ".join([*names[:MAX_NAMES], *more])


def _weapon(fields: Mapping[str, Any], game: str) -> str:
    """Return a weapon in the text notation, with who carries it."""
    return describe_weapon(profiles_of(game).Weapon(**fields))
