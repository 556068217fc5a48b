"""The closed vocabulary of abilities of a game: its rows, found by name or by short form.

A game lists its abilities in a table, one row each. All that names abilities asks the table:
the readers of fields and of texts, what is suggested for a misspelling, notes and help.
"""

from typing import Any, ClassVar, Generic, Self, TypeVar, dataclass_transform

from mathhammer.core.abbreviations import parted, stands_for
from mathhammer.core.errors import MathhammerError, nearest, quoted

#: What a row says of its effect: dice are changed by it; it changes none; it can't be computed.
MODELLED, INERT, NOT_MODELLED = "modelled", "no effect on the dice", "not modelled"

#: What follows the name of an ability: nothing, a number, a number or dice, a roll, or a
#: keyword and a roll or bonus.
NOTHING, NUMBER, DICE, ROLL, KEYWORD = "", "number", "dice", "roll", "keyword"


@dataclass_transform(kw_only_default=True)
class _Declared:
    """Takes the fields that are declared in subclasses, by name."""

    def __init__(self, **fields: Any) -> None:
        self.__dict__.update(fields)


class Row(_Declared):
    """One ability: its name, and what is said of it. Each game adds what it does in an attack.

    A row is itself and no other: rows are never equal but to themselves, and never changed.

    Attributes
    ----------
    kind : str
        Canonical name in lower case, hyphens as blanks and without brackets: ``"lethal hits"``.
    help : str
        One line on what it does.
    code : str
        Where the rules digest has it.
    written : str
        The name as written, where that is not `kind` with capitals.
    short : str
        Letters that stand for it in brackets; empty for none.
    spellings : tuple of str
        Other names, written as `kind` is.
    value : {NOTHING, NUMBER, DICE, ROLL, KEYWORD}
        What follows the name.
    effect : {MODELLED, INERT, NOT_MODELLED}
    instead : str
        What to do where it isn't modelled.
    context : tuple of str
        Fields of the context on which its effect depends.
    """

    kind: str
    help: str
    code: str = ""
    written: str = ""
    short: str = ""
    spellings: tuple[str, ...] = ()
    value: str = NOTHING
    effect: str = MODELLED
    instead: str = ""
    context: tuple[str, ...] = ()
    #: How each kind of value is written behind the name, with letters for it.
    _values: ClassVar[dict[str, str]]

    @property
    def name(self) -> str:
        """The name as it is written, without its value."""
        return self.written or self.kind.title()

    @property
    def form(self) -> str:
        """The name as it is written, with letters for its value."""
        return self.name + self._values.get(self.value, "").format(self)

    def __repr__(self) -> str:
        return f"<{self.name}>"


R = TypeVar("R", bound=Row)


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

    def abbreviated(self, folded: str) -> list[str]:
        """Return the abilities for which some words may stand that are no full name.

        Parameters
        ----------
        folded : str
            In lower case with hyphens as blanks.

        Returns
        -------
        list of str
            As they are written, with the value that follows.
        """
        name, value = parted(folded)
        found: dict[str, None] = {}
        for row in self.rows:
            short, rest = (folded, "") if row.value == NOTHING else (name, value)
            names = (row.kind, *row.spellings)
            if row.value != KEYWORD and any(stands_for(short, one) for one in names):
                found[f"{row.name} {rest}".strip()] = None
        return list(found)

    def expanded(self, folded: str, written: str) -> str:
        """Return the ability for which some words stand, or how they are written if for none.

        Raises
        ------
        MathhammerError
            They may stand for several.
        """
        found = self.abbreviated(folded)
        if len(found) > 1:
            raise MathhammerError(
                f"{quoted(written)} may be short for {' or '.join(found)}: write which"
            )
        return found[0] if found else written

    def forms(self) -> list[str]:
        """Return how the abilities that can be had are written, in alphabetical order."""
        return sorted(row.form for row in self.rows if row.effect != NOT_MODELLED)

    def meant(self, folded: str) -> str:
        """Return a hint on what a misspelling may mean, or nothing."""
        names = nearest(folded, [row.name for row in self.rows])
        return names or nearest(folded, [row.form for row in self.rows])
