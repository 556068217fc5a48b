"""The attack sequence as a plan: weapon by weapon, every rule in its place (W-1.8)."""

from mathhammer.core.dice import Dice
from mathhammer.games.common.action import attack_action
from mathhammer.games.common.amounts import plain_amount
from mathhammer.games.wh40k.abilities.deadly_demise import explosion_at
from mathhammer.games.wh40k.abilities.of_weapon import check_alone
from mathhammer.games.wh40k.attacks import by_models, can_shoot
from mathhammer.games.wh40k.prepared_weapon import PreparedWeapon, prepared_weapons
from mathhammer.games.wh40k.profiles import Context, Ruleset, Unit
from mathhammer.games.wh40k.situation import Situation, shared_situation
from mathhammer.games.wh40k.wounds import wound_roll
from mathhammer.plan import OwnLosses, Packet, Plan, Volley


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
        What `prepared_weapons` gave for the same attacker, used for the same context and
        ruleset.

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
    action = attack_action(attacker, volleys, False, situation.unit)
    used = endangering(weapons, situation)
    losses = own_losses(attacker, used) if used else None
    explosion = explosion_at(attacker, target, context)
    if losses or explosion:
        action = action._replace(own_losses=losses, explosion=explosion)
    unit = situation.unit
    for weapon in weapons:
        if weapon.to_leader(situation):
            unit = unit._replace(characters=len(target.leader))
    return Plan((unit,), (action,))


def endangering(weapons: list[PreparedWeapon], situation: Situation) -> list[PreparedWeapon]:
    """Return the weapons that attack and may cost their own unit models (W-3 Hazardous)."""
    return [
        weapon for weapon in weapons
        if weapon.abilities.own_losses and can_shoot(weapon.armed, situation)
    ]  # fmt: skip


def own_losses(attacker: Unit, used: list[PreparedWeapon]) -> OwnLosses:
    """Return what the attack of some endangering weapons does to their unit (W-3 Hazardous).

    Raises
    ------
    MathhammerError
        Several abilities say what it is.
    """
    acting = {a.row: a for weapon in used for a in weapon.abilities.values() if a.row.own_losses}
    check_alone([*acting.values()], "what the attacker suffers")
    return used[0].abilities.own_losses[0](attacker, [weapon.weapon for weapon in used])


def compile_repeated(attacker: Unit, target: Unit, context: Context, ruleset: Ruleset) -> Plan:
    """Return the plan of an attack that several units make one after another.

    Blast counts the models that live when it is used (W-3), which the volleys hold; all else
    is that of `compile_attack`.

    Parameters
    ----------
    attacker, target : Unit
    context : Context
        The attacker's own already merged over it.
    ruleset : Ruleset
    """
    situation = shared_situation(target, context, ruleset)
    weapons = prepared_weapons(attacker)
    plan = compile_attack(attacker, target, context, ruleset, situation, weapons)
    alone = without_models(situation)
    volleys = []
    for volley, weapon in zip(plan.steps[0].volleys, weapons, strict=True):
        added = by_models(weapon.armed, situation, situation.size)
        if added:
            volley = volley._replace(
                attacks=weapon.offence(alone).attacks, attacks_by_target_models=added
            )
        volleys.append(volley)
    return plan._replace(steps=(plan.steps[0]._replace(volleys=tuple(volleys)),))


def without_models(situation: Situation) -> Situation:
    """Return a situation without the target's models, for attacks that count them later."""
    return situation._replace(size=0, cache_key=(0, *situation.cache_key[1:]))


def volley(weapon: PreparedWeapon, situation: Situation) -> Volley:
    """Return all attacks of one weapon profile (W-1, W-3).

    A critical hit carries its riders to its own wound only; its extra hits (Sustained
    Hits X, rolled for each critical) are plain hits, and Lethal Hits reaches none of them.
    """
    plain = critical = hit_then_critical_wound = critical_critical = weapon.wound(situation, 0, 0)
    on_critical: tuple[Packet, ...] = ()
    ap, more, on_wound = weapon.wound_riders or (0, 0, ())
    if weapon.wound_riders or weapon.abilities.on_critical_wound:
        hit_then_critical_wound = critical_critical = (
            weapon.critical_wound(situation, ap, more) + on_wound
        )
    if weapon.hit_riders:
        hit_ap, hit_more, on_critical = weapon.hit_riders
        critical = critical_critical = weapon.wound(situation, hit_ap, hit_more)
        if hit_then_critical_wound is not plain:
            critical_critical = (
                weapon.critical_wound(situation, ap + hit_ap, more + hit_more) + on_wound
            )
    offence, extra_hits = weapon.offence(situation), None
    if weapon.abilities.extra_hits:
        added = Dice((), 0)
        for hits in weapon.abilities.extra_hits:
            terms, constant = hits()
            added = Dice(added.terms + terms, added.constant + constant)
        extra_hits = plain_amount(added)
    return Volley(
        weapon.weapon.name or "weapon",
        weapon.weapon.count,
        offence.attacks,
        offence.hit,
        extra_hits,
        weapon.abilities.wounds_on_critical_hit,
        on_critical,
        wound_roll(weapon.armed, situation),
        plain,
        hit_then_critical_wound,
        critical,
        critical_critical,
    )
