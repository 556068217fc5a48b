"""`Phase`: a step of an action, one after another: volleys, what waited, dice."""

from collections.abc import Sequence
from typing import NamedTuple

from mathhammer.engine.exact.queues import Queue, queues_of
from mathhammer.plan import AFTER, POOL, Action


class Phase(NamedTuple):
    """A step of the evolution, for the rows of results.

    Attributes
    ----------
    name : str
    kind : {"volley", "after", "pool", "dice"}
    number : int
        Of the volley, the queue or the dice packet.
    mortal : bool
        Which roll ignores the damage of this phase.
    """

    name: str
    kind: str
    number: int
    mortal: bool

    @property
    def title(self) -> str:
        """What is resolved, in words."""
        kinds = {"after": "Devastating Wounds: ", "pool": "mortal wounds: "}
        return kinds.get(self.kind, "") + self.name


def phases_of(
    action: Action, queues: Sequence[Queue] | None = None, joined: bool | None = None
) -> list[Phase]:
    """Return the phases of an action in order.

    Parameters
    ----------
    action : Action
    queues : list of Queue, optional
        What waits; by default as `queues_of` says, and nothing where damage is pooled.
    joined : bool, optional
        Whether all that waits packet by packet is one phase: by default where the packets
        of a volley differ, so that their order matters.
    """
    phases = [Phase(v.name, "volley", i, False) for i, v in enumerate(action.volleys)]
    if queues is None:
        queues, joined = ([], False) if action.pooled else queues_of(action.volleys)
    if joined:
        names = " + ".join(q.name for q in queues if q.when == AFTER)
        mortal = any(p.mortal for v in action.volleys for p in v.packets() if p.when == AFTER)
        phases.append(Phase(names, "after", 0, mortal))
    for i, queue in enumerate(queues):
        if queue.when == POOL:
            phases.append(Phase(queue.name, "pool", i, True))
        elif not joined:
            phases.append(Phase(queue.name, "after", i, bool(queue.key[1])))
    return phases + [Phase(p.name, "dice", i, True) for i, p in enumerate(action.dice_packets)]
