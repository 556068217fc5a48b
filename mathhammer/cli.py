"""The command line: ``mathhammer attack | run | compare | targets``.

A call reads and checks everything, computes everything, writes the files it was asked
for, and only then prints. So standard output holds a whole answer or nothing at all.

Exit status: 0 done; 2 wrong input, or a rule that is not modelled (one sentence on
standard error); 1 anything else; 130 interrupted.

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

from .cli_output import (
    Batch,
    check_matchups,
    check_paths,
    example_path,
    inside,
    results_json,
    results_text,
    targets_json,
    targets_text,
    unwritable,
    write_csv,
    write_plot,
)
from .errors import MathhammerError, NotModelledError, nearest, shown
from .progress import Progress

if TYPE_CHECKING:
    from .profiles import Context, Ruleset, Unit
    from .scenario import Scenario

COMMANDS = {
    "attack": "attack a target with one unit, both given as text",
    "run": "answer each attacker x target pair of scenario files",
    "compare": "compare loadouts over targets",
    "targets": "list the built-in targets",
}
_USAGE = {
    "attack": "TEXT... --at TARGET... ",
    "run": "FILE... ",
    "compare": "[FILE] ",
    "targets": "",
}
_EPILOG = """\
commands:
  attack TEXT... --at TARGET...   one unit, its weapons as text
  run FILE...                     each attacker x target pair of scenario files
  compare [FILE]                  loadouts x targets; without a file, an example
  targets                         the built-in targets

examples:
  mathhammer attack "10x A2 BS3+ S4 AP-1 D1 [Lethal Hits]" --at "5x meq"
  mathhammer compare
  mathhammer COMMAND --help
"""
_FILES = (".toml", ".json")
#: Options of Monte Carlo, which has a name but isn't here yet.
_LATER = {"--trials", "--seed"}


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


def _parser(command: str) -> _Parser:
    parser = _Parser(
        prog=f"mathhammer {command}",
        usage=f"mathhammer {command} {_USAGE[command]}[options]",
        description=COMMANDS[command].capitalize() + ".",
        allow_abbrev=False,
        formatter_class=_Formatter,
    )
    if command == "attack":
        parser.add_argument(
            "what", nargs="*", metavar="TEXT",
            help='a weapon, like "10x A2 BS3+ S4 AP-1 D1 [Lethal Hits]"; several: the weapons '
            "of one unit, in the order in which they attack",
        )  # fmt: skip
    elif command == "run":
        parser.add_argument("what", nargs="*", metavar="FILE", help="scenario, TOML or JSON")
    elif command == "compare":
        parser.add_argument(
            "what", nargs="*", metavar="FILE",
            help="scenario with loadouts and targets, or with --at the loadouts themselves as "
            "texts of one weapon each; without any, a built-in example",
        )  # fmt: skip
        parser.add_argument(
            "--example", action="store_true", help="print the built-in example, to start from"
        )
    if command in ("attack", "compare"):
        parser.add_argument(
            "--at", nargs="+", action="extend", default=[], metavar="TARGET",
            help='a target: a built-in one ("meq", "10x meq") or its numbers, like '
            '"5x T4 Sv3+ W2 4++ [Infantry]"; may be repeated'
            + ("; instead of those of the file" if command == "compare" else ""),
        )  # fmt: skip
    parser.add_argument("--game", metavar="GAME", help="wh40k (Warhammer 40,000, 10th edition)")
    parser.add_argument("--json", action="store_true", help="print results as a JSON array")
    if command != "targets":
        parser.add_argument("--csv", metavar="PATH", help="write a table, a row a match-up")
        parser.add_argument("--plot", metavar="PATH", help="draw a picture: .png, .svg or .pdf")
        parser.add_argument("--engine", default="exact", metavar="ENGINE", help="exact")
        parser.add_argument(
            "--context", action="append", default=[], metavar="FIELDS",
            help="the situation: half_range,cover,visible=false,distance=9",
        )  # fmt: skip
        parser.add_argument(
            "--ruleset", action="append", default=[], metavar="FIELDS",
            help="rulings by name: devastating=errata-2024",
        )  # fmt: skip
    return parser


def _parse(arguments: list[str]) -> tuple[str, argparse.Namespace]:
    """Return the command and its options.

    Raises
    ------
    MathhammerError
        Something is unknown or missing.
    """
    command, rest = arguments[0], arguments[1:]
    if command not in COMMANDS:
        raise _unknown_command(command)
    parser = _parser(command)
    options, extra = parser.parse_known_args(rest)
    for word in extra:
        name = word.partition("=")[0]
        if name in _LATER:
            raise NotModelledError(f"{name} belongs to Monte Carlo, not modelled in this version")
        if word.startswith("-") and len(word) > 1:
            known = [o for a in parser._actions for o in a.option_strings if o.startswith("--")]
            raise MathhammerError(
                f"unknown option {shown(name)}{nearest(name, known)}; options of "
                f"{command}: {', '.join(known)}"
            )
    if extra and command == "targets":
        raise MathhammerError(f"targets takes no {shown(extra[0])}: it lists them all")
    if extra:  # texts after an option
        options.what = [*options.what, *extra]
    _check_choice("--game", options.game or "wh40k", "wh40k", "aos")
    if command != "targets":
        _check_choice("--engine", options.engine, "exact", "montecarlo")
    options.command = command
    return command, options


def _check_choice(option: str, given: str, here: str, later: str) -> None:
    if given.casefold() == later:
        raise NotModelledError(f"{option} {later} is not modelled in this version: use {here}")
    if given.casefold() != here:
        raise MathhammerError(
            f"{option}: {shown(given)} is not allowed{nearest(given, [here])}; allowed: {here}"
        )


def _unknown_command(word: str) -> MathhammerError:
    if word.startswith("-"):
        return MathhammerError(
            f"{shown(word)} stands before the command: write options after it "
            f"(commands: {', '.join(COMMANDS)})"
        )
    hint = nearest(word, COMMANDS)
    if not hint and (word.lower().endswith(_FILES) or os.path.exists(word)):
        hint = " (did you mean 'mathhammer run' with this file?)"
    elif not hint and " " in word:
        hint = " (did you mean 'mathhammer attack' with this text?)"
    return MathhammerError(f"unknown command {shown(word)}{hint}; commands: {', '.join(COMMANDS)}")


# ---------------------------------------------------------------------------- the commands


def _attack(options: argparse.Namespace) -> list[Batch]:
    from .notation import reading_notes
    from .scenario import read_attacker

    if not options.what:
        swallowed = " (write the weapons before --at)" if len(options.at) > 1 else ""
        raise MathhammerError(f'attack needs a weapon, like "10x A2 BS3+ S4 AP-1 D1"{swallowed}')
    if not options.at:
        raise MathhammerError(
            "attack needs a target: --at meq, or one of `mathhammer targets`, or --at with "
            'numbers like "5x T4 Sv3+ W2"'
        )
    with inside("weapon"):
        try:
            attacker = read_attacker(options.what if len(options.what) > 1 else options.what[0])
        except MathhammerError as error:
            if len(options.what) > 1 and not any(" " in word.strip() for word in options.what):
                error.message += " (put each weapon in quotes, as one word of the command line)"
            raise
    targets = _targets(options.at)
    read_as = [note for text in options.what for note in reading_notes(text)]
    return [_batch(options, "", [attacker], targets, read_as=read_as)]


def _targets(texts: Sequence[str]) -> list[Unit]:
    from .scenario import read_target

    targets = []
    for text in texts:
        with inside(f"--at {shown(text, 30)}"):
            targets.append(read_target(text))
    return targets


def _run_files(options: argparse.Namespace) -> list[Batch]:
    from .scenario import load

    if not options.what:
        raise MathhammerError("run needs a scenario file; `mathhammer compare --example` shows one")
    scenarios = [load(path) for path in options.what]
    check_matchups([(s.attackers, s.targets) for s in scenarios], True)
    return [_of_scenario(options, scenario) for scenario in scenarios]


def _compare(options: argparse.Namespace) -> list[Batch]:
    from .notation import reading_notes
    from .scenario import load, read_attacker

    files = [w for w in options.what if w.lower().endswith(_FILES) or os.path.exists(w)]
    if files and len(options.what) > 1:
        raise MathhammerError(
            "compare takes one file; put the loadouts into one, or use `mathhammer run` for several"
        )
    if not options.what or files:
        path = files[0] if files else example_path()
        return [_of_scenario(options, load(path))]
    if not options.at:
        raise MathhammerError(
            f"there is no file {shown(options.what[0])}; to compare loadouts given as texts, "
            "add --at TARGET"
        )
    attackers = []
    for text in options.what:
        with inside(f"loadout {shown(text, 30)}"):
            attackers.append(read_attacker(text))
    read_as = [note for text in options.what for note in reading_notes(text)]
    return [_batch(options, "", attackers, _targets(options.at), read_as=read_as)]


def _of_scenario(options: argparse.Namespace, scenario: Scenario) -> Batch:
    targets = _targets(options.at) if getattr(options, "at", None) else scenario.targets
    return _batch(
        options, scenario.path, scenario.attackers, targets, scenario.context, scenario.ruleset,
        scenario.notes,
    )  # fmt: skip


def _batch(
    options: argparse.Namespace,
    source: str,
    attackers: Sequence[Unit],
    targets: Sequence[Unit],
    context: Context | None = None,
    ruleset: Ruleset | None = None,
    read_as: Sequence[str] = (),
) -> Batch:
    """Compute match-ups; what the command line says goes before what a file says."""
    from .evaluate import compare_units
    from .profiles import Context, Ruleset

    context, ruleset = context or Context(), ruleset or Ruleset()
    if options.context:
        given = _option("--context", Context, options.context)
        context = context.merged(given)
        attackers = [
            a.replace(context=a.context.merged(given)) if a.context.given else a for a in attackers
        ]
    if options.ruleset:
        given = _option("--ruleset", Ruleset, options.ruleset)
        ruleset = Ruleset(**{**ruleset.given, **given.given})
    with inside(source):
        check_matchups([(attackers, targets)], options.json or options.command != "compare")
        comparison = compare_units(list(attackers), list(targets), context, ruleset, source)
    return Batch(source, comparison, read_as)


def _option(name: str, kind: Any, texts: Sequence[str]) -> Any:
    with inside(name):
        return kind.read(",".join(texts))


def _answer(command: str, options: argparse.Namespace) -> str:
    """Do what a command says and return what is to be printed."""
    if command == "targets":
        return targets_json() if options.json else targets_text()
    if command == "compare" and options.example:
        with open(example_path(), encoding="utf-8") as file:
            return file.read()
    check_paths(options)
    with Progress() as progress:
        batches = {"attack": _attack, "run": _run_files, "compare": _compare}[command](options)
        if options.plot and len(batches) > 1:
            raise MathhammerError(
                "--plot draws the match-ups of one file: run the files one by one"
            )
        progress.total = sum(len(batch.comparison.results) for batch in batches)
        written = [path for path in (options.csv, options.plot) if path]
        if options.json:
            text = results_json(batches, progress)
        else:
            text = results_text(command, batches, written, progress)
    for option, write in (("csv", write_csv), ("plot", write_plot)):
        path = getattr(options, option)
        if path:
            try:
                write(path, batches)
            except OSError as error:
                raise unwritable(path, f"--{option}", error) from None
    return text


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
        text = _text(arguments)
    except _Help as wanted:
        text = str(wanted)
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
    return _print(text)


def _text(arguments: list[str]) -> str:
    """Return everything that a call prints."""
    if not arguments:
        raise MathhammerError(f"a command is needed: {', '.join(COMMANDS)} (or --help)")
    if arguments[0] in ("-h", "--help", "help"):
        return _help()
    if arguments[0] == "--version":
        from . import __version__

        return f"mathhammer {__version__}\n"
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
