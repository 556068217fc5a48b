"""How many attacks a weapon makes (A-1.6, A-3 champions)."""

from __future__ import annotations

from mathhammer.games.aos.abilities.companion import is_companion
from mathhammer.games.aos.effective import EffectiveModifiers
from mathhammer.games.aos.profiles import Weapon
from mathhammer.games.common.amounts import reroll_below
from mathhammer.plan import Amount


def attacks(weapon: Weapon, modifiers: EffectiveModifiers, champion: bool = False) -> Amount:
    """Return the number of attacks of one copy (A-1.5, A-1.6).

    The printed expression with its re-roll, then the modifiers, a champion's one more
    attack among them; a modified number is at least 1.

    Parameters
    ----------
    weapon : Weapon
    modifiers : EffectiveModifiers
    champion : bool
        Whether the copy is the champion's.
    """
    dice = weapon.attacks
    low, high = dice.minimum, dice.maximum
    change = modifiers.attacks + champion
    values = tuple(range(low, high + 1))
    if change:
        values = tuple(max(1, total + change) for total in values)
    return Amount(dice.terms, low, reroll_below(dice, modifiers.reroll_attacks), values)


def has_champion(weapon: Weapon) -> bool:
    """Return whether one copy is a champion's; its attack doesn't reach a Companion (A-3)."""
    return weapon.champion and not is_companion(weapon)
