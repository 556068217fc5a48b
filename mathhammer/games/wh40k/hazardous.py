"""Hazardous: what an attack does to the attacker (W-3)."""

from __future__ import annotations

from ...abilities.wh40k import Ability
from ...plan import OwnLosses
from ...profiles.wh40k import Unit, Weapon
from ..rolls import d6_roll
from .attacks import can_shoot
from .situation import TOUGH_BEARERS, Situation


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
