"""The closed vocabulary of abilities of a game: its rows, found by name or by short form.

A game lists its abilities in a table, one row each. All that names abilities asks the table:
the readers of fields and of texts, what is suggested for a misspelling, notes and help.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, NamedTuple, Protocol, Self, TypeVar

from mathhammer.core.errors import nearest

#: What a row says of its effect: dice are changed by it; it changes none; it can't be computed.
MODELLED, INERT, NOT_MODELLED = "modelled", "no effect on the dice", "not modelled"

#: What follows the name of an ability: nothing, a number, a number or dice, a roll, or a
#: keyword and a roll or bonus.
NOTHING, NUMBER, DICE, ROLL, KEYWORD = "", "number", "dice", "roll", "keyword"


class Row(Protocol):
    """What the rows of every game hold."""

    @property
    def kind(self) -> str:
        """The canonical name in lower case, hyphens as blanks."""

    @property
    def name(self) -> str:
        """How it is written, without its value."""

    @property
    def form(self) -> str:
        """How it is written, with letters for its values."""

    @property
    def code(self) -> str:
        """Where the rules digest has it."""

    @property
    def help(self) -> str:
        """One line on what it does."""

    @property
    def short(self) -> str:
        """Letters that stand for it in brackets, empty for none."""

    @property
    def spellings(self) -> tuple[str, ...]:
        """Other names, written as `kind` is."""

    @property
    def value(self) -> str:
        """What follows its name: `NOTHING`, `NUMBER`, `DICE`, `ROLL` or `KEYWORD`."""

    @property
    def effect(self) -> str:
        """One of `MODELLED`, `INERT` and `NOT_MODELLED`."""

    @property
    def instead(self) -> str:
        """What to do where it isn't modelled, else empty."""

    @property
    def context(self) -> tuple[str, ...]:
        """The fields of the context on which its effect depends."""


R = TypeVar("R", bound=Row)


class Described(NamedTuple):
    """A row of the reference of abilities.

    Attributes
    ----------
    form, short, code, help, effect, instead : str
    context : tuple of str
        The fields of the context on which its effect depends.
    """

    form: str
    short: str
    code: str
    help: str
    effect: str
    instead: str
    context: tuple[str, ...]


class Vocabulary(Generic[R]):
    """The abilities that weapons, or units, of a game can have.

    Parameters
    ----------
    rows : tuple of row
        In the order of the rules digest.
    """

    def __init__(self, rows: tuple[R, ...]) -> None:
        self.rows = rows
        #: From each spelling of a name to its row.
        self.by_name = {name: row for row in rows for name in (row.kind, *row.spellings)}
        #: From each short form to its row.
        self.by_short = {row.short: row for row in rows if row.short}

    def adding(self, *rows: R) -> Self:
        """Return the vocabulary with more rows."""
        return type(self)((*self.rows, *rows))

    def find(self, folded: str) -> tuple[R, str] | None:
        """Return the row with whose name some words begin, and what follows, or None.

        Parameters
        ----------
        folded : str
            In lower case with hyphens as blanks.
        """
        exact = self.by_name.get(folded)
        if exact is not None:
            return exact, ""
        for name, row in self.by_name.items():
            if not folded.startswith(name):
                continue
            rest = folded[len(name) :]
            if row.value == ROLL:  # it may touch the name, as in fnp5+
                fits = not rest or rest[0] == " " or rest[0].isdigit()
            else:
                alone = row.value == NOTHING and row.effect != NOT_MODELLED
                fits = not rest or (rest[0] == " " and not alone)
            if fits:
                return row, rest.strip()
        return None

    def named(self, folded: str) -> R | None:
        """Return the row with whose name some words begin, None where none does."""
        found = self.find(folded)
        return found[0] if found else None

    def forms(self) -> list[str]:
        """Return how the abilities that can be had are written, in alphabetical order."""
        return sorted(row.form for row in self.rows if row.effect != NOT_MODELLED)

    def meant(self, folded: str) -> str:
        """Return a hint on what a misspelling may mean, or nothing."""
        names = nearest(folded, [row.name for row in self.rows])
        return names or nearest(folded, [row.form for row in self.rows])

    def reference(self) -> Iterator[Described]:
        """Yield a line on each ability, for `--help` and the documents."""
        for row in self.rows:
            yield Described(
                row.form, row.short, row.code, row.help, row.effect, row.instead, row.context
            )
