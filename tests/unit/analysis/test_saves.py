"""Mean damage against every save: beside single match-ups, as table, page and picture."""

from __future__ import annotations

import io

import numpy as np
import pytest
from matplotlib.figure import Figure

import mathhammer
from mathhammer.analysis.saves import SAVES, WARDS, against_saves, roll_label, saves_table
from mathhammer.core.errors import MathhammerError
from mathhammer.show.charts import plot_saves
from mathhammer.show.pages.saves import saves_page
from mathhammer.show.terminal.page import Page

UNITS = {
    "plain": "10x 2/3+/4+/1/1",
    "crits that compete": "5x 3/3+/3+/1/D3 [Crit (Mortal), Crit (2 Hits), Crit (Auto-wound)]",
    "two weapons and dice": {
        "weapons": ["3x 4/3+/3+/1/1 [Charge (+1 Damage)]", "3x 2/5+/3+/-/1 [Companion]"],
        "mortals": {"dice": "D6", "on": "4+", "damage": "D3"},
        "modifiers": {"hit": 1, "reroll_wounds": "ones"},
        "context": {"charged": True},
    },
    "anti": "4x D6/4+/4+/2/2 [Anti-Hero (+1 Rend)]",
}


@pytest.mark.parametrize("unit", UNITS.values(), ids=UNITS)
def test_age_of_sigmar_is_that_of_single_match_ups(unit) -> None:
    saves = against_saves(unit, at="boss", game="aos")
    for i, ward in enumerate(WARDS):
        for j, save in enumerate(SAVES):
            target = {
                "models": 1, "health": 1000, "save": roll_label(save), "ward": roll_label(ward),
                "keywords": "Hero, Monster",
            }  # fmt: skip
            result = mathhammer.attack(unit, target, game="aos")
            assert saves.means[0, i, j] == pytest.approx(result.damage.mean, rel=1e-12)
            pool = result.damage_rolled.mean - result.ignored
            assert saves.means[0, i, j] == pytest.approx(pool, rel=1e-12)


WEAPONS = {
    "plain": "10x A2 BS3+ S4 AP-1 D1",
    "dice": ["2x A1 BS3+ S9 AP-3 DD6 [Melta 2]", "A2 WS3+ S5 AP-2 D2 [Devastating Wounds]"],
    "blast": "2x AD6 BS3+ S5 AP0 D2 [Blast, Anti-Infantry 4+]",
}


@pytest.mark.parametrize("unit", WEAPONS.values(), ids=WEAPONS)
def test_40k_is_that_of_a_model_that_outlasts_it_all(unit) -> None:
    loadout = [unit] if isinstance(unit, list) else unit
    saves = against_saves(loadout, at="T5 Sv2+ W3 4++ 5+++ [Infantry, -1 damage]")
    for i, ward in enumerate(WARDS):
        for j, save in enumerate(SAVES):
            target = {
                "toughness": 5, "wounds": 200, "save": roll_label(save), "keywords": "Infantry",
                "feel_no_pain": roll_label(ward), "modifiers": {"damage": -1},
            }  # fmt: skip
            result = mathhammer.attack(unit, target)
            assert saves.means[0, i, j] == pytest.approx(result.damage.mean, rel=1e-9)


def test_more_models_are_for_blast() -> None:
    blast = "AD6 BS3+ S5 AP0 D2 [Blast]"
    five, twenty = (against_saves(blast, at=f"{n}x T5 W3").means for n in (5, 20))
    np.testing.assert_allclose(twenty, five * 7.5 / 4.5)


def test_the_crit_of_each_save_is_its_own_and_noted() -> None:
    saves = against_saves("2/4+/2+/1/2 [Crit (2 Hits), Crit (Mortal)]")
    apart = [against_saves(f"2/4+/2+/1/2 [{crit}]").means for crit in
             ("Crit (2 Hits)", "Crit (Mortal)")]  # fmt: skip
    np.testing.assert_allclose(saves.means, np.maximum(*apart))
    assert [note.partition(": ")[0] for note in saves.notes] == [
        "save 2+, 3+",
        "save 4+, 5+, 6+, none",
    ]


def test_the_table_has_a_row_for_each_attacker_ward_and_save() -> None:
    loadouts = ["10x 2/3+/4+/1/1", ["1/3+/3+/-/1", "horse: 1/5+/4+/-/1 [Companion]"]]
    table = mathhammer.saves_table(loadouts)
    assert list(table.columns) == ["attacker", "ward", "save", "damage_mean"]
    assert len(table) == 2 * 4 * 6
    saves = mathhammer.against_saves(loadouts)
    assert table["damage_mean"].to_numpy().reshape(2, 4, 6).tolist() == saves.means.tolist()
    assert saves.to_dict()[1]["damage"] == saves.means[1].tolist()
    assert "feel_no_pain" in saves_table("A2 BS3+ S4 D1").columns


def test_order_and_unlimited_numbers_cost_nothing() -> None:
    unit = {"order": "best", "weapons": ["9x A2 BS3+ S4 D1"] * 9}
    listed = {"weapons": unit["weapons"]}
    np.testing.assert_array_equal(against_saves(unit).means, against_saves(listed).means)


@pytest.mark.parametrize(
    "at, words",
    [
        ({"toughness": 4, "wounds": 2, "leader": {"wounds": 4}}, "not a mixed unit"),
        ({"toughness": 4, "wounds": 2, "groups": [{"models": 2}]}, "not a mixed unit"),
        ("T4 W2 [ignore first damage]", "ignore_first_damage"),
        ("H2", "Age of Sigmar"),
    ],
)
def test_wrong_targets_are_refused(at, words) -> None:
    with pytest.raises(MathhammerError, match=words):
        against_saves("A2 BS3+ S4 D1", at=at)


def test_a_wrong_attacker_is_named() -> None:
    with pytest.raises(MathhammerError, match=r"attacker\[1\]"):
        against_saves(["A2 BS3+ S4 D1", "A2"])


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("number", [1, 3])
def test_the_page_fits(monkeypatch, width, number) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    names = ["[red]Spears", "A loadout with a long name, that goes on and on", "C"]
    units = [
        {"name": name, "weapons": ["10x 2/3+/4+/1/1 [Crit (Mortal)]"]} for name in names[:number]
    ]
    page = Page(io.StringIO())
    page.put(saves_page(against_saves(units), source="x.toml", read_as=["so"]))
    text = page.text()
    assert max(map(len, text.splitlines())) <= width
    assert "against every save" in text and "no ward" in text and "none" in text


def test_plot_draws_every_number() -> None:
    one = against_saves("10x 2/3+/4+/1/1")
    axis = plot_saves(one)
    assert [list(line.get_ydata()) for line in axis.lines] == one.means[0].tolist()
    three = against_saves(["2/3+/4+/1/1", "4/3+/4+/-/1", "1/2+/2+/2/D3"])
    left, right = three.plot()
    assert [list(line.get_ydata()) for line in left.lines] == three.means[:, 0].tolist()
    assert [list(line.get_ydata()) for line in right.lines] == three.means[:, 2].tolist()
    assert left.get_ylim() == right.get_ylim() and left.get_ylim()[1] > three.means.max()
    mine = Figure().subplots()
    assert plot_saves(one, ax=mine) is mine
    with pytest.raises(ValueError, match="1 Axes for 2 panels: one for each is needed"):
        plot_saves(three, ax=mine)
