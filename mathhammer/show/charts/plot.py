"""`plot`: the picture of an answer, by what kind of answer it is."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

from mathhammer.analysis.attribution import Attribution
from mathhammer.analysis.howmany import HowMany
from mathhammer.analysis.optimise import Choice
from mathhammer.analysis.saves import AgainstSaves
from mathhammer.analysis.sweeps import Sweep
from mathhammer.core.errors import MathhammerError
from mathhammer.heroes.games import GamesResult
from mathhammer.heroes.results import HeroesResult
from mathhammer.results.attack import Result
from mathhammer.results.check import CheckResult
from mathhammer.results.comparison import Comparison
from mathhammer.results.turn import TurnResult
from mathhammer.show.charts.check import plot_check
from mathhammer.show.charts.choice import plot_choice
from mathhammer.show.charts.comparison import plot_comparison
from mathhammer.show.charts.grid import plot_sweep
from mathhammer.show.charts.heroes import plot_games, plot_heroes
from mathhammer.show.charts.howmany import plot_how_many
from mathhammer.show.charts.result import plot_result
from mathhammer.show.charts.saves import plot_saves
from mathhammer.show.charts.shares import plot_shares
from mathhammer.show.charts.turn import plot_turn


@singledispatch
def plot(answer: object, **options: Any) -> Any:
    """Draw an answer, and return the matplotlib Axes.

    Raises
    ------
    MathhammerError
        There is no picture of such an answer.
    """
    raise MathhammerError(f"there is no picture of a {type(answer).__name__}: .table() is there")


plot.register(Attribution, plot_shares)
plot.register(HowMany, plot_how_many)
plot.register(Choice, plot_choice)
plot.register(AgainstSaves, plot_saves)
plot.register(Sweep, plot_sweep)
plot.register(GamesResult, plot_games)
plot.register(HeroesResult, plot_heroes)
plot.register(Result, plot_result)
plot.register(CheckResult, plot_check)
plot.register(Comparison, plot_comparison)
plot.register(TurnResult, plot_turn)
