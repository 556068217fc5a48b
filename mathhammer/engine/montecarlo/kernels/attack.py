"""Attacks, die by die: hits, wounds, what comes of them, and what waits until the end.

A thread works in one array of its own, so that few arrays are handed from function to
function, which is most of what a call costs.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from mathhammer.engine.jit import ONE, ZERO, bare, inlined
from mathhammer.engine.montecarlo.kernels.dice import (
    amount_of,
    amounts_of,
    outcome,
    passed,
    rolls,
)
from mathhammer.engine.montecarlo.kernels.packet import fire_all, one_queue, wound_by_wound
from mathhammer.engine.montecarlo.kernels.rows import (
    action_at,
    amount_at,
    dice_at,
    head_of,
    packet_at,
    queue_at,
    unit_at,
    volley_at,
)
from mathhammer.engine.montecarlo.kernels.unit import pooled, spilled, survivors
from mathhammer.engine.montecarlo.layout import (
    AFTER,
    ATTACKS,
    BEHIND,
    COUNTED,
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
    POOL,
    QUEUE_WORDS,
    ROLLED,
    UNSAVED,
    WARDED,
    WIDE,
    WOUNDS,
)


@bare
def attacks_of(program: I64, tables: Any, stream: Any, volley: Any, copies: Any, crowd: Any) -> Any:
    """Return how many attacks some copies make."""
    volley_row = volley_at(program, volley)
    if copies == 0:
        return np.int64(0)
    total = np.int64(0)
    if volley_row["by_target_models"] >= 0:
        total += copies * program[volley_row["by_target_models"] + 1 + crowd]
    once = volley_row["champion"]
    if once >= 0:
        copies -= 1
        for at in range(once + 1, once + 1 + program[once]):
            total += amount_of(program, stream, program[at])
    if volley_row["fixed"] >= 0:
        return total + copies * volley_row["fixed"]
    amounts = volley_row["amounts"]
    for at in range(amounts + 1, amounts + 1 + program[amounts]):
        total += amounts_of(program, tables, stream, program[at], copies)
    return total


@bare
def attacks_made(
    program: I64, tables: Any, stream: Any, rooms: Any, trials: Any, volley: Any, copies: Any,
    crowd: Any, counts: Any,
) -> None:  # fmt: skip
    """Find how many attacks the copies in one column make: so many dice are to be thrown."""
    volley_row = volley_at(program, volley)
    dice = head_of(program)["scratch"] + K_DICE
    fixed = volley_row["fixed"]
    if fixed >= 0 and volley_row["by_target_models"] < 0 and volley_row["champion"] < 0:
        for trial in range(trials):
            rooms[dice, trial] = fixed * rooms[copies, trial]
            rooms[counts + ATTACKS, trial] += rooms[dice, trial]
    else:
        for trial in range(trials):
            number = rooms[copies, trial]
            rooms[dice, trial] = attacks_of(program, tables, stream, volley, number, crowd)
            rooms[counts + ATTACKS, trial] += rooms[dice, trial]


@bare
def counted_volley(
    program: I64, tables: Any, stream: Any, rooms: Any, trials: Any, action: Any, counts: Any,
    volley: Any,
) -> None:  # fmt: skip
    """Play attacks whose order doesn't matter: all hit rolls, all wound rolls, all saves."""
    head = head_of(program)
    volley_row = volley_at(program, volley)
    dice, came = head["scratch"] + K_DICE, head["scratch"] + K_CAME
    if volley_row["hit"] >= 0:
        alike = np.int64(volley_row["counted"] == 1)  # a critical hit is as any other
        roll = volley_row["hit"]
        rolls(program, tables, stream, rooms, trials, roll, dice, came, alike)
        for trial in range(trials):
            rooms[dice, trial] = rooms[came, trial] & MASK
        if not alike:
            criticals(program, tables, stream, rooms, trials, action, counts, volley)
    for trial in range(trials):
        rooms[counts + HITS, trial] += rooms[dice, trial]
    wound_rolls(program, tables, stream, rooms, trials, action, counts, volley, ZERO, dice)


@bare
def criticals(
    program: I64, tables: Any, stream: Any, rooms: Any, trials: Any, action: Any, counts: Any,
    volley: Any,
) -> None:  # fmt: skip
    """Play critical hits as far as they differ; leave those that don't, and extra hits."""
    head = head_of(program)
    volley_row = volley_at(program, volley)
    dice, came = head["scratch"] + K_DICE, head["scratch"] + K_CAME
    critical = head["scratch"] + K_CRITICAL
    for trial in range(trials):
        rooms[critical, trial] = rooms[came, trial] >> WIDE
    extra = volley_row["extra"]
    if extra >= 0:
        for trial in range(trials):
            number = rooms[critical, trial]
            rooms[dice, trial] += amounts_of(program, tables, stream, extra, number)
    if volley_row["on_critical"] >= 0:
        packets, copy = volley_row["on_critical"], head["scratch"] + K_MIGHTY
        for trial in range(trials):
            rooms[copy, trial] = rooms[critical, trial]
        fire_trials(program, tables, stream, rooms, trials, action, counts, packets, copy)
    packets, special = volley_row["critical"], volley_row["critical_critical"]
    auto, ends = volley_row["auto_wound"], volley_row["critical_ends"]
    same = packets == volley_row["plain"]
    if same and special == volley_row["hit_then_critical_wound"] and not (auto or ends):
        return
    for trial in range(trials):
        rooms[dice, trial] -= rooms[critical, trial]
        rooms[counts + HITS, trial] += rooms[critical, trial]
    if auto:
        for trial in range(trials):
            rooms[counts + WOUNDS, trial] += rooms[critical, trial]
        if not same:  # else they are sent together with those that are rolled
            fire_trials(program, tables, stream, rooms, trials, action, counts, packets, critical)
            clear(rooms, trials, critical, critical + 1)
    elif not ends:
        wound_rolls(program, tables, stream, rooms, trials, action, counts, volley, ONE, critical)


@inlined
def sent_by(program: I64, volley: Any, by_critical: Any) -> Any:
    """Return what the wound, and the critical wound, of an ordinary or a critical hit send."""
    row = volley_at(program, volley)
    if by_critical:
        return row["critical"], row["critical_critical"]
    return row["plain"], row["hit_then_critical_wound"]


@bare
def wound_rolls(
    program: I64, tables: Any, stream: Any, rooms: Any, trials: Any, action: Any, counts: Any,
    volley: Any, by_critical: Any, dice: Any,
) -> None:  # fmt: skip
    """Roll the dice in one column to wound, and send what comes of them."""
    head = head_of(program)
    volley_row = volley_at(program, volley)
    came, mighty = head["scratch"] + K_CAME, head["scratch"] + K_MIGHTY
    roll = volley_row["wound"]
    packets, special = sent_by(program, volley, by_critical)
    alike = np.int64(packets == special)
    rolls(program, tables, stream, rooms, trials, roll, dice, came, alike)
    for trial in range(trials):
        rooms[dice, trial] = rooms[came, trial] & MASK
        rooms[counts + WOUNDS, trial] += rooms[dice, trial]
    if not alike:
        for trial in range(trials):
            rooms[mighty, trial] = rooms[came, trial] >> WIDE
            rooms[dice, trial] -= rooms[mighty, trial]
        fire_trials(program, tables, stream, rooms, trials, action, counts, special, mighty)
    if volley_row["auto_wound"] and volley_row["hit"] >= 0:  # those that need no roll
        critical = head["scratch"] + K_CRITICAL
        for trial in range(trials):
            rooms[dice, trial] += rooms[critical, trial]
    fire_trials(program, tables, stream, rooms, trials, action, counts, packets, dice)


@bare
def fire_trials(
    program: I64, tables: Any, stream: Any, rooms: Any, trials: Any, action: Any, counts: Any,
    packets: Any, dice: Any,
) -> None:  # fmt: skip
    """Send what equal wounds send, as many in each trial as stand in a column, and use it up."""
    head = head_of(program)
    action_row = action_at(program, action)
    unit, packet = action_row["target"], program[packets + 1]
    unit_row = unit_at(program, unit)
    packet_row = packet_at(program, packet)
    save = packet_row["save"]
    if program[packets] == 1 and packet_row["when"] == AFTER:
        held, waiting = head["held"] + H_WAITING, head["waiting"]
        for trial in range(trials):
            at = waiting + 2 * rooms[held, trial]
            if rooms[dice, trial] > 0:
                rooms[at, trial], rooms[at + 1, trial] = packet, rooms[dice, trial]
                rooms[held, trial] += 1
        return
    one_by_one = save >= 0 and (packet_row["saves"] >= 0 or unit_row["ignores"] != 0)
    if program[packets] != 1 or one_by_one:
        for trial in range(trials):
            number = rooms[dice, trial]
            if number > 0:
                fire_all(program, tables, stream, rooms[:, trial], action, counts, packets, number)
        return
    came = head["scratch"] + K_CAME
    if save >= 0:
        rolls(program, tables, stream, rooms, trials, save, dice, came, ONE)
        for trial in range(trials):
            rooms[dice, trial] -= rooms[came, trial] & MASK
            rooms[counts + UNSAVED, trial] += rooms[dice, trial]
    amount = packet_row["amount"]
    if packet_row["when"] == POOL or action_row["pooled"]:
        points = head["held"] + H_POINTS
        for trial in range(trials):
            number = rooms[dice, trial]
            rooms[came, trial] = amounts_of(program, tables, stream, amount, number)
        for trial in range(trials):
            rooms[counts + ROLLED, trial] += rooms[came, trial]
            rooms[points, trial] += rooms[came, trial]
        if packet_row["mortal"]:
            for trial in range(trials):
                rooms[counts + MORTAL, trial] += rooms[came, trial]
    elif unit_row["plain"] and amount_at(program, amount)["fixed"] == 1:
        at, last = unit_row["state"], queue_at(program, unit)["last"]
        for trial in range(trials):  # never wasted but by the last model
            rooms[counts + ROLLED, trial] += rooms[dice, trial]
            rooms[at, trial] = min(rooms[at, trial] + rooms[dice, trial], last)
        if packet_row["mortal"]:
            for trial in range(trials):
                rooms[counts + MORTAL, trial] += rooms[dice, trial]
    else:
        wound_trials(program, tables, stream, rooms, trials, unit, counts, packet, dice)


@bare
def wound_trials(
    program: I64, tables: Any, stream: Any, rooms: Any, trials: Any, unit: Any, counts: Any,
    packet: Any, dice: Any,
) -> None:  # fmt: skip
    """Take off the wounds of packets that got through, as many in each trial as in a column."""
    packet_row = packet_at(program, packet)
    amount, mortal = packet_row["amount"], packet_row["mortal"]
    if queue_at(program, unit + QUEUE_WORDS)["last"] >= 0:
        for trial in range(trials):
            number, room = rooms[dice, trial], rooms[:, trial]
            wound_by_wound(program, tables, stream, room, unit, counts, packet, number)
        return
    for trial in range(trials):
        number, room = rooms[dice, trial], rooms[:, trial]
        total, ignored = one_queue(program, tables, stream, room, unit, amount, mortal, number)
        rooms[counts + ROLLED, trial] += total
        rooms[counts + WARDED, trial] += ignored
        if mortal:
            rooms[counts + MORTAL, trial] += total


@bare
def wound_attempt(
    program: I64, tables: Any, stream: Any, room: I64, action: Any, counts: Any, volley: Any,
    special: Any,
) -> None:  # fmt: skip
    """Roll one die to wound, and send what comes of it."""
    result = outcome(program, stream, volley_at(program, volley)["wound"])
    if result == 0:
        return
    room[counts + WOUNDS] += 1
    ordinary, of_critical = sent_by(program, volley, special)
    packets = of_critical if result == 2 else ordinary
    fire_all(program, tables, stream, room, action, counts, packets, ONE)


@bare
def ordered_volley(
    program: I64, tables: Any, stream: Any, room: I64, action: Any, counts: Any, volley: Any,
    attacks: Any,
) -> None:  # fmt: skip
    """Play attacks one after another; a critical hit first, then its extra hits."""
    volley_row = volley_at(program, volley)
    for _ in range(attacks):
        result = 1
        if volley_row["hit"] >= 0:
            result = outcome(program, stream, volley_row["hit"])
        if result == 0:
            continue
        room[counts + HITS] += 1
        if result == 1:
            wound_attempt(program, tables, stream, room, action, counts, volley, ZERO)
            continue
        if volley_row["on_critical"] >= 0:
            packets = volley_row["on_critical"]
            fire_all(program, tables, stream, room, action, counts, packets, ONE)
        if volley_row["auto_wound"]:
            room[counts + WOUNDS] += 1
            packets = volley_row["critical"]
            fire_all(program, tables, stream, room, action, counts, packets, ONE)
        elif not volley_row["critical_ends"]:
            wound_attempt(program, tables, stream, room, action, counts, volley, ONE)
        if volley_row["extra"] >= 0:
            for _ in range(amount_of(program, stream, volley_row["extra"])):
                room[counts + HITS] += 1
                wound_attempt(program, tables, stream, room, action, counts, volley, ZERO)


@bare
def dice_points(program: I64, tables: Any, stream: Any, room: I64, packet: Any, actor: Any) -> Any:
    """Return the mortal wounds that dice outside of attacks inflict."""
    dice_row = dice_at(program, packet)
    if outcome(program, stream, dice_row["gate"]) == 0:
        return np.int64(0)
    if dice_row["bearers"] >= 0:
        dice = survivors(program, room, actor, dice_row["bearers"])
        dice *= dice_row["per_model"]
    else:
        dice = amount_of(program, stream, dice_row["dice"])
    number = passed(program, tables, stream, dice_row["on"], dice)
    total = amounts_of(program, tables, stream, dice_row["damage"], number)
    most = dice_row["most"]
    return min(total, most) if most >= 0 else total


@bare
def losses(program: I64, rooms: Any, trials: Any, unit: Any, into: Any) -> None:
    """Write wounds lost and models slain so far to two columns."""
    unit_row = unit_at(program, unit)
    behind = queue_at(program, unit + QUEUE_WORDS)
    at, models = unit_row["state"] + FRONT, queue_at(program, unit)["models"]
    for trial in range(trials):
        rooms[into, trial] = rooms[at, trial]
        rooms[into + 1, trial] = program[models + rooms[at, trial]]
    if behind["last"] >= 0:
        at, models = unit_row["state"] + BEHIND, behind["models"]
        for trial in range(trials):
            rooms[into, trial] += rooms[at, trial]
            rooms[into + 1, trial] += program[models + rooms[at, trial]]


@bare
def play(
    program: I64, tables: Any, stream: Any, rooms: Any, trials: Any, action: Any, crowd: Any
) -> None:
    """Play one unit's attack on another, every die, in some trials side by side.

    Each trial is a trial of its own; a stage is played for all of them before the next, so
    the processor works on several at a time. The copies that attack stand in the rooms.
    Each volley and each of the dice has a row for what it counts, and one for the
    wounds lost and models slain after it; where something waits, a row between them counts
    what of it is ignored, and two hold the losses after what waited and after the pool of
    mortal wounds.
    """
    head = head_of(program)
    action_row = action_at(program, action)
    actor, unit = action_row["actor"], action_row["target"]
    counts, grown, copies = head["counts"], head["grown"], head["copies"]
    dice, points = head["scratch"] + K_DICE, head["held"] + H_POINTS
    pools = action_row["pooled"]
    volleys = action_row["volleys"]
    for at in range(volleys + 1, volleys + 1 + program[volleys]):
        volley = program[at]
        attacks_made(program, tables, stream, rooms, trials, volley, copies, crowd, counts)
        if volley_at(program, volley)["counted"]:
            counted_volley(program, tables, stream, rooms, trials, action, counts, volley)
        else:
            for trial in range(trials):
                attacks = rooms[dice, trial]
                room = rooms[:, trial]
                ordered_volley(program, tables, stream, room, action, counts, volley, attacks)
        if pools:
            pooled(program, tables, stream, rooms, trials, unit, points, counts + WARDED)
            clear(rooms, trials, points, points + 1)
        if head["last_row"] > 0:
            losses(program, rooms, trials, unit, grown)
        counts += COUNTED
        grown += 2
        copies += 1
    if action_row["later"]:
        later(program, tables, stream, rooms, trials, action, counts, grown)
        counts += COUNTED
        grown += 2 * (action_row["queues"] + action_row["pool"])
    packets = action_row["dice"]
    for at in range(packets + 1, packets + 1 + program[packets]):
        for trial in range(trials):
            room = rooms[:, trial]
            number = dice_points(program, tables, stream, room, program[at], actor)
            room[counts + MORTAL] += number
            room[counts + ROLLED] += number
            room[dice] = number
            if not pools:
                room[counts + WARDED] += spilled(program, tables, stream, room, unit, number)
        if pools:
            pooled(program, tables, stream, rooms, trials, unit, dice, counts + WARDED)
        if head["last_row"] > 0:
            losses(program, rooms, trials, unit, grown)
        counts += COUNTED
        grown += 2


@bare
def later(
    program: I64, tables: Any, stream: Any, rooms: Any, trials: Any, action: Any, counts: Any,
    grown: Any,
) -> None:  # fmt: skip
    """Resolve what waited, queue by queue, and then the pool of mortal wounds."""
    head = head_of(program)
    action_row = action_at(program, action)
    unit, held = action_row["target"], head["held"]
    done = head["scratch"] + K_KEPT
    clear(rooms, trials, done, done + 1)
    for queue in range(action_row["queues"]):
        for trial in range(trials):
            room = rooms[:, trial]
            for number in range(room[done], room[held + H_WAITING]):
                at = head["waiting"] + 2 * number
                packet = room[at]
                packet_row = packet_at(program, packet)
                if packet_row["queue"] > queue:
                    break
                row = head["counts"] + COUNTED * packet_row["source"]
                wound_by_wound(program, tables, stream, room, unit, row, packet, room[at + 1])
                room[done] += 1
        losses(program, rooms, trials, unit, grown + 2 * queue)
    if action_row["pool"]:
        for trial in range(trials):
            room = rooms[:, trial]
            points = room[held + H_POINTS]
            room[counts + WARDED] += spilled(program, tables, stream, room, unit, points)
        losses(program, rooms, trials, unit, grown + 2 * action_row["queues"])


@bare
def clear(rooms: Any, trials: Any, first: Any, last: Any) -> None:
    """Set some columns to 0."""
    for column in range(first, last):
        for trial in range(trials):
            rooms[column, trial] = 0
