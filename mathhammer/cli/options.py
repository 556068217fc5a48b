"""The options that several commands have, and what they say as typed values."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from mathhammer.cli.command import Option, Options, flag, option
from mathhammer.cli.view import MatrixView
from mathhammer.core.errors import MathhammerError, NotModelledError, nearest, quoted

if TYPE_CHECKING:
    from mathhammer.cli.config import Defaults
    from mathhammer.engine.montecarlo.simulate import Settings

JSON = option("--json", action="store_true", help="print results as a JSON array")
PLOT = option("--plot", metavar="PATH", help="draw a picture: .png, .svg or .pdf")
CONTEXT = option(
    "--context", action="append", default=[], metavar="FIELDS",
    help="the situation: half_range,cover,visible=false,distance=9 or in Age of Sigmar "
    "charged,all_out_attack",
)  # fmt: skip
PHASE = option(
    "--phase", action="append", default=[], metavar="PHASE",
    help="shoot or fight: only weapons of that phase, as the rules let them be used together",
)  # fmt: skip
MODE = option(
    "--mode", action="append", default=[], metavar="MODES=NAME",
    help="the profile that a weapon with several uses, plasma=supercharge; by default the best",
)  # fmt: skip
#: What belongs to attacks alone.
OF_ATTACKS = (CONTEXT, PHASE, MODE)
ABOUT_TARGETS = (
    'a target: a built-in one ("meq", "10x meq") or its numbers, like "5x T4 Sv3+ W2 4++ '
    '[Infantry]" or in Age of Sigmar "10x H2 Sv4+ Ward6+", or a spreadsheet of targets '
    "(.csv, .tsv, .xlsx, .ods), one per row; may be repeated"
)


def at(about: str = ABOUT_TARGETS + "; instead of those of the file") -> Option:
    """Return --at: targets."""
    return option("--at", nargs="+", action="extend", default=[], metavar="TARGET", help=about)


AT = at()
AT_LEAST_ONE = at(ABOUT_TARGETS)


def game(
    about: str = "wh40k (Warhammer 40,000, 10th edition) or aos (Age of Sigmar, 4th edition); by "
    "default what the file says or the weapons show",
) -> Option:
    """Return --game."""
    return option("--game", metavar="GAME", help=about)


def csv(row: str = "match-up") -> Option:
    """Return --csv, which says what a row is."""
    return option(
        "--csv",
        metavar="PATH",
        help=f"write a table, a row a {row}; - prints it in place of the answer",
    )


def ruleset(
    example: str = "devastating=errata-2024 or in Age of Sigmar cover_exception=target; 2024 for "
    "those of the last errata (10th edition)",
) -> Option:
    """Return --ruleset."""
    return option(
        "--ruleset", action="append", default=[], metavar="FIELDS",
        help=f"rulings by name: {example}",
    )  # fmt: skip


def picture(about: str) -> Option:
    """Return --picture, which says what --plot draws."""
    return option("--picture", metavar="NAME", help=about)


#: How numbers are found, and the options of the second.
ENGINES = ("exact", "montecarlo")
OPTIONS = ("trials", "seed", "until_error", "until_width", "time_limit", "threads")

#: Of commands that only compute.
EXACT = (option("--engine", default="exact", metavar="ENGINE", help="exact"),)
SEED = option("--seed", metavar="S", help="a whole number; the same seed gives the same numbers")
THREADS = option("--threads", metavar="N", help="by default one for each processor")
TRIALS = option(
    "--trials", metavar="N", help="how many trials; a million by default (1e6, 250_000)"
)
TIME_LIMIT = option(
    "--time-limit", metavar="SECONDS", help="stop each match-up then with what there is"
)


def until(name: str, about: str) -> Option:
    """Return --until-error or --until-width."""
    metavar = f"STAGE={name[0].upper()}"
    return option(f"--until-{name}", action="append", default=[], metavar=metavar, help=about)


#: Of commands that compute or simulate.
ENGINE: tuple[Option, ...] = (
    option(
        "--engine", default="exact", metavar="ENGINE",
        help="exact, or montecarlo: every die is rolled, in many trials",
    ),
    TRIALS,
    SEED,
    THREADS,
    until(
        "error",
        "play until a stage's mean has this standard error: damage=0.01,slain=0.005; also "
        "destroyed=0.0001; of a turn b.models=0.01, a flag, control.first, step[0] (the first step "
        "happens), step[0].b.models; of a check probability=0.001",
    ),
    until(
        "width",
        "play until the 95%% interval of a stage's mean, or of destroyed, is so wide",
    ),
    TIME_LIMIT,
)  # fmt: skip


def common(
    row: str = "match-up", *drawn: Option, engine: tuple[Option, ...] = ENGINE
) -> tuple[Option, ...]:
    """Return the options of a command on match-ups: its forms, its engine, what is put over.

    Parameters
    ----------
    row : str
        What a row of its table is.
    *drawn : Option
        `PLOT` and --picture, where it draws.
    engine : tuple of Option
    """
    return game(), JSON, csv(row), *drawn, *engine, *OF_ATTACKS, ruleset()


def read_engine(given: str) -> str:
    """Return the engine that --engine names."""
    engine = given.strip().casefold()
    if engine not in ENGINES:
        raise MathhammerError(
            f"--engine: {quoted(given)} is not allowed{nearest(engine, ENGINES)}; "
            f"allowed: {', '.join(ENGINES)}"
        )
    return engine


def _phase_of(given: dict[str, Any]) -> str | None:
    """Return the one phase that is given, if any is; neither it nor a mode is empty."""
    phases = given["phase"]
    if len(phases) > 1:
        raise MathhammerError(f"--phase is given {len(phases)} times: give it once")
    if phases and not phases[0].strip():
        raise MathhammerError("--phase is empty: shoot or fight is expected")
    if not all(mode.strip() for mode in given["mode"]):
        raise MathhammerError("--mode is empty: MODES=NAME is expected, like plasma=supercharge")
    return phases[0] if phases else None


def _settings_of(options: Options, command: str) -> Settings | None:
    """Return how a call simulates; None where it computes exactly."""
    if "engine" in options and read_engine(options.engine) == "exact":
        if "trials" in options:
            refuse_simulation(options, "--engine montecarlo")
        return None
    if "trials" not in options:
        raise NotModelledError(f"--engine: {command} is not modelled by montecarlo; exact is")
    given = vars(options)
    if given["trials"] is None and not (given.get("until_error") or given.get("until_width")):
        usual = options.defaults.trials()
        options.trials = None if usual is None else str(usual)
    return simulation_of(options)


def refuse_simulation(options: Options, owner: str) -> None:
    """Refuse options of a simulation where there is none."""
    for name in _given(options):
        raise MathhammerError(f"{flag(name)} belongs to {owner}")


def simulation_of(
    options: Options, example: str = "damage=0.01", most: int | None = None
) -> Settings | None:
    """Return how a call simulates.

    Parameters
    ----------
    options : Namespace
    example : str
        Of a goal, for messages.
    most : int, optional
        The most trials that can be asked for.
    """
    from mathhammer.results.simulation import MAX_TRIALS, read_settings

    numbers = {name: _number_of(name, text, example) for name, text in _given(options).items()}
    try:
        return read_settings("montecarlo", numbers, most or MAX_TRIALS)
    except MathhammerError as error:
        name, dot, rest = error.where.partition(".")
        error.where = f"{flag(name)}{dot}{rest}"
        raise


def _given(options: Options) -> dict[str, Any]:
    values = {name: getattr(options, name, None) for name in OPTIONS}
    return {name: value for name, value in values.items() if value not in (None, [])}


def _number_of(name: str, given: str | Sequence[str], example: str) -> Any:
    """Return the value of an option of a simulation: a number, or a table of them."""
    option = flag(name)
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


def level_of(text: str, option: str = "--level") -> float:
    """Return a level of P(destroyed) that is given in per cent."""
    from mathhammer.analysis.howmany import check_level

    try:
        return check_level(float(text.strip().removesuffix("%")) / 100)
    except ValueError:
        raise MathhammerError(
            f"{quoted(text.strip())} is not a per cent above 0 and below 100, like 80", option
        ) from None


def _number(text: str, option: str) -> int | float:
    """Return a number as people write it: 1e6, 250_000, 1,000,000."""
    plain = text.strip().replace("_", "").replace(",", "")
    for kind in (int, float):
        with suppress(ValueError):
            return kind(plain)
    raise MathhammerError(f"{quoted(text)} is no number", option)


def _named_picture(options: Options) -> str | None:
    """Return the picture that --picture names, None where what is drawn says what fits."""
    if getattr(options, "picture", None) is None:
        return None
    if not options.plot:
        raise MathhammerError("--picture says what --plot draws: give --plot PATH, too")
    folded: str = options.picture.strip().casefold()
    return folded


class Request(NamedTuple):
    """What a command line says beside its texts and files.

    Attributes
    ----------
    command : str
    game : str or None
    at : list of str
        Targets, as texts or spreadsheets.
    context, ruleset : str
        Fields as one text, empty where there are none.
    phase : str or None
    mode : str
        Named profiles as one text, empty where there are none.
    settings : Settings or None
        How it is simulated; None where it is computed exactly.
    picture : str or None
        The one that is asked for.
    plot : bool
        Whether something is drawn.
    mix : str or None
        Targets with their shares.
    defaults : Defaults
        Of the user's own configuration.
    in_full : bool
        Whether each match-up is an object or a page of its own, not a cell of a matrix.
    view : MatrixView
        How match-ups are shown together.
    """

    command: str
    game: str | None
    at: list[str]
    context: str
    ruleset: str
    phase: str | None
    mode: str
    settings: Settings | None
    picture: str | None
    plot: bool
    mix: str | None
    defaults: Defaults
    in_full: bool = True
    view: MatrixView = MatrixView()

    @classmethod
    def read(cls, command: str, options: Options) -> Self:
        """Return what the options say; those that the command doesn't have say nothing."""
        settings, picture = _settings_of(options, command), _named_picture(options)
        given = {
            "game": None, "at": [], "context": [], "phase": [], "mode": [], "plot": None,
            "mix": None, **vars(options),
        }  # fmt: skip
        return cls(
            command, given["game"], given["at"], ",".join(given["context"]),
            ",".join(given["ruleset"]), _phase_of(given), ",".join(given["mode"]), settings,
            picture, bool(given["plot"]), given["mix"], options.defaults,
            view=MatrixView.read(options),
        )  # fmt: skip
