"""Match-ups as a tidy table: what each column holds, and the columns of many of them."""

from __future__ import annotations

from operator import attrgetter, methodcaller
from typing import TYPE_CHECKING, Any, TypeAlias

from mathhammer.analysis.efficiency import EFFICIENCY, measure
from mathhammer.core.errors import check_allowed
from mathhammer.games.names import WH40K
from mathhammer.games.words import words_of
from mathhammer.results.view import QUANTILES

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence

    from mathhammer.results.attack import Result


#: The stages of an attack in order, in the words of columns that both games share.
STAGE_WORDS = {
    **words_of(WH40K).stages,
    "mortal": "mortal wounds or damage",
    "damage": "damage (wounds lost, damage allocated)",
}


#: What a table has of a distribution beside its mean.
SPREAD = {
    "sd": "standard deviation", "q10": "10 % quantile", "q50": "median", "q90": "90 % quantile",
}  # fmt: skip
#: The columns of a tidy table of match-ups, with their units.
#: Further columns where match-ups are simulated: numbers of trials, standard errors of the
#: means in wounds and models, the 95 % interval of P(destroyed).
SIMULATED_COLUMNS = {
    "trials": "trials played",
    "seed": "what the dice follow from",
    "damage_standard_error": "wounds",
    "slain_standard_error": "models",
    "destroyed_low": "0 to 1",
    "destroyed_high": "0 to 1",
}


#: Further columns where a target is mixed, for each group and leader in order of allocation.
GROUP_COLUMNS = {
    "group_1": "name of the group or leader",
    "group_1_slain_mean": "its models slain, on average",
    "group_1_destroyed": "probability that none of them is left, 0 to 1",
}


MATCHUP_COLUMNS = {
    "attacker": "name of the loadout",
    "target": "name of the target",
    "size": "models of the target",
    "engine": "exact: computed, not sampled",
    "attacker_points": "points of the attacker, as given",
    "target_points": "points of the target at full strength, as given",
    **{f"{stage}_mean": f"expected {words}, a number" for stage, words in STAGE_WORDS.items()},
    "ignored_mean": "expected damage ignored by Feel No Pain or ward, in points",
    "wasted_mean": "expected damage rolled that neither was ignored nor took a wound off",
    "wounds_left_mean": "expected wounds, or health, left in the target",
    **{
        f"{stage}_{column}": f"{words}: {meaning}"
        for stage, words in (("damage", STAGE_WORDS["damage"]), ("slain", STAGE_WORDS["slain"]))
        for column, meaning in SPREAD.items()
    },
    "destroyed": "probability that no model is left, 0 to 1",
    **EFFICIENCY,
}  # fmt: skip


#: The columns that people read, of which a table has those that hold something; the others
#: are there where all are asked for.
USUAL_COLUMNS = (
    "attacker", "target", "size", "damage_mean", "slain_mean", "destroyed", "damage_per_100",
    "points_per_100",
)  # fmt: skip
#: What can be asked for as the columns of a table.
CHOICES = ("usual", "all")


#: Returns a value of a match-up, None where it isn't known.
Value: TypeAlias = "Callable[[Any], Any]"


def _values() -> dict[str, Value]:
    """Return what each of `MATCHUP_COLUMNS` holds."""
    values: dict[str, Value] = {
        "attacker": lambda r: r.attacker.label,
        "target": lambda r: r.target.label,
        "size": lambda r: r.target.starting_models,
        "engine": lambda r: r.engine,
        "attacker_points": lambda r: r.attacker.points,
        "target_points": lambda r: r.target.points,
        "ignored_mean": lambda r: r.ignored,
        "wasted_mean": lambda r: r.wasted,
        "wounds_left_mean": lambda r: r.left["wounds"].mean,
        "destroyed": lambda r: r.destroyed,
        **{f"{stage}_mean": _of(stage, attrgetter("mean")) for stage in STAGE_WORDS},
        **{name: measure(name) for name in EFFICIENCY},
    }
    for stage in ("damage", "slain"):
        values[f"{stage}_sd"] = _of(stage, attrgetter("sd"))
        for name, q in QUANTILES.items():
            values[f"{stage}_{name}"] = _of(stage, methodcaller("quantile", q))
    return {name: values[name] for name in MATCHUP_COLUMNS}


def _of(stage: str, value: Value) -> Value:
    return lambda result: value(getattr(result, stage))


def _of_group(number: int, value: Value) -> Value:
    return lambda result: value(result.groups[number]) if number < len(result.groups) else None


def _where_simulated(value: Value) -> Value:
    return lambda result: value(result) if result.engine == "montecarlo" else None


def _of_groups(results: Iterable[Result]) -> dict[str, Value]:
    """Return the columns of the groups of mixed targets, as many as some target has."""
    most = max(result.target.number_of_parts for result in results)
    values = attrgetter("name"), attrgetter("slain.mean"), attrgetter("destroyed")
    return {
        column.replace("1", str(i + 1)): _of_group(i, value)
        for i in range(most if most > 1 else 0)
        for column, value in zip(GROUP_COLUMNS, values, strict=True)
    }


_SIMULATED: dict[str, Value] = {
    "trials": lambda r: r.trials,
    "seed": lambda r: r.seed,
    "damage_standard_error": lambda r: r.standard_error("damage"),
    "slain_standard_error": lambda r: r.standard_error("slain"),
    "destroyed_low": lambda r: r.interval("destroyed")[0],
    "destroyed_high": lambda r: r.interval("destroyed")[1],
}


def matchup_columns(
    results: Sequence[Result], columns: str = "usual", at_least: Iterable[tuple[str, int]] = ()
) -> dict[str, list[Any]]:
    """Return match-ups as the columns of a tidy table, by name: a value, or None, for each.

    A column that holds nothing, like those of points where there are none, is left out.

    Parameters
    ----------
    results : sequence of Result
        At least one.
    columns : {"usual", "all"}
        `USUAL_COLUMNS`, or all of `MATCHUP_COLUMNS` and `GROUP_COLUMNS`; those of
        `SIMULATED_COLUMNS` follow where something is simulated.
    at_least : iterable of (str, int)
        Stages with numbers: a column more for P(that much and more) each.

    Raises
    ------
    MathhammerError
        Other columns are asked for.

    Examples
    --------
    >>> import mathhammer
    >>> list(matchup_columns(mathhammer.compare(["10x A2 BS3+ S4 AP-1 D1"], ["meq"]).results))
    ['attacker', 'target', 'size', 'damage_mean', 'slain_mean', 'destroyed']
    """
    check_allowed(columns, CHOICES, "are no columns of match-ups", "columns")
    every = _values()
    asked = every if columns == "all" else {name: every[name] for name in USUAL_COLUMNS}
    if columns == "all":
        asked |= _of_groups(results)
    if any(result.engine == "montecarlo" for result in results):
        asked |= {name: _where_simulated(value) for name, value in _SIMULATED.items()}
    for stage, k in at_least:
        asked[f"{stage}_at_least_{k}"] = _of(stage, methodcaller("at_least", k))
    rows = []
    known: dict[Hashable, Any] = {}
    for result in results:
        held = "plan" in result.__dict__
        if columns == "all":
            result.share(known)
        rows.append([value(result) for value in asked.values()])
        if not held:  # it came without what is large, and is left so
            result.release()
    table = dict(zip(asked, map(list, zip(*rows, strict=True)), strict=True))
    return {name: column for name, column in table.items() if any(v is not None for v in column)}
