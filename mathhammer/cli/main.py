"""The command line: ``mathhammer attack | run | compare | why | ... | heroes``.

A call reads and checks everything, computes everything, writes the files it was asked
for, and only then prints. So standard output holds a whole answer or nothing at all.

Exit status: 0 done; 2 wrong input, or a rule that is not modelled (one sentence on
standard error); 1 anything else, such as engines that differ; 130 interrupted, with what
there is of a simulation.

Only what a command needs is imported, when it is needed: a call from the shell should
not take longer than the numbers do.
"""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from mathhammer.cli.command import COMMANDS, Formatter, Help, Parser, command
from mathhammer.core.errors import MathhammerError, nearest, quoted

_EPILOG = """\
commands:
{commands}
Any kind of check is a command, too: `mathhammer charge 9` is `mathhammer check charge 9`.

examples:
  mathhammer attack "10x A2 BS3+ S4 AP-1 D1 [Lethal Hits]" --at "5x meq"
  mathhammer attack "10x 2/3+/4+/1/D3 [Crit (Mortal)]" --at "10x H2 Sv4+ Ward6+"
  mathhammer compare
  mathhammer charge 9 --reroll failed
  mathhammer heroes 1 1 3 4 6 2

`mathhammer COMMAND --help` shows the options of a command, with more examples.
"""


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
    if "_ARGCOMPLETE" in os.environ:  # asked by a shell; nothing else is loaded to see that
        from mathhammer.cli.completion import complete

        complete()
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
    word, *rest = arguments or ["help"]
    if word in ("-h", "--help", "help"):
        return overview(), 0
    if word == "--version":
        from mathhammer import __version__

        return f"mathhammer {__version__}\n", 0
    if word in COMMANDS:
        return command(word).call(rest)
    from mathhammer.games.checks.registry import kind_of

    if kind_of(word) is None:
        raise _unknown_command(word)
    return command("check").call(arguments)


def overview() -> str:
    """Return the help of the program as a whole."""
    parser = Parser(
        prog="mathhammer",
        usage="mathhammer COMMAND ... [options]",
        description="Exact distributions of what the dice of tabletop wargames will do.",
        epilog=_EPILOG.format(
            commands="".join(f"  {name:11}{about}\n" for name, about in COMMANDS.items())
        ),
        formatter_class=Formatter,
    )
    parser.add_argument("--version", action="store_true", help="show the version and exit")
    return parser.format_help()


def _unknown_command(word: str) -> MathhammerError:
    if word.startswith("-"):
        return MathhammerError(
            f"{quoted(word)} stands before the command: write options after it "
            f"(commands: {', '.join(COMMANDS)})"
        )
    from mathhammer.cli.questions import is_file
    from mathhammer.games.checks.registry import KINDS

    hint = nearest(word, (*COMMANDS, *KINDS))
    if not hint and is_file(word):
        hint = " (did you mean 'mathhammer run' with this file?)"
    elif not hint and " " in word:
        hint = " (did you mean 'mathhammer attack' with this text?)"
    return MathhammerError(f"unknown command {quoted(word)}{hint}; commands: {', '.join(COMMANDS)}")


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
    line = "".join(c if c.isprintable() else " " for c in message)
    if sys.stderr is not None:
        with suppress(OSError):
            sys.stderr.write(f"mathhammer: {line}\n")
    return status


def _discard_output() -> None:
    """Let what is still waiting to be printed go nowhere, without a second error."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
