"""One turn, solved: the best choice everywhere, and what comes of it (H-1 to H-5).

Let x be what a new turn with six dice is worth. Backwards through the levels of the tree,
each row is worth the better of acting (what is at risk) and the best throw, and each throw
the mean over its cases of the best option; with no die left, acting and a new turn are
worth the value at risk plus x, because the actions of an all-out war are taken at once and
are not at risk any more (H-5). So the worth of a turn is f(x), and the answer is the fixed
point x = f(x).

f is the largest of finitely many lines a + p x, one per way to play, where p < 1 is the
probability that a round ends in all-out war. The way that is best at x is followed
forward, its line gives the next x = a / (1 - p), and none comes twice: Howard's policy
iteration, which ends at the fixed point, exact but for rounding.
"""

from typing import NamedTuple

import numpy as np

from mathhammer.core.distribution import Distribution, convolved
from mathhammer.heroes.policies import Policy
from mathhammer.heroes.setup import Values
from mathhammer.heroes.tree import Bools, Floats, Ints, Tree

#: Choices whose values differ by less are equal: then a player acts rather than rolls,
#: keeps more dice rather than fewer, and rolls more dice rather than fewer.
EQUAL = 1e-12
#: The probability of the rounds that are left out of a distribution.
REST = 1e-12


class Choices(NamedTuple):
    """What a policy does in each state, and what that is worth.

    Column c belongs to ``base + c`` slots at risk. A level has as many columns as
    `Solver.columns` says: those beyond can't be reached, or lead beyond the last one.

    Attributes
    ----------
    rows : ndarray of float64, shape (rows, width)
        Expected slots, those at risk included, when some dice lie there after scoring rolls
        were kept.
    throws : ndarray of float64, shape (throws, width)
        The same, before dice are rolled.
    options : ndarray of int64, shape (cases, width)
        The option that is kept.
    leads : ndarray of int64, shape (rows, width)
        The throw that is made, -1 to act.
    """

    rows: Floats
    throws: Floats
    options: Ints
    leads: Ints


class Round(NamedTuple):
    """What comes of one round of six dice.

    Attributes
    ----------
    acted, war : ndarray of float64, shape (width,)
        Probability that the round ends in an act, or in all-out war, by slots.
    exhausted : float
        Probability that it ends with nothing.
    """

    acted: Floats
    war: Floats
    exhausted: float


class Solver:
    """The choices of a policy where the scoring rolls have some values.

    Parameters
    ----------
    tree : Tree
    values : Values
    policy : Policy
    spare : int, default 0
        Columns beyond those that a turn reaches.
    """

    def __init__(self, tree: Tree, values: Values, policy: Policy, spare: int = 0) -> None:
        self.tree, self.policy = tree, policy
        self.gains: Ints = tree.kept @ values.of_rolls(tree.straight)
        self.most = self._most()
        self.width = int(self.most[-1]) + 1 + spare

    def _most(self) -> Ints:
        """Return the most slots that can still be kept with 0, 1, ... dice."""
        tree = self.tree
        most = np.zeros(tree.dice + 1, dtype=np.int64)
        for level in range(1, tree.dice + 1):
            part = tree.option_of[level]
            more = self.gains[part] + most[tree.levels[tree.lands[part]]]
            most[level] = max(int(more.max()), int(most[level - 1]))
        return most

    def columns(self, level: int) -> int:
        """Return how many columns a level has."""
        return self.width - int(self.most[level])

    def reached(self) -> Bools:
        """Return what a round can come to, however it is played.

        Returns
        -------
        ndarray of bool, shape (dice + 1, width)
            By dice that aren't kept yet, and slots at risk.
        """
        tree = self.tree
        found = np.zeros((tree.dice + 1, self.width), dtype=np.bool_)
        found[tree.dice, 0] = True
        for level in range(tree.dice, 0, -1):
            part = tree.option_of[level]
            ways = np.column_stack([tree.levels[tree.lands[part]], self.gains[part]])
            for left, gain in np.unique(ways, axis=0):
                found[left, gain:] |= found[level, : self.width - gain]
        return found

    # ------------------------------------------------------------------- backwards

    def choose(self, new_turn: float, base: int = 0) -> Choices:
        """Return the best choices that the policy leaves.

        Parameters
        ----------
        new_turn : float
            What a new turn is worth.
        base : int
            The slots at risk of the first column.
        """
        tree = self.tree
        rows = np.zeros((len(tree.rows), self.width))
        throws = np.zeros((len(tree.throws), self.width))
        options = np.zeros((len(tree.outcomes), self.width), dtype=np.int64)
        leads = np.full(rows.shape, -1, dtype=np.int64)
        rows[0] = base + np.arange(self.width) + (new_turn if self.policy.war else 0.0)
        for level in range(1, tree.dice + 1):
            columns = np.arange(self.columns(level))
            cases, part, places = tree.case_of[level], tree.option_of[level], tree.throw_of[level]
            worth = rows[tree.lands[part, None], self.gains[part, None] + columns]
            starts = tree.options[cases.start : cases.stop + 1] - part.start
            if self.policy.keep_all:  # the options that use the most dice come first
                left = tree.levels[tree.lands[part]]
                fewest = np.repeat(left[starts[:-1]], np.diff(starts))
                worth[left > fewest] = -np.inf
            best, chosen = _best(worth, starts)
            options[cases, columns] = chosen + part.start
            ways = tree.cases[places.start : places.stop + 1] - cases.start
            weighted = best * tree.probability[cases, None]
            throws[places, columns] = np.add.reduceat(weighted, ways[:-1], axis=0)
            if level < tree.dice:
                self._act_or_roll(level, base + columns, throws, rows, leads)
        return Choices(rows, throws, options, leads)

    def _act_or_roll(
        self, level: int, at_risk: Ints, throws: Floats, rows: Floats, leads: Ints
    ) -> None:
        tree, policy = self.tree, self.policy
        part, here = tree.lead_of[level], tree.row_of[level]
        starts = tree.lead[here.start : here.stop + 1] - part.start
        ways = tree.leads[part]
        columns = slice(0, at_risk.size)
        worth = throws[ways, columns]
        if not policy.leave:  # the throw of all the dice comes first
            worth = np.full_like(worth, -np.inf)
            worth[starts[:-1]] = throws[ways[starts[:-1]], columns]
        best, chosen = _best(worth, starts)
        acts = best <= at_risk + EQUAL
        if policy.stop_at is not None:
            acts = np.broadcast_to(at_risk >= policy.stop_at, best.shape)
        elif policy.roll_from is not None:
            acts = np.full(best.shape, level < policy.roll_from)
        rows[here, columns] = np.where(acts, at_risk, best)
        leads[here, columns] = np.where(acts, -1, ways[chosen])

    # -------------------------------------------------------------------- forwards

    def follow(self, choices: Choices) -> Round:
        """Return what comes of one round in which these choices are made."""
        tree = self.tree
        at_throw = np.zeros(choices.throws.shape)
        at_row = np.zeros(choices.rows.shape)
        at_throw[-1, 0] = 1.0
        acted, exhausted = np.zeros(self.width), 0.0
        for level in range(tree.dice, 0, -1):
            columns = np.arange(self.columns(level))
            if level < tree.dice:
                here = tree.row_of[level]
                mass, leads = at_row[here, columns], choices.leads[here, columns]
                acted[columns] += np.where(leads < 0, mass, 0.0).sum(axis=0)
                rolls = leads >= 0
                np.add.at(at_throw, (leads[rolls], np.nonzero(rolls)[1]), mass[rolls])
            places, cases = tree.throw_of[level], tree.case_of[level]
            number = np.diff(tree.cases[places.start : places.stop + 1])
            mass = np.repeat(at_throw[places, columns], number, axis=0)
            mass *= tree.probability[cases, None]
            exhausted += float(at_throw[places].sum(axis=1) @ tree.exhausted[places])
            chosen = choices.options[cases, columns]
            np.add.at(at_row, (tree.lands[chosen], self.gains[chosen] + columns), mass)
        done = at_row[0]
        if self.policy.war:
            return Round(acted, done, exhausted)
        return Round(acted + done, np.zeros(self.width), exhausted)


def _best(worth: Floats, starts: Ints) -> tuple[Floats, Ints]:
    """Return of each group of rows the largest, by column, and the first row that is as good.

    Parameters
    ----------
    worth : ndarray of float64, shape (n, columns)
    starts : ndarray of int64, shape (groups + 1,)
        Where the groups begin, and where the last one ends.
    """
    best = np.maximum.reduceat(worth, starts[:-1], axis=0)
    good = worth >= np.repeat(best, np.diff(starts), axis=0) - EQUAL
    number = np.arange(len(worth))[:, None]
    return best, np.minimum.reduceat(np.where(good, number, len(worth)), starts[:-1], axis=0)


class Solution:
    """A turn under a policy: what it is worth, and how it is distributed.

    Parameters
    ----------
    tree : Tree
    values : Values
    policy : Policy
    near : float, default 0
        A guess of what a turn is worth, from which the search begins.

    Attributes
    ----------
    expected : float
        Slots in a turn on average, all-out war included.
    choices : Choices
    round : Round
    solver : Solver

    Examples
    --------
    >>> from mathhammer.heroes.tree import tree
    >>> round(Solution(tree(), Values(), Policy()).expected, 4)
    5.1155
    """

    def __init__(self, tree: Tree, values: Values, policy: Policy, near: float = 0.0) -> None:
        self.tree, self.values, self.policy = tree, values, policy
        self.solver = Solver(tree, values, policy)
        self.expected = self._improved(near)  # a guess may be too high, this is not
        while True:
            before = self.expected
            self.expected = self._improved(before)
            if self.expected <= before + EQUAL:
                break

    def _improved(self, new_turn: float) -> float:
        """Return what a turn is worth, played as is best where a new one is worth so much."""
        self.choices = self.solver.choose(new_turn)
        self.round = self.solver.follow(self.choices)
        slots = np.arange(self.solver.width)
        return float((self.round.acted + self.round.war) @ slots) / (1.0 - self.war)

    @property
    def war(self) -> float:
        """The probability that a round of six dice ends in all-out war."""
        return float(self.round.war.sum())

    @property
    def exhausted(self) -> float:
        """The probability that a turn ends exhausted, after all-out wars or without."""
        return min(1.0, self.round.exhausted / (1.0 - self.war))

    @property
    def distribution(self) -> Distribution:
        """The slots of a turn, to a remaining mass of `REST`."""
        acted = self.round.acted.copy()
        acted[0] += self.round.exhausted
        total = np.zeros(0)
        reached = np.ones(1)
        while reached.sum() >= REST:
            part = convolved(reached, acted)
            total = np.pad(total, (0, max(0, part.size - total.size)))
            total[: part.size] += part
            reached = convolved(reached, self.round.war)
        return Distribution(np.trim_zeros(total, "b"))
