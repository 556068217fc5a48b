"""The damage of an attack (A-1, A-1.5, A-3 Charge)."""

from mathhammer.games.aos.abilities.row import added
from mathhammer.games.aos.prepared_weapon import PreparedWeapon
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


def damage(weapon: PreparedWeapon, situation: Situation, rider: int = 0) -> Amount:
    """Return the points that one attack puts into the pool (A-1, A-1.5, A-1.6).

    The printed dice with their re-roll, generated for each attack, then all modifiers, what
    `rider` adds among them (A-3.1).
    """
    change = rider + weapon.modifiers.damage + added(weapon.abilities, "damage", situation)
    changed = (lambda total: final_damage(total, change)) if change else None
    return amount(weapon.weapon.damage, weapon.modifiers.reroll_damage, changed)
