"""Units, wound by wound: who suffers, who ignores it, who is left."""

from typing import Any

import numpy as np

from mathhammer.engine.jit import ONE, ZERO, bare, inlined
from mathhammer.engine.montecarlo import layout
from mathhammer.engine.montecarlo.kernels.dice import bits, five, rolls
from mathhammer.engine.montecarlo.kernels.rows import bearers_at, head_of
from mathhammer.engine.montecarlo.layout import I64


@bare
def queue_of(room: I64, unit: Any, character: Any) -> Any:
    """Return the queue whose front model takes the next attack."""
    if unit["behind_last"] < 0:
        return layout.FRONT
    front = room[unit["front"]] < unit["last"]
    behind = room[unit["behind"]] < unit["behind_last"]
    if front and behind:
        return layout.BEHIND if character else layout.FRONT
    if front or behind:
        return layout.FRONT if front else layout.BEHIND
    return layout.FRONT if room[unit["front_last"]] else layout.BEHIND


@inlined
def pains(program: I64, tables: Any, stream: Any, at: Any, points: Any, left: Any) -> Any:
    """Roll Feel No Pain for points until a model is dead (W-1.7).

    Returns
    -------
    taken, ignored : int
        Wounds that a model with so many left takes, and those that it ignores before.
    """
    taken, ignored = np.int64(0), np.int64(0)
    while points > 0 and taken < left:
        number = min(points, 5)
        through = ~np.int64(tables[at + five(stream)]) & ((1 << number) - 1)
        seen = layout.DEADLY_AT + (layout.BITS + 2) * through
        deadly = program[seen + min(left - taken, layout.BITS + 1)]
        hurt = min(bits(through), left - taken)
        taken += hurt
        ignored += min(number, deadly) - hurt
        points -= number
    return taken, ignored


@inlined
def ignoring_of(unit: Any, mortal: Any) -> Any:
    """Return the place of the tables by which each group ignores wounds, or mortal wounds."""
    return unit["ignore_mortal"] if mortal else unit["ignore"]


@bare
def suffer(
    program: I64, tables: Any, stream: Any, room: I64, unit: Any, queue: Any, points: Any,
    mortal: Any,
) -> Any:  # fmt: skip
    """Take wounds off the front model of a queue, none carried over; return those ignored."""
    at = unit["front"] + queue
    lost = room[at]
    ends = unit["behind_ends"] if queue else unit["ends"]
    groups = unit["behind_groups"] if queue else unit["groups"]
    left = program[ends + lost] - lost
    table = program[ignoring_of(unit, mortal) + program[groups + lost]]
    taken, ignored = min(points, left), np.int64(0)
    if table >= 0:
        taken, ignored = pains(program, tables, stream, table, points, left)
    room[at] = lost + taken
    if taken > 0 and queue == layout.FRONT and unit["behind_last"] >= 0:
        room[unit["front_last"]] = (
            room[at] == unit["last"] and room[unit["behind"]] == unit["behind_last"]
        )
    return ignored


@bare
def spilled(program: I64, tables: Any, stream: Any, room: I64, unit: Any, points: Any) -> Any:
    """Inflict mortal wounds one by one, carried over; return those ignored (W-1.6)."""
    if unit["plain"]:  # one queue, nothing is ignored
        at = unit["front"]
        room[at] = min(room[at] + points, unit["last"])
        return np.int64(0)
    ignored = np.int64(0)
    for _ in range(points):
        queue = queue_of(room, unit, ZERO)
        if room[unit["front"] + queue] == (unit["behind_last"] if queue else unit["last"]):
            break
        ignored += suffer(program, tables, stream, room, unit, queue, ONE, ONE)
    return ignored


@inlined
def pool_of(head: Any, unit: Any, mortal: Any) -> Any:
    """Return the column of points that a ward is rolled for, which mortal damage may have (A-2)."""
    if mortal and unit["ward_mortals"] != unit["ward"]:
        return head["mortal_points"]
    return head["points"]


@bare
def pooled(
    program: I64, tables: Any, stream: Any, rooms: Any, trials: Any, unit: Any, ward: Any,
    points: Any, warded: Any,
) -> None:  # fmt: skip
    """Allocate pools, which stand in one column, point by point after a ward (A-2)."""
    at, last, came = unit["front"], unit["last"], head_of(program)["came"]
    if ward >= 0:
        rolls(program, tables, stream, rooms, trials, ward, points, came, ONE)
        for trial in range(trials):
            ignored = rooms[came, trial] & layout.MASK
            rooms[warded, trial] += ignored
            rooms[points, trial] -= ignored
    for trial in range(trials):
        rooms[at, trial] = min(rooms[at, trial] + rooms[points, trial], last)


@bare
def survivors(program: I64, room: I64, unit: Any, bearers: Any) -> Any:
    """Return how many of those who bear something live."""
    row = bearers_at(program, bearers)
    number = np.int64(0)
    if row["front"] >= 0:
        number += program[row["front"] + room[unit["front"]]]
    if row["behind"] >= 0:
        number += program[row["behind"] + room[unit["behind"]]]
    return number


@bare
def state_number(room: I64, unit: Any) -> Any:
    """Return the number of a unit's state, as in `Space`."""
    number, size = room[unit["front"]], unit["last"] + 1
    if unit["behind_last"] >= 0:
        width = unit["behind_last"] + 1
        size = size * width + 1
        number = number * width + room[unit["behind"]]
        if room[unit["front_last"]]:
            number = size - 1
    return number + size * room[unit["ignored"]]


@bare
def models_of(program: I64, unit: Any) -> Any:
    """Return how many models a unit has."""
    models = program[unit["models"] + unit["last"]]
    if unit["behind_last"] >= 0:
        models += program[unit["behind_models"] + unit["behind_last"]]
    return models
