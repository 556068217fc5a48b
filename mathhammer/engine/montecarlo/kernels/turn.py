"""Whole turns, step by step and die by die: what is compiled for them (W-5, A-5).

A turn is a part of a program, and is played one trial at a time.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from mathhammer.engine.montecarlo.jit import ONE, bare, bare_entry
from mathhammer.engine.montecarlo.kernels.attack import dice_points, play
from mathhammer.engine.montecarlo.kernels.dice import (
    U64,
    amount_of,
    die,
    highest,
    outcome,
    passed,
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
    A_BASE,
    A_CONSTANT,
    A_NUMBER,
    A_TERMS,
    A_VALUES,
    ATTACK,
    B_BEHIND,
    B_BEHIND_MODELS,
    B_ENDS,
    B_HEALTH,
    B_LAST,
    B_MODELS,
    B_OFFSET,
    B_RETURNS,
    B_START,
    B_STATE,
    B_WEAK,
    BEHIND,
    C_AGAIN,
    C_BRANCHES,
    C_ROLL,
    C_UNITS,
    C_WEAK,
    E_ACTOR,
    E_OWN,
    E_OWN_MORTAL,
    E_OWN_VOLLEYS,
    E_TARGET,
    E_VOLLEYS,
    EXPLODED,
    FIGHTS,
    FRONT,
    H_POINTS,
    H_WAITING,
    I64,
    K_BRANCH,
    K_DICE,
    K_MIGHTY,
    M_CHECK,
    M_EVENTS,
    M_EXPLOSIONS,
    M_OTHERWISE,
    M_THEN,
    M_UNITS,
    MEND,
    O_AMOUNT,
    O_NEAR,
    O_ROLL,
    O_UNIT,
    P_BODIES,
    P_COPIES,
    P_DONE,
    P_HELD,
    P_SCRATCH,
    P_STEPS,
    PERILS,
    RETURNED,
    STATE,
    SUFFER,
    T_CONTROL,
    T_MOVES,
    V_BEARERS,
    V_COPIES,
    V_COPIES_BY,
    X_ONE,
    X_THREE,
    X_TWO,
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
def living(program: I64, room: I64, body: Any) -> Any:
    """Return how many models of a unit live."""
    state = program[body + B_STATE]
    dead = program[program[body + B_MODELS] + room[state + FRONT]]
    if program[body + B_BEHIND] >= 0:
        dead += program[program[body + B_BEHIND_MODELS] + room[state + BEHIND]]
    return models_of(program, body) - dead


@bare
def wounds_left(program: I64, room: I64, body: Any) -> Any:
    """Return the wounds left in a unit."""
    state = program[body + B_STATE]
    left = program[body + B_LAST] - room[state + FRONT]
    if program[body + B_BEHIND] >= 0:
        left += program[body + B_BEHIND] - room[state + BEHIND]
    return left


@bare
def all_live(program: I64, room: I64, units: Any) -> Any:
    """Return whether all units of a list are alive."""
    for at in range(units + 1, units + 1 + program[units]):
        if wounds_left(program, room, program[at]) == 0:
            return False
    return True


@bare
def slay(program: I64, room: I64, body: Any, number: Any) -> None:
    """Take the front model of a unit away, some times."""
    at = program[body + B_STATE] + FRONT
    for _ in range(number):
        room[at] = program[program[body + B_ENDS] + room[at]]


@bare
def explode(program: I64, tables: Any, stream: Any, room: I64, explosions: Any) -> None:
    """Roll for each unit that is gone and has not exploded yet; one may set off others (W-5.7).

    In the order of the list, which begins anew after each of them.
    """
    at, last = explosions + 1, explosions + 1 + program[explosions]
    while at < last:
        explosion = program[at]
        at += 1
        body = program[explosion + O_UNIT]
        done = program[body + B_STATE] + EXPLODED
        if room[done] or wounds_left(program, room, body) > 0:
            continue
        room[done] = 1
        at = explosions + 1
        if outcome(program, stream, program[explosion + O_ROLL]):
            near = program[explosion + O_NEAR]
            for unit in range(near + 1, near + 1 + program[near]):
                points = amount_of(program, stream, program[explosion + O_AMOUNT])
                spilled(program, tables, stream, room, program[unit], points)


@bare
def defuse(program: I64, room: I64, explosions: Any) -> None:
    """Note who is gone before a move: only what it destroys explodes in it."""
    for at in range(explosions + 1, explosions + 1 + program[explosions]):
        body = program[program[at] + O_UNIT]
        if wounds_left(program, room, body) == 0:
            room[program[body + B_STATE] + EXPLODED] = 1


@bare
def act(program: I64, tables: Any, stream: Any, rooms: Any, deed: Any, explosions: Any) -> None:
    """Play an attack as strong as its survivors are, what it sets off and what it costs them."""
    room = rooms[:, 0]
    actor, body = program[deed + E_ACTOR], program[deed + E_TARGET]
    copies = program[P_COPIES]
    volleys = program[deed + E_VOLLEYS]
    for i in range(program[volleys]):
        volley = program[volleys + 1 + i]
        number = program[volley + V_COPIES]
        if program[volley + V_COPIES_BY] >= 0:
            there = survivors(program, room, actor, program[volley + V_BEARERS])
            number = program[program[volley + V_COPIES_BY] + 1 + there]
        room[copies + i] = number
    held = program[P_HELD]
    room[held + H_WAITING] = 0
    room[held + H_POINTS] = 0
    play(program, tables, stream, rooms, ONE, deed, living(program, room, body))
    explode(program, tables, stream, room, explosions)
    if program[deed + E_OWN] < 0:
        return
    dangerous = program[deed + E_OWN_VOLLEYS]
    dice = np.int64(0)
    for at in range(dangerous + 1, dangerous + 1 + program[dangerous]):
        dice += room[copies + program[at]]
    ones = failed(program, tables, stream, deed, dice)
    if program[deed + E_OWN_MORTAL] > 0:
        spilled(program, tables, stream, room, actor, ones * program[deed + E_OWN_MORTAL])
    else:
        slay(program, room, actor, ones)
    explode(program, tables, stream, room, explosions)


@bare
def able(program: I64, room: I64, deed: Any) -> Any:
    """Return whether a unit and the one that it fights are alive."""
    return (
        wounds_left(program, room, program[deed + E_ACTOR]) > 0
        and wounds_left(program, room, program[deed + E_TARGET]) > 0
    )


@bare
def fight(program: I64, tables: Any, stream: Any, rooms: Any, fights: Any, explosions: Any) -> Any:
    """Let units fight in order, side by side; return whether any did (W-1.9, A-5).

    A side picks, in the order of its list, its next unit that lives and whose target
    lives; a side without one lets the other go on.
    """
    room, done = rooms[:, 0], program[P_DONE]
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
                deeds = program[at + 1 + side]
                first = done if side == 0 else done + program[program[at + 1]]
                for i in range(program[deeds]):
                    if chosen < 0 and room[first + i] == 0:
                        if able(program, room, program[deeds + 1 + i]):
                            chosen = program[deeds + 1 + i]
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
def mend(program: I64, room: I64, body: Any, points: Any, returns: Any) -> None:
    """Give wounds back to a unit that lives: slain models first, then the front model (A-4)."""
    at = program[body + B_STATE] + FRONT
    lost = room[at]
    if lost == program[body + B_LAST]:
        return
    dead = program[program[body + B_MODELS] + lost]
    begins = lost
    while begins > 0 and program[program[body + B_MODELS] + begins - 1] == dead:
        begins -= 1
    back = np.int64(0)
    if returns:
        health = program[body + B_HEALTH]
        back = min(dead, points // health) * health
    room[at] = lost - back - min(lost - begins, points - back)


@bare
def value_of(program: I64, stream: Any, check: Any) -> Any:
    """Return the number of the branch that a check's dice lead to.

    Where any of the dice may be rolled again, a table says for each throw which: a bit
    each.
    """
    amount = program[check + C_ROLL]
    if program[check + C_AGAIN] < 0:
        return amount_of(program, stream, amount)
    throw_number, faces, dice = np.int64(0), np.int64(0), 0
    at = amount + A_TERMS
    for _ in range(program[amount + A_NUMBER]):
        for _ in range(program[at]):
            face = die(stream, program[at + 1])
            throw_number = throw_number * program[at + 1] + face - 1
            faces |= face << 3 * dice
            dice += 1
        at += 3
    again = program[program[check + C_AGAIN] + throw_number]
    total, dice, at = program[amount + A_CONSTANT], 0, amount + A_TERMS
    for _ in range(program[amount + A_NUMBER]):
        counts = U64(0)
        for _ in range(program[at]):
            face = faces >> 3 * dice & 7
            if again >> dice & 1:
                face = die(stream, program[at + 1])
            counts += U64(1) << U64(8 * face)
            dice += 1
        total += highest(counts, program[at + 2])
        at += 3
    return program[program[amount + A_VALUES] + total - program[amount + A_BASE]]


@bare
def check_passed(program: I64, room: I64, check: Any) -> Any:
    """Return whether a check is taken at all."""
    if not all_live(program, room, program[check + C_UNITS]):
        return False
    weak = program[check + C_WEAK]
    if weak < 0:
        return True
    return program[program[weak + B_WEAK] + state_number(program, room, weak)] > 0


@bare
def happen(program: I64, tables: Any, stream: Any, rooms: Any, move: Any, into: Any) -> Any:
    """Play a move; return whether it takes place, and write the branch afterwards."""
    room = rooms[:, 0]
    room[into] = program[move + M_OTHERWISE]
    if not all_live(program, room, program[move + M_UNITS]):
        return 0
    happened = 1
    events, explosions = program[move + M_EVENTS], program[move + M_EXPLOSIONS]
    defuse(program, room, explosions)
    for at in range(events + 1, events + 1 + program[events]):
        event = program[at]
        kind, one, two = program[event], program[event + X_ONE], program[event + X_TWO]
        if kind == ATTACK:
            act(program, tables, stream, rooms, one, explosions)
        elif kind == FIGHTS:
            happened = fight(program, tables, stream, rooms, one, explosions)
        elif kind == SUFFER:
            points = dice_points(program, tables, stream, room, two, -1)
            if program[event + X_THREE]:
                dice, warded = program[P_SCRATCH] + K_DICE, program[P_SCRATCH] + K_MIGHTY
                room[dice] = points
                pooled(program, tables, stream, rooms, ONE, one, dice, warded)
            else:
                spilled(program, tables, stream, room, one, points)
        elif kind == PERILS:
            dice = living(program, room, one)
            slay(program, room, one, dice - passed(program, tables, stream, two, dice))
        elif kind == MEND:
            points = dice_points(program, tables, stream, room, two, -1)
            mend(program, room, one, points, program[event + X_THREE])
        else:
            state = program[one + B_STATE]
            gone = wounds_left(program, room, one) == 0
            if not (gone and program[one + B_RETURNS] and room[state + RETURNED] == 0):
                return 0
            for i in range(state, state + STATE):
                room[i] = 0
            room[state + RETURNED] = 1
        explode(program, tables, stream, room, explosions)
    room[into] = program[move + M_THEN]
    check = program[move + M_CHECK]
    if check < 0:
        return happened
    taken = check_passed(program, room, check)
    if taken:
        branch = value_of(program, stream, check)
        room[into] = program[program[check + C_BRANCHES] + 1 + branch]
    if program[check + C_WEAK] >= 0:
        return 1 if taken else 0
    return happened


@bare
def controlling(program: I64, room: I64, weights: Any) -> Any:
    """Return who controls: 0 the first side, 1 nobody, 2 the second (W-5.8, A-7)."""
    level = np.int64(0)
    bodies = program[P_BODIES]
    for i in range(program[bodies]):
        if program[weights + i] != 0:
            level += program[weights + i] * living(program, room, program[bodies + 1 + i])
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
        With steps and bodies.
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
    room, into = rooms[:, 0], program[P_SCRATCH] + K_BRANCH
    bodies, steps = program[P_BODIES], program[P_STEPS]
    units = program[bodies]
    for trial in range(number):
        for i in range(units):
            body = program[bodies + 1 + i]
            state = program[body + B_STATE]
            for at in range(state, state + STATE):
                room[at] = 0
            start = program[body + B_START]
            if program[body + B_BEHIND] >= 0:
                room[state + FRONT] = start // (program[body + B_BEHIND] + 1)
                room[state + BEHIND] = start % (program[body + B_BEHIND] + 1)
            else:
                room[state + FRONT] = start
        branch = np.int64(0)
        for number_of in range(program[steps]):
            step_at = program[steps + 1 + number_of]
            happened = 0
            if program[step_at + T_CONTROL] >= 0:
                weights = program[step_at + T_CONTROL] + branch * units
                ledger.control[number_of, controlling(program, room, weights)] += 1
                happened = 1
            move = program[step_at + T_MOVES + branch]
            if move < 0:
                branch = -1 - move
            else:
                took = happen(program, tables, stream, rooms, move, into)
                branch = room[into]
                happened = max(happened, took)
            ledger.happened[number_of] += happened
            for i in range(units):
                body = program[bodies + 1 + i]
                ledger.states[number_of, place_of(program, room, body)] += 1
        ledger.branches[branch] += 1
        first = living(program, room, program[bodies + 1])
        second = living(program, room, program[bodies + 2]) if units > 1 else 0
        ledger.joint[first, second] += 1
        if ledger.samples.shape[0] > 0:
            for i in range(units):
                body = program[bodies + 1 + i]
                ledger.samples[sample + trial, 2 * i] = living(program, room, body)
                ledger.samples[sample + trial, 2 * i + 1] = wounds_left(program, room, body)


@bare
def place_of(program: I64, room: I64, body: Any) -> Any:
    """Return where a unit's state is counted, among those of all units."""
    number = state_number(program, room, body)
    if room[program[body + B_STATE] + RETURNED]:
        number += program[body + B_RETURNS]
    return program[body + B_OFFSET] + number
