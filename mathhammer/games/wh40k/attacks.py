"""How many attacks a weapon makes (W-3, D-5)."""

from mathhammer.games.common.amounts import amount, plain_amount, stronger_reroll
from mathhammer.games.wh40k.abilities.of_weapon import Abilities, Armed
from mathhammer.games.wh40k.situation import Situation
from mathhammer.plan import Amount


def can_shoot(armed: Armed, situation: Situation) -> bool:
    """Return whether a weapon makes its attacks, which after an Advance few may shoot (W-3)."""
    weapon, _, abilities = armed
    if not situation.context.advanced or weapon.type != "ranged" or weapon.start:
        return True
    return abilities.after_advance


def attacks_by_target(abilities: Abilities, models: int) -> int:
    """Return the attacks that each copy has more against so many models (W-3 Blast)."""
    return sum(attacks_against(models) for attacks_against in abilities.attacks_by_target)


def by_models(armed: Armed, situation: Situation, most: int) -> tuple[int, ...]:
    """Return the attacks that each copy has more against 0, 1, ... models that still live.

    Parameters
    ----------
    armed : Armed
    situation : Situation
    most : int
        Of models.

    Returns
    -------
    tuple of int
        Empty where the number of attacks doesn't depend on the models.
    """
    abilities = armed.abilities
    if not abilities.attacks_by_target or not can_shoot(armed, situation):
        return ()
    return tuple(attacks_by_target(abilities, models) for models in range(most + 1))


def attacks(armed: Armed, situation: Situation) -> tuple[Amount, ...]:
    """Return the amounts whose sum is the number of attacks of one copy (W-3, D-5).

    The printed expression with its re-roll; the modifiers, to a minimum of 1 (not where the
    number can't be modified); then what the weapon's own abilities add. Attacks that are hits
    or more already are as many as is said.
    """
    weapon, attacker, abilities = armed
    if weapon.start:
        return (plain_amount(weapon.attacks),)
    if not can_shoot(armed, situation):
        return (Amount.fixed(0),)
    ours, own = attacker.modifiers, weapon.modifiers
    change = 0 if abilities.fixed_attacks else ours.attacks + own.attacks
    added = attacks_by_target(abilities, situation.size) if abilities.attacks_by_target else 0
    rolled: list[Amount] = []
    for extra_attacks in abilities.extra_attacks:
        extra = extra_attacks(weapon, situation)
        if extra and extra.terms:
            rolled.append(plain_amount(extra))
        elif extra:
            added += extra.constant

    policy = stronger_reroll(weapon.attacks, ours.reroll_attacks, own.reroll_attacks)
    if not (change or added):
        return (amount(weapon.attacks, policy), *rolled)

    def changed(total: int) -> int:
        return max(1, total + change) + added if change else total + added

    return (amount(weapon.attacks, policy, changed), *rolled)
