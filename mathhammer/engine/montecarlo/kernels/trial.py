"""Whole attacks, trial after trial, and how they are counted."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from mathhammer.engine.montecarlo.jit import ZERO, bare, bare_entry
from mathhammer.engine.montecarlo.kernels.attack import clear, losses, play
from mathhammer.engine.montecarlo.kernels.dice import amount_of, outcome, passed
from mathhammer.engine.montecarlo.kernels.unit import models_of, state_number
from mathhammer.engine.montecarlo.layout import (
    B_LAST,
    B_STATE,
    COUNTED,
    E_EXPLODES,
    E_EXPLOSION,
    E_OWN,
    E_OWN_DICE,
    E_OWN_MORTAL,
    E_OWN_MOST,
    FRONT,
    H_WIDTH,
    I64,
    K_AGAIN,
    K_DICE,
    K_KEPT,
    K_SEEN,
    P_BODY,
    P_COUNTS,
    P_DEED,
    P_GROWN,
    P_HELD,
    P_LAST_ROW,
    P_ROOM,
    P_SCRATCH,
    STATE,
    WARDED,
)


class Ledger(NamedTuple):
    """Where trials are counted, of one thread.

    Attributes
    ----------
    histogram : ndarray of int64
        Those of all stages, states and rows, one after another.
    sums, squares : ndarray of int64, shape (rows, COUNTED)
        What each row counted in all trials, and the squares of it. Of one row only what is
        ignored is added up: the histograms have the rest.
    carried : ndarray of int64, shape (rows, COUNTED)
        What was taken out of `squares` before it could overflow; a kernel leaves it alone.
    samples : ndarray of int64, shape (trials, 12)
        Each trial, where that is asked for; else of no length.
    """

    histogram: I64
    sums: Any
    squares: Any
    carried: Any
    samples: Any


#: Stages that are counted by events, then the places of the other histograms.
TALLIED = 6
AT_STATES, AT_OWN_SLAIN, AT_OWN_MORTAL, AT_EXPLOSIONS, AT_ROWS = 6, 7, 8, 9, 10


@bare_entry
def attack_trials(
    program: I64, tables: Any, stream: Any, number: Any, rooms: Any, places: I64, ledger: Ledger,
    sample: Any,
) -> None:  # fmt: skip
    """Play one attack many times and count what came of it.

    Parameters
    ----------
    program : ndarray of int64
        With one deed and one body.
    tables : ndarray of uint16
    stream : ndarray of uint64, shape (STREAM,)
    number : int
        Trials.
    rooms : ndarray of int64, shape (room, lanes)
        To work in, trials side by side; what is called a column of them here is contiguous.
        The copies that attack stand in each.
    places : ndarray of int64
        Where each histogram begins: ATTACKS to ROLLED, the states, own models slain, own
        mortal wounds, explosions, then wounds and models of each row of losses, as many as
        there are; and where the last ends.
    ledger : Ledger
    sample : int
        Row of the samples for the first trial.
    """
    deed = program[P_DEED]
    counts, held = program[P_COUNTS], program[P_HELD]
    state = program[program[P_BODY] + B_STATE]
    rows = ledger.sums.shape[0]
    for first in range(0, number, rooms.shape[1]):
        lanes = min(rooms.shape[1], number - first)
        clear(rooms, lanes, counts, counts + rows * COUNTED)
        clear(rooms, lanes, state, state + STATE)
        clear(rooms, lanes, held, held + H_WIDTH)
        play(program, tables, stream, rooms, lanes, deed, ZERO)
        tally(program, tables, stream, rooms, lanes, places, ledger, sample + first)


@bare
def failed(program: I64, tables: Any, stream: Any, deed: Any, dice: Any) -> Any:
    """Return how many of the dice that hurt the actor itself do so (W-3)."""
    return dice - passed(program, tables, stream, program[deed + E_OWN], dice)


@bare
def add_column(histogram: I64, place: Any, rooms: Any, column: Any, lanes: Any) -> None:
    """Count the values of a column in a histogram."""
    value, differs = rooms[column, 0], np.int64(0)
    for lane in range(lanes):
        differs |= rooms[column, lane] ^ value
    if differs == 0:  # as numbers of attacks are: counted at once
        histogram[place + value] += lanes
    else:
        for lane in range(lanes):
            histogram[place + rooms[column, lane]] += 1


@bare
def add_rows(rooms: Any, lanes: Any, counts: Any, totals: Any, ledger: Ledger) -> None:
    """Add what each row counted, and its squares; write the totals of each trial."""
    clear(rooms, lanes, totals, totals + COUNTED)
    for row in range(ledger.sums.shape[0]):
        for stage in range(COUNTED):
            column = counts + row * COUNTED + stage
            total, squares = np.int64(0), np.int64(0)
            for lane in range(lanes):
                count = rooms[column, lane]
                total += count
                squares += count * count
                rooms[totals + stage, lane] += count
            ledger.sums[row, stage] += total
            ledger.squares[row, stage] += squares


@bare
def tally(
    program: I64, tables: Any, stream: Any, rooms: Any, lanes: Any, places: I64, ledger: Ledger,
    sample: Any,
) -> None:  # fmt: skip
    """Count what came of trials that were played side by side."""
    deed, body = program[P_DEED], program[P_BODY]
    counts, grown = program[P_COUNTS], program[P_GROWN]
    value = program[P_SCRATCH] + K_DICE
    histogram = ledger.histogram
    totals = counts
    if ledger.sums.shape[0] > 1:
        totals = program[P_ROOM]
        add_rows(rooms, lanes, counts, totals, ledger)
    else:
        for lane in range(lanes):
            ledger.sums[0, WARDED] += rooms[counts + WARDED, lane]
    for stage in range(TALLIED):
        add_column(histogram, places[stage], rooms, totals + stage, lanes)
    for lane in range(lanes):
        rooms[value, lane] = state_number(program, rooms[:, lane], body)
    add_column(histogram, places[AT_STATES], rooms, value, lanes)
    for row in range((places.size - 1 - AT_ROWS) // 2):
        for kind in range(2):
            now = grown + 2 * row + kind
            for lane in range(lanes):
                before = rooms[now - 2, lane] if row > 0 else 0
                rooms[value, lane] = rooms[now, lane] - before
            add_column(histogram, places[AT_ROWS + 2 * row + kind], rooms, value, lanes)
    slain, mortal = program[P_SCRATCH] + K_KEPT, program[P_SCRATCH] + K_AGAIN
    explosions = program[P_SCRATCH] + K_SEEN
    clear(rooms, lanes, slain, slain + 1)
    clear(rooms, lanes, mortal, mortal + 1)
    if program[deed + E_OWN] >= 0:
        own_losses(program, tables, stream, rooms, lanes, slain, mortal)
    clear(rooms, lanes, explosions, explosions + 1)
    if program[deed + E_EXPLODES] >= 0:
        exploded(program, stream, rooms, lanes, explosions, mortal)
        add_column(histogram, places[AT_EXPLOSIONS], rooms, explosions, lanes)
    if program[deed + E_OWN] >= 0 or program[deed + E_EXPLODES] >= 0:
        add_column(histogram, places[AT_OWN_SLAIN], rooms, slain, lanes)
        add_column(histogram, places[AT_OWN_MORTAL], rooms, mortal, lanes)
    if ledger.samples.shape[0] > 0:
        at = grown + 2 * program[P_LAST_ROW]
        losses(program, rooms, lanes, body, at)
        for lane in range(lanes):
            into = ledger.samples[sample + lane]
            for stage in range(COUNTED):
                into[stage] = rooms[totals + stage, lane]
            into[7] = rooms[at, lane]
            into[8] = rooms[at + 1, lane]
            into[9] = rooms[at + 1, lane] == models_of(program, body)
            into[10] = rooms[slain, lane]
            into[11] = rooms[mortal, lane]


@bare
def own_losses(
    program: I64, tables: Any, stream: Any, rooms: Any, lanes: Any, slain: Any, mortal: Any
) -> None:
    """Write the models that the attacker loses by itself, and its mortal wounds (W-3)."""
    deed = program[P_DEED]
    each, most = program[deed + E_OWN_MORTAL], program[deed + E_OWN_MOST]
    for lane in range(lanes):
        ones = failed(program, tables, stream, deed, program[deed + E_OWN_DICE])
        rooms[mortal, lane] = ones * each
        if ones * each > 0:
            ones = 0
        rooms[slain, lane] = min(ones, most) if most >= 0 else ones


@bare
def exploded(
    program: I64, stream: Any, rooms: Any, lanes: Any, explosions: Any, mortal: Any
) -> None:
    """Roll for the end of a target of one model, and for what the attacker suffers (W-5.7)."""
    deed, body = program[P_DEED], program[P_BODY]
    front, last = program[body + B_STATE] + FRONT, program[body + B_LAST]
    for lane in range(lanes):
        if rooms[front, lane] == last and outcome(program, stream, program[deed + E_EXPLODES]):
            rooms[explosions, lane] = 1
            rooms[mortal, lane] += amount_of(program, stream, program[deed + E_EXPLOSION])
