"""Monte Carlo on the command line: options, what is printed, and what is refused."""

from __future__ import annotations

import csv
import json
import re

import pytest
from support.command import refused

import mathhammer
from mathhammer.core.errors import TooLargeError
from mathhammer.results.simulated import SimulatedResult

#: Kernels say on standard error when they are compiled: here they are, before.
pytestmark = pytest.mark.usefixtures("compiled")

BOLTS = "10x bolt rifle: A2 BS3+ S4 AP-1 D1 [Lethal Hits]"
MELTA = "melta: A1 BS3+ S9 AP-4 DD6"
BLADES = "10x blade: 2/3+/4+/1/D3 [Crit (Mortal)]"
ATTACK = ("attack", BOLTS, "--at", "5x meq")
MC = ("--engine", "montecarlo", "--seed", "5", "--trials", "20_000")
STAGES = (
    "attacks", "hits", "wounds", "unsaved", "mortal", "damage_rolled", "damage", "slain",
)  # fmt: skip

TURN = {
    "kind": "turn",
    "gap": 8,
    "units": {
        "a": {"models": 5, "toughness": 4, "save": "3+", "wounds": 2, "leadership": 6,
              "objective_control": 2,
              "weapons": ["5x A2 BS3+ S4 AP-1 D1", "5x A3 WS3+ S4 AP-1 D1"]},
        "b": {"models": 5, "toughness": 4, "save": "4+", "wounds": 2, "side": "second",
              "leadership": 6, "objective_control": 1, "weapons": ["5x A3 WS3+ S4 AP-1 D1"]},
    },
    "step": [
        {"do": "shoot", "by": "a", "at": "b"},
        {"do": "charge", "by": "a", "at": "b"},
        {"do": "fight", "by": ["a", "b"], "if": "charged"},
        {"do": "control", "units": ["a", "b"]},
    ],
}  # fmt: skip


@pytest.fixture
def turn(tmp_path):
    path = tmp_path / "turn.json"
    path.write_text(json.dumps(TURN))
    return str(path)


def answers(outcome):
    status, out, err = outcome
    assert (status, err) == (0, "")
    return json.loads(out)


# ------------------------------------------------------------------------------ results


def keys(value, path=""):
    """Return every key of some JSON with its place."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield f"{path}.{name}"
            yield from keys(part, f"{path}.{name}")
    elif isinstance(value, list):
        for part in value:
            yield from keys(part, f"{path}[]")


@pytest.mark.parametrize(
    "words",
    [
        ATTACK,
        ("attack", BOLTS, MELTA, "--at", "5x meq", "veq"),
        ("attack", "3x A3 BS3+ S6 AP-1 DD3 [Devastating Wounds, Hazardous]", MELTA, "--at", "teq"),
        ("attack", BLADES, "--at", "10x H2 Sv4+ Ward5+"),
    ],
)
def test_the_keys_are_those_of_the_exact_engine_and_what_is_known_of_them(call, words):
    """Contract section 2: the same keys, and standard errors, an interval, trials, seed."""
    exact, found = answers(call(*words, "--json")), answers(call(*words, "--json", *MC))
    assert len(exact) == len(found)
    for ref, got in zip(exact, found, strict=True):
        more = {*keys(got)} - {*keys(ref)}
        assert not {*keys(ref)} - {*keys(got)}
        plain = {key for key in more if not key.endswith(".standard_error")}
        assert plain == {".destroyed_standard_error", ".destroyed_interval", ".trials", ".seed"}
        assert (got["engine"], got["trials"], got["seed"]) == ("montecarlo", 20_000, 5)
        for stage in STAGES:
            assert {*got[stage]} == {"mean", "sd", "pmf", "standard_error"}
            error = got[stage]["standard_error"]
            ref_error = ref[stage]["sd"] / 20_000**0.5
            assert error == pytest.approx(ref_error, rel=0.2, abs=1e-3)
            assert abs(got[stage]["mean"] - ref[stage]["mean"]) <= 6 * max(error, ref_error) + 1e-9
        low, high = got["destroyed_interval"]
        assert 0 <= low <= got["destroyed"] <= high <= 1 and got["destroyed_standard_error"] > 0
        for row in (*got["weapons"], *got["afterwards"]):
            for name, part in row.items():
                assert name == "name" or part["standard_error"] >= 0
        assert not re.search("second|elapsed|duration", " ".join(keys(got)))


def test_a_turn_has_them_too(call, turn):
    (ref,), (got,) = (answers(call("run", turn, "--json", *more)) for more in ((), MC))
    more = {*keys(got)} - {*keys(ref)}
    assert not {*keys(ref)} - {*keys(got)}
    ends = {key.rpartition(".")[2] for key in more}
    assert ends == {
        "standard_error", "destroyed_standard_error", "destroyed_interval", "trials", "seed",
        "probability_standard_error", "flags_interval", *got["flags"],
    }  # fmt: skip
    assert (got["trials"], got["seed"]) == (20_000, 5)
    for unit in "ab":
        models = got["units"][unit]["models"]
        assert abs(models["mean"] - ref["units"][unit]["models"]["mean"]) < (
            7 * models["standard_error"]
        )


@pytest.mark.parametrize("form", [["--json"], []])
def test_the_same_seed_prints_the_same_bytes(call, turn, squads, form):
    for words in (ATTACK, ("run", squads), ("run", turn), ("compare", squads)):
        first = call(*words, *MC, *form)
        assert first[0] == 0 and first == call(*words, *MC, "--threads", "1", *form)
        assert first == call(*words, *MC, "--threads", "5", *form)
        other = call(*words, *MC[:2], "--seed", "6", "--trials", "20000", *form)
        assert other[0] == 0 and other[1] != first[1]


def test_a_page_says_how_it_was_found_and_how_well_it_is_known(call, turn):
    for words, said in ((ATTACK, "s.e."), (("run", turn), "95% sure between")):
        status, out, err = call(*words, *MC)
        assert (status, err) == (0, "")
        assert "20,000 trials, seed 5" in out and said in " ".join(out.split())
        assert max(map(len, out.splitlines())) <= 80


def test_a_seed_that_nobody_chose_is_printed(call):
    (first,) = answers(call(*ATTACK, "--engine", "montecarlo", "--trials", "1000", "--json"))
    words = ("--engine", "montecarlo", "--trials", "1e3", "--seed", first["seed"])
    assert answers(call(*ATTACK, *words, "--json")) == [first]


@pytest.mark.parametrize("word", ["1e5", "100000", "100_000", "100,000", "1.0e5"])
def test_numbers_are_written_as_people_do(call, word):
    words = (*ATTACK, "--engine", "montecarlo", "--json", "--trials", word, "--seed", "1")
    assert answers(call(*words))[0]["trials"] == 100_000


def test_several_files_and_turns_in_one_call(call, squads, turn):
    found = answers(call("run", squads, turn, squads, "--json", *MC))
    assert [one.get("kind", "attack") for one in found] == [
        *["attack"] * 4,
        "turn",
        *["attack"] * 4,
    ]
    assert found[:4] == found[5:] and {one["seed"] for one in found} == {5}


def test_compare_prints_its_table(call, squads, tmp_path):
    exact, found = call("compare", squads), call("compare", squads, *MC)
    assert found[0] == 0 and found[1].splitlines()[0] == exact[1].splitlines()[0]
    path = tmp_path / "x.csv"
    assert call("compare", squads, *MC, "--csv", path)[0] == 0
    rows = list(csv.DictReader(path.read_text().splitlines()))
    assert len(rows) == 4
    for row, result in zip(rows, mathhammer.run(squads), strict=True):
        assert abs(float(row["damage_mean"]) - result.damage.mean) < 0.2


@pytest.mark.parametrize("ending", ["png", "svg"])
def test_pictures_are_drawn_of_what_was_seen(call, turn, tmp_path, ending):
    for number, words in enumerate((ATTACK, ("run", turn))):
        path = tmp_path / f"{number}.{ending}"
        assert call(*words, *MC, "--plot", path)[0] == 0
        assert path.stat().st_size > 5000


# ------------------------------------------------------------------------------ precision


def test_precision_is_asked_for_by_stage(call, turn):
    words = (*ATTACK, "--engine", "montecarlo", "--seed", "1", "--json")
    (one,) = answers(
        call(*words, "--until-error", "damage=0.003,slain=0.002", "--until-error", "hits=0.01")
    )
    assert one["damage"]["standard_error"] <= 0.003 and one["slain"]["standard_error"] <= 0.002
    (one,) = answers(call(*words, "--until-width", "destroyed=0.0002"))
    low, high = one["destroyed_interval"]
    assert high - low <= 2e-4
    (one,) = answers(call("run", turn, *words[4:], "--until-error", "b.models=0.004"))
    assert one["units"]["b"]["models"]["standard_error"] <= 0.004
    goals = "charged=0.002,step[2]=0.002,control.first=0.003,step[0].b.models=0.01"
    (one,) = answers(call("run", turn, *words[4:], "--until-error", goals))
    assert one["steps"][2]["probability_standard_error"] <= 0.002
    assert one["steps"][0]["units"]["b"]["models"]["standard_error"] <= 0.01
    assert abs(one["flags"]["charged"] - one["steps"][2]["probability"]) < 0.2
    (one,) = answers(call("run", turn, *words[4:], "--until-width", "charged=0.01"))
    low, high = one["flags_interval"]["charged"]
    assert high - low <= 0.01
    (one,) = answers(call(*words, "--until-error", "damage=1e-9", "--time-limit", "0.2"))
    assert any("Stopped by the time limit" in note for note in one["notes"])
    (one,) = answers(call(*words, "--until-error", "damage=1e-9", "--trials", "5000"))
    assert one["trials"] == 5000


# ------------------------------------------------------------------------------ refused


@pytest.mark.parametrize(
    "words, said",
    [
        (["--engine", "montecalro"], ["--engine", "did you mean 'montecarlo'?"]),
        (["--trials", "9"], ["--trials belongs to --engine montecarlo"]),
        (["--seed", "9"], ["--seed belongs to --engine montecarlo"]),
        (["--threads", "2"], ["--threads belongs to --engine montecarlo"]),
        (["--until-error", "damage=1"], ["--until-error belongs to --engine montecarlo"]),
        (["--until-width", "damage=1"], ["--until-width belongs to --engine montecarlo"]),
        (["--time-limit", "9", "--engine", "exact"], ["--time-limit belongs to"]),
    ],
)
def test_wrong_engines_are_refused(call, words, said):
    refused(call(*ATTACK, *words), *said)


@pytest.mark.parametrize(
    "words, said",
    [
        (["--trials", "0"], ["--trials", "whole numbers from 2 to"]),
        (["--trials", "1"], ["--trials", "whole numbers from 2 to"]),
        (["--trials=-5"], ["--trials", "-5"]),
        (["--trials", "1.5"], ["--trials", "1.5"]),
        (["--trials", "nan"], ["--trials", "nan"]),
        (["--trials", "inf"], ["--trials", "inf"]),
        (["--trials", "1e13"], ["--trials", "from 2 to 1000000000000"]),
        (["--trials", "9" * 400], ["--trials"]),
        (["--trials", "9" * 5000], ["--trials"]),
        (["--trials", "1e999"], ["--trials"]),
        (["--trials", "many"], ["--trials", "'many' is no number"]),
        (["--trials", ""], ["--trials"]),
        (["--trials", "1\x1b[31m"], ["--trials"]),
        (["--seed=-1"], ["--seed", "no seed"]),
        (["--seed", "1.5"], ["--seed", "no seed"]),
        (["--seed", "nan"], ["--seed", "no seed"]),
        (["--seed", str(2**53)], ["--seed", str(2**53 - 1)]),
        (["--seed", "x"], ["--seed", "'x' is no number"]),
        (["--seed", ""], ["--seed"]),
        (["--threads", "0"], ["--threads", "whole numbers from 1"]),
        (["--threads=-1"], ["--threads", "whole numbers from 1"]),
        (["--threads", "1.5"], ["--threads"]),
        (["--threads", "1e9"], ["--threads", "to 1024"]),
        (["--time-limit", "0"], ["--time-limit", "more than 0"]),
        (["--time-limit=-2"], ["--time-limit", "more than 0"]),
        (["--time-limit", "nan"], ["--time-limit", "more than 0"]),
        (["--time-limit", "inf"], ["--time-limit", "more than 0"]),
        (["--time-limit", "1" + "0" * 400], ["--time-limit", "more than 0"]),
        (["--until-error", "damage=1" + "0" * 400], ["--until-error.damage", "more than 0"]),
        (["--time-limit", "soon"], ["--time-limit", "'soon' is no number"]),
        (["--until-error", "damage"], ["--until-error", "damage=0.01"]),
        (["--until-error", "damage=0"], ["--until-error.damage", "more than 0"]),
        (["--until-error", "damage=-1"], ["--until-error.damage", "more than 0"]),
        (["--until-error", "damage=nan"], ["--until-error.damage", "more than 0"]),
        (["--until-error", "damage=x"], ["--until-error", "'x' is no number"]),
        (["--until-error", "damage="], ["--until-error", "'' is no number"]),
        (["--until-error", "dmage=0.1"], ["'dmage'", "did you mean 'damage'?"]),
        (["--until-error", "=0.1"], ["''", "allowed: attacks, hits"]),
        (["--until-error", "damage=0.1,"], ["--until-error", "damage=0.01"]),
        (["--until-error", "damage=0.1,damage=0.2"], ["--until-error", "twice"]),
        (["--until-error", "b.models=0.1"], ["'b.models'", "allowed: attacks"]),
        (["--until-width", "dstroyed=0.1"], ["did you mean 'destroyed'?"]),
        (["--until-error", "damage=1e-9"], ["takes about", "without a time limit"]),
        (["--samples", "5"], ["unknown option '--samples'"]),
    ],
)
def test_wrong_options_are_one_sentence_and_exit_2(call, words, said):
    refused(call(*ATTACK, "--engine", "montecarlo", *words), *said)


def test_measures_of_a_turn_are_its_units(call, turn):
    for measure, said in (
        ("damage", "allowed: a.models, a.wounds, a.destroyed, b.models"),
        ("c.models", "allowed: a.models"),
        ("b.model", "did you mean 'b.models'?"),
    ):
        words = ("run", turn, "--engine", "montecarlo", "--until-error", f"{measure}=0.1")
        refused(call(*words), said)
        refused(call(*words, "--json"), said)


def test_saves_has_no_part_in_it(call):
    refused(call("saves", BOLTS, "--engine", "montecarlo"), "saves is not modelled by montecarlo")


# ------------------------------------------------------------------------------ sizes

#: More waiting packets and states of two lanes than the exact engine follows.
HUGE = {
    "weapons": [{"count": 300, "attacks": 6, "skill": 3, "strength": 5, "ap": -2, "damage": "D3",
                 "abilities": ["Devastating Wounds", "Precision"]}],
}  # fmt: skip
CROWD = {
    "models": 1000, "toughness": 4, "save": 3, "wounds": 3, "feel_no_pain": 5,
    "leader": {"wounds": 30, "save": 2, "invulnerable": 4},
}  # fmt: skip


def test_what_is_too_large_for_the_exact_engine_is_played():
    """The exact engine refuses it and says what to do; the simulation agrees with itself."""
    with pytest.raises(TooLargeError, match="Monte Carlo"):
        _ = mathhammer.attack(HUGE, CROWD, ruleset={"devastating": "errata-2024"}).slain
    result = mathhammer.simulate(
        HUGE, CROWD, ruleset={"devastating": "errata-2024"}, trials=1000, seed=1
    )
    assert isinstance(result, SimulatedResult) and result.attacks.mean == 1800
    # Hits and wounds are binomial: 2/3, then 2/3 (strength 5 on toughness 4).
    assert abs(result.hits.mean - 1200) < 6 * result.standard_error("hits")
    assert abs(result.wounds.mean - 800) < 6 * result.standard_error("wounds")
    assert any("not computed under" in note for note in result.notes)
    json.dumps(result.to_dict(), allow_nan=False)


@pytest.mark.parametrize(
    "attacker, target, said",
    [
        ("10000x A2 BS2+ S8 AP-6 D20000", "1x T4 Sv- W1", "entries; the limit is 5000000"),
        ("10000x A2 BS2+ S8 AP-6 D1000 [Sustained Hits 3]", "10x meq", "entries; the limit is"),
    ],
)
def test_what_is_too_large_to_be_counted_is_one_sentence(call, attacker, target, said):
    with pytest.raises(TooLargeError, match=said):
        _ = mathhammer.simulate(attacker, target, trials=10).slain
    refused(call("attack", attacker, "--at", target, *MC), said)


def test_large_plans_within_the_limits_are_played():
    result = mathhammer.simulate(
        "10000x A2 BS2+ S8 AP-6 D2", "10000x T4 Sv- W3", trials=300, seed=1, samples=300
    )
    assert result.attacks.mean == 20_000
    assert abs(result.hits.mean - 20_000 * 5 / 6) < 6 * result.standard_error("hits")
    assert (result.samples[:, 7] >= result.samples[:, 8] * 3).all()
