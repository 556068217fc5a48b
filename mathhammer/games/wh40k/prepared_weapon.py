"""A weapon of an attacker, aimed at one target after another (W-1, W-3)."""

from typing import NamedTuple

from mathhammer.core.dice import Dice
from mathhammer.games.common.amounts import plain_amount
from mathhammer.games.common.rolls import ALWAYS_FAILS
from mathhammer.games.names import FAILED_SAVES, WOUNDS
from mathhammer.games.wh40k.abilities.of_weapon import Armed, abilities_of
from mathhammer.games.wh40k.attacks import attacks
from mathhammer.games.wh40k.damage import damage
from mathhammer.games.wh40k.hits import hit_roll
from mathhammer.games.wh40k.profiles import Rider, Unit, Weapon
from mathhammer.games.wh40k.saves import armour_penetration, in_cover, save_roll
from mathhammer.games.wh40k.situation import Situation
from mathhammer.plan import NOW, POOL, Amount, Packet, Roll


class Offence(NamedTuple):
    """What a weapon does alike to all targets of one `Situation.cache_key`.

    Attributes
    ----------
    attacks : tuple of Amount
    hit : Roll or None
    damage : dict
        Amounts made so far, by the riders' damage and whether it is reduced.
    situation : Situation
        For which it was worked out.
    """

    attacks: tuple[Amount, ...]
    hit: Roll | None
    damage: dict[tuple[int, bool], Amount]
    situation: Situation


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

    __slots__ = "abilities", "armed", "hit_riders", "index", "offences", "weapon", "wound_riders"

    def __init__(self, index: int, weapon: Weapon, attacker: Unit) -> None:
        self.index, self.weapon = index, weapon
        self.abilities = abilities_of(weapon, attacker)
        self.armed = Armed(weapon, attacker, self.abilities)
        ours, own = attacker.modifiers, weapon.modifiers
        self.hit_riders = self.wound_riders = None
        if weapon.start is None:
            self.hit_riders = _summed(ours.on_critical_hit, own.on_critical_hit, index)
        if weapon.start is None or not weapon.begins(WOUNDS):
            self.wound_riders = _summed(ours.on_critical_wound, own.on_critical_wound, index)
        self.offences: dict[tuple[int, ...], Offence] = {}

    def offence(self, situation: Situation) -> Offence:
        """Return what is the same against all targets of this cache key."""
        offence = self.offences.get(situation.cache_key)
        if offence is None or (self.abilities.reads_target and offence.situation is not situation):
            armed = self.armed
            offence = Offence(attacks(armed, situation), hit_roll(armed, situation), {}, situation)
            self.offences[situation.cache_key] = offence
        return offence

    def damage(self, situation: Situation, rider: int, reduced: bool = True) -> Amount:
        """Return the damage of one attack."""
        amounts = self.offence(situation).damage
        amount = amounts.get((rider, reduced))
        if amount is None:
            amount = amounts[rider, reduced] = damage(self.armed, situation, rider, reduced)
        return amount

    def to_leader(self, situation: Situation) -> bool:
        """Return whether wounds are allocated to a visible leader first (W-2, W-3 Precision)."""
        for reaches in self.abilities.to_leader:
            if reaches(situation):
                return True
        return False

    def wound(self, situation: Situation, ap: int, rider: int) -> tuple[Packet, ...]:
        """Return the packet of a wound that is saved as usual (W-1.4, W-1.5)."""
        saves: tuple[Roll, ...]
        if self.weapon.begins(FAILED_SAVES):
            saves = (ALWAYS_FAILS,) * len(situation.models)
        else:
            total = armour_penetration(self.armed, situation, ap)
            cover, melee = in_cover(self.armed, situation), self.weapon.type == "melee"
            saves = tuple(
                [save_roll(model, total, cover, melee, situation) for model in situation.models]
            )
        amount, leader = self.damage(situation, rider), self.to_leader(situation)
        return (Packet(amount, saves, False, False, leader, NOW, self.index),)

    def critical_wound(self, situation: Situation, ap: int, rider: int) -> tuple[Packet, ...]:
        """Return the packets of a critical wound (W-3 Devastating Wounds)."""
        for instead in self.abilities.on_critical_wound:
            return instead(self, situation, ap, rider)
        return self.wound(situation, ap, rider)


def prepared_weapons(attacker: Unit) -> list[PreparedWeapon]:
    """Return the weapons of an attacker, in order."""
    return [
        PreparedWeapon(index, weapon, attacker) for index, weapon in enumerate(attacker.weapons)
    ]


def _summed(
    first: Rider | None, second: Rider | None, index: int
) -> tuple[int, int, tuple[Packet, ...]] | None:
    """Return AP and damage of riders added up, and their mortal wounds as packets."""
    if first is None and second is None:
        return None
    riders = [rider for rider in (first, second) if rider is not None]
    dice: list[Dice] = [r.mortals for r in riders if r.mortals is not None]
    packets = tuple(Packet(plain_amount(d), None, True, True, False, POOL, index) for d in dice)
    return sum(r.ap for r in riders), sum(r.damage for r in riders), packets
