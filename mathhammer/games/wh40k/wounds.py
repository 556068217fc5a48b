"""The wound roll (W-1.2) and everything that modifies it (W-3, W-4.8)."""

from mathhammer.games.common.rolls import ALWAYS_SUCCEEDS, best, d6_roll, net_modifier, stronger
from mathhammer.games.names import WOUNDS
from mathhammer.games.wh40k.abilities.of_weapon import Armed
from mathhammer.games.wh40k.profiles import Unit, Weapon
from mathhammer.games.wh40k.situation import Situation
from mathhammer.plan import Roll


def wound_threshold(strength: int, toughness: int) -> int:
    """Return the roll that wounds (W-1.2).

    Examples
    --------
    >>> [wound_threshold(s, 4) for s in (8, 5, 4, 3, 2)]
    [2, 3, 4, 5, 6]
    """
    if strength >= 2 * toughness:
        return 2
    if strength > toughness:
        return 3
    if strength == toughness:
        return 4
    return 6 if 2 * strength <= toughness else 5


def strength(weapon: Weapon, attacker: Unit) -> int:
    """Return the strength after modifiers, at least 1 (W-4.8)."""
    return max(1, weapon.strength + attacker.modifiers.strength + weapon.modifiers.strength)


def wound_roll(armed: Armed, situation: Situation) -> Roll:
    """Return the wound roll of a weapon.

    W-1.2; W-3; W-4.8 modifiers (-1 when S > T among them), re-rolls, and the target's floor
    below which rolls always fail. Critical is an unmodified 6, or more by the lowest of
    ``critical_wounds`` and what the abilities say (W-3 Anti-X). Attacks that are wounds already
    succeed, without criticals.
    """
    weapon, attacker, abilities = armed
    if weapon.begins(WOUNDS):
        return ALWAYS_SUCCEEDS
    target, ours, own = situation.target, attacker.modifiers, weapon.modifiers
    s = strength(weapon, attacker)
    entries = [ours.wound, own.wound, target.defence.wound]
    if s > target.toughness:
        entries.append(target.defence.wound_if_stronger)
    for modifier in abilities.wound_modifier:
        entries.append(modifier(weapon, situation))
    reroll = stronger(ours.reroll_wounds, own.reroll_wounds)
    if abilities.reroll_wounds:
        reroll = stronger(reroll, abilities.reroll_wounds)
    critical = best(6, ours.critical_wounds, own.critical_wounds)
    for critical_wound in abilities.critical_wound:
        critical = best(critical, critical_wound(target))
    net = net_modifier(entries, ours.ignore_wound_modifiers or own.ignore_wound_modifiers)
    return d6_roll(
        wound_threshold(s, target.toughness) - net,
        critical,
        max(2, target.defence.wound_floor),
        reroll,
    )
