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
from importlib import import_module

from mathhammer.cli.output import (
    CommandOutput,
    check_paths,
    example_path,
    targets_json,
    targets_text,
    unwritable,
)
from mathhammer.cli.parser import COMMANDS, Help, overview, parse
from mathhammer.core.errors import MathhammerError
from mathhammer.core.progress import Progress
from mathhammer.games.names import GAMES, WH40K

#: The file and the function of each command; one that isn't asked for isn't loaded.
PLACES = {
    "attack": "commands.attack:attack",
    "run": "commands.attack:run_files",
    "compare": "commands.attack:compare",
    "saves": "commands.saves:saves",
    "why": "commands.analysis:why",
    "howmany": "commands.analysis:how_many",
    "choose": "commands.analysis:choose",
    "reroll": "commands.reroll:reroll",
    "report": "commands.report:report",
    "verify": "commands.verify:verify",
    "check": "commands.check:check",
    "heroes": "commands.heroes:heroes",
}

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


def _compute(command: str, options: argparse.Namespace) -> CommandOutput:
    """Read, check and compute what a command says."""
    module, _, function = PLACES[command].partition(":")
    answer: CommandOutput = getattr(import_module(f".{module}", __package__), function)(options)
    return answer


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
    except Help as wanted:
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
        return overview(), 0
    if arguments[0] == "--version":
        from mathhammer import __version__

        return f"mathhammer {__version__}\n", 0
    return _answer(*parse(arguments))


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
