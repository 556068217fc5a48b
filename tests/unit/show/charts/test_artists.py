"""The pictures by what their artists hold: every number drawn is one of the engine's."""

from __future__ import annotations

import itertools
import re
import sys
import warnings

import numpy as np
import pytest
from matplotlib import rcParams
from matplotlib.axes import Axes
from matplotlib.container import BarContainer
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

import mathhammer
from mathhammer.analysis.attribution import attribution
from mathhammer.analysis.branches import turn_tree
from mathhammer.analysis.durability import hammers_and_anvils, of_comparison
from mathhammer.analysis.flow import flow
from mathhammer.analysis.howmany import how_many
from mathhammer.analysis.optimise import choose
from mathhammer.analysis.sensitivity import sensitivity
from mathhammer.analysis.sweeps import sweep
from mathhammer.core.errors import MathhammerError, TooLargeError
from mathhammer.show import charts
from mathhammer.show.charts.heat import AROUND, RISING, luminance
from mathhammer.show.charts.registry import check_size

RIFLES = "10x rifle: A2 BS3+ S4 AP-1 D1 [Lethal Hits, re-roll hits: ones]"
PLASMA = "5x plasma: A1 BS3+ S8 AP-3 D2"
HOSTILE = "$\\frac{1$ _x <b>&\"' \x1b[31m \N{SKULL AND CROSSBONES} \u4e2d " + "long " * 30
TARGETS = ["10x geq", "5x meq", "veq"]
WHY = mathhammer.attack([RIFLES, PLASMA], "5x T4 Sv3+ W2 5+++ [Stealth]", context="cover")
HAMMERS = [
    {"name": name, "points": points, "models": 5, "toughness": 4, "save": save, "wounds": 2,
     "weapons": [weapon]}
    for name, points, save, weapon in (
        ("Line", 80, "3+", RIFLES), ("Guns", 120, "4+", PLASMA),
        ("Shields", 100, "2+", "A1 BS4+ S4 D1"),
    )
]  # fmt: skip
CHOICE = choose(
    "5x rifle: A2 BS3+ S4 AP-1 D1",
    [
        {"weapons": f"{name}: A1 BS3+ S{strength} AP-3 D{damage}", "cost": 5, "most": 2,
         "replaces": "rifle"}
        for name, strength, damage in (("plasma", 8, "2"), ("melta", 9, "D6"))
    ],
    "60 % meq, 40 % veq",
)  # fmt: skip
TURN = {
    "gap": 12, "units": {
        "a": {"models": 5, "toughness": 4, "save": "3+", "wounds": 2, "move": 6,
              "weapons": ["5x A2 BS3+ S4 AP-1 D1", "5x A3 WS3+ S4 AP0 D1"]},
        HOSTILE: {"side": "second", "models": 10, "toughness": 5, "save": "5+", "wounds": 1,
                  "weapons": ["10x A2 WS3+ S4 AP-1 D1"]}},
    "step": [{"do": "shoot", "by": "a", "at": HOSTILE},
             {"do": "advance", "by": "a", "toward": HOSTILE},
             {"do": "charge", "by": "a", "at": HOSTILE},
             {"do": "fight", "by": ["a", HOSTILE], "if": "charged"}],
}  # fmt: skip


@pytest.fixture(autouse=True)
def no_global_settings_are_touched():
    before = rcParams.copy()
    yield
    assert all(rcParams._get(name) == before._get(name) for name in before)
    assert "matplotlib.pyplot" not in sys.modules


@pytest.fixture(scope="module")
def both():
    return mathhammer.compare([RIFLES, PLASMA, "3x A1 BS3+ S9 AP-3 DD6"], TARGETS)


@pytest.fixture(scope="module")
def swept():
    fields = {"attacker.weapons.0.strength": list(range(3, 9)), "target.toughness": [3, 4, 5, 6, 8]}
    return sweep("10x A2 BS3+ S4 AP0 D1", "20x T4 W1 Sv-", fields)


@pytest.fixture(scope="module")
def played():
    return mathhammer.turn(TURN)


# ------------------------------------------------------------------------------ curves


@pytest.mark.parametrize("curve", ["at_least", "exactly"])
def test_curves_hold_the_probabilities(both, curve):
    results = [both.cell(i, 1) for i in range(3)]
    ax = charts.plot_curves(results, curve=curve)
    assert len(ax.get_lines()) == 3
    for line, result in zip(ax.get_lines(), results, strict=True):
        of = result.slain.pmf if curve == "exactly" else result.slain.at_least
        assert line.get_ydata() == pytest.approx([of(int(k)) for k in line.get_xdata()])
    assert len({(k.get_linestyle(), k.get_marker()) for k in ax.get_lines()}) == 3
    assert ax.get_xlabel() == "models slain, of 5"
    names = [text.get_text() for text in ax.get_legend().get_texts()]
    assert names == ["1 rifle", "2 plasma", "3 3x A1 BS3+ S9 AP-3 DD6"]


def test_curves_of_different_targets_count_damage_and_name_them(both):
    ax = charts.plot_curves(both.results[:3])
    assert ax.get_xlabel() == "wounds lost"
    assert [t.get_text() for t in ax.get_legend().get_texts()] == ["1 10x geq", "2 5x meq", "3 veq"]


def test_curves_can_be_read_off_at_each_tenth(both):
    ax = charts.plot_curves([both.cell(0, 1)])
    assert np.diff(ax.get_yticks()) == pytest.approx(0.1)
    assert all(line.get_visible() for line in ax.get_ygridlines())


def test_what_no_curve_can_show_is_refused(both):
    for options, words in (
        ({"curve": "pmf"}, "is no curve"), ({"stage": "hits"}, "is no stage"),
    ):  # fmt: skip
        with pytest.raises(MathhammerError, match=words):
            charts.plot_curves(both.results[:2], **options)
    with pytest.raises(MathhammerError, match="from 1 to 14"):
        charts.plot_curves(both.results * 2)
    with pytest.raises(MathhammerError, match="from 1 to 60"):
        charts.plot_ridge([])


def test_a_ridge_holds_the_shapes_the_means_and_the_middle(both):
    ax = charts.plot_ridge(both.results, stage="damage")
    dots = [line for line in ax.get_lines() if line.get_marker() == "o"]
    bars = [line for line in ax.get_lines() if line.get_marker() != "o"]
    for dot, bar, result in zip(dots, bars, both.results, strict=True):
        assert dot.get_xdata()[0] == pytest.approx(result.damage.mean)
        assert list(bar.get_xdata()) == [result.damage.quantile(q) for q in (0.1, 0.9)]
    shape = ax.patches[0].get_data()
    heights = shape.baseline - shape.values
    edges = np.round(shape.edges + 0.5).astype(int)
    exact = both.results[0].damage.from_zero()
    means = np.array([exact[a:b].mean() for a, b in itertools.pairwise(edges)])
    assert heights / heights.max() == pytest.approx(means / means.max())
    assert ax.get_yticklabels()[4].get_text() == "plasma at 5x meq"
    assert "in each row on a scale of its own" in ax.get_xlabel()


# --------------------------------------------------------------------------- heat maps


def test_the_matrix_is_coloured_by_the_difference_to_the_baseline(both):
    ax = charts.plot_matrix(both)
    (image,) = ax.get_images()
    means = np.array([r.damage.mean for r in both.results]).reshape(3, 3)
    expected = np.log2(means / means[0])
    far = np.abs(expected).max()
    assert 1 < far < 3
    assert image.get_array().tolist() == [pytest.approx(row) for row in expected.tolist()]
    assert (image.norm.vmin, image.norm.vcenter, image.norm.vmax) == (
        -np.ceil(far), 0, np.ceil(far)
    )  # fmt: skip
    hatched = {
        (round(p.get_x() + 0.5), round(p.get_y() + 0.5)) for p in ax.patches if p.get_hatch()
    }
    less = means / means[0] < 0.995
    assert hatched == {(j, i) for i, j in zip(*np.nonzero(less), strict=True)}
    bar = scale_of(ax)
    ticks = {tick: text.get_text() for tick, text in
             zip(bar.get_yticks(), bar.get_yticklabels(), strict=True)}  # fmt: skip
    assert ticks[0] == "equal" and ticks[1] == "x2" and ticks[-2] == "1/4"
    assert bar.get_ylabel() == "times the baseline"
    texts = [text.get_text() for text in ax.texts]
    assert texts[0] == f"{means[0, 0]:.2f}"
    assert texts[4] == f"{means[1, 1]:.2f}\n{100 * (means[1, 1] / means[0, 1] - 1):+.0f}%"


def scale_of(ax):
    """Return the Axes of the colour bar beside some others."""
    (bar,) = (other for other in ax.get_figure(root=True).axes if other is not ax)
    return bar


@pytest.mark.parametrize("shots, far, clipped", [
    ((10, 11), np.log2(1.1), "neither"), ((10, 12, 9), np.log2(1.25), "neither"),
    ((2, 10, 1), 3, "neither"), ((1, 40), 4, "max"), ((40, 1), 4, "min"), ((4, 0, 8), 1, "min"),
])  # fmt: skip
def test_the_scale_of_the_matrix_follows_the_data_and_names_what_it_clips(shots, far, clipped):
    guns = [f"{n}x A1 BS3+ S4 D1" if n else "A0 BS3+ S4 D1" for n in shots]
    ax = charts.plot_matrix(mathhammer.compare(guns, ["100x T4 Sv- W1"]))
    (image,) = ax.get_images()
    assert image.norm.vmax == pytest.approx(far) == -image.norm.vmin
    assert image.colorbar.extend == clipped
    words = "times" if far >= 1 else "difference to"
    assert scale_of(ax).get_ylabel() == f"{words} the baseline"
    assert ("pointed end" in ax.get_xlabel()) == (clipped != "neither")
    ratios = [n / shots[0] for n in shots]
    with np.errstate(divide="ignore"):
        expected = np.clip(np.log2(ratios), -far, far)
    assert image.get_array().ravel().tolist() == pytest.approx(expected.tolist())


def test_a_large_matrix_has_its_numbers_its_scale_and_names_apart():
    guns = [f"{n}x A1 BS3+ S4 D1" for n in range(1, 101)]
    ax = charts.plot_matrix(mathhammer.compare(guns, ["30x T4 Sv- W1", "meq"]))
    texts = [text.get_text() for text in ax.texts]
    assert len(texts) == 200 and texts[2].endswith("  +100%") and "\n" not in "".join(texts)
    sheet = ax.get_figure(root=True)
    sheet.draw_without_rendering()
    boxes = [label.get_window_extent() for label in ax.get_yticklabels()]
    assert all(a.y0 > b.y1 for a, b in itertools.pairwise(boxes))
    assert scale_of(ax).get_window_extent().height < 4 * sheet.dpi


def test_pictures_of_match_ups_have_limits():
    many = mathhammer.compare(["A1 BS3+ S4 D1"] * 15, ["meq"])
    words = "15 loadouts at 1 target; a picture of curves has up to 14 loadouts and 12 targets"
    with pytest.raises(TooLargeError, match=words):
        charts.plot_comparison(many)
    more = mathhammer.compare(["A1 BS3+ S4 D1"] * 101, ["meq"])
    with pytest.raises(TooLargeError, match="and 40 targets: take dots, of up to 1000"):
        charts.plot_matrix(more)
    with pytest.raises(TooLargeError, match="and 40 targets: no picture takes so many"):
        check_size("matrix", 1001, 1)
    with pytest.raises(TooLargeError, match="up to 30 loadouts"):
        charts.plot_hammers_and_anvils(list(hammers_and_anvils(HAMMERS, "100 % meq")) * 11)


def test_the_matrix_of_values_leaves_out_what_is_not_known(both):
    ax = charts.plot_matrix(both, name="destroyed", baseline=None)
    values = ax.get_images()[0].get_array()
    assert values.ravel().tolist() == [pytest.approx(r.destroyed) for r in both.results]
    unknown = charts.plot_matrix(both, name="points_per_100", baseline=None)
    assert unknown.get_images()[0].get_array().mask.all()
    assert {t.get_text() for t in unknown.texts} == {"-"}
    with pytest.raises(MathhammerError, match="no place of a loadout"):
        charts.plot_matrix(both, baseline=3)
    with pytest.raises(MathhammerError, match="is not a measure"):
        charts.plot_matrix(both, name="damag")


def test_where_the_baseline_does_nothing_colours_stay_finite():
    both = mathhammer.compare(["A0 BS3+ S4 D1", RIFLES, "A0 BS3+ S4 D1"], ["meq"])
    values = charts.plot_matrix(both).get_images()[0].get_array()
    assert values.ravel().tolist() == [0, pytest.approx(np.log2(1.1)), 0]


def test_colours_of_values_rise_in_grey_and_both_ends_of_differences_are_darker():
    grey = luminance(RISING(np.linspace(0, 1, 50)))
    assert (np.diff(grey) < 0).all()
    around = luminance(AROUND(np.linspace(0, 1, 51)))
    assert (
        around[25] > 0.95 and (np.diff(around[:26]) > 0).all() and (np.diff(around[25:]) < 0).all()
    )


def test_the_grid_shows_the_break_points_of_the_wound_table(swept):
    ax = charts.plot_sweep(swept)
    values = ax.get_images()[0].get_array()
    assert values.tolist() == swept.grid("damage").tolist()
    (lines,) = ax.collections
    got = {tuple(sorted(map(tuple, segment.tolist()))) for segment in lines.get_segments()}

    def roll(strength, toughness):
        if strength >= 2 * toughness:
            return 2
        if strength > toughness:
            return 3
        if strength == toughness:
            return 4
        return 6 if 2 * strength <= toughness else 5

    rolls = np.array([[roll(s, t) for t in (3, 4, 5, 6, 8)] for s in range(3, 9)])
    expected = set()
    for i, j in np.ndindex(rolls.shape):
        if i + 1 < 6 and rolls[i, j] != rolls[i + 1, j]:
            expected.add(((j - 0.5, i + 0.5), (j + 0.5, i + 0.5)))
        if j + 1 < 5 and rolls[i, j] != rolls[i, j + 1]:
            expected.add(((j + 0.5, i - 0.5), (j + 0.5, i + 0.5)))
    assert got == expected
    assert ax.get_ylabel() == "strength (attacker.weapons.0)"
    assert [t.get_text() for t in ax.get_xticklabels()] == ["3", "4", "5", "6", "8"]


def test_a_grid_takes_lists_and_has_a_scale_where_it_has_no_numbers():
    ax = charts.plot_grid([[1, 2]], [1], [1, 2])
    assert ax.get_images()[0].get_array().tolist() == [[1, 2]]
    assert [text.get_text() for text in ax.texts] == ["1.00", "2.00"]
    for wrong in ([[1, 2], [3]], [["a", 2]]):
        with pytest.raises(MathhammerError, match="not a table of numbers"):
            charts.plot_grid(wrong, [1, 2], [1, 2])
    large = charts.plot_grid(np.ones((25, 2)), range(25), [1, 2])
    assert not large.texts and scale_of(large).get_ylabel() == "expected damage"


def test_a_turn_of_many_units_has_rows_of_panels():
    unit = {"toughness": 4, "save": "3+", "wounds": 1, "weapons": ["A1 BS3+ S4 D1"]}
    units = {f"u{i}": {"models": 1 + i, "side": "second" if i else "first", **unit}
             for i in range(6)}  # fmt: skip
    played = mathhammer.turn({"units": units, "step": [{"do": "shoot", "by": "u0", "at": "u1"}]})
    axes = charts.plot_turn(played)
    assert [ax.get_xlabel() for ax in axes] == [f"models left (of {i})" for i in range(1, 7)]
    assert axes[0].get_figure(root=True).get_figwidth() < 18
    given = list(Figure().subplots(1, 6))
    assert charts.plot_turn(played, ax=given) == given
    with pytest.raises(ValueError, match="2 Axes for 6 units"):
        charts.plot_turn(played, ax=given[:2])


def test_a_sweep_of_one_field_is_a_curve_a_match_up():
    by = {"target.toughness": [3, 4, 8]}
    one = sweep([RIFLES, PLASMA], ["meq"], by)
    ax = charts.plot_sweep(one, name="slain")
    for i, line in enumerate(ax.get_lines()):
        assert list(line.get_xdata()) == [3, 4, 8]
        assert line.get_ydata() == pytest.approx(one.grid("slain", i))
    words = charts.plot_sweep(
        sweep(RIFLES, "meq", {"attacker.weapons.0.abilities": [[], ["Heavy"]]})
    )
    assert [t.get_text() for t in words.get_xticklabels()] == ["", "Heavy"]


def test_sweeps_that_fit_no_picture_are_refused():
    by = {"target.toughness": [3, 4], "target.save": [3, 4]}
    with pytest.raises(MathhammerError, match="10 match-ups over two fields"):
        charts.plot_sweep(sweep([RIFLES] * 5, ["meq", "geq"], by))
    with pytest.raises(MathhammerError, match="3 swept fields; a picture is of one or two"):
        charts.plot_sweep(sweep(RIFLES, "meq", {**by, "target.wounds": [1, 2]}))
    with pytest.raises(MathhammerError, match="15 match-ups over one field"):
        charts.plot_sweep(sweep([RIFLES] * 15, ["meq"], {"target.toughness": [3]}))


# ---------------------------------------------------------------------------------- why


@pytest.mark.parametrize("name", ["damage", "slain", "destroyed"])
def test_the_tornado_holds_the_sensitivities(name):
    rows = list(sensitivity(WHY))
    ax = charts.plot_tornado(rows, name=name, most=50)
    now = {"damage": WHY.damage.mean, "slain": WHY.slain.mean, "destroyed": WHY.destroyed}[name]
    better, worse = (c for c in ax.containers if isinstance(c, BarContainer))
    for bars, direction in ((better, "better"), (worse, "worse")):
        of = [row[f"{name}_change"] for row in rows if row["direction"] == direction]
        changes = sorted(change for change in of if change is not None)
        ends = [bar.get_x() + bar.get_width() for bar in bars]
        starts = [bar.get_x() for bar in bars]
        assert starts == pytest.approx([now] * len(starts))
        assert sorted(e - now for e in ends) == pytest.approx(changes, abs=1e-12)
    assert all(bar.get_hatch() for bar in worse) and not any(bar.get_hatch() for bar in better)
    spans = {}
    for bar in [*better, *worse]:
        row = round(bar.get_y() + bar.get_height() / 2)
        spans[row] = max(spans.get(row, 0), abs(bar.get_width()))
    assert [spans[k] for k in sorted(spans)] == pytest.approx(sorted(spans.values(), reverse=True))


def test_the_waterfall_goes_down_from_stage_to_stage():
    rows = list(flow(WHY))
    ax = charts.plot_waterfall(rows)
    bars = [bar for container in ax.containers for bar in container]
    shown = [row for row in rows if row["change"]]
    assert [bar.get_width() for bar in bars] == pytest.approx([row["change"] for row in shown])
    ends = [bar.get_x() + bar.get_width() for bar in bars]
    assert ends == pytest.approx([row["value"] for row in shown])
    assert bars[-1].get_x() == 0 and ends[-1] == pytest.approx(WHY.damage.mean)


def test_shares_are_drawn_with_what_is_lost_without_each():
    found = attribution(WHY)
    ax = charts.plot_shares(found)
    (bars,) = (c for c in ax.containers if isinstance(c, BarContainer))
    widths = [bar.get_width() for bar in bars]
    assert sorted(widths) == pytest.approx(sorted(found.shares[:, 0].tolist()))
    assert sum(widths) == pytest.approx(found.whole[0] - found.bare[0])
    order = np.argsort(-np.abs(found.shares[:, 0]), kind="stable")
    (diamonds,) = (line for line in ax.get_lines() if line.get_marker() == "D")
    assert diamonds.get_xdata() == pytest.approx((found.whole - found.without)[order, 0])
    with pytest.raises(MathhammerError, match="nothing to draw"):
        charts.plot_shares(attribution(mathhammer.attack("A1 BS3+ S4 D1", "meq")))
    with pytest.raises(MathhammerError, match="is not a measure"):
        charts.plot_shares(found, name="hits")


def test_sampled_shares_have_their_errors():
    found = attribution(WHY, "sampled", orders=20)
    ax = charts.plot_shares(found)
    (bars,) = (c for c in ax.containers if isinstance(c, BarContainer))
    segments = bars.errorbar.lines[2][0].get_segments()
    half = sorted((s[1][0] - s[0][0]) / 2 for s in segments)
    assert half == pytest.approx(sorted(found.standard_errors[:, 0].tolist()))


def test_a_choice_holds_the_values_and_how_much_is_missing():
    ax = charts.plot_choice(CHOICE, most=4)
    (bars,) = (c for c in ax.containers if isinstance(c, BarContainer))
    ranked = CHOICE.ranked[:4]
    assert [bar.get_width() for bar in bars] == pytest.approx([one.value for one in ranked])
    assert bars[0].get_facecolor() != bars[1].get_facecolor() == bars[3].get_facecolor()
    texts = [text.get_text() for text in ax.texts[: len(ranked)]]
    assert texts[0] == f"{ranked[0].value:.2f}" and CHOICE.margin is not None
    assert texts[1] == f"{ranked[1].value:.2f}, behind by {CHOICE.margin:.2f}"
    names = [tick.get_text().replace("\u00a0", " ") for tick in ax.get_yticklabels()]
    assert names[0] == f"{CHOICE.words(CHOICE.best.mix)}\n{CHOICE.best.cost:.0f} points"
    assert ax.get_xlabel() == "expected damage\nagainst 60% 5x meq, 40% veq"
    assert ax.get_xlim()[0] == 0


def test_a_choice_of_equal_mixes_says_so():
    option = {"weapons": "A2 BS3+ S4 AP-1 D1", "replaces": "rifle", "most": 1}
    found = choose("2x rifle: A2 BS3+ S4 AP-1 D1", [option], "100 % meq", objective="destroyed")
    ax = charts.plot_choice(found)
    assert ax.texts[1].get_text().endswith(", as good")
    assert ax.get_xlabel().startswith("probability that no model is left")


def test_how_many_marks_the_levels():
    found = how_many(WHY, "shots", 0)
    ax = charts.plot_how_many(found, levels=[0.5, 0.9])
    curve = ax.get_lines()[0]
    places = curve.get_xdata().astype(int) - 1
    assert curve.get_ydata() == pytest.approx(found.destroyed[places])
    assert marked(ax) == [found.needed(0.5), found.needed(0.9)]


def test_how_many_that_is_out_of_reach_marks_nothing():
    never = how_many(mathhammer.attack("A0 BS3+ S1 AP0 D1", "meq"), "units")
    ax = charts.plot_how_many(never)
    assert never.needed(0.5) is None and marked(ax) == []
    assert any(text.get_text().startswith("Out of reach") for text in ax.texts)
    reached = charts.plot_how_many(how_many(WHY, "shots", 0))
    assert not any("Out of reach" in text.get_text() for text in reached.texts)


def marked(ax):
    """Return the numbers written at the levels."""
    found = (re.match(r"(\d+): .*%", text.get_text()) for text in ax.texts)
    return [int(one[1]) for one in found if one]


# ----------------------------------------------------------------- hammers and anvils, turns


def test_hammers_and_anvils_are_points_at_their_numbers():
    rows = list(hammers_and_anvils(HAMMERS, "50 % meq, 50 % geq"))
    ax = charts.plot_hammers_and_anvils(rows)
    points = [line for line in ax.get_lines() if line.get_marker() not in ("None", "", None)]
    for point, row in zip(points, rows, strict=True):
        assert point.get_xdata()[0] == pytest.approx(row["effective_wounds_per_100"])
        assert point.get_ydata()[0] == pytest.approx(row["damage_per_100"])
    assert len({point.get_marker() for point in points}) == 3
    assert {t.get_text() for t in ax.texts} >= {"Line", "Guns", "Shields", "hammers", "anvils"}
    comparison = mathhammer.compare(HAMMERS, ["meq", "geq"])
    again = list(of_comparison(comparison, [0.5, 0.5]))
    for one, other in zip(again, rows, strict=True):
        assert one == {k: pytest.approx(v) if isinstance(v, float) else v for k, v in other.items()}
    assert "left out" not in ax.get_xlabel()
    some = charts.plot_hammers_and_anvils(
        hammers_and_anvils([*HAMMERS, {"name": "Gun", "weapons": [RIFLES]}], "100 % meq")
    )
    assert some.get_xlabel().endswith("left out: Gun (no points and no defence)")
    with pytest.raises(MathhammerError, match="points, weapons and a defence"):
        charts.plot_hammers_and_anvils(hammers_and_anvils([{"weapons": RIFLES}], "100 % meq"))


@pytest.mark.parametrize("name", ["a", "the first of all battleline squads", "W" * 30])
def test_what_is_said_of_a_node_keeps_clear_of_others(name):
    man = {"models": 3, "toughness": 4, "save": "5+", "wounds": 2, "leadership": "8+", "move": 6,
           "weapons": ["3x A2 BS3+ S6 AP-2 D2", "3x A2 WS3+ S6 AP-2 D2"]}  # fmt: skip
    result = mathhammer.turn({
        "gap": 14, "units": {name: {**man, "side": "first"}, "b": {**man, "side": "second"}},
        "step": [
            {"do": "shoot", "by": "b", "at": name},
            {"do": "advance", "by": name, "toward": "b"},
            {"do": "charge", "by": name, "at": "b", "name": f"{name} charged"},
            {"do": "fight", "by": [name, "b"]},
            {"do": "battleshock", "by": name},
            {"do": "battleshock", "by": "b"},
        ],
    })  # fmt: skip
    ax = charts.plot_tree(result)
    ax.figure.draw_without_rendering()
    columns = {}
    for text in ax.texts:
        if not text.get_text()[0].isdigit() or "%" not in text.get_text():
            continue  # a heading, or what is destroyed at the end
        columns.setdefault(round(text.get_position()[0] - 0.04, 6), []).append(
            text.get_window_extent()
        )
    place = sorted(columns)
    assert place == list(range(len(turn_tree(result).columns)))
    for here, then in itertools.pairwise([*place, None]):
        if then is not None:
            end = ax.transData.transform((then, 0))[0]
            assert all(box.x1 < end for box in columns[here])
        for one, other in itertools.combinations(columns[here], 2):
            assert not one.overlaps(other)


def test_the_tree_has_a_rectangle_a_node_as_high_as_it_is_probable(played):
    ax = charts.plot_tree(played)
    tree = turn_tree(played)
    nodes = [node for column in tree.columns for node in column.nodes]
    rectangles = [patch for patch in ax.patches if isinstance(patch, Rectangle)]
    assert sorted(r.get_height() for r in rectangles) == pytest.approx(
        sorted(max(node.probability, 0.002) for node in nodes)
    )
    bands = len(ax.patches) - len(rectangles)
    assert bands == sum(len(column.links) for column in tree.columns)
    texts = "\n".join(text.get_text() for text in ax.texts)
    assert "1 shoot a at" in texts and "at the end, destroyed:" in texts


# ---------------------------------------------------------------------- names and files


def every_picture(played):
    squad = {"name": HOSTILE, "points": 80, "models": 5, "toughness": 4, "save": "3+", "wounds": 2,
             "weapons": [f"10x {'x' * 60}: A2 BS3+ S4 AP-1 D1 [Lethal Hits]"]}  # fmt: skip
    target = {"preset": "meq", "name": HOSTILE}
    comparison = mathhammer.compare([squad, {**squad, "name": "b"}], [target, "veq"])
    one = comparison.cell(0, 0)
    return {
        "curves": charts.plot_curves([one, comparison.cell(1, 0)]),
        "ridge": charts.plot_ridge(comparison.results),
        "matrix": charts.plot_matrix(comparison),
        "grid": charts.plot_sweep(sweep([squad], [target], {"target.toughness": [3, 4],
                                                            "target.save": [3, 4]})),
        "lines": charts.plot_sweep(sweep([squad], [target], {"target.name": [HOSTILE, "a"]})),
        "tornado": charts.plot_tornado(sensitivity(one)),
        "waterfall": charts.plot_waterfall(flow(one)),
        "shares": charts.plot_shares(attribution(one)),
        "howmany": charts.plot_how_many(how_many(one)),
        "choice": charts.plot_choice(choose(
            {"name": HOSTILE, "weapons": "9x rifle: A1 BS3+ S4 AP0 D1"},
            [{"name": f"{HOSTILE} {i}", "most": 2, "replaces": "rifle", "weapons": PLASMA}
             for i in range(3)],
            [[100, target]],
        )),
        "anvils": charts.plot_hammers_and_anvils(hammers_and_anvils([squad], "100 % meq")),
        "tree": charts.plot_tree(played),
        "turn": charts.plot_turn(played)[0],
    }  # fmt: skip


def test_hostile_names_are_drawn_as_text_and_stay_inside(played, tmp_path):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message="Glyph .* missing from")  # of the boxes below
        for name, ax in every_picture(played).items():
            charts.save(ax, tmp_path / f"{name}.png")
            first = ax if isinstance(ax, Axes) else ax.flat[0]
            sheet = first.get_figure(root=True)
            box = sheet.get_tightbbox()
            assert box.x0 >= -0.05 and box.x1 <= sheet.get_figwidth() + 0.05, name
            assert box.y0 >= -0.05 and box.y1 <= sheet.get_figheight() + 0.05, name


def test_wide_names_end_in_dots_and_keep_to_their_panels():
    names = ["W" * 60, "M" * 30, "i" * 60, "ordinary name of a unit"]
    targets = [{"preset": "meq", "name": name} for name in names]
    axes = charts.plot_comparison(mathhammer.compare([RIFLES], targets))
    sheet = axes[0].get_figure(root=True)
    sheet.draw_without_rendering()
    titles = [ax.get_title(loc="left") for ax in axes]
    assert titles[0].endswith("W...") and titles[1].endswith("M...")
    assert titles[2] == "i" * 29 + "..." and titles[3] == names[3]
    for ax, following in ((axes[0], axes[1]), (axes[2], axes[3])):
        title = ax._left_title.get_window_extent()
        assert title.x1 < following._left_title.get_window_extent().x0


def test_starting_kernels_is_not_being_in_a_notebook(both, monkeypatch):
    from types import SimpleNamespace

    monkeypatch.setitem(sys.modules, "ipykernel", SimpleNamespace())
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: None))
    charts.plot_matrix(both)
    assert "matplotlib.pyplot" not in sys.modules


def test_pictures_as_bytes_are_the_same_each_time():
    first, second = (charts.picture(charts.plot_waterfall(flow(WHY))) for _ in range(2))
    assert first == second and first.startswith(b"<?xml") and b"</svg>" in first
    names = set(re.findall(rb'id="([^"]+)"', first))
    used = set(re.findall(rb'(?:href="#|url\(#)([^")]+)', first))
    assert used <= names
    assert charts.picture(charts.plot_waterfall(flow(WHY)), ".png").startswith(b"\x89PNG")


def test_charts_draw_on_the_axes_they_are_given(both, swept, played):
    for draw in (
        lambda ax: charts.plot_curves(both.results[:2], ax=ax),
        lambda ax: charts.plot_ridge(both.results[:2], ax=ax),
        lambda ax: charts.plot_matrix(both, ax=ax),
        lambda ax: charts.plot_sweep(swept, ax=ax),
        lambda ax: charts.plot_tornado(sensitivity(WHY), ax=ax),
        lambda ax: charts.plot_waterfall(flow(WHY), ax=ax),
        lambda ax: charts.plot_shares(attribution(WHY), ax=ax),
        lambda ax: charts.plot_how_many(how_many(WHY, "units"), ax=ax),
        lambda ax: charts.plot_choice(CHOICE, ax=ax),
        lambda ax: charts.plot_hammers_and_anvils(hammers_and_anvils(HAMMERS, "100 % meq"), ax=ax),
        lambda ax: charts.plot_tree(played, ax=ax),
    ):
        ax = Figure().subplots()
        assert draw(ax) is ax
