"""The damage of an attack (A-1, A-1.5, A-3 Charge)."""

from __future__ import annotations

from mathhammer.games.aos.abilities import Ability
from mathhammer.games.aos.profiles import Weapon
from mathhammer.games.aos.reach import Reached
from mathhammer.games.aos.situation import Situation
from mathhammer.games.common.amounts import reroll_below
from mathhammer.plan import Amount


def charge_bonus(abilities: tuple[Ability, ...], here: Situation) -> int:
    """Return the damage that Charge adds, once, if the attacker charged this turn (A-3)."""
    if not here.context.charged:
        return 0
    return max((a.bonus for a in abilities if a.kind == "charge"), default=0)


def final_damage(rolled: int, change: int) -> int:
    """Return the damage of a roll after modifiers: not modified below 1 (A-1.5).

    Examples
    --------
    >>> final_damage(1, -1), final_damage(3, -1), final_damage(0, 0), final_damage(0, 1)
    (1, 2, 0, 1)
    """
    return max(rolled + change, min(rolled, 1))


def damage(
    weapon: Weapon, abilities: tuple[Ability, ...], reached: Reached, here: Situation
) -> Amount:
    """Return the points that one attack puts into the pool (A-1, A-1.5, A-1.6).

    The printed dice with their re-roll, generated for each attack, then all modifiers.
    """
    dice = weapon.damage
    low, high = dice.minimum, dice.maximum
    change = reached.damage + charge_bonus(abilities, here)
    values = tuple(final_damage(total, change) for total in range(low, high + 1))
    return Amount(dice.terms, low, reroll_below(dice, reached.reroll_damage), values)
