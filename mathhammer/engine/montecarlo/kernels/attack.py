"""Attacks, die by die: hits, wounds, what comes of them, and what waits until the end.

A thread works in one array of its own, so that few arrays are handed from function to
function, which is most of what a call costs. Rows of a program are handed on as records, or
as their places where those are kept; what is called `trials` is played side by side.
"""

from typing import Any

import numpy as np

from mathhammer.engine.jit import ONE, ZERO, bare, inlined
from mathhammer.engine.montecarlo import layout
from mathhammer.engine.montecarlo.kernels import rows
from mathhammer.engine.montecarlo.kernels.dice import (
    amount_of,
    amounts_of,
    die,
    outcome,
    passed,
    rolls,
)
from mathhammer.engine.montecarlo.kernels.packet import fire_all, one_queue, wound_by_wound
from mathhammer.engine.montecarlo.kernels.unit import pool_of, pooled, spilled, survivors
from mathhammer.engine.montecarlo.layout import I64


@bare
def attacks_of(program: I64, tables: Any, stream: Any, volley: Any, copies: Any, crowd: Any) -> Any:
    """Return how many attacks some copies make."""
    if copies == 0:
        return np.int64(0)
    total = np.int64(0)
    if volley["by_target_models"] >= 0:
        total += copies * program[volley["by_target_models"] + 1 + crowd]
    once = volley["champion"]
    if once >= 0:
        copies -= 1
        for at in range(once + 1, once + 1 + program[once]):
            total += amount_of(program, stream, program[at])
    if volley["fixed"] >= 0:
        return total + copies * volley["fixed"]
    amounts = volley["amounts"]
    for at in range(amounts + 1, amounts + 1 + program[amounts]):
        total += amounts_of(program, tables, stream, program[at], copies)
    return total


@bare
def attacks_made(
    program: I64, tables: Any, stream: Any, rooms: Any, trials: Any, volley: Any, copies: Any,
    crowd: Any, counts: Any,
) -> None:  # fmt: skip
    """Find how many attacks the copies in one column make: so many dice are to be thrown."""
    dice, fixed = rows.head_of(program)["dice"], volley["fixed"]
    if fixed >= 0 and volley["by_target_models"] < 0 and volley["champion"] < 0:
        for trial in range(trials):
            rooms[dice, trial] = fixed * rooms[copies, trial]
            rooms[counts + layout.ATTACKS, trial] += rooms[dice, trial]
    else:
        for trial in range(trials):
            number = rooms[copies, trial]
            rooms[dice, trial] = attacks_of(program, tables, stream, volley, number, crowd)
            rooms[counts + layout.ATTACKS, trial] += rooms[dice, trial]


@bare
def counted_volley(
    program: I64, tables: Any, stream: Any, rooms: Any, trials: Any, action: Any, counts: Any,
    volley: Any,
) -> None:  # fmt: skip
    """Play attacks whose order doesn't matter: all hit rolls, all wound rolls, all saves."""
    head = rows.head_of(program)
    dice, came = head["dice"], head["came"]
    if volley["hit"] >= 0:
        alike = np.int64(volley["counted"] == 1)  # a critical hit is as any other
        rolls(program, tables, stream, rooms, trials, volley["hit"], dice, came, alike)
        for trial in range(trials):
            rooms[dice, trial] = rooms[came, trial] & layout.MASK
        if not alike:
            criticals(program, tables, stream, rooms, trials, action, counts, volley)
    for trial in range(trials):
        rooms[counts + layout.HITS, trial] += rooms[dice, trial]
    wound_rolls(program, tables, stream, rooms, trials, action, counts, volley, ZERO, dice)


@bare
def criticals(
    program: I64, tables: Any, stream: Any, rooms: Any, trials: Any, action: Any, counts: Any,
    volley: Any,
) -> None:  # fmt: skip
    """Play critical hits as far as they differ; leave those that don't, and extra hits."""
    head = rows.head_of(program)
    dice, came, critical, copy = head["dice"], head["came"], head["critical"], head["mighty"]
    for trial in range(trials):
        rooms[critical, trial] = rooms[came, trial] >> layout.WIDE
    if volley["extra"] >= 0:
        for trial in range(trials):
            number = rooms[critical, trial]
            rooms[dice, trial] += amounts_of(program, tables, stream, volley["extra"], number)
    packets = volley["on_critical"]
    if packets >= 0:
        for trial in range(trials):
            rooms[copy, trial] = rooms[critical, trial]
        fire_trials(program, tables, stream, rooms, trials, action, counts, packets, copy)
    packets, special = volley["critical"], volley["critical_critical"]
    auto, ends = volley["auto_wound"], volley["critical_ends"]
    same = packets == volley["plain"]
    if same and special == volley["hit_then_critical_wound"] and not (auto or ends):
        return
    for trial in range(trials):
        rooms[dice, trial] -= rooms[critical, trial]
        rooms[counts + layout.HITS, trial] += rooms[critical, trial]
    if auto:
        for trial in range(trials):
            rooms[counts + layout.WOUNDS, trial] += rooms[critical, trial]
        if not same:  # else they are sent together with those that are rolled
            fire_trials(program, tables, stream, rooms, trials, action, counts, packets, critical)
            clear(rooms, trials, critical, critical + 1)
    elif not ends:
        wound_rolls(program, tables, stream, rooms, trials, action, counts, volley, ONE, critical)


@inlined
def sent_by(volley: Any, by_critical: Any) -> Any:
    """Return what the wound, and the critical wound, of an ordinary or a critical hit send."""
    if by_critical:
        return volley["critical"], volley["critical_critical"]
    return volley["plain"], volley["hit_then_critical_wound"]


@bare
def wound_rolls(
    program: I64, tables: Any, stream: Any, rooms: Any, trials: Any, action: Any, counts: Any,
    volley: Any, by_critical: Any, dice: Any,
) -> None:  # fmt: skip
    """Roll the dice in one column to wound, and send what comes of them."""
    head = rows.head_of(program)
    came, mighty, critical = head["came"], head["mighty"], head["critical"]
    packets, special = sent_by(volley, by_critical)
    alike = np.int64(packets == special)
    rolls(program, tables, stream, rooms, trials, volley["wound"], dice, came, alike)
    for trial in range(trials):
        rooms[dice, trial] = rooms[came, trial] & layout.MASK
        rooms[counts + layout.WOUNDS, trial] += rooms[dice, trial]
    if not alike:
        for trial in range(trials):
            rooms[mighty, trial] = rooms[came, trial] >> layout.WIDE
            rooms[dice, trial] -= rooms[mighty, trial]
        fire_trials(program, tables, stream, rooms, trials, action, counts, special, mighty)
    if volley["auto_wound"] and volley["hit"] >= 0:  # those that need no roll
        for trial in range(trials):
            rooms[dice, trial] += rooms[critical, trial]
    fire_trials(program, tables, stream, rooms, trials, action, counts, packets, dice)


@bare
def fire_trials(
    program: I64, tables: Any, stream: Any, rooms: Any, trials: Any, action: Any, counts: Any,
    packets: Any, dice: Any,
) -> None:  # fmt: skip
    """Send what equal wounds send, as many in each trial as stand in a column, and use it up."""
    head, unit = rows.head_of(program), rows.unit_at(program, action["target"])
    packet = rows.packet_at(program, program[packets + 1])
    save, amount = packet["save"], packet["amount"]
    if program[packets] == 1 and packet["when"] == layout.AFTER:
        held = head["held"]
        for trial in range(trials):
            at = head["waiting"] + 2 * rooms[held, trial]
            if rooms[dice, trial] > 0:
                rooms[at, trial], rooms[at + 1, trial] = program[packets + 1], rooms[dice, trial]
                rooms[held, trial] += 1
        return
    one_by_one = save >= 0 and (packet["saves"] >= 0 or unit["ignores"] != 0)
    if program[packets] != 1 or one_by_one:
        for trial in range(trials):
            number = rooms[dice, trial]
            if number > 0:
                fire_all(program, tables, stream, rooms[:, trial], action, counts, packets, number)
        return
    came = head["came"]
    if save >= 0:
        rolls(program, tables, stream, rooms, trials, save, dice, came, ONE)
        for trial in range(trials):
            rooms[dice, trial] -= rooms[came, trial] & layout.MASK
            rooms[counts + layout.UNSAVED, trial] += rooms[dice, trial]
    if packet["when"] == layout.POOL or action["pooled"]:
        points = pool_of(head, unit, packet["mortal"] and action["pooled"])
        for trial in range(trials):
            number = rooms[dice, trial]
            rooms[came, trial] = amounts_of(program, tables, stream, amount, number)
        for trial in range(trials):
            rooms[counts + layout.ROLLED, trial] += rooms[came, trial]
            rooms[points, trial] += rooms[came, trial]
        if packet["mortal"]:
            for trial in range(trials):
                rooms[counts + layout.MORTAL, trial] += rooms[came, trial]
    elif unit["plain"] and rows.amount_at(program, amount)["fixed"] == 1:
        at, last = unit["front"], unit["last"]
        for trial in range(trials):  # never wasted but by the last model
            rooms[counts + layout.ROLLED, trial] += rooms[dice, trial]
            rooms[at, trial] = min(rooms[at, trial] + rooms[dice, trial], last)
        if packet["mortal"]:
            for trial in range(trials):
                rooms[counts + layout.MORTAL, trial] += rooms[dice, trial]
    elif unit["behind_last"] >= 0:
        for trial in range(trials):
            number, room = rooms[dice, trial], rooms[:, trial]
            wound_by_wound(program, tables, stream, room, unit, counts, packet, number)
    else:
        mortal = packet["mortal"]
        for trial in range(trials):
            number, room = rooms[dice, trial], rooms[:, trial]
            total, ignored = one_queue(program, tables, stream, room, unit, amount, mortal, number)
            rooms[counts + layout.ROLLED, trial] += total
            rooms[counts + layout.WARDED, trial] += ignored
            if mortal:
                rooms[counts + layout.MORTAL, trial] += total


@bare
def wound_attempt(
    program: I64, tables: Any, stream: Any, room: I64, action: Any, counts: Any, volley: Any,
    special: Any,
) -> None:  # fmt: skip
    """Roll one die to wound, and send what comes of it."""
    result = outcome(program, stream, volley["wound"])
    if result == 0:
        return
    room[counts + layout.WOUNDS] += 1
    ordinary, of_critical = sent_by(volley, special)
    packets = of_critical if result == 2 else ordinary
    fire_all(program, tables, stream, room, action, counts, packets, ONE)


@bare
def ordered_volley(
    program: I64, tables: Any, stream: Any, room: I64, action: Any, counts: Any, volley: Any,
    attacks: Any,
) -> None:  # fmt: skip
    """Play attacks one after another; a critical hit first, then its extra hits."""
    for _ in range(attacks):
        result = 1
        if volley["hit"] >= 0:
            result = outcome(program, stream, volley["hit"])
        if result == 0:
            continue
        room[counts + layout.HITS] += 1
        if result == 1:
            wound_attempt(program, tables, stream, room, action, counts, volley, ZERO)
            continue
        if volley["on_critical"] >= 0:
            fire_all(program, tables, stream, room, action, counts, volley["on_critical"], ONE)
        if volley["auto_wound"]:
            room[counts + layout.WOUNDS] += 1
            fire_all(program, tables, stream, room, action, counts, volley["critical"], ONE)
        elif not volley["critical_ends"]:
            wound_attempt(program, tables, stream, room, action, counts, volley, ONE)
        if volley["extra"] >= 0:
            for _ in range(amount_of(program, stream, volley["extra"])):
                room[counts + layout.HITS] += 1
                wound_attempt(program, tables, stream, room, action, counts, volley, ZERO)


@bare
def dice_points(program: I64, tables: Any, stream: Any, room: I64, packet: Any, actor: Any) -> Any:
    """Return the mortal wounds that dice outside of attacks inflict; both are places."""
    row = rows.dice_at(program, packet)
    if outcome(program, stream, row["gate"]) == 0:
        return np.int64(0)
    if row["bearers"] >= 0:
        bearers = survivors(program, room, rows.unit_at(program, actor), row["bearers"])
        dice = bearers * row["per_model"]
    elif row["per_slain"] > 0:
        dice = row["per_slain"] * room[rows.head_of(program)["slain"]]
    else:
        dice = amount_of(program, stream, row["dice"])
    total = np.int64(0)
    if row["table"] >= 0:
        for _ in range(dice):
            total += amount_of(program, stream, program[row["table"] + die(stream, 6) - 1])
    else:
        number = passed(program, tables, stream, row["on"], dice)
        total = amounts_of(program, tables, stream, row["damage"], number)
    return min(total, row["most"]) if row["most"] >= 0 else total


@bare
def losses(program: I64, rooms: Any, trials: Any, unit: Any, into: Any) -> None:
    """Write wounds lost and models slain so far to two columns."""
    at, models = unit["front"], unit["models"]
    for trial in range(trials):
        rooms[into, trial] = rooms[at, trial]
        rooms[into + 1, trial] = program[models + rooms[at, trial]]
    if unit["behind_last"] >= 0:
        at, models = unit["behind"], unit["behind_models"]
        for trial in range(trials):
            rooms[into, trial] += rooms[at, trial]
            rooms[into + 1, trial] += program[models + rooms[at, trial]]


@bare
def add_slain(program: I64, rooms: Any, trials: Any, unit: Any, into: Any, sign: Any) -> None:
    """Add the models that are slain by now to a column, with a sign."""
    for trial in range(trials):
        rooms[into, trial] += sign * program[unit["models"] + rooms[unit["front"], trial]]
        if unit["behind_last"] >= 0:
            dead = program[unit["behind_models"] + rooms[unit["behind"], trial]]
            rooms[into, trial] += sign * dead


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
    head, unit = rows.head_of(program), rows.unit_at(program, action["target"])
    counts, grown, copies = head["counts"], head["grown"], head["copies"]
    dice, points, pools = head["dice"], head["points"], action["pooled"]
    volleys, packets = action["volleys"], action["dice"]
    if action["counts_slain"]:
        clear(rooms, trials, head["slain"], head["slain"] + 1)
        add_slain(program, rooms, trials, unit, head["slain"], np.int64(-1))
    for at in range(volleys + 1, volleys + 1 + program[volleys]):
        volley = rows.volley_at(program, program[at])
        attacks_made(program, tables, stream, rooms, trials, volley, copies, crowd, counts)
        if volley["counted"]:
            counted_volley(program, tables, stream, rooms, trials, action, counts, volley)
        else:
            for trial in range(trials):
                attacks, room = rooms[dice, trial], rooms[:, trial]
                ordered_volley(program, tables, stream, room, action, counts, volley, attacks)
        if pools:
            ward, warded = unit["ward"], counts + layout.WARDED
            pooled(program, tables, stream, rooms, trials, unit, ward, points, warded)
            clear(rooms, trials, points, points + 1)
            if unit["ward_mortals"] != ward:
                ward, mortal = unit["ward_mortals"], head["mortal_points"]
                pooled(program, tables, stream, rooms, trials, unit, ward, mortal, warded)
                clear(rooms, trials, mortal, mortal + 1)
        if head["last_row"] > 0:
            losses(program, rooms, trials, unit, grown)
        counts += layout.COUNTED
        grown += 2
        copies += 1
    if action["later"]:
        later(program, tables, stream, rooms, trials, action, counts, grown)
        counts += layout.COUNTED
        grown += 2 * (action["queues"] + action["pool"])
    if action["counts_slain"]:
        add_slain(program, rooms, trials, unit, head["slain"], ONE)
    for at in range(packets + 1, packets + 1 + program[packets]):
        for trial in range(trials):
            room = rooms[:, trial]
            number = dice_points(program, tables, stream, room, program[at], action["actor"])
            room[counts + layout.MORTAL] += number
            room[counts + layout.ROLLED] += number
            room[dice] = number
            if not pools:
                room[counts + layout.WARDED] += spilled(program, tables, stream, room, unit, number)
        if pools:
            ward, warded = unit["ward_mortals"], counts + layout.WARDED
            pooled(program, tables, stream, rooms, trials, unit, ward, dice, warded)
        if head["last_row"] > 0:
            losses(program, rooms, trials, unit, grown)
        counts += layout.COUNTED
        grown += 2


@bare
def later(
    program: I64, tables: Any, stream: Any, rooms: Any, trials: Any, action: Any, counts: Any,
    grown: Any,
) -> None:  # fmt: skip
    """Resolve what waited, queue by queue, and then the pool of mortal wounds."""
    head, unit = rows.head_of(program), rows.unit_at(program, action["target"])
    done = head["kept"]
    clear(rooms, trials, done, done + 1)
    for queue in range(action["queues"]):
        for trial in range(trials):
            room = rooms[:, trial]
            for number in range(room[done], room[head["held"]]):
                at = head["waiting"] + 2 * number
                packet = rows.packet_at(program, room[at])
                if packet["queue"] > queue:
                    break
                row = head["counts"] + layout.COUNTED * packet["source"]
                wound_by_wound(program, tables, stream, room, unit, row, packet, room[at + 1])
                room[done] += 1
        losses(program, rooms, trials, unit, grown + 2 * queue)
    if action["pool"]:
        for trial in range(trials):
            room = rooms[:, trial]
            points = room[head["points"]]
            room[counts + layout.WARDED] += spilled(program, tables, stream, room, unit, points)
        losses(program, rooms, trials, unit, grown + 2 * action["queues"])


@bare
def clear(rooms: Any, trials: Any, first: Any, last: Any) -> None:
    """Set some columns to 0."""
    for column in range(first, last):
        for trial in range(trials):
            rooms[column, trial] = 0
