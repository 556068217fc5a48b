"""Tables of match-ups: the numbers of single calls, in the columns that hold something."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest

import mathhammer
from mathhammer.analysis.efficiency import measure
from mathhammer.analysis.rows import MATCHUP_COLUMNS, STAGE_WORDS, USUAL_COLUMNS
from mathhammer.core.errors import MathhammerError
from mathhammer.evaluate import batching

WEAPONS = [
    {"name": "rifles", "points": 90, "weapons": ["9x A2 BS3+ S4 AP-1 D1 [Lethal Hits]"]},
    {"name": "plasma", "points": 110, "weapons": ["3x A1 BS3+ S8 AP-3 D2 [Rapid Fire 1]"]},
    {"name": "cannon", "weapons": ["1x AD6 BS4+ S9 AP-2 DD3 [Blast]", "2x A1 BS3+ S4 D1"]},
    {"name": "fists", "points": 60, "weapons": ["4x A3 WS3+ S8 AP-2 D2 [Devastating Wounds]"]},
]
TARGETS = [
    {"preset": "meq", "points": 80},
    "20x geq",
    {"preset": "teq", "feel_no_pain": 5},
    {"name": "squad", "toughness": 4, "save": 3, "wounds": 2, "groups": [
        {"models": 4, "points": 70}, {"models": 1, "wounds": 3, "points": 25},
    ]},
]  # fmt: skip


def value_of(name: str, result: Any) -> Any:
    """Return what a column holds, from the attributes of a single result alone."""
    stage, _, what = name.rpartition("_")
    if name in ("attacker", "target"):
        return result.labels[name]
    if name in ("attacker_points", "target_points"):
        return getattr(result, name.removesuffix("_points")).points
    if name in ("engine", "destroyed"):
        return getattr(result, name)
    if name == "size":
        return result.slain.maximum
    if stage in ("ignored", "wasted"):
        return getattr(result, stage)
    if stage == "wounds_left":
        return result.left["wounds"].mean
    if what == "mean":
        return getattr(result, stage).mean
    if what == "sd":
        return getattr(result, stage).sd
    if what in ("q10", "q50", "q90"):
        return getattr(result, stage).quantile(int(what[1:]) / 100)
    return measure(name)(result)


def check_rows(table: pd.DataFrame, results: Any) -> None:
    assert len(table) == len(results)
    for row, result in zip(table.to_dict("records"), results, strict=True):
        for name, got in row.items():
            if name in MATCHUP_COLUMNS:
                wanted = value_of(name, result)
                assert got == wanted or (wanted is None and pd.isna(got)), name


@pytest.mark.parametrize("columns", ["usual", "all"])
def test_a_table_holds_the_numbers_of_single_calls_to_the_last_bit(columns):
    table = mathhammer.compare(WEAPONS, TARGETS).table(columns)
    check_rows(table, [mathhammer.attack(a, t) for a in WEAPONS for t in TARGETS])


@pytest.mark.parametrize("columns", ["usual", "all"])
def test_a_table_of_many_holds_the_numbers_of_its_match_ups_to_the_last_bit(monkeypatch, columns):
    monkeypatch.setattr(batching, "MANY", 2)
    both = mathhammer.compare(WEAPONS, TARGETS)
    table = both.table(columns)
    assert not any("evolution" in result.__dict__ for result in both.results)
    check_rows(table, both.results)
    single = mathhammer.compare(WEAPONS[:1], TARGETS[:1]).table(columns)
    assert table.loc[0, "damage_mean"] == pytest.approx(single.loc[0, "damage_mean"], rel=1e-12)


def test_the_usual_columns_come_first_and_no_column_is_empty():
    both = mathhammer.compare(WEAPONS, TARGETS)
    assert list(both.table()) == list(USUAL_COLUMNS)
    every = both.table("all")
    assert {f"{stage}_mean" for stage in STAGE_WORDS} | {"group_2_destroyed"} < set(every)
    for table in (both.table(), every, mathhammer.compare(["A2 BS3+ S4 D1"], ["geq"]).table("all")):
        assert not table.isna().all().any()
    unpriced = mathhammer.compare(["A2 BS3+ S4 D1"], ["geq"]).table()
    assert list(unpriced) == [name for name in USUAL_COLUMNS if "100" not in name]
    assert unpriced["size"].tolist() == [10]


def test_a_table_of_trials_says_how_many_and_how_sure():
    table = mathhammer.compare(
        WEAPONS[:1], TARGETS[:1], engine="montecarlo", trials=2000, seed=3
    ).table()
    assert table.loc[0, "trials"] == 2000 and table.loc[0, "seed"] == 3
    assert table.loc[0, "damage_standard_error"] > 0


def test_other_columns_are_refused():
    both = mathhammer.compare(WEAPONS[:1], TARGETS[:1])
    with pytest.raises(MathhammerError, match=r"columns: 'al' .*did you mean 'all'"):
        both.table("al")
    with pytest.raises(MathhammerError, match="columns: 3 "):
        both.table(3)
