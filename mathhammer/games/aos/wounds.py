"""The wound roll (A-1) and what modifies it (A-1.5)."""

from __future__ import annotations

from mathhammer.games.aos.profiles import Weapon
from mathhammer.games.aos.reach import Reached
from mathhammer.games.aos.situation import Situation
from mathhammer.games.common.rolls import d6_roll, net_modifier
from mathhammer.plan import Roll


def wound_roll(weapon: Weapon, reached: Reached, here: Situation) -> Roll:
    """Return the wound roll: an unmodified 1 fails, a 6 has no automatic success (A-1)."""
    net = net_modifier([*reached.wound, here.target.defence.wound])
    return d6_roll(weapon.wound - net, 7, 2, reached.reroll_wounds)
