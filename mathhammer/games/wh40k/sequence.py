"""The attack sequence as a plan: weapon by weapon, every rule in its place (W-1.8)."""

from __future__ import annotations

from ...abilities import Ability
from ...dice import Dice
from ...errors import MathhammerError, TooLargeError
from ...plan import AFTER, NOW, POOL, Action, Amount, Packet, Plan, Roll, Volley
from ...profiles import Context, Rider, Ruleset, Unit, Weapon
from .attacks import attacks
from .damage import damage
from .hits import hit_roll
from .mortals import dice_packet, hazardous, plain_amount
from .saves import armour_penetration, in_cover, save_roll
from .situation import Situation, abilities_of, situation
from .target import plan_target
from .wounds import wound_roll

#: The most attacks that all weapons of an attacker may make together.
MOST_ATTACKS = 20_000


def compile_attack(
    attacker: Unit,
    target: Unit,
    context: Context,
    ruleset: Ruleset,
    prepared: Situation | None = None,
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

    Raises
    ------
    MathhammerError
        Something is missing, with its name.
    TooLargeError
        More than `MOST_ATTACKS` attacks.
    """
    here = prepared or situation(target, context, ruleset)
    armed = [(weapon, abilities_of(weapon, attacker)) for weapon in attacker.weapons]
    if not armed and not attacker.mortals:
        raise MathhammerError("an attacker has weapons or mortals, at least one", attacker.name)
    volleys: list[Volley] = []
    most, routed = 0, False
    for index, (weapon, abilities) in enumerate(armed):
        made = volley(index, weapon, attacker, abilities, here)
        volleys.append(made)
        most += made.most_attacks()
        routed = routed or precise(abilities, here)
    if most > MOST_ATTACKS:
        raise TooLargeError(
            f"up to {most} attacks; the limit is {MOST_ATTACKS} for an attacker", attacker.name
        )
    return Plan(
        (plan_target(target, routed),),
        (
            Action(
                None,
                0,
                tuple(volleys),
                tuple([dice_packet(m, attacker) for m in attacker.mortals]),
                False,
                hazardous(attacker, armed, here),
            ),
        ),
    )


def volley(
    index: int,
    weapon: Weapon,
    attacker: Unit,
    abilities: dict[str, Ability],
    here: Situation,
) -> Volley:
    """Return all attacks of one weapon profile (W-1, W-3).

    A critical hit carries its riders to its own wound only; its extra hits (Sustained
    Hits X, rolled for each critical) are plain hits, and Lethal Hits reaches none of them.
    """
    sustained = abilities.get("sustained hits")
    hit_riders = _riders(attacker.modifiers.on_critical_hit, weapon.modifiers.on_critical_hit)
    wound_riders = _riders(attacker.modifiers.on_critical_wound, weapon.modifiers.on_critical_wound)
    shot = _Shot(index, weapon, attacker, abilities, here)
    plain = critical = plain_critical = critical_critical = shot.wound(0, 0)
    on_critical: tuple[Packet, ...] = ()
    if wound_riders is not None or "devastating wounds" in abilities:
        ap, more, on_wound = _summed(wound_riders, index)
        plain_critical = critical_critical = shot.critical_wound(ap, more) + on_wound
    if hit_riders is not None:
        hit_ap, hit_more, on_critical = _summed(hit_riders, index)
        critical = critical_critical = shot.wound(hit_ap, hit_more)
        if plain_critical is not plain:
            critical_critical = shot.critical_wound(ap + hit_ap, more + hit_more) + on_wound
    return Volley(
        weapon.name,
        weapon.count,
        attacks(weapon, attacker, abilities, here),
        hit_roll(weapon, attacker, abilities, here),
        plain_amount(sustained.dice) if sustained is not None and sustained.dice else None,
        "lethal hits" in abilities,
        on_critical,
        wound_roll(weapon, attacker, abilities, here),
        plain,
        plain_critical,
        critical,
        critical_critical,
    )


class _Shot:
    """Makes the packets of one weapon."""

    __slots__ = ("abilities", "attacker", "character", "here", "index", "weapon")

    def __init__(
        self,
        index: int,
        weapon: Weapon,
        attacker: Unit,
        abilities: dict[str, Ability],
        here: Situation,
    ) -> None:
        self.index, self.weapon, self.attacker = index, weapon, attacker
        self.abilities, self.here = abilities, here
        self.character = precise(abilities, here)

    def damage(self, rider: int, reduced: bool = True) -> Amount:
        return damage(self.weapon, self.attacker, self.abilities, self.here, rider, reduced)

    def wound(self, ap: int, rider: int) -> tuple[Packet, ...]:
        """Return the packet of a wound that is saved as usual (W-1.4, W-1.5)."""
        here, melee = self.here, self.weapon.type == "melee"
        total = armour_penetration(self.weapon, self.attacker, here, ap)
        cover = in_cover(self.weapon, self.abilities, here)
        saves: tuple[Roll, ...] = tuple(
            [save_roll(model, total, cover, melee, here) for model in here.models]
        )
        return (Packet(self.damage(rider), saves, False, False, self.character, NOW, self.index),)

    def critical_wound(self, ap: int, rider: int) -> tuple[Packet, ...]:
        """Return the packet of a critical wound (W-3 Devastating Wounds, ruling `devastating`)."""
        if "devastating wounds" not in self.abilities:
            return self.wound(ap, rider)
        ruleset = self.here.ruleset
        ruling = ruleset.devastating
        if ruling == "errata-2023-09":
            return (
                Packet(self.damage(rider), None, False, False, self.character, AFTER, self.index),
            )
        amount = self.damage(rider, ruleset.devastating_reduction)
        if ruling == "errata-2024":
            return (Packet(amount, None, False, True, self.character, AFTER, self.index),)
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


def _riders(first: Rider | None, second: Rider | None) -> list[Rider] | None:
    found = [rider for rider in (first, second) if rider is not None]
    return found or None


def _summed(riders: list[Rider] | None, index: int) -> tuple[int, int, tuple[Packet, ...]]:
    """Return AP and damage of riders added up, and their mortal wounds as packets."""
    if riders is None:
        return 0, 0, ()
    dice: list[Dice] = [r.mortals for r in riders if r.mortals is not None]
    packets = tuple(Packet(plain_amount(d), None, True, True, False, POOL, index) for d in dice)
    return sum(r.ap for r in riders), sum(r.damage for r in riders), packets
