"""Everything that can happen in a round of a turn, as flat arrays.

A round begins with all dice in the hand and ends with an act, exhaustion or all-out war.
Its states, by the number of dice that aren't kept yet (the *level*):

- a *row*: some dice lie there after scoring rolls were kept; the player acts, or leaves
  some of them and rolls the others;
- a *throw*: some dice are left lying and some are in the hand.

Each outcome of a throw (a *case*) has its *options*, the sets of scoring rolls that may be
kept; each leads to a row of a lower level, because at least one die is kept. So there are
at most as many throws in a round as dice, and levels can be worked out one after another.
The value at risk is no part of the tree: it is a column of the arrays laid over it.
"""

from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from mathhammer.heroes import rolls
from mathhammer.heroes.rolls import DICE, Count

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Floats = npt.NDArray[np.float64]


class Tree:
    """The states of a round and the ways between them.

    Parameters
    ----------
    straight : int
        The shortest straight that scores (H-2).
    fresh_dice, leave_unkept : bool
        The rulings of H-4: whether each newly kept roll needs a fresh die, and whether a
        scoring roll that isn't kept may be left lying whole.
    dice : int
        The dice of the game: 6; fewer for tests.

    Attributes
    ----------
    rows : list of Count
        Dice that lie there, by level; row 0 is none.
    throws : list of (int, int)
        The row left lying, and the dice in the hand. The last one begins a round.
    probability : ndarray of float64, shape (cases,)
    outcomes : list of Count
        What is rolled, by case.
    exhausted : ndarray of float64, shape (throws,)
        Probability that no scoring roll is thrown (H-3).
    kept : ndarray of int8, shape (options, scoring rolls)
        How many of each scoring roll are kept.
    lands : ndarray of int64, shape (options,)
        The row that an option leads to.
    leads : ndarray of int64
        The throws that each row may turn into: most dice in the hand first.
    row_of, throw_of, case_of, option_of, lead_of : list of slice
        The part of each level.
    cases, options, lead : ndarray of int64
        Where each throw's cases, each case's options and each row's leads begin, and at the
        end where the last ones end.
    """

    def __init__(
        self,
        straight: int = 3,
        fresh_dice: bool = True,
        leave_unkept: bool = True,
        dice: int = DICE,
    ) -> None:
        self.straight, self.fresh_dice, self.dice = straight, fresh_dice, dice
        self.leave_unkept = leave_unkept
        self.rows: list[Count] = [row for level in range(dice) for row in rolls.counts(level)]
        self.index = {row: i for i, row in enumerate(self.rows)}
        self.throws: list[tuple[int, int]] = []
        self.outcomes: list[Count] = []
        self._build()

    def _build(self) -> None:
        number: dict[tuple[int, int], int] = {}
        kept: list[tuple[int, ...]] = []
        lands: list[int] = []
        leads: list[int] = []
        exhausted: list[float] = []
        cases, options, lead = [0], [0], [0, 0]  # row 0 leads nowhere
        empty = slice(0, 0)
        self.row_of, self.throw_of = [slice(0, 1)], [empty]
        self.case_of, self.option_of, self.lead_of = [empty], [empty], [empty]
        used = [roll.dice for roll in rolls.scoring_rolls(self.straight)]
        for level in range(1, self.dice + 1):
            grown: list[list[Any]] = [self.throws, self.outcomes, lands, leads]
            begin = [len(part) for part in grown]
            # All dice are in the hand when a round begins, and never again.
            for lying in range(level) if level < self.dice else (0,):
                for left in rolls.counts(lying):
                    if not self.may_lie(left):
                        continue
                    number[self.index[left], level - lying] = len(self.throws)
                    self.throws.append((self.index[left], level - lying))
                    exhausted.append(0.0)
                    for rolled in rolls.counts(level - lying):
                        total = tuple(a + b for a, b in zip(left, rolled, strict=True))
                        before = len(lands)
                        for option in rolls.choices(left, rolled, self.straight, self.fresh_dice):
                            rest = total
                            for i in option:
                                rest = rolls.without(rest, used[i])
                            kept.append(option)
                            lands.append(self.index[rest])
                        if len(lands) > before:
                            self.outcomes.append(rolled)
                            options.append(len(lands))
                        else:
                            exhausted[-1] += rolls.probability(rolled)
                    cases.append(len(self.outcomes))
            if level < self.dice:
                start = self.row_of[-1].stop
                self.row_of.append(slice(start, start + len(rolls.counts(level))))
                for row in rolls.counts(level):
                    for left in filter(self.may_lie, _parts(row)):
                        leads.append(number[self.index[left], level - sum(left)])
                    lead.append(len(leads))
            slices = self.throw_of, self.case_of, self.option_of, self.lead_of
            for place, start, part in zip(slices, begin, grown, strict=True):
                place.append(slice(start, len(part)))
        self.probability: Floats = np.array([rolls.probability(rolled) for rolled in self.outcomes])
        self.exhausted: Floats = np.array(exhausted)
        self.kept = np.zeros((len(kept), len(used)), dtype=np.int8)
        places = np.repeat(np.arange(len(kept)), [len(option) for option in kept])
        which: Ints = np.array([i for option in kept for i in option])
        np.add.at(self.kept, (places, which), 1)
        self.lands, self.leads = np.array(lands), np.array(leads)
        self.cases, self.options, self.lead = np.array(cases), np.array(options), np.array(lead)
        self.levels: Ints = np.array([sum(row) for row in self.rows])

    def may_lie(self, left: Count) -> bool:
        """Return whether some dice may be left as they lie (H-4)."""
        return self.leave_unkept or not rolls.kept_sets(left, self.straight)


def _parts(row: Count) -> list[Count]:
    """Return the parts of some dice that may be left lying, not all: smaller ones first."""
    parts = list(product(*(range(number + 1) for number in row)))
    return sorted(parts[:-1], key=sum)


@lru_cache(maxsize=8)
def tree(straight: int = 3, fresh_dice: bool = True, leave_unkept: bool = True) -> Tree:
    """Return the tree of a variant with all six dice, built once.

    Examples
    --------
    >>> len(tree().rows)
    462
    """
    return Tree(straight, fresh_dice, leave_unkept)
