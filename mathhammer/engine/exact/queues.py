"""What waits until all volleys are done, and the phases in which it is resolved (W-1.6, W-3)."""

from collections.abc import Sequence
from typing import NamedTuple

from mathhammer.engine.exact.tallies import per_attack
from mathhammer.plan import AFTER, NOW, POOL, Action, Packet, Volley


class Queue(NamedTuple):
    """Something that waits: how many units of it, and what one unit does in the end.

    Attributes
    ----------
    when : int
        `AFTER` or `POOL`.
    key : tuple
        The packets that enter it; empty for points, which all pool packets enter.
    length : int
        The largest number of units.
    volleys : tuple of int
        Places of the volleys that it comes from.
    sources : frozenset of int
        The volleys it holds: equal packets of others, later in turn, wait elsewhere.
    """

    when: int
    key: tuple[object, ...]
    length: int
    volleys: tuple[int, ...]
    sources: frozenset[int]

    def takes(self, packet: Packet) -> bool:
        """Return whether a packet waits here."""
        return (
            self.when == packet.when
            and packet.source in self.sources
            and (not self.key or self.key == key_of(packet))
        )


def key_of(packet: Packet) -> tuple[object, ...]:
    """Return what must be equal for packets to be counted together."""
    return (packet.amount, packet.mortal, packet.to_character, packet.spills)


def queues_of(volleys: tuple[Volley, ...]) -> tuple[list[Queue], bool]:
    """Return what can wait, in the order of its resolution.

    Returns
    -------
    queues : list of Queue
        Those of `AFTER` packets in weapon order (neighbours that do the same share
        one), then the one pool.
    mixed : bool
        Whether `AFTER` packets of one volley differ: then counting them is not enough,
        because attack order matters.
    """
    queues: list[Queue] = []
    mixed = False
    pool: list[int] = []
    in_pool: set[tuple[object, ...]] = set()
    for place, volley in enumerate(volleys):
        sources = _sources(volley)
        keys = dict.fromkeys(key_of(p) for p in volley.packets() if p.when == AFTER)
        mixed = mixed or len(keys) > 1
        for key in keys:
            length = _most(volley, AFTER, key, False)
            places: tuple[int, ...] = (place,)
            if queues and queues[-1].key == key:
                last = queues.pop()
                length, places = length + last.length, last.volleys + places
                sources |= last.sources
            queues.append(Queue(AFTER, key, length, places, sources))
        added = {key_of(p) for p in volley.packets() if p.when == POOL}
        if added:
            pool.append(place)
            in_pool |= added
    if pool:
        key = in_pool.pop() if len(in_pool) == 1 else ()
        of_pool = [volleys[place] for place in pool]
        length = sum(_most(volley, POOL, None, not key) for volley in of_pool)
        sources = frozenset().union(*map(_sources, of_pool))
        queues.append(Queue(POOL, key, length, tuple(pool), sources))
    return queues, mixed


def _sources(volley: Volley) -> frozenset[int]:
    return frozenset(p.source for p in volley.packets() if p.when != NOW)


def _most(volley: Volley, when: int, key: tuple[object, ...] | None, points: bool) -> int:
    """Return the most units, or points, that a volley lets wait."""

    def units(packet: Packet) -> int:
        if packet.when != when or (key is not None and key_of(packet) != key):
            return 0
        return packet.amount.maximum if points else 1

    return volley.most_attacks() * per_attack(volley, units)


class Phase(NamedTuple):
    """A step of the evolution, for the rows of results.

    Attributes
    ----------
    kind : {"volley", "after", "pool", "dice"}
    number : int
        Of the volley, the queue or the dice packet.
    mortal : bool
        Which roll ignores the damage of this phase.
    volleys : tuple of int
        Places of the volleys that it comes from; none of dice.
    """

    kind: str
    number: int
    mortal: bool
    volleys: tuple[int, ...] = ()


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
    phases = [Phase("volley", i, False, (i,)) for i in range(len(action.volleys))]
    if queues is None:
        queues, joined = ([], False) if action.pooled else queues_of(action.volleys)
    if joined:
        places = tuple([place for q in queues if q.when == AFTER for place in q.volleys])
        mortal = any(p.mortal for v in action.volleys for p in v.packets() if p.when == AFTER)
        phases.append(Phase("after", 0, mortal, places))
    for i, queue in enumerate(queues):
        if queue.when == POOL:
            phases.append(Phase("pool", i, True, queue.volleys))
        elif not joined:
            phases.append(Phase("after", i, bool(queue.key[1]), queue.volleys))
    return phases + [Phase("dice", i, True) for i in range(len(action.dice_packets))]
