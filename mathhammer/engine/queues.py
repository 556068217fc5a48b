"""What waits until all volleys are done, and in which order it is resolved (W-1.6, W-3)."""

from __future__ import annotations

from typing import NamedTuple

from ..plan import AFTER, NOW, POOL, Packet, Volley
from .tallies import attack_counts, per_attack


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
    """

    when: int
    key: tuple[object, ...]
    length: int
    name: str


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
    for volley in volleys:
        waiting = [p for p in volley.packets() if p.when != NOW]
        if not waiting:
            continue
        first, counts = attack_counts(volley)
        most = first + counts.size - 1
        keys = dict.fromkeys(key_of(p) for p in waiting if p.when == AFTER)
        mixed = mixed or len(keys) > 1
        for key in keys:
            length = most * _most_per_attack(volley, AFTER, key, False)
            if queues and queues[-1].key == key:
                last = queues.pop()
                length += last.length
                queues.append(Queue(AFTER, key, length, f"{last.name} + {volley.name}"))
            else:
                queues.append(Queue(AFTER, key, length, volley.name))
        in_pool = dict.fromkeys(key_of(p) for p in waiting if p.when == POOL)
        if in_pool:
            pool.update(in_pool)
            points += most * _most_per_attack(volley, POOL, None, True)
            events += most * _most_per_attack(volley, POOL, None, False)
            pool_names.append(volley.name)
    if pool:
        same = len(pool) == 1
        key = next(iter(pool)) if same else ()
        queues.append(Queue(POOL, key, events if same else points, " + ".join(pool_names)))
    return queues, mixed


def _most_per_attack(
    volley: Volley, when: int, key: tuple[object, ...] | None, points: bool
) -> int:
    at_most = {"hit": 0, "wound": 0}
    for name in ("plain", "plain_critical", "critical", "critical_critical", "on_critical"):
        at_most[name] = sum(
            p.amount.maximum if points else 1
            for p in getattr(volley, name)
            if p.when == when and (key is None or key_of(p) == key)
        )
    return per_attack(volley, at_most)
