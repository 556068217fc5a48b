"""What got through, shot by shot: saves, damage, wounds, and what goes to a pool."""

from __future__ import annotations

from typing import Any

import numpy as np

from mathhammer.engine.montecarlo.jit import ONE, ZERO, bare, inlined
from mathhammer.engine.montecarlo.kernels.dice import (
    SIX,
    U64,
    amount_of,
    amounts_of,
    five,
    outcome,
    passed,
)
from mathhammer.engine.montecarlo.kernels.unit import lane_of, pains, suffer
from mathhammer.engine.montecarlo.layout import (
    A_FACES,
    A_FIXED,
    AFTER,
    B_BEHIND,
    B_ENDS,
    B_FIRST_GROUP,
    B_GROUPS,
    B_IGNORES,
    B_LAST,
    B_STATE,
    E_POOLED,
    E_TARGET,
    G_IGNORE,
    G_MORTAL,
    G_WIDTH,
    H_POINTS,
    H_WAITING,
    I64,
    IGNORED,
    MORTAL,
    P_HELD,
    P_WAITING,
    POOL,
    ROLLED,
    S_AMOUNT,
    S_CHARACTER,
    S_MORTAL,
    S_SAVE,
    S_SAVES,
    S_WHEN,
    UNSAVED,
    WARDED,
)


@bare
def fire_one(
    program: I64, tables: Any, stream: Any, room: I64, body: Any, counts: Any, shot: Any
) -> None:
    """Send one packet that a save of its model may stop, or that the unit may ignore."""
    lane = lane_of(program, room, body, program[shot + S_CHARACTER])
    roll = program[shot + S_SAVE]
    if program[shot + S_SAVES] >= 0:
        row = body + (B_BEHIND - B_LAST) * lane
        lost = room[program[body + B_STATE] + lane]
        roll = program[program[shot + S_SAVES] + program[program[row + B_GROUPS] + lost]]
    if outcome(program, stream, roll) > 0:
        return
    room[counts + UNSAVED] += 1
    points = amount_of(program, stream, program[shot + S_AMOUNT])
    room[counts + ROLLED] += points
    if program[body + B_IGNORES]:
        state = program[body + B_STATE]
        if room[state + IGNORED] == 0:
            room[state + IGNORED] = 1
            return
    room[counts + WARDED] += suffer(program, tables, stream, room, body, lane, points, ZERO)


@bare
def fire(
    program: I64, tables: Any, stream: Any, room: I64, deed: Any, counts: Any, shot: Any,
    number: Any,
) -> None:  # fmt: skip
    """Send some equal packets, one after another."""
    body = program[deed + E_TARGET]
    when = program[shot + S_WHEN]
    if when == AFTER:
        held = program[P_HELD] + H_WAITING
        at = program[P_WAITING] + 2 * room[held]
        room[at], room[at + 1] = shot, number
        room[held] += 1
        return
    save = program[shot + S_SAVE]
    if save >= 0:
        if program[shot + S_SAVES] >= 0 or program[body + B_IGNORES]:
            for _ in range(number):
                fire_one(program, tables, stream, room, body, counts, shot)
            return
        number -= passed(program, tables, stream, save, number)
        room[counts + UNSAVED] += number
    if when == POOL or program[deed + E_POOLED]:
        into_pool(program, tables, stream, room, counts, shot, number)
    else:
        wound_by_wound(program, tables, stream, room, body, counts, shot, number)


@bare
def into_pool(
    program: I64, tables: Any, stream: Any, room: I64, counts: Any, shot: Any, number: Any
) -> None:
    """Add the points of some packets to the pool."""
    points = amounts_of(program, tables, stream, program[shot + S_AMOUNT], number)
    room[counts + ROLLED] += points
    if program[shot + S_MORTAL]:
        room[counts + MORTAL] += points
    room[program[P_HELD] + H_POINTS] += points


@bare
def wound_by_wound(
    program: I64, tables: Any, stream: Any, room: I64, body: Any, counts: Any, shot: Any,
    number: Any,
) -> None:  # fmt: skip
    """Take off the wounds of some packets that got through."""
    amount, mortal = program[shot + S_AMOUNT], program[shot + S_MORTAL]
    total, ignored = np.int64(0), np.int64(0)
    if program[body + B_BEHIND] < 0:
        total, ignored = one_lane(program, tables, stream, room, body, amount, mortal, number)
    else:
        for _ in range(number):
            points = amount_of(program, stream, amount)
            total += points
            lane = lane_of(program, room, body, program[shot + S_CHARACTER])
            ignored += suffer(program, tables, stream, room, body, lane, points, mortal)
    room[counts + ROLLED] += total
    room[counts + WARDED] += ignored
    if mortal:
        room[counts + MORTAL] += total


@inlined
def one_lane(
    program: I64, tables: Any, stream: Any, room: I64, body: Any, amount: Any, mortal: Any,
    number: Any,
) -> Any:  # fmt: skip
    """Take off the wounds of packets from a unit of one lane; return rolled and ignored."""
    at, ends, groups = program[body + B_STATE], program[body + B_ENDS], program[body + B_GROUPS]
    tables_of = program[body + B_FIRST_GROUP] + (G_MORTAL if mortal else G_IGNORE)
    fixed, faces = program[amount + A_FIXED], program[amount + A_FACES]
    lost = room[at]
    total, ignored = np.int64(0), np.int64(0)
    digits, held = U64(0), 0
    for _ in range(number):
        points = fixed
        if faces >= 0:  # its own five dice, of which some may be left over
            if held == 0:
                digits = U64(five(stream))
                held = 5
            rest = digits // SIX
            points = program[faces + np.int64(digits - rest * SIX)]
            digits = rest
            held -= 1
        elif fixed < 0:
            points = amount_of(program, stream, amount)
        total += points
        left = program[ends + lost] - lost
        table = program[tables_of + G_WIDTH * program[groups + lost]]
        if table < 0:
            lost += min(points, left)
        else:
            taken, spared = pains(program, tables, stream, table, points, left)
            lost += taken
            ignored += spared
    room[at] = lost
    return total, ignored


@bare
def fire_all(
    program: I64, tables: Any, stream: Any, room: I64, deed: Any, counts: Any, shots: Any,
    number: Any,
) -> None:  # fmt: skip
    """Send what some equal wounds send: each a list of packets."""
    if program[shots] == 1:
        if number > 0:
            shot = program[shots + 1]
            fire(program, tables, stream, room, deed, counts, shot, number)
        return
    for _ in range(number):
        for at in range(shots + 1, shots + 1 + program[shots]):
            fire(program, tables, stream, room, deed, counts, program[at], ONE)
