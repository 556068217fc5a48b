"""Leaders attached to units: two units of a list that are one (W-2)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, TypeVar

from mathhammer.core.errors import MathhammerError
from mathhammer.games.names import WH40K
from mathhammer.rosters.army_list import ArmyList
from mathhammer.rosters.defence import OF_PARTS
from mathhammer.rosters.facts import LEADING, Fact
from mathhammer.rosters.unit import RosterUnit, place_of

List = TypeVar("List", bound=ArmyList)


def attached(roster: List, pairs: Iterable[tuple[str, str]]) -> List:
    """Return a list with leaders attached to units, in the place of these.

    Of several units of one name the first is taken that isn't attached yet.

    Parameters
    ----------
    roster : ArmyList
    pairs : iterable of (str, str)
        Names of a leader and of its unit.

    Raises
    ------
    MathhammerError
        There is no such unit, or it can't be attached.
    """
    units = list(roster.units)
    taken: set[int] = set()
    for leader_name, unit_name in pairs:
        if roster.game != WH40K:
            raise MathhammerError("leaders are attached in Warhammer 40,000 alone")
        leader = place_of(units, leader_name, taken)
        taken.add(leader)
        body = place_of(units, unit_name, {leader})
        units[body] = _joined(units[leader], units[body])
    kept = tuple(unit for i, unit in enumerate(units) if i not in taken)
    return replace(roster, units=kept)


def _joined(leader: RosterUnit, body: RosterUnit) -> RosterUnit:
    """Return a unit with its leader."""
    if leader.models != 1:
        raise MathhammerError(f"{leader.name} has {leader.models} models: a leader is one")
    if (leader.target is None) != (body.target is None):
        lacking = leader if leader.target is None else body
        raise MathhammerError(f"{lacking.name} has no statline in this list")
    both = [unit.points for unit in (body, leader)]
    points = sum(p for p in both if p is not None) if None not in both else None
    keywords = tuple(dict.fromkeys((*body.keywords, *leader.keywords)))
    models = (body.models or 1) + 1
    name = f"{body.name} + {leader.name}"
    common: dict[str, Any] = {"name": name}
    if points is not None:
        common["points"] = points
    weapons = [*_weapons(body), *(_of_leader(weapon, leader.name) for weapon in _weapons(leader))]
    target = None
    if leader.target is not None and body.target is not None:
        own = {"name": leader.name, **{f: leader.target[f] for f in OF_PARTS if f in leader.target}}
        target = {**body.target, "name": name, "keywords": list(keywords)}
        if "groups" in target and points is not None:
            target["points"] = points
        elif leader.points is not None:
            own["points"] = leader.points
        target["leader"] = [*target.get("leader", []), own]
    return replace(
        body,
        name=name,
        points=points,
        models=models,
        groups=(*body.groups, (leader.name, 1)),
        keywords=keywords,
        attacker={**common, "models": models, "keywords": list(keywords), "weapons": weapons}
        if weapons else None,
        target=target,
        not_modelled=(*body.not_modelled, *leader.not_modelled),
        wargear=(*body.wargear, *leader.wargear),
        rules=tuple(sorted({*body.rules, *leader.rules})),
        facts=(
            *(fact._replace(when=_led(fact)) for fact in body.facts),
            *(
                fact._replace(when=_led(fact), only="" if LEADING in fact.when else leader.name)
                for fact in leader.facts
            ),
        ),
    )  # fmt: skip


def _led(fact: Fact) -> tuple[str, ...]:
    """Return what a fact of a unit and its leader depends on, now that it is led."""
    return tuple(one for one in fact.when if one != LEADING)


def _weapons(unit: RosterUnit) -> list[dict[str, Any]]:
    return unit.attacker["weapons"] if unit.attacker else []


def _of_leader(weapon: dict[str, Any], leader: str) -> dict[str, Any]:
    modes = {"modes": f"{weapon['modes']} ({leader})"} if "modes" in weapon else {}
    return {**weapon, "group": leader, **modes}
