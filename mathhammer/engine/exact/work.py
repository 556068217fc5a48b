"""How much work an evolution is, in steps of about a nanosecond: known before it begins."""

from collections.abc import Sequence
from math import prod

from mathhammer.engine.exact.operators import DENSE
from mathhammer.engine.exact.queues import Queue
from mathhammer.engine.exact.space import Space
from mathhammer.engine.limits import MAX_COUNTS
from mathhammer.plan import NOW, Amount, Volley

_CALL = 2_000.0


def per_state(amounts: Sequence[Amount], space: Space) -> float:
    """Return the steps of one packet for each state: columns of a matrix, or diagonals."""
    if space.size <= DENSE:
        return 5.0 + 0.3 * space.size
    health = max(group.health for group in space.target.groups)
    reach = min(max((a.maximum for a in amounts), default=0), health) + 1
    return 5.0 + 3.0 * reach


def tries(volley: Volley) -> int:
    """Return how many wound rolls have to be followed for one attack."""
    return 2 + (0 if volley.extra is None else volley.extra.maximum)


def counting(volley: Volley, queues: Sequence[Queue], rows: int, size: int, each: float) -> float:
    """Return the steps where packets are counted, infinite where that can't be."""
    from mathhammer.engine.exact.counts import (
        acting_packet,
        is_hit_by_hit,
        most_entering,
        most_sent,
    )

    if acting_packet(volley) is None:
        return float("inf")
    attacks = volley.most_attacks()
    sent = attacks * most_sent(volley)
    entering = [attacks * most_entering(volley, queue) for queue in queues]
    waiting = prod(n + 1 for n in entering)
    pairs = (sent + 1) * waiting
    if waiting == 1:
        joint = 0.5 * sent * sent
    elif pairs > MAX_COUNTS:
        return float("inf")
    elif sum(n > 0 for n in entering) == 1 and (volley.extra is None or is_hit_by_hit(volley)):
        joint = 4.0 * pairs
    else:
        joint = attacks * pairs * (tries(volley) + 1) ** 2
    call = _CALL * max(1.0, each / 3 if size > DENSE else 1.0)
    if waiting > 1:
        call *= rows  # row by row
    return joint + sent * (call + rows * size * (each + 0.3 * waiting))


def stepping(volley: Volley, cells: int, each: float) -> float:
    """Return the steps where `cells` numbers are carried through one attack after another."""
    return volley.most_attacks() * tries(volley) * (_CALL + cells * (each + 3.0))


def volley_work(volley: Volley, queues: Sequence[Queue], rows: int, space: Space) -> float:
    """Return the steps of a volley.

    Parameters
    ----------
    volley : Volley
    queues : list of Queue
    rows : int
        Arrays of states that are carried along, what waits already among them.
    space : Space
    """
    if space.size <= DENSE and not volley.waits():
        return volley.most_attacks() * (_CALL / 2 + rows * space.size * _each(volley, space))
    return min(_ways(volley, queues, rows, space))


def counts_pay(volley: Volley, queues: Sequence[Queue], rows: int, space: Space) -> bool:
    """Return whether packets are counted and not carried through attack by attack."""
    by_count, by_step = _ways(volley, queues, rows, space)
    return by_count <= by_step


def _each(volley: Volley, space: Space) -> float:
    return per_state([p.amount for p in volley.packets() if p.when == NOW], space)


def _ways(volley: Volley, queues: Sequence[Queue], rows: int, space: Space) -> tuple[float, float]:
    """Return the steps where packets are counted, and where they are carried along."""
    from mathhammer.engine.exact.counts import most_entering

    each, size = _each(volley, space), space.size
    entering = prod(volley.most_attacks() * most_entering(volley, q) + 1 for q in queues)
    return (
        counting(volley, queues, rows, size, each),
        stepping(volley, rows * entering * size, each),
    )
