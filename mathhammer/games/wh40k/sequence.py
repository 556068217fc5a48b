"""The attack sequence as a plan: weapon by weapon, every rule in its place (W-1.8)."""

from __future__ import annotations

from typing import NamedTuple

from mathhammer.core.dice import Dice
from mathhammer.core.errors import MathhammerError, TooLargeError
from mathhammer.games.common.amounts import plain_amount
from mathhammer.games.common.limits import MAX_ATTACKS
from mathhammer.games.common.mortal_dice import dice_packet
from mathhammer.games.wh40k.abilities import Ability
from mathhammer.games.wh40k.attacks import attacks
from mathhammer.games.wh40k.damage import damage
from mathhammer.games.wh40k.demise import explosion_at
from mathhammer.games.wh40k.hazardous import hazardous
from mathhammer.games.wh40k.hits import hit_roll
from mathhammer.games.wh40k.profiles import Context, Rider, Ruleset, Unit, Weapon
from mathhammer.games.wh40k.saves import armour_penetration, in_cover, save_roll
from mathhammer.games.wh40k.situation import Situation, abilities_of, situation
from mathhammer.games.wh40k.wounds import wound_roll
from mathhammer.plan import AFTER, NOW, POOL, Action, Amount, Packet, Plan, Roll, Volley


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
        What `arms_of` gave for the same attacker, used for the same context and ruleset.

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
    volleys: list[Volley] = []
    most, routed = 0, False
    for arm in arms:
        made = volley(arm, here)
        volleys.append(made)
        most += made.most_attacks()
        routed = routed or precise(arm.abilities, here)
    if most > MAX_ATTACKS:
        raise TooLargeError(
            f"up to {most} attacks; the limit is {MAX_ATTACKS} for an attacker", attacker.name
        )
    unit = here.unit
    return Plan(
        (unit._replace(characters=len(target.leader)) if routed else unit,),
        (
            Action(
                None,
                0,
                tuple(volleys),
                tuple([dice_packet(m, attacker) for m in attacker.mortals]),
                False,
                hazardous(attacker, [(arm.weapon, arm.abilities) for arm in arms], here),
                explosion_at(attacker, target, context),
            ),
        ),
    )


def compile_repeated(attacker: Unit, target: Unit, context: Context, ruleset: Ruleset) -> Plan:
    """Return the plan of an attack that several units make one after another.

    Blast counts the models that live when it is used (W-3), which the volleys' `crowd`
    holds; all else is that of `compile_attack`.

    Parameters
    ----------
    attacker, target : Unit
    context : Context
        The attacker's own already merged over it.
    ruleset : Ruleset
    """
    here = situation(target, context, ruleset)
    plan = compile_attack(attacker, target, context, ruleset, here)
    alone = here._replace(size=0, cache_key=(0, *here.cache_key[1:]))
    bare = compile_attack(attacker, target, context, ruleset, alone).steps[0].volleys
    crowd = tuple(living // 5 for living in range(here.size + 1))
    volleys = tuple(
        volley
        if volley.attacks == without.attacks
        else without._replace(attacks_by_target_models=crowd)
        for volley, without in zip(plan.steps[0].volleys, bare, strict=True)
    )
    return plan._replace(steps=(plan.steps[0]._replace(volleys=volleys),))


def arms_of(attacker: Unit) -> list[PreparedWeapon]:
    """Return the weapons of an attacker, in order."""
    return [
        PreparedWeapon(index, weapon, attacker) for index, weapon in enumerate(attacker.weapons)
    ]


def volley(arm: PreparedWeapon, here: Situation) -> Volley:
    """Return all attacks of one weapon profile (W-1, W-3).

    A critical hit carries its riders to its own wound only; its extra hits (Sustained
    Hits X, rolled for each critical) are plain hits, and Lethal Hits reaches none of them.
    """
    weapon, attacker, abilities = arm.weapon, arm.attacker, arm.abilities
    plain = critical = hit_then_critical_wound = critical_critical = arm.wound(here, 0, 0)
    on_critical: tuple[Packet, ...] = ()
    ap, more, on_wound = arm.wound_riders or (0, 0, ())
    if arm.wound_riders or "devastating wounds" in abilities:
        hit_then_critical_wound = critical_critical = arm.critical_wound(here, ap, more) + on_wound
    if arm.hit_riders:
        hit_ap, hit_more, on_critical = arm.hit_riders
        critical = critical_critical = arm.wound(here, hit_ap, hit_more)
        if hit_then_critical_wound is not plain:
            critical_critical = arm.critical_wound(here, ap + hit_ap, more + hit_more) + on_wound
    offence = arm.offence(here)
    return Volley(
        weapon.name,
        weapon.count,
        offence.attacks,
        offence.hit,
        arm.extra,
        "lethal hits" in abilities,
        on_critical,
        wound_roll(weapon, attacker, abilities, here),
        plain,
        hit_then_critical_wound,
        critical,
        critical_critical,
    )


class Offence(NamedTuple):
    """What a weapon does alike to all targets of one `Situation.cache_key`.

    Attributes
    ----------
    attacks : tuple of Amount
    hit : Roll or None
    damage : dict
        Amounts made so far, by the riders' damage and whether it is reduced.
    """

    attacks: tuple[Amount, ...]
    hit: Roll | None
    damage: dict[tuple[int, bool], Amount]


class PreparedWeapon:
    """One weapon of an attacker, aimed at one target after another.

    What no target changes is worked out once, what its `Situation.cache_key` changes once for
    each key; so it belongs to one context and ruleset.

    Parameters
    ----------
    index : int
        Of the weapon.
    weapon : Weapon
    attacker : Unit
    """

    __slots__ = (
        "abilities", "attacker", "extra", "hit_riders", "index", "offences", "weapon",
        "wound_riders",
    )  # fmt: skip

    def __init__(self, index: int, weapon: Weapon, attacker: Unit) -> None:
        self.index, self.weapon, self.attacker = index, weapon, attacker
        self.abilities = abilities_of(weapon, attacker)
        sustained = self.abilities.get("sustained hits")
        self.extra = plain_amount(sustained.dice) if sustained and sustained.dice else None
        ours, own = attacker.modifiers, weapon.modifiers
        self.hit_riders = _summed(ours.on_critical_hit, own.on_critical_hit, index)
        self.wound_riders = _summed(ours.on_critical_wound, own.on_critical_wound, index)
        self.offences: dict[tuple[int, ...], Offence] = {}

    def offence(self, here: Situation) -> Offence:
        """Return what is the same against all targets of this cache_key."""
        found = self.offences.get(here.cache_key)
        if found is None:
            given = self.weapon, self.attacker, self.abilities, here
            found = self.offences[here.cache_key] = Offence(attacks(*given), hit_roll(*given), {})
        return found

    def damage(self, here: Situation, rider: int, reduced: bool = True) -> Amount:
        """Return the damage of one attack."""
        known = self.offence(here).damage
        found = known.get((rider, reduced))
        if found is None:
            found = known[rider, reduced] = damage(
                self.weapon, self.attacker, self.abilities, here, rider, reduced
            )
        return found

    def wound(self, here: Situation, ap: int, rider: int) -> tuple[Packet, ...]:
        """Return the packet of a wound that is saved as usual (W-1.4, W-1.5)."""
        melee = self.weapon.type == "melee"
        total = armour_penetration(self.weapon, self.attacker, here, ap)
        cover = in_cover(self.weapon, self.abilities, here)
        saves: tuple[Roll, ...] = tuple(
            [save_roll(model, total, cover, melee, here) for model in here.models]
        )
        amount, character = self.damage(here, rider), precise(self.abilities, here)
        return (Packet(amount, saves, False, False, character, NOW, self.index),)

    def critical_wound(self, here: Situation, ap: int, rider: int) -> tuple[Packet, ...]:
        """Return the packet of a critical wound (W-3 Devastating Wounds, ruling `devastating`)."""
        if "devastating wounds" not in self.abilities:
            return self.wound(here, ap, rider)
        ruling, character = here.ruleset.devastating, precise(self.abilities, here)
        if ruling == "errata-2023-09":
            amount = self.damage(here, rider)
            return (Packet(amount, None, False, False, character, AFTER, self.index),)
        amount = self.damage(here, rider, here.ruleset.devastating_reduction)
        if ruling == "errata-2024":
            return (Packet(amount, None, False, True, character, AFTER, self.index),)
        return (Packet(amount, None, True, True, False, POOL, self.index),)


def precise(abilities: dict[str, Ability], here: Situation) -> bool:
    """Return whether wounds are allocated to a visible leader first (W-2, W-3 Precision)."""
    context = here.context
    return (
        "precision" in abilities
        and context.precision_on_character
        and context.visible
        and bool(here.target.leader)
    )


def _summed(
    first: Rider | None, second: Rider | None, index: int
) -> tuple[int, int, tuple[Packet, ...]] | None:
    """Return AP and damage of riders added up, and their mortal wounds as packets."""
    riders = [rider for rider in (first, second) if rider is not None]
    if not riders:
        return None
    dice: list[Dice] = [r.mortals for r in riders if r.mortals is not None]
    packets = tuple(Packet(plain_amount(d), None, True, True, False, POOL, index) for d in dice)
    return sum(r.ap for r in riders), sum(r.damage for r in riders), packets
