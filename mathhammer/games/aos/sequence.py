"""The attack sequence as a plan: all weapons fill one pool (A-1, A-2)."""

from mathhammer.games.aos.abilities import table
from mathhammer.games.aos.abilities.row import Row
from mathhammer.games.aos.attacks import attacks, has_champion
from mathhammer.games.aos.crits import crits
from mathhammer.games.aos.damage import damage
from mathhammer.games.aos.hits import hit_roll
from mathhammer.games.aos.prepared_weapon import PreparedWeapon, prepared_weapons
from mathhammer.games.aos.profiles import Context, Ruleset, Unit
from mathhammer.games.aos.saves import save_against
from mathhammer.games.aos.situation import Situation, shared_situation
from mathhammer.games.aos.wounds import wound_roll
from mathhammer.games.common.action import attack_action
from mathhammer.games.common.amounts import plain_amount
from mathhammer.plan import NOW, Amount, Packet, Plan, Volley


def compile_attack(
    attacker: Unit,
    target: Unit,
    context: Context,
    ruleset: Ruleset,
    situation: Situation | None = None,
    weapons: list[PreparedWeapon] | None = None,
) -> Plan:
    """Return the plan of one unit attacking another.

    Parameters
    ----------
    attacker, target : Unit
    context : Context
        The attacker's own already merged over it.
    ruleset : Ruleset
    situation : Situation, optional
        What `shared_situation` gave for the same target, context and ruleset.
    weapons : list of PreparedWeapon, optional
        What `prepared_weapons` gave for the same attacker.

    Raises
    ------
    MathhammerError
        Something is missing, with its name.
    TooLargeError
        More than `MAX_ATTACKS` attacks.
    """
    situation = situation or shared_situation(target, context, ruleset)
    if weapons is None:
        weapons = prepared_weapons(attacker)
    volleys = [volley(weapon, situation) for weapon in weapons]
    return Plan((situation.unit,), (attack_action(attacker, volleys, True, situation.unit),))


def compile_repeated(attacker: Unit, target: Unit, context: Context, ruleset: Ruleset) -> Plan:
    """Return the plan of an attack that several units make: no number follows the target's."""
    return compile_attack(attacker, target, context, ruleset)


def crit_of(weapon: PreparedWeapon, situation: Situation) -> Row | None:
    """Return the Crit ability that a weapon uses: the chosen one, or the best (A-3)."""
    if weapon.weapon.start:
        return None
    if weapon.weapon.crit is not None:
        return table.WEAPON.by_name[weapon.weapon.crit]
    available = crits(weapon.abilities)
    if len(available) < 2:
        return available[0] if available else None
    from mathhammer.games.aos.best_crit import best_crit

    return best_crit(available, weapon, situation)


def volley(weapon: PreparedWeapon, situation: Situation) -> Volley:
    """Return all attacks of one weapon profile (A-1, A-3).

    A Crit ability adds hits to a critical hit, skips the wound roll, or sends the damage into
    the pool and ends the attack. A rider goes with the critical hit itself: the hit that Crit
    (2 Hits) adds is a plain one (A-3.1).
    """
    profile, number = weapon.weapon, weapon.number
    points = special = damage(weapon, situation)
    wound = critical = _wound(weapon, situation, points, 0)
    on_critical: tuple[Packet, ...] = ()
    rider = weapon.modifiers.on_critical_hit
    if rider is not None and not profile.start:
        special = damage(weapon, situation, rider.damage)
        critical = _wound(weapon, situation, special, rider.rend)
        on_critical = tuple([_mortal(plain_amount(dice), number) for dice in rider.mortals])
    crit = crit_of(weapon, situation)
    mortal = crit is not None and crit.mortal_on_critical_hit
    if mortal:
        on_critical = (_mortal(special, number), *on_critical)
    return Volley(
        profile.name or "weapon",
        profile.count,
        (attacks(weapon),),
        hit_roll(weapon, situation),
        Amount.fixed(crit.extra_hits) if crit is not None and crit.extra_hits else None,
        crit is not None and crit.wounds_on_critical_hit,
        on_critical,
        wound_roll(weapon, situation),
        wound,
        wound,
        critical,
        critical,
        champion_attacks=(attacks(weapon, champion=True),) if has_champion(profile) else (),
        critical_ends_attack=mortal,
    )


def _wound(
    weapon: PreparedWeapon, situation: Situation, points: Amount, rider: int
) -> tuple[Packet, ...]:
    """Return the packet of a wound, with the Rend of its riders."""
    save = save_against(weapon, situation, rider)
    return (Packet(points, (save,), True, False, False, NOW, weapon.number),)


def _mortal(points: Amount, number: int) -> Packet:
    """Return mortal damage of a critical hit."""
    return Packet(points, None, True, True, False, NOW, number)
