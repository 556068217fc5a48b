"""A kind of question is one class and one line: what takes files takes its files then."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, Self

import pytest
from support.command import Outcome, refused

import mathhammer
from mathhammer.core.errors import NotModelledError
from mathhammer.engine.montecarlo.simulate import Settings
from mathhammer.games.wh40k.profiles import Ruleset
from mathhammer.reading.question import IGNORED, Question
from mathhammer.reading.scenario import KINDS, from_mapping
from mathhammer.results.view import View
from mathhammer.show.charts.registry import CHARTS, Chart
from mathhammer.show.pages.answers import PAGES
from mathhammer.show.sheets import Block, Title

Call = Callable[..., Outcome]
COIN = 'kind = "coin"\nsides = 4\n'


class CoinResult(View):
    def __init__(self, sides: int, scenario: str) -> None:
        self.sides, self.scenario = sides, scenario

    @property
    def columns(self) -> list[str]:
        return ["side", "probability"]

    def rows(self) -> Iterator[Mapping[str, Any]]:
        for side in range(self.sides):
            yield {"side": side, "probability": 1 / self.sides}

    def to_dict(self) -> dict[str, Any]:
        return {"scenario": self.scenario, "kind": "coin", "sides": self.sides}


class _Fields(NamedTuple):
    path: str
    sides: int


class CoinQuestion(_Fields, Question):
    __slots__ = ()

    words = "a coin"
    answers = "CoinResult"
    row = "coins"
    kind = "coin"
    game = "wh40k"
    ruleset = Ruleset()
    exact_only = "a coin is not modelled by montecarlo; exact is"
    no_context = "a coin has no context"

    @classmethod
    def read(cls, fields: Mapping[str, Any], game: str, path: str) -> Self:
        own = {name: value for name, value in fields.items() if name not in ("kind", *IGNORED)}
        return cls(path, **own)

    def _answer(self, settings: Settings | None) -> CoinResult:
        return CoinResult(self.sides, self.path)


def coin_page(result: CoinResult, source: str = "") -> Iterator[Block]:
    yield (Title(f"A coin of {result.sides} sides"),)


def plot_coin(result: CoinResult, **options: Any) -> Any:
    from matplotlib.figure import Figure

    return Figure().subplots()


@pytest.fixture
def coin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The path of a file of a kind that is made up, which each registry knows by a line."""
    module = ModuleType("coin")
    for part in (CoinQuestion, coin_page, plot_coin):
        setattr(module, part.__name__, part)
    for room in ("reading", "show.pages", "show.charts"):
        monkeypatch.setitem(sys.modules, f"mathhammer.{room}.coin", module)
    monkeypatch.setitem(KINDS, "coin", "coin:CoinQuestion")
    monkeypatch.setitem(PAGES, "CoinResult", "coin:coin_page")
    monkeypatch.setattr(
        "mathhammer.show.charts.registry.CHARTS",
        [*CHARTS, Chart("plot_coin", "coin", "CoinResult")],
    )
    path = tmp_path / "coin.toml"
    path.write_text(COIN)
    return str(path)


def test_a_kind_that_is_made_up_is_run(coin: str, squads: str, call: Call) -> None:
    (result,) = mathhammer.run(coin)
    assert isinstance(result, CoinResult) and result.sides == 4
    status, out, err = call("run", coin, squads)
    assert (status, err) == (0, "")
    assert out.index("A coin of 4 sides") < out.index("Bolts")
    answers = json.loads(call("run", coin, squads, "--json")[1])
    assert answers[0] == {"scenario": coin, "kind": "coin", "sides": 4}
    assert [answer.get("attacker") for answer in answers[1:]] == ["Bolts"] * 2 + ["Plasma"] * 2


def test_a_kind_that_is_made_up_has_a_table_and_a_picture(
    coin: str, squads: str, call: Call, tmp_path: Path
) -> None:
    table, picture = tmp_path / "c.csv", tmp_path / "c.png"
    assert call("run", coin, coin, "--csv", table)[0] == 0
    with table.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == ["scenario", "side", "probability"]
    assert [row["side"] for row in rows] == ["0", "1", "2", "3"] * 2
    assert call("run", coin, "--plot", picture)[0] == 0
    assert picture.read_bytes().startswith(b"\x89PNG")
    refused(call("run", coin, squads, "--csv", table), "not of two kinds")
    refused(call("run", coin, "--plot", picture, "--picture", "tree"), "no picture of a coin")


def test_what_a_kind_cannot_do_is_refused(coin: str, call: Call, tmp_path: Path) -> None:
    refused(call("run", coin, "--context", "cover"), coin, "a coin has no context")
    refused(call("run", coin, "--engine", "montecarlo"), "--engine: a coin is not modelled")
    with pytest.raises(NotModelledError, match="engine: a coin is not modelled by montecarlo"):
        mathhammer.run(coin, engine="montecarlo")
    refused(call("verify", coin), "a coin is exact alone")
    refused(call("compare", coin), "a coin has no loadouts to compare")
    refused(call("saves", coin), "a coin has no table of saves")
    refused(call("why", coin), "why explains match-ups, not a coin")
    refused(call("reroll", coin), "a coin has no Command Re-roll")
    refused(call("report", coin, "-o", tmp_path / "c.html"), "a coin has no report")


BASE = {"attacker": "A2 BS3+ S4 AP-1 D1", "target": "meq"}
QUESTIONS: dict[str, dict[str, Any]] = {
    "attack": BASE,
    "a sweep": {**BASE, "sweep": {"target.toughness": [3, 4]}},
    "turn": {
        "kind": "turn", "units": {"a": {"weapons": BASE["attacker"], "preset": "meq"},
                                  "b": {"preset": "meq", "side": "second"}},
        "step": {"do": "shoot", "by": "a", "at": "b"},
    },
    "a check": {"kind": "charge", "needed": 9},
    "heroes": {"kind": "heroes"},
}  # fmt: skip


@pytest.mark.parametrize("fields", QUESTIONS.values(), ids=QUESTIONS)
def test_every_kind_keeps_the_protocol(fields: dict[str, Any]) -> None:
    question = from_mapping(fields, "f.toml")
    assert question.path == "f.toml" and question.located("g.toml").path == "g.toml"
    assert question.kind == fields.get("kind", "attack")
    assert question.over() == question
    answer = question.answer()
    results = question.results(answer)
    assert type(answer).__name__ == question.answers
    assert question.match_ups in (0, len(results)) and len(results) >= 1
    assert all(json.dumps(result.to_dict()) for result in results)
    assert PAGES[question.answers] and len(answer.table())
    if question.exact_only:
        with pytest.raises(NotModelledError):
            question.answer(Settings(1))


def test_context_and_rulings_go_over_each_combination_of_a_sweep() -> None:
    question = from_mapping(QUESTIONS["a sweep"])
    from mathhammer.games.wh40k.profiles import Context

    changed = question.over(Context(cover=True), Ruleset(devastating="errata-2024"))
    assert all(variant.question.context.cover for variant in changed.variants)
    assert {variant.question.ruleset.devastating for variant in changed.variants} == {"errata-2024"}
    assert changed.swept == question.swept and not question.base.context.cover
