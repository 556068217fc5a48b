"""The neck of the hourglass: what is going to be rolled, as numbers only.

The games translate profiles into a `Plan`; the engines play it and never see a weapon.
Faces are kept, not only masses, so that an engine may roll die by die; a `Roll` and an
`Amount` derive their exact masses on demand. Everything is an immutable tuple.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .dice import Dice, Term
from .distribution import Array, Distribution, gathered

FAIL, SUCCESS, CRITICAL = 0, 1, 2

#: When a packet is resolved: at once; after all volleys, packet by packet; last, in one pool.
NOW, AFTER, POOL = 0, 1, 2

_NEVER = (False,) * 6


class Roll(NamedTuple):
    """What each face of a D6 means, and which faces are rolled again once (D-2).

    Attributes
    ----------
    outcome : tuple of int, shape (6,)
        `FAIL`, `SUCCESS` or `CRITICAL` for the faces 1 to 6.
    again : tuple of bool, shape (6,)
        The faces that are re-rolled.
    """

    outcome: tuple[int, ...]
    again: tuple[bool, ...] = _NEVER

    def masses(self) -> tuple[float, float, float]:
        """Return P(fail), P(success), P(critical), each counted from the faces.

        Examples
        --------
        >>> Roll((0, 0, 1, 1, 1, 2)).masses()
        (0.3333333333333333, 0.5, 0.16666666666666666)
        """
        outcome = self.outcome
        if self.again is _NEVER:
            critical = outcome.count(2)
            success = outcome.count(1)
            return (6 - critical - success) / 6, success / 6, critical / 6
        counts = [0, 0, 0]
        kept = [0, 0, 0]
        for face, again in zip(outcome, self.again, strict=True):
            counts[face] += 1
            if not again:
                kept[face] += 1
        again_count = 6 - sum(kept)
        return (
            (6 * kept[0] + again_count * counts[0]) / 36,
            (6 * kept[1] + again_count * counts[1]) / 36,
            (6 * kept[2] + again_count * counts[2]) / 36,
        )


class Amount(NamedTuple):
    """A number that is rolled: dice, a re-roll of the whole, and a table to the final value.

    Attributes
    ----------
    terms : tuple of Term
        The dice; empty for a fixed number.
    base : int
        The lowest possible total of the printed expression, which `values` starts at.
    again_below : int
        Printed totals below this are rolled again once, all dice together.
    values : tuple of int
        ``values[total - base]`` is the final value: modifiers live in this table.
    """

    terms: tuple[Term, ...]
    base: int
    again_below: int
    values: tuple[int, ...]

    @classmethod
    def fixed(cls, value: int) -> Amount:
        """Return an amount that is always `value`."""
        return cls((), value, 0, (value,))

    @property
    def maximum(self) -> int:
        """The highest possible final value."""
        return self.values[0] if len(self.values) == 1 else max(self.values)

    def pmf(self) -> Array:
        """Return the exact pmf of the final value, from 0; float64, shape (maximum + 1,).

        Examples
        --------
        >>> Amount.fixed(2).pmf().tolist()
        [0.0, 0.0, 1.0]
        """
        values = self.values
        if len(values) == 1:
            array = np.zeros(values[0] + 1)
            array[-1] = 1.0
            return array
        if len(self.terms) == 1 and self.again_below <= self.base:
            number, sides, _ = self.terms[0]
            low = values[0]
            if number == 1 and values == tuple(range(low, low + sides)):  # one plain die
                array = np.zeros(low + sides)
                array[low:] = 1.0 / sides
                return array
        constant = self.base - sum(t.keep for t in self.terms)
        printed = Dice(self.terms, constant).distribution().array
        if self.again_below > self.base:
            low = self.again_below - self.base
            kept = printed.copy()
            kept[:low] = 0.0
            printed = kept + printed[:low].sum() * printed
        return gathered(np.array(self.values), printed)

    def distribution(self) -> Distribution:
        """Return the exact distribution of the final value."""
        return Distribution.trusted(self.pmf())


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
    plain, plain_critical : tuple of Packet
        From the wound, or the critical wound, of an ordinary hit.
    critical, critical_critical : tuple of Packet
        The same for a critical hit itself.
    bearers : int or None
        Index of the actor's group whose survivors carry the copies; None: all models.
    once : tuple of Amount
        Where one of the copies differs (a champion), the amounts of its attacks.
    ends : bool
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
    plain_critical: tuple[Packet, ...]
    critical: tuple[Packet, ...]
    critical_critical: tuple[Packet, ...]
    bearers: int | None = None
    once: tuple[Amount, ...] = ()
    ends: bool = False

    def most_attacks(self) -> int:
        """Return the largest possible number of attacks."""
        most = 0
        for amount in self.attacks:
            most += amount.maximum
        if not self.once or not self.copies:
            return self.copies * most
        return (self.copies - 1) * most + sum(amount.maximum for amount in self.once)

    def uniform(self) -> bool:
        """Return whether each attack comes to nothing, to its one packet, or waits.

        Then `fates` tells all about an attack: no riders, no extra hits, one packet a wound.
        """
        return (
            self.extra is None
            and not self.ends
            and self.critical is self.plain
            and self.critical_critical is self.plain_critical
            and not self.on_critical
            and len(self.plain) == len(self.plain_critical) == 1
            and (self.plain_critical is self.plain or self.plain_critical[0].when != NOW)
        )

    def fates(self) -> tuple[float, float, float]:
        """Return P(nothing), P(the packet is sent at once), P(it waits) of a uniform attack."""
        fail, success, critical = (0.0, 1.0, 0.0) if self.hit is None else self.hit.masses()
        missed, wounds, devastates = self.wound.masses()
        sure = critical if self.auto_wound else 0.0
        rolled = success if self.auto_wound else success + critical
        nothing = fail + rolled * missed
        if self.plain_critical is self.plain:
            return nothing, sure + rolled * (wounds + devastates), 0.0
        return nothing, sure + rolled * wounds, rolled * devastates

    def waits(self) -> bool:
        """Return whether any packet is resolved later than at once."""
        if self.plain_critical is self.plain and not self.on_critical:
            return False  # ordinary wounds are never put off
        return any(packet.when != NOW for packet in self.packets())

    def packets(self) -> tuple[Packet, ...]:
        """Return every packet that the volley may send."""
        return (
            *self.plain, *self.plain_critical, *self.critical, *self.critical_critical,
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
    """

    name: str
    gate: Roll
    dice: Amount
    on: Roll
    damage: Amount
    most: int | None

    def pmf(self) -> Array:
        """Return the exact pmf of the mortal wounds inflicted, from 0."""
        _, success, critical = self.on.masses()
        p = success + critical
        damage = Distribution.trusted(self.damage.pmf())
        each = Distribution.mix([(1 - p, Distribution.constant(0)), (p, damage)])
        total = each.repeat(self.dice.distribution())
        most = self.most
        if most is not None:
            total = total.map(lambda k: min(k, most))
        fail, _, _ = self.gate.masses()
        total = Distribution.mix([(fail, Distribution.constant(0)), (1 - fail, total)])
        return total.from_zero()


class Group(NamedTuple):
    """Models alike, next to each other in the order of allocation.

    Attributes
    ----------
    name : str
    models : int
    health : int
        Wounds of a model.
    lost : int
        Wounds the first model starts without.
    ignore, ignore_mortal : int
        Threshold of the roll that ignores a lost wound, and a mortal wound; 0 for none.
    points : float or None
        Of the whole group.
    control : int
        Objective control of a model.
    """

    name: str
    models: int
    health: int
    lost: int = 0
    ignore: int = 0
    ignore_mortal: int = 0
    points: float | None = None
    control: int = 0


class Target(NamedTuple):
    """A unit as the engines see it.

    Attributes
    ----------
    groups : tuple of Group
        In order of allocation; the characters last.
    characters : int
        How many of the last groups are characters, which `to_character` packets reach first.
    ignore_first : bool
        The first failed save inflicts nothing.
    starting_models : int
        For tests below half strength.
    returns : int
        How many times it comes back once destroyed.
    """

    groups: tuple[Group, ...]
    characters: int = 0
    ignore_first: bool = False
    starting_models: int = 0
    returns: int = 0


class OwnLosses(NamedTuple):
    """What the actor suffers after its attacks: a die each, 1s hurt (Hazardous).

    Attributes
    ----------
    dice : int
    roll : Roll
        `FAIL` hurts.
    mortal : int
        Mortal wounds each; 0 if a model is slain instead.
    most : int or None
        Cap on the models slain.
    """

    dice: int
    roll: Roll
    mortal: int
    most: int | None


class Action(NamedTuple):
    """One unit attacks another.

    Attributes
    ----------
    actor : int or None
        Index of the acting unit, where its own state matters.
    target : int
    volleys : tuple of Volley
    dice_packets : tuple of DicePacket
    pooled : bool
        Whether damage goes point by point through a pool that carries over (A-2): one for
        all volleys, one for each of the dice.
    own_losses : OwnLosses or None
    condition : tuple of str
        Flags that must hold.
    """

    actor: int | None
    target: int
    volleys: tuple[Volley, ...]
    dice_packets: tuple[DicePacket, ...] = ()
    pooled: bool = False
    own_losses: OwnLosses | None = None
    condition: tuple[str, ...] = ()


class Check(NamedTuple):
    """A roll outside an attack that sets a flag (a charge, a test).

    Attributes
    ----------
    flag : str
    probability : float
    unit : int or None
        The unit whose state the check depends on.
    below_half : bool
        Taken only below half strength.
    condition : tuple of str
    """

    flag: str
    probability: float
    unit: int | None = None
    below_half: bool = False
    condition: tuple[str, ...] = ()


class Reinforce(NamedTuple):
    """A destroyed unit comes back at full strength, as often as it may."""

    unit: int
    condition: tuple[str, ...] = ()


class Plan(NamedTuple):
    """Everything that is going to happen, in order.

    Attributes
    ----------
    units : tuple of Target
    steps : tuple of Action, Check or Reinforce
    flags : tuple of str
    rerolls : tuple of int
        Single re-rolls that each side may spend.
    """

    units: tuple[Target, ...]
    steps: tuple[Action | Check | Reinforce, ...]
    flags: tuple[str, ...] = ()
    rerolls: tuple[int, ...] = ()
