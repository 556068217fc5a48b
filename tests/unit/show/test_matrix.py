"""The matrix of loadouts and targets: its numbers, its pages, its marks, in each place."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from rich.cells import cell_len

import mathhammer
from mathhammer.analysis.efficiency import measure
from mathhammer.analysis.ranking import Ranking, superiority
from mathhammer.cli.main import main
from mathhammer.core.format import figure, percent
from mathhammer.show.pages.comparison import comparison_page
from mathhammer.show.pages.matrix import SHOWN, matrices, matrix
from mathhammer.show.sheets import MatchUps, Matrix
from mathhammer.show.terminal.page import Page

SQUADS = [
    {"name": f"{name} squad", "points": points, "weapons": [weapon]}
    for name, points, weapon in (
        ("Rifle", 90, "10x A2 BS3+ S4 AP-1 D1"),
        ("Plasma", 110, "3x A2 BS3+ S8 AP-3 D2"),
        ("Long and winding name of a", 70, "1x A1 BS3+ S12 AP-4 DD6+1"),
    )
]
NAMES = ["geq", "meq", "teq", "veq", "ork", "keq", "ctan"]
TARGETS = [{"preset": name, "points": 100 + i} for i, name in enumerate(NAMES * 3)]


def printed(*words: str, width: int = 80, capsys: Any, monkeypatch: Any) -> str:
    monkeypatch.setenv("COLUMNS", str(width))
    assert main([*words]) == 0
    out: str = capsys.readouterr().out
    assert max(map(cell_len, out.splitlines())) <= width
    return out


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("shown", SHOWN)
def test_a_wide_matrix_stands_on_pages_that_fit(monkeypatch, width, shown):
    monkeypatch.setenv("COLUMNS", str(width))
    both = mathhammer.compare(SQUADS, TARGETS)
    page = Page(io.StringIO())
    page.put(comparison_page(both, shown=shown))
    lines = page.text().splitlines()
    assert max(map(cell_len, lines)) <= width
    assert 1 < sum(f" of {len(TARGETS)}" in line for line in lines) <= 8
    write = percent if shown == "destroyed" else figure
    for i in range(len(SQUADS)):
        rows = [line for line in lines if re.match(rf"{i + 1} [RPL]\w+ ", line)]
        cells = [cell for row in rows for cell in re.findall(r"[<>]?\d[\d.]*%?(?=\*?(?: |$))", row)]
        values = [measure(SHOWN[shown])(both.cell(i, j)) for j in range(len(TARGETS))]
        assert [c for c in cells if c != str(i + 1)] == list(map(write, values))


def test_the_best_against_each_target_is_marked_and_coloured_where_there_are_colours(monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    both = mathhammer.compare(SQUADS, TARGETS[:4])
    sheet = matrix(both)
    for j in range(4):
        best = max(range(3), key=lambda i: both.cell(i, j).damage.mean)
        assert {i for i, k in sheet.best if k == j} == {best}
    texts = []
    for colour in (True, False):
        monkeypatch.setenv("NO_COLOR", "" if colour else "1")
        monkeypatch.setenv("TERM", "xterm-256color")
        page = Page(Terminal())
        page.put([(sheet,)])
        texts.append(page.text())
    coloured, plain = texts
    green = re.findall(r"\x1b\[1;32m([^\x1b]*)\x1b\[0m", coloured)
    assert sorted(green) == sorted(sheet.cells[i][j] + "*" for i, j in sheet.best)
    assert "32m" not in plain
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == re.sub(r"\x1b\[[0-9;]*m", "", plain)


def test_headings_that_are_cut_have_their_places():
    heads = ["A unit with a very long name", "A unit with a very long one", "short"]
    sheet = Matrix("damage", ["1 a"], heads, [["1", "2", "3"]])
    assert sheet.short_heads(14) == ["1 A unit wi...", "2 A unit wi...", "3 short"]
    assert sheet.short_heads(40) == heads
    assert sheet.pages([10] * 3, 25) == [
        ("targets 1 to 2 of 3", range(2)), ("target 3 of 3", range(2, 3)),
    ]  # fmt: skip
    assert sheet.pages([10] * 3, 5) == [(f"target {j + 1} of 3", range(j, j + 1)) for j in range(3)]
    assert sheet.pages([10] * 3, 30) == [("", range(3))]


def test_attack_has_a_row_for_each_of_several_targets(capsys, monkeypatch):
    words = "attack", "10x A2 BS3+ S4 AP-1 D1", "--at", "meq", "teq", "geq"
    out = printed(*words, capsys=capsys, monkeypatch=monkeypatch)
    for target in ("meq", "teq", "geq"):
        result = mathhammer.attack(words[1], target)
        (row,) = [line for line in out.splitlines() if f"x {target} T" in line]
        assert row.split()[-3:] == [
            figure(result.damage.mean), figure(result.slain.mean), percent(result.destroyed),
        ]  # fmt: skip
    out = printed(*words, "--show", "Slain", capsys=capsys, monkeypatch=monkeypatch)
    (row,) = [line for line in out.splitlines() if "x meq T" in line]
    assert row.split()[-1] == figure(mathhammer.attack(words[1], "meq").slain.mean)
    legend = [line for line in out.splitlines() if " on average" in line or line[:1].islower()]
    assert [line.split()[0] for line in legend] == ["weapon", "slain"]  # what is shown, no more
    full = printed(*words, "--details", capsys=capsys, monkeypatch=monkeypatch)
    assert full.count(f"{words[1]} against ") == 3


@pytest.mark.parametrize(
    "words, said",
    [
        (["--show", "slained"], "--show: 'slained' can't be shown (did you mean 'slain'?)"),
        (["--show", "per_100"], "--show: per_100 needs points, and no loadout has any"),
        (["--show", "points"], "--show: points needs points, and no target has any"),
        (["--show", "slain", "--json"], "--json prints no matrix: leave --show out"),
        (["--details", "--csv", "-"], "--csv - prints no matrix: leave --details out"),
        (["--columns", "all"], "--columns says what --csv writes: give --csv PATH, too"),
        (["--columns", "al", "--csv", "-"], "--columns: 'al' are no columns (did you mean 'all'?)"),
    ],
)
def test_what_has_no_effect_is_refused(words, said, capsys):
    assert main(["attack", "A2 BS3+ S4 D1", "--at", "meq", "teq", *words]) == 2
    out, err = capsys.readouterr()
    assert not out and said in err and err.count("\n") == 1


def test_a_ranking_says_who_does_more_than_whom(capsys, monkeypatch, tmp_path):
    guns = ["10x A2 BS3+ S4 AP-1 D1", "3x A2 BS3+ S8 AP-3 D2"]
    mix = "60 % meq, 40 % veq"
    words = "compare", *guns, "--mix", mix
    out = printed(*words, capsys=capsys, monkeypatch=monkeypatch)
    wanted = [0.0, 0.0]
    for share, target in ((0.6, "meq"), (0.4, "veq")):
        first, second = (mathhammer.attack(gun, target).damage for gun in guns)
        wanted[0] += share * superiority(first, second)[0]
        wanted[1] += share * superiority(second, first)[0]
    block = out[out.index("does more damage than") :].splitlines()
    assert block[0].split()[-2:] == ["1", "2"]
    assert block[2].split()[-2:] == ["-", percent(wanted[0])]
    assert block[3].split()[-2:] == [percent(wanted[1]), "-"]
    import json

    assert main([*words, "--json"]) == 0
    entries = json.loads(capsys.readouterr().out)[-2:]
    assert [e["more"] for e in entries] == [
        [pytest.approx(0.0, abs=1), pytest.approx(wanted[0])],
        [pytest.approx(wanted[1]), pytest.approx(0.0, abs=1)],
    ]
    for entry, other in zip(entries, (1, 0), strict=True):
        assert entry["more"][other] + entry["equal"][other] < 1


def test_of_many_loadouts_the_pairs_of_the_first_ranks_are_shown(monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    guns = [f"{n}x A2 BS3+ S4 AP-1 D1" for n in range(1, 21)]
    both = mathhammer.compare(guns, ["meq", "geq"])
    page = Page(io.StringIO())
    page.put(comparison_page(both, shares=[0.5, 0.5]))
    text = page.text()
    block = text[text.index("does more damage than") :]
    assert "(the 12 of the first ranks)" in block
    order = Ranking(both, [0.5, 0.5]).ranks
    rows = re.findall(r"(?m)^(\d+) weapon +(?:-|\d)", block)[:12]
    assert {order[int(row) - 1] for row in rows} <= set(sorted(order)[:12])
    assert "how 20 loadouts were read: --details" in text


def test_a_page_of_html_has_full_cells_of_few_targets_and_pages_of_columns_of_many():
    few = matrices(mathhammer.compare(SQUADS, TARGETS[:8]))
    assert [type(sheet) for sheet in few] == [MatchUps]
    both = mathhammer.compare(SQUADS, TARGETS)
    assert [sheet.of for sheet in matrices(both)] == ["damage", "slain", "destroyed"]
    html = both._repr_html_()
    assert html.count('<table class="matrix">') == 3 and "targets 17 to 21 of 21" in html
    for result in both.results:
        assert f">{figure(result.damage.mean)}" in html
