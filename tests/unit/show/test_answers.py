"""Every kind of answer shows itself in every way; a new chart is one line of the registry."""

from __future__ import annotations

import sys
from types import ModuleType

import pandas as pd
import pytest
from support.rosters import as_json, patrol

import mathhammer
from mathhammer.analysis.attribution import attribution
from mathhammer.analysis.howmany import how_many
from mathhammer.analysis.mixes import Weighted
from mathhammer.analysis.optimise import choose
from mathhammer.analysis.ranking import Ranking
from mathhammer.analysis.sweeps import sweep
from mathhammer.core.errors import MathhammerError
from mathhammer.heroes import play, turn
from mathhammer.results.simulated import SimulatedTurn
from mathhammer.results.simulated_check import SimulatedCheck
from mathhammer.results.view import View
from mathhammer.show import charts
from mathhammer.show.charts import registry
from mathhammer.show.charts.registry import CHARTS, Chart, charts_of, pictures_of

SQUAD = "5x bolter: A2 BS3+ S4 AP-1 D1 [Lethal Hits]"
FIGHT = {
    "units": {
        "a": {"preset": "meq", "weapons": ["5x A2 BS3+ S4 AP-1 D1"]},
        "b": {"side": "second", "preset": "geq", "weapons": ["10x A1 BS4+ S3 D1"]},
    },
    "step": [{"do": "shoot", "by": "a", "at": "b"}],
}


def answers():
    """Return an answer of each kind that can be shown."""
    one = mathhammer.attack(SQUAD, "meq")
    unit = {"points": 80, "preset": "meq", "weapons": SQUAD}
    both = mathhammer.compare([unit, {**unit, "name": "more", "models": 10}], ["meq", "geq"])
    watch = mathhammer.Roster.read(as_json(patrol()))
    return {
        "list": watch,
        "army at targets": watch.at(["meq", "teq"]),
        "armies": watch.against(watch, units=["Walker"]),
        "attack": one,
        "simulated attack": mathhammer.simulate(SQUAD, "meq", trials=200, seed=1),
        "comparison": both,
        "turn": mathhammer.turn(FIGHT),
        "check": mathhammer.check("charge", needed=9),
        "sweep": sweep(SQUAD, "meq", {"attacker.weapons.0.strength": [3, 4]}),
        "saves": mathhammer.against_saves(SQUAD),
        "grid": mathhammer.grid(SQUAD),
        "why": attribution(one),
        "how many": how_many(one, "units"),
        "choice": choose(SQUAD, [{"name": "plasma", "weapons": "A1 BS3+ S8 AP-3 D2", "most": 1}],
                         "100 % meq"),
        "mix": Weighted(both, [0.5, 0.5]),
        "ranking": Ranking(both),
        "re-roll": mathhammer.command_reroll("A1 BS3+ S12 AP-3 DD6+1", "T9 Sv3+ W6"),
        "re-roll of a check": mathhammer.command_reroll_check("charge", needed=9),
        "heroes": turn(),
        "advice": turn(rolled="1 1 1 4 6 2"),
        "games": play(trials=50, seed=1),
    }  # fmt: skip


ANSWERS = answers()
WITHOUT_PICTURE = {"list", "mix", "ranking", "re-roll", "re-roll of a check"}


def every_view():
    """Return the classes of answers, but for those that only others are made of."""
    found, left = set(), [View]
    while left:
        for one in left.pop().__subclasses__():
            left.append(one)
            if one.__module__.startswith("mathhammer."):
                found.add(one)
    return {one.__name__ for one in found} - {"Rows"}


def test_there_is_an_answer_of_every_kind():
    known = {cls.__name__ for answer in ANSWERS.values() for cls in type(answer).__mro__}
    others = {SimulatedTurn.__name__, SimulatedCheck.__name__}  # shown as the exact ones
    assert every_view() - known == others


@pytest.mark.parametrize("kind", ANSWERS)
def test_an_answer_has_a_title_and_a_table(kind):
    answer = ANSWERS[kind]
    table = answer.table()
    assert isinstance(table, pd.DataFrame) and len(table) and answer.title
    if kind not in (
        "comparison",
        "army at targets",
    ):  # what stands in its rows is measured by the analyses
        rows = list(answer.rows())
        columns = list(answer.columns) or list(rows[0])
        assert len(table) == len(rows)
        assert list(table.reset_index()[columns].columns) == columns


@pytest.mark.parametrize("kind", ANSWERS)
def test_an_answer_is_text_and_html(kind, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    answer = ANSWERS[kind]
    text, html = answer.text(), answer._repr_html_()
    assert text.count("\n") > 4 and max(map(len, text.splitlines())) <= 80
    assert "<table" in html or "<dl" in html
    if kind in ("attack", "turn", "check", "comparison", "mix", "ranking"):
        assert text.splitlines()[0].startswith(answer.title[:20])


@pytest.mark.parametrize("kind", ANSWERS)
def test_an_answer_has_a_picture_or_says_that_it_has_none(kind):
    answer = ANSWERS[kind]
    if kind in WITHOUT_PICTURE:
        with pytest.raises(MathhammerError, match="there is no picture of a"):
            answer.plot()
        return
    assert answer.plot() is not None
    for chart in charts_of(answer):
        # A list keeps what its attackers withstand apart, which that picture needs.
        if chart.picture and (kind, chart.picture) != ("army at targets", "anvils"):
            assert answer.plot(picture=chart.picture) is not None


def test_a_wrong_picture_is_named_with_those_there_are():
    with pytest.raises(MathhammerError, match="is no picture of a TurnResult") as error:
        ANSWERS["turn"].plot(picture="trees")
    assert "did you mean 'tree'" in str(error.value) and "units, tree" in str(error.value)


def test_every_chart_can_be_loaded_and_says_what_it_shows():
    for chart in CHARTS:
        assert chart.load() is getattr(charts, chart.function)
        assert bool(chart.picture) == bool(chart.help)


def test_a_made_up_chart_is_one_line_of_the_registry(monkeypatch):
    module = ModuleType("mathhammer.show.charts.made_up")
    module.plot_made_up = lambda result, *, ax=None: ("drawn", result)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    made = Chart("plot_made_up", "made_up", "TurnResult", "made-up", "nothing at all")
    monkeypatch.setattr(registry, "CHARTS", [*CHARTS, made])
    answer = ANSWERS["turn"]
    assert answer.plot(picture="made-up") == ("drawn", answer)
    assert list(pictures_of("TurnResult")) == ["units", "tree", "made-up"]
