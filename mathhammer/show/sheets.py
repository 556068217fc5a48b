"""Sheets: what a page says, without saying how it looks.

An answer is turned into blocks of sheets once (`mathhammer.show.pages`); the terminal and
the pages of HTML each only render them. The sheets of a block stand close together.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Self, TypeAlias

from mathhammer.core.distribution import Distribution
from mathhammer.core.format import bars, clean, percent, shortened
from mathhammer.show.shades import Shade

#: Pages with fewer characters a line have the columns of what is compared closer together.
TIGHT = 76
#: Labels with their texts.
Rows: TypeAlias = Sequence[tuple[str, str]]
Lines: TypeAlias = list[tuple[str, str]]


class Title(NamedTuple):
    """What the page, or what follows, is about."""

    text: str


class Heading(NamedTuple):
    """A heading within a page."""

    text: str


class Line(NamedTuple):
    """A sentence."""

    text: str


class Sentences(NamedTuple):
    """A list of sentences.

    Attributes
    ----------
    rows : list of (str, str)
        What each is about, empty where that needs no word, and the sentence.
    """

    rows: Rows

    @classmethod
    def plain(cls, sentences: Iterable[str]) -> Self:
        """Return sentences that are about all of an answer."""
        return cls([("", sentence) for sentence in sentences])


class Facts(NamedTuple):
    """Lines of a label and a text.

    Attributes
    ----------
    rows : list of (str, str)
    label_width : int
        Characters of the labels.
    """

    rows: Rows
    label_width: int = 10

    @classmethod
    def of(cls, *rows: tuple[str, str]) -> Self:
        """Return lines of a label and a text; those that have no text are left out."""
        return cls([row for row in rows if row[1]])


class Column(NamedTuple):
    """A column of a table.

    Attributes
    ----------
    heading : str
    words : bool
        Whether it holds words, which stand to the left; numbers stand to the right.
    width, most : int
        How many characters it takes, and the most of them; 0 for as many as it needs.
    fills : bool
        Whether it takes what the others leave of a line.
    lines : int
        To how many lines of it longer cells are cut; 0 for never.
    bar : int
        The most characters of a bar; then the cells are numbers from 0 to 1.
    detail : bool
        Whether narrow pages leave it out.
    marks : bool
        Whether the best of its cells are marked.
    short : str
        The heading where there is little room.
    """

    heading: str
    words: bool = False
    width: int = 0
    most: int = 0
    fills: bool = False
    lines: int = 0
    bar: int = 0
    detail: bool = False
    marks: bool = False
    short: str = ""


class Table(NamedTuple):
    """A table.

    Attributes
    ----------
    columns : list of Column
    rows : list of list of str or float
        Floats for the columns of bars.
    title, note : str
        A line above it, and one below.
    best : set of (int, int)
        Row and column of the cells that are marked.
    tight : int
        Pages with fewer characters a line have its columns closer together.
    spare : int
        Characters of the line that a column which fills it leaves free.
    """

    columns: Sequence[Column]
    rows: Sequence[Sequence[Any]]
    title: str = ""
    note: str = ""
    best: frozenset[tuple[int, int]] = frozenset()
    tight: int = 0
    spare: int = 0

    @property
    def names(self) -> int:
        """The column that names the rows: the first of words."""
        return next((i for i, column in enumerate(self.columns) if column.words), 0)

    @classmethod
    def named(cls, rows_are: str, numbers: Iterable[str], rows: Sequence[Sequence[Any]]) -> Self:
        """Return a table of numbers, whose first column names the rows."""
        return cls([Column(rows_are, words=True), *map(Column, numbers)], rows)

    @classmethod
    def compared(
        cls,
        title: str,
        names: Sequence[str],
        measures: Sequence[Column],
        rows: Sequence[Sequence[str]],
        best: Iterable[tuple[int, int]],
        tight: int = 0,
    ) -> Self:
        """Return a table whose rows are compared with one another.

        Parameters
        ----------
        title : str
            Over the names.
        names : list of str
            They are numbered.
        measures : list of Column
        rows : list of list of str
            A text for each of the measures.
        best : iterable of (int, int)
            Row and measure of the cells that are marked.
        tight : int
            See `Table`.
        """
        columns = [Column(title, words=True, fills=True, lines=1), *measures]
        named = [
            [f"{i} {name}", *row] for i, (name, row) in enumerate(zip(names, rows, strict=True), 1)
        ]
        marked = frozenset((row, measure + 1) for row, measure in best)
        return cls(columns, named, best=marked, tight=tight)


class Fitting(NamedTuple):
    """Tables that are shown where they fit a line, and what is shown where they don't.

    Attributes
    ----------
    tables : list of Table
        Their columns all have a width.
    instead : Table
    """

    tables: Sequence[Table]
    instead: Table


class Beside(NamedTuple):
    """Sheets that stand side by side where there is room."""

    sheets: Sequence[Any]


class Bars(NamedTuple):
    """A distribution.

    Attributes
    ----------
    label : str
        What the number is.
    distribution : Distribution
    rows : list of (str, float, float)
        The numbers, the probability of exactly those, and of at least the first of them.
    widest : int
        The most characters of a bar.
    """

    label: str
    distribution: Distribution
    rows: Sequence[tuple[str, float, float]]
    widest: int = 60

    @property
    def table(self) -> Table:
        """The rows as a table, with a bar each."""
        largest = max(exactly for _, exactly, _ in self.rows)
        columns = [*map(Column, (self.label, "exactly", "at least")), Column("", bar=self.widest)]
        rows = [
            [name, percent(exactly), percent(at_least), exactly / largest]
            for name, exactly, at_least in self.rows
        ]
        return Table(columns, rows)

    @classmethod
    def of(
        cls, label: str, distribution: Distribution, most: int = 0, all_rows: bool = True
    ) -> Self:
        """Return a distribution with its numbers condensed to as many rows as are read at a glance.

        Parameters
        ----------
        label : str
        distribution : Distribution
            Of a number that is not negative.
        most : int
            The largest value, where it is to be marked as all of them.
        all_rows : bool
            Whether a value that can't happen has a row too.
        """
        rows = [
            ("all " * (row.low == row.high == most > 1) + row.label, row.exactly, row.at_least)
            for row in bars(distribution)
            if all_rows or row.exactly > 0
        ]
        return cls(label, distribution, rows)


class MatchUps(NamedTuple):
    """Loadouts against targets: some numbers of each match-up.

    Attributes
    ----------
    loadouts, targets : list of str
        Their names.
    described : list of str
        The targets as they were understood.
    measures : list of Column
    cells : dict
        From (loadout, target) to a text for each of the measures.
    best : set of (int, int, int)
        Loadout, target and measure of the cells that are marked.
    shares : list of float
        How often each target is met; empty where that doesn't matter.
    """

    loadouts: Sequence[str]
    targets: Sequence[str]
    described: Sequence[str]
    measures: Sequence[Column]
    cells: Mapping[tuple[int, int], Sequence[str]]
    best: frozenset[tuple[int, int, int]]
    shares: Sequence[float] = ()

    def tables(self) -> Iterable[Table]:
        """Yield one table per target, whose rows are the loadouts."""
        for j, title in enumerate(self.described):
            cells = [self.cells[i, j] for i in range(len(self.loadouts))]
            best = {(i, m) for i, k, m in self.best if k == j}
            yield Table.compared(title, self.loadouts, self.measures, cells, best, TIGHT)


class Matrix(NamedTuple):
    """One number for each of some rows and columns, on as many pages of columns as need be.

    Attributes
    ----------
    of : str
        What the numbers are.
    names, heads : list of str
        Of the rows and of the columns.
    cells : list of list of str
        A row each.
    best : set of (int, int)
        Row and column of the cells that are marked.
    across : str
        What the columns are.
    """

    of: str
    names: Sequence[str]
    heads: Sequence[str]
    cells: Sequence[Sequence[str]]
    best: frozenset[tuple[int, int]] = frozenset()
    across: str = "targets"

    def pages(self, widths: Sequence[int], room: int) -> list[tuple[str, range]]:
        """Return the columns of each page with what it is called, where there are several.

        Parameters
        ----------
        widths : sequence of int
            Of the columns.
        room : int
            What the columns of a page have; each page has at least one.
        """
        starts, taken = [0], 0
        for j, width in enumerate(widths):
            taken += width
            if taken > room and j > starts[-1]:
                starts.append(j)
                taken = width
        ends = [*starts[1:], len(widths)]
        pages = [range(a, b) for a, b in zip(starts, ends, strict=True)]
        if len(pages) == 1:
            return [("", pages[0])]
        whole = len(widths)
        return [
            (
                f"{self.across} {p[0] + 1} to {p[-1] + 1} of {whole}"
                if len(p) > 1
                else f"{self.across.removesuffix('s')} {p[0] + 1} of {whole}",
                p,
            )
            for p in pages
        ]

    def short_heads(self, most: int) -> list[str]:
        """Return headings of up to so many characters, with their places where one was cut."""
        cut = [shortened(clean(head), most) for head in self.heads]
        if len(set(cut)) == len(cut) and not any("..." in head for head in cut):
            return cut
        return [
            f"{j} {shortened(clean(head), most - len(str(j)) - 1)}"
            for j, head in enumerate(self.heads, 1)
        ]


class HeatMap(NamedTuple):
    """A number for each of some rows and columns, on the colour of its size.

    Attributes
    ----------
    title : str
    corner : str
        What the rows and columns are.
    names, heads : list of str
        Of the rows and of the columns.
    cells : list of list of str
        A row each.
    shades : list of list of Shade
        Of the cells.
    down, across : list of list of bool
        Where a cell is parted from the one above, and from the one to the left, by a line.
    """

    title: str
    corner: str
    names: Sequence[str]
    heads: Sequence[str]
    cells: Sequence[Sequence[str]]
    shades: Sequence[Sequence[Shade]]
    down: Sequence[Sequence[bool]]
    across: Sequence[Sequence[bool]]


class HeatMaps(NamedTuple):
    """Heat maps of one shape, side by side where there is room."""

    maps: Sequence[HeatMap]


class Picture(NamedTuple):
    """A chart.

    Attributes
    ----------
    draw : callable
        Draws it, and returns the Axes.
    words : str
        What it shows.
    missing : str
        What stands in its place where it can't be drawn, with ``{}`` for why.
    """

    draw: Callable[[], Any]
    words: str
    missing: str = "No picture: {}."


Sheet: TypeAlias = (
    Title
    | Heading
    | Line
    | Sentences
    | Facts
    | Table
    | Fitting
    | Beside
    | Bars
    | MatchUps
    | Matrix
    | HeatMaps
    | Picture
)
Block: TypeAlias = Sequence[Sheet]


class Section(NamedTuple):
    """A part of a report.

    Attributes
    ----------
    heading : str
    blocks : list of Block
    alike : bool
        Whether each block is about one of several things of a kind, which begins with its heading.
    folded : bool
        Whether its blocks are shown when they are asked for.
    """

    heading: str
    blocks: Sequence[Block]
    alike: bool = False
    folded: bool = False


class Report(NamedTuple):
    """All that is said of what a file asks.

    Attributes
    ----------
    title : str
    game : str
    facts : list of (str, str)
    sections : list of Section
    """

    title: str
    game: str
    facts: Rows
    sections: Sequence[Section]


def best_of(values: Sequence[float | None], cells: Sequence[str]) -> list[int]:
    """Return which of some values are the best; all that print the same are best together.

    Examples
    --------
    >>> best_of([0.5, 0.7, None], ["0.50", "0.70", "-"])
    [1]
    >>> best_of([0.0, 0.0], ["0.00", "0.00"])
    []
    """
    known = [value for value in values if value is not None]
    if len(values) < 2 or not known or max(known) <= 0:
        return []
    best = cells[values.index(max(known))]
    places = [i for i, cell in enumerate(cells) if cell == best]
    return places if len(places) < len(cells) else []
