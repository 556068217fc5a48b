"""Results as pandas tables. pandas lives here and nowhere else.

Every table is tidy: a row is one thing (a stage, a weapon, a match-up), a column one
quantity with one unit. Names hold no spaces, so that ``table.query("destroyed > 0.5")``
works.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from numbers import Integral
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from mathhammer.analysis.efficiency import EFFICIENCY
from mathhammer.analysis.rows import MATCHUP_COLUMNS, SIMULATED_COLUMNS, STAGES, matchup_row
from mathhammer.core.errors import MathhammerError, quoted

if TYPE_CHECKING:
    from mathhammer.analysis.saves import AgainstSaves
    from mathhammer.heroes import GamesResult, HeroesResult
    from mathhammer.reroll.check import CheckReroll
    from mathhammer.reroll.outcome import CommandReroll
    from mathhammer.results.attack import Result
    from mathhammer.results.check import CheckResult
    from mathhammer.results.comparison import Comparison
    from mathhammer.results.turn import TurnResult

#: The largest number that a column of ``at_least`` can be about.
MAX_AT_LEAST = 1_000_000
QUANTILES = {"q10": 0.1, "q50": 0.5, "q90": 0.9}


def frame(rows: Iterable[Mapping[str, Any]], columns: Iterable[str]) -> pd.DataFrame:
    """Return rows as a DataFrame with the columns in their order.

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
    names = list(columns)
    table = pd.DataFrame(list(rows), columns=names)
    gaps = [
        name
        for name in names
        if table[name].dtype == object
        and all(value is None or isinstance(value, float | int) for value in table[name])
    ]
    return table.astype(dict.fromkeys(gaps, float))


def result_table(result: Result) -> pd.DataFrame:
    """Return the stages of one match-up.

    Parameters
    ----------
    result : Result

    Returns
    -------
    DataFrame
        Index ``stage``: attacks, hits, wounds, unsaved, mortal, damage_rolled, damage,
        slain, in this order. Columns: ``mean`` and ``sd`` (float), the quantiles ``q10``,
        ``q50`` and ``q90`` (int). Attacks to unsaved and slain count dice or models, the
        others wounds.
    """
    rows = []
    for name in STAGES:
        stage = getattr(result, name)
        row: dict[str, Any] = {"stage": name, "mean": stage.mean, "sd": stage.sd}
        rows.append(row | {column: stage.quantile(q) for column, q in QUANTILES.items()})
    return pd.DataFrame(rows).set_index("stage")


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
    table = pd.DataFrame(rows)
    numbers = [column for column in table.columns if column not in ("weapon", "when")]
    return table.astype(dict.fromkeys(numbers, float))


def comparison_table(comparison: Comparison, at_least: Sequence[int] | int = ()) -> pd.DataFrame:
    """Return a comparison, one row a match-up, attacker by attacker.

    Parameters
    ----------
    comparison : Comparison
    at_least : list of int, or int
        For each k two columns more: ``damage_at_least_k`` and ``slain_at_least_k``, the
        probabilities of that much and more, 0 to 1.

    Returns
    -------
    DataFrame
        Columns: those of `mathhammer.show.match_up.MATCHUP_COLUMNS`, where each is
        named with its unit. Points that weren't given are NaN.

    Raises
    ------
    MathhammerError
        Something that is asked for is no whole number, 0 or more.

    Examples
    --------
    A matrix for the eye is one step away::

        comparison.table().pivot(index="attacker", columns="target", values="slain_mean")
    """
    more = [(stage, k) for stage in ("damage", "slain") for k in _numbers(at_least)]
    rows = [
        matchup_row(result)
        | {f"{stage}_at_least_{k}": getattr(result, stage).at_least(k) for stage, k in more}
        for result in comparison.results
    ]
    simulated = SIMULATED_COLUMNS if rows and "seed" in rows[0] else {}
    table = frame(
        rows, [*MATCHUP_COLUMNS, *simulated, *(f"{stage}_at_least_{k}" for stage, k in more)]
    )
    priced = ["attacker_points", "target_points", *EFFICIENCY]
    return table.astype(dict.fromkeys(priced, float))


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


def turn_table(result: TurnResult) -> pd.DataFrame:
    """Return a turn, one row a unit after each step.

    Parameters
    ----------
    result : TurnResult

    Returns
    -------
    DataFrame
        Columns: ``step`` (from 1), ``do`` (what it does), ``probability`` (that it takes
        place, 0 to 1), ``unit``, ``models_mean`` and ``models_sd`` (models left),
        ``wounds_mean`` (wounds left in the unit), ``destroyed`` (0 to 1). The rows of the
        last step are the end.
    """
    rows = []
    for i, (step, outcome) in enumerate(zip(result.script.steps, result.steps, strict=True)):
        for unit in result.names:
            models = result.models(unit, i)
            rows.append({
                "step": i + 1, "do": step.do, "probability": outcome.probability, "unit": unit,
                "models_mean": models.mean, "models_sd": models.sd,
                "wounds_mean": result.wounds(unit, i).mean, "destroyed": result.destroyed(unit, i),
            })  # fmt: skip
    return pd.DataFrame(rows)


def check_table(result: CheckResult) -> pd.DataFrame:
    """Return a check, one row an answer.

    Parameters
    ----------
    result : CheckResult

    Returns
    -------
    DataFrame
        Columns: ``answer`` (its name in files), ``about`` (what it is), ``probability`` (0 to 1;
        NaN for a number), and of a number ``mean``, ``sd`` and the quantiles ``q10``, ``q50``
        and ``q90`` (NaN for a probability).
    """
    rows = []
    for name, value in result.answers.items():
        row: dict[str, Any] = {"answer": name, "about": result.words[name]}
        if isinstance(value, float):
            row["probability"] = value
        else:
            row |= {"mean": value.mean, "sd": value.sd}
            row |= {column: value.quantile(q) for column, q in QUANTILES.items()}
        rows.append(row)
    numbers = ["probability", "mean", "sd", *QUANTILES]
    table = pd.DataFrame(rows, columns=["answer", "about", *numbers])
    return table.astype(dict.fromkeys(numbers, float))


def saves_frame(saves: AgainstSaves) -> pd.DataFrame:
    """Return mean damage against every save: see `mathhammer.saves_table`.

    Parameters
    ----------
    saves : AgainstSaves

    Returns
    -------
    DataFrame
        Columns: ``attacker``, ``ward`` or ``feel_no_pain``, ``save``, ``damage_mean``.
    """
    return pd.DataFrame(list(saves.rows()))


def reroll_frame(reroll: CommandReroll | CheckReroll) -> pd.DataFrame:
    """Return where Command Re-rolls go, a row a player and roll.

    Parameters
    ----------
    reroll : CommandReroll or CheckReroll

    Returns
    -------
    DataFrame
        Columns: ``attacker``, ``target``, ``objective`` and ``by`` (text), ``without`` and
        ``with`` (the objective), ``player``, ``roll`` (``"unused"`` where it goes nowhere),
        ``weapon`` and ``share`` (of all games). Of a check ``check`` instead of the units, and
        neither player nor weapon.
    """
    return pd.DataFrame(list(reroll.rows()))


def sample_table(samples: npt.NDArray[np.int64], columns: Sequence[str]) -> pd.DataFrame:
    """Return simulated trials, a row each.

    Parameters
    ----------
    samples : ndarray of int64, shape (trials, columns)
    columns : sequence of str
    """
    return pd.DataFrame(samples, columns=list(columns)).rename_axis("trial")


def heroes_table(result: HeroesResult) -> pd.DataFrame:
    """Return a turn of the heroes dice game, one row a policy, or a way to go on.

    Parameters
    ----------
    result : HeroesResult

    Returns
    -------
    DataFrame
        Without dice: ``policy``, ``slots_mean`` and ``slots_sd`` (slots a turn), ``loss``
        (slots less than the best policy), ``nothing`` (P(no slots)), ``exhausted`` (P(the
        turn ends so)), ``war`` (P(all six dice score in a round)). With dice: ``keep``,
        ``then``, ``roll`` and ``leave`` (faces), ``value`` and ``loss`` (expected slots),
        ``exhausted`` (P(the next roll doesn't score)).
    """
    return pd.DataFrame(result.rows())


def games_table(result: GamesResult) -> pd.DataFrame:
    """Return whole games of the heroes dice game, one row a player.

    Parameters
    ----------
    result : GamesResult

    Returns
    -------
    DataFrame
        Columns: ``player``, ``policy``, ``win`` (0 to 1) with the ends of its interval of
        95 %, ``win_low`` and ``win_high``, ``win_going_first`` and ``win_going_second`` (missing
        where a player never does), ``score_mean`` and ``score_sd`` (slots); of both players
        together, the same in each row: ``drawn`` (0 to 1), ``edge_of_going_first`` (how much more
        often who goes first wins), ``turns_mean`` and ``turns_sd``, ``games``.
    """
    return pd.DataFrame(result.rows())
