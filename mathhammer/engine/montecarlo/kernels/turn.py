"""Whole turns, step by step and die by die: what is compiled for them (W-5, A-5).

A turn is a part of a program, and is played one trial at a time.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from mathhammer.engine.jit import ONE, bare, bare_entry
from mathhammer.engine.montecarlo.kernels.attack import dice_points, play
from mathhammer.engine.montecarlo.kernels.dice import (
    U64,
    amount_of,
    die,
    highest,
    outcome,
    passed,
)
from mathhammer.engine.montecarlo.kernels.rows import (
    action_at,
    amount_at,
    check_at,
    event_at,
    explosion_at,
    head_of,
    move_at,
    queue_at,
    step_at,
    unit_at,
    volley_at,
)
from mathhammer.engine.montecarlo.kernels.trial import failed
from mathhammer.engine.montecarlo.kernels.unit import (
    models_of,
    pooled,
    spilled,
    state_number,
    survivors,
)
from mathhammer.engine.montecarlo.layout import (
    AMOUNT_TERMS,
    ATTACK,
    BEHIND,
    EXPLODED,
    FIGHTS,
    FRONT,
    H_POINTS,
    H_WAITING,
    I64,
    K_BRANCH,
    K_DICE,
    K_MIGHTY,
    MEND,
    PERILS,
    QUEUE_WORDS,
    RETURNED,
    STATE,
    STEP_MOVES,
    SUFFER,
)


class TurnLedger(NamedTuple):
    """Where turns are counted, of one thread.

    Attributes
    ----------
    states : ndarray of int64, shape (steps, states of all units)
        After each step.
    happened : ndarray of int64, shape (steps,)
    control : ndarray of int64, shape (steps, 3)
        First side, contested, second side.
    branches : ndarray of int64, shape (branches,)
        At the end.
    joint : ndarray of int64, shape (models + 1, models + 1)
        Models of the first two units left at the end; of one unit shape (models + 1, 1).
    samples : ndarray of int64, shape (trials, 2 * units)
        Each trial's models and wounds left of each unit, where that is asked for; else of no
        length.
    """

    states: Any
    happened: I64
    control: Any
    branches: I64
    joint: Any
    samples: Any


@bare
def living(program: I64, room: I64, unit: Any) -> Any:
    """Return how many models of a unit live."""
    behind = queue_at(program, unit + QUEUE_WORDS)
    state = unit_at(program, unit)["state"]
    dead = program[queue_at(program, unit)["models"] + room[state + FRONT]]
    if behind["last"] >= 0:
        dead += program[behind["models"] + room[state + BEHIND]]
    return models_of(program, unit) - dead


@bare
def wounds_left(program: I64, room: I64, unit: Any) -> Any:
    """Return the wounds left in a unit."""
    behind = queue_at(program, unit + QUEUE_WORDS)
    state = unit_at(program, unit)["state"]
    left = queue_at(program, unit)["last"] - room[state + FRONT]
    if behind["last"] >= 0:
        left += behind["last"] - room[state + BEHIND]
    return left


@bare
def all_live(program: I64, room: I64, units: Any) -> Any:
    """Return whether all units of a list are alive."""
    for at in range(units + 1, units + 1 + program[units]):
        if wounds_left(program, room, program[at]) == 0:
            return False
    return True


@bare
def slay(program: I64, room: I64, unit: Any, number: Any) -> None:
    """Take the front model of a unit away, some times."""
    at = unit_at(program, unit)["state"] + FRONT
    for _ in range(number):
        room[at] = program[queue_at(program, unit)["ends"] + room[at]]


@bare
def explode(program: I64, tables: Any, stream: Any, room: I64, explosions: Any) -> None:
    """Roll for each unit that is gone and has not exploded yet; one may set off others (W-5.7).

    In the order of the list, which begins anew after each of them.
    """
    at, last = explosions + 1, explosions + 1 + program[explosions]
    while at < last:
        explosion = program[at]
        explosion_row = explosion_at(program, explosion)
        at += 1
        unit = explosion_row["unit"]
        done = unit_at(program, unit)["state"] + EXPLODED
        if room[done] or wounds_left(program, room, unit) > 0:
            continue
        room[done] = 1
        at = explosions + 1
        if outcome(program, stream, explosion_row["roll"]):
            near = explosion_row["near"]
            for hurt in range(near + 1, near + 1 + program[near]):
                points = amount_of(program, stream, explosion_row["amount"])
                spilled(program, tables, stream, room, program[hurt], points)


@bare
def defuse(program: I64, room: I64, explosions: Any) -> None:
    """Note who is gone before a move: only what it destroys explodes in it."""
    for at in range(explosions + 1, explosions + 1 + program[explosions]):
        unit = explosion_at(program, program[at])["unit"]
        if wounds_left(program, room, unit) == 0:
            room[unit_at(program, unit)["state"] + EXPLODED] = 1


@bare
def act(program: I64, tables: Any, stream: Any, rooms: Any, action: Any, explosions: Any) -> None:
    """Play an attack as strong as its survivors are, what it sets off and what it costs them."""
    head = head_of(program)
    action_row = action_at(program, action)
    room = rooms[:, 0]
    actor, unit = action_row["actor"], action_row["target"]
    copies = head["copies"]
    volleys = action_row["volleys"]
    for i in range(program[volleys]):
        volley = program[volleys + 1 + i]
        volley_row = volley_at(program, volley)
        number = volley_row["copies"]
        if volley_row["copies_by"] >= 0:
            there = survivors(program, room, actor, volley_row["bearers"])
            number = program[volley_row["copies_by"] + 1 + there]
        room[copies + i] = number
    held = head["held"]
    room[held + H_WAITING] = 0
    room[held + H_POINTS] = 0
    play(program, tables, stream, rooms, ONE, action, living(program, room, unit))
    explode(program, tables, stream, room, explosions)
    if action_row["own"] < 0:
        return
    dangerous = action_row["own_volleys"]
    dice = np.int64(0)
    for at in range(dangerous + 1, dangerous + 1 + program[dangerous]):
        dice += room[copies + program[at]]
    ones = failed(program, tables, stream, action, dice)
    if action_row["own_mortal"] > 0:
        spilled(program, tables, stream, room, actor, ones * action_row["own_mortal"])
    else:
        slay(program, room, actor, ones)
    explode(program, tables, stream, room, explosions)


@bare
def able(program: I64, room: I64, action: Any) -> Any:
    """Return whether a unit and the one that it fights are alive."""
    action_row = action_at(program, action)
    return (
        wounds_left(program, room, action_row["actor"]) > 0
        and wounds_left(program, room, action_row["target"]) > 0
    )


@bare
def fight(program: I64, tables: Any, stream: Any, rooms: Any, fights: Any, explosions: Any) -> Any:
    """Let units fight in order, side by side; return whether any did (W-1.9, A-5).

    A side picks, in the order of its list, its next unit that lives and whose target
    lives; a side without one lets the other go on.
    """
    room, done = rooms[:, 0], head_of(program)["done"]
    turn, any_fought = np.int64(0), 0
    at = fights + 1
    for _ in range(program[fights]):
        if program[at] >= 0:
            turn = program[at]
        number = program[program[at + 1]] + program[program[at + 2]]
        for i in range(number):
            room[done + i] = 0
        for _ in range(number):
            chosen = np.int64(-1)
            for other in range(2):
                side = turn if other == 0 else 1 - turn
                actions = program[at + 1 + side]
                first = done if side == 0 else done + program[program[at + 1]]
                for i in range(program[actions]):
                    if chosen < 0 and room[first + i] == 0:
                        if able(program, room, program[actions + 1 + i]):
                            chosen = program[actions + 1 + i]
                            room[first + i] = 1
                            turn = 1 - side
                if chosen >= 0:
                    break
            if chosen < 0:
                break
            any_fought = 1
            act(program, tables, stream, rooms, chosen, explosions)
        at += 3
    return any_fought


@bare
def mend(program: I64, room: I64, unit: Any, points: Any, returns: Any) -> None:
    """Give wounds back to a unit that lives: slain models first, then the front model (A-4)."""
    unit_row = unit_at(program, unit)
    front = queue_at(program, unit)
    at = unit_row["state"] + FRONT
    lost = room[at]
    if lost == front["last"]:
        return
    dead = program[front["models"] + lost]
    begins = lost
    while begins > 0 and program[front["models"] + begins - 1] == dead:
        begins -= 1
    back = np.int64(0)
    if returns:
        health = unit_row["health"]
        back = min(dead, points // health) * health
    room[at] = lost - back - min(lost - begins, points - back)


@bare
def value_of(program: I64, stream: Any, check: Any) -> Any:
    """Return the number of the branch that a check's dice lead to.

    Where any of the dice may be rolled again, a table says for each throw which: a bit
    each.
    """
    check_row = check_at(program, check)
    amount = check_row["roll"]
    amount_row = amount_at(program, amount)
    if check_row["again"] < 0:
        return amount_of(program, stream, amount)
    throw_number, faces, dice = np.int64(0), np.int64(0), 0
    at = amount + AMOUNT_TERMS
    for _ in range(amount_row["number"]):
        for _ in range(program[at]):
            face = die(stream, program[at + 1])
            throw_number = throw_number * program[at + 1] + face - 1
            faces |= face << 3 * dice
            dice += 1
        at += 3
    again = program[check_row["again"] + throw_number]
    total, dice, at = amount_row["constant"], 0, amount + AMOUNT_TERMS
    for _ in range(amount_row["number"]):
        counts = U64(0)
        for _ in range(program[at]):
            face = faces >> 3 * dice & 7
            if again >> dice & 1:
                face = die(stream, program[at + 1])
            counts += U64(1) << U64(8 * face)
            dice += 1
        total += highest(counts, program[at + 2])
        at += 3
    return program[amount_row["values"] + total - amount_row["base"]]


@bare
def check_passed(program: I64, room: I64, check: Any) -> Any:
    """Return whether a check is taken at all."""
    check_row = check_at(program, check)
    if not all_live(program, room, check_row["units"]):
        return False
    weak = check_row["weak"]
    if weak < 0:
        return True
    return program[unit_at(program, weak)["weak"] + state_number(program, room, weak)] > 0


@bare
def happen(program: I64, tables: Any, stream: Any, rooms: Any, move: Any, into: Any) -> Any:
    """Play a move; return whether it takes place, and write the branch afterwards."""
    head = head_of(program)
    move_row = move_at(program, move)
    room = rooms[:, 0]
    room[into] = move_row["otherwise"]
    if not all_live(program, room, move_row["units"]):
        return 0
    happened = 1
    events, explosions = move_row["events"], move_row["explosions"]
    defuse(program, room, explosions)
    for at in range(events + 1, events + 1 + program[events]):
        event = program[at]
        event_row = event_at(program, event)
        kind, one, two = event_row["kind"], event_row["one"], event_row["two"]
        if kind == ATTACK:
            act(program, tables, stream, rooms, one, explosions)
        elif kind == FIGHTS:
            happened = fight(program, tables, stream, rooms, one, explosions)
        elif kind == SUFFER:
            points = dice_points(program, tables, stream, room, two, -1)
            if event_row["three"]:
                dice, warded = head["scratch"] + K_DICE, head["scratch"] + K_MIGHTY
                room[dice] = points
                pooled(program, tables, stream, rooms, ONE, one, dice, warded)
            else:
                spilled(program, tables, stream, room, one, points)
        elif kind == PERILS:
            dice = living(program, room, one)
            slay(program, room, one, dice - passed(program, tables, stream, two, dice))
        elif kind == MEND:
            points = dice_points(program, tables, stream, room, two, -1)
            mend(program, room, one, points, event_row["three"])
        else:
            unit_row = unit_at(program, one)
            state = unit_row["state"]
            gone = wounds_left(program, room, one) == 0
            if not (gone and unit_row["returns"] and room[state + RETURNED] == 0):
                return 0
            for i in range(state, state + STATE):
                room[i] = 0
            room[state + RETURNED] = 1
        explode(program, tables, stream, room, explosions)
    room[into] = move_row["then"]
    check = move_row["check"]
    check_row = check_at(program, check)
    if check < 0:
        return happened
    taken = check_passed(program, room, check)
    if taken:
        branch = value_of(program, stream, check)
        room[into] = program[check_row["branches"] + 1 + branch]
    if check_row["weak"] >= 0:
        return 1 if taken else 0
    return happened


@bare
def controlling(program: I64, room: I64, weights: Any) -> Any:
    """Return who controls: 0 the first side, 1 nobody, 2 the second (W-5.8, A-7)."""
    level = np.int64(0)
    units = head_of(program)["units"]
    for i in range(program[units]):
        if program[weights + i] != 0:
            level += program[weights + i] * living(program, room, program[units + 1 + i])
    return 0 if level > 0 else 1 if level == 0 else 2


@bare_entry
def turn_trials(
    program: I64, tables: Any, stream: Any, number: Any, rooms: Any, ledger: TurnLedger,
    sample: Any,
) -> None:  # fmt: skip
    """Play a whole turn many times and count what came of it.

    Parameters
    ----------
    program : ndarray of int64
        With steps and units.
    tables : ndarray of uint16
    stream : ndarray of uint64, shape (STREAM,)
    number : int
        Trials.
    rooms : ndarray of int64, shape (room, 1)
        To work in.
    ledger : TurnLedger
    sample : int
        Row of the samples for the first trial.
    """
    head = head_of(program)
    room, into = rooms[:, 0], head["scratch"] + K_BRANCH
    units, steps = head["units"], head["steps"]
    number_of_units = program[units]
    for trial in range(number):
        for i in range(number_of_units):
            unit = program[units + 1 + i]
            state = unit_at(program, unit)["state"]
            for at in range(state, state + STATE):
                room[at] = 0
            start = unit_at(program, unit)["start"]
            if queue_at(program, unit + QUEUE_WORDS)["last"] >= 0:
                room[state + FRONT] = start // (queue_at(program, unit + QUEUE_WORDS)["last"] + 1)
                room[state + BEHIND] = start % (queue_at(program, unit + QUEUE_WORDS)["last"] + 1)
            else:
                room[state + FRONT] = start
        branch = np.int64(0)
        for number_of in range(program[steps]):
            step = program[steps + 1 + number_of]
            step_row = step_at(program, step)
            happened = 0
            if step_row["control"] >= 0:
                weights = step_row["control"] + branch * number_of_units
                ledger.control[number_of, controlling(program, room, weights)] += 1
                happened = 1
            move = program[step + STEP_MOVES + branch]
            if move < 0:
                branch = -1 - move
            else:
                took = happen(program, tables, stream, rooms, move, into)
                branch = room[into]
                happened = max(happened, took)
            ledger.happened[number_of] += happened
            for i in range(number_of_units):
                unit = program[units + 1 + i]
                ledger.states[number_of, place_of(program, room, unit)] += 1
        ledger.branches[branch] += 1
        first = living(program, room, program[units + 1])
        second = living(program, room, program[units + 2]) if number_of_units > 1 else 0
        ledger.joint[first, second] += 1
        if ledger.samples.shape[0] > 0:
            for i in range(number_of_units):
                unit = program[units + 1 + i]
                ledger.samples[sample + trial, 2 * i] = living(program, room, unit)
                ledger.samples[sample + trial, 2 * i + 1] = wounds_left(program, room, unit)


@bare
def place_of(program: I64, room: I64, unit: Any) -> Any:
    """Return where a unit's state is counted, among those of all units."""
    unit_row = unit_at(program, unit)
    number = state_number(program, room, unit)
    if room[unit_row["state"] + RETURNED]:
        number += unit_row["returns"]
    return unit_row["offset"] + number
