"""The hit roll (A-1) and everything that modifies it (A-4)."""

from mathhammer.games.aos.prepared_weapon import PreparedWeapon
from mathhammer.games.aos.profiles import Context, Unit
from mathhammer.games.aos.situation import Situation
from mathhammer.games.common.rolls import d6_roll, net_modifier
from mathhammer.plan import Roll


def is_covered(target: Unit, context: Context) -> bool:
    """Return whether the target is in cover: by the situation, or by its own modifiers."""
    return context.cover or target.defence.cover


def cover(attacker: Unit, situation: Situation) -> bool:
    """Return whether the target's cover counts (A-4, ruling `cover_exception`).

    It doesn't against a unit that charged this turn or has Fly; under ``"target"`` it is
    the unit in cover whose charge or Fly takes it away.
    """
    context = situation.context
    if not is_covered(situation.target, context):
        return False
    if situation.ruleset.cover_exception == "attacker":
        return not (context.charged or "fly" in attacker.keywords)
    return not (context.target_charged or "fly" in situation.target.keywords)


def hit_modifiers(weapon: PreparedWeapon, situation: Situation) -> tuple[int, ...]:
    """Return every modifier of the hit roll (A-1.5, A-4)."""
    context = situation.context
    ranged = weapon.weapon.type == "ranged"
    return (
        *weapon.modifiers.hit,
        situation.target.defence.hit,
        int(context.all_out_attack),
        -int(cover(weapon.attacker, situation)),
        -int(ranged and context.covering_fire),
        -int(ranged and situation.guarded),
    )


def hit_roll(weapon: PreparedWeapon, situation: Situation) -> Roll | None:
    """Return the hit roll of a weapon, None where its attacks are hits already.

    A-1: an unmodified 1 fails, an unmodified 6 (or lower, by `critical_hits`) is a critical
    hit; ruling `critical_always_hits`: whether it hits where the modified roll would not.
    A-1.5: modifiers are added up and capped to -1..+1.
    """
    if weapon.weapon.start:
        return None
    needed = weapon.weapon.hit - net_modifier(list(hit_modifiers(weapon, situation)))
    critical = weapon.modifiers.critical_hits or 6
    if not situation.ruleset.critical_always_hits:
        critical = max(critical, needed)
    return d6_roll(needed, critical, 2, weapon.modifiers.reroll_hits)
