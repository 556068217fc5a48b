"""Facts of units put into the fields of their attacks and of their defence, where asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from mathhammer.core.errors import MathhammerError, nearest, quoted
from mathhammer.core.text import fold
from mathhammer.games.common.rolls import stronger
from mathhammer.games.names import AOS, profiles_of
from mathhammer.rosters.facts import ATTACKER, MELEE, RANGED, Fact
from mathhammer.rosters.unit import RosterUnit

#: Stands for all facts that hold in every situation.
ALL = "all"
_OF_TYPE = {RANGED: "ranged", MELEE: "melee"}


def with_facts(
    units: Sequence[RosterUnit], names: Iterable[str], game: str
) -> tuple[tuple[RosterUnit, ...], list[str]]:
    """Return units with facts applied, and notes on what they depend on.

    Parameters
    ----------
    units : sequence of RosterUnit
    names : iterable of str
        Abilities, of one unit with its name before a colon; or "all".
    game : {"wh40k", "aos"}

    Raises
    ------
    MathhammerError
        There is no such fact, or it can't be applied.
    """
    names = list(names)
    for name in names:
        _check_known(units, name)
    folded = {fold(name) for name in names}
    made, notes = [], []
    for unit in units:
        for fact in unit.facts:
            named = not folded.isdisjoint(
                map(fold, (fact.ability, f"{unit.name}: {fact.ability}", fact.sentence))
            )
            if fact in unit.applied or not (named or (ALL in folded and _is_sure(fact))):
                continue
            try:
                unit = _with(unit, fact, game)
                notes.append(f"{unit.name}: applied is {fact.sentence}.")
            except MathhammerError as error:
                if named:
                    raise error.inside(f"{unit.name}: {fact.ability}", ": ") from None
                notes.append(f"{unit.name}: {fact.ability} is not applied: {error}.")
        made.append(unit)
    return tuple(made), list(dict.fromkeys(notes))


def _check_known(units: Sequence[RosterUnit], name: str) -> None:
    """Check that a name is that of a fact."""
    known: dict[str, None] = {}
    for unit in units:
        for fact in unit.facts:
            known[fact.ability] = None
            if fold(name) in (
                ALL, fold(fact.ability), fold(f"{unit.name}: {fact.ability}"), fold(fact.sentence)
            ):  # fmt: skip
                return
    if not known:
        raise MathhammerError(
            f"{quoted(name)} can't be applied: no ability of this list says one of the usual things"
        )
    raise MathhammerError(
        f"{quoted(name)} is no fact of this list{nearest(name, list(known))}; facts: "
        f"{', '.join(known)}, or {ALL}"
    )


def _is_sure(fact: Fact) -> bool:
    """Return whether a fact holds in every situation, or for all weapons of a type."""
    return fact.always or (
        fact.side == ATTACKER and not fact.only and {*fact.when} <= _OF_TYPE.keys()
    )


def _with(unit: RosterUnit, fact: Fact, game: str) -> RosterUnit:
    """Return a unit whose fields hold a fact."""
    attacker, target = unit.attacker, unit.target
    if fact.side == ATTACKER:
        if attacker is None:
            raise MathhammerError("the unit has no weapons that are computed")
        attacker = _attacking(attacker, fact, game)
        profiles_of(game).Unit(**attacker)
    else:
        if target is None:
            raise MathhammerError("the unit has no statline")
        target = _defending(target, fact)
        profiles_of(game).Unit(**target)
    return replace(unit, attacker=attacker, target=target, applied=(*unit.applied, fact))


def _attacking(attacker: dict[str, Any], fact: Fact, game: str) -> dict[str, Any]:
    types = {_OF_TYPE[one] for one in fact.when if one in _OF_TYPE}
    modifiers = fact.fields.get("modifiers")
    if modifiers and not (types or fact.only or fact.weapons):
        return {**attacker, "modifiers": _merged(attacker.get("modifiers", {}), modifiers)}
    weapons, reached = [], 0
    for weapon in attacker["weapons"]:
        kind = weapon.get("type", "melee" if game == AOS else "ranged")
        # What helps a unit doesn't reach its Companions.
        companion = "Companion" in weapon.get("abilities", ()) and not fact.weapons
        if (
            (types and kind not in types)
            or (fact.only and weapon.get("group") != fact.only)
            or (fact.weapons and weapon["name"] not in fact.weapons)
            or companion
        ):
            weapons.append(weapon)
            continue
        reached += 1
        changed = dict(weapon)
        if modifiers:
            changed["modifiers"] = _merged(weapon.get("modifiers", {}), modifiers)
        given = fact.fields.get("abilities", ())
        if given:
            had = weapon.get("abilities", [])
            changed["abilities"] = [*had, *(one for one in given if one not in had)]
        weapons.append(changed)
    if not reached:
        raise MathhammerError(f"none of its weapons is one that it is about ({fact.sentence})")
    return {**attacker, "weapons": weapons}


def _defending(target: dict[str, Any], fact: Fact) -> dict[str, Any]:
    changed = dict(target)
    modifiers = fact.fields.get("modifiers")
    if fact.only:
        parts = changed.get("leader", [])
        if modifiers or not any(part.get("name") == fact.only for part in parts):
            raise MathhammerError(
                f"it holds for {fact.only} alone, of which a target of several parts can't say it"
            )
        changed["leader"] = [
            _better(part, fact.fields) if part.get("name") == fact.only else part for part in parts
        ]
    elif modifiers:
        changed["modifiers"] = _merged(changed.get("modifiers", {}), modifiers)
    else:
        changed = _better(changed, fact.fields)
    return changed


def _better(had: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return fields with saves put in, where they are better."""
    made = dict(had)
    for field, roll in given.items():
        if field not in made or int(str(made[field]).rstrip("+")) > int(roll.rstrip("+")):
            made[field] = roll
    return made


def _merged(had: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return modifiers put together: numbers add up, of others the better one counts."""
    made = dict(had)
    for field, value in given.items():
        known = made.get(field)
        if known is None or value is True:
            made[field] = value
        elif field in ("reroll_hits", "reroll_wounds"):
            made[field] = stronger(known, value)
        elif field.startswith("reroll"):
            made[field] = known if "ones" in (value, known) and known != "ones" else value
        elif field.startswith("critical") or field == "damage_to":
            made[field] = min(known, value)
        elif field == "wound_floor":
            made[field] = max(known, value)
        else:
            made[field] = known + value
    return made
