"""Attacks as numbers: volleys of a weapon, the packets they send, dice outside of them."""

from __future__ import annotations

from typing import NamedTuple

from mathhammer.core.distribution import Array, Distribution
from mathhammer.plan.rolls import Amount, Roll

#: When a packet is resolved: at once; after all volleys, packet by packet; last, in one pool.
NOW, AFTER, POOL = 0, 1, 2
#: The fields of a volley that hold packets.
PACKET_LISTS = ("plain", "hit_then_critical_wound", "critical", "critical_critical", "on_critical")


class Packet(NamedTuple):
    """Damage on its way to a unit.

    Attributes
    ----------
    amount : Amount
        Before Feel No Pain and waste.
    saves : tuple of Roll, or None
        The saving throw of each group; None where there is no save.
    spills : bool
        Whether points beyond the model's death go on to the next model.
    mortal : bool
        Whether the points are mortal wounds (W-1.6): their own Feel No Pain, and counted.
    to_character : bool
        Whether it goes to a living character first (Precision, W-2).
    when : int
        `NOW`, `AFTER` or `POOL`.
    source : int
        Index of the volley it comes from.
    """

    amount: Amount
    saves: tuple[Roll, ...] | None
    spills: bool = False
    mortal: bool = False
    to_character: bool = False
    when: int = NOW
    source: int = 0


class Volley(NamedTuple):
    """All attacks of one weapon profile.

    Attributes
    ----------
    name : str
    copies : int
        How many times `attacks` is generated.
    attacks : tuple of Amount
        Their sum is the number of attacks of one copy.
    hit : Roll or None
        None hits automatically, without criticals.
    extra : Amount or None
        Extra hits of a critical hit, each a plain hit.
    auto_wound : bool
        A critical hit wounds without a wound roll.
    on_critical : tuple of Packet
        Inflicted by each critical hit, whether or not it wounds.
    wound : Roll
    plain, hit_then_critical_wound : tuple of Packet
        From the wound, or the critical wound, of an ordinary hit.
    critical, critical_critical : tuple of Packet
        The same for a critical hit itself.
    bearers : tuple of int
        Groups of the actor whose survivors carry the copies, in a turn.
    copies_by : tuple of int
        The copies that so many survivors of `bearers` carry; empty: always `copies`.
    attacks_by_target_models : tuple of int
        Attacks more of each copy, by the target's living models (Blast); empty: none.
    champion_attacks : tuple of Amount
        Where one of the copies differs (a champion), the amounts of its attacks.
    critical_ends_attack : bool
        A critical hit ends the attack, after its packets: no wound roll (A-3 Crit (Mortal)).
    """

    name: str
    copies: int
    attacks: tuple[Amount, ...]
    hit: Roll | None
    extra: Amount | None
    auto_wound: bool
    on_critical: tuple[Packet, ...]
    wound: Roll
    plain: tuple[Packet, ...]
    hit_then_critical_wound: tuple[Packet, ...]
    critical: tuple[Packet, ...]
    critical_critical: tuple[Packet, ...]
    bearers: tuple[int, ...] = ()
    copies_by: tuple[int, ...] = ()
    attacks_by_target_models: tuple[int, ...] = ()
    champion_attacks: tuple[Amount, ...] = ()
    critical_ends_attack: bool = False

    def at(self, survivors: int, crowd: int) -> Volley:
        """Return the volley of so many surviving bearers at so many living models.

        It follows neither of them any more.

        Parameters
        ----------
        survivors : int
            Of `bearers`.
        crowd : int
            Living models of the target.
        """
        copies = self.copies_by[survivors] if self.copies_by else self.copies
        more = self.attacks_by_target_models[crowd] if self.attacks_by_target_models else 0
        return self._replace(
            copies=copies,
            attacks=_raised(self.attacks, more),
            champion_attacks=_raised(self.champion_attacks, more),
            bearers=(),
            copies_by=(),
            attacks_by_target_models=(),
        )

    def most_attacks(self) -> int:
        """Return the largest possible number of attacks."""
        most = 0
        for amount in self.attacks:
            most += amount.maximum
        if not self.champion_attacks or not self.copies:
            return self.copies * most
        return (self.copies - 1) * most + sum(amount.maximum for amount in self.champion_attacks)

    def uniform(self) -> bool:
        """Return whether each attack comes to nothing, to its one packet, or waits.

        Then `fates` tells all about an attack: no riders, no extra hits, one packet per wound.
        """
        return (
            self.extra is None
            and not self.critical_ends_attack
            and self.critical is self.plain
            and self.critical_critical is self.hit_then_critical_wound
            and not self.on_critical
            and len(self.plain) == len(self.hit_then_critical_wound) == 1
            and (
                self.hit_then_critical_wound is self.plain
                or self.hit_then_critical_wound[0].when != NOW
            )
        )

    def fates(self) -> tuple[float, float, float]:
        """Return P(nothing), P(the packet is sent at once), P(it waits) of a uniform attack."""
        fail, success, critical = (0.0, 1.0, 0.0) if self.hit is None else self.hit.masses()
        missed, wounds, devastates = self.wound.masses()
        sure = critical if self.auto_wound else 0.0
        rolled = success if self.auto_wound else success + critical
        nothing = fail + rolled * missed
        if self.hit_then_critical_wound is self.plain:
            return nothing, sure + rolled * (wounds + devastates), 0.0
        return nothing, sure + rolled * wounds, rolled * devastates

    def waits(self) -> bool:
        """Return whether any packet is resolved later than at once."""
        plain, special = self.plain, self.hit_then_critical_wound
        alike = special is plain and self.critical is plain and self.critical_critical is plain
        if alike and not self.on_critical:
            return False  # ordinary wounds are never put off
        return any(packet.when != NOW for packet in self.packets())

    def packets(self) -> tuple[Packet, ...]:
        """Return every packet that the volley may send."""
        return (
            *self.plain, *self.hit_then_critical_wound, *self.critical, *self.critical_critical,
            *self.on_critical,
        )  # fmt: skip


class DicePacket(NamedTuple):
    """Dice that inflict mortal wounds outside an attack sequence, in a pool of their own.

    Attributes
    ----------
    name : str
    gate : Roll
        One D6 that must succeed first.
    dice : Amount
        How many D6 are rolled.
    on : Roll
        Which faces inflict `damage`.
    damage : Amount
    most : int or None
        Cap on the total.
    per_model : int
        Dice for each living model of `bearers`, in a turn; 0: `dice`.
    bearers : tuple of int
        Groups of the actor.
    table : tuple of Amount
        In place of `on` and `damage`: what each face inflicts; empty: not.
    per_slain : int
        Dice for each model of the target that the volleys slay; `dice` is then their most.
    """

    name: str
    gate: Roll
    dice: Amount
    on: Roll
    damage: Amount
    most: int | None
    per_model: int = 0
    bearers: tuple[int, ...] = ()
    table: tuple[Amount, ...] = ()
    per_slain: int = 0

    def after(self, slain: int) -> DicePacket:
        """Return the dice where so many models were slain by the volleys."""
        if not self.per_slain:
            return self
        return self._replace(dice=Amount.fixed(self.per_slain * slain), per_slain=0)

    @property
    def maximum(self) -> int:
        """The most mortal wounds, without the cap."""
        return self.dice.maximum * max(amount.maximum for amount in self.table or (self.damage,))

    def each(self) -> Distribution:
        """Return the mortal wounds of one D6."""
        if self.table:
            return Distribution.mix([(1 / 6, amount.distribution()) for amount in self.table])
        _, success, critical = self.on.masses()
        p = success + critical
        damage = Distribution.trusted(self.damage.pmf())
        return Distribution.mix([(1 - p, Distribution.constant(0)), (p, damage)])

    def pmf(self) -> Array:
        """Return the exact pmf of the mortal wounds inflicted, from 0.

        Of dice for each model slain that of `after`.
        """
        assert not self.per_slain
        total = self.each().repeat(self.dice.distribution())
        most = self.most
        if most is not None:
            total = total.map(lambda k: min(k, most))
        fail, _, _ = self.gate.masses()
        total = Distribution.mix([(fail, Distribution.constant(0)), (1 - fail, total)])
        return total.from_zero()


def _raised(amounts: tuple[Amount, ...], by: int) -> tuple[Amount, ...]:
    """Return amounts of which the first is raised by a number."""
    if not by or not amounts:
        return amounts
    first = amounts[0]
    return (first._replace(values=tuple(v + by for v in first.values)), *amounts[1:])
