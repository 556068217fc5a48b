"""The kinds of check as objects: each is whole in itself, and one more is a module and a line."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest
from support.checks import LEAST

import mathhammer
from mathhammer.analysis.agreement import Agreement
from mathhammer.cli.main import main
from mathhammer.core.distribution import Distribution
from mathhammer.core.readers import integer
from mathhammer.core.record import field, required
from mathhammer.engine.montecarlo.kernels.check import RULES as ROLLED
from mathhammer.games.checks import registry
from mathhammer.games.checks.check import COMMAND_REROLL, Check
from mathhammer.games.checks.dice_pools import Pool, PoolCheck
from mathhammer.games.checks.registry import KINDS, kind_named, read_check
from mathhammer.games.names import GAMES, profiles_of
from mathhammer.reading.scenario import from_mapping


class Scout(PoolCheck):
    """How many of a unit's scouts come through? A kind that no game has."""

    models: int = required(integer(1, 50), "Models that set out.")
    needed: int = field(integer(2, 6), 4, "The roll of each.")

    kind = "scout"
    asks = "how many scouts come through?"
    games = ("wh40k",)
    words = ("models", "needed")
    counted = "scouts"
    _noun = "a scouting roll"

    @property
    def pool(self) -> Pool:
        return Pool(self.models, self.needed)


@pytest.fixture
def scout(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put one more line into the registry."""
    monkeypatch.setitem(KINDS.places, "scout", f"{__name__}.Scout")


# ------------------------------------------------------------------------- one kind more


def test_a_new_kind_is_answered_by_both_engines(scout: None) -> None:
    exact = mathhammer.check("scout", models=5, needed=3)
    assert exact.distribution.mean == pytest.approx(5 * 4 / 6)
    seen = mathhammer.check(
        "Scout", models=5, needed=3, engine="montecarlo", trials=100_000, seed=2
    )
    assert all(row.chance > 1e-9 for row in Agreement("", exact, seen).rows)
    assert seen.to_dict()["distribution"]["standard_error"] > 0


def test_a_new_kind_is_read_from_files_and_commands(scout: None, capsys: Any) -> None:
    scenario = from_mapping({"kind": "scout", "models": 4})
    assert (scenario.kind, scenario.game) == ("scout", "wh40k")
    assert main(["scout", "4", "--needed", "5", "--json"]) == 0
    (entry,) = json.loads(capsys.readouterr().out)
    assert entry == mathhammer.check("scout", models=4, needed=5).to_dict()
    assert main(["check", "scout", "--help"]) == 0
    said = capsys.readouterr().out
    assert "--models" in said and "the roll of each (default 4)" in said
    assert main(["check", "--json"]) == 0
    (listed,) = [e for e in json.loads(capsys.readouterr().out) if e["kind"] == "scout"]
    assert listed["fields"][0] == {
        "name": "models", "default": "", "about": "Models that set out."
    }  # fmt: skip


def test_a_new_kind_is_refused_like_any(scout: None, capsys: Any) -> None:
    for words, said in (
        (["scout", "0"], "models: '0' is not a whole number from 1 to 50"),
        (["scout"], "a scouting roll needs the field 'models'"),
        (["scout", "3", "--command-reroll"], "never for a scouting roll"),
        (["scout", "3", "--game", "aos"], "'scout' belongs to Warhammer 40,000"),
        (["scuot"], "did you mean 'scout'?"),
    ):
        assert main(words) == 2
        assert said in capsys.readouterr().err


# ------------------------------------------------------------------------- every kind


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_whole(kind: str) -> None:
    check = KINDS[kind]
    assert issubclass(check, Check) and check.kind == kind
    assert check.asks.endswith("?") and check.asks[0].islower()
    assert check.__doc__ and check.games in (GAMES, *((game,) for game in GAMES))
    assert check.__module__ == f"{registry.__package__}.{check.__module__.rpartition('.')[2]}"
    assert {*check.words, *check.repeatable, *check.stand_alone} <= set(check._fields)
    assert (COMMAND_REROLL in check._fields) == (check.command_reroll_use is not None)
    other = check.counterpart
    assert not other or not set(KINDS[other].games) & set(check.games)
    for game in check.games:
        made, played = read_check(kind, LEAST[kind], game)
        assert played == game
        ruleset = profiles_of(game).Ruleset()
        outcome = made.exact_outcome(game, ruleset)
        given = {"probability": outcome.probability, "distribution": outcome.distribution}
        answers = {**given, **outcome.named}
        assert all(isinstance(answers[name], float | Distribution) for name in outcome.words)
        plan = made.plan(game, ruleset)
        assert plan.rule in ROLLED
        assert set(outcome.words) <= set(plan.names)


def test_every_rule_that_is_rolled_serves_a_kind() -> None:
    rules = set()
    for kind, check in KINDS.items():
        made, game = read_check(kind, LEAST[kind])
        rules.add(made.plan(game, profiles_of(game).Ruleset()).rule)
        assert check.kind == kind
    assert rules == set(ROLLED)


def test_kinds_are_named_in_one_list() -> None:
    assert [*KINDS] == [*KINDS.places]
    assert "charge" in KINDS and "chrge" not in KINDS
    assert kind_named("POWER through") == "power_through"


def test_a_kind_is_loaded_when_it_is_asked_for() -> None:
    code = (
        "import sys, mathhammer.games.checks.registry as r\n"
        "before = {m for m in sys.modules if m.startswith(r.__package__ + '.')}\n"
        "list(r.KINDS), 'charge' in r.KINDS, r.kind_of('Rally')\n"
        "same = before == {m for m in sys.modules if m.startswith(r.__package__ + '.')}\n"
        "r.KINDS['grenade']\n"
        "print(same, r.__package__ + '.grenade' in sys.modules,\n"
        "      r.__package__ + '.charge' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "True", "False"]
