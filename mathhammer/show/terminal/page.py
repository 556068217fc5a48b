"""`Page`: what sheets look like in a terminal, through rich.

Everything printed is plain text first: it has to be read without colour, through a pipe
and at 80 columns. Colour only repeats what the words say. Names come from files and may
hold anything, so nothing of them is taken for markup or sent to the terminal unchecked.

rich is imported here and nowhere else, and of it only what a table needs: the module is
part of the start-up time of every call that prints.
"""

import io
import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import IO, TypeAlias

from rich.box import Box
from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from mathhammer.core.format import clean, shortened
from mathhammer.show import sheets

#: Width where the output is no terminal and COLUMNS says nothing.
WIDTH = 80
NARROWEST = 40
WIDEST = 120
#: Pages with fewer columns leave details out.
NARROW = 76
#: A text, or the share of a bar.
Cell: TypeAlias = str | float
#: What marks the best of some numbers, and its style where there are colours: one of those
#: that each terminal has its own shade of, for light and for dark.
BEST = "*"
MARKED = "bold green"
#: The most characters of the heading of a column of a matrix.
MAX_HEAD = 14

_EIGHTHS = " \u258f\u258e\u258d\u258c\u258b\u258a\u2589\u2588"
_RULED = "    \n    \n {}{} \n    \n    \n    \n    \n    \n"


def width_of(stream: IO[str], environ: Mapping[str, str] = os.environ) -> int:
    """Return the columns to print to: COLUMNS, else the terminal's, else 80."""
    given = environ.get("COLUMNS", "")
    width = int(given) if given.isascii() and given.isdigit() and len(given) < 6 else 0
    if not width and _is_terminal(stream):
        with suppress(OSError):
            width = os.get_terminal_size(stream.fileno()).columns
    return min(max(width or WIDTH, NARROWEST), WIDEST)


def _is_terminal(stream: IO[str]) -> bool:
    with suppress(OSError, ValueError, AttributeError):  # closed, or no real stream
        return stream.isatty()
    return False


def _at_right(text: str, width: int) -> str:
    return " " * (width - cell_len(text)) + text


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
        self._rule = rule
        self._box = Box(_RULED.format(rule, rule), ascii=True)  # no other box in its place
        self._sheet = io.StringIO()
        self._console = Console(
            file=self._sheet, width=self.width, height=25, highlight=False, markup=False,
            emoji=False, force_jupyter=False, force_terminal=_is_terminal(stream) or None,
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
        table = RichTable.grid(padding=(0, 1, 0, 0))
        table.add_column(width=label_width, no_wrap=True)
        table.add_column(overflow="fold")
        for label, text in rows:
            table.add_row(Text(label, "cyan"), Text(clean(text)))
        if table.row_count:
            self._console.print(table)

    def table(self, sheet: sheets.Table) -> None:
        """Put a table down with a line under its head."""
        gap = 1 if self.width < sheet.tight else 2
        places = [
            i for i, column in enumerate(sheet.columns)
            if not column.detail or self.width >= NARROW
        ]  # fmt: skip
        columns = [sheet.columns[i] for i in places]
        cells = [
            [self._cell(row[i], sheet.columns[i], (k, i) in sheet.best) for i in places]
            for k, row in enumerate(sheet.rows)
        ]
        widths = self._widths(columns, cells, gap, self.width - sheet.spare)
        if sheet.title:
            self.line(shortened(sheet.title, self.width))
        table = RichTable(
            box=self._box, padding=(0, gap - 1, 0, 0), pad_edge=False, show_edge=False,
            collapse_padding=False,
        )  # fmt: skip
        for column, width in zip(columns, widths, strict=True):
            left = bool(column.words or column.bar)
            table.add_column(
                Text(column.short or column.heading, "bold"), justify="left" if left else "right",
                overflow="fold", width=width, no_wrap=not left,
            )  # fmt: skip
        for k, row in enumerate(cells):
            styles = [MARKED if (k, i) in sheet.best else "" for i in places]
            table.add_row(*map(self._written, row, columns, widths, styles))
        self._console.print(table)
        if sheet.note:
            self.line(sheet.note)

    def matrix(self, sheet: sheets.Matrix) -> None:
        """Put numbers down, a row each, on pages of as many columns as fit a line."""
        gap = 1 if self.width < NARROW else 2
        names = [clean(name) for name in sheet.names]
        heads = sheet.short_heads(MAX_HEAD)
        mark = " " * bool(sheet.best)
        lines = [[cell + mark for cell in row] for row in sheet.cells]
        for i, j in sheet.best:
            lines[i][j] = sheet.cells[i][j] + BEST
        widths = [
            max(cell_len(head + mark), *(len(row[j]) for row in lines)) + gap
            for j, head in enumerate(heads)
        ]
        longest = max(map(cell_len, (*names, sheet.of)))
        first = min(longest, max(self.width // 3, self.width - sum(widths)))
        for number, (title, page) in enumerate(sheet.pages(widths, self.width - first)):
            if number:
                self.gap()
            corner = f"{sheet.of}, {title}" if title else sheet.of
            if cell_len(corner) > first:
                self.line(shortened(corner, self.width))
                corner = ""
            head = [_at_right(heads[j] + mark, widths[j]) for j in page]
            self._row(set_cell_size(corner, first), head, "bold", range(len(head)))
            self.line(self._rule * (first + sum(widths[j] for j in page)))
            for i, (name, row) in enumerate(zip(names, lines, strict=True)):
                name = set_cell_size(shortened(name, first), first)
                cells = [row[j].rjust(widths[j]) for j in page]
                best = [k for k, j in enumerate(page) if (i, j) in sheet.best]
                self._row(name, cells, MARKED, best)

    def heat_maps(self, sheet: sheets.HeatMaps) -> None:
        """Put heat maps down, as many side by side as fit a line.

        A line parts cells that differ. There are colours where the terminal has so many that
        what is written on them can be read in each.
        """
        ruled = [
            any(map(any, rows)) for rows in zip(*(one.down for one in sheet.maps), strict=True)
        ]
        cells = [text for one in sheet.maps for row in (one.heads, *one.cells) for text in row]
        first = max(len(text) for one in sheet.maps for text in (one.corner, *one.names))
        across = len(sheet.maps[0].heads)
        width = max(map(len, cells)) + 2
        if first + across * (width + 1) > self.width:
            width -= 1
        wide = first + across * (width + 1) - 1
        drawn = [self._heat_map(one, ruled, first, width) for one in sheet.maps]
        each = max(1, (self.width + 3) // (wide + 3))
        for begin in range(0, len(drawn), each):
            if begin:
                self.gap()
            for lines in zip(*drawn[begin : begin + each], strict=True):
                for line in lines[:-1]:
                    line.pad_right(wide - cell_len(line.plain) + 3)
                self._console.print(Text.assemble(*lines, no_wrap=True), crop=False)

    def _heat_map(
        self, one: sheets.HeatMap, ruled: Sequence[bool], first: int, width: int
    ) -> list[Text]:
        """Return the lines of a heat map: a title, a head, rows and the lines between them."""
        coloured = self._console.color_system in ("256", "truecolor")
        bar = "\u2502" if self._can("\u2502") else "|"
        head = " ".join(text.rjust(width - 1) + " " for text in one.heads)
        title = shortened(clean(one.title), first + len(head))
        lines = [Text(title), Text(one.corner.ljust(first) + head, "bold")]
        for name, cells, shades, down, across, is_ruled in zip(
            one.names, one.cells, one.shades, one.down, one.across, ruled, strict=True
        ):
            if is_ruled:
                rules = [(self._rule if parted else " ") * width for parted in down]
                lines.append(Text(" " * first + " ".join(rules)))
            line = Text(name.rjust(first))
            for k, (text, tint) in enumerate(zip(cells, shades, strict=True)):
                if k:
                    line.append(bar if across[k] else " ")
                style = f"{tint.ink} on {tint.colour}" if coloured else ""
                line.append(text.rjust(width - 1) + " ", style)
            lines.append(line)
        return lines

    def _row(self, name: str, cells: Sequence[str], style: str, styled: Iterable[int]) -> None:
        """Put down a line of cells, some of them in a style."""
        text = name + "".join(cells)
        if not self._console.is_terminal:  # hundreds of rows, without a way through rich
            self._sheet.write(text + "\n")
            return
        line = Text(text, no_wrap=True, overflow="ignore")
        for k in styled:
            end = len(name) + sum(map(len, cells[: k + 1]))
            line.stylize(style, end - len(cells[k].lstrip()), end)
        self._console.print(line, crop=False)

    def _cell(self, cell: Cell, column: sheets.Column, best: bool) -> Cell:
        """Return a cell that is no bar as it is printed, but for its length."""
        if not isinstance(cell, str):
            return cell
        return clean(cell) + ((BEST if best else " ") if column.marks else "")

    def _widths(
        self, columns: Sequence[sheets.Column], cells: Sequence[Sequence[Cell]], gap: int, room: int
    ) -> list[int | None]:
        """Return how wide each column is; None where that is left to the table."""
        needed = [
            max(
                len(column.short or column.heading),
                *(len(cell) for row in cells if isinstance(cell := row[i], str)), 0,
            )
            for i, column in enumerate(columns)
        ]  # fmt: skip
        widths = [
            column.width or min(need, column.most)
            for column, need in zip(columns, needed, strict=True)
        ]
        for i, column in enumerate(columns):
            if column.fills or column.bar:
                taken = [(width or need) + gap for width, need in zip(widths, needed, strict=True)]
                left = room - sum(taken) + taken[i]
                widths[i] = max(left, 8) if column.fills else min(left, column.bar)
        return [width or None for width in widths]

    def _written(
        self, cell: Cell, column: sheets.Column, width: int | None, style: str = ""
    ) -> Text:
        """Return a cell of a table: a text, cut where it has to be, or a bar."""
        if not isinstance(cell, str):
            return self.bar(cell, max(width or 0, 4))
        text = shortened(cell, column.lines * width) if column.lines and width else cell
        return Text(text, style)

    def put(self, blocks: Iterable[sheets.Block], apart: int = 0) -> None:
        """Put sheets down: a line between blocks, and so many after what stands there already."""
        lines = apart if self._sheet.tell() else 0
        for block in blocks:
            for _ in range(lines):
                self.gap()
            lines = 1
            for sheet in block:
                self._put(sheet)

    def _put(self, sheet: sheets.Sheet) -> None:
        """Put a sheet down, but for pictures: a terminal has none."""
        match sheet:
            case sheets.Title(text):
                self.title(text)
            case sheets.Heading(text):
                self.line(shortened(clean(text), self.width), "bold")
            case sheets.Line(text):
                self.line(text)
            case sheets.Sentences(rows):
                for about, text in rows:
                    self.line(f"{about}: {text}" if about else text)
            case sheets.Facts(rows, label_width):
                self.facts(rows, label_width)
            case sheets.Table():
                self.table(sheet)
            case sheets.Bars(table=table):
                self.table(table)
            case sheets.MatchUps():
                for j, table in enumerate(sheet.tables()):
                    if j:
                        self.gap()
                    self.table(table)
            case sheets.Matrix():
                self.matrix(sheet)
            case sheets.HeatMaps():
                self.heat_maps(sheet)
            case sheets.Fitting(tables, instead):
                if tables and sum(c.width + 2 for c in tables[0].columns) - 2 <= self.width:
                    for table in tables:
                        self.gap()
                        self.table(table)
                else:
                    self.table(instead)
            case sheets.Beside(parts):
                for one in parts:
                    self._put(one)

    def bar(self, share: float, width: int) -> Text:
        """Return a horizontal bar of `share` of `width` characters."""
        if not self.blocks:
            whole = round(share * width)
            return Text("#" * whole or ("." if share > 0 else ""), "cyan")
        whole, part = divmod(round(share * width * 8), 8)
        if share > 0 and not whole and not part:
            part = 1
        return Text(_EIGHTHS[8] * whole + (_EIGHTHS[part] if part else ""), "cyan")
