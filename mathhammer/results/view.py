"""What a notebook shows of a table of results: a few columns, and a bar a row."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, NamedTuple

from mathhammer.core.lazy import shown_by

if TYPE_CHECKING:
    import pandas as pd


class Column(NamedTuple):
    """A column of a table as it is shown.

    Attributes
    ----------
    name : str
        Of the DataFrame's column.
    heading : str
    percent, whole : bool
        Whether it holds probabilities, or whole numbers and gaps.
    """

    name: str
    heading: str
    percent: bool = False
    whole: bool = False


class TableView:
    """A result with a table, of which a notebook shows some columns.

    Attributes
    ----------
    shown : tuple of Column
        The last one is drawn as bars, too.
    """

    shown: ClassVar[tuple[Column, ...]]

    def table(self) -> pd.DataFrame:
        """Return the whole table."""
        raise NotImplementedError

    @property
    def title(self) -> str:
        """What the table is of."""
        raise NotImplementedError

    def columns_shown(self) -> tuple[Column, ...]:
        """Return the columns that are shown; those of the class unless it says otherwise."""
        return self.shown

    def _repr_html_(self) -> str:
        """Return what a notebook shows."""
        table_html = shown_by("html").table_html

        return table_html(self.title, self.table(), self.columns_shown())
