"""A match-up as the row of a tidy table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mathhammer.analysis.efficiency import EFFICIENCY, efficiency
from mathhammer.games.names import WH40K
from mathhammer.games.words import words_of
from mathhammer.results.view import attributes, summary

if TYPE_CHECKING:
    from collections.abc import Sequence

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


def further_columns(results: Sequence[Result]) -> list[str]:
    """Return the columns that some match-ups have beside `MATCHUP_COLUMNS`."""
    most = max((result.target.number_of_parts for result in results), default=1)
    parts = range(1, most + 1) if most > 1 else ()
    simulated = any(result.engine == "montecarlo" for result in results)
    return [
        *(column.replace("1", str(part)) for part in parts for column in GROUP_COLUMNS),
        *(SIMULATED_COLUMNS if simulated else {}),
    ]


def matchup_row(result: Result) -> dict[str, Any]:
    """Return one match-up as the row of a tidy table.

    The keys are those of `MATCHUP_COLUMNS`, and of `further_columns`, where it has them.

    What isn't known (points that were not given) is None.
    """
    row: dict[str, Any] = dict.fromkeys(MATCHUP_COLUMNS)
    row |= result.labels | attributes(result, "engine", "destroyed")
    row["attacker_points"], row["target_points"] = result.attacker.points, result.target.points
    for stage in STAGE_WORDS:
        row[f"{stage}_mean"] = getattr(result, stage).mean
    row["ignored_mean"], row["wasted_mean"] = result.ignored, result.wasted
    row["wounds_left_mean"] = result.left["wounds"].mean
    for stage in ("damage", "slain"):
        row |= {f"{stage}_{name}": value for name, value in summary(getattr(result, stage)).items()}
    for i, group in enumerate(result.groups, 1):
        values = group.name, group.slain.mean, group.destroyed
        row |= zip((column.replace("1", str(i)) for column in GROUP_COLUMNS), values, strict=True)
    return row | efficiency(result) | simulated_columns(result)


def simulated_columns(result: Any) -> dict[str, Any]:
    """Return the keys of `SIMULATED_COLUMNS` of a simulated match-up; nothing of an exact one."""
    if result.engine != "montecarlo":
        return {}
    low, high = result.interval("destroyed")
    return {
        "trials": result.trials,
        "seed": result.seed,
        "damage_standard_error": result.standard_error("damage"),
        "slain_standard_error": result.standard_error("slain"),
        "destroyed_low": low,
        "destroyed_high": high,
    }
