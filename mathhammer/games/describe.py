"""Profiles written in the text notation, as they were understood."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from mathhammer.games.aos.abilities import WRITTEN
from mathhammer.games.names import AOS
from mathhammer.games.text.modifiers import attack_modifiers_text, target_modifiers_text
from mathhammer.games.wh40k.abilities import UNIT_ABILITIES

if TYPE_CHECKING:
    from mathhammer.games.aos import profiles as aos
    from mathhammer.games.profiles import Unit, Weapon
    from mathhammer.games.wh40k import profiles as wh40k


def describe_weapon(weapon: Weapon) -> str:
    """Return a weapon in the text notation of its game, as it was understood.

    Parameters
    ----------
    weapon : Weapon

    Returns
    -------
    str
        One line. `weapon_fields` or `aos_weapon_fields` reads it back, except for what the
        notation has no words for: riders, a worsening modifier of AP, a group.

    Examples
    --------
    >>> from mathhammer.games.profiles import Weapon
    >>> describe_weapon(Weapon(count=5, attacks="2", skill=3, strength=4, ap=-1, damage="D6"))
    '5x A2 BS3+ S4 AP-1 DD6'
    >>> describe_weapon(Weapon(name="spear", attacks=2, hit=3, wound=4, damage=1, champion=True))
    '1x spear: 2/3+/4+/-/1 [champion]'
    """
    parts = [f"{weapon.count}x"]
    if weapon.name != "weapon":
        parts.append(f"{weapon.name}:")
    if weapon.game == AOS:
        stats, inside = _aos_stats(cast("aos.Weapon", weapon))
    else:
        stats, inside = _wh40k_stats(cast("wh40k.Weapon", weapon)), []
    inside += [str(ability) for ability in weapon.abilities]
    if weapon.game == AOS and cast("aos.Weapon", weapon).crit is not None:
        used = WRITTEN[str(cast("aos.Weapon", weapon).crit)]
        inside.append(f"crit: {used.removeprefix('Crit (').removesuffix(')')}")
    inside += attack_modifiers_text(weapon.modifiers)
    return " ".join([*parts, *stats]) + (f" [{', '.join(inside)}]" if inside else "")


def _wh40k_stats(weapon: wh40k.Weapon) -> list[str]:
    parts = []
    melee = weapon.type == "melee"
    if weapon.range is not None:
        parts.append(f'{weapon.range:g}"')
    elif melee and not weapon.skill:
        parts.append("Melee")
    parts.append(f"A{weapon.attacks}")
    if weapon.skill:
        parts.append(f"{'WS' if melee else 'BS'}{weapon.skill}+")
    return [*parts, f"S{weapon.strength}", f"AP{weapon.ap}", f"D{weapon.damage}"]


def _aos_stats(weapon: aos.Weapon) -> tuple[list[str], list[str]]:
    """Return the stats, and what brackets begin with: the type where it isn't shown, champion."""
    parts = [] if weapon.range is None else [f'{weapon.range:g}"']
    parts.append(
        f"{weapon.attacks}/{weapon.hit}+/{weapon.wound}+/{weapon.rend or '-'}/{weapon.damage}"
    )
    shoots = weapon.range is not None or any(a.kind == "shoot in combat" for a in weapon.abilities)
    inside = [weapon.type] if shoots != (weapon.type == "ranged") else []
    return parts, inside + ["champion"] * weapon.champion


def describe_target(unit: Unit) -> str:
    """Return a target in the text notation of its game, as it was understood.

    Parameters
    ----------
    unit : Unit

    Returns
    -------
    str
        One line. `target_fields` reads it back unless the unit is mixed: groups and leaders
        follow behind ``+``, which the notation has no words for.

    Examples
    --------
    >>> from mathhammer.games.profiles import Unit
    >>> describe_target(Unit(preset="teq"))
    '5x teq: T5 Sv2+ W3 4++ [Infantry]'
    >>> describe_target(Unit(models=10, health=2, save="4+", ward=6, keywords="Infantry"))
    '10x H2 Sv4+ Ward6+ [Infantry]'
    """
    if unit.game == AOS:
        return _aos_target(cast("aos.Unit", unit))
    return _wh40k_target(cast("wh40k.Unit", unit))


def _inside(unit: Unit) -> list[str]:
    """Return what the brackets of a target hold, where there is anything."""
    words = [word.title() for word in sorted(unit.keywords)]
    words += [str(a) for a in unit.abilities if a.kind in UNIT_ABILITIES]
    words += target_modifiers_text(unit.defence)
    return [f"[{', '.join(words)}]"] if words else []


def _aos_target(unit: aos.Unit) -> str:
    name = unit.name or unit.preset
    parts = [f"{unit.models}x", *([f"{name}:"] if name else [])]
    parts += [f"H{unit.health}", f"Sv{unit.save}+" if unit.save else "Sv-"]
    if unit.ward:
        parts.append(f"Ward{unit.ward}+")
    if unit.damage_taken:
        parts.append(f"damage taken {unit.damage_taken}")
    return " ".join(parts + _inside(unit))


def _wh40k_target(unit: wh40k.Unit) -> str:
    name = unit.name or unit.preset
    parts = [] if unit.groups else [f"{unit.models}x"]
    if name:
        parts.append(f"{name}:")
    parts.append(f"T{unit.toughness}")
    parts += _defence(unit)
    if unit.wounds_lost:
        parts.append(f"lost {unit.wounds_lost}")
    parts += _inside(unit)
    for group in unit.groups:
        parts += ["+", f"{group.models}x", f"{group.name}:", *_defence(group, partly=True)]
    for leader in unit.leader:
        parts += ["+", f"{leader.name}:", *_defence(leader)]
        if leader.wounds_lost:
            parts.append(f"lost {leader.wounds_lost}")
    return " ".join(parts)


def _defence(of: wh40k.Unit | wh40k.ModelGroup | wh40k.Leader, partly: bool = False) -> list[str]:
    given = of.given
    parts = []
    if not partly or "save" in given:
        parts.append(f"Sv{of.save}+" if of.save else "Sv-")
    if of.wounds:
        parts.append(f"W{of.wounds}")
    for field, pluses, against in (
        ("invulnerable", "++", ""), ("invulnerable_ranged", "++", " ranged"),
        ("invulnerable_melee", "++", " melee"), ("feel_no_pain", "+++", ""),
        ("feel_no_pain_mortals", "+++", " mortals"),
    ):  # fmt: skip
        if given.get(field):
            parts.append(f"{given[field]}{pluses}{against}")
    return parts
