"""Whole turns as numbers: what happens in each branch, step by step.

What the units' own states don't say (flags, gaps, who charged, who is shocked) is a
*branch*: one of a few, which are numbered anew after each step. A step says for each branch
what happens in it and into which branches it leads, so an engine carries pairs of a branch
and the states of all units.
"""

from typing import NamedTuple

from mathhammer.plan.attacks import DicePacket
from mathhammer.plan.rolls import Amount, Roll
from mathhammer.plan.steps import Action, Explosion
from mathhammer.plan.units import Target


class Fights(NamedTuple):
    """Units that fight one after another, as long as they and their targets live.

    Attributes
    ----------
    bands : tuple of (tuple of Action, tuple of Action)
        Band after band; in each the actions of the first and of the second side, in the
        order in which a side picks its units.
    begins : tuple of int
        For each band the side (0 or 1) that picks first; -1: the sides go on taking turns
        from the band before.
    """

    bands: tuple[tuple[tuple[Action, ...], tuple[Action, ...]], ...]
    begins: tuple[int, ...]


class SelfDamage(NamedTuple):
    """Mortal wounds or damage that a unit inflicts on itself.

    Attributes
    ----------
    unit : int
    packet : DicePacket
    pooled : bool
    """

    unit: int
    packet: DicePacket
    pooled: bool


class ModelTests(NamedTuple):
    """A die for each living model of a unit; each that fails slays one (W-5.5)."""

    unit: int
    roll: Roll


class Restore(NamedTuple):
    """A unit regains wounds.

    Attributes
    ----------
    unit : int
    points : DicePacket
        Dice for the wounds that the front model regains, up to its full.
    returns : bool
        Whether slain models come back first, each for as many points as it has wounds.
    """

    unit: int
    points: DicePacket
    returns: bool = False


class Reinforce(NamedTuple):
    """A destroyed unit is replaced, once, by one at full strength (S-3).

    Its move has no other event. Where it comes back the branch is the move's `then`, else
    its `otherwise`.
    """

    unit: int


Event = Action | Fights | SelfDamage | ModelTests | Restore | Reinforce


class Check(NamedTuple):
    """A roll that decides on the branch.

    Attributes
    ----------
    outcomes : tuple of (float, int)
        Probabilities, and the branches to which they lead.
    roll : Amount
        The dice, of which the outcomes have their probabilities: its value is the number of
        an outcome.
    again : tuple of int
        Where any of the dice may be rolled again (D-2): for each throw, in the order of
        `itertools.product`, which are: bit i is the dice in place i. Empty where they may
        not, or only all together.
    units : tuple of int
        Units that must be alive for it to be taken.
    weak : int or None
        A unit that must be below half strength (W-5.4).
    """

    outcomes: tuple[tuple[float, int], ...]
    roll: Amount
    again: tuple[int, ...] = ()
    units: tuple[int, ...] = ()
    weak: int | None = None


class Move(NamedTuple):
    """What happens in one branch.

    Attributes
    ----------
    units : tuple of int
        Units that must be alive for it to take place.
    events : tuple of Event
    check : Check or None
        After the events.
    then : int
        The branch afterwards, where no check was made.
    otherwise : int
        The branch where the move doesn't take place.
    explosions : tuple of Explosion
        What happens at once where one of these units is destroyed by an event.
    """

    units: tuple[int, ...]
    events: tuple[Event, ...]
    check: Check | None
    then: int
    otherwise: int
    explosions: tuple[Explosion, ...] = ()


class Step(NamedTuple):
    """One step of a turn.

    Attributes
    ----------
    moves : tuple of Move or int
        For each branch before the step its move, or the branch to which it leads
        unmoved: where the step's condition fails.
    branches : int
        The number of branches afterwards.
    control : tuple of (tuple of int, ...)
        For each branch before the step the objective control of a living model of each
        unit, positive for the first side and negative for the second: a step that asks
        who controls.
    """

    moves: tuple[Move | int, ...]
    branches: int
    control: tuple[tuple[int, ...], ...] = ()


class TurnPlan(NamedTuple):
    """Everything that happens in a turn, in order.

    Attributes
    ----------
    units : tuple of Target
    steps : tuple of Step
        Of one branch at the beginning.
    """

    units: tuple[Target, ...]
    steps: tuple[Step, ...]

    @property
    def several_targets(self) -> dict[int, tuple[int, ...]]:
        """The targets of each unit that attacks several ones in the turn, in order."""
        targets: dict[int, dict[int, None]] = {}
        moves = [move for step in self.steps for move in step.moves if isinstance(move, Move)]
        for event in (event for move in moves for event in move.events):
            actions: list[Action] = [event] if isinstance(event, Action) else []
            if isinstance(event, Fights):
                actions = [action for band in event.bands for side in band for action in side]
            for action in actions:
                if action.actor is not None:
                    targets.setdefault(action.actor, {})[action.target] = None
        return {actor: tuple(of) for actor, of in targets.items() if len(of) > 1}
