"""The save roll (A-1) and Rend (A-1.5, A-3 Anti-X)."""

from mathhammer.games.aos.abilities.row import added
from mathhammer.games.aos.prepared_weapon import PreparedWeapon
from mathhammer.games.aos.situation import Situation
from mathhammer.games.common.rolls import ALWAYS_FAILS, d6_roll
from mathhammer.games.names import FAILED_SAVES
from mathhammer.plan import Roll


def rend(weapon: PreparedWeapon, situation: Situation, rider: int = 0) -> int:
    """Return the Rend of an attack: everything added up, at least 0 (A-1.5, A-3, A-3.1)."""
    bonus = rider + weapon.modifiers.rend + added(weapon.abilities, "rend", situation)
    return max(0, weapon.weapon.rend + bonus)


def save_roll(rend: int, situation: Situation) -> Roll:
    """Return the save roll against a Rend (A-1, A-1.5).

    All modifiers, Rend among them, are added up and capped at +1; an unmodified 1 fails.
    Without a save every one fails (ruling of A-1).
    """
    target = situation.target
    if not target.save:
        return ALWAYS_FAILS
    net = min(1, situation.save_bonus - rend)
    needed = target.save - net
    return d6_roll(needed, 7, 2, target.defence.reroll_saves) if needed <= 6 else ALWAYS_FAILS


def save_against(weapon: PreparedWeapon, situation: Situation, rider: int = 0) -> Roll:
    """Return the save roll against a weapon with the Rend that riders add.

    None succeeds where its attacks are failed saves already.
    """
    if weapon.weapon.begins(FAILED_SAVES):
        return ALWAYS_FAILS
    return save_roll(rend(weapon, situation, rider), situation)
