"""The hit roll (W-1.1) and everything that modifies it (W-3, W-4)."""

from mathhammer.core.errors import MathhammerError
from mathhammer.games.common.rolls import (
    ONLY_SIX,
    best,
    d6_roll,
    net_modifier,
    stronger,
    with_reroll,
)
from mathhammer.games.wh40k.abilities.of_weapon import Armed
from mathhammer.games.wh40k.abilities.pistol import BIG_GUNS
from mathhammer.games.wh40k.abilities.stealth import HIT_MODIFIER
from mathhammer.games.wh40k.situation import Situation
from mathhammer.plan import Roll


def hit_modifiers(armed: Armed, situation: Situation) -> list[int]:
    """Return every modifier of the hit roll (W-3, W-4.2, W-4.3)."""
    weapon, attacker, abilities = armed
    target, context = situation.target, situation.context
    entries = [attacker.modifiers.hit, weapon.modifiers.hit, target.defence.hit]
    for modifier in abilities.hit_modifier:
        entries.append(modifier(weapon, situation))
    if weapon.type != "ranged":
        return entries
    if situation.stealth:
        entries.append(HIT_MODIFIER)
    if not abilities.shoots_engaged:
        if context.attacker_engaged and BIG_GUNS & attacker.keywords:
            entries.append(-1)
        if context.target_engaged and BIG_GUNS & target.keywords:
            entries.append(-1)
    return entries


def hit_roll(armed: Armed, situation: Situation) -> Roll | None:
    """Return the hit roll of a weapon, None where it hits automatically.

    W-1.1; W-3 Torrent (no roll, so no critical hit); W-4.6 Fire Overwatch (only an
    unmodified 6 hits, and is the only critical); W-4.8 re-rolls and critical hits on X+, which
    may need a roll that hits. No roll either where the attacks are hits already.

    Raises
    ------
    MathhammerError
        No skill, and no Torrent.
    """
    weapon, attacker, abilities = armed
    if abilities.hits_automatically or weapon.start:
        return None
    if not weapon.skill:
        raise MathhammerError("needs the field 'skill' (BS or WS), or Torrent", weapon.label)
    ours, own = attacker.modifiers, weapon.modifiers
    reroll = stronger(ours.reroll_hits, own.reroll_hits)
    if situation.context.overwatch:
        return with_reroll(ONLY_SIX, reroll)
    net = net_modifier(
        hit_modifiers(armed, situation),
        ours.ignore_hit_modifiers or own.ignore_hit_modifiers,
    )
    needed = weapon.skill - net
    critical = best(ours.critical_hits, own.critical_hits) or 6
    if ours.critical_hits_need_success or own.critical_hits_need_success:
        critical = max(critical, min(needed, 6))
    for critical_hit in abilities.critical_hit:
        if roll := critical_hit(weapon, situation):
            critical = min(critical, max(roll, min(needed, 6)))
    return d6_roll(needed, critical, 2, reroll)
