"""Which charts there are: what each draws, how it is named, and how much it shows.

How much fits a picture, so that it stays readable, is known before anything is computed.

A new chart is a module of this folder with a ``plot_*`` function, and one line here.
Nothing is drawn and matplotlib isn't loaded until a chart is asked for.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, NamedTuple

from mathhammer.core.errors import MathhammerError, TooLargeError, nearest, quoted


class Size(NamedTuple):
    """The most that a picture of match-ups shows.

    Attributes
    ----------
    loadouts, targets, match_ups : int or None
        None where there is no limit of its own.
    """

    loadouts: int | None = None
    targets: int | None = None
    match_ups: int | None = None

    @property
    def words(self) -> str:
        """The limit as it is named."""
        numbers = zip(self, ("loadouts", "targets", "match-ups"), strict=True)
        return " and ".join(f"{number} {word}" for number, word in numbers if number is not None)


class Chart(NamedTuple):
    """A chart.

    Attributes
    ----------
    function, module : str
        The ``plot_*`` function, and the module of this folder that has it.
    draws : str
        The class of the answers that it draws; empty where it draws something else. The first
        of several charts of a class is its default.
    picture : str
        What it is called by ``--picture``; empty where there is no choice.
    help : str
        What it shows, in a few words.
    size : Size
    """

    function: str
    module: str
    draws: str = ""
    picture: str = ""
    help: str = ""
    size: Size = Size()

    def load(self) -> Callable[..., Any]:
        """Return the function."""
        function: Callable[..., Any] = getattr(
            import_module(f"mathhammer.show.charts.{self.module}"), self.function
        )
        return function


CHARTS = [
    Chart("plot_result", "result", "Result"),
    Chart("plot_comparison", "comparison", "Comparison", "curves",
          "at least so much, one panel per target", Size(14, 12)),
    Chart("plot_matrix", "matrix", "Comparison", "matrix",
          "heat map of the means round the first loadout", Size(100, 40)),
    Chart("plot_ridge", "ridge", "Comparison", "ridge", "the distributions one below the other",
          Size(match_ups=60)),
    Chart("plot_dots", "dots", "Comparison", "dots",
          "the means over all targets in order, with the 10th and the 90th percentile", Size(1000)),
    Chart("plot_hammers_and_anvils", "anvils", "Comparison", "anvils",
          "damage against effective wounds, for 100 points", Size(loadouts=30)),
    Chart("plot_turn", "turn", "TurnResult", "units", "models left"),
    Chart("plot_tree", "tree", "TurnResult", "tree", "its branches"),
    Chart("plot_tornado", "tornado", "Attribution", "tornado",
          "one better and worse of each characteristic"),
    Chart("plot_waterfall", "waterfall", "Attribution", "waterfall", "where the damage goes"),
    Chart("plot_shares", "shares", "Attribution", "shares", "of each ability"),
    Chart("plot_check", "check", "CheckResult"),
    Chart("plot_sweep", "grid", "SweepResult"),
    Chart("plot_how_many", "howmany", "HowMany"),
    Chart("plot_choice", "choice", "Choice"),
    Chart("plot_saves", "saves", "AgainstSaves"),
    Chart("plot_target_grid", "target_grid", "Grid"),
    Chart("plot_heroes", "heroes", "HeroesResult"),
    Chart("plot_games", "heroes", "GamesResult"),
    Chart("plot_policy", "heroes"),
    Chart("plot_slots", "heroes"),
    Chart("plot_alternatives", "heroes"),
    Chart("plot_curves", "curves"),
    Chart("plot_grid", "grid"),
]  # fmt: skip


def pictures_of(draws: str) -> dict[str, Chart]:
    """Return the charts of a class of answers by the names of ``--picture``, its default first.

    Examples
    --------
    >>> list(pictures_of("TurnResult"))
    ['units', 'tree']
    """
    return {chart.picture: chart for chart in CHARTS if chart.draws == draws and chart.picture}


def charts_of(answer: object) -> list[Chart]:
    """Return the charts of an answer, its default first."""
    classes = {one.__name__ for one in type(answer).__mro__}
    return [chart for chart in CHARTS if chart.draws in classes]


def plot(answer: object, picture: str | None = None, **options: Any) -> Any:
    """Draw an answer, and return the matplotlib Axes.

    Parameters
    ----------
    answer : View
    picture : str, optional
        One of several, by its name; the default of such answers if left out.
    **options
        Of the chart.

    Raises
    ------
    MathhammerError
        There is no picture of such an answer, or not the one that is asked for.
    """
    charts = charts_of(answer)
    kind = type(answer).__name__
    if not charts:
        raise MathhammerError(f"there is no picture of a {kind}: .table() is there")
    if picture is None:
        return charts[0].load()(answer, **options)
    named = {chart.picture: chart for chart in charts if chart.picture}
    check_named(picture, named, f"a {kind}", "picture")
    return named[picture].load()(answer, **options)


def check_named(picture: str, named: Mapping[str, Chart], words: str, where: str) -> None:
    """Check that a picture is among those of an answer, by their names.

    Parameters
    ----------
    picture : str
    named : dict of Chart
    words : str
        What the answer is.
    where : str
        What names the picture.

    Raises
    ------
    MathhammerError
        It is none of them.
    """
    if picture not in named:
        allowed = f"; allowed: {', '.join(named)}" if named else ": it has one, leave it out"
        hint = nearest(picture, named) if named else ""
        raise MathhammerError(f"{quoted(picture)} is no picture of {words}{hint}{allowed}", where)


#: The pictures of match-ups.
SIZES = {name: chart.size for name, chart in pictures_of("Comparison").items()}
#: The most curves that can be told apart on one Axes, heat maps of a sweep and ridges.
MAX_CURVES = SIZES["curves"].loadouts or 0
MAX_PANELS = 9
MAX_RIDGES = SIZES["ridge"].match_ups or 0
#: More loadouts than this are drawn as a matrix where no picture is named.
MAX_BY_DEFAULT = 7


def fits(picture: str, loadouts: int, targets: int) -> bool:
    """Return whether a picture shows so many loadouts and targets.

    Examples
    --------
    >>> fits("curves", 14, 12), fits("curves", 15, 1), fits("ridge", 12, 5), fits("ridge", 61, 1)
    (True, False, True, False)
    """
    size = SIZES[picture]
    wanted = loadouts, targets, loadouts * targets
    return all(most is None or n <= most for n, most in zip(wanted, size, strict=True))


def default_picture(loadouts: int, targets: int) -> str:
    """Return the picture of so many match-ups where none is named.

    Examples
    --------
    >>> default_picture(7, 12), default_picture(8, 1), default_picture(1, 41)
    ('curves', 'matrix', 'ridge')
    >>> default_picture(200, 5)
    'dots'
    """
    if loadouts <= MAX_BY_DEFAULT and fits("curves", loadouts, targets):
        return "curves"
    if fits("matrix", loadouts, targets):
        return "matrix"
    return "ridge" if loadouts == 1 else "dots"


def check_size(picture: str, loadouts: int, targets: int) -> None:
    """Check that a picture shows so many loadouts and targets.

    Raises
    ------
    TooLargeError
        It doesn't; the message names its limit, and a picture that takes more.

    Examples
    --------
    >>> check_size("ridge", 25, 5)
    Traceback (most recent call last):
        ...
    mathhammer.core.errors.TooLargeError: 25 loadouts at 5 targets; a picture of ridge has up to \
60 match-ups: take matrix, of up to 100 loadouts and 40 targets
    """
    if fits(picture, loadouts, targets):
        return
    other = "no picture takes so many; a table (--csv) does"
    for name in ("dots", "ridge", "matrix"):
        if fits(name, loadouts, targets):
            other = f"take {name}, of up to {SIZES[name].words}"
    raise TooLargeError(
        f"{loadouts} loadout{'s' * (loadouts != 1)} at {targets} target{'s' * (targets != 1)}; a "
        f"picture of {picture} has up to {SIZES[picture].words}: {other}"
    )


def check_panels(number: int) -> None:
    """Check that a picture has room for so many heat maps.

    Raises
    ------
    TooLargeError
        It doesn't.
    """
    if number > MAX_PANELS:
        raise TooLargeError(
            f"{number} heat maps; a picture has up to {MAX_PANELS}: take fewer loadouts, or a table"
        )


def check_swept(fields: int, pairs: int) -> None:
    """Check that a sweep of so many fields and match-ups has a picture.

    Raises
    ------
    MathhammerError
        It has none.
    """
    if fields > 2:
        raise MathhammerError(f"{fields} swept fields; a picture is of one or two")
    if fields == 2 and pairs > MAX_PANELS:
        raise MathhammerError(
            f"{pairs} match-ups over two fields; up to {MAX_PANELS} fit a picture"
        )
    if pairs > MAX_CURVES:
        raise MathhammerError(
            f"{pairs} match-ups over one field; up to {MAX_CURVES} curves can be told apart"
        )
