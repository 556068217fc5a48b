"""Options that say how numbers are found: the engine, and how a simulation is run."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from mathhammer.core.errors import MathhammerError, NotModelledError, nearest, quoted

if TYPE_CHECKING:
    from mathhammer.engine.montecarlo.simulate import Settings

#: Commands that only compute.
EXACT_ONLY = ("saves", "why", "howmany", "choose", "heroes", "reroll")
#: How numbers are found, and the options of the second.
ENGINES = ("exact", "montecarlo")
OPTIONS = ("trials", "seed", "until_error", "until_width", "time_limit", "threads")


def add_engine(parser: argparse.ArgumentParser, command: str) -> None:
    """Add the options that say how the numbers are found."""
    if command == "heroes":
        parser.add_argument(
            "--engine", metavar="ENGINE", help="exact; of --play montecarlo (nothing else is asked)"
        )
    elif command in EXACT_ONLY:
        parser.add_argument("--engine", default="exact", metavar="ENGINE", help="exact")
    elif command != "verify":
        parser.add_argument(
            "--engine", default="exact", metavar="ENGINE",
            help="exact, or montecarlo: every die is rolled, in many trials",
        )  # fmt: skip
    if command not in EXACT_ONLY or command == "heroes":
        _add_simulation(parser, command)


def _add_simulation(parser: argparse.ArgumentParser, command: str) -> None:
    """Add the options of Monte Carlo."""
    games = command == "heroes"
    parser.add_argument(
        "--trials", metavar="N",
        help="games of --play; 100,000 by default" if games else
        "how many trials; a million by default (1e6, 250_000)",
    )  # fmt: skip
    parser.add_argument(
        "--seed", metavar="S", help="a whole number; the same seed gives the same numbers"
    )
    parser.add_argument("--threads", metavar="N", help="by default one for each processor")
    if command == "verify":
        return
    parser.add_argument(
        "--until-error", action="append", default=[], metavar="STAGE=E",
        help="play until what is counted has this standard error: first=0.001 (the first player "
        "wins), second, drawn" if games else
        "play until a stage's mean has this standard error: damage=0.01,slain=0.005; also "
        "destroyed=0.0001; of a turn b.models=0.01, a flag, control.first, step[0] (the first step "
        "happens), step[0].b.models; of a check probability=0.001",
    )  # fmt: skip
    parser.add_argument(
        "--until-width", action="append", default=[], metavar="STAGE=W",
        help="play until its 95%% interval is so wide" if games else
        "play until the 95%% interval of a stage's mean, or of destroyed, is so wide",
    )  # fmt: skip
    parser.add_argument(
        "--time-limit", metavar="SECONDS", help="stop each match-up then with what there is"
    )


def settings_of(command: str, options: argparse.Namespace) -> Settings | None:
    """Return how a call simulates; None where it computes exactly."""
    if command == "targets":
        return None
    games = command == "heroes"
    usual = "montecarlo" if command == "verify" or (games and options.play) else "exact"
    given_engine = None if command == "verify" else options.engine
    engine = usual if given_engine is None else given_engine.strip().casefold()
    if games and engine in ENGINES and engine != usual:
        raise NotModelledError(
            "--engine: whole games (--play) are not modelled by exact; montecarlo is"
            if options.play
            else "--engine: heroes takes no montecarlo without --play, which plays whole games"
        )
    if command in EXACT_ONLY and not games and engine == "montecarlo":
        raise NotModelledError(f"--engine: {command} is not modelled by montecarlo; exact is")
    if engine not in ENGINES:
        raise MathhammerError(
            f"--engine: {quoted(options.engine)} is not allowed{nearest(engine, ENGINES)}; "
            f"allowed: {', '.join(ENGINES)}"
        )
    if command in EXACT_ONLY and not games:
        return None
    given = {
        name: value for name in OPTIONS if (value := getattr(options, name, None)) not in (None, [])
    }
    if not options.play if games else engine == "exact":
        belongs = "--play" if games else "--engine montecarlo"
        for name in given:
            raise MathhammerError(f"--{name.replace('_', '-')} belongs to {belongs}")
        return None
    from mathhammer.results.simulation import MAX_TRIALS, read_settings

    most = MAX_TRIALS
    if games:
        from mathhammer.heroes.playing import MAX_GAMES as most
    example = "first=0.001" if games else "damage=0.01"
    numbers = {name: _number_of(name, text, example) for name, text in given.items()}
    try:
        return read_settings("montecarlo", numbers, most)
    except MathhammerError as error:
        option, dot, rest = error.where.partition(".")
        error.where = f"--{option.replace('_', '-')}{dot}{rest}"
        raise


def _number_of(name: str, given: str | Sequence[str], example: str) -> Any:
    """Return the value of an option of a simulation: a number, or a table of them."""
    option = f"--{name.replace('_', '-')}"
    if isinstance(given, str):
        return _number(given, option)
    table = {}
    for text in ",".join(given).split(","):
        stage, equals, value = text.partition("=")
        if not equals:
            raise MathhammerError(
                f"{quoted(text)} is not allowed; a name and a number are expected, like {example}",
                option,
            )
        if stage.strip() in table:
            raise MathhammerError(f"{quoted(stage.strip())} is given twice", option)
        table[stage.strip()] = _number(value, option)
    return table


def _number(text: str, option: str) -> int | float:
    """Return a number as people write it: 1e6, 250_000, 1,000,000."""
    plain = text.strip().replace("_", "").replace(",", "")
    for kind in (int, float):
        with suppress(ValueError):
            return kind(plain)
    raise MathhammerError(f"{quoted(text)} is no number", option)
