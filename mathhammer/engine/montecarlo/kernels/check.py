"""Checks, die by die: what is done at the table for each kind, compiled.

Each rule reads the fields of a check as numbers (`given`, in the order of the kind's `plan`),
rolls from a stream, and writes what came of it: 1 or 0 for what happened or not, else a number.
Nothing here knows a probability. It runs with the compiler switched off, too.
"""

from typing import Any

import numpy as np

from mathhammer.engine.jit import bare, bare_entry
from mathhammer.engine.montecarlo.kernels.dice import d3, d6, die

#: The rules, by the number that each has here. Most new kinds of check need none of their own:
#: "pool" counts dice that show some faces, "total" adds dice up, "test" rolls dice against a
#: value. A rule that none of them plays is a name in both tables here, a function below that
#: writes its numbers to `out` in the order of the plan's names, and a branch in `play`.
RULES = (
    "charge", "advance", "test", "battleshock", "desperate_escape", "hazardous", "deadly_demise",
    "pool", "total", "rally", "cast", "prayer", "place_of_power", "priority",
)  # fmt: skip
(
    CHARGE, ADVANCE, TEST, BATTLESHOCK, DESPERATE_ESCAPE, HAZARDOUS, DEADLY_DEMISE, POOL, TOTAL,
    RALLY, CAST, PRAYER, PLACE_OF_POWER, PRIORITY,
) = range(len(RULES))  # fmt: skip
#: All dice are thrown.
ALL: Any = np.int64(-1)
#: Inches are compared with a little room: 9.6 - 1 is not exactly 8.6 in a computer.
ROOM = 5e-10


# ------------------------------------------------------------------------- several dice


@bare
def throw(stream: Any, dice: Any, faces: Any, chosen: Any) -> None:
    """Roll the chosen dice of an expression onto the table.

    Parameters
    ----------
    stream : ndarray of uint64
    dice : ndarray of int64, shape (1 + terms, 4)
        A row with the constant, then number, sides and kept dice of each term, and whether
        those are the lowest.
    faces : ndarray of int64
        Where they lie.
    chosen : int
        A bit for each of the dice; `ALL` of them.
    """
    place = 0
    for term in range(1, dice.shape[0]):
        for _ in range(dice[term, 0]):
            if (chosen >> place) & 1:
                faces[place] = die(stream, dice[term, 1])
            place += 1


@bare
def added(dice: Any, faces: Any) -> Any:
    """Add up what lies on the table, of each kind of dice those that count."""
    total, start = dice[0, 0], 0
    for term in range(1, dice.shape[0]):
        end, left = start + dice[term, 0], dice[term, 2]
        for i in range(1, dice[term, 1] + 1):
            face = i if dice[term, 3] else dice[term, 1] + 1 - i
            for place in range(start, end):
                if faces[place] == face and left > 0:
                    total += face
                    left -= 1
        start = end
    return total


@bare
def can_double(dice: Any) -> Any:
    """Return whether dice may show a double: at least two of one kind count, and no others."""
    return dice.shape[0] == 2 and dice[1, 2] > 1


@bare
def doubled(dice: Any, faces: Any) -> Any:
    """Return whether two of the dice that count show the same face."""
    left = dice[1, 2]
    for i in range(1, dice[1, 1] + 1):
        face = i if dice[1, 3] else dice[1, 1] + 1 - i
        seen = 0
        for place in range(dice[1, 0]):
            if faces[place] == face and left > 0:
                seen += 1
                left -= 1
        if seen > 1:
            return True
    return False


@bare
def rolled(stream: Any, dice: Any, faces: Any) -> Any:
    """Roll an expression and return its total."""
    throw(stream, dice, faces, ALL)
    return added(dice, faces)


@bare
def throw_again(stream: Any, dice: Any, faces: Any, again: Any, row: Any) -> None:
    """Roll again what the player chooses of the dice that lie there (D-2).

    Parameters
    ----------
    stream, dice, faces
        As in `throw`.
    again : ndarray of int64, shape (rows, throws)
        Which dice, a bit each, by the throw; without rows all of them.
    row : int
    """
    chosen = ALL
    if again.shape[0]:
        number, place = 0, 0
        for term in range(1, dice.shape[0]):
            for _ in range(dice[term, 0]):
                number = number * dice[term, 1] + faces[place] - 1
                place += 1
        chosen = again[row, number]
    throw(stream, dice, faces, chosen)


# ------------------------------------------------------------------- moves and charges


@bare
def charge(
    given: Any, first: Any, second: Any, modifiers: Any, again: Any, faces: Any, stream: Any,
    out: Any,
) -> None:  # fmt: skip
    """Charge: every target must be reached, the way to it shortened first (W-5.2, A-5).

    A Command Re-roll is a point; a low Advance may take it, else it is left for the charge.
    """
    needed, least, reroll = given[0], given[1], given[2]
    shown = rolled(stream, first, faces)
    points, inches = given[8], shown
    if shown <= given[9]:
        inches = rolled(stream, first, faces)
        points -= 1
    moved = given[3] + inches
    combat, farthest, climb, reach = given[4], given[5], given[6], given[7]
    possible = True
    for i in range(10, given.shape[0]):
        gap = given[i]
        if moved > 0 and gap > combat:  # no move but the charge leads into combat
            gap = max(gap - moved, combat)
        if gap > farthest:
            possible = False
        needed = max(needed, gap + climb - reach)
    modifier = rolled(stream, modifiers, faces)
    total = max(rolled(stream, second, faces) + modifier, least)
    short = possible and total + ROOM < needed
    can = max(most_of(second) + modifier, least) + ROOM >= needed
    paid = short and reroll <= 0 and points > 0 and can
    if paid or (short and reroll > 0):
        row = row_of(inches - least_of(first), modifiers, modifier)
        throw_again(stream, second, faces, again, int(row))
        total = max(added(second, faces) + modifier, least)
    success = possible and total + ROOM >= needed
    out[0], out[1] = success, int(total)
    out[2] = 2 * int(shown) + success
    if out.shape[0] > 3:
        out[3] = paid
    if out.shape[0] > 4:
        out[4] = shown <= given[9]


@bare
def row_of(place: Any, modifiers: Any, modifier: Any) -> Any:
    """Return the row of what is rolled again: for each place one for each modifier."""
    least = least_of(modifiers)
    return place * (most_of(modifiers) - least + 1) + modifier - least


@bare
def least_of(dice: Any) -> Any:
    """Return the least total of an expression: every die that counts shows a 1."""
    total = dice[0, 0]
    for term in range(1, dice.shape[0]):
        total += dice[term, 2]
    return total


@bare
def most_of(dice: Any) -> Any:
    """Return the most that an expression can come to."""
    total = dice[0, 0]
    for term in range(1, dice.shape[0]):
        total += dice[term, 1] * dice[term, 2]
    return total


@bare
def advance(
    given: Any, first: Any, second: Any, modifiers: Any, again: Any, faces: Any, stream: Any,
    out: Any,
) -> None:  # fmt: skip
    """Advance or run: a random Move first, then the die that is added (W-5.1, A-5)."""
    needed, least, reroll = given[0], given[1], given[2]
    move = rolled(stream, first, faces)
    modifier = rolled(stream, modifiers, faces)
    inches = move + max(rolled(stream, second, faces) + modifier, least)
    short = inches + ROOM < needed
    can = move + max(most_of(second) + modifier, least) + ROOM >= needed
    paid = short and reroll <= 0 and given[3] > 0 and can
    if paid or (short and reroll > 0):
        row = row_of(move - least_of(first), modifiers, modifier)
        throw_again(stream, second, faces, again, row)
        inches = move + max(added(second, faces) + modifier, least)
    out[0], out[1] = int(inches), inches + ROOM >= needed
    if out.shape[0] > 2:
        out[2] = paid


# ---------------------------------------------------------------- rules of several kinds


@bare
def tested(
    given: Any, second: Any, modifiers: Any, again: Any, faces: Any, stream: Any
) -> Any:  # fmt: skip
    """Roll dice against a value, again where they fail and something says so (D-2).

    Given are the value, what it can't be modified below, and whether.
    """
    modifier = rolled(stream, modifiers, faces)
    total = max(rolled(stream, second, faces) + modifier, given[1])
    if given[2] > 0 and total < given[0]:
        throw_again(stream, second, faces, again, row_of(0, modifiers, modifier))
        total = max(added(second, faces) + modifier, given[1])
    return total >= given[0]


@bare
def counted(stream: Any, dice: Any, lowest: Any, highest: Any) -> Any:
    """Roll some D6 and return how many show a face within bounds."""
    seen = 0
    for _ in range(int(dice)):
        face = d6(stream)
        if lowest <= face <= highest:
            seen += 1
    return seen


@bare
def pool(given: Any, stream: Any) -> Any:
    """Count dice of a pool. Given are the dice, the faces that count, and how many at most."""
    seen = counted(stream, given[0], given[1], given[2])
    return min(seen, int(given[3])) if given[3] >= 0 else seen


# -------------------------------------------------------------------- Warhammer 40,000


@bare
def battleshock(
    given: Any, second: Any, modifiers: Any, again: Any, faces: Any, stream: Any
) -> Any:  # fmt: skip
    """Test a unit that is below half strength; return whether it is shocked (W-5.4)."""
    models, started, wounds_left, wounds = given[3], given[4], given[5], given[6]
    if started == 1:
        if wounds_left >= wounds / 2:
            return False
    elif started > 1 and models >= started / 2:
        return False
    return not tested(given, second, modifiers, again, faces, stream)


@bare
def spared(stream: Any, bad: Any, highest: Any, points: Any) -> Any:
    """Roll one bad die again, where there is one and a Command Re-roll for it (W-6)."""
    if bad > 0 and points > 0 and d6(stream) > highest:
        return bad - 1
    return bad


@bare
def hazardous(given: Any, stream: Any, out: Any) -> None:
    """Roll for each weapon; each 1 hurts a bearer (W-3)."""
    ones = counted(stream, given[0], 1, 1)
    after = spared(stream, ones, 1, given[2])
    out[0], out[1] = after > 0, after * int(given[1])
    if given[2] > 0:
        out[2] = ones > 0


@bare
def desperate_escape(given: Any, stream: Any, out: Any) -> None:
    """Roll for each model; each 1 or 2 slays one (W-5.5)."""
    failed = counted(stream, given[0], 1, 2)
    out[0] = spared(stream, failed, 2, given[1])
    if given[1] > 0:
        out[1] = failed > 0


@bare
def deadly_demise(given: Any, first: Any, faces: Any, stream: Any, out: Any) -> None:
    """Roll a D6; on a 6 every unit near suffers, each by its own dice (W-5.7)."""
    out[0], out[1], out[2] = 0, 0, 0
    if d6(stream) == 6:
        out[0] = 1
        for unit in range(int(given[0])):
            suffered = rolled(stream, first, faces)
            out[1] += suffered
            if unit == 0:
                out[2] = suffered


# ----------------------------------------------------------------------- Age of Sigmar


@bare
def rally(given: Any, stream: Any, out: Any) -> None:
    """Gather points; buy back models while they last, then heal (A-4)."""
    health, slain, damage, dice = given[0], given[1], given[2], given[3]
    points = counted(stream, dice, 4, 6)
    returned, healed = 0, 0
    left = points
    while left >= health and returned < slain:
        left -= health
        returned += 1
    while left > 0 and healed < damage:
        left -= 1
        healed += 1
    out[0], out[1], out[2] = points, returned, healed


@bare
def cast(
    given: Any, second: Any, modifiers: Any, again: Any, faces: Any, stream: Any, out: Any
) -> None:
    """Tap a place of power, cast, and let it be unbound (A-6)."""
    value, reroll, place = given[0], given[1], 0
    if given[4] > 0 and d6(stream) > 1:
        place = 1
    modifier = rolled(stream, modifiers, faces)
    bonus = modifier + place
    for attempt in range(2):
        if attempt == 0:
            throw(stream, second, faces, ALL)
        else:
            throw_again(stream, second, faces, again, row_of(place, modifiers, modifier))
        miscast = faces[0] == 1 and faces[1] == 1
        casting = max(faces[0] + faces[1] + bonus, 1)
        success = not miscast and casting >= value
        if success or reroll <= 0:
            break
    unbound = False
    if success and given[2] > 0:
        unbound = max(d6(stream) + d6(stream) + given[3], 1) > casting
    out[0], out[1] = success and not unbound, not success and not miscast
    out[2], out[3] = miscast, unbound


@bare
def prayer(given: Any, modifiers: Any, banks: Any, faces: Any, stream: Any, out: Any) -> None:
    """Chant turn after turn, and bank what is too little (A-6).

    Written is whether one of the prayers is answered and in which turn, then the turn of each
    if it alone were waited for; 0: never. All see the same rolls.
    """
    turns, values = int(given[1]), given.shape[0] - 2
    # The first bank is for whichever prayer can be answered first, the others for one each.
    for i in range(values + 1):
        out[1 + i] = 0
        banks[i] = int(given[0])
    for turn in range(1, turns + 1):
        face = d6(stream)
        lost = d3(stream) if face == 1 else 0
        modifier = rolled(stream, modifiers, faces)
        for i in range(values + 1):
            if face == 1:
                banks[i] = max(banks[i] - lost, 0)
            elif out[1 + i] == 0:
                banks[i] += int(max(face + modifier, 1))
                for j in range(values):
                    if (i == 0 or i == j + 1) and banks[i] >= given[2 + j]:
                        out[1 + i] = turn
    out[0] = out[1] > 0


@bare
def priority(given: Any, stream: Any) -> Any:
    """Play the rounds and count double turns: who wins goes first, a tie keeps it (A-7)."""
    doubles = 0
    for _ in range(int(given[0]) - 1):
        went_first, went_second = d6(stream), d6(stream)
        if went_second > went_first:
            doubles += 1  # who went second goes first: two turns in a row
    return doubles


# ------------------------------------------------------------------------------- trials


@bare
def play(
    rule: Any, given: Any, first: Any, second: Any, modifiers: Any, again: Any, faces: Any,
    stream: Any, out: Any,
) -> None:  # fmt: skip
    """Play a check once; the last number is whether its roll shows a double, where it can."""
    double = can_double(second)
    if double:
        faces[: second[1, 0]] = 0  # no roll, no double
    if rule == CHARGE:
        charge(given, first, second, modifiers, again, faces, stream, out)
    elif rule == ADVANCE:
        advance(given, first, second, modifiers, again, faces, stream, out)
    elif rule == TEST:
        out[0] = tested(given, second, modifiers, again, faces, stream)
    elif rule == BATTLESHOCK:
        out[0] = battleshock(given, second, modifiers, again, faces, stream)
    elif rule == DESPERATE_ESCAPE:
        desperate_escape(given, stream, out)
    elif rule == HAZARDOUS:
        hazardous(given, stream, out)
    elif rule == DEADLY_DEMISE:
        deadly_demise(given, first, faces, stream, out)
    elif rule == POOL:
        out[0] = pool(given, stream)
    elif rule == TOTAL:
        out[0] = rolled(stream, first, faces)
    elif rule == RALLY:
        rally(given, stream, out)
    elif rule == CAST:
        cast(given, second, modifiers, again, faces, stream, out)
    elif rule == PRAYER:
        prayer(given, modifiers, faces[faces.shape[0] // 2 :], faces, stream, out)
    elif rule == PLACE_OF_POWER:
        bonus = d6(stream) > 1
        out[0], out[1] = bonus, 0 if bonus else d3(stream)
    elif rule == PRIORITY:
        doubles = priority(given, stream)
        out[0], out[1] = doubles > 0, doubles
    if double:
        out[out.shape[0] - 1] = doubled(second, faces)


@bare_entry
def check_trials(
    rule: Any, given: Any, first: Any, second: Any, modifiers: Any, again: Any, faces: Any,
    stream: Any, out: Any,
) -> None:  # fmt: skip
    """Play a check many times.

    Parameters
    ----------
    rule : int
        Its place in `RULES`.
    given : ndarray of float64
    first, second, modifiers : ndarray of int64, shape (1 + terms, 4)
        Dice, as in `throw`.
    again : ndarray of int64, shape (rows, throws)
        As in `throw_again`.
    faces : ndarray of int64
        Room for the dice that lie on the table; its second half for banks.
    stream : ndarray of uint64
    out : ndarray of int64, shape (trials, columns)
        Is written.
    """
    for trial in range(out.shape[0]):
        play(rule, given, first, second, modifiers, again, faces, stream, out[trial])
