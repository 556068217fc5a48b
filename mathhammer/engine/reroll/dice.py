"""Dice that are rolled together and seen together: how each ends, and all hits of a weapon."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import numpy as np

from mathhammer.core.dice import Dice
from mathhammer.core.distribution import Array
from mathhammer.engine.exact.space import Ints
from mathhammer.engine.reroll.columns import Columns, Place
from mathhammer.plan import CRITICAL, FAIL, SUCCESS, Amount, Roll


class Split(NamedTuple):
    """How a roll ends, and whether its die may still be rolled again (D-2).

    Attributes
    ----------
    fresh : ndarray of float64
        Probability of each outcome from a die that was rolled once.
    spent : ndarray of float64
        The same from a die that an ability has re-rolled: it is not eligible.
    raw : ndarray of float64
        Probability of each outcome of one bare roll, which a Command Re-roll gives.
    """

    fresh: Array
    spent: Array
    raw: Array

    @property
    def total(self) -> Array:
        """Probability of each outcome."""
        return self.fresh + self.spent


def split_roll(roll: Roll, criticals: bool = True) -> Split:
    """Return how a D6 ends: fail, success, critical.

    Parameters
    ----------
    roll : Roll
    criticals : bool
        Whether criticals are told from other successes.

    Examples
    --------
    >>> split_roll(Roll((0, 0, 1, 1, 1, 2), (True,) + (False,) * 5)).fresh.round(3).tolist()
    [0.167, 0.5, 0.167]
    """
    fresh, raw, again = np.zeros(3), np.zeros(3), 0.0
    for outcome, rerolled in zip(roll.outcome, roll.again, strict=True):
        at = SUCCESS if outcome == CRITICAL and not criticals else outcome
        raw[at] += 1 / 6
        if rerolled:
            again += 1 / 6
        else:
            fresh[at] += 1 / 6
    return Split(fresh, again * raw, raw)


class Totals(NamedTuple):
    """The printed totals of an amount, what each comes to, and their probabilities.

    Attributes
    ----------
    printed : list of int
    values : list of int
        After modifiers.
    split : Split
        With an entry for each total.
    """

    printed: list[int]
    values: list[int]
    split: Split


def totals_of(amount: Amount) -> Totals:
    """Return the totals of an amount.

    Examples
    --------
    >>> from mathhammer.core.dice import Term
    >>> totals_of(Amount((Term(1, 3, 1),), 1, 0, (1, 2, 3))).split.raw.round(3).tolist()
    [0.333, 0.333, 0.333]
    """
    values = list(amount.values)
    printed = list(range(amount.base, amount.base + len(values)))
    if not amount.terms:
        sure = np.ones(1)
        return Totals(printed, values, Split(sure, np.zeros(1), sure))
    constant = amount.base - sum(term.keep for term in amount.terms)
    raw = np.array(Dice(amount.terms, constant).distribution().array)
    low = max(0, amount.again_below - amount.base)
    fresh = raw.copy()
    fresh[:low] = 0.0
    return Totals(printed, values, Split(fresh, raw[:low].sum() * raw, raw))


class Handful:
    """Up to `most` dice of one kind, rolled together.

    Parameters
    ----------
    split : Split
    most : int
    criticals : bool
        Whether criticals are told from other successes.

    Notes
    -----
    Of the dice only the counts matter, and of each outcome whether at least one die may
    still be rolled again. The counts are listed as pairs (successes, criticals).

    A failure is never worse to roll again than a success or a critical, because neither
    more hits nor more wounds ever harm the attacker (each history of the dice with one
    attack less has a match with one more, in which the target is no better off). So the
    others come into question only where no failure does.
    """

    def __init__(self, split: Split, most: int, criticals: bool) -> None:
        self.split = split
        self.most = most
        pairs = [(w, c) for w in range(most + 1) for c in range(most - w + 1 if criticals else 1)]
        self.successes, self.criticals = np.array(pairs, dtype=np.intp).T
        self.chances = self._multinomial(most, most if criticals else 0)

    def _multinomial(self, most: int, criticals: int) -> Array:
        """Return P(pair) for 0 to `most` dice; shape (most + 1, pairs)."""
        fail, success, critical = self.split.total.tolist()
        layer = np.zeros((most + 1, criticals + 1))
        layer[0, 0] = 1.0
        rows = np.empty((most + 1, self.successes.size))
        for dice in range(most + 1):
            if dice:
                after = fail * layer
                after[1:] += success * layer[:-1]
                after[:, 1:] += critical * layer[:, :-1]
                layer = after
            rows[dice] = layer[self.successes, self.criticals]
        return rows

    def _none(self, outcome: int, numbers: Ints) -> Array:
        """Return P(no die may be rolled again) of so many that show an outcome."""
        total = self.split.total[outcome]
        spent = self.split.spent[outcome] / total if total else 0.0
        return np.power(spent, np.maximum(numbers, 0))

    def eligible(self, rows: Ints, pairs: Ints) -> list[tuple[tuple[int, ...], Array]]:
        """Return which dice come into question to be rolled again, with probabilities.

        Parameters
        ----------
        rows : ndarray of int
            Numbers of dice.
        pairs : ndarray of int
            Indices of pairs.

        Returns
        -------
        list of (outcomes, weights)
            `weights` has shape (rows, pairs): P(pair, these outcomes come into question).
        """
        successes, criticals = self.successes[pairs], self.criticals[pairs]
        no_failure = self._none(FAIL, rows[:, None] - (successes + criticals))
        no_success = self._none(SUCCESS, successes)
        no_critical = self._none(CRITICAL, criticals)
        chances = self.chances[np.ix_(rows, pairs)]
        without = chances * no_failure
        listed: list[tuple[tuple[int, ...], Array]] = [((FAIL,), chances * (1.0 - no_failure))]
        for flags in product((False, True), repeat=2):
            weights = without * (1.0 - no_success if flags[0] else no_success)
            weights *= 1.0 - no_critical if flags[1] else no_critical
            found = tuple(o for o, f in zip((SUCCESS, CRITICAL), flags, strict=True) if f)
            listed.append((found, weights))
        return [(outcomes, weights) for outcomes, weights in listed if weights.any()]

    def before(self, after: Decisions, rows: Ints) -> Array:
        """Return the values before the dice are rolled.

        Parameters
        ----------
        after : Decisions
            What each result of the dice leads to.
        rows : ndarray of int
            The numbers of dice to answer for.

        Returns
        -------
        ndarray of float64, shape (rows, cells, ...)
        """
        columns, values = after.columns, after.values
        pairs = np.flatnonzero(self.successes + self.criticals <= int(rows.max()))
        result = np.empty((rows.size, *values.shape[2:]))
        w, c, weights = self._possible(pairs, self.chances[np.ix_(rows, pairs)])
        result[:, :, 0] = columns.whole(mixed(weights, after.spent[w, c]))
        if values.shape[3] == 1:
            return result
        result[:, :, 1] = 0.0
        for outcomes, weights in self.eligible(rows, pairs):
            w, c, weights = self._possible(pairs, weights)
            if outcomes == (FAIL,):
                decided = after.failure[w, c]
            else:
                decided = after.decided(w, c, outcomes)
            result[:, :, 1] += mixed(weights, decided)
        return result

    def _possible(self, pairs: Ints, weights: Array) -> tuple[Ints, Ints, Array]:
        """Return the pairs that are possible, with their weights."""
        some = weights.any(axis=0)
        at = pairs[some]
        return self.successes[at], self.criticals[at], weights[:, some]


class Decisions:
    """What is decided when a handful of dice is seen.

    Parameters
    ----------
    split : Split
        Of one die.
    columns : Columns
    place : Place
    values : ndarray of float64, shape (successes + 1, criticals + 1, cells, ...)
        After the decision, by what the dice came to.
    """

    def __init__(self, split: Split, columns: Columns, place: Place, values: Array) -> None:
        self.columns, self.place, self.values = columns, place, values
        #: Without a re-roll of the attacker; only the columns that tell something then.
        self.spent = spent = np.ascontiguousarray(values[:, :, :, 0][..., columns.bare])
        if values.shape[3] == 1:
            return
        # One die again, the others as they are: by the counts of the others.
        raw = split.raw
        self.again = again = raw[FAIL] * spent
        again[:-1] += raw[SUCCESS] * spent[1:]
        again[:, :-1] += raw[CRITICAL] * spent[:, 1:]
        #: Where a failure may be rolled again.
        self.failure = columns.chosen(place, values[:, :, :, 1], [(FAIL, columns.whole(again))])

    def decided(self, successes: Ints, criticals: Ints, outcomes: tuple[int, ...]) -> Array:
        """Return the values of some pairs where dice of these outcomes may be rolled again."""
        offers = []
        for outcome in outcomes:
            others = self.again[successes - (outcome == SUCCESS), criticals - (outcome == CRITICAL)]
            offers.append((outcome, self.columns.whole(others)))
        return self.columns.chosen(self.place, self.values[successes, criticals, :, 1], offers)


#: A product of matrices of so many multiplications is done by one thread; pieces of one.
_PRODUCT, _PAIRS, _COLUMNS = 2**16, 32, 128


def mixed(weights: Array, values: Array) -> Array:
    """Return the sums of values with weights; shape (rows, ...).

    In pieces that one thread takes alone: threads that wait for each other are slower.

    Parameters
    ----------
    weights : ndarray of float64, shape (rows, pairs)
    values : ndarray of float64, shape (pairs, ...)
    """
    flat = values.reshape(len(values), -1)
    mixed = np.zeros((len(weights), flat.shape[1]))
    step = max(_COLUMNS, _PRODUCT // max(1, len(weights) * min(len(flat), _PAIRS)))
    for column in range(0, flat.shape[1], step):
        into = mixed[:, column : column + step]
        for pair in range(0, len(flat), _PAIRS):
            into += (
                weights[:, pair : pair + _PAIRS]
                @ flat[pair : pair + _PAIRS, column : column + step]
            )
    return mixed.reshape(len(weights), *values.shape[1:])
