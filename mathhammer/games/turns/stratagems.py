"""Stratagems and commands that are a step of their own: dice that inflict mortal wounds."""

from __future__ import annotations

from typing import Any

from mathhammer.core.errors import MathhammerError
from mathhammer.games.checks.grenade import GRENADE_DICE, GRENADE_ON
from mathhammer.games.checks.power_through import POWER_THROUGH
from mathhammer.games.checks.tank_shock import TANK_SHOCK_MOST, TANK_SHOCK_ON, tank_shock_dice
from mathhammer.games.common.amounts import plain_amount
from mathhammer.games.common.rolls import ALWAYS_SUCCEEDS, d6_roll
from mathhammer.games.turns.prepared_weapons import check_names, of_type
from mathhammer.games.turns.script import Fighter
from mathhammer.games.turns.steps import TankShock, TargetedStep
from mathhammer.plan import Amount, DicePacket


def dice_of(step: TargetedStep, one: Fighter, other: Fighter) -> DicePacket:
    """Return the dice of a step.

    Parameters
    ----------
    step : TargetedStep
    one, other : Fighter
        Who does it, and who suffers it.

    Raises
    ------
    MathhammerError
        A vehicle has no melee weapon to ram with, or not the one named.
    """
    once = Amount.fixed(1)
    if isinstance(step, TankShock):
        dice = Amount.fixed(dice_of_ram(step, one, other))
        return _packet("Tank Shock", dice, TANK_SHOCK_ON, once, TANK_SHOCK_MOST)
    if step.do == "grenade":
        return _packet("Grenade", Amount.fixed(GRENADE_DICE), GRENADE_ON, once, None)
    return _packet("Power Through", once, 0, plain_amount(POWER_THROUGH), None)


def _packet(name: str, dice: Amount, on: int, damage: Amount, most: int | None) -> DicePacket:
    roll = d6_roll(on) if on else ALWAYS_SUCCEEDS
    return DicePacket(name, ALWAYS_SUCCEEDS, dice, roll, damage, most)


def dice_of_ram(step: TankShock, one: Fighter, other: Fighter) -> int:
    """Return how many D6 a vehicle rolls: as strong as its melee weapon, 2 more if S > T (W-6).

    The weapon is the one that the step names, else the strongest.
    """
    names = () if step.weapon is None else (step.weapon,)
    check_names([one.unit], "melee", names, "weapon")
    vehicle: Any = one.unit
    target: Any = other.unit
    rams: Any = of_type(vehicle, "melee", names).weapons
    if not rams:
        raise MathhammerError(f"{one.name} has no melee weapon to ram with", "by")
    return tank_shock_dice(max(weapon.strength for weapon in rams), target.toughness)
