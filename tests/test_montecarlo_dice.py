"""The dice as they come out of the kernels: exactly uniform, one by one and in tables.

What can be proved is enumerated: which words are refused, what a table holds, which dice
of a word it looks at. The generator is compared with its published values. What is left to
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
from mathhammer.engine import kernels
from mathhammer.engine.pack import Program, count_table, throw_table
from mathhammer.engine.streams import BLOCK, stream_of
from mathhammer.plan.rolls import Roll

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


def stream(*state: int) -> np.ndarray:
    return np.array([*state, 0, 0], dtype=np.uint64)


@numba.njit
def words_of(stream, number):
    words = np.empty(number, dtype=np.uint64)
    for i in range(number):
        words[i] = kernels.dice_word(stream)
    return words


@numba.njit
def dice_of(stream, number):
    dice = np.empty(number, dtype=np.int8)
    for i in range(number):
        dice[i] = kernels.d6(stream)
    return dice


def test_the_generator_is_xoshiro256_plus_plus():
    """The first words of state 1, 2, 3, 4 are published with several implementations."""
    assert reference_words([1, 2, 3, 4], 4) == [
        41943041, 58720359, 3588806011781223, 3591011842654386,
    ]  # fmt: skip
    got = words_of(stream(1, 2, 3, 4), 3000).tolist()
    ref = [w for w in reference_words([1, 2, 3, 4], 3100) if w < int(kernels.REFUSED)]
    assert got == ref[:3000]


def test_a_word_is_a_whole_number_of_twenty_dice():
    refused = int(kernels.REFUSED)
    assert kernels.HELD == 20 and refused % 6**20 == 0
    assert refused < 2**64 < refused + 6**20


@pytest.mark.parametrize("beyond, taken", [(-1, True), (0, False), (1, False)])
def test_words_beyond_the_last_multiple_are_refused(beyond, taken):
    """With s0 = 0 the first word is s3 turned by 23 bits, so any word can be made."""
    word = int(kernels.REFUSED) + beyond
    state = [0, 5, 7, rotated(word, 64 - 23)]
    assert reference_words(state, 1) == [word]
    ref = reference_words(state, 2)[0 if taken else 1]
    assert words_of(stream(*state), 1).tolist() == [ref]
    assert dice_of(stream(*state), 1).tolist() == [ref % 6 + 1]


def test_single_dice_are_the_digits_of_the_words():
    ref = []
    for word in words_of(stream_of(SEED, 0), 500).tolist():
        ref += [word // 6**i % 6 + 1 for i in range(20)]
    assert dice_of(stream_of(SEED, 0), 10_000).tolist() == ref


# ------------------------------------------------------------------------------ tables

#: A die that is rolled again on a 1, fails on a 2 and 3, is a success on 4 and 5.
OUTCOMES, AGAIN = (0, 0, 0, 1, 1, 2), (True, False, False, False, False, False)


def program_of(*rolls: Roll) -> tuple[np.ndarray, np.ndarray, list[int]]:
    """Return a program that holds rolls, its tables, and where the rolls are."""
    program = Program()
    program.bodies.append(0)
    places = [program._roll(roll) for roll in rolls]
    code, tables, _ = program.arrays()
    return code, tables, places


def digits(number: int, many: int) -> list[int]:
    """Return base 6 digits, the first one first."""
    return [number // 6 ** (many - 1 - i) % 6 for i in range(many)]


@numba.njit
def all_looked_up(program, tables):
    found = np.empty((6, 7776), dtype=np.int64)
    for number in range(6):
        for five in range(7776):
            found[number, five] = kernels.looked_up(program, tables, 0, np.uint64(five), number)
    return found


def test_exactly_the_first_dice_of_five_are_looked_up():
    """All 6^5 values, none to five dice: a face counts 6^face, so each throw shows."""
    code, _, _ = program_of()
    weights = np.array([1, 7, 49, 343, 2401, 16807 // 2], dtype=np.uint16)  # all sums differ
    table = throw_table(weights)
    assert np.array_equal(np.sort(table[1:7]), weights)
    got = all_looked_up(code, table)
    for five in range(7776):
        faces = digits(five, 5)
        ref = [int(weights[faces[:n]].sum()) for n in range(6)]
        assert got[:, five].tolist() == ref, faces


def test_tables_hold_the_counts_of_every_throw():
    table = count_table(OUTCOMES, AGAIN)
    for many in range(1, 6):
        for throw in range(6**many):
            faces = digits(throw, many)
            entry = int(table[kernels.PLACES[many] + throw])
            again = sum(AGAIN[f] for f in faces)
            hits = sum(OUTCOMES[f] == 1 for f in faces if not AGAIN[f])
            criticals = sum(OUTCOMES[f] == 2 for f in faces if not AGAIN[f])
            assert entry == hits | criticals << kernels.BITS | again << 2 * kernels.BITS
    assert int(table[0]) == 0 and table.size == kernels.TABLE == kernels.PLACES[5] + 6**5


@numba.njit
def all_of_twenty(program, tables, words):
    found = np.empty((21, words.size), dtype=np.int64)
    for number in range(21):
        for i in range(words.size):
            found[number, i] = kernels.twenty(program, tables, 0, words[i], number)
    return found


def test_a_word_gives_up_to_twenty_dice_each_counted_once():
    """A word is four fives of dice, taken in a fixed order; of each the first digits."""
    code, _, _ = program_of()
    words = words_of(stream_of(SEED, 1), 2000)
    table = count_table(OUTCOMES, AGAIN)
    got = all_of_twenty(code, table, words)
    for i, word in enumerate(words.tolist()):
        fives = [digits(word // 7776**k % 7776, 5) for k in (1, 0, 3, 2)]
        for number in range(21):
            taken = [fives[k // 5][k % 5] for k in range(number)]
            hits = sum(OUTCOMES[f] == 1 for f in taken if not AGAIN[f])
            criticals = sum(OUTCOMES[f] == 2 for f in taken if not AGAIN[f])
            again = sum(AGAIN[f] for f in taken)
            assert int(got[number, i]) == hits | criticals << 5 | again << 10, (word, number)


@numba.njit
def counts_of_rolls(program, tables, stream, roll, table_only, trials):
    """Count successes, criticals and dice rolled again of 0 to 60 dice."""
    found = np.zeros((61, 3, 61), dtype=np.int64)
    for dice in range(61):
        for _ in range(trials):
            if table_only:
                total = kernels.throw(program, tables, program[roll], stream, dice)
            else:
                total = kernels.rolled(program, tables, stream, roll, dice)
            found[dice, 0, total & kernels.MASK] += 1
            found[dice, 1, (total >> kernels.WIDE) & kernels.MASK] += 1
            found[dice, 2, total >> 2 * kernels.WIDE] += 1
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
    if table_only:  # of six faces: two succeed, one is critical, one is rolled again
        chances = (2 / 6, 1 / 6, 1 / 6)
    else:
        chances = (2 / 6 + 1 / 6 * 2 / 6, 1 / 6 + 1 / 6 * 1 / 6, 0.0)
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
    at = series[:, : BLOCK // 20 * 20].reshape(-1, 20)  # each place in a word by itself
    for place in range(20):
        assert fits(np.bincount(at[:, place], minlength=7)[1:], np.full(6, 1 / 6)), place


@pytest.mark.parametrize("lag", [1, 2, 3, 4, 5, 10, 19, 20, 21, 40, 64, 80, 1280])
def test_pairs_of_a_lag_are_independent(series, lag):
    flat = series.ravel()
    both = flat[: flat.size // (2 * lag) * 2 * lag].reshape(-1, 2, lag)
    assert pairs_fit(both[:, 0].ravel(), both[:, 1].ravel())


def test_triples_are_uniform(series):
    threes = series[:, : BLOCK // 3 * 3].reshape(-1, 3).astype(int) - 1
    counts = np.bincount(threes @ [36, 6, 1], minlength=216)
    assert fits(counts, np.full(216, 1 / 216))


def test_all_dice_of_a_word_add_up_as_they_should(series):
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


# ------------------------------------------------------------------------------ lanes


@pytest.fixture(scope="module")
def trials():
    """Hits and wounds of 400,000 trials, in their order."""
    result = mathhammer.simulate(
        "3x A1 BS4+ S4 AP0 D1", "20x T4 Sv- W1", trials=400_000, seed=SEED, samples=400_000
    )
    return result.samples[:, 1], result.samples[:, 2]


@pytest.mark.parametrize("lag", [1, 2, 16, 32, 63, 64, 65, 128])
def test_trials_side_by_side_are_independent(trials, lag):
    """Lanes are played together, up to 64 of them; the third wave of dice follows two others."""
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
