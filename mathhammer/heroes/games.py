"""`GamesResult`: what came of many whole games of two players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from mathhammer.core.distribution import Distribution
from mathhammer.core.errors import MathhammerError, inside, quoted
from mathhammer.core.lazy import lazy
from mathhammer.core.readers import integer
from mathhammer.engine.montecarlo.precision import Measure, mean_of, share_of
from mathhammer.heroes.notes import games_notes
from mathhammer.heroes.players import GameSetup, Team
from mathhammer.heroes.setup import OF_GAMES, OF_TURNS, plain
from mathhammer.results.simulation import stopped_note
from mathhammer.results.view import Column, View, attributes

if TYPE_CHECKING:
    from mathhammer.engine.montecarlo.simulate import Played

I16 = npt.NDArray[np.int16]

#: The two players, as the command line and files call them.
PLAYERS = ("first", "second")


class Estimate(NamedTuple):
    """A probability that was counted, or a difference of two.

    Attributes
    ----------
    probability, standard_error : float
    interval : (float, float)
        Of 95 %: Clopper and Pearson's; of a difference the normal one.
    """

    probability: float
    standard_error: float
    interval: tuple[float, float]

    @classmethod
    def of(cls, measure: Measure) -> Estimate:
        """Return it from what is known after some trials."""
        return cls(measure.value, measure.error, (measure.low, measure.high))

    def to_dict(self) -> dict[str, Any]:
        """Return it as in result files."""
        return {**self._asdict(), "interval": list(self.interval)}


class GamesResult(View):
    """What came of many games of two players.

    Parameters
    ----------
    teams : (Team, Team)
    setup : GameSetup
    played : Played
    missed : list of str
        Notes on what was to be known better.

    Attributes
    ----------
    games : ndarray of int16, shape (trials, 5)
        Of each game: who won (0, 1; 2 drawn, 3 unfinished), turns of both players together,
        the scores of the two, and who went first.
    trials, seed : int
    stopped : str
        Why it ended early: ``"time"``, ``"interrupted"`` or empty.
    """

    engine = "montecarlo"

    shown = (
        Column("player", "player"),
        Column("policy", "policy"),
        Column("score_mean", "score"),
        Column("win_low", "at least", percent=True),
        Column("win_high", "at most", percent=True),
        Column("win", "wins", percent=True),
    )

    def __init__(
        self, teams: tuple[Team, Team], setup: GameSetup, played: Played, missed: Sequence[str] = ()
    ) -> None:
        self.teams, self.setup, self.missed = teams, setup, missed
        self.games: I16 = played.ledger.samples
        self.trials, self.seed, self.stopped = played.trials, played.seed, played.stopped
        self._played = played

    def __repr__(self) -> str:
        a, b = (team.label for team in self.teams)
        return f"<GamesResult: {a} wins {self.win(0).probability:.3f} against {b}>"

    @property
    def title(self) -> str:
        """How many games were played."""
        return f"{self.trials} games"

    def win(self, player: int | str, first: int | str | None = None) -> Estimate:
        """Return the probability that a player wins.

        Parameters
        ----------
        player : {0, 1, "first", "second"}
            As in `play`: "first" is the one that was named first.
        first : {0, 1, "first", "second"}, optional
            Only games in which this player went first.

        Raises
        ------
        MathhammerError
            There is no such player, or it went first in no game.
        """
        number = _player(player, "player")
        games = self.games
        if first is not None:
            games = games[games[:, 4] == _player(first, "first")]
        if not len(games):
            raise MathhammerError(f"player {quoted(first)} went first in no game", "first")
        return _share(games[:, 0] == number)

    @property
    def drawn(self) -> Estimate:
        """The probability that nobody wins: columns locked for good, or too many turns."""
        return _share(self.games[:, 0] > 1)

    @property
    def unfinished(self) -> int:
        """Games that lasted longer than the most turns."""
        return int((self.games[:, 0] == 3).sum())

    @lazy
    def turns(self) -> Distribution:
        """The turns of a game, those of both players together."""
        return _histogram(self.games[:, 1])

    def score(self, player: int | str) -> Distribution:
        """Return a player's score at the end of a game.

        Parameters
        ----------
        player : {0, 1, "first", "second"}

        Raises
        ------
        MathhammerError
            There is no such player.
        """
        return _histogram(self.games[:, 2 + _player(player, "player")])

    @property
    def edge(self) -> Estimate:
        """How much more often who goes first wins than who goes second.

        The difference of the two probabilities, each over all games, with its standard error
        and the normal interval of 95 %.
        """
        won = self.games[:, 0] < 2
        sign = np.where(self.games[:, 0] == self.games[:, 4], 1, -1) * won
        return Estimate.of(mean_of(np.bincount(sign + 1, minlength=3), -1))

    def match(self, games: int = 3) -> tuple[Estimate, Estimate, Estimate]:
        """Return how matches of several games end, all scores added up (H-8).

        Parameters
        ----------
        games : int, default 3
            Games of a match, one after another from those that were played.

        Returns
        -------
        three of Estimate
            The first player has the higher sum, the second has, both have the same.

        Raises
        ------
        MathhammerError
            Fewer games were played, or a match of none is asked for.
        """
        with inside("games"):
            games = integer(1, self.trials, ", the games that were played")(plain(games))
        number = self.trials // games
        sums = self.games[: number * games, 2:4].reshape(number, games, 2).sum(axis=1)
        signs = np.sign(sums[:, 0] - sums[:, 1])
        first, second, even = (_share(signs == sign) for sign in (1, -1, 0))
        return first, second, even

    @property
    def notes(self) -> list[str]:
        """What a reader may not expect."""
        return [*games_notes(self), *stopped_note(self._played)]

    def rows(self) -> list[dict[str, Any]]:
        """Return the rows of `table`, one per player."""
        rows = []
        for i, team in enumerate(self.teams):
            won, going = self.win(i), [self._going(i, first) for first in (i, 1 - i)]
            first, second = (one and one["probability"] for one in going)
            rows.append({
                "player": team.label, "policy": str(team.policy), "win": won.probability,
                "win_low": won.interval[0], "win_high": won.interval[1],
                "win_going_first": first, "win_going_second": second,
                "score_mean": self.score(i).mean, "score_sd": self.score(i).sd,
                "drawn": self.drawn.probability, "edge_of_going_first": self.edge.probability,
                "turns_mean": self.turns.mean, "turns_sd": self.turns.sd,
                "games": self.trials,
            })  # fmt: skip
        return rows

    def to_dict(self) -> dict[str, Any]:
        """Return the result as in result files, the same for the same seed."""
        ends = [share.to_dict() for share in self.match(3)] if self.trials >= 3 else None
        return {
            "kind": "heroes",
            **attributes(self, "engine", "trials", "seed"),
            **self.setup.to_dict(),
            "ruleset": attributes(self.setup.ruleset, *OF_TURNS, *OF_GAMES),
            "notes": self.notes,
            "players": [
                {
                    "name": team.label,
                    "policy": str(team.policy),
                    "heroes": [hero.to_dict() for hero in team.heroes],
                    "win": self.win(i).to_dict(),
                    "win_going_first": self._going(i, i),
                    "win_going_second": self._going(i, 1 - i),
                    "score": self.score(i).to_dict(),
                }
                for i, team in enumerate(self.teams)
            ],
            "drawn": self.drawn.to_dict(),
            "turns": self.turns.to_dict(),
            "edge_of_going_first": self.edge.to_dict(),
            "match_of_three": ends and dict(zip((*PLAYERS, "even"), ends, strict=True)),
        }

    def _going(self, player: int, first: int) -> dict[str, Any] | None:
        """Return how often a player wins where one goes first, None where it never does."""
        if not (self.games[:, 4] == first).any():
            return None
        return self.win(player, first).to_dict()


def _player(value: Any, name: str) -> int:
    """Read a player: its number, or its name on the command line and in files."""
    value = plain(value)
    if type(value) is int and value in (0, 1):
        return value
    if isinstance(value, str) and value in PLAYERS:
        return PLAYERS.index(value)
    raise MathhammerError(f"{quoted(value)} is no player; allowed: 0, 1, 'first', 'second'", name)


def _share(seen: npt.NDArray[np.bool_]) -> Estimate:
    return Estimate.of(share_of(int(seen.sum()), seen.size))


def _histogram(values: I16) -> Distribution:
    return Distribution(np.bincount(values) / values.size)
