"""Devastating Wounds: a critical wound inflicts mortal wounds instead (W-3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mathhammer.games.wh40k.abilities.row import Ability, Row
from mathhammer.plan import AFTER, POOL, Packet

if TYPE_CHECKING:
    from mathhammer.games.wh40k.prepared_weapon import PreparedWeapon
    from mathhammer.games.wh40k.situation import Situation


def on_critical_wound(
    ability: Ability, weapon: PreparedWeapon, situation: Situation, ap: int, rider: int
) -> tuple[Packet, ...]:
    """Return the packet of a critical wound (W-3, ruling `devastating`).

    Under ``"print-2023"`` mortal wounds equal to the damage, which carry over from model to
    model; under ``"errata-2023-09"`` ordinary damage without a save, under ``"errata-2024"``
    mortal wounds, neither of which carries over. All come after the normal damage.

    Parameters
    ----------
    ability : Ability
    weapon : PreparedWeapon
    situation : Situation
    ap, rider : int
        What criticals add to the AP, which no save meets, and to the damage.
    """
    ruling, leader = situation.ruleset.devastating, weapon.to_leader(situation)
    if ruling == "errata-2023-09":
        amount = weapon.damage(situation, rider)
        return (Packet(amount, None, False, False, leader, AFTER, weapon.index),)
    amount = weapon.damage(situation, rider, situation.ruleset.devastating_reduction)
    if ruling == "errata-2024":
        return (Packet(amount, None, False, True, leader, AFTER, weapon.index),)
    return (Packet(amount, None, True, True, False, POOL, weapon.index),)


DEVASTATING_WOUNDS = Row(
    kind="devastating wounds",
    help="a critical wound inflicts mortal wounds equal to the damage, and the attack ends "
    "(ruling devastating)",
    short="dw",
    on_critical_wound=on_critical_wound,
    rulings=("devastating", "devastating_reduction"),
)
