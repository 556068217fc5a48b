"""A weapon with the abilities and modifiers that apply to it: its own, its unit's (A-1.5, A-3)."""

from typing import Any, NamedTuple

from mathhammer.core.dice import Dice
from mathhammer.games.aos.abilities.companion import abilities_of, is_companion
from mathhammer.games.aos.abilities.row import Abilities
from mathhammer.games.aos.profiles import Modifiers, Rider, Unit, Weapon
from mathhammer.games.common.amounts import stronger_reroll
from mathhammer.games.common.rolls import best, stronger


class HitRiders(NamedTuple):
    """What a critical hit adds, its riders together (A-3.1).

    Attributes
    ----------
    rend, damage : int
        For the wound that comes from it.
    mortals : tuple of Dice
        Mortal damage in addition.
    """

    rend: int
    damage: int
    mortals: tuple[Dice, ...]


class EffectiveModifiers(NamedTuple):
    """The modifiers of an attacker and of a weapon together.

    Attributes
    ----------
    hit, wound, attacks, rend, damage : int
        Added up; each entry of `hit` and `wound` is kept for the sum with others.
    reroll_hits, reroll_wounds, reroll_damage, reroll_attacks : str or None
    critical_hits : int
        0 for none.
    on_critical_hit : HitRiders or None
    """

    hit: tuple[int, ...]
    wound: tuple[int, ...]
    attacks: int
    rend: int
    damage: int
    reroll_hits: str | None
    reroll_wounds: str | None
    reroll_damage: str | None
    reroll_attacks: str | None
    critical_hits: int
    on_critical_hit: HitRiders | None


def effective_modifiers(weapon: Weapon, attacker: Unit) -> EffectiveModifiers:
    """Return the modifiers that a weapon's attacks have (A-1.5, A-3 Companion).

    Those of the unit apply to a Companion only where they make its attacks worse.

    Examples
    --------
    >>> horse = Weapon(attacks=2, hit=5, wound=3, damage=1, abilities="Companion")
    >>> rider = Unit(weapons=[horse], modifiers={"attacks": 1, "hit": -1})
    >>> modifiers = effective_modifiers(horse, rider)
    >>> modifiers.attacks, modifiers.hit
    (0, (-1, 0))
    """
    unit, own = attacker.modifiers, weapon.modifiers
    if is_companion(weapon):
        rider = unit.on_critical_hit
        unit = Modifiers(**_worsening(unit, "hit", "wound", "attacks", "rend", "damage"))
        if rider is not None:
            unit = unit.replace(on_critical_hit=_worsening(rider, "rend", "damage"))
    return EffectiveModifiers(
        (unit.hit, own.hit),
        (unit.wound, own.wound),
        unit.attacks + own.attacks,
        unit.rend + own.rend,
        unit.damage + own.damage,
        stronger(unit.reroll_hits, own.reroll_hits),
        stronger(unit.reroll_wounds, own.reroll_wounds),
        stronger_reroll(weapon.damage, unit.reroll_damage, own.reroll_damage),
        stronger_reroll(weapon.attacks, unit.reroll_attacks, own.reroll_attacks),
        best(unit.critical_hits, own.critical_hits),
        _together(unit.on_critical_hit, own.on_critical_hit),
    )


def _worsening(of: Modifiers | Rider, *names: str) -> dict[str, Any]:
    """Return those of some modifiers that make attacks worse."""
    return {name: min(0, getattr(of, name)) for name in names}


def _together(*given: Rider | None) -> HitRiders | None:
    """Return riders added up, None where there is none."""
    riders = [rider for rider in given if rider is not None]
    if not riders:
        return None
    mortals = tuple(rider.mortals for rider in riders if rider.mortals is not None)
    return HitRiders(sum(r.rend for r in riders), sum(r.damage for r in riders), mortals)


class PreparedWeapon(NamedTuple):
    """A weapon in its place, with what applies to it.

    Attributes
    ----------
    number : int
    weapon : Weapon
    attacker : Unit
    abilities : tuple of Ability
        Its own, and those of its unit that apply to it.
    modifiers : EffectiveModifiers
    """

    number: int
    weapon: Weapon
    attacker: Unit
    abilities: Abilities
    modifiers: EffectiveModifiers


def prepared_weapons(attacker: Unit) -> list[PreparedWeapon]:
    """Return the weapons of an attacker, in order."""
    return [
        PreparedWeapon(
            number, weapon, attacker, abilities_of(weapon, attacker.abilities),
            effective_modifiers(weapon, attacker),
        )
        for number, weapon in enumerate(attacker.weapons)
    ]  # fmt: skip
