"""Grids over the characteristics of a target: beside single match-ups, as page, table, picture."""

from __future__ import annotations

import csv
import io
import json

import numpy as np
import pytest
from matplotlib.collections import LineCollection
from support.command import refused

import mathhammer
from mathhammer.analysis.grid import grid
from mathhammer.analysis.saves import SAVES, WARDS, roll_label
from mathhammer.analysis.target_grid import TOUGHNESSES, Panel, lines, steps
from mathhammer.core.errors import MathhammerError, TooLargeError
from mathhammer.show.pages.grid import grid_page
from mathhammer.show.shades import AROUND, DARK, GREY, INKS, RISING, shade
from mathhammer.show.terminal.page import Page

GUN = "10x A2 BS3+ S4 AP-1 D1 [Lethal Hits]"
RAY = "2x A1 BS3+ S9 AP-3 DD6 [Melta 2, Anti-Vehicle 4+]"
ROLLS = {"invulnerable": "4+", "feel_no_pain": "5+"}


def cells(unit: object, shown: str = "damage", **fields: object) -> list[list[float]]:
    """Return the numbers of a panel of Warhammer 40,000, one match-up after the other."""
    return [
        [
            getattr(mathhammer.attack(unit, {"toughness": t, "save": save, **fields}), shown)
            for save in map(roll_label, SAVES)
        ]
        for t in TOUGHNESSES
    ]  # fmt: skip


@pytest.mark.parametrize("unit", [GUN, RAY])
@pytest.mark.parametrize("panel", range(4))
def test_with_wounds_it_is_that_of_single_match_ups(unit: str, panel: int) -> None:
    found = grid(unit, at="5x T4 W3 [Vehicle, -1 damage]", shown="destroyed", **ROLLS)
    assert found.panels == [Panel(), Panel(0, 5), Panel(4, 0), Panel(4, 5)]
    ref = cells(
        unit, "destroyed", models=5, wounds=3, keywords="Vehicle", modifiers={"damage": -1},
        **{name: roll_label(roll) for name, roll in found.panels[panel]._asdict().items()},
    )  # fmt: skip
    np.testing.assert_allclose(found.values[0, panel], ref, rtol=1e-12)


@pytest.mark.parametrize("unit", [GUN, RAY])
def test_without_wounds_nothing_is_wasted(unit: str) -> None:
    found = grid(unit, **ROLLS)
    for panel, values in zip(found.panels, found.values[0], strict=True):
        fields = {name: roll_label(roll) for name, roll in panel._asdict().items()}
        ref = [[n.mean for n in row] for row in cells(unit, models=1, wounds=120, **fields)]
        np.testing.assert_allclose(values, ref, rtol=1e-9)


@pytest.mark.parametrize("over", [{}, {"wounds": 2, "models": 5}])
def test_age_of_sigmar_is_over_ward_and_save(over: dict[str, int]) -> None:
    unit = "5x 3/3+/3+/1/D3 [Crit (Mortal)]"
    found = grid(unit, **over)
    size = {"health": over["wounds"], "models": 5} if over else {"health": 500}
    ref = [
        [
            mathhammer.attack(
                unit, {**size, "ward": roll_label(ward), "save": roll_label(save)}, game="aos"
            ).damage.mean
            for save in SAVES
        ]
        for ward in WARDS
    ]
    np.testing.assert_allclose(found.values[0, 0], ref, rtol=1e-9)
    assert found.row_labels == ["-", "6+", "5+", "4+"]


def test_break_points_are_those_of_the_wound_table() -> None:
    found = grid("10x A1 BS2+ S4 AP-2 D1", invulnerable="5+")
    assert found.break_points(0, 0) == {"toughness": [3, 4, 5, 8], "save": ["3+", "4+", "5+"]}
    # From 3+ on each save at AP-2 is worse than the invulnerable one, or as good.
    assert found.break_points(0, 1) == {"toughness": [3, 4, 5, 8], "save": ["3+"]}


def test_a_difference_is_that_of_the_cells() -> None:
    first, second = grid(GUN), grid(RAY)
    both = grid(GUN, minus=RAY)
    np.testing.assert_allclose(both.differences, first.values - second.values, atol=1e-12)
    assert not grid(GUN, minus=GUN).differences.any()
    assert both.to_dict()[0]["grids"][0]["difference"] == both.differences[0, 0].tolist()
    row = next(both.rows())
    assert row["difference"] == pytest.approx(row["damage_mean"] - row["minus"])


def test_100_points() -> None:
    unit = {"points": 80, "weapons": GUN}
    np.testing.assert_allclose(grid(unit, shown="per_100").values, grid(GUN).values / 0.8)
    wounded = grid(unit, shown="per_100", wounds=2).values
    np.testing.assert_allclose(wounded, grid(GUN, wounds=2).values / 0.8)


def test_steps_and_lines() -> None:
    values = np.array([[1.0, 1.0 + 1e-12, 2.0], [1.0, 1.0, 3.0]])
    assert steps(values).across.tolist() == [[False, False, True]] * 2
    assert steps(values).down.tolist() == [[False] * 3, [False, False, True]]
    assert not any(map(np.any, lines(np.arange(6.0).reshape(2, 3))))


@pytest.mark.parametrize("ramp, around", [(RISING, False), (AROUND, True)])
def test_what_is_written_on_a_shade_can_be_read(ramp: list[str], around: bool) -> None:
    for k in range(101):
        colour, ink = shade(k / 50 - 1 if around else k / 100, around)
        grey = sum(w * v for w, v in zip(GREY, bytes.fromhex(colour[1:]), strict=True)) / 255
        assert ink == INKS[grey >= DARK]
    ends = [shade(-1.0 if around else 0.0, around)[0], shade(1.0, around)[0]]
    assert ends == [ramp[0], ramp[-1]]


@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_page_fits(monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    named = {"name": "A loadout with a long name, that goes on and on, and on", "weapons": [RAY]}
    found = grid([named, GUN], minus="99x A9 BS2+ S9 AP-3 D9", **ROLLS)
    page = Page(io.StringIO())
    page.put(grid_page(found, source="x.toml", read_as=["so"]))
    text = page.text()
    assert max(map(len, text.splitlines())) <= width
    assert "invulnerable save 4+, Feel No Pain 5+" in text and "changes    toughness 3" in text
    assert "\x1b" not in text


def test_colours_are_only_where_they_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    for kind, coloured in {"xterm-256color": True, "xterm": False, "dumb": False}.items():
        monkeypatch.setenv("TERM", kind)
        monkeypatch.delenv("COLORTERM", raising=False)
        page = Page(Terminal())
        page.put(grid_page(grid(GUN)))
        assert ("48;5;" in page.text()) == coloured


def test_the_picture_has_every_number_and_break_point() -> None:
    found = grid(GUN, **ROLLS)
    axes = found.plot()
    assert [axis.get_images()[0].get_array().tolist() for axis in axes] == found.values[0].tolist()
    down, across = lines(found.values[0, 0])
    (drawn,) = [c for c in axes[0].collections if isinstance(c, LineCollection)]
    assert len(drawn.get_segments()) == down.sum() + across.sum()
    difference = grid(GUN, minus=RAY).plot()
    signs = {text.get_text()[0] for text in difference.texts}
    assert signs == {"+", "-"}
    with pytest.raises(TooLargeError, match="12 heat maps; a picture has up to 9"):
        grid([GUN] * 3, **ROLLS).plot()


def test_a_notebook_shows_colours_and_break_points() -> None:
    html = grid(GUN)._repr_html_()
    assert html.count("<td") == len(TOUGHNESSES) * len(SAVES)
    assert "background:#08306b;color:#ffffff" in html and "border-top:2px" in html


@pytest.mark.parametrize(
    "options, words",
    [
        ({"shown": "slain"}, "shown: slain needs models with wounds"),
        ({"shown": "slan"}, "did you mean 'slain'"),
        ({"shown": "per_100"}, "needs points, and 10x A2"),
        ({"wounds": 0}, "wounds: 0"),
        ({"models": "x"}, "models: 'x'"),
        ({"invulnerable": "7+"}, "invulnerable: '7\\+'"),
        ({"feel_no_pain": ""}, "feel_no_pain: "),
        ({"at": "T4 W2 + leader W4"}, "not a mixed unit"),
        ({"minus": "5x 2/3+/4+/1/1"}, "minus\\[0\\]|Age of Sigmar"),
    ],
)
def test_what_is_wrong_is_named(options: dict[str, object], words: str) -> None:
    with pytest.raises(MathhammerError, match=words):
        grid(GUN, **options)


def test_what_has_no_effect_is_said() -> None:
    target = {"toughness": 4, "wounds": 2, "invulnerable_ranged": "5+", "points": 90}
    (note,) = grid(GUN, at=target).notes
    assert note == "Without effect in this table: the target's invulnerable ranged 5+, points 90."
    with pytest.raises(MathhammerError, match="models: without wounds"):
        grid("2/3+/4+/1/1", models=5)
    with pytest.raises(MathhammerError, match="feel_no_pain: Age of Sigmar has wards"):
        grid("2/3+/4+/1/1", feel_no_pain="5+")


def test_the_command(call, squads: str, tmp_path) -> None:
    status, out, err = call("grid", GUN, "--minus", RAY, "--fnp", "5+", "--json")
    assert (status, err) == (0, "")
    (entry,) = json.loads(out)
    ref = grid(GUN, minus=RAY, feel_no_pain="5+").to_dict()[0]
    assert entry == {"scenario": "", **ref}
    path = tmp_path / "grid.csv"
    assert call("grid", squads, "--wounds", "2", "--show", "slain", "--csv", str(path))[0] == 0
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    names = list(dict.fromkeys(row["attacker"] for row in rows))
    assert len(rows) == len(names) * len(TOUGHNESSES) * len(SAVES)
    out = call("grid", squads, "--minus", names[0])[1]
    assert f"less  {names[0]}" in out and out.startswith(f"{names[1]} over toughness")


def test_the_command_refuses(call) -> None:
    refused(call("grid"), "grid needs a weapon")
    refused(call("grid", GUN, "--fnp", "9"), "--fnp: ", "roll from 2+ to 6+")
    refused(call("grid", GUN, "--wounds", "many"), "--wounds: 'many'")
    refused(call("grid", GUN, "--minus", ""), "--minus is empty")
    refused(call("grid", GUN, "--minus", "x.toml"), "--minus takes the weapons")
    refused(call("grid", GUN, "--at", "meq", "--at", "teq"), "one --at")
