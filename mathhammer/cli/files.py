"""The files that a command writes: where they may lie, checked before anything is computed."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from io import StringIO
from typing import Any, TextIO

from mathhammer.cli.output import CommandOutput
from mathhammer.core.errors import MathhammerError, quoted

PICTURES = (".png", ".svg", ".pdf")
PAGES = (".html", ".htm")


def write_rows(path: str, columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> None:
    """Write rows as a CSV file."""
    with open(path, "w", encoding="utf-8", errors="backslashreplace", newline="") as file:
        put_rows(file, columns, rows)


def put_rows(file: TextIO, columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> None:
    """Write rows as CSV; what isn't known is an empty cell, and no text a formula."""
    import csv

    from mathhammer.reading.spreadsheet import harmless

    writer = csv.DictWriter(file, columns, lineterminator="\n")
    writer.writerow({name: harmless(name) for name in columns})
    writer.writerows({name: harmless(cell) for name, cell in row.items()} for row in rows)


def printed_rows(output: CommandOutput) -> str:
    """Return the table of an answer as CSV, to be printed in place of the answer."""
    file = StringIO()
    put_rows(file, *output.table())
    return file.getvalue()


def write(paths: Mapping[str, str | None], output: CommandOutput) -> None:
    """Write the files that are asked for."""
    writers: dict[str, Callable[[str], None]] = {
        "--csv": lambda path: write_rows(path, *output.table()),
        "--plot": output.write_plot,
        "--output": output.write_page,
    }
    for option, path in paths.items():
        if path:
            try:
                writers[option](path)
            except OSError as error:
                raise _unwritable(path, option, error) from None


def check_paths(paths: Mapping[str, str | None], inputs: Sequence[str]) -> None:
    """Check where files are to be written, before anything is computed.

    Parameters
    ----------
    paths : mapping
        From options to their paths; None where there is none.
    inputs : list of str
        The bare words of the command, which may be files that are read.
    """
    for option, path in paths.items():
        if path is None:
            continue
        if not path:
            raise MathhammerError("'' is not the name of a file", option)
        if os.path.isdir(path):
            raise MathhammerError(f"{quoted(path)} is a folder: give the name of a file", option)
        folder = os.path.dirname(path) or "."
        if not os.path.isdir(folder):
            raise MathhammerError(f"there is no folder {quoted(folder)} to write into", option)
        if any(os.path.exists(w) and os.path.realpath(w) == os.path.realpath(path)
               for w in inputs):  # fmt: skip
            raise MathhammerError(f"{quoted(path)} is the scenario itself", option)
        endings = {"--plot": PICTURES, "--output": PAGES}.get(option, ())
        if endings and os.path.splitext(path)[1].lower() not in endings:
            known = " and ".join([", ".join(endings[:-1]), endings[-1]]).removeprefix(" and ")
            raise MathhammerError(
                f"{quoted(path)} ends in none of {known}: the ending says the format", option
            )
        _check_writable(path, option)
    named = [(option, os.path.realpath(path)) for option, path in paths.items() if path]
    for i, (option, path) in enumerate(named):
        for other, same in named[:i]:
            if path == same:
                raise MathhammerError(f"{other} and {option} name the same file")


def _check_writable(path: str, option: str) -> None:
    """Check that a file can be written, without leaving one behind or changing one."""
    try:
        if os.path.isfile(path):
            with open(path, "ab"):
                pass
        elif not os.path.lexists(path):
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL))
            os.remove(path)
    except (OSError, ValueError) as error:
        raise _unwritable(path, option, error) from None


def _unwritable(path: str, option: str, error: Exception) -> MathhammerError:
    reason = getattr(error, "strerror", None) or type(error).__name__
    return MathhammerError(f"{quoted(path)} can't be written: {reason}", option)
