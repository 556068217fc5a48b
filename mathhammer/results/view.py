"""`View`: what every answer can show of itself, written once: a table, a picture, a page.

A class says what there is (`title`, `rows`, `columns`); how it looks is left to
`mathhammer.show`, which stands above and is reached through one door (`mathhammer.core.lazy`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple, ParamSpec

from mathhammer.core.lazy import show
from mathhammer.core.progress import watched

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd

    from mathhammer.core.distribution import Distribution

P = ParamSpec("P")
#: The quantiles that tables have, by the names of their columns.
QUANTILES = {"q10": 0.1, "q50": 0.5, "q90": 0.9}


def summary(distribution: Distribution) -> dict[str, float]:
    """Return the mean, standard deviation and `QUANTILES` of a distribution, by column."""
    quantiles = {column: distribution.quantile(q) for column, q in QUANTILES.items()}
    return {"mean": distribution.mean, "sd": distribution.sd, **quantiles}


def attributes(answer: object, *names: str) -> dict[str, Any]:
    """Return some attributes of an answer by name, as for a result file."""
    return {name: getattr(answer, name) for name in names}


class Column(NamedTuple):
    """A column of a table as a notebook shows it.

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


class View:
    """An answer that can be shown."""

    @property
    def title(self) -> str:
        """What the answer is about."""
        raise NotImplementedError

    @property
    def columns(self) -> Iterable[str]:
        """The columns of `table`, in order; none where they are just the keys of its rows."""
        return ()

    @property
    def shown(self) -> Sequence[Column]:
        """The columns that a notebook shows; the last one is drawn as bars, too."""
        raise NotImplementedError

    def rows(self) -> Iterable[Mapping[str, Any]]:
        """Return the rows of `table`: a value, or None, for each of `columns`."""
        raise NotImplementedError

    @watched
    def table(self, *given: Any, **options: Any) -> pd.DataFrame:
        """Return `rows` as a DataFrame; what is given is handed on to `rows`."""
        table: pd.DataFrame = show("table", self, *given, **options)
        return table

    @watched
    def plot(self, **options: Any) -> Any:
        """Draw the answer, and return the matplotlib Axes.

        Raises
        ------
        MathhammerError
            There is no picture of such an answer.
        """
        return show("plot", self, **options)

    @watched
    def text(self) -> str:
        """Return the answer as the command line prints it."""
        text: str = show("text", self)
        return text

    @watched
    def _repr_html_(self) -> str:
        """Return what a notebook shows."""
        text: str = show("html", self)
        return text


class Rows(NamedTuple):
    """The rows that a function yields, to be shown as a table.

    Attributes
    ----------
    columns : iterable of str
        Their keys, in order.
    rows : callable
        Returns them.
    """

    columns: Iterable[str]
    rows: Callable[[], Iterable[Mapping[str, Any]]]


def tabled(
    rows: Callable[P, Iterable[Mapping[str, Any]]], columns: Iterable[str]
) -> Callable[P, pd.DataFrame]:
    """Return a function that returns the rows of another one as a DataFrame.

    Parameters
    ----------
    rows : callable
        Takes anything, and yields rows.
    columns : iterable of str
        Their keys, in order.
    """

    @watched
    @wraps(rows)
    def table(*given: P.args, **options: P.kwargs) -> pd.DataFrame:
        frame: pd.DataFrame = show("table", Rows(columns, lambda: rows(*given, **options)))
        return frame

    table.__name__ = f"{rows.__name__}_table"
    table.__doc__ = f"Return the rows of `{rows.__name__}`, which takes the same, as a DataFrame."
    return table


class Samples(NamedTuple):
    """Simulated trials one by one.

    Attributes
    ----------
    trials : ndarray of int64, shape (trials, columns)
    columns : sequence of str
    """

    trials: npt.NDArray[np.int64]
    columns: Sequence[str]
