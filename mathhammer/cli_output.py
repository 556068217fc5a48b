"""What the commands hand over: pages, JSON, CSV files and pictures.

Texts are made whole before any of them is printed, and files are checked before anything
is computed.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from .errors import MathhammerError, TooLargeError, shown

if TYPE_CHECKING:
    from .comparison import Comparison
    from .profiles import Unit
    from .progress import Progress

PICTURES = (".png", ".svg", ".pdf")
#: The most match-ups of a call that are printed in full, and in a table.
MOST_MATCHUPS = 2_500
MOST_COMPARED = 40_000


class Batch(NamedTuple):
    """Match-ups that belong together: those of a text, or of one file.

    Attributes
    ----------
    source : str
        The file, as it was named; empty for texts.
    comparison : Comparison
    read_as : list of str
        How texts were understood, where they could be read in several ways.
    """

    source: str
    comparison: Comparison
    read_as: Sequence[str] = ()


@contextmanager
def inside(place: str) -> Iterator[None]:
    """Put a place, where there is one, in front of an error's own."""
    try:
        yield
    except MathhammerError as error:
        raise (error.inside(place, ": ") if place else error) from None


def example_path() -> str:
    """Return where the built-in example lies."""
    return os.path.join(os.path.dirname(os.path.abspath(__file__)), "examples", "squads.toml")


def check_matchups(pairs: Sequence[tuple[Sequence[Unit], Sequence[Unit]]], in_full: bool) -> None:
    """Check how many match-ups a call is going to print, before any is computed.

    Parameters
    ----------
    pairs : list of (attackers, targets)
        Of each file, or of the texts.
    in_full : bool
        A page or a JSON object each, not a cell of a table.

    Raises
    ------
    TooLargeError
        There are more than `MOST_MATCHUPS`, or `MOST_COMPARED` in a table.
    """
    number = sum(len(attackers) * len(targets) for attackers, targets in pairs)
    if in_full and number > MOST_MATCHUPS:
        raise TooLargeError(
            f"{number} match-ups; up to {MOST_MATCHUPS} are printed in full: take fewer attackers "
            f"or targets at a time, or `mathhammer compare`, which prints a table of up to "
            f"{MOST_COMPARED}"
        )
    if number > MOST_COMPARED:
        raise TooLargeError(
            f"{number} match-ups; up to {MOST_COMPARED} are compared: take fewer attackers or "
            "targets at a time"
        )


def results_json(batches: Sequence[Batch], progress: Progress) -> str:
    """Return all results as a JSON array, one line a match-up."""
    import json

    lines = []
    for batch in batches:
        for result in batch.comparison.results:
            with inside(batch.source):
                answer = result.to_dict()
            progress.step()
            answer["notes"] = [*answer["notes"], *batch.read_as]
            lines.append(json.dumps(answer, allow_nan=False))
    return "[\n" + ",\n".join(lines) + "\n]\n"


def results_text(
    command: str, batches: Sequence[Batch], written: Sequence[str], progress: Progress
) -> str:
    """Return all results as a reader wants them."""
    from .terminal import Page, result_page

    page = Page(sys.stdout)
    first = True
    for batch in batches:
        if command == "compare":
            from .terminal_compare import comparison_page

            with inside(batch.source):
                for result in batch.comparison.results:
                    _ = result.slain
                    progress.step()
                source = _source_words(batch.source)
                comparison_page(page, batch.comparison, source=source, read_as=batch.read_as)
            continue
        for result in batch.comparison.results:
            if not first:
                page.gap()
                page.gap()
            with inside(batch.source):
                result_page(page, result, source=batch.source, read_as=batch.read_as)
            progress.step()
            first = False
    page.facts([("written", path) for path in written])
    return page.text()


def _source_words(source: str) -> str:
    if source == example_path():
        return "the built-in example; `mathhammer compare --example` prints it to start from"
    return source


def write_csv(path: str, batches: Sequence[Batch]) -> None:
    """Write all match-ups as a table: ``scenario``, then the columns of `MATCHUP_COLUMNS`."""
    import csv

    from .analysis.condense import MATCHUP_COLUMNS, matchup_row

    with open(path, "w", encoding="utf-8", errors="backslashreplace", newline="") as file:
        writer = csv.DictWriter(file, ["scenario", *MATCHUP_COLUMNS], lineterminator="\n")
        writer.writeheader()
        for batch in batches:
            for result in batch.comparison.results:
                writer.writerow({"scenario": batch.source, **matchup_row(result)})


def write_plot(path: str, batches: Sequence[Batch]) -> None:
    """Draw the match-ups of the one batch there is."""
    from .analysis.charts import plot_comparison, plot_result, save

    comparison = batches[0].comparison
    one = comparison.results[0] if len(comparison.results) == 1 else None
    save(plot_comparison(comparison) if one is None else plot_result(one), path)


def check_paths(options: argparse.Namespace) -> None:
    """Check where files are to be written, before anything is computed."""
    for option, path in (("--csv", options.csv), ("--plot", options.plot)):
        if path is None:
            continue
        if os.path.isdir(path):
            raise MathhammerError(f"{shown(path)} is a folder: give the name of a file", option)
        folder = os.path.dirname(path) or "."
        if not path or not os.path.isdir(folder):
            raise MathhammerError(f"there is no folder {shown(folder)} to write into", option)
        if any(os.path.exists(w) and os.path.realpath(w) == os.path.realpath(path)
               for w in options.what):  # fmt: skip
            raise MathhammerError(f"{shown(path)} is the scenario itself", option)
        if option == "--plot" and os.path.splitext(path)[1].lower() not in PICTURES:
            raise MathhammerError(
                f"{shown(path)} ends in none of .png, .svg and .pdf: the ending says the format",
                option,
            )
        _check_writable(path, option)
    if (
        options.plot
        and options.csv
        and os.path.realpath(options.plot) == os.path.realpath(options.csv)
    ):
        raise MathhammerError("--csv and --plot name the same file")


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
        raise unwritable(path, option, error) from None


def unwritable(path: str, option: str, error: Exception) -> MathhammerError:
    """Return the error of a file that can't be written."""
    reason = getattr(error, "strerror", None) or type(error).__name__
    return MathhammerError(f"{shown(path)} can't be written: {reason}", option)


def targets_text() -> str:
    """Return the list of built-in targets as a reader wants it."""
    from .terminal import Page
    from .terminal_compare import targets_page

    page = Page(sys.stdout)
    targets_page(page)
    return page.text()


def targets_json() -> str:
    """Return the built-in targets as a JSON array, one line a target."""
    import json

    from .presets import DATA_DATE, WH40K

    lines = [
        json.dumps({"key": key, "game": "wh40k", **preset.fields, "stands_for": preset.stands_for,
                    "data": DATA_DATE})
        for key, preset in WH40K.items()
    ]  # fmt: skip
    return "[\n" + ",\n".join(lines) + "\n]\n"
