"""How many attacks a weapon makes (W-3, D-5)."""

from __future__ import annotations

from mathhammer.games.common.amounts import plain_amount, reroll_below
from mathhammer.games.common.rolls import stronger
from mathhammer.games.wh40k.abilities.row import Ability
from mathhammer.games.wh40k.profiles import Unit, Weapon
from mathhammer.games.wh40k.situation import Situation
from mathhammer.plan import Amount


def can_shoot(weapon: Weapon, abilities: dict[str, Ability], situation: Situation) -> bool:
    """Return whether a weapon makes its attacks, which after an Advance few may shoot (W-3)."""
    if not situation.context.advanced or weapon.type != "ranged":
        return True
    return any(ability.row.after_advance for ability in abilities.values())


def attacks_by_target(abilities: dict[str, Ability], models: int) -> int:
    """Return the attacks that each copy has more against so many models (W-3 Blast)."""
    return sum(
        ability.row.attacks_by_target(ability, models)
        for ability in abilities.values()
        if ability.row.attacks_by_target
    )


def by_models(
    weapon: Weapon, abilities: dict[str, Ability], situation: Situation, most: int
) -> tuple[int, ...]:
    """Return the attacks that each copy has more against 0, 1, ... models that still live.

    Parameters
    ----------
    weapon : Weapon
    abilities : dict
        By kind.
    situation : Situation
    most : int
        Of models.

    Returns
    -------
    tuple of int
        Empty where the number of attacks doesn't depend on the models.
    """
    depends = any(ability.row.attacks_by_target for ability in abilities.values())
    if not depends or not can_shoot(weapon, abilities, situation):
        return ()
    return tuple(attacks_by_target(abilities, models) for models in range(most + 1))


def attacks(
    weapon: Weapon, attacker: Unit, abilities: dict[str, Ability], situation: Situation
) -> tuple[Amount, ...]:
    """Return the amounts whose sum is the number of attacks of one copy (W-3, D-5).

    The printed expression with its re-roll; the modifiers, to a minimum of 1 (not where the
    number can't be modified); then what the weapon's own abilities add.
    """
    if not can_shoot(weapon, abilities, situation):
        return (Amount.fixed(0),)
    dice = weapon.attacks
    ours, own = attacker.modifiers, weapon.modifiers
    change = ours.attacks + own.attacks
    added = 0
    rolled: list[Amount] = []
    for ability in abilities.values():
        row = ability.row
        if row.fixed_attacks:
            change = 0
        if row.attacks_by_target:
            added += row.attacks_by_target(ability, situation.size)
        extra = row.extra_attacks and row.extra_attacks(ability, weapon, situation)
        if extra and extra.terms:
            rolled.append(plain_amount(extra))
        elif extra:
            added += extra.constant
    low, high = dice.minimum, dice.maximum
    if change:
        values = tuple(max(1, total + change) + added for total in range(low, high + 1))
    else:
        values = tuple(range(low + added, high + added + 1))
    policy = stronger(ours.reroll_attacks, own.reroll_attacks)
    return (Amount(dice.terms, low, reroll_below(dice, policy), values), *rolled)
