"""Hazardous: what an attack does to the attacker (W-3)."""

from __future__ import annotations

from mathhammer.games.common.rolls import d6_roll
from mathhammer.games.wh40k.abilities import Ability
from mathhammer.games.wh40k.attacks import can_shoot
from mathhammer.games.wh40k.profiles import Unit, Weapon
from mathhammer.games.wh40k.situation import TOUGH_BEARERS, Situation
from mathhammer.plan import OwnLosses


def hazardous(
    attacker: Unit, armed: list[tuple[Weapon, dict[str, Ability]]], situation: Situation
) -> OwnLosses | None:
    """Return what Hazardous weapons do to their bearers (W-3).

    One D6 for each hazardous weapon that attacked; each 1 slays one model, or inflicts 3
    mortal wounds where the bearer is a Character, Monster or Vehicle. The number of
    models caps the losses where it was given.
    """
    dice = 0
    for weapon, abilities in armed:
        if "hazardous" in abilities and can_shoot(weapon, abilities, situation):
            dice += weapon.count
    if not dice:
        return None
    mortal = 3 if TOUGH_BEARERS & attacker.keywords else 0
    most = attacker.models if "models" in attacker.__dict__ else None
    return OwnLosses(dice, d6_roll(2), mortal, most)
