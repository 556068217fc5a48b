"""Pictures can be read: no text over text or mark, none outside, all dark enough on white."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.text import Text

import mathhammer
from mathhammer.analysis.attribution import attribution
from mathhammer.analysis.durability import hammers_and_anvils
from mathhammer.analysis.flow import flow
from mathhammer.analysis.howmany import how_many
from mathhammer.analysis.optimise import choose
from mathhammer.analysis.saves import against_saves
from mathhammer.analysis.sensitivity import sensitivity
from mathhammer.analysis.sweeps import sweep
from mathhammer.show import charts
from mathhammer.show.charts.registry import MAX_CURVES, MAX_RIDGES

#: How many loadouts, weapons, targets or models there are.
SIZES = (3, 8, *(pytest.param(size, marks=pytest.mark.slow) for size in (20, 30)))
#: Letters on white: the contrast that WCAG asks for.
CONTRAST = 4.5


def loadouts(number):
    """Return squads alike and unlike, with names of 12 to 60 letters."""
    return [
        {"name": f"Squad {i} {'of the long-named second company ' * 2}"[: 12 + 7 * i % 50],
         "points": 80 + 7 * i, "models": 5 + i % 6, "toughness": 3 + i % 6, "save": f"{2 + i % 5}+",
         "wounds": 1 + i % 4,
         "weapons": [f"{4 + i}x long rifle: A{1 + i % 3} BS3+ S{3 + i % 7} AP-{i % 4} D1"]}
        for i in range(number)
    ]  # fmt: skip


def attacked(number):
    weapons = [f"{3 + i}x gun of the long name {i}: A2 BS3+ S{4 + i} AP-1 D1 [Lethal Hits]"
               for i in range(min(number, 8))]  # fmt: skip
    return mathhammer.attack(weapons, "5x T4 Sv3+ W2 5+++ [Stealth]", context="cover")


def chosen(number):
    options = [{"weapons": f"{one['name']}: A1 BS3+ S{4 + i} AP-1 D{1 + i % 3}", "most": 2,
                "replaces": "rifle", "cost": 5 * i}
               for i, one in enumerate(loadouts(min(number, 5)))]  # fmt: skip
    unit = {"name": loadouts(9)[8]["name"], "weapons": ["5x rifle: A2 BS3+ S4 AP-1 D1"]}
    return choose(unit, options, "60 % meq, 40 % veq")


def compared(number, targets=("10x meq", "geq")):
    return mathhammer.compare(loadouts(number), [*targets])


def turned(names):
    """Return a turn of two units with such names, in which a charge may fail."""
    first, second = names
    alike = {"toughness": 4, "save": "3+", "wounds": 1, "move": 6, "leadership": "7+",
             "objective_control": 2, "weapons": ["5x A2 BS3+ S4 D1", "A3 WS3+ S4 D1"]}  # fmt: skip
    units = {first: {**alike, "side": "first", "models": 5},
             second: {**alike, "side": "second", "models": 8}}  # fmt: skip
    steps = [
        {"do": "shoot", "by": first, "at": second},
        {"do": "charge", "by": first, "at": second},
        {"do": "fight", "by": [first, second], "if": "charged"},
        {"do": "battleshock", "by": second},
        {"do": "control", "units": [first, second]},
    ]
    return mathhammer.turn({"gap": 9, "units": units, "step": steps})


DRAWN = {
    "tree": lambda n: charts.plot_tree(turned([one["name"] for one in loadouts(n)[-2:]])),
    "units": lambda n: charts.plot_turn(turned([one["name"] for one in loadouts(n)[-2:]])),
    "anvils": lambda n: charts.plot_hammers_and_anvils(
        hammers_and_anvils(loadouts(n), "50 % meq, 50 % geq")
    ),
    "comparison": lambda n: charts.plot_comparison(compared(min(n, MAX_CURVES))),
    "targets": lambda n: charts.plot_comparison(
        mathhammer.compare(loadouts(2), [{**one, "weapons": []} for one in loadouts(min(n, 12))])
    ),
    "ridge": lambda n: charts.plot_ridge(compared(min(n, MAX_RIDGES // 2))),
    "curves": lambda n: charts.plot_curves(compared(min(n, MAX_CURVES), ["10x meq"]).results),
    "result": lambda n: charts.plot_result(mathhammer.attack(loadouts(n)[-1], f"{n}x meq")),
    "howmany": lambda n: charts.plot_how_many(
        how_many(mathhammer.attack(f"{n}x gun: A1 BS3+ S12 AP-3 DD6+1", "veq"), "attacks")
    ),
    "choice": lambda n: charts.plot_choice(chosen(n)),
    "tornado": lambda n: charts.plot_tornado(sensitivity(attacked(n))),
    "shares": lambda n: charts.plot_shares(attribution(attacked(n))),
    "waterfall": lambda n: charts.plot_waterfall(flow(attacked(n))),
    "saves": lambda n: charts.plot_saves(against_saves(loadouts(n))),
    "sweep": lambda n: charts.plot_sweep(
        sweep(loadouts(min(n, MAX_CURVES)), "10x meq", {"target.toughness": [3, 4, 5]})
    ),
    "check": lambda n: charts.plot_check(mathhammer.check("desperate_escape", models=n)),
    "charge": lambda n: charts.plot_check(mathhammer.check("charge", needed=9, reroll="failed")),
    "one number": lambda n: charts.plot_check(mathhammer.check("battleshock", leadership=7)),
}


def texts_of(sheet):
    """Return the texts that are seen: of the ticks only those within their axis."""
    hidden = set()
    for ax in sheet.axes:
        for axis in (ax.xaxis, ax.yaxis):
            seen = {id(tick) for tick in axis._update_ticks()} if ax.axison else set()
            for tick in (*axis.get_major_ticks(), *axis.get_minor_ticks()):
                labels = {id(tick.label1), id(tick.label2)}
                hidden |= labels if id(tick) not in seen else set()
    return [
        text for text in sheet.findobj(Text)
        if text.get_visible() and text.get_text().strip() and id(text) not in hidden
    ]  # fmt: skip


def contrast(colour):
    def linear(value):
        return value / 12.92 if value <= 0.03928 else ((value + 0.055) / 1.055) ** 2.4

    return 1.05 / (np.dot([0.2126, 0.7152, 0.0722], list(map(linear, to_rgb(colour)))) + 0.05)


def drawn(name, size):
    axes = DRAWN[name](size)
    first = axes if isinstance(axes, Axes) else np.asarray(axes, dtype=object).flat[0]
    sheet = first.get_figure(root=True)
    sheet.draw_without_rendering()
    return sheet


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", DRAWN)
def test_no_text_lies_on_another_or_outside_or_is_too_light(name, size):
    sheet = drawn(name, size)
    texts = texts_of(sheet)
    assert len(texts) > 3
    whole = sheet.bbox
    boxes = [text.get_window_extent() for text in texts]
    for text, box in zip(texts, boxes, strict=True):
        assert box.x0 >= whole.x0 - 1 and box.x1 <= whole.x1 + 1, text
        assert box.y0 >= whole.y0 - 1 and box.y1 <= whole.y1 + 1, text
        assert contrast(text.get_color()) >= CONTRAST, text
    for (one, box), (other, further) in itertools.combinations(zip(texts, boxes, strict=True), 2):
        assert not box.padded(-1.5).overlaps(further.padded(-1.5)), (one, other)


@pytest.mark.parametrize("size", SIZES)
def test_no_name_of_a_unit_lies_on_a_mark(size):
    sheet = drawn("anvils", size)
    (ax,) = sheet.axes
    marks = [line for line in ax.lines if line.get_marker() not in ("None", None, "")]
    assert len(marks) == size == len({(m.get_marker(), m.get_color()) for m in marks})
    names = [text for text in ax.texts if text.get_transform() != ax.transAxes]
    for mark, text in itertools.product(marks, names):
        (place,) = ax.transData.transform(mark.get_xydata())
        box = text.get_window_extent().padded(1)
        assert not box.contains(*place), text
        assert ax.bbox.padded(1).contains(box.x0, box.y0)
        assert ax.bbox.padded(1).contains(box.x1, box.y1)


def test_curves_that_are_one_line_are_said_to_be_equal():
    squads = [*loadouts(2), {**loadouts(2)[1], "name": "Other"}]
    ax = charts.plot_comparison(mathhammer.compare(squads, ["10x meq"]))
    assert [text.get_text() for text in ax.texts] == ["2 = 3"]


def test_the_needed_roll_is_marked():
    ax = DRAWN["charge"](3)
    dark = [bar for bar in ax.containers[0] if bar.get_facecolor() != ax.patches[0].get_facecolor()]
    assert [round(bar.get_x() + bar.get_width() / 2) for bar in dark] == [9, 10, 11, 12]
    words = [text.get_text() for text in ax.get_figure(root=True).legends[0].get_texts()]
    assert "9+ is needed; re-roll: failed" in words


def test_bands_of_a_tree_cross_no_other():
    ax = charts.plot_tree(turned(["Squad", "Mob"]))
    bands = [patch.get_path().vertices for patch in ax.patches if len(patch.get_path()) == 9]
    assert len(bands) >= 4
    for one, other in itertools.combinations(bands, 2):
        if one[0, 0] == other[0, 0]:  # between the same columns
            assert (one[0, 1] - other[0, 1]) * (one[3, 1] - other[3, 1]) >= 0
    foot = ax.get_figure(root=True).get_supxlabel()
    assert "dark bar: a state of the turn" in foot and "control at the end" in foot
