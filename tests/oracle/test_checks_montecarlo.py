"""Checks by Monte Carlo: rolled die by die, they agree with the exact answers within bounds."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from oracle.test_checks_against_reference import FIELDS, LARGE, completed, modifiers

import mathhammer
from mathhammer.analysis.agreement import Agreement
from mathhammer.core.errors import MathhammerError
from mathhammer.games.checks.hazardous import Hazardous
from mathhammer.games.checks.registry import KINDS
from mathhammer.plan.checks import CheckPlan
from mathhammer.results.check import CheckResult
from mathhammer.results.simulated_check import SimulatedCheck

pytestmark = pytest.mark.slow

#: The chance that a number of this file differs so much although all is right.
BOUND = 1e-9

CASES = [
    *LARGE,
    ("charge", {"needed": 9, "reroll": "failed"}),
    ("charge", {"needed": 8, "reroll": "failed", "game": "aos", "dice": "3D6kh2", "modifier": -1}),
    ("charge", {"needed": 7, "reroll": "failed", "game": "aos", "ruleset": "aos_reroll=all"}),
    ("charge", {"needed": 3, "modifier": -4, "game": "aos", "reroll": "failed"}),
    ("charge", {"distance": [9.6, 4], "climb": 3, "barricade": True}),
    ("charge", {"distance": 13}),
    ("charge", {"distance": 17, "move": 5, "advance": "D3+1", "reroll": "failed"}),
    ("charge", {"distance": 14, "move": 6, "run": True, "dice": "D6+D3", "reroll": "failed",
                "game": "aos"}),
    ("advance", {"move": "D6", "needed": 9, "reroll": "failed", "modifier": 1}),
    ("run", {"move": "2D6", "dice": "2D6", "needed": 13.5, "reroll": "failed"}),
    ("run", {"move": 5}),
    ("charge", {"needed": 9, "command_reroll": True}),
    ("charge", {"needed": 13, "command_reroll": True}),
    ("charge", {"distance": 17, "move": 5, "advance": True, "command_reroll": 1}),
    ("charge", {"distance": 17, "move": 5, "advance": "2D6", "command_reroll": 2}),
    ("charge", {"distance": 20, "move": 6, "advance": "D3+1", "command_reroll": 1,
                "reroll": "failed"}),
    ("advance", {"move": "D6", "needed": 9, "command_reroll": 1, "modifier": 1}),
    ("hazardous", {"weapons": 3, "command_reroll": 1, "bearer": "mortal"}),
    ("desperate_escape", {"models": 4, "command_reroll": 1}),
    ("charge", {"needed": 9, "modifier": "-D6", "dice": "3D6kl2"}),
    ("charge", {"needed": 9, "modifier": "D3-1", "command_reroll": 1, "extra_die": "keep-highest"}),
    ("charge", {"distance": 17, "move": 5, "advance": True, "command_reroll": 2, "modifier": "D3",
                "extra_die": "keep-lowest"}),
    ("charge", {"distance": [9.5, 12], "move": 3, "run": True, "reroll": "failed", "game": "aos",
                "modifier": "-D3", "extra_die": "add"}),
    ("advance", {"move": 6, "needed": 11, "modifier": "D3-D6", "command_reroll": 1, "dice": "2D6"}),
    ("run", {"move": "D6", "needed": 11, "modifier": "D3-D6", "reroll": "failed", "dice": "2D6",
             "extra_die": "keep-highest"}),
    ("leadership", {"leadership": 8, "reroll": "failed", "modifier": "-D3",
                    "extra_die": "keep-lowest"}),
    ("cast", {"value": 8, "reroll": "failed", "unbind": 1, "place_of_power": True,
              "modifier": "D3-2"}),
    ("prayer", {"value": [8, 5], "turns": 3, "modifier": "D3-1"}),
    ("banish", {"value": 9, "reroll": "failed", "modifier": "1-D3", "dice": "3D6kh2"}),
    ("battleshock", {"leadership": 7, "modifier": 1}),
    ("battleshock", {"leadership": 7, "models": 5, "starting_models": 10}),
    ("battleshock", {"leadership": 7, "models": 4, "starting_models": 10, "reroll": "failed"}),
    ("battleshock", {"leadership": 6, "wounds_left": 5, "wounds": 11}),
    ("leadership", {"leadership": 8, "reroll": "failed"}),
    ("hazardous", {"weapons": 3}),
    ("deadly_demise", {"value": "D3", "units": 3}),
    ("deadly_demise", {"value": 1, "units": 0}),
    ("transport_destroyed", {"models": 11}),
    ("grenade", {}),
    ("tank_shock", {"strength": 7, "toughness": 7}),
    ("rally", {"health": 1, "slain": 2, "damage_taken": 0}),
    ("cast", {"value": 7, "reroll": "failed", "ruleset": "aos_reroll=all"}),
    ("cast", {"value": 9, "reroll": "failed", "unbind": 1, "place_of_power": True}),
    ("prayer", {"value": [8, 5, 11], "turns": 4, "banked": 2}),
    ("banish", {"value": 8, "reroll": "failed", "modifier": -1}),
    ("place_of_power", {}),
    ("retreat", {}),
    ("power_through", {}),
]  # fmt: skip


def simulated(kind: str, fields: dict, **options) -> SimulatedCheck:
    result = mathhammer.check(kind, engine="montecarlo", **fields, **options)
    assert isinstance(result, SimulatedCheck)
    return result


def assert_agree(kind: str, fields: dict, trials: int) -> None:
    exact = mathhammer.check(kind, **fields)
    rows = Agreement("", exact, simulated(kind, fields, trials=trials, seed=5)).rows
    assert {row.name for row in rows} >= set(exact.answers)
    for row in rows:
        assert row.chance >= BOUND, row


@pytest.mark.parametrize("kind, fields", CASES, ids=[f"{k}-{i}" for i, (k, _) in enumerate(CASES)])
def test_both_engines_agree(kind, fields):
    assert_agree(kind, fields, 100_000)


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_both_engines_agree_on_any_fields(kind, data):
    fields = completed(kind, data.draw(FIELDS[kind]), data.draw(modifiers))
    assert_agree(kind, fields, 5_000)


def test_every_kind_is_played():
    assert {kind for kind, _ in CASES} == set(KINDS)


@pytest.mark.parametrize("kind, fields", CASES, ids=[f"{k}-{i}" for i, (k, _) in enumerate(CASES)])
def test_no_number_is_computed(kind, fields):
    """Of two trials every share is a whole number of halves."""
    entry = simulated(kind, fields, trials=2, seed=3).to_dict()
    exact = mathhammer.check(kind, **fields)
    shares = [v for k, v in entry.items() if k in exact.answers and isinstance(v, float)]
    shares += [p for v in entry.values() if isinstance(v, dict) for p in v.get("pmf", ())]
    shares += entry.get("by_turn", [])
    for leg in entry.get("by_die", ()):
        shares += [leg["chance"], leg["probability"]]
    if isinstance(entry.get("each"), dict) and "pmf" not in entry["each"]:
        shares += entry["each"].values()
    assert shares and set(shares) <= {0.0, 0.5, 1.0}


def test_same_seed_same_bytes_on_any_number_of_threads():
    made = {
        json.dumps(simulated("cast", {"value": 7, "unbind": 1}, trials=150_000, seed=seed,
                             threads=threads).to_dict())
        for seed, threads in ((4, 1), (4, 3), (4, None))
    }  # fmt: skip
    assert len(made) == 1
    other = simulated("cast", {"value": 7, "unbind": 1}, trials=150_000, seed=5)
    assert json.dumps(other.to_dict()) not in made


def test_without_the_compiler_the_dice_fall_alike():
    code = (
        "import json, sys, mathhammer\n"
        "for kind, fields in json.load(sys.stdin):\n"
        "    r = mathhammer.check(kind, engine='montecarlo', trials=40, seed=2, **fields)\n"
        "    print(json.dumps(r.to_dict()))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=json.dumps(CASES), capture_output=True, text=True,
        check=True, timeout=300, env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )  # fmt: skip
    lines = done.stdout.splitlines()
    assert len(lines) == len(CASES) and done.stderr == ""
    for line, (kind, fields) in zip(lines, CASES, strict=True):
        assert line == json.dumps(simulated(kind, fields, trials=40, seed=2).to_dict())


def test_how_well_it_is_known():
    result = simulated("hazardous", {"weapons": 3, "bearer": "mortal"}, trials=10_000, seed=1)
    assert isinstance(result, CheckResult)
    assert (result.engine, result.trials, result.seed, result.stopped) == (
        "montecarlo",
        10_000,
        1,
        "",
    )
    low, high = result.interval("probability")
    assert low < result.probability < high
    assert result.standard_error("probability") == pytest.approx(
        (result.probability * (1 - result.probability) / 10_000) ** 0.5
    )
    assert result.measure("distribution").value == pytest.approx(result.distribution.mean)
    assert result.standard_error("distribution") == pytest.approx(
        result.distribution.sd / 9_999**0.5
    )
    assert set(result.distribution.support[result.distribution.array > 0]) <= {0, 3, 6, 9}
    entry = result.to_dict()
    assert entry["trials"] == 10_000 and entry["seed"] == 1 and entry["engine"] == "montecarlo"
    assert entry["probability_interval"] == [low, high]
    assert entry["probability_standard_error"] == result.standard_error("probability")
    assert entry["distribution"]["standard_error"] == result.standard_error("distribution")
    with pytest.raises(MathhammerError, match="probability, distribution"):
        result.measure("damage")
    json.dumps(simulated("grenade", {}, trials=2).to_dict(), allow_nan=False)


def test_the_options_of_a_simulation():
    wanted = simulated("rally", {"health": 2, "slain": 3}, seed=1, until_error={"returned": 0.002})
    assert wanted.standard_error("returned") <= 0.002
    narrow = simulated("charge", {"needed": 9}, seed=1, until_width={"probability": 0.004})
    low, high = narrow.interval("probability")
    assert high - low <= 0.004
    kept = simulated("cast", {"value": 6}, trials=5_000, seed=1, samples=100)
    assert kept.samples.shape == (100, 5)
    table = kept.sample_table()
    assert list(table.columns) == ["probability", "failed", "miscast", "unbound", "double"]
    assert (table[["probability", "failed", "miscast"]].sum(axis=1) == 1).all()
    short = simulated("desperate_escape", {"models": 900}, trials=10**9, seed=1, time_limit=0.01)
    assert short.stopped == "time" and short.trials < 10**9
    assert "Stopped by the time limit" in short.notes[-1]
    with pytest.raises(MathhammerError, match='belongs to engine="montecarlo"'):
        mathhammer.check("grenade", trials=100)
    with pytest.raises(MathhammerError, match="unknown engine"):
        mathhammer.check("grenade", engine="montecarl")
    with pytest.raises(MathhammerError, match="nothing that is measured"):
        simulated("grenade", {}, until_error={"probability": 0.1}).trials  # noqa: B018
    with pytest.raises(MathhammerError, match="re-roll of any of 5 dice"):
        simulated("charge", {"needed": 9, "dice": "5D6", "reroll": "failed", "game": "aos"})


# ---------------------------------------------------------------------- the command line


def test_the_command_plays_what_python_plays(call, capsys, tmp_path):
    _ = simulated("grenade", {}, trials=2).distribution  # compiled before the command
    capsys.readouterr()  # which says so
    words = ("--engine", "montecarlo", "--trials", "1e4", "--seed", "8")
    status, out, err = call("cast", "6", "--unbind", *words, "--json")
    assert (status, err) == (0, "")
    python = simulated("cast", {"value": 6, "unbind": 1}, trials=10_000, seed=8)
    assert json.loads(out) == [python.to_dict()]
    path = tmp_path / "cast.toml"
    path.write_text('kind = "cast"\nvalue = 6\nunbind = 1\n')
    entry = json.loads(call("run", path, *words, "--json")[1])[0]
    assert entry == {**python.to_dict(), "scenario": str(path)}
    assert mathhammer.run(path, engine="montecarlo", trials=10_000, seed=8)[0].to_dict() == entry
    status, out, err = call("charge", "18in", "--move", "6", "--advance", *words)
    assert (status, err) == (0, "") and max(map(len, out.splitlines())) <= 80
    assert "simulated  10,000 trials, seed 8" in out
    assert "95% sure between" in out and "standard error" in out and "first die" in out
    status, out, err = call("rally", "2", "5", *words, "--csv", tmp_path / "a.csv", "--plot",
                            tmp_path / "a.png")  # fmt: skip
    assert (status, err) == (0, "") and (tmp_path / "a.png").stat().st_size > 1000
    assert (tmp_path / "a.csv").read_text().splitlines()[1].split(",")[1] == "distribution"


@pytest.fixture
def files(tmp_path):
    made = []
    for i, (kind, fields) in enumerate(CASES):
        if "ruleset" not in fields:
            path = tmp_path / f"{i}-{kind}.json"
            path.write_text(json.dumps({"kind": kind, **fields}))
            made.append(str(path))
    return made


def test_verify_compares_checks(call, files):
    status, out, err = call("verify", *files, "--trials", "20000", "--seed", "1")
    assert (status, err) == (0, "") and max(map(len, out.splitlines())) <= 80
    assert "both engines agree on all" in " ".join(out.split())
    found = json.loads(call("verify", *files, "--trials", "20000", "--seed", "1", "--json")[1])
    assert [one["title"] for one in found] == [k for k, f in CASES if "ruleset" not in f]
    names = {row["name"] for one in found for row in one["rows"]}
    assert {"probability", "returned", "miscast", "by turn 3", "prayer of 11", "first die 4",
            "first die 4, and the charge"} <= names  # fmt: skip


def test_verify_finds_an_engine_that_is_wrong(call, files, monkeypatch):
    right = Hazardous.plan

    def wrong(check: Hazardous, game: str, ruleset: object) -> CheckPlan:
        plan = right(check, game, ruleset)
        weapons, each, kept = plan.given
        return plan._replace(given=(weapons, min(each, 2), kept))

    monkeypatch.setattr(Hazardous, "plan", wrong)
    status, out, _ = call("verify", *files, "--trials", "20000", "--seed", "1")
    assert status == 1 and "DIFFERS" in out
    mortal = next(path for path in files if "hazardous" in path)
    assert call("verify", mortal, "--context", "cover")[0] == 2
