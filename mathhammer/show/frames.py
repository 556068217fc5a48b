"""Results as pandas tables. pandas lives here and nowhere else.

Every table is tidy: a row is one thing (a stage, a weapon, a match-up), a column one
quantity with one unit. Names hold no spaces, so that ``table.query("destroyed > 0.5")``
works.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import singledispatch
from numbers import Integral
from typing import Any

import numpy as np
import pandas as pd

from mathhammer.analysis.efficiency import EFFICIENCY
from mathhammer.analysis.rows import matchup_columns
from mathhammer.analysis.sweeps import sweep_columns
from mathhammer.core.errors import MathhammerError, quoted
from mathhammer.results.attack import Result
from mathhammer.results.comparison import Comparison
from mathhammer.results.sweep import SweepResult
from mathhammer.results.view import Samples

#: The largest number that a column of ``at_least`` can be about.
MAX_AT_LEAST = 1_000_000


def frame(rows: Iterable[Mapping[str, Any]], columns: Iterable[str] = ()) -> pd.DataFrame:
    """Return rows as a DataFrame with the columns in their order; none are those of the rows.

    Parameters
    ----------
    rows : iterable of mapping
        Numbers that aren't known are None.
    columns : iterable of str

    Returns
    -------
    DataFrame
        Columns that hold numbers and gaps are float, with NaN for the gaps.
    """
    table = pd.DataFrame(list(rows), columns=list(columns) or None)
    gaps = [
        name
        for name in table.columns
        if table[name].dtype == object
        and all(value is None or isinstance(value, float | int) for value in table[name])
    ]
    return table.astype(dict.fromkeys(gaps, float))


@singledispatch
def table(answer: Any, *given: Any, **options: Any) -> pd.DataFrame:
    """Return an answer as a DataFrame: its rows, where it has no table of its own below."""
    return frame(answer.rows(*given, **options), answer.columns)


@table.register
def result_table(result: Result) -> pd.DataFrame:
    """Return the stages of one match-up, by ``stage``: see `Result.rows`."""
    return frame(result.rows()).set_index("stage")


def weapons_table(result: Result) -> pd.DataFrame:
    """Return the weapons of one match-up, in the order in which they attacked.

    What is resolved after all weapons (waiting Devastating wounds, the pool of mortal
    wounds, mortal dice) follows them. The rows of ``damage_mean`` and ``slain_mean`` add
    up to those of the whole attack.

    Parameters
    ----------
    result : Result

    Returns
    -------
    DataFrame
        Columns: ``weapon`` (name), ``when`` ("in turn" or "afterwards"), the means
        ``attacks_mean`` to ``damage_rolled_mean`` (NaN for what waited), ``damage_mean`` and
        ``damage_sd`` (wounds), ``slain_mean`` and ``slain_sd`` (models; NaN where it was
        too large to be followed).
    """
    rows: list[dict[str, Any]] = []
    for when, entries in (("in turn", result.weapons), ("afterwards", result.afterwards)):
        for entry in entries:
            row: dict[str, Any] = {"weapon": entry.name, "when": when}
            for stage in ("attacks", "hits", "wounds", "unsaved", "mortal", "damage_rolled"):
                row[f"{stage}_mean"] = getattr(entry, stage, None)
            for stage in ("damage", "slain"):
                part = getattr(entry, stage)
                row[f"{stage}_mean"] = None if part is None else part.mean
                row[f"{stage}_sd"] = None if part is None else part.sd
            rows.append(row)
    return frame(rows)


@table.register
def comparison_table(
    comparison: Comparison, columns: str = "usual", at_least: Sequence[int] | int = ()
) -> pd.DataFrame:
    """Return a comparison, one row per match-up, attacker by attacker.

    Parameters
    ----------
    comparison : Comparison
    columns : {"usual", "all"}
        `mathhammer.analysis.rows.USUAL_COLUMNS`, or all that are there. Each is named with
        its unit in `mathhammer.analysis.rows.MATCHUP_COLUMNS`.
    at_least : list of int, or int
        For each k two columns more: ``damage_at_least_k`` and ``slain_at_least_k``, the
        probabilities of that much and more, 0 to 1.

    Returns
    -------
    DataFrame
        Without the columns that would hold nothing, like those of points where there are
        none. Points that weren't given for all are NaN.

    Raises
    ------
    MathhammerError
        Something that is asked for is no whole number, 0 or more; or other columns.

    Examples
    --------
    A matrix for the eye is one step away::

        comparison.table().pivot(index="attacker", columns="target", values="slain_mean")
    """
    more = [(stage, k) for stage in ("damage", "slain") for k in _numbers(at_least)]
    return _by_columns(matchup_columns(comparison.results, columns, more))


def _by_columns(columns: Mapping[str, list[Any]]) -> pd.DataFrame:
    """Return columns of match-ups as a DataFrame; points are floats."""
    table = pd.DataFrame(columns)
    priced = ["attacker_points", "target_points", *EFFICIENCY]
    return table.astype({name: float for name in priced if name in table})


def _numbers(at_least: Any) -> list[int]:
    """Return the whole numbers that are asked for; a single one is accepted too."""
    given = [at_least] if isinstance(at_least, str) or not np.iterable(at_least) else at_least
    numbers: list[int] = []
    for k in given:
        if isinstance(k, bool) or not isinstance(k, Integral) or not 0 <= int(k) <= MAX_AT_LEAST:
            raise MathhammerError(
                f"{quoted(k)} is not a whole number from 0 to {MAX_AT_LEAST}", "at_least"
            )
        if int(k) not in numbers:
            numbers.append(int(k))
    return numbers


@table.register
def sweep_table(sweep: SweepResult, columns: str = "usual") -> pd.DataFrame:
    """Return a sweep, one row per match-up; a swept field's column is named as the field.

    Parameters
    ----------
    sweep : SweepResult
    columns : {"usual", "all"}
        As of a comparison.
    """
    return _by_columns(sweep_columns(sweep, columns))


@table.register
def samples_table(samples: Samples) -> pd.DataFrame:
    """Return simulated trials, a row each."""
    return pd.DataFrame(samples.trials, columns=list(samples.columns)).rename_axis("trial")
