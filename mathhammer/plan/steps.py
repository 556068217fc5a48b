"""What happens, in order: one unit attacks another."""

from __future__ import annotations

from typing import NamedTuple

from mathhammer.plan.attacks import DicePacket, Volley
from mathhammer.plan.rolls import Amount, Roll
from mathhammer.plan.units import Target

#: The stages of an attack that are counted event by event, in the order of the sequence. Then
#: come damage and models slain, which are read off the target.
STAGES = ("attacks", "hits", "wounds", "unsaved", "mortal", "damage_rolled")


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
    volleys : tuple of int
        The volleys of which each copy rolls a die.
    """

    dice: int
    roll: Roll
    mortal: int
    most: int | None
    volleys: tuple[int, ...] = ()


class Explosion(NamedTuple):
    """What happens where a unit, of one model, is destroyed: one die, and it may explode.

    Attributes
    ----------
    unit : int
        That is destroyed.
    near : tuple of int
        Units that suffer mortal wounds from it; empty in an attack, where its actor does.
    roll : Roll
        `FAIL` doesn't explode.
    amount : Amount
        Mortal wounds, rolled for each unit by itself.
    """

    unit: int
    near: tuple[int, ...]
    roll: Roll
    amount: Amount


class Action(NamedTuple):
    """One unit attacks another.

    Attributes
    ----------
    actor : int or None
        Index of the acting unit, where its own state matters: in a turn.
    target : int
    volleys : tuple of Volley
    dice_packets : tuple of DicePacket
    pooled : bool
        Whether damage goes point by point through a pool that carries over (A-2): one for
        all volleys, one for each of the dice.
    own_losses : OwnLosses or None
    explosion : Explosion or None
        Of the target, where it hurts who attacks; None in a turn, where it is the move's.
    """

    actor: int | None
    target: int
    volleys: tuple[Volley, ...]
    dice_packets: tuple[DicePacket, ...] = ()
    pooled: bool = False
    own_losses: OwnLosses | None = None
    explosion: Explosion | None = None

    def at(self, survivors: tuple[int, ...], crowd: int) -> Action:
        """Return the action as it is with so many survivors, at so many living models.

        Parameters
        ----------
        survivors : tuple of int
            Living models of each group of the actor.
        crowd : int
            Living models of the target.

        Returns
        -------
        Action
            Of a target alone: index 0, without an actor.
        """
        volleys = tuple(
            volley.at(sum(survivors[g] for g in volley.bearers), crowd) for volley in self.volleys
        )
        packets = tuple(
            packet._replace(
                dice=Amount.fixed(packet.per_model * sum(survivors[g] for g in packet.bearers)),
                per_model=0,
                bearers=(),
            )
            if packet.per_model else packet
            for packet in self.dice_packets
        )  # fmt: skip
        losses = self.own_losses
        if losses is not None:
            losses = losses._replace(dice=sum(volleys[v].copies for v in losses.volleys))
        return Action(None, 0, volleys, packets, self.pooled, losses)


class Plan(NamedTuple):
    """One unit attacks another, once.

    Attributes
    ----------
    units : tuple of Target
        The one that is attacked.
    steps : tuple of Action
        The one attack.
    """

    units: tuple[Target, ...]
    steps: tuple[Action, ...]
