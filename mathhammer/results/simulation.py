"""How a simulation is asked for: the options of ``engine = "montecarlo"``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from mathhammer.core.errors import MathhammerError, inside, nearest, quoted
from mathhammer.core.lazy import lazy, show
from mathhammer.core.progress import Progress
from mathhammer.engine.montecarlo.precision import Measure
from mathhammer.engine.montecarlo.simulate import Game, Goal, Played, Settings, simulate
from mathhammer.engine.montecarlo.streams import read_seed
from mathhammer.results.view import Samples

if TYPE_CHECKING:
    import numpy.typing as npt
    import pandas as pd

ENGINE = "montecarlo"
#: The options, in the words of the API; the command line writes them with hyphens.
OPTIONS = ("trials", "seed", "until_error", "until_width", "time_limit", "samples", "threads")
#: The most trials of which everything is kept.
MAX_SAMPLES = 10_000_000
#: The most trials that can be asked for.
MAX_TRIALS = 10**12
NUMBERS = (int, float, np.integer, np.floating)
#: Seconds, standard errors and widths from here on are no limits.
LARGEST = 1e300


def read_settings(
    engine: str, options: Mapping[str, Any], most: int = MAX_TRIALS
) -> Settings | None:
    """Return how a simulation is run, None for the exact engine.

    Parameters
    ----------
    engine : {"exact", "montecarlo"}
    options : mapping
        Those of `OPTIONS` that are given; None is as good as not given.
    most : int
        The most trials that may be asked for.

    Raises
    ------
    MathhammerError
        The engine or an option is unknown, or an option is wrong.

    Examples
    --------
    >>> read_settings("montecarlo", {"trials": 1e6, "seed": 3}).trials
    1000000
    """
    given = {name: value for name, value in options.items() if not _is_empty(value)}
    for name in given:
        if name not in OPTIONS:
            raise MathhammerError(
                f"unknown option {quoted(name)}{nearest(name, OPTIONS)}; options of a simulation: "
                f"{', '.join(OPTIONS)}"
            )
    if engine == "exact":
        for name in given:
            raise MathhammerError(
                f'{name} belongs to engine="montecarlo"; the exact engine doesn\'t sample'
            )
        return None
    if engine != "montecarlo":
        raise MathhammerError(
            f"unknown engine {quoted(engine)}{nearest(str(engine), ('exact', 'montecarlo'))}; "
            "allowed: exact, montecarlo"
        )
    ranges = {"trials": (2, most), "samples": (0, MAX_SAMPLES), "threads": (1, 1024)}
    numbers = {k: _whole(k, given[k], *limits) for k, limits in ranges.items() if k in given}
    goals = [
        *_goals("until_error", given.get("until_error", {}), False),
        *_goals("until_width", given.get("until_width", {}), True),
    ]
    limit = given.get("time_limit")
    return Settings(
        read_seed(given.get("seed")),
        numbers.get("trials"),
        tuple(goals),
        None if limit is None else _positive("time_limit", limit),
        numbers.get("samples", 0),
        numbers.get("threads"),
    )


def _is_empty(value: Any) -> bool:
    """Return whether a value is as good as not given."""
    return value is None or (isinstance(value, tuple | Mapping) and not value)


def _whole(name: str, value: Any, least: int, most: int) -> int:
    """Return a whole number, which may be written as 1e6."""
    allowed = not isinstance(value, bool) and isinstance(value, NUMBERS) and least <= value <= most
    if not allowed or value != int(value):
        raise MathhammerError(
            f"{quoted(value)} is not allowed; allowed: whole numbers from {least} to {most}", name
        )
    return int(value)


def _positive(name: str, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, NUMBERS):
        raise MathhammerError(f"{quoted(value)} is no number", name)
    if not 0 < value < LARGEST:
        raise MathhammerError(f"{quoted(value)} is not allowed; allowed: finite, more than 0", name)
    return float(value)


def _goals(name: str, value: Any, width: bool) -> list[Goal]:
    """Return what is to be known, and how well."""
    if not isinstance(value, Mapping):
        raise MathhammerError(
            f'{quoted(value)} is not allowed; a table is expected, like {{"damage": 0.01}}', name
        )
    return [Goal(str(k), _positive(f"{name}.{k}", v), width) for k, v in value.items()]


def run(game: Game, settings: Settings) -> Played:
    """Play a game, with a line of progress where it takes long.

    Raises
    ------
    MathhammerError
        The game doesn't know what is to be measured.
    """
    for goal in settings.goals:  # a wrong name shows before anything is played
        with inside("until_width" if goal.width else "until_error"):
            game.measure(goal.measure, game.ledger(0), 0)
    with Progress() as progress:
        return simulate(game, settings, progress.trials)


def stopped_note(played: Played) -> list[str]:
    """Return why there are fewer trials than were asked for."""
    if not played.stopped:
        return []
    why = "the time limit" if played.stopped == "time" else "an interruption"
    return [f"Stopped by {why}: what is given is what {played.trials:,} trials showed."]


class Simulated:
    """What every simulated result has beside what an exact one has.

    Attributes
    ----------
    settings : Settings
        How it is run.
    played : Played
        What came of it, counted; it is played when that is asked for first.
    trials, seed : int
    stopped : str
        Why it ended early: ``"time"``, ``"interrupted"`` or empty.
    """

    engine = ENGINE
    settings: Settings
    playable: Any  #: The `Game` of each class.
    measure: Callable[..., Measure]

    @lazy
    def played(self) -> Played:
        """The trials, all of them."""
        return run(self.playable, self.settings)

    @property
    def trials(self) -> int:
        """How many trials were played."""
        return self.played.trials

    @property
    def seed(self) -> int:
        """What the dice follow from."""
        return self.settings.seed

    @lazy
    def notes(self) -> list[str]:
        """What a reader may not expect."""
        exact: Any = super()
        return [*exact.notes, *stopped_note(self.played)]

    @property
    def stopped(self) -> str:
        """Why it ended before what was asked for; empty where it didn't."""
        return self.played.stopped

    @property
    def samples(self) -> npt.NDArray[np.int64]:
        """The first trials one by one, as many as were asked for.

        ndarray of int64, shape (samples, columns); the columns are `sample_columns`.
        """
        array: npt.NDArray[np.int64] = self.played.ledger.samples
        return array

    @property
    def sample_columns(self) -> Sequence[str]:
        """The columns of `samples`."""
        raise NotImplementedError

    def sample_table(self) -> pd.DataFrame:
        """Return `samples` as a DataFrame, one row per trial."""
        table: pd.DataFrame = show("table", Samples(self.samples, self.sample_columns))
        return table

    def standard_error(self, name: str, *step: int) -> float:
        """Return the standard error of what `measure` knows, of a turn after a step."""
        return self.measure(name, *step).error

    def interval(self, name: str, *step: int) -> tuple[float, float]:
        """Return the 95 % interval of what `measure` knows, of a turn after a step."""
        measure = self.measure(name, *step)
        return measure.low, measure.high
