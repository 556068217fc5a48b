"""Attacks, die by die: hits, wounds, what comes of them, and what waits until the end.

A thread works in one array of its own, so that few arrays are handed from function to
function, which is most of what a call costs.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from mathhammer.engine.montecarlo.jit import ONE, ZERO, bare
from mathhammer.engine.montecarlo.kernels.dice import (
    amount_of,
    amounts_of,
    outcome,
    passed,
    rolls,
)
from mathhammer.engine.montecarlo.kernels.packet import fire_all, one_lane, wound_by_wound
from mathhammer.engine.montecarlo.kernels.unit import pooled, spilled, survivors
from mathhammer.engine.montecarlo.layout import (
    A_FIXED,
    AFTER,
    ATTACKS,
    B_BEHIND,
    B_BEHIND_MODELS,
    B_IGNORES,
    B_LAST,
    B_MODELS,
    B_PLAIN,
    B_STATE,
    BEHIND,
    COUNTED,
    D_BEARERS,
    D_DAMAGE,
    D_DICE,
    D_GATE,
    D_MOST,
    D_ON,
    D_PER_MODEL,
    E_ACTOR,
    E_DICE,
    E_LATER,
    E_POOL,
    E_POOLED,
    E_QUEUES,
    E_TARGET,
    E_VOLLEYS,
    FRONT,
    H_POINTS,
    H_WAITING,
    HITS,
    I64,
    K_CAME,
    K_CRITICAL,
    K_DICE,
    K_KEPT,
    K_MIGHTY,
    MASK,
    MORTAL,
    P_COPIES,
    P_COUNTS,
    P_GROWN,
    P_HELD,
    P_LAST_ROW,
    P_SCRATCH,
    P_WAITING,
    POOL,
    ROLLED,
    S_AMOUNT,
    S_MORTAL,
    S_QUEUE,
    S_SAVE,
    S_SAVES,
    S_SOURCE,
    S_WHEN,
    UNSAVED,
    V_AMOUNTS,
    V_AUTO,
    V_COUNTED,
    V_CRITICAL,
    V_CRITICAL_CRITICAL,
    V_CROWD,
    V_ENDS,
    V_EXTRA,
    V_FIXED,
    V_HIT,
    V_ON_CRITICAL,
    V_ONCE,
    V_PLAIN,
    V_PLAIN_CRITICAL,
    V_WOUND,
    WARDED,
    WIDE,
    WOUNDS,
)


@bare
def attacks_of(program: I64, tables: Any, stream: Any, volley: Any, copies: Any, crowd: Any) -> Any:
    """Return how many attacks some copies make."""
    if copies == 0:
        return np.int64(0)
    total = np.int64(0)
    if program[volley + V_CROWD] >= 0:
        total += copies * program[program[volley + V_CROWD] + 1 + crowd]
    once = program[volley + V_ONCE]
    if once >= 0:
        copies -= 1
        for at in range(once + 1, once + 1 + program[once]):
            total += amount_of(program, stream, program[at])
    if program[volley + V_FIXED] >= 0:
        return total + copies * program[volley + V_FIXED]
    amounts = program[volley + V_AMOUNTS]
    for at in range(amounts + 1, amounts + 1 + program[amounts]):
        total += amounts_of(program, tables, stream, program[at], copies)
    return total


@bare
def attacks_made(
    program: I64, tables: Any, stream: Any, rooms: Any, lanes: Any, volley: Any, copies: Any,
    crowd: Any, counts: Any,
) -> None:  # fmt: skip
    """Find how many attacks the copies in one column make: so many dice are to be thrown."""
    dice = program[P_SCRATCH] + K_DICE
    fixed = program[volley + V_FIXED]
    if fixed >= 0 and program[volley + V_CROWD] < 0 and program[volley + V_ONCE] < 0:
        for lane in range(lanes):
            rooms[dice, lane] = fixed * rooms[copies, lane]
            rooms[counts + ATTACKS, lane] += rooms[dice, lane]
    else:
        for lane in range(lanes):
            number = rooms[copies, lane]
            rooms[dice, lane] = attacks_of(program, tables, stream, volley, number, crowd)
            rooms[counts + ATTACKS, lane] += rooms[dice, lane]


@bare
def counted_volley(
    program: I64, tables: Any, stream: Any, rooms: Any, lanes: Any, deed: Any, counts: Any,
    volley: Any,
) -> None:  # fmt: skip
    """Play attacks whose order doesn't matter: all hit rolls, all wound rolls, all saves."""
    dice, came = program[P_SCRATCH] + K_DICE, program[P_SCRATCH] + K_CAME
    if program[volley + V_HIT] >= 0:
        alike = np.int64(program[volley + V_COUNTED] == 1)  # a critical hit is as any other
        roll = program[volley + V_HIT]
        rolls(program, tables, stream, rooms, lanes, roll, dice, came, alike)
        for lane in range(lanes):
            rooms[dice, lane] = rooms[came, lane] & MASK
        if not alike:
            criticals(program, tables, stream, rooms, lanes, deed, counts, volley)
    for lane in range(lanes):
        rooms[counts + HITS, lane] += rooms[dice, lane]
    wound_rolls(program, tables, stream, rooms, lanes, deed, counts, volley, volley + V_PLAIN, dice)


@bare
def criticals(
    program: I64, tables: Any, stream: Any, rooms: Any, lanes: Any, deed: Any, counts: Any,
    volley: Any,
) -> None:  # fmt: skip
    """Play critical hits as far as they differ; leave those that don't, and extra hits."""
    dice, came = program[P_SCRATCH] + K_DICE, program[P_SCRATCH] + K_CAME
    critical = program[P_SCRATCH] + K_CRITICAL
    for lane in range(lanes):
        rooms[critical, lane] = rooms[came, lane] >> WIDE
    extra = program[volley + V_EXTRA]
    if extra >= 0:
        for lane in range(lanes):
            number = rooms[critical, lane]
            rooms[dice, lane] += amounts_of(program, tables, stream, extra, number)
    if program[volley + V_ON_CRITICAL] >= 0:
        shots, copy = program[volley + V_ON_CRITICAL], program[P_SCRATCH] + K_MIGHTY
        for lane in range(lanes):
            rooms[copy, lane] = rooms[critical, lane]
        fire_lanes(program, tables, stream, rooms, lanes, deed, counts, shots, copy)
    shots, special = program[volley + V_CRITICAL], program[volley + V_CRITICAL_CRITICAL]
    auto, ends = program[volley + V_AUTO], program[volley + V_ENDS]
    same = shots == program[volley + V_PLAIN]
    if same and special == program[volley + V_PLAIN_CRITICAL] and not (auto or ends):
        return
    for lane in range(lanes):
        rooms[dice, lane] -= rooms[critical, lane]
        rooms[counts + HITS, lane] += rooms[critical, lane]
    if auto:
        for lane in range(lanes):
            rooms[counts + WOUNDS, lane] += rooms[critical, lane]
        if not same:  # else they are sent together with those that are rolled
            fire_lanes(program, tables, stream, rooms, lanes, deed, counts, shots, critical)
            clear(rooms, lanes, critical, critical + 1)
    elif not ends:
        lists = volley + V_CRITICAL
        wound_rolls(program, tables, stream, rooms, lanes, deed, counts, volley, lists, critical)


@bare
def wound_rolls(
    program: I64, tables: Any, stream: Any, rooms: Any, lanes: Any, deed: Any, counts: Any,
    volley: Any, lists: Any, dice: Any,
) -> None:  # fmt: skip
    """Roll the dice in one column to wound, and send what comes of them."""
    came, mighty = program[P_SCRATCH] + K_CAME, program[P_SCRATCH] + K_MIGHTY
    roll = program[volley + V_WOUND]
    shots, special = program[lists], program[lists + 1]
    alike = np.int64(shots == special)
    rolls(program, tables, stream, rooms, lanes, roll, dice, came, alike)
    for lane in range(lanes):
        rooms[dice, lane] = rooms[came, lane] & MASK
        rooms[counts + WOUNDS, lane] += rooms[dice, lane]
    if not alike:
        for lane in range(lanes):
            rooms[mighty, lane] = rooms[came, lane] >> WIDE
            rooms[dice, lane] -= rooms[mighty, lane]
        fire_lanes(program, tables, stream, rooms, lanes, deed, counts, special, mighty)
    if program[volley + V_AUTO] and program[volley + V_HIT] >= 0:  # those that need no roll
        critical = program[P_SCRATCH] + K_CRITICAL
        for lane in range(lanes):
            rooms[dice, lane] += rooms[critical, lane]
    fire_lanes(program, tables, stream, rooms, lanes, deed, counts, shots, dice)


@bare
def fire_lanes(
    program: I64, tables: Any, stream: Any, rooms: Any, lanes: Any, deed: Any, counts: Any,
    shots: Any, dice: Any,
) -> None:  # fmt: skip
    """Send what equal wounds send, as many in each lane as stand in a column, and use it up."""
    body, shot = program[deed + E_TARGET], program[shots + 1]
    save = program[shot + S_SAVE]
    if program[shots] == 1 and program[shot + S_WHEN] == AFTER:
        held, waiting = program[P_HELD] + H_WAITING, program[P_WAITING]
        for lane in range(lanes):
            at = waiting + 2 * rooms[held, lane]
            if rooms[dice, lane] > 0:
                rooms[at, lane], rooms[at + 1, lane] = shot, rooms[dice, lane]
                rooms[held, lane] += 1
        return
    one_by_one = save >= 0 and (program[shot + S_SAVES] >= 0 or program[body + B_IGNORES] != 0)
    if program[shots] != 1 or one_by_one:
        for lane in range(lanes):
            number = rooms[dice, lane]
            if number > 0:
                fire_all(program, tables, stream, rooms[:, lane], deed, counts, shots, number)
        return
    came = program[P_SCRATCH] + K_CAME
    if save >= 0:
        rolls(program, tables, stream, rooms, lanes, save, dice, came, ONE)
        for lane in range(lanes):
            rooms[dice, lane] -= rooms[came, lane] & MASK
            rooms[counts + UNSAVED, lane] += rooms[dice, lane]
    amount = program[shot + S_AMOUNT]
    if program[shot + S_WHEN] == POOL or program[deed + E_POOLED]:
        points = program[P_HELD] + H_POINTS
        for lane in range(lanes):
            number = rooms[dice, lane]
            rooms[came, lane] = amounts_of(program, tables, stream, amount, number)
        for lane in range(lanes):
            rooms[counts + ROLLED, lane] += rooms[came, lane]
            rooms[points, lane] += rooms[came, lane]
        if program[shot + S_MORTAL]:
            for lane in range(lanes):
                rooms[counts + MORTAL, lane] += rooms[came, lane]
    elif program[body + B_PLAIN] and program[amount + A_FIXED] == 1:
        at, last = program[body + B_STATE], program[body + B_LAST]
        for lane in range(lanes):  # never wasted but by the last model
            rooms[counts + ROLLED, lane] += rooms[dice, lane]
            rooms[at, lane] = min(rooms[at, lane] + rooms[dice, lane], last)
        if program[shot + S_MORTAL]:
            for lane in range(lanes):
                rooms[counts + MORTAL, lane] += rooms[dice, lane]
    else:
        wound_lanes(program, tables, stream, rooms, lanes, body, counts, shot, dice)


@bare
def wound_lanes(
    program: I64, tables: Any, stream: Any, rooms: Any, lanes: Any, body: Any, counts: Any,
    shot: Any, dice: Any,
) -> None:  # fmt: skip
    """Take off the wounds of packets that got through, as many in each lane as in a column."""
    amount, mortal = program[shot + S_AMOUNT], program[shot + S_MORTAL]
    if program[body + B_BEHIND] >= 0:
        for lane in range(lanes):
            number, room = rooms[dice, lane], rooms[:, lane]
            wound_by_wound(program, tables, stream, room, body, counts, shot, number)
        return
    for lane in range(lanes):
        number, room = rooms[dice, lane], rooms[:, lane]
        total, ignored = one_lane(program, tables, stream, room, body, amount, mortal, number)
        rooms[counts + ROLLED, lane] += total
        rooms[counts + WARDED, lane] += ignored
        if mortal:
            rooms[counts + MORTAL, lane] += total


@bare
def wound_attempt(
    program: I64, tables: Any, stream: Any, room: I64, deed: Any, counts: Any, volley: Any,
    special: Any,
) -> None:  # fmt: skip
    """Roll one die to wound, and send what comes of it."""
    result = outcome(program, stream, program[volley + V_WOUND])
    if result == 0:
        return
    room[counts + WOUNDS] += 1
    lists = V_CRITICAL if special else V_PLAIN
    shots = program[volley + lists + (1 if result == 2 else 0)]
    fire_all(program, tables, stream, room, deed, counts, shots, ONE)


@bare
def ordered_volley(
    program: I64, tables: Any, stream: Any, room: I64, deed: Any, counts: Any, volley: Any,
    attacks: Any,
) -> None:  # fmt: skip
    """Play attacks one after another; a critical hit first, then its extra hits."""
    for _ in range(attacks):
        result = 1
        if program[volley + V_HIT] >= 0:
            result = outcome(program, stream, program[volley + V_HIT])
        if result == 0:
            continue
        room[counts + HITS] += 1
        if result == 1:
            wound_attempt(program, tables, stream, room, deed, counts, volley, ZERO)
            continue
        if program[volley + V_ON_CRITICAL] >= 0:
            shots = program[volley + V_ON_CRITICAL]
            fire_all(program, tables, stream, room, deed, counts, shots, ONE)
        if program[volley + V_AUTO]:
            room[counts + WOUNDS] += 1
            shots = program[volley + V_CRITICAL]
            fire_all(program, tables, stream, room, deed, counts, shots, ONE)
        elif not program[volley + V_ENDS]:
            wound_attempt(program, tables, stream, room, deed, counts, volley, ONE)
        if program[volley + V_EXTRA] >= 0:
            for _ in range(amount_of(program, stream, program[volley + V_EXTRA])):
                room[counts + HITS] += 1
                wound_attempt(program, tables, stream, room, deed, counts, volley, ZERO)


@bare
def dice_points(program: I64, tables: Any, stream: Any, room: I64, packet: Any, actor: Any) -> Any:
    """Return the mortal wounds that dice outside of attacks inflict."""
    if outcome(program, stream, program[packet + D_GATE]) == 0:
        return np.int64(0)
    if program[packet + D_BEARERS] >= 0:
        dice = survivors(program, room, actor, program[packet + D_BEARERS])
        dice *= program[packet + D_PER_MODEL]
    else:
        dice = amount_of(program, stream, program[packet + D_DICE])
    number = passed(program, tables, stream, program[packet + D_ON], dice)
    total = amounts_of(program, tables, stream, program[packet + D_DAMAGE], number)
    most = program[packet + D_MOST]
    return min(total, most) if most >= 0 else total


@bare
def losses(program: I64, rooms: Any, lanes: Any, body: Any, into: Any) -> None:
    """Write wounds lost and models slain so far to two columns."""
    at, models = program[body + B_STATE] + FRONT, program[body + B_MODELS]
    for lane in range(lanes):
        rooms[into, lane] = rooms[at, lane]
        rooms[into + 1, lane] = program[models + rooms[at, lane]]
    if program[body + B_BEHIND] >= 0:
        at, models = program[body + B_STATE] + BEHIND, program[body + B_BEHIND_MODELS]
        for lane in range(lanes):
            rooms[into, lane] += rooms[at, lane]
            rooms[into + 1, lane] += program[models + rooms[at, lane]]


@bare
def play(
    program: I64, tables: Any, stream: Any, rooms: Any, lanes: Any, deed: Any, crowd: Any
) -> None:
    """Play one unit's attack on another, every die, in some lanes side by side.

    Each lane is a trial of its own; a stage is played for all of them before the next, so
    the processor works on several at a time. The copies that attack stand in the rooms.
    Each volley and each of the dice has a row for what it counts, and one for the
    wounds lost and models slain after it; where something waits, a row between them counts
    what of it is ignored, and two hold the losses after what waited and after the pool of
    mortal wounds.
    """
    actor, body = program[deed + E_ACTOR], program[deed + E_TARGET]
    counts, grown, copies = program[P_COUNTS], program[P_GROWN], program[P_COPIES]
    dice, points = program[P_SCRATCH] + K_DICE, program[P_HELD] + H_POINTS
    pools = program[deed + E_POOLED]
    volleys = program[deed + E_VOLLEYS]
    for at in range(volleys + 1, volleys + 1 + program[volleys]):
        volley = program[at]
        attacks_made(program, tables, stream, rooms, lanes, volley, copies, crowd, counts)
        if program[volley + V_COUNTED]:
            counted_volley(program, tables, stream, rooms, lanes, deed, counts, volley)
        else:
            for lane in range(lanes):
                attacks = rooms[dice, lane]
                room = rooms[:, lane]
                ordered_volley(program, tables, stream, room, deed, counts, volley, attacks)
        if pools:
            pooled(program, tables, stream, rooms, lanes, body, points, counts + WARDED)
            clear(rooms, lanes, points, points + 1)
        if program[P_LAST_ROW] > 0:
            losses(program, rooms, lanes, body, grown)
        counts += COUNTED
        grown += 2
        copies += 1
    if program[deed + E_LATER]:
        later(program, tables, stream, rooms, lanes, deed, counts, grown)
        counts += COUNTED
        grown += 2 * (program[deed + E_QUEUES] + program[deed + E_POOL])
    packets = program[deed + E_DICE]
    for at in range(packets + 1, packets + 1 + program[packets]):
        for lane in range(lanes):
            room = rooms[:, lane]
            number = dice_points(program, tables, stream, room, program[at], actor)
            room[counts + MORTAL] += number
            room[counts + ROLLED] += number
            room[dice] = number
            if not pools:
                room[counts + WARDED] += spilled(program, tables, stream, room, body, number)
        if pools:
            pooled(program, tables, stream, rooms, lanes, body, dice, counts + WARDED)
        if program[P_LAST_ROW] > 0:
            losses(program, rooms, lanes, body, grown)
        counts += COUNTED
        grown += 2


@bare
def later(
    program: I64, tables: Any, stream: Any, rooms: Any, lanes: Any, deed: Any, counts: Any,
    grown: Any,
) -> None:  # fmt: skip
    """Resolve what waited, queue by queue, and then the pool of mortal wounds."""
    body, held = program[deed + E_TARGET], program[P_HELD]
    done = program[P_SCRATCH] + K_KEPT
    clear(rooms, lanes, done, done + 1)
    for queue in range(program[deed + E_QUEUES]):
        for lane in range(lanes):
            room = rooms[:, lane]
            for number in range(room[done], room[held + H_WAITING]):
                at = program[P_WAITING] + 2 * number
                shot = room[at]
                if program[shot + S_QUEUE] > queue:
                    break
                row = program[P_COUNTS] + COUNTED * program[shot + S_SOURCE]
                wound_by_wound(program, tables, stream, room, body, row, shot, room[at + 1])
                room[done] += 1
        losses(program, rooms, lanes, body, grown + 2 * queue)
    if program[deed + E_POOL]:
        for lane in range(lanes):
            room = rooms[:, lane]
            points = room[held + H_POINTS]
            room[counts + WARDED] += spilled(program, tables, stream, room, body, points)
        losses(program, rooms, lanes, body, grown + 2 * program[deed + E_QUEUES])


@bare
def clear(rooms: Any, lanes: Any, first: Any, last: Any) -> None:
    """Set some columns to 0."""
    for column in range(first, last):
        for lane in range(lanes):
            rooms[column, lane] = 0
