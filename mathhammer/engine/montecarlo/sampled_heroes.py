"""Whole games of the heroes dice game by Monte Carlo: each is kept, as matches need them."""

from typing import Any, NamedTuple

import numpy as np

from mathhammer.engine.montecarlo.kernels import heroes as kernels
from mathhammer.engine.montecarlo.kernels.heroes import I16, I64, Rules
from mathhammer.engine.montecarlo.precision import Measure, share_of
from mathhammer.engine.montecarlo.sampled import check_measure
from mathhammer.engine.montecarlo.simulate import add_arrays

#: What a standard error can be asked for, by how a game ends: the first player wins, ...
MEASURES = {
    "first": (0,), "second": (1,), "drawn": (kernels.DRAWN, kernels.UNFINISHED),
}  # fmt: skip


class GamesLedger(NamedTuple):
    """Where games are kept.

    Attributes
    ----------
    samples : ndarray of int16, shape (games, GAME)
        As `heroes_kernels.play_game` writes them.
    """

    samples: I16


class HeroesGame:
    """Two players of the heroes dice game, ready to play: a `Game`.

    Parameters
    ----------
    rules : Rules
    first : int
        The side that goes first in the first game.
    change : int
        1 where the other side goes first in each next game.
    """

    abreast = 1
    add = staticmethod(add_arrays)

    def __init__(self, rules: Rules, first: int, change: int) -> None:
        self.rules = rules
        self.first, self.change = first, change

    def ledger(self, samples: int) -> GamesLedger:
        """Return a ledger in which nothing is counted."""
        none = np.iinfo(np.int16).min
        return GamesLedger(np.full((samples, kernels.GAME), none, dtype=np.int16))

    def room(self) -> tuple[I64, I64]:
        """Return room for the kept rolls and the boards of a game."""
        kept = np.zeros(len(self.rules.rolls), dtype=np.int64)
        return kept, np.zeros((kernels.BOARDS, kernels.BOARD), dtype=np.int64)

    def play(self, stream: Any, trials: int, room: Any, ledger: Any, sample: int) -> None:
        """Play some games with a stream; all of them are kept."""
        first = self.first ^ (self.change & sample)
        kept, boards = room
        games = ledger.samples[sample : sample + trials]
        kernels.play_games(self.rules, first, self.change, stream, kept, boards, games)

    def measure(self, name: str, ledger: Any, trials: int) -> Measure:
        """Return what is known of how games end."""
        check_measure(name, tuple(MEASURES))
        ends = ledger.samples[:, kernels.WINNER]
        return share_of(int(np.isin(ends, MEASURES[name]).sum()), trials)
