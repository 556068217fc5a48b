"""The damage of an attack (A-1, A-1.5, A-3 Charge)."""

from __future__ import annotations

from mathhammer.games.aos.abilities.row import Abilities, added
from mathhammer.games.aos.effective import EffectiveModifiers
from mathhammer.games.aos.profiles import Weapon
from mathhammer.games.aos.situation import Situation
from mathhammer.games.common.amounts import amount
from mathhammer.plan import Amount


def final_damage(rolled: int, change: int) -> int:
    """Return the damage of a roll after modifiers: not modified below 1 (A-1.5).

    Examples
    --------
    >>> final_damage(1, -1), final_damage(3, -1), final_damage(0, 0), final_damage(0, 1)
    (1, 2, 0, 1)
    """
    return max(rolled + change, min(rolled, 1))


def damage(
    weapon: Weapon, abilities: Abilities, modifiers: EffectiveModifiers, situation: Situation
) -> Amount:
    """Return the points that one attack puts into the pool (A-1, A-1.5, A-1.6).

    The printed dice with their re-roll, generated for each attack, then all modifiers.
    """
    change = modifiers.damage + added(abilities, "damage", situation)
    changed = (lambda total: final_damage(total, change)) if change else None
    return amount(weapon.damage, modifiers.reroll_damage, changed)
