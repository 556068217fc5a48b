"""The saving throw (W-1.4), armour penetration and cover (W-4.1, W-4.4, W-4.7)."""

from mathhammer.games.common.rolls import ALWAYS_FAILS, d6_roll
from mathhammer.games.wh40k.abilities.of_weapon import Armed
from mathhammer.games.wh40k.situation import Model, Situation
from mathhammer.plan import Roll


def armour_penetration(armed: Armed, situation: Situation, rider: int) -> int:
    """Return the AP of an attack: everything added up, never above 0 (W-4.4, W-4.8)."""
    weapon, attacker, abilities = armed
    total = weapon.ap + attacker.modifiers.ap + weapon.modifiers.ap + rider
    total += situation.target.defence.ap
    for better in abilities.armour_penetration:
        total += better(weapon, situation)
    if situation.context.plunging_fire and weapon.type == "ranged":
        total -= 1
    return min(0, total)


def in_cover(armed: Armed, situation: Situation) -> bool:
    """Return whether the target has cover from this weapon (W-4.1, W-3)."""
    abilities = armed.abilities
    if armed.weapon.type != "ranged" or abilities.ignores_cover:
        return False
    cover = situation.cover
    for gives_cover in abilities.gives_cover:
        cover = cover or gives_cover(situation)
    return cover


def save_modifier(save: int, ap: int, cover: bool, bonus: int, cap: str) -> int:
    """Return the net modifier of an armour save (W-1.4, W-4.1).

    Parameters
    ----------
    save : int
        The save characteristic: 3+ or better has no cover against AP 0.
    ap : int
        0 or negative.
    cover : bool
    bonus : int
        Other modifiers of armour saves.
    cap : {"net", "bonuses"}
        Ruling `save_cap`: whether +1 caps the sum, or the bonuses alone.

    Examples
    --------
    >>> save_modifier(4, -1, True, 1, "net"), save_modifier(4, -1, True, 1, "bonuses")
    (1, 0)
    """
    if cover and not (save <= 3 and ap == 0):
        bonus += 1
    if cap == "net":
        return min(1, ap + bonus)
    return ap + min(1, bonus)


def save_roll(model: Model, ap: int, cover: bool, melee: bool, situation: Situation) -> Roll:
    """Return the better of a model's armour and invulnerable saves (W-1.4, W-4.7).

    An unmodified 1 always fails; an invulnerable save is never modified.
    """
    defence = situation.target.defence
    needed = 99
    if model.save:
        needed = model.save - save_modifier(
            model.save, ap, cover, defence.save, situation.ruleset.save_cap
        )
    invulnerable = model.melee if melee else model.ranged
    if invulnerable:
        needed = min(needed, invulnerable)
    return d6_roll(needed, 7, 2, defence.reroll_saves) if needed <= 6 else ALWAYS_FAILS
