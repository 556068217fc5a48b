"""Dice, die by die: streams of random bits, rolls, and numbers that are rolled.

Every die is a uniform draw. Several are looked up at once, never the result of a stage.
What is played lies in a program (`layout`). All other kernels roll these dice.
"""

from typing import Any

import numpy as np

from mathhammer.engine.jit import ZERO, bare, inlined
from mathhammer.engine.montecarlo.kernels.rows import amount_at, head_of, roll_at
from mathhammer.engine.montecarlo.layout import (
    AMOUNT_TERMS,
    APART,
    BITS,
    COUNTS,
    I64,
    MASK,
    MASKS_AT,
    PASSED,
    PLACES_AT,
    ROLL_FACES,
    SCALE,
    SCALES_AT,
    TERM,
    THROWN,
    WIDE,
)

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
        seen = np.int64(tables[at + five(stream)]) & program[MASKS_AT + min(dice, 5)]
        total += counted(seen)
        dice -= 5
    return total


@bare
def throws(
    program: I64, tables: Any, at: Any, stream: Any, rooms: Any, trials: Any, dice: Any,
    into: Any, passes: Any,
) -> None:  # fmt: skip
    """Throw the dice that stand in one column of the rooms; write the counts to another.

    Where only successes matter, only they are counted. Lanes are thrown together, each with
    the words of a generator of its own.
    """
    table = tables[at : at + COUNTS]
    column = head_of(program)["seen"]
    for first in range(0, trials, WAYS):
        ways = min(WAYS, trials - first)
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
                seen[i] = together & program[MASKS_AT + number]
            if passes:
                for i in range(ways):
                    counts[i] += bits(seen[i] & PASSED)
            else:
                for i in range(ways):
                    counts[i] += counted(seen[i])
    stream[UNUSED] = U64(0)


@bare
def rolls(
    program: I64, tables: Any, stream: Any, rooms: Any, trials: Any, roll: Any, dice: Any,
    into: Any, passes: Any,
) -> None:  # fmt: skip
    """Roll the dice in one column with their re-rolls; pack what came of them in another.

    Where only successes matter, there may be nothing else.
    """
    row, head = roll_at(program, roll), head_of(program)
    table, second = row["table"], row["again"]
    if second < 0:
        throws(program, tables, table, stream, rooms, trials, dice, into, passes)
        return
    kept, again = head["kept"], head["again"]
    throws(program, tables, table, stream, rooms, trials, dice, kept, ZERO)
    for trial in range(trials):
        rooms[again, trial] = rooms[kept, trial] >> 2 * WIDE
        rooms[kept, trial] &= (1 << 2 * WIDE) - 1
    throws(program, tables, second, stream, rooms, trials, again, into, passes)
    for trial in range(trials):
        rooms[into, trial] += rooms[kept, trial]


@bare
def rolled(program: I64, tables: Any, stream: Any, roll: Any, dice: Any) -> Any:
    """Return the packed successes and criticals of some dice with their re-rolls."""
    row = roll_at(program, roll)
    total = throw(program, tables, row["table"], stream, dice)
    if row["again"] >= 0:
        more = total >> 2 * WIDE
        total &= (1 << 2 * WIDE) - 1
        if more > 0:
            total += throw(program, tables, row["again"], stream, more)
    return total


@bare
def passed(program: I64, tables: Any, stream: Any, roll: Any, dice: Any) -> Any:
    """Return how many of some dice succeed, critically or not."""
    return rolled(program, tables, stream, roll, dice) & MASK


@bare
def outcome(program: I64, stream: Any, roll: Any) -> Any:
    """Return the outcome of one die with its re-roll: 0 fail, 1 success, 2 critical."""
    face = d6(stream) - 1
    if program[roll + ROLL_FACES + 6 + face]:
        face = d6(stream) - 1
    return program[roll + ROLL_FACES + face]


@bare
def die(stream: Any, sides: Any) -> Any:
    """Return one die of 3 or 6 sides (D-1: half a D6, rounded up)."""
    face = d6(stream)
    return (face + 1) // 2 if sides == 3 else face


@bare
def counting(counts: Any, keep: Any, lowest: Any) -> Any:
    """Return the sum of the highest or lowest of some dice; of each face a byte says how many."""
    total = np.int64(0)
    for i in range(1, 7):
        face = i if lowest else 7 - i
        taken = min(keep, np.int64(counts >> U64(8 * face) & U64(255)))
        total += taken * face
        keep -= taken
    return total


@bare
def expression(program: I64, stream: Any, amount: Any) -> Any:
    """Return the total of some dice, die by die."""
    row = amount_at(program, amount)
    total = row["constant"]
    at = amount + AMOUNT_TERMS
    for _ in range(row["number"]):
        number, sides, keep = program[at], program[at + 1], program[at + 2]
        if keep == number:
            for _ in range(number):
                total += die(stream, sides)
        else:
            counts = U64(0)
            for _ in range(number):
                counts += U64(1) << U64(8 * die(stream, sides))
            total += counting(counts, keep, program[at + 3])
        at += TERM
    return total


@bare
def amount_of(program: I64, stream: Any, amount: Any) -> Any:
    """Return a number that is rolled, with its re-roll and its modifiers."""
    row = amount_at(program, amount)
    if row["fixed"] >= 0:
        return row["fixed"]
    if row["faces"] >= 0:
        return program[row["faces"] + d6(stream) - 1]
    total = expression(program, stream, amount)
    if total < row["below"]:
        total = expression(program, stream, amount)
    return program[row["values"] + total - row["base"]]


@bare
def amounts_of(program: I64, tables: Any, stream: Any, amount: Any, number: Any) -> Any:
    """Return the sum of some numbers that are rolled alike."""
    row = amount_at(program, amount)
    if row["fixed"] >= 0:
        return number * row["fixed"]
    total = np.int64(0)
    at = row["sums"]
    if at >= 0:
        while number > 0:
            # The first digits are taken by a multiplication, not by a branch on their number.
            dice = min(number, 5)
            place = (five(stream) * program[SCALES_AT + dice]) >> SCALE
            total += np.int64(tables[at + program[PLACES_AT + dice] + place])
            number -= dice
        return total
    for _ in range(number):
        total += amount_of(program, stream, amount)
    return total
