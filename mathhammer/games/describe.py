"""Profiles written in the text notation, as they were understood."""

from mathhammer.games.names import FAILED_SAVES
from mathhammer.games.profiles import Unit, Weapon
from mathhammer.games.registry import part
from mathhammer.games.text.modifiers import attack_modifiers_text, target_modifiers_text


def describe_weapon(weapon: Weapon) -> str:
    """Return a weapon in the text notation of its game, as it was understood.

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
    stats, inside = part(weapon.game, "weapon_text").describe_weapon(weapon)
    if weapon.start:
        inside.insert(0, weapon.start if weapon.start == FAILED_SAVES else f"start: {weapon.start}")
    inside += attack_modifiers_text(weapon.modifiers)
    if weapon.modes is not None:
        inside.insert(0, f"modes {weapon.modes}")
    return " ".join([*parts, *stats]) + (f" [{', '.join(inside)}]" if inside else "")


def describe_target(unit: Unit) -> str:
    """Return a target in the text notation of its game, as it was understood.

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
    text = part(unit.game, "target_text")
    before, behind = text.describe_target(unit)
    inside = [word.title() for word in sorted(unit.keywords)]
    inside += [str(ability) for ability in unit.abilities if text.of_target(ability)]
    inside += target_modifiers_text(unit.defence)
    return " ".join([*before, *([f"[{', '.join(inside)}]"] if inside else []), *behind])
