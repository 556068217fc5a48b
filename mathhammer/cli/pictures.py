"""Which picture ``--plot`` draws of what a command computed."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from mathhammer.cli.errors import inside
from mathhammer.core.errors import MathhammerError, NotModelledError, nearest, quoted

if TYPE_CHECKING:
    from mathhammer.cli.output import MatchUpGroup
    from mathhammer.reading.scenario import Scenario

#: The pictures that --picture can name, of match-ups and of turns; others have one.
OF_MATCHUPS = ("curves", "matrix", "ridge", "anvils")
OF_TURNS = ("units", "tree")
#: The same by the commands that have several.
BY_COMMAND = {
    "run": (*OF_MATCHUPS, *OF_TURNS),
    "compare": OF_MATCHUPS,
    "why": ("tornado", "waterfall", "shares"),
}
_MATCHUPS_HELP = (
    "curves (at least so much, a panel a target; up to 14 loadouts and 12 targets), matrix (heat "
    "map of the means round the first loadout; up to 100 and 40), ridge (up to 60 match-ups), or "
    "anvils (damage against effective wounds, for 100 points; up to 30 loadouts); by default "
    "curves, of more than 7 loadouts matrix"
)
PICTURE_HELP = {
    "run": f"{_MATCHUPS_HELP}; of a turn units (models left; the default) or tree (its branches)",
    "compare": _MATCHUPS_HELP,
    "why": "tornado (one better and worse of each characteristic; the default), waterfall (where "
    "the damage goes) or shares (of each ability)",
}


def named_picture(command: str, options: argparse.Namespace) -> str | None:
    """Return the picture that --picture names, None where the command chooses.

    Raises
    ------
    MathhammerError
        The command has no such picture, or nothing is drawn.
    """
    given = getattr(options, "picture", None)
    if given is None:
        return None
    folded: str = given.strip().casefold()
    allowed = BY_COMMAND[command]
    if folded not in allowed:
        raise MathhammerError(
            f"--picture: {quoted(given)} is not a picture of {command}{nearest(folded, allowed)}; "
            f"allowed: {', '.join(allowed)}"
        )
    if not options.plot:
        raise MathhammerError("--picture says what --plot draws: give --plot PATH, too")
    return folded


def check_picture(picture: str | None, scenario: Scenario, simulated: bool) -> None:
    """Check that a scenario has the picture that is asked for, before it is computed.

    Parameters
    ----------
    picture : str or None
    scenario : Scenario
    simulated : bool

    Raises
    ------
    MathhammerError
        It has no such picture.
    NotModelledError
        The tree of a turn that is to be simulated.
    """
    allowed: tuple[str, ...]
    if picture is None:
        return
    if scenario.script is not None:
        what, allowed = "a turn", OF_TURNS
    elif scenario.check is not None or scenario.sweep or scenario.heroes is not None:
        what = "a check" if scenario.check else "a sweep" if scenario.sweep else "the dice game"
        allowed = ()
    else:
        what, allowed = "match-ups", OF_MATCHUPS
    if picture not in allowed:
        hint = f"; allowed: {', '.join(allowed)}" if allowed else ": it has one, leave it out"
        raise MathhammerError(f"{picture} is no picture of {what}{hint}", "--picture")
    if picture == "tree" and simulated:
        raise NotModelledError("the tree of a turn is not modelled by montecarlo; exact is")


def check_plot(options: argparse.Namespace, loadouts: int, targets: int) -> None:
    """Check that match-ups fit the picture that is asked for, before they are computed.

    Parameters
    ----------
    options : argparse.Namespace
    loadouts, targets : int

    Raises
    ------
    TooLargeError
        They don't.
    """
    if not options.plot or options.command not in ("attack", "run", "compare"):
        return
    from mathhammer.show.charts.sizes import check_size, default_picture

    picture = getattr(options, "picture", None) or default_picture(loadouts, targets)
    with inside("--plot"):
        check_size(picture, loadouts, targets)


def check_swept(options: argparse.Namespace, fields: int, pairs: int) -> None:
    """Check that a sweep has a picture where one is asked for, before it is computed.

    Parameters
    ----------
    options : argparse.Namespace
    fields, pairs : int
        Swept fields, and match-ups of each combination.

    Raises
    ------
    MathhammerError
        It has none.
    """
    if options.plot:
        from mathhammer.show.charts.grid import check_size

        with inside("--plot"):
            check_size(fields, pairs)


def not_drawn(batch: MatchUpGroup, picture: str | None) -> str:
    """Return which match-ups a picture leaves out, in words; empty where it has all.

    Parameters
    ----------
    batch : MatchUpGroup
    picture : str or None
    """
    if picture != "anvils":
        return ""
    from mathhammer.analysis.durability import of_comparison
    from mathhammer.show.charts.anvils import left_out

    return left_out(of_comparison(batch.comparison, batch.shares))


def write_plot(path: str, batch: MatchUpGroup, picture: str | None) -> None:
    """Draw what a batch holds.

    Parameters
    ----------
    path : str
    batch : MatchUpGroup
    picture : str or None
        One of those that it has; None takes what fits.
    """
    from mathhammer.show import charts

    drawn: Any
    if batch.check is not None:
        drawn = charts.plot_check(batch.check)
    elif batch.turn is not None and picture == "tree":
        drawn = charts.plot_tree(batch.turn)
    elif batch.turn is not None:
        drawn = charts.plot_turn(batch.turn)[0]
    elif batch.sweep is not None:
        drawn = charts.plot_sweep(batch.sweep)
    elif batch.heroes is not None:
        from mathhammer.show.charts.heroes import plot_heroes

        drawn = plot_heroes(batch.heroes)
    else:
        drawn = _drawn(batch, picture)
    charts.save(drawn, path)


def _drawn(batch: MatchUpGroup, picture: str | None) -> Any:
    """Return the Axes of match-ups."""
    from mathhammer.show import charts

    comparison = batch.comparison
    if picture is None:
        from mathhammer.show.charts.sizes import default_picture

        picture = default_picture(len(comparison.attackers), len(comparison.targets))
    if picture == "matrix":
        return charts.plot_matrix(comparison)
    if picture == "ridge":
        return charts.plot_ridge(comparison.results)
    if picture == "anvils":
        from mathhammer.analysis.durability import of_comparison

        return charts.plot_hammers_and_anvils(of_comparison(comparison, batch.shares))
    if len(comparison.results) == 1:
        return charts.plot_result(comparison.results[0])
    return charts.plot_comparison(comparison)
