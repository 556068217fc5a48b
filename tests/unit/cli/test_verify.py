"""``mathhammer verify``: both engines on a file, compared number by number."""

from __future__ import annotations

import csv
import json

import pytest
from support.command import COMMAND_LINE, POSIX, interrupted, refused

from mathhammer.analysis.agreement import FAMILY
from mathhammer.engine.montecarlo.sampled import SampledAttack
from mathhammer.engine.montecarlo.sampled_turn import SampledTurn

#: Kernels say on standard error when they are compiled: here they are, before.
pytestmark = pytest.mark.usefixtures("compiled")

OPTIONS = ("--trials", "50000", "--seed", "4")
TURN = {
    "kind": "turn",
    "units": {
        "a": {"models": 5, "toughness": 4, "save": "3+", "wounds": 2,
              "weapons": ["5x A3 WS3+ S4 AP-1 D1"]},
        "b": {"models": 5, "toughness": 4, "save": "4+", "wounds": 2, "side": "second",
              "weapons": ["5x A3 WS3+ S4 AP-1 D1"]},
    },
    "step": [{"do": "fight", "by": ["a", "b"]}],
}  # fmt: skip


@pytest.fixture
def turn(tmp_path):
    path = tmp_path / "turn.json"
    path.write_text(json.dumps(TURN))
    return str(path)


@pytest.fixture
def blades(tmp_path):
    path = tmp_path / "blades.toml"
    path.write_text(
        'game = "aos"\ntarget = "10x H2 Sv4+ Ward6+"\n[[attacker]]\n'
        'weapons = ["10x 2/3+/4+/1/D3 [Crit (Mortal)]", "3x 1/3+/3+/2/D6"]\n'
    )
    return str(path)


def test_engines_that_agree_are_exit_0(call, squads, turn, blades):
    status, out, err = call("verify", squads, turn, blades, *OPTIONS)
    assert (status, err) == (0, "")
    assert max(map(len, out.splitlines())) <= 80
    assert "both engines agree on all" in " ".join(out.split()) and "DIFFERS" not in out
    assert out.count("50,000, seed 4") == 6  # four match-ups, a turn, a match-up
    assert "Bolts against 5x meq" in out and "a, b" in out
    assert call("verify", squads, turn, blades, *OPTIONS, "--threads", "1")[1] == out


def test_json_has_every_number(call, squads, turn):
    status, out, err = call("verify", squads, turn, *OPTIONS, "--json")
    assert (status, err) == (0, "")
    found = json.loads(out)
    assert [one["title"] for one in found] == [
        *(f"{a} against {t}" for a in ("Bolts", "Plasma") for t in ("5x meq", "10x teq")),
        "a, b",
    ]  # fmt: skip
    numbers = sum(len(one["rows"]) for one in found)
    for one in found:
        assert {*one} == {
            "scenario",
            "title",
            "trials",
            "seed",
            "stopped",
            "agree",
            "notes",
            "bound",
            "rows",
        }
        assert one["agree"] is True and (one["trials"], one["seed"]) == (50_000, 4)
        assert one["bound"] == pytest.approx(FAMILY / numbers)
        for row in one["rows"]:
            assert {*row} == {"name", "exact", "simulated", "errors", "gap", "chance"}
            assert one["bound"] <= row["chance"] <= 1
    names = [row["name"] for row in found[0]["rows"]]
    stages = ["attacks", "hits", "wounds", "unsaved", "mortal", "damage_rolled", "damage", "slain"]
    assert names[:9] == [*stages, "destroyed"]


def test_csv_has_a_row_a_number(call, squads, turn, tmp_path):
    path = tmp_path / "rows.csv"
    status, out, _ = call("verify", squads, turn, *OPTIONS, "--csv", path)
    assert status == 0 and str(path) in out.replace("\n           ", "")
    rows = list(csv.DictReader(path.read_text().splitlines()))
    found = json.loads(call("verify", squads, turn, *OPTIONS, "--json")[1])
    flat = [(one["scenario"], one["title"], row) for one in found for row in one["rows"]]
    assert len(rows) == len(flat)
    for row, (scenario, title, ref) in zip(rows, flat, strict=True):
        assert (row["scenario"], row["title"], row["name"]) == (scenario, title, ref["name"])
        assert float(row["chance"]) == ref["chance"] and float(row["exact"]) == ref["exact"]


def shifted(counts):
    """Return counts in which one trial in 50 has the next value."""
    moved = counts // 50
    changed = counts - moved
    changed[1:] += moved[:-1]
    changed[-1] += moved[-1]
    return changed


def test_engines_that_differ_are_exit_1(call, squads, monkeypatch, tmp_path):
    """One trial in fifty with one wound more: the simulation is wrong, and it shows."""
    counts = SampledAttack.counts

    def wrong(self, stage):
        found = counts(self, stage)
        return shifted(found) if stage == "wounds" else found

    monkeypatch.setattr(SampledAttack, "counts", wrong)
    status, out, err = call("verify", squads, "--trials", "1e6", "--seed", "4")
    assert (status, err) == (1, "")
    lines = [line for line in out.splitlines() if "DIFFERS" in line]
    assert len(lines) >= 4 and all(line.split()[0] == "wounds" for line in lines)
    assert "numbers differ by more than chance explains" in " ".join(out.split())
    assert max(map(len, out.splitlines())) <= 80
    path = tmp_path / "rows.csv"
    status, out, _ = call("verify", squads, "--trials", "1e6", "--json", "--csv", path)
    assert status == 1 and path.exists()
    found = json.loads(out)
    assert [one["agree"] for one in found] == [False] * 4
    bad = {row["name"] for one in found for row in one["rows"] if row["chance"] < one["bound"]}
    assert bad == {"wounds"}


def test_a_turn_that_differs_is_exit_1(call, turn, squads, monkeypatch):
    values = SampledTurn._counts
    monkeypatch.setattr(SampledTurn, "_counts", lambda self, *where: shifted(values(self, *where)))
    status, out, _ = call("verify", squads, turn, "--trials", "1e6", "--json")
    assert status == 1
    assert [one["agree"] for one in json.loads(out)] == [True] * 4 + [False]


def test_the_family_grows_with_the_files(call, squads):
    """The bound of each number is smaller the more numbers there are."""
    one = json.loads(call("verify", squads, *OPTIONS, "--json")[1])
    two = json.loads(call("verify", squads, squads, *OPTIONS, "--json")[1])
    assert two[0]["bound"] == pytest.approx(one[0]["bound"] / 2)
    assert two[0]["rows"] == two[4]["rows"] == one[0]["rows"]


@pytest.mark.parametrize(
    "words, said",
    [
        ([], "verify needs a scenario file"),
        (["no.toml"], "no such file"),
        (["--trials", "0"], "--trials"),
        (["--trials", "nan"], "--trials"),
        (["--seed=-1"], "--seed"),
        (["--threads", "0"], "--threads"),
        (["--engine", "exact"], "unknown option '--engine'"),
        (["--until-error", "damage=1"], "unknown option '--until-error'"),
        (["--plot", "x.png"], "unknown option '--plot'"),
        (["--csv", "."], "is a folder"),
        (["--context", "covr"], "did you mean 'cover'"),
    ],
)
def test_wrong_input_is_one_sentence_and_exit_2(call, squads, words, said):
    files = [squads] if words and words[0].startswith("-") else []
    refused(call("verify", *files, *words), said)


def test_what_the_exact_engine_refuses_cannot_be_verified(call, tmp_path):
    """It is said which engine, in which file; nothing is printed of the other one."""
    path = tmp_path / "large.json"
    weapon = {"count": 300, "attacks": 6, "skill": 3, "strength": 5, "ap": -2, "damage": "D3",
              "abilities": ["Devastating Wounds"]}  # fmt: skip
    target = {"models": 3000, "toughness": 4, "save": 3, "wounds": 3, "feel_no_pain": 5}
    path.write_text(json.dumps({"attacker": {"weapons": [weapon]}, "target": target}))
    outcome = call("verify", path, "--trials", "100")
    refused(outcome, "large.json", "the exact engine takes")


def test_context_and_ruleset_reach_both_engines(call, squads):
    plain = json.loads(call("verify", squads, *OPTIONS, "--json")[1])
    cover = json.loads(call("verify", squads, *OPTIONS, "--json", "--context", "cover")[1])
    assert all(one["agree"] for one in (*plain, *cover))
    before, after = (
        {row["name"]: row["exact"] for row in one["rows"]}["unsaved"]
        for one in (plain[1], cover[1])
    )
    assert before > after


@pytest.mark.slow
@POSIX
def test_ctrl_c_is_exit_130_and_compares_what_there_is(squads):
    status, out, err = interrupted(COMMAND_LINE, "verify", squads, "--trials", "1e12", "--json")
    assert (status, err) == (130, "")
    (one,) = json.loads(out)
    assert one["agree"] is True and 0 < one["trials"] < 10**12
    assert one["stopped"] == "interrupted"
