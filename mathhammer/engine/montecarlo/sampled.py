"""One attack by Monte Carlo: what the kernel plays, and what it counted.

The kernel counts into histograms, one for each stage, one for the target's states, and,
where several things happen one after another, two for each of them. So distributions come
out, not only means, and nothing grows with the number of trials.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from mathhammer.core.distribution import Distribution
from mathhammer.core.errors import MathhammerError, TooLargeError, nearest, quoted
from mathhammer.core.lazy import lazy
from mathhammer.engine.exact.queues import Phase, phases_of
from mathhammer.engine.exact.space import Space
from mathhammer.engine.exact.tallies import most_counted
from mathhammer.engine.limits import MAX_ENTRIES
from mathhammer.engine.montecarlo import layout, precision
from mathhammer.engine.montecarlo.kernels import dice as dice_kernels
from mathhammer.engine.montecarlo.kernels import trial as trial_kernels
from mathhammer.engine.montecarlo.layout import I64
from mathhammer.engine.montecarlo.precision import Measure, mean_of
from mathhammer.engine.montecarlo.program import Program
from mathhammer.engine.montecarlo.simulate import MISSING, Played, add_arrays
from mathhammer.engine.plays import MONTE_CARLO, require
from mathhammer.plan import STAGES, Action, Plan

#: Trials that are played side by side, at most; bytes that they may take together.
MAX_ABREAST, NEAR = 256, 160_000
#: Bits of a sum of squares that stay where they are added up. The squares of a block of
#: trials have no more: a count is below `MAX_ENTRIES`.
CARRIED = 61
#: What the attacker suffers.
_OWN = ("self_slain", "self_mortal", "self_explosions")
#: What a standard error can be asked for.
MEASURES = (*STAGES, "damage", "slain", "destroyed", *_OWN)
#: The columns of raw samples.
SAMPLED = (*STAGES, "ignored", "damage", "slain", "destroyed", *_OWN[:2])


class AttackGame:
    """A plan of one attack, ready to be played: a `Game`.

    Parameters
    ----------
    plan : Plan

    Raises
    ------
    NotModelledError
        The plan holds what this engine doesn't play.
    TooLargeError
        The histograms would have more than `MAX_ENTRIES` entries.
    """

    def __init__(self, plan: Plan) -> None:
        require(plan, MONTE_CARLO)
        program = Program()
        program.unit(plan.units[0])
        self.action = plan.steps[0]
        program.attack(self.action)
        self.code, self.tables, self._room = program.arrays()
        self.space: Space = program.spaces[0]
        self.rows = program.rows
        self.phases = program.phases
        self.counted = self.phases if self.phases > 1 else 0
        self.places = _places(self.action, self.space, self.counted)
        if self.places[-1] > MAX_ENTRIES:
            raise TooLargeError(
                f"the counts of all stages need {self.places[-1]} entries; the limit is "
                f"{MAX_ENTRIES}"
            )
        abreast = max(1, min(MAX_ABREAST, NEAR // (8 * self._room)))
        self.same_attacks = all(
            amount.maximum == min(amount.values)
            for volley in self.action.volleys
            for amount in (*volley.attacks, *volley.champion_attacks)
        )
        self.abreast = abreast // dice_kernels.WAYS * dice_kernels.WAYS or abreast

    def ledger(self, samples: int) -> trial_kernels.Ledger:
        """Return a ledger in which nothing is counted."""
        histogram = np.zeros(self.places[-1], dtype=np.int64)
        total, squares, carried = np.zeros((3, self.rows, layout.COUNTED), dtype=np.int64)
        rows = np.full((samples, len(SAMPLED)), MISSING, dtype=np.int64)
        return trial_kernels.Ledger(histogram, total, squares, carried, rows)

    def room(self) -> I64:
        """Return the rooms of the trials that are played side by side."""
        rooms = np.zeros((self._room, self.abreast), dtype=np.int64)
        copies = self.code[layout.place_in(layout.HEAD, "copies")]
        for i, volley in enumerate(self.action.volleys):
            rooms[copies + i] = volley.copies
        return rooms

    def play(self, stream: Any, trials: int, room: I64, ledger: Any, sample: int) -> None:
        """Play some trials of a stream and count them."""
        trial_kernels.attack_trials(
            self.code, self.tables, stream, trials, room, self.places, ledger, sample
        )
        _carry(ledger)

    def add(self, total: Any, more: Any) -> None:
        """Add what another ledger counted."""
        add_arrays(total, more)
        _carry(total)

    def measure(self, name: str, ledger: Any, trials: int) -> Measure:
        """Return what is known of a stage's mean, or of P(destroyed)."""
        return SampledAttack(self, Played(trials, 0, ledger, "")).measure(name)

    def histogram(self, ledger: Any, place: int) -> I64:
        """Return one of the histograms."""
        return np.asarray(ledger.histogram[self.places[place] : self.places[place + 1]])


def _carry(ledger: trial_kernels.Ledger) -> None:
    """Take what grows large out of the sums of squares, whatever is added in which order."""
    np.add(ledger.carried, ledger.squares >> CARRIED, out=ledger.carried)
    np.bitwise_and(ledger.squares, (1 << CARRIED) - 1, out=ledger.squares)


def _places(action: Action, space: Space, phases: int) -> I64:
    """Return where each histogram begins, and where the last ends."""
    sizes = [most_counted(action, stage) + 1 for stage in STAGES]
    own, explosion = action.own_losses, action.explosion
    sizes.append(space.size)
    slain, mortal = (0, 0) if own is None else (own.dice, own.dice * own.mortal)
    if explosion is not None:
        mortal += explosion.amount.maximum
    sizes += [slain + 1, mortal + 1, 1 + (explosion is not None)]
    sizes += [int(space.lost[-1]) + 1, int(space.slain[-1]) + 1] * phases
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)


def check_measure(name: str, known: tuple[str, ...]) -> None:
    """Check that something is measured.

    Raises
    ------
    MathhammerError
        It isn't.
    """
    if name not in known:
        raise MathhammerError(
            f"{quoted(name)} is nothing that is measured{nearest(name, known)}; allowed: "
            f"{', '.join(known)}"
        )


class SampledAttack:
    """What came of an attack that was played many times.

    Parameters
    ----------
    game : AttackGame
    played : Played
    """

    def __init__(self, game: AttackGame, played: Played) -> None:
        self.game = game
        self.played = played
        self.trials = played.trials
        self.ledger: trial_kernels.Ledger = played.ledger
        self.space = game.space

    def counts(self, stage: str) -> I64:
        """Return how often each value of a stage was seen."""
        return self.game.histogram(self.ledger, STAGES.index(stage))

    @lazy
    def states(self) -> I64:
        """How often each state of the target was seen at the end."""
        return self.game.histogram(self.ledger, trial_kernels.AT_STATES)

    @property
    def final(self) -> npt.NDArray[np.float64]:
        """Shares of the states at the end; float64, shape (states,)."""
        return self.states / self.trials

    def of_states(self, values: Any) -> I64:
        """Return how often each value of a property of the target's state was seen."""
        found = np.zeros(int(values.max()) + 1, dtype=np.int64)
        np.add.at(found, values, self.states)
        return found

    @property
    def groups(self) -> list[tuple[Measure, Measure]]:
        """Of each group of the target its models slain on average, and P(none is left)."""
        measures = []
        for values in self.space.slain_by_group:
            counts = self.of_states(values)
            gone = precision.share_of(int(counts[-1]), self.trials)
            measures.append((self._mean(counts, "slain"), gone))
        return measures

    def own(self, name: str) -> I64:
        """Return how often the attacker lost so many models, or suffered mortal wounds.

        Or, of ``"self_explosions"``, how often the target exploded beside it.
        """
        return self.game.histogram(self.ledger, trial_kernels.AT_OWN_SLAIN + _OWN.index(name))

    def phase(self, number: int) -> tuple[I64, I64]:
        """Return how often so many wounds were lost, and models slain, in one phase."""
        if not self.game.counted:  # the one phase there is, is all
            return self.of_states(self.space.lost), self.of_states(self.space.slain)
        at = trial_kernels.AT_ROWS + 2 * number
        return self.game.histogram(self.ledger, at), self.game.histogram(self.ledger, at + 1)

    def row(self, number: int, stage: str) -> Measure:
        """Return the mean of a stage in one row: a volley, what waited, dice."""
        column = STAGES.index(stage)
        if self.game.rows == 1:
            return mean_of(self.counts(stage))
        total, squares = self.ledger.sums[number, column], self.ledger.squares[number, column]
        carried = int(self.ledger.carried[number, column]) << CARRIED
        return precision.of_sums(int(total), carried + int(squares), self.trials)

    @property
    def ignored(self) -> float:
        """Mean of the wounds ignored by Feel No Pain or a ward."""
        return float(self.ledger.sums[:, layout.WARDED].sum()) / self.trials

    @property
    def phases(self) -> list[Phase]:
        """What happens one after another."""
        return phases_of(self.game.action)

    def measure(self, name: str) -> Measure:
        """Return what is known of a stage's mean, or of P(destroyed)."""
        check_measure(name, MEASURES)
        if name in STAGES:
            return self._mean(self.counts(name), name)
        if name in _OWN:
            return self._mean(self.own(name), name)
        if name == "destroyed":
            slain = self.space.slain
            gone = int(self.states[slain == slain[-1]].sum())
            return precision.share_of(gone, self.trials)
        values = self.space.lost if name == "damage" else self.space.slain
        return self._mean(self.of_states(values), name)

    def _mean(self, counts: I64, name: str) -> Measure:
        """Return a mean; of a number that never varied, how well that is known."""
        varied = self.trials < 2 or np.count_nonzero(counts) != 1 or counts.size == 1
        if varied or (name == "attacks" and self.game.same_attacks):
            return mean_of(counts)
        return precision.never_seen(counts)


def shares(counts: I64) -> Distribution:
    """Return what was seen as a distribution.

    Examples
    --------
    >>> shares(np.array([1, 3, 0])).mean
    0.75
    """
    found = np.flatnonzero(counts)
    counts = counts[: found[-1] + 1]
    return Distribution.trusted(counts / counts.sum())
