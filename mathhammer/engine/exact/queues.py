"""What waits until all volleys are done, and in which order it is resolved (W-1.6, W-3)."""

from typing import NamedTuple

from mathhammer.engine.exact.tallies import attack_counts, per_attack
from mathhammer.plan import AFTER, NOW, POOL, Packet, Volley


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
    name : str
    sources : frozenset of int
        The volleys it holds: equal packets of others, later in turn, wait elsewhere.
    """

    when: int
    key: tuple[object, ...]
    length: int
    name: str
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
    pool: dict[tuple[object, ...], None] = {}
    points = events = 0
    pool_names: list[str] = []
    pool_sources: frozenset[int] = frozenset()
    for volley in volleys:
        waiting = [p for p in volley.packets() if p.when != NOW]
        if not waiting:
            continue
        first, counts = attack_counts(volley)
        most = first + counts.size - 1
        sources = frozenset(p.source for p in waiting)
        keys = dict.fromkeys(key_of(p) for p in waiting if p.when == AFTER)
        mixed = mixed or len(keys) > 1
        for key in keys:
            length, name = most * _most_per_attack(volley, AFTER, key, False), volley.name
            if queues and queues[-1].key == key:
                last = queues.pop()
                length, name = length + last.length, f"{last.name} + {name}"
                sources |= last.sources
            queues.append(Queue(AFTER, key, length, name, sources))
        in_pool = dict.fromkeys(key_of(p) for p in waiting if p.when == POOL)
        if in_pool:
            pool.update(in_pool)
            points += most * _most_per_attack(volley, POOL, None, True)
            events += most * _most_per_attack(volley, POOL, None, False)
            pool_names.append(volley.name)
            pool_sources |= sources
    if pool:
        same = len(pool) == 1
        key = next(iter(pool)) if same else ()
        length = events if same else points
        queues.append(Queue(POOL, key, length, " + ".join(pool_names), pool_sources))
    return queues, mixed


def _most_per_attack(
    volley: Volley, when: int, key: tuple[object, ...] | None, points: bool
) -> int:
    def units(packet: Packet) -> int:
        if packet.when != when or (key is not None and key_of(packet) != key):
            return 0
        return packet.amount.maximum if points else 1

    return per_attack(volley, units)
