"""Whole turns, step by step and die by die: what is compiled for them (W-5, A-5).

A turn is a part of a program, and is played one trial at a time.
"""

from typing import Any, NamedTuple

import numpy as np

from mathhammer.engine.jit import ONE, bare, bare_entry
from mathhammer.engine.montecarlo import layout
from mathhammer.engine.montecarlo.kernels import rows
from mathhammer.engine.montecarlo.kernels.attack import dice_points, play
from mathhammer.engine.montecarlo.kernels.dice import U64, amount_of, counting, die, outcome, passed
from mathhammer.engine.montecarlo.kernels.trial import failed
from mathhammer.engine.montecarlo.kernels.unit import (
    models_of,
    pooled,
    spilled,
    state_number,
    survivors,
)
from mathhammer.engine.montecarlo.layout import I64


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
    gone : ndarray of int64, shape (units that attack several ones, 2)
        Trials in which any of their targets is destroyed at the end, and in which all are.
    samples : ndarray of int64, shape (trials, 2 * units)
        Each trial's models and wounds left of each unit, where that is asked for; else of no
        length.
    """

    states: Any
    happened: I64
    control: Any
    branches: I64
    joint: Any
    gone: Any
    samples: Any


@bare
def living(program: I64, room: I64, unit: Any) -> Any:
    """Return how many models of a unit live."""
    dead = program[unit["models"] + room[unit["front"]]]
    if unit["behind_last"] >= 0:
        dead += program[unit["behind_models"] + room[unit["behind"]]]
    return models_of(program, unit) - dead


@bare
def wounds_left(room: I64, unit: Any) -> Any:
    """Return the wounds left in a unit."""
    left = unit["last"] - room[unit["front"]]
    if unit["behind_last"] >= 0:
        left += unit["behind_last"] - room[unit["behind"]]
    return left


@bare
def all_live(program: I64, room: I64, units: Any) -> Any:
    """Return whether all units of a list are alive."""
    for at in range(units + 1, units + 1 + program[units]):
        if wounds_left(room, rows.unit_at(program, program[at])) == 0:
            return False
    return True


@bare
def destroyed(program: I64, room: I64, units: Any) -> Any:
    """Return how many units of a list are destroyed."""
    number = np.int64(0)
    for at in range(units + 1, units + 1 + program[units]):
        number += wounds_left(room, rows.unit_at(program, program[at])) == 0
    return number


@bare
def slay(program: I64, room: I64, unit: Any, number: Any) -> None:
    """Take the front model of a unit away, some times."""
    at = unit["front"]
    for _ in range(number):
        room[at] = program[unit["ends"] + room[at]]


@bare
def explode(program: I64, tables: Any, stream: Any, room: I64, explosions: Any) -> None:
    """Roll for each unit that is gone and has not exploded yet; one may set off others (W-5.7).

    In the order of the list, which begins anew after each of them.
    """
    at, last = explosions + 1, explosions + 1 + program[explosions]
    while at < last:
        explosion = rows.explosion_at(program, program[at])
        at += 1
        unit = rows.unit_at(program, explosion["unit"])
        if room[unit["exploded"]] or wounds_left(room, unit) > 0:
            continue
        room[unit["exploded"]] = 1
        at = explosions + 1
        if outcome(program, stream, explosion["roll"]):
            near = explosion["near"]
            for hurt in range(near + 1, near + 1 + program[near]):
                points = amount_of(program, stream, explosion["amount"])
                spilled(program, tables, stream, room, rows.unit_at(program, program[hurt]), points)


@bare
def defuse(program: I64, room: I64, explosions: Any) -> None:
    """Note who is gone before a move: only what it destroys explodes in it."""
    for at in range(explosions + 1, explosions + 1 + program[explosions]):
        unit = rows.unit_at(program, rows.explosion_at(program, program[at])["unit"])
        if wounds_left(room, unit) == 0:
            room[unit["exploded"]] = 1


@bare
def act(program: I64, tables: Any, stream: Any, rooms: Any, action: Any, explosions: Any) -> None:
    """Play an attack as strong as its survivors are, what it sets off and what it costs them."""
    head, room, volleys = rows.head_of(program), rooms[:, 0], action["volleys"]
    # Without an actor nothing is looked up in its row.
    actor, unit = rows.unit_at(program, action["actor"]), rows.unit_at(program, action["target"])
    copies = head["copies"]
    for i in range(program[volleys]):
        volley = rows.volley_at(program, program[volleys + 1 + i])
        number = volley["copies"]
        if volley["copies_by"] >= 0:
            there = survivors(program, room, actor, volley["bearers"])
            number = program[volley["copies_by"] + 1 + there]
        room[copies + i] = number
    room[head["held"]] = 0
    room[head["points"]] = room[head["mortal_points"]] = 0
    play(program, tables, stream, rooms, ONE, action, living(program, room, unit))
    explode(program, tables, stream, room, explosions)
    if action["own"] < 0:
        return
    dangerous = action["own_volleys"]
    dice = np.int64(0)
    for at in range(dangerous + 1, dangerous + 1 + program[dangerous]):
        dice += room[copies + program[at]]
    ones = failed(program, tables, stream, action, dice)
    if action["own_mortal"] > 0:
        spilled(program, tables, stream, room, actor, ones * action["own_mortal"])
    else:
        slay(program, room, actor, ones)
    explode(program, tables, stream, room, explosions)


@bare
def able(program: I64, room: I64, action: Any) -> Any:
    """Return whether a unit and the one that it fights are alive."""
    actor, target = rows.unit_at(program, action["actor"]), rows.unit_at(program, action["target"])
    return wounds_left(room, actor) > 0 and wounds_left(room, target) > 0


@bare
def fight(program: I64, tables: Any, stream: Any, rooms: Any, fights: Any, explosions: Any) -> Any:
    """Let units fight in order, side by side; return whether any did (W-1.9, A-5).

    A side picks, in the order of its list, its next unit that lives and whose target
    lives; a side without one lets the other go on.
    """
    room, done = rooms[:, 0], rows.head_of(program)["done"]
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
                        if able(program, room, rows.action_at(program, program[actions + 1 + i])):
                            chosen = program[actions + 1 + i]
                            room[first + i] = 1
                            turn = 1 - side
                if chosen >= 0:
                    break
            if chosen < 0:
                break
            any_fought = 1
            act(program, tables, stream, rooms, rows.action_at(program, chosen), explosions)
        at += 3
    return any_fought


@bare
def mend(program: I64, room: I64, unit: Any, points: Any, returns: Any) -> None:
    """Give wounds back to a unit that lives: slain models first, then the front model (A-4)."""
    at, models = unit["front"], unit["models"]
    lost = room[at]
    if lost == unit["last"]:
        return
    dead = program[models + lost]
    begins = lost
    while begins > 0 and program[models + begins - 1] == dead:
        begins -= 1
    back = np.int64(0)
    if returns:
        back = min(dead, points // unit["health"]) * unit["health"]
    room[at] = lost - back - min(lost - begins, points - back)


@bare
def value_of(program: I64, stream: Any, check: Any) -> Any:
    """Return the number of the branch that a check's dice lead to.

    Where any of the dice may be rolled again, a table says for each throw which: a bit
    each.
    """
    amount = check["roll"]
    row = rows.amount_at(program, amount)
    if check["again"] < 0:
        return amount_of(program, stream, amount)
    throw_number, faces, dice = np.int64(0), np.int64(0), 0
    at = amount + layout.AMOUNT_TERMS
    for _ in range(row["number"]):
        for _ in range(program[at]):
            face = die(stream, program[at + 1])
            throw_number = throw_number * program[at + 1] + face - 1
            faces |= face << 3 * dice
            dice += 1
        at += layout.TERM
    again = program[check["again"] + throw_number]
    total, dice, at = row["constant"], 0, amount + layout.AMOUNT_TERMS
    for _ in range(row["number"]):
        counts = U64(0)
        for _ in range(program[at]):
            face = faces >> 3 * dice & 7
            if again >> dice & 1:
                face = die(stream, program[at + 1])
            counts += U64(1) << U64(8 * face)
            dice += 1
        total += counting(counts, program[at + 2], program[at + 3])
        at += layout.TERM
    return program[row["values"] + total - row["base"]]


@bare
def check_passed(program: I64, room: I64, check: Any) -> Any:
    """Return whether a check is taken at all."""
    if not all_live(program, room, check["units"]):
        return False
    if check["weak"] < 0:
        return True
    unit = rows.unit_at(program, check["weak"])
    return program[unit["weak"] + state_number(room, unit)] > 0


@bare
def happen(program: I64, tables: Any, stream: Any, rooms: Any, move: Any, into: Any) -> Any:
    """Play a move; return whether it takes place, and write the branch afterwards."""
    head = rows.head_of(program)
    room, happened = rooms[:, 0], 1
    room[into] = move["otherwise"]
    if not all_live(program, room, move["units"]):
        return 0
    events, explosions = move["events"], move["explosions"]
    defuse(program, room, explosions)
    for at in range(events + 1, events + 1 + program[events]):
        event = rows.event_at(program, program[at])
        kind, one, two, three = event["kind"], event["one"], event["two"], event["three"]
        unit = rows.unit_at(program, one)
        if kind == layout.ATTACK:
            act(program, tables, stream, rooms, rows.action_at(program, one), explosions)
        elif kind == layout.FIGHTS:
            happened = fight(program, tables, stream, rooms, one, explosions)
        elif kind == layout.SUFFER:
            points = dice_points(program, tables, stream, room, two, -1)
            if three:
                dice = head["dice"]
                room[dice] = points
                ward = unit["ward_mortals"]
                pooled(program, tables, stream, rooms, ONE, unit, ward, dice, head["mighty"])
            else:
                spilled(program, tables, stream, room, unit, points)
        elif kind == layout.PERILS:
            dice = living(program, room, unit)
            slay(program, room, unit, dice - passed(program, tables, stream, two, dice))
        elif kind == layout.MEND:
            points = dice_points(program, tables, stream, room, two, -1)
            mend(program, room, unit, points, three)
        else:
            gone = wounds_left(room, unit) == 0
            if not (gone and unit["returns"] and room[unit["returned"]] == 0):
                return 0
            room[unit["front"] : unit["exploded"] + 1] = 0
            room[unit["returned"]] = 1
        explode(program, tables, stream, room, explosions)
    room[into] = move["then"]
    if move["check"] < 0:
        return happened
    check = rows.check_at(program, move["check"])
    taken = check_passed(program, room, check)
    if taken:
        room[into] = program[check["branches"] + 1 + value_of(program, stream, check)]
    if check["weak"] >= 0:
        return 1 if taken else 0
    return happened


@bare
def controlling(program: I64, room: I64, weights: Any) -> Any:
    """Return who controls: 0 the first side, 1 nobody, 2 the second (W-5.8, A-7)."""
    level = np.int64(0)
    units = rows.head_of(program)["units"]
    for i in range(program[units]):
        if program[weights + i] != 0:
            unit = rows.unit_at(program, program[units + 1 + i])
            level += program[weights + i] * living(program, room, unit)
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
    head = rows.head_of(program)
    room, into = rooms[:, 0], head["branch"]
    units, steps = head["units"], head["steps"]
    number_of_units = program[units]
    for trial in range(number):
        for i in range(number_of_units):
            unit = rows.unit_at(program, program[units + 1 + i])
            room[unit["front"] : unit["exploded"] + 1] = 0
            room[unit["front"]] = unit["start"]
            if unit["behind_last"] >= 0:
                room[unit["front"]] = unit["start"] // (unit["behind_last"] + 1)
                room[unit["behind"]] = unit["start"] % (unit["behind_last"] + 1)
        branch = np.int64(0)
        for number_of in range(program[steps]):
            place = program[steps + 1 + number_of]
            step = rows.step_at(program, place)
            happened = 0
            if step["control"] >= 0:
                weights = step["control"] + branch * number_of_units
                ledger.control[number_of, controlling(program, room, weights)] += 1
                happened = 1
            move = program[place + layout.STEP_MOVES + branch]
            if move < 0:
                branch = -1 - move
            else:
                took = happen(program, tables, stream, rooms, rows.move_at(program, move), into)
                branch = room[into]
                happened = max(happened, took)
            ledger.happened[number_of] += happened
            for i in range(number_of_units):
                unit = rows.unit_at(program, program[units + 1 + i])
                ledger.states[number_of, place_of(room, unit)] += 1
        ledger.branches[branch] += 1
        first = living(program, room, rows.unit_at(program, program[units + 1]))
        second = np.int64(0)
        if number_of_units > 1:
            second = living(program, room, rows.unit_at(program, program[units + 2]))
        ledger.joint[first, second] += 1
        for i in range(ledger.gone.shape[0]):
            targets = program[head["targets"] + 1 + i]
            number_gone = destroyed(program, room, targets)
            ledger.gone[i, 0] += number_gone > 0
            ledger.gone[i, 1] += number_gone == program[targets]
        if ledger.samples.shape[0] > 0:
            for i in range(number_of_units):
                unit = rows.unit_at(program, program[units + 1 + i])
                ledger.samples[sample + trial, 2 * i] = living(program, room, unit)
                ledger.samples[sample + trial, 2 * i + 1] = wounds_left(room, unit)


@bare
def place_of(room: I64, unit: Any) -> Any:
    """Return where a unit's state is counted, among those of all units."""
    number = state_number(room, unit)
    if room[unit["returned"]]:
        number += unit["returns"]
    return unit["offset"] + number
