"""What comes outside the attack sequence: mortal wounds (W-1.6) and Hazardous (W-3)."""

from __future__ import annotations

from ...abilities.wh40k import Ability
from ...dice import Dice
from ...errors import TooLargeError
from ...plan import Amount, DicePacket, OwnLosses
from ...profiles.wh40k import MortalDice, Unit, Weapon
from ..rolls import ALWAYS_SUCCEEDS, d6_roll
from .attacks import can_shoot
from .situation import TOUGH_BEARERS, Situation

#: The most mortal wounds that one entry of dice may inflict before its own cap.
MOST_MORTAL = 50_000


def plain_amount(dice: Dice) -> Amount:
    """Return an expression as an amount, without re-roll or modifiers."""
    low = dice.minimum
    return Amount(dice.terms, low, 0, tuple(range(low, dice.maximum + 1)))


def dice_packet(mortals: MortalDice, attacker: Unit) -> DicePacket:
    """Return dice that inflict mortal wounds after the attacks (W-1.6, W-6)."""
    if mortals.per_model:
        count = Amount.fixed(mortals.per_model * attacker.models)
    else:
        count = plain_amount(mortals.dice)
    most = count.maximum * mortals.damage.maximum
    if most > MOST_MORTAL:
        raise TooLargeError(
            f"up to {most} mortal wounds; the limit is {MOST_MORTAL}", f"mortals {mortals.name!r}"
        )
    return DicePacket(
        mortals.name,
        d6_roll(mortals.gate) if mortals.gate else ALWAYS_SUCCEEDS,
        count,
        d6_roll(mortals.on) if mortals.on else ALWAYS_SUCCEEDS,
        plain_amount(mortals.damage),
        mortals.max,
    )


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
