"""Units, wound by wound: who suffers, who ignores it, who is left."""

from __future__ import annotations

from typing import Any

import numpy as np

from mathhammer.engine.montecarlo.jit import ONE, ZERO, bare, inlined
from mathhammer.engine.montecarlo.kernels.dice import bits, five, rolls
from mathhammer.engine.montecarlo.layout import (
    B_BEHIND,
    B_BEHIND_MODELS,
    B_ENDS,
    B_FIRST_GROUP,
    B_GROUPS,
    B_LAST,
    B_MODELS,
    B_PLAIN,
    B_STATE,
    B_WARD,
    BEHIND,
    BITS,
    FRONT,
    FRONT_LAST,
    G_IGNORE,
    G_MORTAL,
    G_WIDTH,
    I64,
    IGNORED,
    K_CAME,
    L_BEHIND,
    L_FRONT,
    MASK,
    P_DEADLY,
    P_SCRATCH,
)


@bare
def lane_of(program: I64, room: I64, body: Any, character: Any) -> Any:
    """Return the lane whose front model takes the next attack."""
    if program[body + B_BEHIND] < 0:
        return FRONT
    state = program[body + B_STATE]
    front = room[state + FRONT] < program[body + B_LAST]
    behind = room[state + BEHIND] < program[body + B_BEHIND]
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
        deadly = program[P_DEADLY + (BITS + 2) * through + min(left - taken, BITS + 1)]
        hurt = min(bits(through), left - taken)
        taken += hurt
        ignored += min(number, deadly) - hurt
        points -= number
    return taken, ignored


@bare
def suffer(
    program: I64, tables: Any, stream: Any, room: I64, body: Any, lane: Any, points: Any,
    mortal: Any,
) -> Any:  # fmt: skip
    """Take wounds off the front model of a lane, none carried over; return those ignored."""
    at = program[body + B_STATE] + lane
    lost = room[at]
    row = body + (B_BEHIND - B_LAST) * lane
    left = program[program[row + B_ENDS] + lost] - lost
    group = program[body + B_FIRST_GROUP] + G_WIDTH * program[program[row + B_GROUPS] + lost]
    table = program[group + (G_MORTAL if mortal else G_IGNORE)]
    taken, ignored = min(points, left), np.int64(0)
    if table >= 0:
        taken, ignored = pains(program, tables, stream, table, points, left)
    room[at] = lost + taken
    if taken > 0 and lane == FRONT and program[body + B_BEHIND] >= 0:
        state = program[body + B_STATE]
        room[state + FRONT_LAST] = (
            room[at] == program[body + B_LAST] and room[state + BEHIND] == program[body + B_BEHIND]
        )
    return ignored


@bare
def spilled(program: I64, tables: Any, stream: Any, room: I64, body: Any, points: Any) -> Any:
    """Inflict mortal wounds one by one, carried over; return those ignored (W-1.6)."""
    if program[body + B_PLAIN]:  # one lane, nothing is ignored
        at = program[body + B_STATE]
        room[at] = min(room[at] + points, program[body + B_LAST])
        return np.int64(0)
    ignored = np.int64(0)
    for _ in range(points):
        lane = lane_of(program, room, body, ZERO)
        last = program[body + (B_BEHIND if lane == BEHIND else B_LAST)]
        if room[program[body + B_STATE] + lane] == last:
            break
        ignored += suffer(program, tables, stream, room, body, lane, ONE, ONE)
    return ignored


@bare
def pooled(
    program: I64, tables: Any, stream: Any, rooms: Any, lanes: Any, body: Any, points: Any,
    warded: Any,
) -> None:  # fmt: skip
    """Allocate pools, which stand in one column, point by point after the ward (A-2)."""
    at, last = program[body + B_STATE] + FRONT, program[body + B_LAST]
    came = program[P_SCRATCH] + K_CAME
    if program[body + B_WARD] >= 0:
        rolls(program, tables, stream, rooms, lanes, program[body + B_WARD], points, came, ONE)
        for lane in range(lanes):
            ignored = rooms[came, lane] & MASK
            rooms[warded, lane] += ignored
            rooms[points, lane] -= ignored
    for lane in range(lanes):
        rooms[at, lane] = min(rooms[at, lane] + rooms[points, lane], last)


@bare
def survivors(program: I64, room: I64, body: Any, bearers: Any) -> Any:
    """Return how many of those who bear something live."""
    state = program[body + B_STATE]
    number = np.int64(0)
    if program[bearers + L_FRONT] >= 0:
        number += program[program[bearers + L_FRONT] + room[state + FRONT]]
    if program[bearers + L_BEHIND] >= 0:
        number += program[program[bearers + L_BEHIND] + room[state + BEHIND]]
    return number


@bare
def state_number(program: I64, room: I64, body: Any) -> Any:
    """Return the number of a unit's state, as in `Space`."""
    state = program[body + B_STATE]
    number = room[state + FRONT]
    size = program[body + B_LAST] + 1
    if program[body + B_BEHIND] >= 0:
        width = program[body + B_BEHIND] + 1
        size = size * width + 1
        number = number * width + room[state + BEHIND]
        if room[state + FRONT_LAST]:
            number = size - 1
    return number + size * room[state + IGNORED]


@bare
def models_of(program: I64, body: Any) -> Any:
    """Return how many models a unit has."""
    models = program[program[body + B_MODELS] + program[body + B_LAST]]
    if program[body + B_BEHIND] >= 0:
        models += program[program[body + B_BEHIND_MODELS] + program[body + B_BEHIND]]
    return models
