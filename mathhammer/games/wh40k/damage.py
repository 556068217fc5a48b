"""The damage of an attack (W-1.5) and what raises or reduces it (W-3, W-4.8)."""

from mathhammer.core.dice import Dice
from mathhammer.games.common.amounts import amount, stronger_reroll
from mathhammer.games.wh40k.abilities.of_weapon import Armed
from mathhammer.games.wh40k.situation import Situation
from mathhammer.plan import Amount


def damage(armed: Armed, situation: Situation, rider: int = 0, reduced: bool = True) -> Amount:
    """Return the damage of one attack, before Feel No Pain and waste (W-1.5, W-4.8).

    Parameters
    ----------
    armed : Armed
    situation : Situation
    rider : int
        What criticals add.
    reduced : bool
        Whether the target's modifiers apply (ruling `devastating_reduction`).

    Notes
    -----
    In this order: the printed dice with their re-roll, or what the target's `damage_to` puts in
    their place; halved, rounding up; plus the
    attacker's, the weapon's, its abilities' and the riders' damage; plus the target's, which does
    not take it below 1 (a 0 stays 0).
    """
    weapon, attacker, abilities = armed
    ours, own, defence = attacker.modifiers, weapon.modifiers, situation.target.defence
    bonus = ours.damage + own.damage + rider
    for more in abilities.damage:
        bonus += more(weapon, situation)
    halve = reduced and defence.halve_damage
    change = defence.damage if reduced else 0
    policy = stronger_reroll(weapon.damage, ours.reroll_damage, own.reroll_damage)
    dice = weapon.damage
    if reduced and defence.damage_to is not None:
        dice = Dice((), defence.damage_to)
    if not (halve or bonus or change):
        return amount(dice, policy)
    return amount(
        dice,
        policy,
        lambda total: final_damage((total + 1) // 2 if halve else total, bonus, change),
    )


def final_damage(rolled: int, bonus: int, change: int) -> int:
    """Return the damage of a roll after the attacker's bonus and the target's change.

    Examples
    --------
    >>> final_damage(1, 0, -1), final_damage(3, 0, -1), final_damage(0, 0, -1)
    (1, 2, 0)
    """
    before = max(0, rolled + bonus)
    if change >= 0 or before == 0:
        return before + (change if before else 0)
    return max(1, before + change)
