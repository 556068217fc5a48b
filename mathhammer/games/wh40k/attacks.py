"""How many attacks a weapon makes (W-3: Rapid Fire, Blast, Extra Attacks, Assault)."""

from __future__ import annotations

from mathhammer.games.common.amounts import reroll_below
from mathhammer.games.common.rolls import stronger
from mathhammer.games.wh40k.abilities import Ability
from mathhammer.games.wh40k.profiles import Unit, Weapon
from mathhammer.games.wh40k.situation import Situation, half_range
from mathhammer.plan import Amount


def can_shoot(weapon: Weapon, abilities: dict[str, Ability], situation: Situation) -> bool:
    """Return whether a weapon makes its attacks: after an Advance only Assault shoots (W-3)."""
    return not (
        situation.context.advanced and weapon.type == "ranged" and "assault" not in abilities
    )


def attacks(
    weapon: Weapon, attacker: Unit, abilities: dict[str, Ability], situation: Situation
) -> tuple[Amount, ...]:
    """Return the amounts whose sum is the number of attacks of one copy (W-3, D-5).

    The printed expression with its re-roll; the modifiers, to a minimum of 1 (not for
    Extra Attacks, whose number can't be modified); then what the weapon's own abilities
    add: Rapid Fire X within half range, Blast 1 for 5 models of the target.
    """
    if not can_shoot(weapon, abilities, situation):
        return (Amount.fixed(0),)
    dice = weapon.attacks
    ours, own = attacker.modifiers, weapon.modifiers
    change = 0 if "extra attacks" in abilities else ours.attacks + own.attacks
    added = 0
    rolled: tuple[Amount, ...] = ()
    if abilities:
        if "blast" in abilities:
            added += situation.size // 5
        rapid = abilities.get("rapid fire")
        if rapid is not None and rapid.dice is not None and half_range(weapon, situation.context):
            if rapid.dice.terms:
                low, high = rapid.dice.minimum, rapid.dice.maximum
                rolled = (Amount(rapid.dice.terms, low, 0, tuple(range(low, high + 1))),)
            else:
                added += rapid.dice.constant
    low, high = dice.minimum, dice.maximum
    if change:
        values = tuple(max(1, total + change) + added for total in range(low, high + 1))
    else:
        values = tuple(range(low + added, high + added + 1))
    policy = stronger(ours.reroll_attacks, own.reroll_attacks)
    return (Amount(dice.terms, low, reroll_below(dice, policy), values), *rolled)
