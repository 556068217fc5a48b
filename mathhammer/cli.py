"""The command line: ``mathhammer attack | run | compare | why | ... | heroes``.

A call reads and checks everything, computes everything, writes the files it was asked
for, and only then prints. So standard output holds a whole answer or nothing at all.

Exit status: 0 done; 2 wrong input, or a rule that is not modelled (one sentence on
standard error); 1 anything else, such as engines that differ; 130 interrupted, with what
there is of a simulation.

Only what a command needs is imported, when it is needed: a call from the shell should
not take longer than the numbers do.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NoReturn

from .cli_commands import FILES, attack, compare, heroes, reroll, run_files, saves, verify
from .cli_output import (
    Answer,
    check_paths,
    example_path,
    targets_json,
    targets_text,
    unwritable,
)
from .cli_pictures import BY_COMMAND, PICTURE_HELP, named_picture
from .errors import MathhammerError, NotModelledError, nearest, shown
from .profiles.checks.base import KINDS, kind_named, kind_of
from .profiles.game import AOS, GAMES, TITLES, WH40K
from .progress import Progress

if TYPE_CHECKING:
    from .engine.simulate import Settings

COMMANDS = {
    "attack": "attack a target with one unit, both given as text",
    "run": "answer each attacker x target pair of scenario files",
    "compare": "compare loadouts over targets",
    "saves": "show the mean damage against every save, with and without a ward",
    "why": "show what each ability, modifier, stage and characteristic does to a match-up",
    "howmany": "show how many attacks, shots or units destroy a target",
    "choose": "find the best mix of a unit's weapon options against a mix of targets",
    "reroll": "find the best use of a Command Re-roll (Warhammer 40,000), and what it is worth",
    "report": "write a page of HTML on a file: summary, matrix, charts, why, rulings",
    "verify": "play scenario files by Monte Carlo too, and compare both engines",
    "targets": "list the built-in targets",
    "check": "answer a question of dice outside attacks: charge, Battle-shock, casting, ...",
    "heroes": "say what to do with the dice of the Space Marine Heroes game, and its odds",
}
_USAGE = {
    "attack": "TEXT... --at TARGET... ",
    "run": "FILE... ",
    "compare": "[FILE] ",
    "saves": "TEXT... | FILE ",
    "why": "TEXT... --at TARGET... | FILE ",
    "howmany": "TEXT... --at TARGET... | FILE ",
    "choose": "FILE ",
    "reroll": "TEXT... --at TARGET... | FILE... ",
    "report": "FILE -o PAGE.html ",
    "verify": "FILE... ",
    "targets": "",
    "check": "[KIND] ",
    "heroes": "[FACE...] ",
}
_EPILOG = """\
commands:
  attack TEXT... --at TARGET...   one unit, its weapons as text
  run FILE...                     each attacker x target pair of scenario files
  compare [FILE]                  loadouts x targets; without a file, an example
  saves TEXT... | FILE            mean damage against every save, 2+ to none
  why TEXT... | FILE              what each ability and characteristic does
  howmany TEXT... | FILE          attacks, shots or units that destroy a target
  choose FILE                     the best mix of weapon options
  reroll TEXT... | FILE...        the best use of a Command Re-roll
  report FILE -o PAGE.html        a page to read, print and send
  verify FILE...                  both engines, compared stage by stage
  targets                         the built-in targets
  check [KIND] [--FIELD VALUE]    dice outside attacks; without a kind, their list
  charge 9, battleshock 6, ...    the same in short: any kind of check
  heroes [FACE...]                the Space Marine Heroes dice game: odds, or advice

examples:
  mathhammer attack "10x A2 BS3+ S4 AP-1 D1 [Lethal Hits]" --at "5x meq"
  mathhammer attack "10x 2/3+/4+/1/D3 [Crit (Mortal)]" --at "10x H2 Sv4+ Ward6+"
  mathhammer compare
  mathhammer charge 9 --reroll failed
  mathhammer heroes 1 1 3 4 6 2
  mathhammer COMMAND --help
"""
#: What a row of --csv is, where it isn't a match-up.
_ROWS = {
    "saves": "loadout, ward and save", "why": "item (ability, modifier, re-roll)",
    "howmany": "level of P(destroyed)", "choose": "mix of options", "verify": "number compared",
    "check": "probability or number", "reroll": "match-up, player and roll",
    "heroes": "policy, or with dice a way to go on",
}  # fmt: skip
#: Rulings that the help of --ruleset names, where they aren't those of attacks.
_RULINGS = {
    "check": "in Age of Sigmar aos_reroll=all",
    "heroes": "fresh_dice=false, attack_in_own_half=push_to_start",
}
#: Commands that draw no picture.
_UNDRAWN = ("targets", "choose", "report", "verify", "reroll")
#: Commands that only compute.
EXACT_ONLY = ("saves", "why", "howmany", "choose", "heroes", "reroll")
#: How numbers are found, and the options of the second.
ENGINES = ("exact", "montecarlo")
OPTIONS = ("trials", "seed", "until_error", "until_width", "time_limit", "threads")


class _Help(Exception):
    """The help of a command, to be printed."""


class _Formatter(argparse.RawDescriptionHelpFormatter):
    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=78)  # argparse would import shutil to look for it


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Raise what argparse would print."""
        raise MathhammerError(f"{message}; see {self.prog} --help")

    def print_help(self, file: Any = None) -> NoReturn:
        """Raise what argparse would print without looking whether it could."""
        raise _Help(self.format_help())


# ------------------------------------------------------------------------------- parsing


def _parser(command: str, kind: str | None = None) -> _Parser:
    """Return the parser of a command; that of a check knows the fields of its kind."""
    name = command if kind is None else f"check {kind}"
    about, usage = COMMANDS[command], _USAGE[command]
    if kind is not None:
        from .profiles.checks.kinds import CHECKS

        about = CHECKS[kind].asks
        usage = "".join(f"{word.upper()} " for word in CHECKS[kind].words) + "[--FIELD VALUE] "
    parser = _Parser(
        prog=f"mathhammer {name}",
        usage=f"mathhammer {name} {usage}[options]",
        description=about[0].upper() + about[1:] + "." * (about[-1] not in ".?"),
        allow_abbrev=False,
        formatter_class=_Formatter,
    )
    if command == "attack":
        parser.add_argument(
            "what", nargs="*", metavar="TEXT",
            help='a weapon, like "10x A2 BS3+ S4 AP-1 D1 [Lethal Hits]" or in Age of Sigmar '
            '"10x 2/3+/4+/1/D3 [Crit (Mortal)]"; several: the weapons of one unit, in the order '
            "in which they attack",
        )  # fmt: skip
    elif command in ("run", "verify"):
        parser.add_argument("what", nargs="*", metavar="FILE", help="scenario, TOML or JSON")
    elif command == "compare":
        parser.add_argument(
            "what", nargs="*", metavar="FILE",
            help="scenario with loadouts and targets; with --at also a spreadsheet (.csv), one row "
            "a weapon, or the loadouts themselves as texts of one weapon each; without any, a "
            "built-in example",
        )  # fmt: skip
        parser.add_argument(
            "--example", action="store_true", help="print the built-in example, to start from"
        )
        parser.add_argument(
            "--mix", metavar="TEXT",
            help='targets with their shares, "60 %% meq, 30 %% geq, 10 %% veq": loadouts are '
            "ranked over all of them",
        )  # fmt: skip
    elif command == "saves":
        parser.add_argument(
            "what", nargs="*", metavar="TEXT",
            help="the weapons of one unit, as for attack, or a scenario file with loadouts",
        )  # fmt: skip
    elif kind is not None:
        from .cli_check import add_fields

        add_fields(parser, CHECKS[kind])
    elif command in ("why", "howmany"):
        parser.add_argument(
            "what", nargs="*", metavar="TEXT",
            help="the weapons of one unit, as for attack, or a scenario file",
        )  # fmt: skip
    elif command == "choose":
        parser.add_argument(
            "what", nargs="*", metavar="FILE",
            help="TOML or JSON: [attacker], [[option]], [[limit]], mix, objective, budget",
        )  # fmt: skip
    elif command == "heroes":
        _add_heroes(parser)
    elif command == "reroll":
        parser.add_argument(
            "what", nargs="*", metavar="TEXT",
            help="the weapons of one unit, as for attack, or scenario files",
        )  # fmt: skip
        parser.add_argument(
            "--by", default="attacker", metavar="PLAYER",
            help="who has a Command Re-roll: attacker (default), defender or both",
        )  # fmt: skip
        parser.add_argument(
            "--objective", default="destroyed", metavar="WHAT",
            help="what it is used for: destroyed (default), slain=3 (at least so many models), "
            "or a mean, damage or slain",
        )  # fmt: skip
    elif command == "report":
        parser.add_argument(
            "what", nargs="*", metavar="FILE",
            help="scenario, TOML or JSON: match-ups, a sweep, a turn or a check",
        )  # fmt: skip
        parser.add_argument(
            "-o", "--output", metavar="PAGE.html",
            help="where the page is written: one file, complete in itself",
        )  # fmt: skip
    if command == "why":
        parser.add_argument(
            "--method", metavar="METHOD",
            help="exact (every subset of up to 12 items), grouped (by source) or sampled "
            "(approximate, from random orders); by default the first that can be",
        )  # fmt: skip
        parser.add_argument("--orders", metavar="N", help="random orders of --method sampled")
        parser.add_argument("--seed", metavar="N", help="of the random orders")
    elif command == "howmany":
        parser.add_argument(
            "--levels", metavar="LIST", help="of P(destroyed) in per cent; by default 50,80,95"
        )
    if command in ("attack", "compare", "why", "howmany", "reroll"):
        parser.add_argument(
            "--at", nargs="+", action="extend", default=[], metavar="TARGET",
            help='a target: a built-in one ("meq", "10x meq") or its numbers, like '
            '"5x T4 Sv3+ W2 4++ [Infantry]" or in Age of Sigmar "10x H2 Sv4+ Ward6+", or a '
            "spreadsheet of targets (.csv), one a row; may be repeated"
            + ("" if command == "attack" else "; instead of those of the file"),
        )  # fmt: skip
    elif command == "saves":
        parser.add_argument(
            "--at", nargs="+", action="extend", default=[], metavar="TARGET",
            help="whose toughness, keywords, modifiers and (for Blast) models count, not its "
            "save or ward; by default ten models of toughness 4 without keywords",
        )  # fmt: skip
    if command == "heroes":
        parser.set_defaults(game=None)
    else:
        _add_game(parser, command)
    parser.add_argument("--json", action="store_true", help="print results as a JSON array")
    if command != "targets":
        row = _ROWS.get(command, "match-up")
        parser.add_argument("--csv", metavar="PATH", help=f"write a table, a row a {row}")
        if command not in _UNDRAWN:
            parser.add_argument("--plot", metavar="PATH", help="draw a picture: .png, .svg or .pdf")
        if command in BY_COMMAND:
            parser.add_argument("--picture", metavar="NAME", help=PICTURE_HELP[command])
        _add_engine(parser, command)
    if command not in ("targets", "check", "heroes"):
        parser.add_argument(
            "--context", action="append", default=[], metavar="FIELDS",
            help="the situation: half_range,cover,visible=false,distance=9 or in Age of Sigmar "
            "charged,all_out_attack",
        )  # fmt: skip
    if command != "targets":
        parser.add_argument(
            "--ruleset", action="append", default=[], metavar="FIELDS",
            help="rulings by name: " + _RULINGS.get(
                command,
                "devastating=errata-2024 or in Age of Sigmar cover_exception=target",
            ),
        )  # fmt: skip
    return parser


def _add_heroes(parser: _Parser) -> None:
    """Add what only the heroes dice game asks."""
    parser.add_argument(
        "what", nargs="*", metavar="FACE",
        help="the dice just rolled, like 1 1 3 4 6 2; without any, the table of odds",
    )  # fmt: skip
    parser.add_argument(
        "--lying", nargs="+", action="extend", metavar="FACE",
        help="dice left lying from before, which may combine with those just rolled",
    )  # fmt: skip
    parser.add_argument(
        "--at-risk", metavar="SLOTS", help="slots of the scoring rolls kept this turn (0)"
    )
    parser.add_argument(
        "--straight", metavar="LENGTH", help="the shortest straight that scores: 3 (default) or 4"
    )
    parser.add_argument(
        "--values", action="append", default=[], metavar="FIELDS",
        help="slots of each scoring roll: lucky=1,double=2,three=3 (default); by column with "
        "slashes, for a player whose column 3 is blocked: three=3/3/0/3/3,straight=1/1/0/1/1",
    )  # fmt: skip
    parser.add_argument(
        "--play", nargs=2, metavar="POLICY",
        help='whole games of two players: best, "stop at 3", "roll with 4 dice or more", "keep '
        'everything", "never leave dice lying", "no all-out war", several joined by commas',
    )  # fmt: skip
    parser.add_argument("--rows", metavar="NUMBER", help="rows a side, for --play (4)")


def _add_game(parser: _Parser, command: str) -> None:
    """Add the option that says which of the two games is meant."""
    parser.add_argument(
        "--game", metavar="GAME",
        help={
            "targets": "list those of wh40k or aos only",
            "check": "wh40k or aos; by default the one that has the kind, or wh40k",
        }.get(
            command,
            "wh40k (Warhammer 40,000, 10th edition) or aos (Age of Sigmar, 4th edition); by "
            "default what the file says or the weapons show",
        ),
    )  # fmt: skip


def _add_engine(parser: _Parser, command: str) -> None:
    """Add the options that say how the numbers are found."""
    if command in EXACT_ONLY:
        parser.add_argument("--engine", default="exact", metavar="ENGINE", help="exact")
    elif command != "verify":
        parser.add_argument(
            "--engine", default="exact", metavar="ENGINE",
            help="exact, or montecarlo: every die is rolled, in many trials",
        )  # fmt: skip
    if command not in EXACT_ONLY or command == "heroes":
        _add_simulation(parser, command)


def _add_simulation(parser: _Parser, command: str) -> None:
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
        "destroyed=0.0001; of a turn b.models=0.01; of a check probability=0.001",
    )  # fmt: skip
    parser.add_argument(
        "--until-width", action="append", default=[], metavar="STAGE=W",
        help="play until its 95%% interval is so wide" if games else
        "play until the 95%% interval of a stage's mean, or of destroyed, is so wide",
    )  # fmt: skip
    parser.add_argument(
        "--time-limit", metavar="SECONDS", help="stop each match-up then with what there is"
    )


def _parse(arguments: list[str]) -> tuple[str, argparse.Namespace]:
    """Return the command and its options.

    Raises
    ------
    MathhammerError
        Something is unknown or missing.
    """
    command, rest = arguments[0], arguments[1:]
    kind = None
    if command not in COMMANDS:
        kind = kind_of(command)
        if kind is None:
            raise _unknown_command(command)
        command = "check"
    elif command == "check" and rest and not rest[0].startswith("-"):
        kind, rest = kind_named(rest[0]), rest[1:]
    parser = _parser(command, kind)
    if kind is not None:
        from .cli_check import spelt_out

        rest = spelt_out(rest, kind)
    options, extra = parser.parse_known_args(rest)
    options.kind = kind
    for word in extra:
        name = word.partition("=")[0]
        if word.startswith("-") and len(word) > 1:
            known = [o for a in parser._actions for o in a.option_strings if o.startswith("--")]
            raise MathhammerError(
                f"unknown option {shown(name)}{nearest(name, known)}; options of "
                f"{f'check {kind}' if kind else command}: {', '.join(known)}"
            )
    if extra and command == "targets":
        raise MathhammerError(f"targets takes no {shown(extra[0])}: it lists them all")
    options.what = [*getattr(options, "what", ()), *extra]  # texts after an option, too
    if command == "compare" and options.example:
        _check_alone(parser, options)
    if options.game is not None:
        options.game = _game(options.game)
    options.command = command
    options.settings = _settings(command, options)
    if command in _UNDRAWN:
        options.plot = None
    options.picture = named_picture(command, options)
    return command, options


def _check_alone(parser: _Parser, options: argparse.Namespace) -> None:
    """Check that nothing stands beside --example that would have no effect."""
    idle = [shown(word) for word in options.what]
    for action in parser._actions:
        known = action.dest in ("help", "what", "example", "game")
        if not known and getattr(options, action.dest) != action.default:
            idle.append(action.option_strings[0])
    if idle:
        raise MathhammerError(
            f"--example prints the built-in example and takes --game alone: {', '.join(idle)} "
            "would have no effect"
        )


def _settings(command: str, options: argparse.Namespace) -> Settings | None:
    """Return how a call simulates; None where it computes exactly."""
    if command == "targets":
        return None
    engine = "montecarlo" if command == "verify" else options.engine.strip().casefold()
    if command == "heroes" and engine == "montecarlo":
        raise NotModelledError("--engine: heroes takes no montecarlo: --play plays whole games")
    if command in EXACT_ONLY and engine == "montecarlo":
        raise NotModelledError(f"--engine: {command} is not modelled by montecarlo; exact is")
    if engine not in ENGINES:
        raise MathhammerError(
            f"--engine: {shown(options.engine)} is not allowed{nearest(engine, ENGINES)}; "
            f"allowed: {', '.join(ENGINES)}"
        )
    games = command == "heroes"
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
    from .simulation import read_settings

    numbers = {name: number_of(name, text) for name, text in given.items()}
    try:
        return read_settings("montecarlo", numbers)
    except MathhammerError as error:
        option, dot, rest = error.where.partition(".")
        error.where = f"--{option.replace('_', '-')}{dot}{rest}"
        raise


def number_of(name: str, given: str | Sequence[str]) -> Any:
    """Return the value of an option of a simulation: a number, or a table of them."""
    option = f"--{name.replace('_', '-')}"
    if isinstance(given, str):
        return _number(given, option)
    table = {}
    for text in ",".join(given).split(","):
        stage, equals, value = text.partition("=")
        if not equals:
            raise MathhammerError(
                f"{shown(text)} is not allowed; a stage and a number are expected, like "
                "damage=0.01",
                option,
            )
        if stage.strip() in table:
            raise MathhammerError(f"{shown(stage.strip())} is given twice", option)
        table[stage.strip()] = _number(value, option)
    return table


def _number(text: str, option: str) -> int | float:
    """Return a number as people write it: 1e6, 250_000, 1,000,000."""
    plain = text.strip().replace("_", "").replace(",", "")
    for kind in (int, float):
        with suppress(ValueError):
            return kind(plain)
    raise MathhammerError(f"{shown(text)} is no number", option)


def _game(given: str) -> str:
    """Return the game that --game names."""
    folded = given.strip().casefold()
    if folded in GAMES:
        return folded
    meant = {"40k": WH40K, "spearhead": AOS, **{t.casefold(): g for g, t in TITLES.items()}}
    hint = f" (did you mean {meant[folded]!r}?)" if folded in meant else nearest(folded, GAMES)
    raise MathhammerError(
        f"--game: {shown(given)} is not a game{hint}; allowed: {', '.join(GAMES)}"
    )


def _unknown_command(word: str) -> MathhammerError:
    if word.startswith("-"):
        return MathhammerError(
            f"{shown(word)} stands before the command: write options after it "
            f"(commands: {', '.join(COMMANDS)})"
        )
    hint = nearest(word, (*COMMANDS, *KINDS))
    if not hint and (word.lower().endswith(FILES) or os.path.exists(word)):
        hint = " (did you mean 'mathhammer run' with this file?)"
    elif not hint and " " in word:
        hint = " (did you mean 'mathhammer attack' with this text?)"
    return MathhammerError(f"unknown command {shown(word)}{hint}; commands: {', '.join(COMMANDS)}")


# ---------------------------------------------------------------------------- the answer


def _answer(command: str, options: argparse.Namespace) -> tuple[str, int]:
    """Do what a command says and return what is to be printed, and the exit status."""
    if command == "targets":
        games = (options.game,) if options.game else GAMES
        return (targets_json(games) if options.json else targets_text(games)), 0
    if command == "compare" and options.example:
        with open(example_path(options.game or WH40K), encoding="utf-8") as file:
            return file.read(), 0
    check_paths(options)
    output = getattr(options, "output", None)
    with Progress() as progress:
        answer = _compute(command, options)
        progress.total = answer.number
        written = [path for path in (options.csv, options.plot, output) if path]
        text = answer.json(progress) if options.json else answer.text(written, progress)
    writes = {"csv": answer.write_csv, "plot": answer.write_plot, "output": answer.write_page}
    for option, write in writes.items():
        path = getattr(options, option, None)
        if path:
            try:
                write(path)
            except OSError as error:
                raise unwritable(path, f"--{option}", error) from None
    return text, answer.status


def _compute(command: str, options: argparse.Namespace) -> Answer:
    """Read, check and compute what a command says."""
    if command == "check":
        from .cli_check import check

        return check(options)
    if command == "report":
        from .cli_report import report

        return report(options)
    if command in ("why", "howmany", "choose"):
        from . import cli_analysis

        more = {
            "why": cli_analysis.why, "howmany": cli_analysis.how_many,
            "choose": cli_analysis.choose,
        }  # fmt: skip
        return more[command](options)
    commands = {
        "attack": attack, "run": run_files, "compare": compare, "saves": saves, "verify": verify,
        "heroes": heroes, "reroll": reroll,
    }  # fmt: skip
    return commands[command](options)


# ------------------------------------------------------------------------------- the start


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    argv : list of str, optional
        The words after the program's name; those of the process by default.

    Returns
    -------
    int
        The exit status: 0, 1, 2 or 130.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        text, status = _text(arguments)
    except _Help as wanted:
        text, status = str(wanted), 0
    except MathhammerError as error:
        return _complain(str(error), 2)
    except KeyboardInterrupt:
        return 130
    except MemoryError:
        return _complain("out of memory; fewer or smaller match-ups in one call may do", 1)
    except Exception as error:
        if os.environ.get("MATHHAMMER_DEBUG"):
            raise
        return _complain(
            f"internal error, {type(error).__name__}: {error}. The fault is the program's, not "
            "yours: please report it with the command (MATHHAMMER_DEBUG=1 shows where it was)",
            1,
        )
    return _print(text) or status


def _text(arguments: list[str]) -> tuple[str, int]:
    """Return everything that a call prints, and its exit status."""
    if not arguments:
        raise MathhammerError(f"a command is needed: {', '.join(COMMANDS)} (or --help)")
    if arguments[0] in ("-h", "--help", "help"):
        return _help(), 0
    if arguments[0] == "--version":
        from . import __version__

        return f"mathhammer {__version__}\n", 0
    return _answer(*_parse(arguments))


def _help() -> str:
    parser = _Parser(
        prog="mathhammer",
        usage="mathhammer COMMAND ... [options]",
        description="Exact distributions of what the dice of tabletop wargames will do.",
        epilog=_EPILOG,
        formatter_class=_Formatter,
    )
    parser.add_argument("--version", action="store_true", help="show the version and exit")
    return parser.format_help()


def _print(text: str) -> int:
    """Print the answer and return the exit status."""
    if sys.stdout is None:
        return 0
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    try:
        try:
            sys.stdout.write(text)
        except UnicodeEncodeError:
            sys.stdout.write(text.encode(encoding, "replace").decode(encoding))
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has seen enough
        _discard_output()
        return 1
    except OSError as error:
        _discard_output()
        return _complain(f"the answer can't be printed: {error.strerror or error}", 1)
    except KeyboardInterrupt:
        return 130
    return 0


def _complain(message: str, status: int) -> int:
    """Print one line on standard error and return the status."""
    line = message if message.isprintable() else "".join(
        c if c.isprintable() else " " for c in message
    )  # fmt: skip
    if sys.stderr is not None:
        with suppress(OSError):
            sys.stderr.write(f"mathhammer: {line}\n")
    return status


def _discard_output() -> None:
    """Let what is still waiting to be printed go nowhere, without a second error."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
