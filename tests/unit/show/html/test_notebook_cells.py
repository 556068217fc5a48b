"""What notebooks show of results, and the verdicts in words."""

from __future__ import annotations

import re
import subprocess
import sys

import pandas as pd
import pytest
from support.pages import HOSTILE, Words

import mathhammer
from mathhammer import heroes
from mathhammer.analysis.agreement import Agreement
from mathhammer.analysis.attribution import attribution
from mathhammer.analysis.durability import hammers_and_anvils
from mathhammer.analysis.howmany import how_many
from mathhammer.analysis.mixes import Weighted
from mathhammer.analysis.optimise import choose
from mathhammer.analysis.ranking import Ranking
from mathhammer.analysis.sweeps import sweep
from mathhammer.core import progress
from mathhammer.core.distribution import Distribution
from mathhammer.core.errors import MathhammerError
from mathhammer.core.format import bars, figure, percent
from mathhammer.results.view import Column
from mathhammer.show.html import table_html
from mathhammer.show.html.inline import inline_chart
from mathhammer.show.html.notebook import BAR_WIDTH
from mathhammer.show.summary import comparison_summary
from mathhammer.show.verdicts import (
    Verdict,
    how_a_fight_ends,
    how_well_engines_agree,
    what_a_list_does,
    which_turn_pays,
    which_weapon,
    worth_its_points,
)

RIFLES = "10x A2 BS3+ S4 AP-1 D1"
UNITS = {
    "a": {"models": 5, "toughness": 4, "save": "3+", "wounds": 2, "points": 90,
          "weapons": ["5x A3 WS3+ S4 AP0 D1"]},
    HOSTILE: {"side": "second", "models": 10, "toughness": 5, "save": "5+", "wounds": 1,
              "points": 85, "weapons": ["10x A2 WS3+ S4 AP-1 D1"]},
}  # fmt: skip
FIGHT = {"do": "fight", "by": ["a", HOSTILE]}


def results():
    squad = {"name": HOSTILE, "points": 80, "weapons": [RIFLES]}
    target = {"preset": "meq", "name": HOSTILE}
    return {
        "result": mathhammer.attack(squad, target),
        "simulated": mathhammer.simulate(squad, target, trials=500, seed=1),
        "comparison": mathhammer.compare([squad, {**squad, "name": "b"}], [target, "veq"]),
        "turn": mathhammer.turn({"units": UNITS, "step": [FIGHT]}),
        "check": mathhammer.check("charge", needed=9),
    }


@pytest.mark.parametrize("kind", ["result", "simulated", "comparison", "turn", "check"])
def test_results_show_themselves_and_names_stay_text(kind):
    shown = results()[kind]
    html = shown._repr_html_()
    words = Words(html)
    assert not {"script", "img"} & set(words.tags) and not words.links
    text = " ".join(" ".join(words.text).split())
    if kind != "check":
        assert "<script>document.pwned=1" in text
    if kind in ("result", "simulated"):
        assert figure(shown.damage.mean) in text and percent(shown.destroyed) in text
    if kind != "comparison":
        assert "svg" in words.tags
    assert len(html) < 40_000


def test_a_small_chart_has_the_probabilities():
    slain = results()["result"].slain
    chart = inline_chart(slain, "slain", 420, 100)
    rows = bars(slain, 32)
    assert [strip.height for strip in chart.strips] == pytest.approx(
        [100 * row.exactly for row in rows], abs=0.01
    )
    for strip in chart.strips:
        assert strip.y + strip.height == pytest.approx(100, abs=0.011)
    points = [tuple(map(float, pair.split(","))) for pair in chart.line.split()]
    assert [100 - y for _, y in points] == pytest.approx(
        [100 * row.at_least for row in rows], abs=0.01
    )
    long = inline_chart(Distribution.uniform(1, 2000), "long")
    assert len(long.strips) <= 32
    charge = inline_chart(Distribution.uniform(1, 6) + Distribution.uniform(1, 6), "2D6")
    assert [strip.label for strip in charge.strips] == [str(n) for n in range(2, 13)]


def test_many_match_ups_show_a_matrix_on_pages_of_columns():
    both = mathhammer.compare([RIFLES] * 20, ["meq"] * 30)
    html = both._repr_html_()
    assert html.count("<table") == 4 and "<strong>20 loadouts against 30 targets" in html
    assert html.count("<td") == 600 and "more loadouts" not in html
    assert html.count("<li>") == 26


def test_of_very_many_match_ups_the_first_loadouts_are_shown():
    html = mathhammer.compare([RIFLES] * 130, ["meq"] * 20)._repr_html_()
    assert html.count("<td") == 2500 and "and 5 more loadouts: .table() has them all" in html


def test_the_pages_load_no_heavy_library():
    code = (
        "import sys, mathhammer; mathhammer.attack('A1 BS3+ S4 D1', 'meq')._repr_html_(); "
        "print([m for m in ('pandas', 'scipy', 'numba', 'IPython') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# ------------------------------------------------------------------------------ in words


def test_the_summary_names_the_best_and_who_ties():
    guns = [{"name": n, "weapons": w} for n, w in (("a", RIFLES), ("b", "9x A2 BS3+ S4 AP-1 D1"),
                                                   ("c", "A1 BS3+ S12 AP-4 DD6+2"))]  # fmt: skip
    both = mathhammer.compare(guns, ["meq", "veq"])
    lines = comparison_summary(both)
    for j, line in enumerate(lines[:2]):
        means = [both.cell(i, j).damage.mean for i in range(3)]
        best = max(range(3), key=lambda i: means[i])
        column = mathhammer.compare(guns, [both.targets[j]])
        tied = [i for i in range(3) if i != best and Ranking(column).outcome(best, i) == "ties"]
        assert f", {'abc'[best]} does most" in line and figure(means[best]) in line
        assert ("tie" in line) is bool(tied)
        for i in tied:
            assert "abc"[i] in line.split("does most")[1].split(":")[0]
    assert lines[2].startswith("Over all targets alike")
    assert comparison_summary(mathhammer.compare(["A0 BS3+ S4 D1"], ["meq"])) == [
        "Against 5x meq, nothing gets through."
    ]
    many = comparison_summary(mathhammer.compare([RIFLES, RIFLES], ["meq"] * 30), [1 / 30] * 30)
    assert "6 more targets stand in the matrix." in many and "Over the mix" in many[-1]


def test_which_weapon_is_best_for_its_points():
    guns = [{"name": "dear", "points": 200, "weapons": RIFLES},
            {"name": "cheap", "points": 20, "weapons": "2x A2 BS3+ S4 AP-1 D1"}]  # fmt: skip
    verdict = which_weapon(mathhammer.compare(guns, ["meq"]))
    assert "dear does most" in verdict[0]
    assert verdict[-1] == "For its points, cheap does most against 5x meq."
    assert "points" not in str(which_weapon(mathhammer.compare([RIFLES, RIFLES], ["meq"])))


def test_what_a_list_does_adds_its_units_up():
    both = mathhammer.compare([RIFLES, "A1 BS3+ S12 AP-4 DD6+2"], ["meq", "veq"])
    verdict = what_a_list_does(both)
    for j, wounds in ((0, 10), (1, 12)):
        total = sum(both.cell(i, j).damage.mean for i in range(2)) / wounds
        assert f"{figure(total)} of {('5x meq', 'veq')[j]}" in verdict[0]


def test_worth_is_measured_by_the_middle_of_the_others():
    base = {"models": 5, "toughness": 4, "save": "3+", "wounds": 2, "weapons": [RIFLES]}
    units = [{**base, "name": n, "points": p} for n, p in (("x", 100), ("y", 100), ("z", 200))]
    rows = list(hammers_and_anvils(units, "100 % meq"))
    assert worth_its_points(rows, "x")[-1] == (
        "It would be in the middle at 133.33 points as a hammer and 133.33 points as an anvil; it "
        "costs 100.00, so it is worth its points in both."
    )
    assert "worth its points in neither" in worth_its_points(rows, "z")[-1]
    with pytest.raises(MathhammerError, match="is not one of the units"):
        worth_its_points(rows, "w")
    with pytest.raises(MathhammerError, match="need points, weapons and a defence"):
        worth_its_points(hammers_and_anvils([{"name": "w", "weapons": RIFLES}], "100 % meq"), "w")


def test_how_a_fight_ends_and_which_turn_pays():
    fought = results()["turn"]
    verdict = how_a_fight_ends(fought)
    assert any(percent(fought.destroyed("a")) in line for line in verdict)
    assert sum("side gains" in line or "side loses" in line for line in verdict) == 2
    pays = which_turn_pays({"fight": fought})
    assert str(pays).startswith("It pays best to fight: the first side gains")
    with pytest.raises(MathhammerError, match="no turn is given"):
        which_turn_pays({})


def test_engines_that_agree_are_said_to():
    exact = mathhammer.attack(RIFLES, "meq")
    seen = mathhammer.simulate(RIFLES, "meq", trials=20_000, seed=3)
    verdict = str(how_well_engines_agree([Agreement("", exact, seen)]))
    assert verdict.startswith("Both engines agree: of ") and "20,000 trials" in verdict
    other = mathhammer.attack("10x A2 BS2+ S4 AP-1 D1", "meq")
    assert str(how_well_engines_agree([Agreement("", other, seen)])).startswith(
        "The engines differ"
    )


def test_a_verdict_is_escaped():
    html = Verdict([HOSTILE])._repr_html_()
    assert "<script" not in html and "<img" not in html
    assert "".join(Words(html).text).strip().startswith("Answer. <script>")


def test_frames_stay_as_they_are():
    assert isinstance(results()["result"].table(), pd.DataFrame)


def test_long_work_says_how_far_it_is(monkeypatch):
    from mathhammer.evaluate import batching as many

    lines = []

    class Watched(progress.Progress):
        def step(self):
            super().step()
            lines.append(self.line())

    monkeypatch.setattr(many, "Progress", Watched)
    fields = {"target.toughness": [3, 4, 5], "target.save": [3, 4]}
    sweep("10x A2 BS3+ S4 AP-1 D1", "meq", fields)
    number = len({(t >= 4) + (t > 4) for t in (3, 4, 5)}) * 2  # plans that differ
    words = f"of {number} match-ups done"
    *before, last = lines
    assert before == [f"mathhammer: computing, {k} {words}" for k in range(1, number)]
    assert last == (f"mathhammer: computing, {number} match-ups done, putting the answer together")


def tables():
    squad = {"name": HOSTILE, "points": 80, "weapons": [RIFLES]}
    both = mathhammer.compare([squad, {**squad, "name": "b"}], [{"preset": "meq", "name": HOSTILE}])
    option = {"name": HOSTILE, "weapons": "A1 BS3+ S8 AP-3 D2", "most": 2}
    return {
        "how many": how_many(both.cell(0, 0)),
        "ranking": Ranking(both),
        "mix": Weighted(both),
        "saves": mathhammer.against_saves(squad),
        "dice game": heroes.turn(),
        "advice": heroes.turn(rolled="1 1 3 4 6 2"),
        "games": heroes.play(trials=200, seed=1),
        "why": attribution(mathhammer.attack({**squad, "abilities": ["Lethal Hits"]}, "meq")),
        "choice": choose(squad, [option], "100 % meq"),
        "sweep": sweep(squad, "meq", {"attacker.weapons.0.strength": [3, 4]}),
        "reroll": mathhammer.command_reroll("A1 BS3+ S12 AP-3 DD6+1", "T9 Sv3+ W6"),
    }  # fmt: skip


@pytest.mark.parametrize("kind", list(tables()))
def test_tables_show_their_columns_with_bars(kind):
    shown = tables()[kind]
    html = shown._repr_html_()
    words = Words(html)
    assert not {"script", "img"} & set(words.tags) and not words.links
    frame = shown.table()
    assert words.tags.count("rect") == len(frame)
    columns = shown.shown
    widths = [
        float(width) for width in re.findall(r'<rect x="[0-9.]+" y="1" width="([0-9.]+)', html)
    ]
    measured = frame[columns[-1].name].fillna(0.0).to_numpy()
    top = 1.0 if columns[-1].percent else measured.max()
    assert widths == pytest.approx(BAR_WIDTH * measured / top, abs=0.06)
    text = " ".join(" ".join(words.text).split())
    assert all(column.heading[:20] in text for column in columns)
    if kind in ("ranking", "mix", "saves", "choice", "sweep"):
        assert HOSTILE[:30] in text


def test_a_long_table_shows_its_first_rows_and_says_so():
    frame = pd.DataFrame({"name": ["a"] * 45, "value": [-1.0, None, 3.0] * 15})
    html = table_html(
        "t", frame.to_dict("records"), (Column("name", "name"), Column("value", "value"))
    )
    assert html.count("<rect") == 40 and "and 5 more rows" in html
    bars = re.findall(r'<rect x="([0-9.]+)" y="1" width="([0-9.]+)', html)[:3]
    assert bars == [("0.0", "30.0"), ("30.0", "0.0"), ("30.0", "90.0")]
    assert ">-</td>" in html


def test_match_ups_inside_of_a_call_are_counted_by_its_line():
    with progress.Progress() as outer:
        with progress.Progress(3) as inner:
            inner.step()
        assert outer.line() == "mathhammer: computing, 1 of 3 match-ups done"
    with progress.Progress(5) as outer:  # which counts by itself
        with progress.Progress(3) as inner:
            inner.step()
        assert outer.line() == "mathhammer: computing, 0 of 5 match-ups done"
