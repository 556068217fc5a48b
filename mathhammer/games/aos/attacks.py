"""How many attacks a weapon makes (A-1.6, A-3 champions)."""

from mathhammer.games.aos.abilities.companion import is_companion
from mathhammer.games.aos.prepared_weapon import PreparedWeapon
from mathhammer.games.aos.profiles import Weapon
from mathhammer.games.common.amounts import amount, plain_amount
from mathhammer.plan import Amount


def attacks(weapon: PreparedWeapon, champion: bool = False) -> Amount:
    """Return the number of attacks of one copy (A-1.5, A-1.6).

    The printed expression with its re-roll, then the modifiers, a champion's one more
    attack among them; a modified number is at least 1. Attacks that are hits or more already
    are as many as is said.

    Parameters
    ----------
    weapon : PreparedWeapon
    champion : bool
        Whether the copy is the champion's.
    """
    if weapon.weapon.start:
        return plain_amount(weapon.weapon.attacks)
    change = weapon.modifiers.attacks + champion
    changed = (lambda total: max(1, total + change)) if change else None
    return amount(weapon.weapon.attacks, weapon.modifiers.reroll_attacks, changed)


def has_champion(weapon: Weapon) -> bool:
    """Return whether one copy is a champion's; its attack doesn't reach a Companion (A-3)."""
    return weapon.champion and not weapon.start and not is_companion(weapon)
