"""The wound roll (A-1) and what modifies it (A-1.5)."""

from mathhammer.games.aos.prepared_weapon import PreparedWeapon
from mathhammer.games.aos.situation import Situation
from mathhammer.games.common.rolls import ALWAYS_SUCCEEDS, d6_roll, net_modifier
from mathhammer.games.names import WOUNDS
from mathhammer.plan import Roll


def wound_roll(weapon: PreparedWeapon, situation: Situation) -> Roll:
    """Return the wound roll: an unmodified 1 fails, a 6 has no automatic success (A-1).

    Attacks that are wounds already succeed.
    """
    if weapon.weapon.begins(WOUNDS):
        return ALWAYS_SUCCEEDS
    net = net_modifier([*weapon.modifiers.wound, situation.target.defence.wound])
    return d6_roll(weapon.weapon.wound - net, 7, 2, weapon.modifiers.reroll_wounds)
