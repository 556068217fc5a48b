"""Attacks, die by die: what is compiled for Monte Carlo, dice and streams first.

What is played lies in one array of whole numbers, the *program*: rows one after another
that point to each other by their places. A thread works in one array of its own. So few
arrays are handed from function to function, which is most of what a call costs.

Every die is a uniform draw. Several are looked up at once, never the result of a stage.
`turn_kernels` plays whole turns with what stands here; `check_kernels` and `heroes_kernels`
roll its dice.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .jit import ONE, ZERO, bare, bare_entry, inlined, inner, unrolled

I64 = npt.NDArray[np.int64]


#: A stream of dice: generators side by side (xoshiro256++), all their first words, then all
#: their second words, and so on; the dice that they have drawn, each five a number below 6^5;
#: how many of those are not yet used; of five in use what is left, and how many dice.
WAYS = 16
FIVES, UNUSED, DIGITS, HELD, STREAM = 4 * WAYS, 8 * WAYS, 8 * WAYS + 1, 8 * WAYS + 2, 8 * WAYS + 3
U64 = np.uint64
SIX: Any = U64(6)
FIVE_DICE: Any = U64(6**5)
#: Half a word times 6^10 is ten dice, and a remainder below 2^32. They are exactly uniform
#: where remainders below this are refused (Lemire).
HALF: Any = U64(32)
LOW: Any = U64(2**32 - 1)
UNEVEN: Any = U64(2**32 % 6**10)
#: Dice of one word.
THROWN = 20
#: What a table of counts has for five dice: a bit for each that succeeds, critically or not,
#: that is critical, that is to be rolled again. Those of the dice of a word stand 16 bits
#: apart; masks leave the first 0 to 20 of them.
BITS, APART = 5, 16
PASSED = sum((2**BITS - 1) << APART * k for k in range(4))
MASKS = tuple(
    sum(
        (1 << min(max(number - BITS * k, 0), BITS)) - 1 << APART * k + BITS * kind
        for k in range(4)
        for kind in range(3)
    )
    for number in range(THROWN + 1)
)
COUNTS = 6**5
#: For the bits of five dice and the wounds left in a model: how many dice are rolled until it
#: is dead, five where it isn't.
DEADLY = tuple(
    next((i + 1 for i in range(BITS) if bin(seen & (2 << i) - 1).count("1") == left), BITS)
    for seen in range(2**BITS)
    for left in range(BITS + 2)
)
#: Where the entries for no die and for 1 to 5 dice begin in a table of sums, and how long
#: it is.
PLACES = (0, 1, 7, 43, 259, 1555)
SUMS = 9331
#: Numbers by which a value below 6^5 is multiplied to leave its first 0 to 5 digits, after
#: a shift by `SCALE`.
SCALE = 30
SCALES = tuple(2**SCALE // 6 ** (5 - number) + 1 for number in range(6))
#: Bits of a count in a total of successes, criticals among them, and dice to roll again.
WIDE = 21
MASK = 2**21 - 1


def _fields(names: str) -> tuple[int, ...]:
    return tuple(range(len(names.split())))


#: The head of a program: its first deed and body, the last row of losses; in the room of a
#: trial: the states of the bodies, what is held, copies by volley, what rows count, what rows
#: lose, what waits, totals, numbers of dice, who has fought; the steps of a turn, its bodies;
#: then `PLACES`, `SCALES`, `MASKS` and `DEADLY`.
(
    P_DEED, P_BODY, P_LAST_ROW, P_STATE, P_HELD, P_COPIES, P_COUNTS, P_GROWN, P_WAITING, P_ROOM,
    P_SCRATCH, P_DONE, P_STEPS, P_BODIES, P_PLACES,
) = _fields(
    "deed body last_row state held copies counts grown waiting room scratch done steps bodies "
    "places"
)  # fmt: skip
P_SCALES = P_PLACES + len(PLACES)
P_MASKS = P_SCALES + len(SCALES)
P_DEADLY = P_MASKS + len(MASKS)
#: Scratch of a trial: dice to throw and what came of them, kept while some are rolled again;
#: bits of a throw; critical hits, critical wounds; a branch.
(
    K_DICE, K_CAME, K_KEPT, K_AGAIN, K_SEEN, K_CRITICAL, K_MIGHTY, K_BRANCH, K_WIDTH,
) = _fields("dice came kept again seen critical mighty branch width")  # fmt: skip
#: A roll: where its table is, and that of dice rolled again (-1: none are); then for each
#: face its outcome, and whether it is rolled again.
(R_TABLE, R_AGAIN, R_FACES) = _fields("table again faces")
#: A number that is rolled: its value if fixed (-1), below which total it is rolled again,
#: the total of its first value, its constant, how many terms, its values; for one plain die
#: its value for each face, and a table of the sums of several such; the terms.
(A_FIXED, A_BELOW, A_BASE, A_CONSTANT, A_NUMBER, A_VALUES, A_FACES, A_SUMS, A_TERMS) = _fields(
    "fixed below base constant number values faces sums terms"
)
#: Packets of a kind: their amount; the save (-1: none), or one for each group (-1: not).
(S_AMOUNT, S_SAVE, S_SAVES, S_MORTAL, S_CHARACTER, S_WHEN, S_SOURCE, S_QUEUE) = _fields(
    "amount save saves mortal character when source queue"
)
#: A volley; lists begin with their length, -1 is none. `counted`: 0 attack by attack, 1 all
#: hits, all wounds, all saves, 2 the same with criticals apart.
(
    V_COPIES, V_FIXED, V_AMOUNTS, V_ONCE, V_CROWD, V_HIT, V_EXTRA, V_AUTO, V_ENDS, V_WOUND,
    V_PLAIN, V_PLAIN_CRITICAL, V_CRITICAL, V_CRITICAL_CRITICAL, V_ON_CRITICAL, V_COUNTED,
    V_BEARERS, V_COPIES_BY,
) = _fields(
    "copies fixed amounts once crowd hit extra auto ends wound plain plain_critical critical "
    "critical_critical on_critical counted bearers copies_by"
)  # fmt: skip
#: Dice outside of attacks; -1 is no cap; who bears those for each model (-1: nobody).
(D_GATE, D_DICE, D_ON, D_DAMAGE, D_MOST, D_PER_MODEL, D_BEARERS) = _fields(
    "gate dice on damage most per_model bearers"
)
#: An action: its actor (-1: none) and target, lists of volleys and dice, whether damage goes
#: through pools; own losses: the roll (-1: none), dice, mortal wounds, the cap (-1), volleys;
#: whether anything waits until all volleys are done: queues of packets, a pool; what the
#: target's end does to who attacks: the roll (-1: nothing), mortal wounds.
(
    E_ACTOR, E_TARGET, E_VOLLEYS, E_DICE, E_POOLED, E_OWN, E_OWN_DICE, E_OWN_MORTAL, E_OWN_MOST,
    E_OWN_VOLLEYS, E_LATER, E_QUEUES, E_POOL, E_EXPLODES, E_EXPLOSION,
) = _fields(
    "actor target volleys dice pooled own own_dice own_mortal own_most own_volleys later "
    "queues pool explodes explosion"
)  # fmt: skip
#: A unit: for each lane its last state (-1: no lane) and, of each state, where the front
#: model is dead, its group, and the models dead; groups; the ward's roll (-1); where it
#: begins, whether it may come back; whether there is one lane and nothing ignores a wound;
#: its place in the room; wounds of a model that comes back; whether a state is below half
#: strength (-1: nobody asks); where its states begin among those of all units.
(
    B_LAST, B_ENDS, B_GROUPS, B_MODELS, B_BEHIND, B_BEHIND_ENDS, B_BEHIND_GROUPS,
    B_BEHIND_MODELS, B_FIRST_GROUP, B_IGNORES, B_WARD, B_START, B_RETURNS, B_PLAIN, B_STATE,
    B_HEALTH, B_WEAK, B_OFFSET,
) = _fields(
    "last ends groups models behind behind_ends behind_groups behind_models first_group ignores "
    "ward start returns plain state health weak offset"
)  # fmt: skip
#: Those who bear weapons: of each state of a lane how many of them live (-1: no such lane).
(L_FRONT, L_BEHIND) = _fields("front behind")
#: A step: how many branches there are before it, the weights of control (-1), and then for
#: each branch its move, or -1 - n where it leads unmoved to branch n.
(T_BRANCHES, T_CONTROL, T_MOVES) = _fields("branches control moves")
#: A move: the units that must live, its events, its check (-1), the branch afterwards, that
#: where it doesn't take place, and a list of explosions.
(M_UNITS, M_EVENTS, M_CHECK, M_THEN, M_OTHERWISE, M_EXPLOSIONS) = _fields(
    "units events check then otherwise explosions"
)
#: An explosion: the unit that must be gone, the roll, mortal wounds, a list of units near it.
(O_UNIT, O_ROLL, O_AMOUNT, O_NEAR) = _fields("unit roll amount near")
#: A check: the units that must live, the one that must be weak (-1), the roll, whose value is
#: the number of the branch in a list; which dice of a throw are rolled again (-1).
(C_UNITS, C_WEAK, C_ROLL, C_AGAIN, C_BRANCHES) = _fields("units weak roll again branches")
#: An event: its kind; the deed, or the fights, or the unit and what happens to it.
(X_KIND, X_ONE, X_TWO, X_THREE) = _fields("kind one two three")
ATTACK, FIGHTS, SUFFER, PERILS, MEND, REINFORCE = range(6)
#: A group: the tables of the rolls that ignore a lost wound, and a mortal wound (-1: none).
(G_IGNORE, G_MORTAL, G_WIDTH) = _fields("ignore mortal width")
#: The state of a unit: wounds lost in each lane; whether a failed save was ignored; whether
#: its last model to fall was of the front lane; whether it came back; whether the die for its
#: explosion has been rolled.
(FRONT, BEHIND, IGNORED, FRONT_LAST, RETURNED, EXPLODED, STATE) = _fields(
    "front behind i f r e width"
)
#: What is held during an action: shots that wait, points of the pool.
(H_WAITING, H_POINTS, H_WIDTH) = _fields("waiting points width")
#: What a row counts.
(ATTACKS, HITS, WOUNDS, UNSAVED, MORTAL, ROLLED, WARDED, COUNTED) = _fields(
    "attacks hits wounds unsaved mortal rolled warded width"
)
NOW, AFTER, POOL = 0, 1, 2


@inlined
def step(a: Any, b: Any, c: Any, d: Any) -> Any:
    """Return the next 64 bits and the words after it (xoshiro256++)."""
    mixed = a + d
    result = ((mixed << U64(23)) | (mixed >> U64(41))) + a
    shifted = b << U64(17)
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    return result, a, b, c, (d << U64(45)) | (d >> U64(19))


@bare
def draw(stream: Any) -> None:
    """Draw a word of each generator, and from it twenty dice.

    Where any is refused all are drawn again: those that are taken stay independent.
    """
    least = U64(0)
    while least < UNEVEN:
        least = LOW
        for i in range(WAYS):
            word, a, b, c, d = step(
                stream[i], stream[WAYS + i], stream[2 * WAYS + i], stream[3 * WAYS + i]
            )
            stream[i], stream[WAYS + i], stream[2 * WAYS + i], stream[3 * WAYS + i] = a, b, c, d
            first = (word & LOW) * FIVE_DICE
            second = (first & LOW) * FIVE_DICE
            third = (word >> HALF) * FIVE_DICE
            fourth = (third & LOW) * FIVE_DICE
            least = min(least, min(second & LOW, fourth & LOW))
            stream[FIVES + i] = first >> HALF
            stream[FIVES + WAYS + i] = second >> HALF
            stream[FIVES + 2 * WAYS + i] = third >> HALF
            stream[FIVES + 3 * WAYS + i] = fourth >> HALF


@bare
def five(stream: Any) -> Any:
    """Return five dice, a number below 6^5."""
    unused = np.int64(stream[UNUSED])
    if unused == 0:
        draw(stream)
        unused = np.int64(4 * WAYS)
    stream[UNUSED] = U64(unused - 1)
    return np.int64(stream[FIVES + unused - 1])


@bare
def d6(stream: Any) -> Any:
    """Return one die, 1 to 6."""
    if stream[HELD] == U64(0):
        stream[DIGITS] = U64(five(stream))
        stream[HELD] = U64(5)
    rest = stream[DIGITS] // SIX
    face = stream[DIGITS] - rest * SIX
    stream[DIGITS] = rest
    stream[HELD] -= U64(1)
    return np.int64(face) + 1


@bare
def d3(stream: Any) -> Any:
    """Return half a die, rounded up: 1 to 3 (D-1)."""
    return (d6(stream) + 1) // 2


@bare
def total_of(stream: Any, number: Any) -> Any:
    """Return the sum of some dice."""
    total = np.int64(0)
    for _ in range(number):
        total += d6(stream)
    return total


@inlined
def bits(word: Any) -> Any:
    """Return how many bits are set; compilers know this form."""
    word = U64(word)
    word -= (word >> U64(1)) & U64(0x5555555555555555)
    word = (word & U64(0x3333333333333333)) + ((word >> U64(2)) & U64(0x3333333333333333))
    word = (word + (word >> U64(4))) & U64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * U64(0x0101010101010101)) >> U64(56))


@inlined
def counted(seen: Any) -> Any:
    """Return the packed counts of a throw's bits: successes, criticals, dice to roll again."""
    return (
        bits(seen & PASSED)
        | bits(seen & (PASSED << BITS)) << WIDE
        | bits(seen & (PASSED << 2 * BITS)) << 2 * WIDE
    )


@bare
def throw(program: I64, tables: Any, at: Any, stream: Any, dice: Any) -> Any:
    """Return the packed counts of some dice: successes, criticals, dice to roll again."""
    total = np.int64(0)
    while dice > 0:
        seen = np.int64(tables[at + five(stream)]) & program[P_MASKS + min(dice, 5)]
        total += counted(seen)
        dice -= 5
    return total


@bare
def throws(
    program: I64, tables: Any, at: Any, stream: Any, rooms: Any, lanes: Any, dice: Any,
    into: Any, passes: Any,
) -> None:  # fmt: skip
    """Throw the dice that stand in one column of the rooms; write the counts to another.

    Where only successes matter, only they are counted. Lanes are thrown together, each with
    the words of a generator of its own.
    """
    table = tables[at : at + COUNTS]
    column = program[P_SCRATCH] + K_SEEN
    for first in range(0, lanes, WAYS):
        ways = min(WAYS, lanes - first)
        numbers = rooms[dice, first : first + ways]
        seen = rooms[column, first : first + ways]
        counts = rooms[into, first : first + ways]
        most = np.int64(0)
        for i in range(ways):
            most = max(most, numbers[i])
            counts[i] = 0
        for begun in range(0, most, THROWN):
            draw(stream)
            for i in range(ways):
                one = np.int64(table[stream[FIVES + i]])
                two = np.int64(table[stream[FIVES + WAYS + i]])
                three = np.int64(table[stream[FIVES + 2 * WAYS + i]])
                four = np.int64(table[stream[FIVES + 3 * WAYS + i]])
                number = min(max(numbers[i] - begun, 0), THROWN)
                together = one | two << APART | three << 2 * APART | four << 3 * APART
                seen[i] = together & program[P_MASKS + number]
            if passes:
                for i in range(ways):
                    counts[i] += bits(seen[i] & PASSED)
            else:
                for i in range(ways):
                    counts[i] += counted(seen[i])
    stream[UNUSED] = U64(0)


@bare
def rolls(
    program: I64, tables: Any, stream: Any, rooms: Any, lanes: Any, roll: Any, dice: Any,
    into: Any, passes: Any,
) -> None:  # fmt: skip
    """Roll the dice in one column with their re-rolls; pack what came of them in another.

    Where only successes matter, there may be nothing else.
    """
    table, second = program[roll + R_TABLE], program[roll + R_AGAIN]
    if second < 0:
        throws(program, tables, table, stream, rooms, lanes, dice, into, passes)
        return
    kept, again = program[P_SCRATCH] + K_KEPT, program[P_SCRATCH] + K_AGAIN
    throws(program, tables, table, stream, rooms, lanes, dice, kept, ZERO)
    for lane in range(lanes):
        rooms[again, lane] = rooms[kept, lane] >> 2 * WIDE
        rooms[kept, lane] &= (1 << 2 * WIDE) - 1
    throws(program, tables, second, stream, rooms, lanes, again, into, passes)
    for lane in range(lanes):
        rooms[into, lane] += rooms[kept, lane]


@bare
def rolled(program: I64, tables: Any, stream: Any, roll: Any, dice: Any) -> Any:
    """Return the packed successes and criticals of some dice with their re-rolls."""
    total = throw(program, tables, program[roll + R_TABLE], stream, dice)
    if program[roll + R_AGAIN] >= 0:
        more = total >> 2 * WIDE
        total &= (1 << 2 * WIDE) - 1
        if more > 0:
            total += throw(program, tables, program[roll + R_AGAIN], stream, more)
    return total


@bare
def passed(program: I64, tables: Any, stream: Any, roll: Any, dice: Any) -> Any:
    """Return how many of some dice succeed, critically or not."""
    return rolled(program, tables, stream, roll, dice) & MASK


@bare
def outcome(program: I64, stream: Any, roll: Any) -> Any:
    """Return the outcome of one die with its re-roll: 0 fail, 1 success, 2 critical."""
    face = d6(stream) - 1
    if program[roll + R_FACES + 6 + face]:
        face = d6(stream) - 1
    return program[roll + R_FACES + face]


@bare
def die(stream: Any, sides: Any) -> Any:
    """Return one die of 3 or 6 sides (D-1: half a D6, rounded up)."""
    face = d6(stream)
    return (face + 1) // 2 if sides == 3 else face


@bare
def highest(counts: Any, keep: Any) -> Any:
    """Return the sum of the highest of some dice; of each face a byte says how many."""
    total = np.int64(0)
    for face in range(6, 0, -1):
        taken = min(keep, np.int64(counts >> U64(8 * face) & U64(255)))
        total += taken * face
        keep -= taken
    return total


@bare
def expression(program: I64, stream: Any, amount: Any) -> Any:
    """Return the total of some dice, die by die."""
    total = program[amount + A_CONSTANT]
    at = amount + A_TERMS
    for _ in range(program[amount + A_NUMBER]):
        number, sides, keep = program[at], program[at + 1], program[at + 2]
        at += 3
        if keep == number:
            for _ in range(number):
                total += die(stream, sides)
        else:
            counts = U64(0)
            for _ in range(number):
                counts += U64(1) << U64(8 * die(stream, sides))
            total += highest(counts, keep)
    return total


@bare
def amount_of(program: I64, stream: Any, amount: Any) -> Any:
    """Return a number that is rolled, with its re-roll and its modifiers."""
    if program[amount + A_FIXED] >= 0:
        return program[amount + A_FIXED]
    if program[amount + A_FACES] >= 0:
        return program[program[amount + A_FACES] + d6(stream) - 1]
    total = expression(program, stream, amount)
    if total < program[amount + A_BELOW]:
        total = expression(program, stream, amount)
    return program[program[amount + A_VALUES] + total - program[amount + A_BASE]]


@bare
def amounts_of(program: I64, tables: Any, stream: Any, amount: Any, number: Any) -> Any:
    """Return the sum of some numbers that are rolled alike."""
    if program[amount + A_FIXED] >= 0:
        return number * program[amount + A_FIXED]
    total = np.int64(0)
    at = program[amount + A_SUMS]
    if at >= 0:
        while number > 0:
            # The first digits are taken by a multiplication, not by a branch on their number.
            dice = min(number, 5)
            place = (five(stream) * program[P_SCALES + dice]) >> SCALE
            total += np.int64(tables[at + program[P_PLACES + dice] + place])
            number -= dice
        return total
    for _ in range(number):
        total += amount_of(program, stream, amount)
    return total


# ------------------------------------------------------------------- units, wound by wound


@bare
def lane_of(program: I64, room: I64, body: Any, character: Any) -> Any:
    """Return the lane whose front model takes the next attack."""
    if program[body + B_BEHIND] < 0:
        return FRONT
    state = program[body + B_STATE]
    front = room[state + FRONT] < program[body + B_LAST]
    behind = room[state + BEHIND] < program[body + B_BEHIND]
    if front and behind:
        return BEHIND if character else FRONT
    if front or behind:
        return FRONT if front else BEHIND
    return FRONT if room[state + FRONT_LAST] else BEHIND


@inlined
def pains(program: I64, tables: Any, stream: Any, at: Any, points: Any, left: Any) -> Any:
    """Roll Feel No Pain for points until a model is dead (W-1.7).

    Returns
    -------
    taken, ignored : int
        Wounds that a model with so many left takes, and those that it ignores before.
    """
    taken, ignored = np.int64(0), np.int64(0)
    while points > 0 and taken < left:
        number = min(points, 5)
        through = ~np.int64(tables[at + five(stream)]) & ((1 << number) - 1)
        deadly = program[P_DEADLY + (BITS + 2) * through + min(left - taken, BITS + 1)]
        hurt = min(bits(through), left - taken)
        taken += hurt
        ignored += min(number, deadly) - hurt
        points -= number
    return taken, ignored


@bare
def suffer(
    program: I64, tables: Any, stream: Any, room: I64, body: Any, lane: Any, points: Any,
    mortal: Any,
) -> Any:  # fmt: skip
    """Take wounds off the front model of a lane, none carried over; return those ignored."""
    at = program[body + B_STATE] + lane
    lost = room[at]
    row = body + (B_BEHIND - B_LAST) * lane
    left = program[program[row + B_ENDS] + lost] - lost
    group = program[body + B_FIRST_GROUP] + G_WIDTH * program[program[row + B_GROUPS] + lost]
    table = program[group + (G_MORTAL if mortal else G_IGNORE)]
    taken, ignored = min(points, left), np.int64(0)
    if table >= 0:
        taken, ignored = pains(program, tables, stream, table, points, left)
    room[at] = lost + taken
    if taken > 0 and lane == FRONT and program[body + B_BEHIND] >= 0:
        state = program[body + B_STATE]
        room[state + FRONT_LAST] = (
            room[at] == program[body + B_LAST] and room[state + BEHIND] == program[body + B_BEHIND]
        )
    return ignored


@bare
def spilled(program: I64, tables: Any, stream: Any, room: I64, body: Any, points: Any) -> Any:
    """Inflict mortal wounds one by one, carried over; return those ignored (W-1.6)."""
    if program[body + B_PLAIN]:  # one lane, nothing is ignored
        at = program[body + B_STATE]
        room[at] = min(room[at] + points, program[body + B_LAST])
        return np.int64(0)
    ignored = np.int64(0)
    for _ in range(points):
        lane = lane_of(program, room, body, ZERO)
        last = program[body + (B_BEHIND if lane == BEHIND else B_LAST)]
        if room[program[body + B_STATE] + lane] == last:
            break
        ignored += suffer(program, tables, stream, room, body, lane, ONE, ONE)
    return ignored


@bare
def pooled(
    program: I64, tables: Any, stream: Any, rooms: Any, lanes: Any, body: Any, points: Any,
    warded: Any,
) -> None:  # fmt: skip
    """Allocate pools, which stand in one column, point by point after the ward (A-2)."""
    at, last = program[body + B_STATE] + FRONT, program[body + B_LAST]
    came = program[P_SCRATCH] + K_CAME
    if program[body + B_WARD] >= 0:
        rolls(program, tables, stream, rooms, lanes, program[body + B_WARD], points, came, ONE)
        for lane in range(lanes):
            ignored = rooms[came, lane] & MASK
            rooms[warded, lane] += ignored
            rooms[points, lane] -= ignored
    for lane in range(lanes):
        rooms[at, lane] = min(rooms[at, lane] + rooms[points, lane], last)


# ------------------------------------------------------------------- attacks, die by die


@bare
def fire_one(
    program: I64, tables: Any, stream: Any, room: I64, body: Any, counts: Any, shot: Any
) -> None:
    """Send one packet that a save of its model may stop, or that the unit may ignore."""
    lane = lane_of(program, room, body, program[shot + S_CHARACTER])
    roll = program[shot + S_SAVE]
    if program[shot + S_SAVES] >= 0:
        row = body + (B_BEHIND - B_LAST) * lane
        lost = room[program[body + B_STATE] + lane]
        roll = program[program[shot + S_SAVES] + program[program[row + B_GROUPS] + lost]]
    if outcome(program, stream, roll) > 0:
        return
    room[counts + UNSAVED] += 1
    points = amount_of(program, stream, program[shot + S_AMOUNT])
    room[counts + ROLLED] += points
    if program[body + B_IGNORES]:
        state = program[body + B_STATE]
        if room[state + IGNORED] == 0:
            room[state + IGNORED] = 1
            return
    room[counts + WARDED] += suffer(program, tables, stream, room, body, lane, points, ZERO)


@bare
def fire(
    program: I64, tables: Any, stream: Any, room: I64, deed: Any, counts: Any, shot: Any,
    number: Any,
) -> None:  # fmt: skip
    """Send some equal packets, one after another."""
    body = program[deed + E_TARGET]
    when = program[shot + S_WHEN]
    if when == AFTER:
        held = program[P_HELD] + H_WAITING
        at = program[P_WAITING] + 2 * room[held]
        room[at], room[at + 1] = shot, number
        room[held] += 1
        return
    save = program[shot + S_SAVE]
    if save >= 0:
        if program[shot + S_SAVES] >= 0 or program[body + B_IGNORES]:
            for _ in range(number):
                fire_one(program, tables, stream, room, body, counts, shot)
            return
        number -= passed(program, tables, stream, save, number)
        room[counts + UNSAVED] += number
    if when == POOL or program[deed + E_POOLED]:
        into_pool(program, tables, stream, room, counts, shot, number)
    else:
        wound_by_wound(program, tables, stream, room, body, counts, shot, number)


@bare
def into_pool(
    program: I64, tables: Any, stream: Any, room: I64, counts: Any, shot: Any, number: Any
) -> None:
    """Add the points of some packets to the pool."""
    points = amounts_of(program, tables, stream, program[shot + S_AMOUNT], number)
    room[counts + ROLLED] += points
    if program[shot + S_MORTAL]:
        room[counts + MORTAL] += points
    room[program[P_HELD] + H_POINTS] += points


@bare
def wound_by_wound(
    program: I64, tables: Any, stream: Any, room: I64, body: Any, counts: Any, shot: Any,
    number: Any,
) -> None:  # fmt: skip
    """Take off the wounds of some packets that got through."""
    amount, mortal = program[shot + S_AMOUNT], program[shot + S_MORTAL]
    total, ignored = np.int64(0), np.int64(0)
    if program[body + B_BEHIND] < 0:
        total, ignored = one_lane(program, tables, stream, room, body, amount, mortal, number)
    else:
        for _ in range(number):
            points = amount_of(program, stream, amount)
            total += points
            lane = lane_of(program, room, body, program[shot + S_CHARACTER])
            ignored += suffer(program, tables, stream, room, body, lane, points, mortal)
    room[counts + ROLLED] += total
    room[counts + WARDED] += ignored
    if mortal:
        room[counts + MORTAL] += total


@inlined
def one_lane(
    program: I64, tables: Any, stream: Any, room: I64, body: Any, amount: Any, mortal: Any,
    number: Any,
) -> Any:  # fmt: skip
    """Take off the wounds of packets from a unit of one lane; return rolled and ignored."""
    at, ends, groups = program[body + B_STATE], program[body + B_ENDS], program[body + B_GROUPS]
    tables_of = program[body + B_FIRST_GROUP] + (G_MORTAL if mortal else G_IGNORE)
    fixed, faces = program[amount + A_FIXED], program[amount + A_FACES]
    lost = room[at]
    total, ignored = np.int64(0), np.int64(0)
    digits, held = U64(0), 0
    for _ in range(number):
        points = fixed
        if faces >= 0:  # its own five dice, of which some may be left over
            if held == 0:
                digits = U64(five(stream))
                held = 5
            rest = digits // SIX
            points = program[faces + np.int64(digits - rest * SIX)]
            digits = rest
            held -= 1
        elif fixed < 0:
            points = amount_of(program, stream, amount)
        total += points
        left = program[ends + lost] - lost
        table = program[tables_of + G_WIDTH * program[groups + lost]]
        if table < 0:
            lost += min(points, left)
        else:
            taken, spared = pains(program, tables, stream, table, points, left)
            lost += taken
            ignored += spared
    room[at] = lost
    return total, ignored


@bare
def fire_all(
    program: I64, tables: Any, stream: Any, room: I64, deed: Any, counts: Any, shots: Any,
    number: Any,
) -> None:  # fmt: skip
    """Send what some equal wounds send: each a list of packets."""
    if program[shots] == 1:
        if number > 0:
            shot = program[shots + 1]
            fire(program, tables, stream, room, deed, counts, shot, number)
        return
    for _ in range(number):
        for at in range(shots + 1, shots + 1 + program[shots]):
            fire(program, tables, stream, room, deed, counts, program[at], ONE)


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
def survivors(program: I64, room: I64, body: Any, bearers: Any) -> Any:
    """Return how many of those who bear something live."""
    state = program[body + B_STATE]
    number = np.int64(0)
    if program[bearers + L_FRONT] >= 0:
        number += program[program[bearers + L_FRONT] + room[state + FRONT]]
    if program[bearers + L_BEHIND] >= 0:
        number += program[program[bearers + L_BEHIND] + room[state + BEHIND]]
    return number


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


@bare
def state_number(program: I64, room: I64, body: Any) -> Any:
    """Return the number of a unit's state, as in `Space`."""
    state = program[body + B_STATE]
    number = room[state + FRONT]
    size = program[body + B_LAST] + 1
    if program[body + B_BEHIND] >= 0:
        width = program[body + B_BEHIND] + 1
        size = size * width + 1
        number = number * width + room[state + BEHIND]
        if room[state + FRONT_LAST]:
            number = size - 1
    return number + size * room[state + IGNORED]


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
def clear(rooms: Any, lanes: Any, first: Any, last: Any) -> None:
    """Set some columns to 0."""
    for column in range(first, last):
        for lane in range(lanes):
            rooms[column, lane] = 0


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


@bare
def models_of(program: I64, body: Any) -> Any:
    """Return how many models a unit has."""
    models = program[program[body + B_MODELS] + program[body + B_LAST]]
    if program[body + B_BEHIND] >= 0:
        models += program[program[body + B_BEHIND_MODELS] + program[body + B_BEHIND]]
    return models


# ------------------------------------------------------------------- rules of the user's own


@inner
def rule_trials(rule: Any, stream: Any, out: Any) -> None:
    """Write what a rule returns to one trial after another.

    Parameters
    ----------
    rule : compiled function
        Takes a stream; returns a whole number.
    stream : ndarray of uint64, shape (STREAM,)
    out : ndarray of int64, shape (trials, 1)
    """
    for trial in range(out.shape[0]):
        out[trial, 0] = rule(stream)


@inner
def rule_tuples(rule: Any, stream: Any, out: Any) -> None:
    """Write what a rule that returns a tuple of whole numbers returns.

    Parameters
    ----------
    rule : compiled function
    stream : ndarray of uint64, shape (STREAM,)
    out : ndarray of int64, shape (trials, numbers)
    """
    for trial in range(out.shape[0]):
        column = 0
        for value in unrolled(rule(stream)):
            out[trial, column] = value
            column += 1
