"""Tables and charts: their numbers are the engine's, and the pictures hold what they show."""

from __future__ import annotations

import subprocess
import sys
import warnings

import numpy as np
import pandas as pd
import pytest
from matplotlib import rcParams
from matplotlib.axes import Axes
from matplotlib.container import BarContainer
from matplotlib.figure import Figure

from mathhammer.analysis.rows import (
    MATCHUP_COLUMNS,
    STAGE_WORDS,
    USUAL_COLUMNS,
    matchup_columns,
)
from mathhammer.api import attack, compare
from mathhammer.games.wh40k.presets import PRESETS as WH40K
from mathhammer.games.wh40k.profiles import Unit
from mathhammer.show.charts import plot_comparison, plot_result, save
from mathhammer.show.frames import comparison_table, result_table, weapons_table

pytestmark = pytest.mark.slow

BOLTS = "10x bolt rifle: A2 BS3+ S4 AP-1 D1"
PLASMA = "5x plasma: A1 BS3+ S8 AP-3 D2 [Hazardous, Devastating Wounds]"
HOSTILE = "$\\frac{1$ _x \x1b[31m [red] \N{SKULL AND CROSSBONES} \u4e2d " + "long " * 30


@pytest.fixture(autouse=True)
def no_global_settings_are_touched():
    before = rcParams.copy()
    yield
    assert all(rcParams._get(name) == before._get(name) for name in before)
    assert "matplotlib.pyplot" not in sys.modules


# ---------------------------------------------------------------------------- tables


def test_result_table_has_the_stages_of_the_engine():
    result = attack([BOLTS, PLASMA], "5x meq")
    table = result_table(result)
    assert list(table.index) == list(STAGE_WORDS)
    assert list(table.columns) == ["mean", "sd", "q10", "q50", "q90"]
    for name in STAGE_WORDS:
        stage = getattr(result, name)
        expected = [stage.mean, stage.sd, *(stage.quantile(q) for q in (0.1, 0.5, 0.9))]
        assert table.loc[name].tolist() == expected
    assert result.table().equals(table)


def test_weapons_table_adds_up_to_the_whole_attack():
    attacker = Unit(weapons=[BOLTS, PLASMA], mortals={"name": "blast", "dice": 2, "on": "4+"})
    result = attack(attacker, "10x teq")
    table = weapons_table(result)
    assert table["when"].tolist()[:2] == ["in turn", "in turn"]
    assert "afterwards" in table["when"].tolist()
    assert table["damage_mean"].sum() == pytest.approx(result.damage.mean)
    assert table["slain_mean"].sum() == pytest.approx(result.slain.mean)
    assert table["hits_mean"].sum() == pytest.approx(result.hits.mean)
    assert table["weapon"].tolist()[:2] == ["bolt rifle", "plasma"]
    assert table.dtypes.drop(["weapon", "when"]).eq(float).all()


def test_comparison_table_is_tidy_and_documented():
    loadouts = [Unit(name="a", points=80, weapons=[BOLTS]), Unit(name="b", weapons=[PLASMA])]
    both = compare(loadouts, [Unit(preset="meq", points=90), "veq"])
    table = both.table("all")
    assert list(table.columns) == list(MATCHUP_COLUMNS)
    usual = comparison_table(both)
    assert list(usual.columns) == list(USUAL_COLUMNS)
    assert usual.equals(table[list(usual.columns)]) and both.table().equals(usual)
    assert table[["attacker", "target"]].to_numpy().tolist() == [
        [r.attacker.label, r.target.label] for r in both.results
    ]
    for (_, row), result in zip(table.iterrows(), both.results, strict=True):
        assert row["damage_mean"] == result.damage.mean
        assert row["slain_sd"] == result.slain.sd
        assert row["slain_q90"] == result.slain.quantile(0.9)
        assert row["destroyed"] == result.destroyed
        assert row["wasted_mean"] == result.wasted
        assert row["wounds_left_mean"] == result.left["wounds"].mean
    assert table["points_per_100"].notna().tolist() == [True, False, False, False]
    assert table["points_destroyed"].notna().tolist() == [True, False, True, False]


def test_points_that_only_some_have_are_numbers():
    table = comparison_table(compare([BOLTS, Unit(name="a", points=80, weapons=[BOLTS])], ["meq"]))
    assert table["damage_per_100"].dtype == float and pd.isna(table["damage_per_100"][0])
    assert "points_per_100" not in table


def test_the_stages_of_a_row_add_up():
    columns = matchup_columns([attack(PLASMA, "5x T4 Sv3+ W2 5+++")], "all")
    row = {name: value for name, (value,) in columns.items()}
    assert row["damage_rolled_mean"] == pytest.approx(
        row["damage_mean"] + row["ignored_mean"] + row["wasted_mean"]
    )
    assert set(row) <= set(MATCHUP_COLUMNS)


# ---------------------------------------------------------------------------- charts


def bars_of(ax):
    (bars,) = (c for c in ax.containers if isinstance(c, BarContainer))
    return {round(b.get_x() + b.get_width() / 2, 6): b.get_height() for b in bars.patches}


def test_plot_result_draws_the_pmf_and_the_at_least_curve():
    result = attack(BOLTS, "5x meq")
    ax = plot_result(result)
    assert isinstance(ax, Axes)
    heights = bars_of(ax)
    assert heights == {k: pytest.approx(result.slain.pmf(k)) for k in range(6)}
    (curve,) = ax.get_lines()
    assert curve.get_xdata().tolist() == [1, 2, 3, 4, 5]
    assert curve.get_ydata() == pytest.approx([result.slain.at_least(k) for k in range(1, 6)])
    assert ax.get_xlabel() == "models slain, of 5" and ax.get_ylabel() == "probability"
    assert [t.get_text() for t in ax.get_legend().get_texts()] == ["exactly", "at least"]


def test_the_values_of_the_curve_are_written_beside_it():
    result = attack(BOLTS, "5x meq")
    ax = plot_result(result)
    written = {(round(t.xy[0]), t.get_text()) for t in ax.texts if "%" in t.get_text()
               and "mean" not in t.get_text()}  # fmt: skip
    assert {k for k, _ in written} == {1, 2, 3, 4, 5}
    for k, text in written:
        assert float(text.strip("%<>")) == pytest.approx(100 * result.slain.at_least(k), abs=0.06)


def test_plot_result_of_a_single_model_draws_its_wounds():
    result = attack("3x A2 BS3+ S9 AP-3 DD6", "veq")
    ax = plot_result(result)
    assert ax.get_xlabel() == "wounds lost, of 12"
    assert bars_of(ax)[12] == pytest.approx(result.damage.pmf(12))


def test_plot_result_condenses_what_is_long():
    result = attack("300x A2 BS3+ S5 AP-2 D2", Unit(preset="geq", models=2000))
    ax = plot_result(result)
    assert 10 <= len(bars_of(ax)) <= 40
    assert sum(bars_of(ax).values()) == pytest.approx(1, abs=2e-3)
    (curve,) = ax.get_lines()
    for k, p in zip(curve.get_xdata(), curve.get_ydata(), strict=True):
        assert p == pytest.approx(result.slain.at_least(int(k)))
    assert ax.get_legend().get_texts()[0].get_text().startswith("in each ")
    low, high = ax.get_xlim()
    assert low < result.slain.mean < high


@pytest.mark.parametrize(
    "attacker, target",
    [
        ("60x A4 BS2+ S9 AP-4 D3", "geq"),  # certain death
        ("60x A4 BS2+ S9 AP-4 D3", "veq"),
        ("A0 BS2+ S9 AP-4 D3", "veq"),  # nothing can happen
        ("A1 BS3+ S4 AP0 D1", "1x geq"),
        ("60x A4 BS3+ S5 AP-1 D1", "60x ork"),
    ],
)
def test_plot_result_of_extremes_draws_without_a_warning(attacker, target, tmp_path):
    ax = plot_result(attack(attacker, target))
    save(ax, tmp_path / "p.png")
    low, high = ax.get_xlim()
    for tick in ax.get_xticks():
        if low <= tick <= high:
            assert tick == round(tick)
    assert ax.get_ylim() == (0, 1.06)


def test_plots_draw_on_the_axes_they_are_given():
    ax = Figure().subplots()
    assert plot_result(attack(BOLTS, "meq"), ax=ax) is ax
    axes = Figure().subplots(1, 2)
    made = plot_comparison(compare([BOLTS, PLASMA], ["meq", "teq"]), ax=axes)
    assert list(made) == list(axes)
    with pytest.raises(ValueError, match="2 Axes for 1 targets"):
        plot_comparison(compare([BOLTS], ["meq"]), ax=axes)


def test_plot_comparison_has_a_panel_a_target_and_a_line_a_loadout():
    both = compare([BOLTS, PLASMA, "3x A1 BS3+ S9 AP-3 DD6"], ["meq", "teq", "veq"])
    axes = plot_comparison(both)
    assert axes.shape == (3,)
    for j, ax in enumerate(axes):
        assert ax.get_title(loc="left") == both.targets[j].label
        lines = ax.get_lines()
        assert len(lines) == 3
        for i, line in enumerate(lines):
            result = both.cell(i, j)
            quantity = result.damage if j == 2 else result.slain
            expected = [quantity.at_least(int(k)) for k in line.get_xdata()]
            assert line.get_ydata() == pytest.approx(expected)
    assert [ax.get_xlabel() for ax in axes] == [
        "models slain, of 5", "models slain, of 5", "wounds lost, of 12",
    ]  # fmt: skip


def test_plot_comparison_of_one_target_is_one_axes():
    assert isinstance(plot_comparison(compare([BOLTS, PLASMA], ["meq"])), Axes)


def test_loadouts_differ_by_more_than_colour():
    lines = plot_comparison(compare([BOLTS] * 7, ["meq"])).get_lines()
    assert len({(line.get_linestyle(), line.get_marker()) for line in lines}) == 7
    assert len({line.get_color() for line in lines}) == 7


@pytest.mark.parametrize("ending", ["png", "svg", "pdf", "PNG"])
def test_a_picture_is_saved_and_the_same_each_time(ending, tmp_path):
    for name in ("a", "b"):
        save(plot_result(attack(BOLTS, "meq")), tmp_path / f"{name}.{ending}")
    first = (tmp_path / f"a.{ending}").read_bytes()
    assert len(first) > 5000
    if ending != "svg":  # its ids are random
        assert first == (tmp_path / f"b.{ending}").read_bytes()


def test_a_picture_has_no_other_endings(tmp_path):
    for name in ("a.gif", "a", "a.png.txt"):
        with pytest.raises(ValueError, match="a picture is saved as"):
            save(plot_result(attack(BOLTS, "meq")), tmp_path / name)


@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_hostile_names_are_drawn_as_text(ending, tmp_path):
    units = [Unit(name=HOSTILE, weapons=[BOLTS]), Unit(name="_", weapons=[PLASMA])]
    target = Unit(preset="meq", name=HOSTILE)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        save(plot_result(attack(units[0], target)), tmp_path / f"a.{ending}")
        save(plot_comparison(compare(units, [target, "teq"])), tmp_path / f"b.{ending}")
    assert (tmp_path / f"b.{ending}").stat().st_size > 5000


def test_six_loadouts_at_twelve_targets_fit_their_figure(tmp_path):
    loadouts = [Unit(name=f"loadout {i} {'x' * 9 * i}", weapons=[BOLTS]) for i in range(6)]
    axes = plot_comparison(compare(loadouts, list(WH40K)[:12]))
    save(axes, tmp_path / "p.png")
    sheet = axes[0].get_figure()
    boxes = [ax.get_tightbbox().transformed(sheet.transFigure.inverted()) for ax in axes]
    for i, box in enumerate(boxes):
        assert -0.001 <= box.x0 and box.x1 <= 1.001 and -0.001 <= box.y0 and box.y1 <= 1.001
        assert not any(box.overlaps(other) for other in boxes[i + 1 :])
    legend = sheet.legends[0].get_tightbbox().transformed(sheet.transFigure.inverted())
    assert legend.x0 >= 0 and legend.x1 <= 1
    assert not any(legend.overlaps(box) for box in boxes)


def test_the_written_values_stay_inside_the_figure():
    crowds = ("60x A4 BS3+ S5 AP-1 D1", "60x ork"), ("300x A2 BS3+ S5 AP-2 D2", "1000x geq")
    for attacker, target in ((BOLTS, "5x meq"), ("6x A2 BS3+ S10 AP-3 DD6+1", "veq"), *crowds):
        ax = plot_result(attack(attacker, target))
        sheet = ax.get_figure()
        sheet.draw_without_rendering()
        for text in ax.texts:
            box = text.get_window_extent().transformed(sheet.transFigure.inverted())
            assert box.x0 >= 0 and box.x1 <= 1.002 and box.y1 <= 1


# ------------------------------------------------------------------------- what is loaded


@pytest.mark.parametrize(
    "module, absent",
    [
        ("mathhammer.show.charted", ["pandas", "matplotlib", "rich", "scipy", "numba"]),
        ("mathhammer.show.terminal.page", ["pandas", "matplotlib", "scipy", "numba"]),
        ("mathhammer.cli.main", ["pandas", "matplotlib", "scipy", "numba", "rich"]),
        ("mathhammer.show.charts", ["pandas", "scipy", "numba", "matplotlib.pyplot"]),
        ("mathhammer.show.frames", ["matplotlib", "numba"]),
    ],
)
def test_a_module_loads_only_what_it_needs(module, absent):
    code = f"import sys, {module}; print([m for m in {absent!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_arrays_of_axes_are_numpy_arrays():
    assert isinstance(plot_comparison(compare([BOLTS], ["meq", "teq"])), np.ndarray)
