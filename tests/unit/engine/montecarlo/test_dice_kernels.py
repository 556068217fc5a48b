"""The dice as they come out of the kernels: exactly uniform, one by one and in tables.

What can be proved is enumerated: which words are refused, what a table holds, which dice
of a word are counted. The generator is compared with its published values. What is left to
statistics are the words themselves: chi-square and serial tests, each with a fixed seed.
Every test has an equal part of `FAMILY`, the chance that any of them fails by chance. Their
chi-square distribution is that of large counts: each cell expects more than 1000.

The limit of all this: a bias far below 1e-3 of a face's chance wouldn't be seen.
"""

from __future__ import annotations

from math import comb

import numba
import numpy as np
import pytest
from scipy.stats import binom, chi2

import mathhammer
from mathhammer.core.dice import Term
from mathhammer.engine.montecarlo import layout
from mathhammer.engine.montecarlo.kernels import dice as dice_kernels
from mathhammer.engine.montecarlo.program import Program
from mathhammer.engine.montecarlo.streams import BLOCK, stream_of
from mathhammer.engine.montecarlo.tables import count_table, sum_table
from mathhammer.plan.rolls import Amount, Roll

pytestmark = pytest.mark.slow

FAMILY = 1e-6
#: More statistical comparisons than this file makes.
COMPARISONS = 2_000
ALPHA = FAMILY / COMPARISONS
SEED = 20_260
BLOCKS = 24


@pytest.fixture(autouse=True, scope="module")
def words_wrap_around():
    """Without the compiler NumPy would warn where 64 bits overflow, as they should."""
    with np.errstate(over="ignore"):
        yield


# ------------------------------------------------------------------------------ words


def rotated(word: int, bits: int) -> int:
    return ((word << bits) | (word >> (64 - bits))) & (2**64 - 1)


def reference_words(state: list[int], number: int) -> list[int]:
    """Return words of xoshiro256++ as its authors print it, in plain integers."""
    s, words = [*state], []
    for _ in range(number):
        words.append((rotated((s[0] + s[3]) & (2**64 - 1), 23) + s[0]) & (2**64 - 1))
        t = (s[1] << 17) & (2**64 - 1)
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotated(s[3], 45)
    return words


def reference_fives(word: int) -> list[int] | None:
    """Return twenty dice of a word as four numbers below 6^5, None where it is refused.

    Each half is a fraction of 2^32, whose first ten digits in base 6 are the dice. A fraction
    that doesn't stand for as many as any other is refused (Lemire).
    """
    fives = []
    for half in (word % 2**32, word >> 32):
        ten, rest = divmod(half * 6**10, 2**32)
        if rest < 2**32 % 6**10:
            return None
        fives += [ten // 6**5, ten % 6**5]
    return fives


def reference_draws(states: list[list[int]], number: int) -> list[list[list[int]]]:
    """Return draws of sixteen generators: lists of fives, all anew where one is refused."""
    series = zip(*(reference_words(state, number + 100) for state in states), strict=True)
    draws = []
    while len(draws) < number:
        fives = [reference_fives(word) for word in next(series)]
        if None not in fives:
            draws.append(fives)
    return draws


def states_of(stream: np.ndarray) -> list[list[int]]:
    """Return the four words of each generator."""
    return stream[: 4 * dice_kernels.WAYS].reshape(4, dice_kernels.WAYS).T.tolist()


def fives_of(stream: np.ndarray) -> list[list[int]]:
    """Return the dice that each generator has drawn."""
    return stream[dice_kernels.FIVES : dice_kernels.UNUSED].reshape(4, dice_kernels.WAYS).T.tolist()


@numba.njit
def dice_of(stream, number):
    dice = np.empty(number, dtype=np.int8)
    for i in range(number):
        dice[i] = dice_kernels.d6(stream)
    return dice


def test_the_generator_is_xoshiro256_plus_plus():
    """The first words of state 1, 2, 3, 4 are published with several implementations."""
    assert reference_words([1, 2, 3, 4], 4) == [
        41943041, 58720359, 3588806011781223, 3591011842654386,
    ]  # fmt: skip
    stream = stream_of(SEED, 0)
    stream[: 4 * dice_kernels.WAYS : dice_kernels.WAYS] = [1, 2, 3, 4]
    ref = reference_draws(states_of(stream), 300)
    for draw in ref:  # of 300 about four are refused
        dice_kernels.draw(stream)
        assert fives_of(stream) == draw
    assert dice_kernels.STREAM == stream.size == 8 * dice_kernels.WAYS + 3


def test_fractions_that_would_be_too_frequent_are_refused():
    """Each throw of ten dice is left with equally many fractions: 2^32 // 6^10 of them.

    The fractions of a throw are neighbours: the first and the last of some throws, and all
    between them, are looked at.
    """
    equal, refused = 2**32 // 6**10, 2**32 % 6**10
    assert int(dice_kernels.UNEVEN) == refused
    rng = np.random.default_rng(SEED)
    throws = [0, 1, 6**10 - 1, *rng.integers(6**10, size=3000).tolist()]
    seen = set()
    for throw in throws:
        first = -(-throw * 2**32 // 6**10)
        last = -(-(throw + 1) * 2**32 // 6**10) - 1
        taken = [reference_fives(half | half << 32) for half in range(first, last + 1)]
        assert sum(fives is not None for fives in taken) == equal
        assert all(f is None or f[:2] == [throw // 6**5, throw % 6**5] for f in taken)
        seen.add(last - first + 1)
    assert seen == {equal, equal + 1}  # there are throws with one too many


@pytest.mark.parametrize("high", [False, True])
@pytest.mark.parametrize("refused", [False, True])
def test_a_refused_half_has_all_words_drawn_again(high, refused):
    """With s0 = 0 the first word is s3 turned by 23 bits, so any word can be made.

    Halves times 6^10 leave multiples of 2^10; the last that is refused and the first that
    isn't are looked at.
    """
    rest = int(dice_kernels.UNEVEN) - (2**10 if refused else 0)
    half = rest // 2**10 * pow(3**10, -1, 2**22) % 2**22
    assert rest % 2**10 == 0 and half * 6**10 % 2**32 == rest
    other = 2**31 + 1
    word = half << 32 | other if high else other << 32 | half
    assert (reference_fives(word) is None) == refused
    stream = stream_of(SEED, 1)
    stream[3 : 4 * dice_kernels.WAYS : dice_kernels.WAYS] = [0, 5, 7, rotated(word, 64 - 23)]
    assert reference_words(states_of(stream)[3], 1) == [word]
    ref = reference_draws(states_of(stream), 1)[0]
    assert (ref[3] == reference_fives(word)) != refused
    dice_kernels.draw(stream)
    assert fives_of(stream) == ref


def test_single_dice_are_the_digits_of_the_fives():
    """Fives are taken from the last one drawn on, and of each the last digit first."""
    ref = []
    for draw in reference_draws(states_of(stream_of(SEED, 0)), 8):
        fives = [draw[way][k] for k in range(4) for way in range(dice_kernels.WAYS)]
        for five in reversed(fives):
            ref += [five // 6**i % 6 + 1 for i in range(5)]
    assert len(ref) == 8 * 20 * dice_kernels.WAYS
    assert dice_of(stream_of(SEED, 0), len(ref)).tolist() == ref


# ------------------------------------------------------------------------------ tables

#: A die that is rolled again on a 1, fails on a 2 and 3, is a success on 4 and 5.
OUTCOMES, AGAIN = (0, 0, 0, 1, 1, 2), (True, False, False, False, False, False)


def program_of(*rolls: Roll) -> tuple[np.ndarray, np.ndarray, list[int]]:
    """Return a program that holds rolls, its tables, and where the rolls are."""
    program = Program()
    program.units.append(0)
    places = [program._rolls[roll] for roll in rolls]
    code, tables, _ = program.arrays()
    return code, tables, places


def digits(number: int, many: int) -> list[int]:
    """Return base 6 digits, the first one first."""
    return [number // 6 ** (many - 1 - i) % 6 for i in range(many)]


def amount_of_values(values: tuple[int, ...]) -> Amount:
    """Return an amount of one die that is worth so much by its face."""
    return Amount((Term(1, 6, 1),), 1, 0, values)


@numba.njit
def all_sums(program, tables, amount, fives):
    """Add up one to five dice of each throw, handed to the kernel as the next one drawn."""
    stream = np.zeros(dice_kernels.STREAM, dtype=np.uint64)
    found = np.empty((6, fives.size), dtype=np.int64)
    for number in range(6):
        for i in range(fives.size):
            stream[dice_kernels.UNUSED] = 1
            stream[dice_kernels.FIVES] = fives[i]
            found[number, i] = dice_kernels.amounts_of(program, tables, stream, amount, number)
    return found


def test_exactly_the_first_dice_of_five_are_added_up():
    """All 6^5 throws, none to five dice, with values of which all sums differ."""
    weights = (1, 7, 49, 343, 2401, 8403)
    program = Program()
    program.units.append(0)
    place = program._amounts[amount_of_values(weights)]
    code, tables, _ = program.arrays()
    assert np.array_equal(tables, sum_table(weights)) and tables.size == layout.SUMS
    got = all_sums(code, tables, place, np.arange(7776, dtype=np.uint64))
    for five in range(7776):
        faces = digits(five, 5)
        assert got[:, five].tolist() == [sum(weights[f] for f in faces[:n]) for n in range(6)]


def test_tables_hold_a_bit_for_each_die_of_every_throw():
    table = count_table(OUTCOMES, AGAIN)
    assert table.size == layout.COUNTS == 6**5
    for throw in range(6**5):
        ref = 0
        for i, face in enumerate(digits(throw, 5)):
            ref |= (OUTCOMES[face] > 0 and not AGAIN[face]) << i
            ref |= (OUTCOMES[face] == 2 and not AGAIN[face]) << 5 + i
            ref |= AGAIN[face] << 10 + i
        assert int(table[throw]) == ref


def counts_of_faces(faces: list[int]) -> int:
    """Return the packed counts of some dice: successes, criticals, dice to roll again."""
    passed = sum(OUTCOMES[f] > 0 for f in faces if not AGAIN[f])
    criticals = sum(OUTCOMES[f] == 2 for f in faces if not AGAIN[f])
    return passed | criticals << 21 | sum(AGAIN[f] for f in faces) << 42


def test_trials_count_each_die_of_their_own_once():
    """Trials with 0 to 70 dice side by side: words of twenty, of each fives in their order."""
    code, tables, (roll,) = program_of(Roll(OUTCOMES, AGAIN))
    trials = 3 * dice_kernels.WAYS - 5
    dice, came, last = (
        int(code[layout.place_in(layout.HEAD, name)]) for name in ("dice", "came", "branch")
    )
    rooms = np.zeros((last + 1, trials), dtype=np.int64)
    rooms[dice] = np.random.default_rng(SEED).integers(0, 71, trials)
    rooms[dice, :5] = [0, 1, 20, 21, 70]
    for passes in (0, 1):
        stream = stream_of(SEED, 2)
        draws = iter(reference_draws(states_of(stream), 20))
        dice_kernels.throws(
            code, tables, code[roll], stream, rooms, trials, dice, came, np.int64(passes)
        )
        for first in range(0, trials, dice_kernels.WAYS):
            numbers = rooms[dice, first : first + dice_kernels.WAYS].tolist()
            waves = [next(draws) for _ in range(-(-max(numbers) // 20))]
            for way, number in enumerate(numbers):
                faces = [f for wave in waves for five in wave[way] for f in digits(five, 5)]
                ref = counts_of_faces(faces[:number])
                assert rooms[came, first + way] == (ref & layout.MASK if passes else ref)
        assert stream[dice_kernels.UNUSED] == 0  # what was drawn for them is used by nobody else


@numba.njit
def counts_of_rolls(program, tables, stream, roll, table_only, trials):
    """Count successes, criticals and dice rolled again of 0 to 60 dice."""
    found = np.zeros((61, 3, 61), dtype=np.int64)
    for dice in range(61):
        for _ in range(trials):
            if table_only:
                total = dice_kernels.throw(program, tables, program[roll], stream, dice)
            else:
                total = dice_kernels.rolled(program, tables, stream, roll, dice)
            found[dice, 0, total & layout.MASK] += 1
            found[dice, 1, (total >> layout.WIDE) & layout.MASK] += 1
            found[dice, 2, total >> 2 * layout.WIDE] += 1
    return found


def far(counts: np.ndarray, pmf: np.ndarray) -> float:
    """Return the chance of an at-least curve so far off (Dvoretzky, Kiefer, Wolfowitz)."""
    gap = float(np.abs(np.cumsum(counts / counts.sum() - pmf)).max())
    return 2 * np.exp(-2 * counts.sum() * gap * gap)


@pytest.mark.parametrize("table_only", [True, False], ids=["thrown", "rolled again"])
def test_tables_throw_exact_binomials(table_only):
    """For 0 to 60 dice, across the borders of five, of ten and of a word's twenty."""
    code, tables, (roll,) = program_of(Roll(OUTCOMES, AGAIN))
    trials = 150_000
    found = counts_of_rolls(code, tables, stream_of(SEED, 2), roll, table_only, trials)
    if table_only:  # of six faces: three succeed, one is critical, one is rolled again
        chances = (3 / 6, 1 / 6, 1 / 6)
    else:
        chances = (3 / 6 + 1 / 6 * 3 / 6, 1 / 6 + 1 / 6 * 1 / 6, 0.0)
    for dice in range(61):
        for kind, chance in enumerate(chances):
            pmf = np.array([comb(dice, k) * chance**k * (1 - chance) ** (dice - k)
                            for k in range(61)])  # fmt: skip
            assert far(found[dice, kind], pmf) > ALPHA, (dice, kind)
            assert not found[dice, kind, dice + 1 :].any()


# ------------------------------------------------------------------------------ series


def fits(counts: np.ndarray, chances: np.ndarray) -> bool:
    """Return whether counts may come from some chances (chi-square, `ALPHA`)."""
    expected = counts.sum() * chances
    assert expected.min() > 1000 and abs(chances.sum() - 1) < 1e-12
    squared = ((counts - expected) ** 2 / expected).sum()
    # Also from below: what is too even is not random.
    low, high = chi2.cdf(squared, counts.size - 1), chi2.sf(squared, counts.size - 1)
    return bool(min(low, high) > ALPHA / 2)


def pairs_fit(first: np.ndarray, second: np.ndarray) -> bool:
    """Return whether pairs of dice, no die in two of them, are uniform."""
    counts = np.bincount((first.astype(int) - 1) * 6 + second - 1, minlength=36)
    return fits(counts, np.full(36, 1 / 36))


@pytest.fixture(scope="module")
def series():
    """Dice of many blocks, one row a block."""
    return np.stack([dice_of(stream_of(SEED, block), BLOCK) for block in range(BLOCKS)])


def test_faces_are_equally_frequent(series):
    assert fits(np.bincount(series.ravel(), minlength=7)[1:], np.full(6, 1 / 6))
    for row in series:
        assert fits(np.bincount(row, minlength=7)[1:], np.full(6, 1 / 6))
    at = series[:, : BLOCK // 80 * 80].reshape(-1, 80)  # each die of sixteen fives by itself
    for place in range(80):
        assert fits(np.bincount(at[:, place], minlength=7)[1:], np.full(6, 1 / 6)), place


@pytest.mark.parametrize("lag", [1, 2, 3, 4, 5, 10, 19, 20, 21, 40, 64, 80, 240, 320, 1280])
def test_pairs_of_a_lag_are_independent(series, lag):
    flat = series.ravel()
    both = flat[: flat.size // (2 * lag) * 2 * lag].reshape(-1, 2, lag)
    assert pairs_fit(both[:, 0].ravel(), both[:, 1].ravel())


def test_triples_are_uniform(series):
    threes = series[:, : BLOCK // 3 * 3].reshape(-1, 3).astype(int) - 1
    counts = np.bincount(threes @ [36, 6, 1], minlength=216)
    assert fits(counts, np.full(216, 1 / 216))


def test_twenty_dice_in_a_row_add_up_as_they_should(series):
    words = series[:, : BLOCK // 20 * 20].reshape(-1, 20).sum(axis=1)
    pmf = np.array([1.0])
    for _ in range(20):
        pmf = np.convolve(pmf, np.full(6, 1 / 6))
    edges = [55, 60, 65, 70, 75, 80, 85]  # the classes: up to 54, 55 to 59, ..., 85 and more
    shares = np.add.reduceat(pmf, [0, *(e - 20 for e in edges)])
    counts = np.bincount(np.digitize(words, edges), minlength=len(edges) + 1)
    assert fits(counts, shares)


def test_runs_of_a_face_are_geometric(series):
    flat = series.ravel()
    ends = np.flatnonzero(np.diff(flat)) + 1
    lengths = np.diff(ends)  # neither the first nor the last, which are cut
    counts = np.bincount(np.minimum(lengths, 5), minlength=6)[1:]
    chances = np.array([5 / 6 * 6.0 ** -(k - 1) for k in range(1, 5)] + [6.0**-4])
    assert fits(counts, chances)


@pytest.mark.parametrize("face", range(1, 7))
def test_gaps_between_a_face_are_geometric(series, face):
    gaps = np.diff(np.flatnonzero(series.ravel() == face))
    counts = np.bincount(np.minimum(gaps, 20), minlength=21)[1:]
    chances = np.array([1 / 6 * (5 / 6) ** (k - 1) for k in range(1, 20)] + [(5 / 6) ** 19])
    assert fits(counts, chances)


def test_ascents_have_the_lengths_of_uniform_dice(series):
    """A strictly rising run, then one die left out: k dice rise in C(6, k) of 6^k ways."""
    counts = np.zeros(5, dtype=int)
    for row in series[:3].tolist():
        length, before = 0, 0
        for die in row:
            if die > before:
                length, before = length + 1, die
            else:  # this die ended it, and begins nothing: runs stay independent
                counts[min(length, 5) - 1] += 1
                length, before = 0, 0
    rises = [comb(6, k) / 6**k for k in range(1, 6)]  # P(the first k dice rise)
    chances = np.array([a - b for a, b in zip(rises, [*rises[1:], 0.0], strict=True)])
    while counts.sum() * chances[-1] <= 1000:  # the longest together
        counts = np.append(counts[:-2], counts[-2:].sum())
        chances = np.append(chances[:-2], chances[-2:].sum())
    assert fits(counts, chances)


def test_blocks_are_independent(series):
    for one in range(0, BLOCKS - 1, 2):
        assert pairs_fit(series[one], series[one + 1]), one
    assert pairs_fit(series[0::2, :-1].ravel(), series[1::2, 1:].ravel())


def test_the_first_dice_of_blocks_and_of_seeds_are_independent():
    """Neighbouring blocks and seeds, whose streams are seeded from numbers that are alike."""
    blocks = np.stack([dice_of(stream_of(SEED, block), 20) for block in range(4000)])
    seeds = np.stack([dice_of(stream_of(seed, 0), 20) for seed in range(4000)])
    for first in (blocks, seeds):
        assert fits(np.bincount(first.ravel(), minlength=7)[1:], np.full(6, 1 / 6))
        assert pairs_fit(first[0::2].ravel(), first[1::2].ravel())
        assert pairs_fit(first[:, 0::2].ravel(), first[:, 1::2].ravel())


# ----------------------------------------------------------------------------- trials


@pytest.fixture(scope="module")
def trials():
    """Hits and wounds of 400,000 trials, in their order."""
    result = mathhammer.simulate(
        "3x A1 BS4+ S4 AP0 D1", "20x T4 Sv- W1", trials=400_000, seed=SEED, samples=400_000
    )
    return result.samples[:, 1], result.samples[:, 2]


@pytest.mark.parametrize("lag", [1, 2, 8, 15, 16, 17, 32, 64, 255, 256, 257, 512])
def test_trials_side_by_side_are_independent(trials, lag):
    """Lanes are played together, up to 256 of them; the third wave of dice follows two others."""
    for column in trials:
        chance = 1 / 2 if column is trials[0] else 1 / 4
        pmf = binom.pmf(range(4), 3, chance)
        both = column[: column.size // (2 * lag) * 2 * lag].reshape(-1, 2, lag)
        first, second = both[:, 0].ravel(), both[:, 1].ravel()
        size = 3 if chance < 1 / 2 else 4  # two and three wounds together
        pmf = np.append(pmf[: size - 1], pmf[size - 1 :].sum())
        codes = np.minimum(first, size - 1) * size + np.minimum(second, size - 1)
        assert fits(np.bincount(codes, minlength=size * size), np.outer(pmf, pmf).ravel())


def test_hits_and_wounds_of_a_trial_are_independent_dice(trials):
    hits, wounds = trials
    chances = np.array([[binom.pmf(h, 3, 0.5) * binom.pmf(w, h, 0.5) for w in range(4)]
                        for h in range(4)]).ravel()  # fmt: skip
    counts = np.bincount(hits * 4 + wounds, minlength=16)
    there = chances > 0
    assert not counts[~there].any()
    assert fits(counts[there], chances[there])
