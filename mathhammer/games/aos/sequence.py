"""The attack sequence as a plan: all weapons fill one pool (A-1, A-2)."""

from __future__ import annotations

from typing import NamedTuple

from mathhammer.core.errors import MathhammerError, TooLargeError
from mathhammer.games.aos.attacks import attacks, has_champion
from mathhammer.games.aos.crits import AUTO_WOUND, MORTAL, TWO_HITS, best_crit
from mathhammer.games.aos.damage import damage
from mathhammer.games.aos.hits import hit_roll
from mathhammer.games.aos.profiles import Context, Ruleset, Unit, Weapon
from mathhammer.games.aos.reach import reached
from mathhammer.games.aos.saves import rend, save_roll
from mathhammer.games.aos.situation import Situation, situation
from mathhammer.games.aos.weapon import abilities_of, crits
from mathhammer.games.aos.wounds import wound_roll
from mathhammer.games.common.limits import MAX_ATTACKS
from mathhammer.games.common.mortal_dice import dice_packet
from mathhammer.plan import NOW, Action, Amount, Packet, Plan, Volley

_ONE_MORE = Amount.fixed(1)


class PreparedWeapon(NamedTuple):
    """A weapon in its place, with the unit that carries it.

    Attributes
    ----------
    number : int
    weapon : Weapon
    attacker : Unit
    """

    number: int
    weapon: Weapon
    attacker: Unit


def arms_of(attacker: Unit) -> list[PreparedWeapon]:
    """Return the weapons of an attacker, in order."""
    return [
        PreparedWeapon(number, weapon, attacker) for number, weapon in enumerate(attacker.weapons)
    ]


def compile_attack(
    attacker: Unit,
    target: Unit,
    context: Context,
    ruleset: Ruleset,
    prepared: Situation | None = None,
    arms: list[PreparedWeapon] | None = None,
) -> Plan:
    """Return the plan of one unit attacking another.

    Parameters
    ----------
    attacker, target : Unit
    context : Context
        The attacker's own already merged over it.
    ruleset : Ruleset
    prepared : Situation, optional
        What `situation` gave for the same target, context and ruleset.
    arms : list of PreparedWeapon, optional
        What `arms_of` gave for the same attacker.

    Raises
    ------
    MathhammerError
        Something is missing, with its name.
    TooLargeError
        More than `MAX_ATTACKS` attacks.
    """
    here = prepared or situation(target, context, ruleset)
    if arms is None:
        arms = arms_of(attacker)
    if not arms and not attacker.mortals:
        raise MathhammerError("an attacker has weapons or mortals, at least one", attacker.name)
    volleys = tuple([volley(arm, here) for arm in arms])
    most = sum(v.most_attacks() for v in volleys)
    if most > MAX_ATTACKS:
        raise TooLargeError(
            f"up to {most} attacks; the limit is {MAX_ATTACKS} for an attacker", attacker.name
        )
    dice = tuple([dice_packet(mortals, attacker) for mortals in attacker.mortals])
    return Plan((here.unit,), (Action(None, 0, volleys, dice, pooled=True),))


def compile_repeated(attacker: Unit, target: Unit, context: Context, ruleset: Ruleset) -> Plan:
    """Return the plan of an attack that several units make: no number follows the target's."""
    return compile_attack(attacker, target, context, ruleset)


def crit_of(arm: PreparedWeapon, here: Situation) -> str | None:
    """Return the Crit ability that a weapon uses: the chosen one, or the best (A-3)."""
    weapon, attacker = arm.weapon, arm.attacker
    if weapon.crit is not None:
        return weapon.crit
    abilities = abilities_of(weapon, attacker.abilities)
    available = crits(abilities)
    if len(available) < 2:
        return available[0] if available else None
    ours = reached(weapon, attacker)
    return best_crit(
        available,
        hit_roll(weapon, attacker, ours, here),
        wound_roll(weapon, ours, here),
        save_roll(rend(weapon, abilities, ours, here), here),
        damage(weapon, abilities, ours, here),
    )


def volley(arm: PreparedWeapon, here: Situation) -> Volley:
    """Return all attacks of one weapon profile (A-1, A-3).

    Crit (2 Hits) is one extra hit; Crit (Auto-wound) skips the wound roll; Crit (Mortal)
    sends its damage into the pool and ends the attack.
    """
    weapon, attacker = arm.weapon, arm.attacker
    ours = reached(weapon, attacker)
    abilities = abilities_of(weapon, attacker.abilities)
    points = damage(weapon, abilities, ours, here)
    save = save_roll(rend(weapon, abilities, ours, here), here)
    wound = (Packet(points, (save,), True, False, False, NOW, arm.number),)
    crit = crit_of(arm, here)
    mortal = crit == MORTAL
    on_critical = (Packet(points, None, True, True, False, NOW, arm.number),) if mortal else ()
    return Volley(
        weapon.name,
        weapon.count,
        (attacks(weapon, ours),),
        hit_roll(weapon, attacker, ours, here),
        _ONE_MORE if crit == TWO_HITS else None,
        crit == AUTO_WOUND,
        on_critical,
        wound_roll(weapon, ours, here),
        wound,
        wound,
        wound,
        wound,
        champion_attacks=(attacks(weapon, ours, champion=True),) if has_champion(weapon) else (),
        critical_ends_attack=mortal,
    )
