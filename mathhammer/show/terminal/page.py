"""What a result looks like in a terminal: tables, bars and sentences, through rich.

Everything printed is plain text first: it has to be read without colour, through a pipe
and at 80 columns. Colour only repeats what the words say. Names come from files and may
hold anything, so nothing of them is taken for markup or sent to the terminal unchecked.

rich is imported here and nowhere else, and of it only what a table needs: the module is
part of the start-up time of every call that prints.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import IO, TYPE_CHECKING, Any

from rich.box import Box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from mathhammer.core.format import (
    bars,
    clean,
    error_figure,
    figure,
    is_possible,
    percent,
    shortened,
)
from mathhammer.games.words import words_of
from mathhammer.show.facts import attacker_facts, context_facts, engine_facts, target_facts
from mathhammer.show.match_up import charted
from mathhammer.show.sentences import result_answers

if TYPE_CHECKING:
    from mathhammer.core.distribution import Distribution
    from mathhammer.results.attack import Result

#: Width where the output is no terminal and COLUMNS says nothing.
WIDTH = 80
NARROWEST = 40
WIDEST = 120

_EIGHTHS = " \u258f\u258e\u258d\u258c\u258b\u258a\u2589\u2588"
_RULED = "    \n    \n {}{} \n    \n    \n    \n    \n    \n"


# ------------------------------------------------------------------------------- the page


def width_of(stream: IO[str], environ: Mapping[str, str] = os.environ) -> int:
    """Return the columns to print to: COLUMNS, else the terminal's, else 80."""
    given = environ.get("COLUMNS", "")
    width = int(given) if given.isascii() and given.isdigit() and len(given) < 6 else 0
    if not width:
        try:
            width = os.get_terminal_size(stream.fileno()).columns if stream.isatty() else WIDTH
        except (OSError, ValueError, AttributeError):
            width = WIDTH
    return min(max(width or WIDTH, NARROWEST), WIDEST)


def _is_terminal(stream: IO[str]) -> bool:
    try:
        return stream.isatty()
    except (OSError, ValueError, AttributeError):  # closed, or no real stream
        return False


class _Sheet(io.StringIO):
    """Memory that looks to rich like the stream for which it is filled."""

    def __init__(self, encoding: str, terminal: bool) -> None:
        super().__init__()
        self._encoding = encoding
        self._terminal = terminal

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """The encoding of the stream behind."""
        return self._encoding

    def isatty(self) -> bool:
        """Return whether the stream behind is a terminal."""
        return self._terminal


class Page:
    """A sheet of text that is filled, and then printed as a whole.

    Parameters
    ----------
    stream : text file
        Where it will be printed: decides on colour, width and characters.
    """

    def __init__(self, stream: IO[str]) -> None:
        self.width = width_of(stream)
        self.encoding = getattr(stream, "encoding", None) or "utf-8"
        self.blocks = self._can(_EIGHTHS)
        rule = "\u2500" if self._can("\u2500") else "-"
        self._box = Box(_RULED.format(rule, rule), ascii=True)  # no other box in its place
        self._sheet = _Sheet(self.encoding, _is_terminal(stream))
        self._console = Console(
            file=self._sheet, width=self.width, height=25, highlight=False, markup=False,
            emoji=False, force_jupyter=False,
        )  # fmt: skip

    def _can(self, characters: str) -> bool:
        try:
            characters.encode(self.encoding)
        except (UnicodeError, LookupError):
            return False
        return True

    def text(self) -> str:
        """Return what was put on the page so far."""
        lines = self._sheet.getvalue().splitlines()
        return "\n".join(line.rstrip() for line in lines) + "\n"

    def gap(self) -> None:
        """Leave a line empty."""
        self._console.print()

    def line(self, text: str, style: str = "") -> None:
        """Put a text down, broken at words where it is longer than a line."""
        self._console.print(Text(clean(text), style))

    def title(self, text: str) -> None:
        """Put a title down, with a line under it."""
        text = shortened(clean(text), 2 * self.width)
        self.line(text, "bold")
        rule = "\u2550" if self._can("\u2550") else "="
        self.line(rule * min(len(text), self.width), "bold")

    def facts(self, rows: Iterable[tuple[str, str]], label_width: int = 10) -> None:
        """Put down lines of a label and a text; the text is broken beside its label."""
        table = Table.grid(padding=(0, 1, 0, 0))
        table.add_column(width=label_width, no_wrap=True)
        table.add_column(overflow="fold")
        for label, text in rows:
            table.add_row(Text(label, "cyan"), Text(clean(text)))
        if table.row_count:
            self._console.print(table)

    def table(
        self,
        head: Sequence[str],
        rows: Iterable[Sequence[str | Text]],
        *,
        widths: Sequence[int | None] | None = None,
        left: Sequence[int] = (0,),
        gap: int = 2,
    ) -> None:
        """Put down a table with a line under its head.

        Parameters
        ----------
        head : list of str
        rows : iterable of list of str
        widths : list of int or None, optional
            Fixed widths of columns.
        left : list of int
            Columns of words; the others are numbers and stand to the right.
        gap : int
            Blanks between columns, at least 1.
        """
        table = Table(
            box=self._box, padding=(0, gap - 1, 0, 0), pad_edge=False, show_edge=False,
            collapse_padding=False,
        )  # fmt: skip
        for i, word in enumerate(head):
            table.add_column(
                Text(word, "bold"), justify="left" if i in left else "right", overflow="fold",
                width=widths[i] if widths else None, no_wrap=i not in left,
            )  # fmt: skip
        for row in rows:
            table.add_row(*(Text(clean(c)) if isinstance(c, str) else c for c in row))
        self._console.print(table)

    def bar(self, share: float, width: int) -> Text:
        """Return a horizontal bar of `share` of `width` characters."""
        if not self.blocks:
            whole = round(share * width)
            return Text("#" * whole or ("." if share > 0 else ""), "cyan")
        whole, part = divmod(round(share * width * 8), 8)
        if share > 0 and not whole and not part:
            part = 1
        return Text(_EIGHTHS[8] * whole + (_EIGHTHS[part] if part else ""), "cyan")


# ------------------------------------------------------------------------------ a result


def result_page(
    page: Page,
    result: Result,
    *,
    read_as: Sequence[str] = (),
    source: str = "",
) -> None:
    """Put a whole result on a page.

    Parameters
    ----------
    page : Page
    result : Result
    read_as : list of str
        How a text was understood, where it could be read in several ways.
    source : str
        The file that it comes from.
    """
    attacker, target = result.attacker, result.target
    page.title(f"{attacker.label} against {target.label}")
    page.facts(
        [
            *([("file", source)] if source else []),
            *attacker_facts(attacker),
            *target_facts(target),
            *context_facts(result.context.given),
            *[("sweep", f"{key} = {value}") for key, value in result.sweep.items()],
            *[("rulings", f"{k} = {v}") for k, v in result.ruleset.items()],
            *[("read as", text) for text in read_as],
            *engine_facts(result),
        ]
    )
    page.gap()
    _stage_table(page, result)
    page.gap()
    name, distribution, most = charted(result)
    bar_chart(page, f"{name} (of {most})", distribution, most)
    page.gap()
    if len(result.weapons) + len(result.afterwards) > 1:
        _weapon_table(page, result)
        page.gap()
    page.facts(result_answers(result))


def _stage_table(page: Page, result: Any) -> None:
    rows = []
    simulated = result.engine == "montecarlo"
    for name, label in words_of(result.target.game).stages.items():
        stage: Distribution = getattr(result, name)
        if name == "mortal" and not is_possible(stage):
            continue
        quantiles = (str(stage.quantile(q)) for q in (0.1, 0.5, 0.9))
        mean = figure(stage.mean)
        errors = [error_figure(result.standard_error(name))] if simulated else []
        rows.append([label, mean, *errors, figure(stage.sd), *quantiles])
    head = ["mean", "s.e.", "sd"] if simulated else ["mean", "sd"]
    page.table(["stage", *head, "10%", "50%", "90%"], rows)


def bar_chart(
    page: Page, label: str, distribution: Distribution, most: int = 0, all_rows: bool = True
) -> None:
    """Put down a distribution: a row a value, with a bar for its probability.

    Parameters
    ----------
    page : Page
    label : str
        What the number is.
    distribution : Distribution
        Of a number that is not negative.
    most : int
        The largest value, where it is to be marked as all of them.
    all_rows : bool
        Whether a value that can't happen has a row too.
    """
    rows = [row for row in bars(distribution) if all_rows or row.exactly > 0]
    largest = max(row.exactly for row in rows)
    width = min(page.width - len(label) - 21, 60)
    page.table(
        [label, "exactly", "at least", ""],
        [
            [
                ("all " if row.low == row.high == most > 1 else "") + row.label,
                percent(row.exactly),
                percent(row.at_least),
                page.bar(row.exactly / largest, width),
            ]
            for row in rows
        ],
        left=(3,),
    )


def _weapon_table(page: Page, result: Result) -> None:
    columns = ["attacks", "hits", "wounds", "unsaved", "mortal", "damage_rolled"]
    if not is_possible(result.mortal):
        columns.remove("mortal")
    if page.width < 76:  # what came out is more than how
        columns = [c for c in columns if c in ("hits", "unsaved")]
    head = [*(c.removeprefix("damage_") for c in columns), "damage", "slain"]
    room = page.width - sum(max(len(c), 5) + 2 for c in head)
    rows = []
    entries: list[Any] = [*result.weapons, *result.afterwards]
    for row in entries:
        means = [getattr(row, c, None) for c in columns]
        means += [None if d is None else d.mean for d in (row.damage, row.slain)]
        name = shortened(clean(row.name), max(2 * room, 8))
        rows.append([name, *("-" if mean is None else figure(mean) for mean in means)])
    page.table(
        ["means in order", *head], rows, widths=[max(room, 8), *(max(len(c), 5) for c in head)]
    )
    if any(row.damage is None for row in entries):
        page.line("- too large to be followed weapon by weapon")
