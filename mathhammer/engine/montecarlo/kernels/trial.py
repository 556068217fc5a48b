"""Whole attacks, trial after trial, and how they are counted."""

from typing import Any, NamedTuple

import numpy as np

from mathhammer.engine.jit import ZERO, bare, bare_entry
from mathhammer.engine.montecarlo.kernels.attack import clear, losses, play
from mathhammer.engine.montecarlo.kernels.dice import amount_of, outcome, passed
from mathhammer.engine.montecarlo.kernels.rows import action_at, head_of, unit_at
from mathhammer.engine.montecarlo.kernels.unit import models_of, state_number
from mathhammer.engine.montecarlo.layout import COUNTED, I64, WARDED


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
        With one action and one unit.
    tables : ndarray of uint16
    stream : ndarray of uint64, shape (STREAM,)
    number : int
        Trials.
    rooms : ndarray of int64, shape (room, trials)
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
    head = head_of(program)
    action, unit = action_at(program, head["action"]), unit_at(program, head["unit"])
    counts = head["counts"]
    rows = ledger.sums.shape[0]
    for first in range(0, number, rooms.shape[1]):
        trials = min(rooms.shape[1], number - first)
        clear(rooms, trials, counts, counts + rows * COUNTED)
        clear(rooms, trials, unit["front"], unit["exploded"] + 1)
        clear(rooms, trials, head["held"], head["mortal_points"] + 1)
        play(program, tables, stream, rooms, trials, action, ZERO)
        tally(program, tables, stream, rooms, trials, places, ledger, sample + first)


@bare
def failed(program: I64, tables: Any, stream: Any, action: Any, dice: Any) -> Any:
    """Return how many of the dice that hurt the actor itself do so (W-3)."""
    return dice - passed(program, tables, stream, action["own"], dice)


@bare
def add_column(histogram: I64, place: Any, rooms: Any, column: Any, trials: Any) -> None:
    """Count the values of a column in a histogram."""
    value, differs = rooms[column, 0], np.int64(0)
    for trial in range(trials):
        differs |= rooms[column, trial] ^ value
    if differs == 0:  # as numbers of attacks are: counted at once
        histogram[place + value] += trials
    else:
        for trial in range(trials):
            histogram[place + rooms[column, trial]] += 1


@bare
def add_rows(rooms: Any, trials: Any, counts: Any, totals: Any, ledger: Ledger) -> None:
    """Add what each row counted, and its squares; write the totals of each trial."""
    clear(rooms, trials, totals, totals + COUNTED)
    for row in range(ledger.sums.shape[0]):
        for stage in range(COUNTED):
            column = counts + row * COUNTED + stage
            total, squares = np.int64(0), np.int64(0)
            for trial in range(trials):
                count = rooms[column, trial]
                total += count
                squares += count * count
                rooms[totals + stage, trial] += count
            ledger.sums[row, stage] += total
            ledger.squares[row, stage] += squares


@bare
def tally(
    program: I64, tables: Any, stream: Any, rooms: Any, trials: Any, places: I64, ledger: Ledger,
    sample: Any,
) -> None:  # fmt: skip
    """Count what came of trials that were played side by side."""
    head = head_of(program)
    action, unit = action_at(program, head["action"]), unit_at(program, head["unit"])
    counts, grown, value = head["counts"], head["grown"], head["dice"]
    slain, mortal, explosions = head["kept"], head["again"], head["seen"]
    histogram = ledger.histogram
    totals = counts
    if ledger.sums.shape[0] > 1:
        totals = head["room"]
        add_rows(rooms, trials, counts, totals, ledger)
    else:
        for trial in range(trials):
            ledger.sums[0, WARDED] += rooms[counts + WARDED, trial]
    for stage in range(TALLIED):
        add_column(histogram, places[stage], rooms, totals + stage, trials)
    for trial in range(trials):
        rooms[value, trial] = state_number(rooms[:, trial], unit)
    add_column(histogram, places[AT_STATES], rooms, value, trials)
    for row in range((places.size - 1 - AT_ROWS) // 2):
        for kind in range(2):
            now = grown + 2 * row + kind
            for trial in range(trials):
                before = rooms[now - 2, trial] if row > 0 else 0
                rooms[value, trial] = rooms[now, trial] - before
            add_column(histogram, places[AT_ROWS + 2 * row + kind], rooms, value, trials)
    clear(rooms, trials, slain, explosions + 1)
    if action["own"] >= 0:
        own_losses(program, tables, stream, rooms, trials, action, slain, mortal)
    if action["explodes"] >= 0:
        exploded(program, stream, rooms, trials, action, unit, explosions, mortal)
        add_column(histogram, places[AT_EXPLOSIONS], rooms, explosions, trials)
    if action["own"] >= 0 or action["explodes"] >= 0:
        add_column(histogram, places[AT_OWN_SLAIN], rooms, slain, trials)
        add_column(histogram, places[AT_OWN_MORTAL], rooms, mortal, trials)
    if ledger.samples.shape[0] > 0:
        at = grown + 2 * head["last_row"]
        losses(program, rooms, trials, unit, at)
        for trial in range(trials):
            into = ledger.samples[sample + trial]
            for stage in range(COUNTED):
                into[stage] = rooms[totals + stage, trial]
            into[7] = rooms[at, trial]
            into[8] = rooms[at + 1, trial]
            into[9] = rooms[at + 1, trial] == models_of(program, unit)
            into[10] = rooms[slain, trial]
            into[11] = rooms[mortal, trial]


@bare
def own_losses(
    program: I64, tables: Any, stream: Any, rooms: Any, trials: Any, action: Any, slain: Any,
    mortal: Any,
) -> None:  # fmt: skip
    """Write the models that the attacker loses by itself, and its mortal wounds (W-3)."""
    each, most = action["own_mortal"], action["own_most"]
    for trial in range(trials):
        ones = failed(program, tables, stream, action, action["own_dice"])
        rooms[mortal, trial] = ones * each
        if ones * each > 0:
            ones = 0
        rooms[slain, trial] = min(ones, most) if most >= 0 else ones


@bare
def exploded(
    program: I64, stream: Any, rooms: Any, trials: Any, action: Any, unit: Any, explosions: Any,
    mortal: Any,
) -> None:  # fmt: skip
    """Roll for the end of a target of one model, and for what the attacker suffers (W-5.7)."""
    front, last = unit["front"], unit["last"]
    for trial in range(trials):
        if rooms[front, trial] == last and outcome(program, stream, action["explodes"]):
            rooms[explosions, trial] = 1
            rooms[mortal, trial] += amount_of(program, stream, action["explosion"])
