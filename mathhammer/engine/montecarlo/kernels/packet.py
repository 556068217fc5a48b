"""What got through, packet by packet: saves, damage, wounds, and what goes to a pool."""

from typing import Any

import numpy as np

from mathhammer.engine.jit import ONE, ZERO, bare, inlined
from mathhammer.engine.montecarlo import layout
from mathhammer.engine.montecarlo.kernels import dice, rows
from mathhammer.engine.montecarlo.kernels.unit import ignoring_of, pains, pool_of, queue_of, suffer
from mathhammer.engine.montecarlo.layout import I64


@bare
def fire_one(
    program: I64, tables: Any, stream: Any, room: I64, unit: Any, counts: Any, packet: Any
) -> None:
    """Send one packet that a save of its model may stop, or that the unit may ignore."""
    queue = queue_of(room, unit, packet["character"])
    roll = packet["save"]
    if packet["saves"] >= 0:
        groups = unit["behind_groups"] if queue else unit["groups"]
        roll = program[packet["saves"] + program[groups + room[unit["front"] + queue]]]
    if dice.outcome(program, stream, roll) > 0:
        return
    room[counts + layout.UNSAVED] += 1
    points = dice.amount_of(program, stream, packet["amount"])
    room[counts + layout.ROLLED] += points
    if unit["ignores"] and room[unit["ignored"]] == 0:
        room[unit["ignored"]] = 1
        return
    room[counts + layout.WARDED] += suffer(program, tables, stream, room, unit, queue, points, ZERO)


@bare
def fire(
    program: I64, tables: Any, stream: Any, room: I64, action: Any, counts: Any, place: Any,
    number: Any,
) -> None:  # fmt: skip
    """Send some packets like that at a place, one after another."""
    head, unit = rows.head_of(program), rows.unit_at(program, action["target"])
    packet = rows.packet_at(program, place)
    when, save = packet["when"], packet["save"]
    if when == layout.AFTER:
        held = head["held"]
        at = head["waiting"] + 2 * room[held]
        room[at], room[at + 1] = place, number
        room[held] += 1
        return
    if save >= 0:
        if packet["saves"] >= 0 or unit["ignores"]:
            for _ in range(number):
                fire_one(program, tables, stream, room, unit, counts, packet)
            return
        number -= dice.passed(program, tables, stream, save, number)
        room[counts + layout.UNSAVED] += number
    if when == layout.POOL or action["pooled"]:
        points = dice.amounts_of(program, tables, stream, packet["amount"], number)
        room[counts + layout.ROLLED] += points
        if packet["mortal"]:
            room[counts + layout.MORTAL] += points
        room[pool_of(head, unit, packet["mortal"] and action["pooled"])] += points
    else:
        wound_by_wound(program, tables, stream, room, unit, counts, packet, number)


@bare
def wound_by_wound(
    program: I64, tables: Any, stream: Any, room: I64, unit: Any, counts: Any, packet: Any,
    number: Any,
) -> None:  # fmt: skip
    """Take off the wounds of some packets that got through."""
    amount, mortal = packet["amount"], packet["mortal"]
    total, ignored = np.int64(0), np.int64(0)
    if unit["behind_last"] < 0:
        total, ignored = one_queue(program, tables, stream, room, unit, amount, mortal, number)
    else:
        for _ in range(number):
            points = dice.amount_of(program, stream, amount)
            total += points
            queue = queue_of(room, unit, packet["character"])
            ignored += suffer(program, tables, stream, room, unit, queue, points, mortal)
    room[counts + layout.ROLLED] += total
    room[counts + layout.WARDED] += ignored
    if mortal:
        room[counts + layout.MORTAL] += total


@inlined
def one_queue(
    program: I64, tables: Any, stream: Any, room: I64, unit: Any, amount: Any, mortal: Any,
    number: Any,
) -> Any:  # fmt: skip
    """Take off the wounds of packets from a unit of one queue; return rolled and ignored."""
    row = rows.amount_at(program, amount)
    fixed, faces = row["fixed"], row["faces"]
    ends, groups, ignoring = unit["ends"], unit["groups"], ignoring_of(unit, mortal)
    lost = room[unit["front"]]
    total, ignored = np.int64(0), np.int64(0)
    digits, held = np.uint64(0), 0
    for _ in range(number):
        points = fixed
        if faces >= 0:  # its own five dice, of which some may be left over
            if held == 0:
                digits = np.uint64(dice.five(stream))
                held = 5
            rest = digits // dice.SIX
            points = program[faces + np.int64(digits - rest * dice.SIX)]
            digits = rest
            held -= 1
        elif fixed < 0:
            points = dice.amount_of(program, stream, amount)
        total += points
        left = program[ends + lost] - lost
        table = program[ignoring + program[groups + lost]]
        if table < 0:
            lost += min(points, left)
        else:
            taken, spared = pains(program, tables, stream, table, points, left)
            lost += taken
            ignored += spared
    room[unit["front"]] = lost
    return total, ignored


@bare
def fire_all(
    program: I64, tables: Any, stream: Any, room: I64, action: Any, counts: Any, packets: Any,
    number: Any,
) -> None:  # fmt: skip
    """Send what some equal wounds send: each a list of packets."""
    if program[packets] == 1:
        if number > 0:
            fire(program, tables, stream, room, action, counts, program[packets + 1], number)
        return
    for _ in range(number):
        for at in range(packets + 1, packets + 1 + program[packets]):
            fire(program, tables, stream, room, action, counts, program[at], ONE)
