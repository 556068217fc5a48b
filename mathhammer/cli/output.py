"""What the commands hand over: pages, JSON, CSV files and pictures.

Texts are made whole before any of them is printed, and files are checked before anything
is computed.
"""

from __future__ import annotations

import argparse
import os
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from typing import TYPE_CHECKING, Any, NamedTuple

from mathhammer.cli.errors import inside
from mathhammer.core.errors import MathhammerError, TooLargeError, quoted
from mathhammer.games.names import AOS, WH40K

if TYPE_CHECKING:
    from mathhammer.analysis.sweeps import Sweep
    from mathhammer.core.progress import Progress
    from mathhammer.games.profiles import Unit
    from mathhammer.heroes import HeroesResult
    from mathhammer.results.attack import Result
    from mathhammer.results.check import CheckResult
    from mathhammer.results.comparison import Comparison
    from mathhammer.results.turn import TurnResult
    from mathhammer.show.terminal.page import Page

#: Exit status of a call that was interrupted.
INTERRUPTED = 130
PICTURES = (".png", ".svg", ".pdf")
PAGES = (".html", ".htm")
#: The most match-ups of a call that are printed in full, and in a table.
MAX_MATCHUPS = 2_500
MAX_COMPARED = 40_000


class MatchUpGroup(NamedTuple):
    """Match-ups that belong together: those of a text, or of one file.

    Attributes
    ----------
    source : str
        The file, as it was named; empty for texts.
    comparison : Comparison
    read_as : list of str
        How texts were understood, where they could be read in several ways.
    turn : TurnResult, optional
        What came of a turn, in place of match-ups.
    check : CheckResult, optional
        The answer to a check, in place of match-ups.
    sweep : Sweep, optional
        What came of a sweep; `comparison` then has its results alone.
    shares : tuple of float
        How often each target is met, where they are a mix; else empty.
    heroes : HeroesResult, optional
        The answer on the heroes dice game, in place of match-ups.
    """

    source: str
    comparison: Comparison
    read_as: Sequence[str] = ()
    turn: TurnResult | None = None
    check: CheckResult | None = None
    sweep: Sweep | None = None
    shares: tuple[float, ...] = ()
    heroes: HeroesResult | None = None


#: The built-in example of each game.
EXAMPLES = {WH40K: "squads.toml", AOS: "spearhead.toml"}


def example_path(game: str = WH40K) -> str:
    """Return where the built-in example of a game lies."""
    return os.path.join(
        os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "examples", EXAMPLES[game]
    )


class CommandOutput(ABC):
    """What a command answers, in each form that it can be asked for."""

    #: Match-ups, for who watches the progress.
    number = 0
    #: Exit status of the call, known when it has answered.
    status = 0

    @abstractmethod
    def json(self, progress: Progress) -> str:
        """Return it as a JSON array, one line an entry."""

    @abstractmethod
    def text(self, written: Sequence[str], progress: Progress) -> str:
        """Return it as a reader wants it, with the files that are written."""

    @abstractmethod
    def write_csv(self, path: str) -> None:
        """Write it as a table."""

    @abstractmethod
    def write_plot(self, path: str) -> None:
        """Draw it."""

    def write_page(self, path: str) -> None:
        """Write it as a page: of what is reported alone."""
        raise NotImplementedError


class MatchUps(CommandOutput):
    """The match-ups of texts or files.

    Parameters
    ----------
    command : str
    batches : list of MatchUpGroup
    picture : str, optional
        What is drawn; by default what fits.
    """

    def __init__(
        self, command: str, batches: Sequence[MatchUpGroup], picture: str | None = None
    ) -> None:
        self.command = command
        self.batches = batches
        self.picture = picture
        self.number = sum(len(batch.comparison.results) for batch in batches)

    def json(self, progress: Progress) -> str:
        """Return all results, one line a match-up."""
        with self._stopping():
            return results_json(self.batches, progress)

    def text(self, written: Sequence[str], progress: Progress) -> str:
        """Return a page a match-up, or the comparison."""
        with self._stopping():
            text = results_text(self.command, self.batches, written, progress)
        return text + self._not_drawn()

    def _not_drawn(self) -> str:
        """Return the line that says what the picture leaves out."""
        if self.picture is None or self.status:
            return ""
        from mathhammer.cli.pictures import not_drawn
        from mathhammer.show.terminal.page import Page

        page = Page(sys.stdout)
        words = not_drawn(self.batches[0], self.picture)
        page.facts([("", words)] if words else [])
        return page.text() if words else ""

    @contextmanager
    def _stopping(self) -> Iterator[None]:
        """Take what there is where a simulation is interrupted (Ctrl-C)."""
        yield
        if any(is_interrupted(result) for result in results_of(self.batches)):
            self.status = INTERRUPTED
            self.batches = until_interrupted(self.batches)

    def write_csv(self, path: str) -> None:
        """Write a row a match-up."""
        write_csv(path, self.batches)

    def write_plot(self, path: str) -> None:
        """Draw the one batch there is, unless some of its match-ups are missing."""
        from mathhammer.cli.pictures import write_plot

        if sum(len(batch.comparison.results) for batch in self.batches) == self.number:
            with inside(self.batches[0].source):
                write_plot(path, self.batches[0], self.picture)


def is_interrupted(result: Any) -> bool:
    """Return whether a result is simulated, was played, and was interrupted (Ctrl-C)."""
    return getattr(result.__dict__.get("played"), "stopped", "") == "interrupted"


def results_of(batches: Sequence[MatchUpGroup]) -> Iterator[Any]:
    """Return the results of all batches in order."""
    for batch in batches:
        yield from batch.comparison.results
        whole = batch.turn or batch.check
        if whole is not None:
            yield whole


def until_interrupted(batches: Sequence[MatchUpGroup]) -> list[MatchUpGroup]:
    """Return the batches without what comes after an interrupted simulation.

    Nothing of it is played: who pressed Ctrl-C doesn't want to wait for it.
    """
    kept: list[MatchUpGroup] = []
    for batch in batches:
        results = batch.comparison.results
        stop = next((i for i, result in enumerate(results) if is_interrupted(result)), None)
        if stop is not None:
            comparison = copy(batch.comparison)
            comparison.results = results[: stop + 1]
            return [*kept, batch._replace(comparison=comparison)]
        kept.append(batch)
        whole = batch.turn or batch.check
        if whole is not None and is_interrupted(whole):
            return kept
    return kept


def array(entries: Iterable[Any]) -> str:
    """Return a JSON array, one line an entry."""
    import json

    lines = [json.dumps(entry, allow_nan=False) for entry in entries]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def write_rows(path: str, columns: Sequence[str], rows: Iterable[dict[str, Any]]) -> None:
    """Write rows as a CSV file; what isn't known is an empty cell, and no text a formula."""
    import csv

    from mathhammer.reading.spreadsheet import harmless

    with open(path, "w", encoding="utf-8", errors="backslashreplace", newline="") as file:
        writer = csv.DictWriter(file, columns, lineterminator="\n")
        writer.writerow({name: harmless(name) for name in columns})
        writer.writerows({name: harmless(cell) for name, cell in row.items()} for row in rows)


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
        There are more than `MAX_MATCHUPS`, or `MAX_COMPARED` in a table.
    """
    number = sum(len(attackers) * len(targets) for attackers, targets in pairs)
    if in_full and number > MAX_MATCHUPS:
        raise TooLargeError(
            f"{number} match-ups; up to {MAX_MATCHUPS} are printed in full: take fewer attackers "
            f"or targets at a time, or `mathhammer compare`, which prints a table of up to "
            f"{MAX_COMPARED}"
        )
    if number > MAX_COMPARED:
        raise TooLargeError(
            f"{number} match-ups; up to {MAX_COMPARED} are compared: take fewer attackers or "
            "targets at a time"
        )


def results_json(batches: Sequence[MatchUpGroup], progress: Progress) -> str:
    """Return all results as a JSON array, one line a match-up, and one a loadout over a mix."""
    answers = []
    for batch in batches:
        with inside(batch.source):
            if batch.turn is not None:
                answers.append(batch.turn.to_dict())
                if is_interrupted(batch.turn):
                    return array(answers)
            if batch.check is not None:
                answers.append(batch.check.to_dict())
                if is_interrupted(batch.check):
                    return array(answers)
            if batch.heroes is not None:
                answers.append(batch.heroes.to_dict())
            for i, result in enumerate(batch.comparison.results):
                answer = result.to_dict()
                if batch.shares:
                    answer["share"] = batch.shares[i % len(batch.shares)]
                progress.step()
                answers.append({**answer, "notes": [*answer["notes"], *batch.read_as]})
                if is_interrupted(result):
                    return array(answers)
            if batch.shares:
                from mathhammer.show.overall import overall_entries

                answers += overall_entries(batch.comparison, batch.shares)
    return array(answers)


def results_text(
    command: str, batches: Sequence[MatchUpGroup], written: Sequence[str], progress: Progress
) -> str:
    """Return all results as a reader wants them."""
    from mathhammer.results.comparison import Comparison
    from mathhammer.show.pages.attack import attack_page
    from mathhammer.show.terminal.page import Page

    page = Page(sys.stdout)
    first = True
    for batch in batches:
        if command == "compare" and batch.sweep is not None:
            from mathhammer.show.pages.sweep import sweep_page

            with inside(batch.source):
                page.put(sweep_page(batch.sweep, batch.source, batch.read_as))
            continue
        if command == "compare":
            from mathhammer.show.pages.comparison import comparison_page

            with inside(batch.source):
                whole = batch.comparison
                number = _played(whole.results, progress)
                if number < len(whole.results):  # a table of which cells are missing is none
                    part = Comparison(whole.attackers, [], whole.results[:number])
                    pages = results_text(
                        "run", [batch._replace(comparison=part)], written, progress
                    )
                    return pages + _rest_words(number, len(whole.results))
                source = _source_words(batch.source)
                page.put(comparison_page(whole, source, batch.read_as, batch.shares))
            continue
        for result in batch.comparison.results:
            if not first:
                page.gap()
                page.gap()
            with inside(batch.source):
                page.put(attack_page(result, batch.source, batch.read_as))
            progress.step()
            first = False
            if is_interrupted(result):
                place = batch.comparison.results.index(result) + 1
                return page.text() + _rest_words(place, len(batch.comparison.results))
        if batch.turn or batch.check or batch.heroes:
            if not first:
                page.gap()
                page.gap()
            with inside(batch.source):
                _whole_page(page, batch)
            first = False
            if any(whole and is_interrupted(whole) for whole in (batch.turn, batch.check)):
                return page.text()
    page.facts([("written", path) for path in written])
    return page.text()


def _played(results: Sequence[Result], progress: Progress) -> int:
    """Compute results one by one; return how many there are until one is interrupted."""
    for i, result in enumerate(results):
        _ = result.slain
        progress.step()
        if is_interrupted(result):
            return i + 1
    return len(results)


def _rest_words(done: int, number: int) -> str:
    """Return what is said of match-ups that an interruption left unplayed."""
    if done == number:
        return ""
    return f"interrupted    {done} of {number} match-ups were played; the others are left out.\n"


def _whole_page(page: Page, batch: MatchUpGroup) -> None:
    """Put what stands in place of match-ups on a page."""
    if batch.turn is not None:
        from mathhammer.show.pages.turn import turn_page

        page.put(turn_page(batch.turn, batch.source))
    if batch.check is not None:
        from mathhammer.show.pages.check import check_page

        page.put(check_page(batch.check, batch.source))
    if batch.heroes is not None:
        from mathhammer.show.pages.heroes import heroes_page

        page.put(heroes_page(batch.heroes, batch.source))


def _source_words(source: str) -> str:
    for game in EXAMPLES:
        if source == example_path(game):
            option = "" if game == WH40K else f" --game {game}"
            return (
                f"the built-in example; `mathhammer compare --example{option}` prints it to start "
                "from"
            )
    return source


def write_csv(path: str, batches: Sequence[MatchUpGroup]) -> None:
    """Write all match-ups as a table: ``scenario``, swept fields, then `MATCHUP_COLUMNS`.

    Over a mix of targets, each has its share, and a row a loadout with target ``mix`` follows.
    """
    from mathhammer.analysis.rows import MATCHUP_COLUMNS, SIMULATED_COLUMNS, matchup_row
    from mathhammer.show.overall import MIX_COLUMNS, mixed_rows

    whole = [(batch.source, batch.turn or batch.check or batch.heroes) for batch in batches]
    tables = [(source, result.table()) for source, result in whole if result is not None]
    if tables:
        lines: list[dict[str, Any]] = [
            {"scenario": source, **{str(name): value for name, value in row.items()}}
            for source, table in tables for row in table.to_dict("records")
        ]  # fmt: skip
        write_rows(path, ["scenario", *tables[0][1].columns], lines)
        return
    mixed = any(batch.shares for batch in batches)
    swept = dict.fromkeys(key for b in batches if b.sweep is not None for key in b.sweep.axes)
    rows = (
        {"scenario": batch.source, **row}
        for batch in batches
        for row in (
            batch.sweep.rows() if batch.sweep is not None
            else mixed_rows(batch.comparison, batch.shares) if batch.shares
            else map(matchup_row, batch.comparison.results)
        )
    )  # fmt: skip
    simulated = any(r.engine == "montecarlo" for b in batches for r in b.comparison.results)
    more = {**(SIMULATED_COLUMNS if simulated else {}), **(MIX_COLUMNS if mixed else {})}
    write_rows(path, ["scenario", *swept, *MATCHUP_COLUMNS, *more], rows)


def check_paths(options: argparse.Namespace) -> None:
    """Check where files are to be written, before anything is computed."""
    output = getattr(options, "output", None)
    given = {"--csv": options.csv, "--plot": options.plot, "--output": output}
    for option, path in given.items():
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
               for w in options.what):  # fmt: skip
            raise MathhammerError(f"{quoted(path)} is the scenario itself", option)
        endings = {"--plot": PICTURES, "--output": PAGES}.get(option, ())
        if endings and os.path.splitext(path)[1].lower() not in endings:
            known = " and ".join([", ".join(endings[:-1]), endings[-1]]).removeprefix(" and ")
            raise MathhammerError(
                f"{quoted(path)} ends in none of {known}: the ending says the format", option
            )
        _check_writable(path, option)
    named = [(option, os.path.realpath(path)) for option, path in given.items() if path]
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
        raise unwritable(path, option, error) from None


def unwritable(path: str, option: str, error: Exception) -> MathhammerError:
    """Return the error of a file that can't be written."""
    reason = getattr(error, "strerror", None) or type(error).__name__
    return MathhammerError(f"{quoted(path)} can't be written: {reason}", option)


def targets_text(games: Sequence[str]) -> str:
    """Return the lists of built-in targets of some games as a reader wants them."""
    from mathhammer.show.pages.targets import targets_page
    from mathhammer.show.terminal.page import Page

    page = Page(sys.stdout)
    for i, game in enumerate(games):
        if i:
            page.gap()
        page.put(targets_page(game))
    return page.text()


def targets_json(games: Sequence[str]) -> str:
    """Return the built-in targets of some games as a JSON array, one line a target."""
    from mathhammer.games.presets import DATA_DATES, GAMES

    return array(
        {"key": key, "game": game, **preset.fields, "stands_for": preset.stands_for,
         "data": DATA_DATES[game]}
        for game in games for key, preset in GAMES[game].items()
    )  # fmt: skip
