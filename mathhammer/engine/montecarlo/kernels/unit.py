"""Units, wound by wound: who suffers, who ignores it, who is left."""

from __future__ import annotations

from typing import Any

import numpy as np

from mathhammer.engine.jit import ONE, ZERO, bare, inlined
from mathhammer.engine.montecarlo.kernels.dice import bits, five, rolls
from mathhammer.engine.montecarlo.kernels.rows import bearers_at, head_of, queue_at, unit_at
from mathhammer.engine.montecarlo.layout import (
    BEHIND,
    BITS,
    DEADLY_AT,
    FRONT,
    FRONT_LAST,
    I64,
    IGNORED,
    K_CAME,
    MASK,
    QUEUE_WORDS,
)


@bare
def queue_of(program: I64, room: I64, unit: Any, character: Any) -> Any:
    """Return the queue whose front model takes the next attack."""
    behind_row = queue_at(program, unit + QUEUE_WORDS)
    if behind_row["last"] < 0:
        return FRONT
    state = unit_at(program, unit)["state"]
    front = room[state + FRONT] < queue_at(program, unit)["last"]
    behind = room[state + BEHIND] < behind_row["last"]
    if front and behind:
        return BEHIND if character else FRONT
    if front or behind:
        return FRONT if front else BEHIND
    return FRONT if room[state + FRONT_LAST] else BEHIND


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
        deadly = program[DEADLY_AT + (BITS + 2) * through + min(left - taken, BITS + 1)]
        hurt = min(bits(through), left - taken)
        taken += hurt
        ignored += min(number, deadly) - hurt
        points -= number
    return taken, ignored


@inlined
def ignoring_of(program: I64, unit: Any, mortal: Any) -> Any:
    """Return the place of the tables by which each group ignores wounds, or mortal wounds."""
    unit_row = unit_at(program, unit)
    return unit_row["ignore_mortal"] if mortal else unit_row["ignore"]


@bare
def suffer(
    program: I64, tables: Any, stream: Any, room: I64, unit: Any, queue: Any, points: Any,
    mortal: Any,
) -> Any:  # fmt: skip
    """Take wounds off the front model of a queue, none carried over; return those ignored."""
    unit_row = unit_at(program, unit)
    behind = queue_at(program, unit + QUEUE_WORDS)
    at = unit_row["state"] + queue
    lost = room[at]
    models = queue_at(program, unit + QUEUE_WORDS * queue)
    left = program[models["ends"] + lost] - lost
    ignoring = ignoring_of(program, unit, mortal)
    table = program[ignoring + program[models["groups"] + lost]]
    taken, ignored = min(points, left), np.int64(0)
    if table >= 0:
        taken, ignored = pains(program, tables, stream, table, points, left)
    room[at] = lost + taken
    if taken > 0 and queue == FRONT and behind["last"] >= 0:
        state = unit_row["state"]
        room[state + FRONT_LAST] = (
            room[at] == queue_at(program, unit)["last"] and room[state + BEHIND] == behind["last"]
        )
    return ignored


@bare
def spilled(program: I64, tables: Any, stream: Any, room: I64, unit: Any, points: Any) -> Any:
    """Inflict mortal wounds one by one, carried over; return those ignored (W-1.6)."""
    unit_row = unit_at(program, unit)
    if unit_row["plain"]:  # one queue, nothing is ignored
        at = unit_row["state"]
        room[at] = min(room[at] + points, queue_at(program, unit)["last"])
        return np.int64(0)
    ignored = np.int64(0)
    for _ in range(points):
        queue = queue_of(program, room, unit, ZERO)
        last = queue_at(program, unit + QUEUE_WORDS * queue)["last"]
        if room[unit_row["state"] + queue] == last:
            break
        ignored += suffer(program, tables, stream, room, unit, queue, ONE, ONE)
    return ignored


@bare
def pooled(
    program: I64, tables: Any, stream: Any, rooms: Any, trials: Any, unit: Any, points: Any,
    warded: Any,
) -> None:  # fmt: skip
    """Allocate pools, which stand in one column, point by point after the ward (A-2)."""
    unit_row = unit_at(program, unit)
    at, last = unit_row["state"] + FRONT, queue_at(program, unit)["last"]
    came = head_of(program)["scratch"] + K_CAME
    if unit_row["ward"] >= 0:
        rolls(
            program,
            tables,
            stream,
            rooms,
            trials,
            unit_row["ward"],
            points,
            came,
            ONE,
        )
        for trial in range(trials):
            ignored = rooms[came, trial] & MASK
            rooms[warded, trial] += ignored
            rooms[points, trial] -= ignored
    for trial in range(trials):
        rooms[at, trial] = min(rooms[at, trial] + rooms[points, trial], last)


@bare
def survivors(program: I64, room: I64, unit: Any, bearers: Any) -> Any:
    """Return how many of those who bear something live."""
    bearers_row = bearers_at(program, bearers)
    state = unit_at(program, unit)["state"]
    number = np.int64(0)
    if bearers_row["front"] >= 0:
        number += program[bearers_row["front"] + room[state + FRONT]]
    if bearers_row["behind"] >= 0:
        number += program[bearers_row["behind"] + room[state + BEHIND]]
    return number


@bare
def state_number(program: I64, room: I64, unit: Any) -> Any:
    """Return the number of a unit's state, as in `Space`."""
    behind = queue_at(program, unit + QUEUE_WORDS)
    state = unit_at(program, unit)["state"]
    number = room[state + FRONT]
    size = queue_at(program, unit)["last"] + 1
    if behind["last"] >= 0:
        width = behind["last"] + 1
        size = size * width + 1
        number = number * width + room[state + BEHIND]
        if room[state + FRONT_LAST]:
            number = size - 1
    return number + size * room[state + IGNORED]


@bare
def models_of(program: I64, unit: Any) -> Any:
    """Return how many models a unit has."""
    front = queue_at(program, unit)
    behind = queue_at(program, unit + QUEUE_WORDS)
    models = program[front["models"] + front["last"]]
    if behind["last"] >= 0:
        models += program[behind["models"] + behind["last"]]
    return models
