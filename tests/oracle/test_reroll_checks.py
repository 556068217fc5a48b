"""Command Re-rolls of rolls outside attacks: by hand, against every policy, on the terminal."""

from __future__ import annotations

import io
import itertools
import json
from fractions import Fraction
from typing import Any

import pytest

import mathhammer
from mathhammer.core.errors import MathhammerError
from mathhammer.games.checks.registry import KINDS
from mathhammer.reroll.check import CheckReroll
from mathhammer.show.pages.reroll import check_reroll_page
from mathhammer.show.terminal.page import Page

REROLLED = ("charge", "advance", "hazardous", "desperate_escape")


# ------------------------------------------------------------------------------ by hand


def test_a_charge_is_rolled_again_as_a_whole() -> None:
    """9 or more on 2D6: 10 of 36, both dice again where they fall short."""
    got = mathhammer.command_reroll_check("charge", needed=9)
    assert got.without == pytest.approx(10 / 36)
    assert got.value == pytest.approx(10 / 36 + 26 / 36 * 10 / 36)
    assert [tuple(use) for use in got.uses] == [("charge", pytest.approx(26 / 36))]
    assert got.unused == pytest.approx(10 / 36)
    ability = mathhammer.check("charge", needed=9, reroll="failed")
    assert got.value == pytest.approx(ability.probability, abs=1e-15)


def test_dice_that_an_ability_rolled_again_are_not_eligible() -> None:
    """D-2: the ability's re-roll costs nothing and is used; then there is no eligible die."""
    for kind, fields in (("charge", {"needed": 9}), ("advance", {"move": 6, "needed": 10})):
        got = mathhammer.command_reroll_check(kind, reroll="failed", **fields)
        assert got.value == got.without and got.unused == 1.0
        assert got.advice == ["The Command Re-roll changes nothing here."]


def test_a_roll_that_can_not_succeed_is_kept() -> None:
    for needed in (13, 2):
        got = mathhammer.command_reroll_check("charge", needed=needed)
        assert got.gain == 0.0 and got.uses == [] and got.unused == 1.0
        once = mathhammer.check("charge", needed=needed)
        assert got.result.distribution == once.distribution


def test_an_advance_that_falls_short_is_rolled_again() -> None:
    got = mathhammer.command_reroll_check("advance", move=6, needed=10)
    assert (got.without, got.value) == (pytest.approx(1 / 2), pytest.approx(3 / 4))
    # A random Move is no roll that it can go to: only the Advance is.
    got = mathhammer.command_reroll_check("advance", move="D6", needed=8)
    ways = sum(Fraction(max(0, min(6, 6 - (8 - m) + 1)), 6) for m in range(1, 7)) / 6
    assert got.without == pytest.approx(float(ways))
    twice = sum(1 - (1 - Fraction(max(0, min(6, m - 1)), 6)) ** 2 for m in range(1, 7)) / 6
    assert got.value == pytest.approx(float(twice))


def test_one_hazardous_die_and_one_model_that_escapes() -> None:
    got = mathhammer.command_reroll_check("hazardous", weapons=2)
    # Nobody is hurt: no 1; or one 1 that is none afterwards.
    none = Fraction(25, 36) + Fraction(10, 36) * Fraction(5, 6)
    assert got.result.probability == pytest.approx(1 - float(none))
    assert got.value == pytest.approx(2 / 6 - 11 / 36 * 5 / 6)
    assert got.result.used == pytest.approx(11 / 36)
    mortal = mathhammer.command_reroll_check("hazardous", weapons=2, bearer="mortal")
    assert mortal.value == pytest.approx(3 * got.value)
    got = mathhammer.command_reroll_check("desperate_escape", models=1)
    assert (got.without, got.value) == (pytest.approx(1 / 3), pytest.approx(1 / 9))


# ---------------------------------------------------------------------- the joint dice

JOINT: list[dict[str, Any]] = [
    {"distance": distance, "move": 6, "advance": True, **more}
    for distance in range(9, 24)
    for more in ({}, {"reroll": "failed"}, {"dice": "3D6kh2"}, {"modifier": -1, "climb": 3})
]


def chance(fields: dict[str, Any], face: int, again: bool) -> Fraction:
    """Return P(charge) after an Advance, by counting pairs; from the checks without."""
    plain = {k: v for k, v in fields.items() if k not in ("advance", "move", "command_reroll")}
    if again:
        plain["reroll"] = "failed"
    made = mathhammer.check("charge", **plain, move=6 + face).probability
    return Fraction(made).limit_denominator(6**8)


@pytest.mark.parametrize("points", [1, 2])
def test_no_policy_is_better(points: int) -> None:
    """Of all 64 sets of faces after which the Advance is rolled again, none does better."""
    chosen = set()
    for fields in JOINT:
        got = mathhammer.command_reroll_check("charge", **fields, command_reroll=points)
        keep = {face: chance(fields, face, True) for face in range(1, 7)}
        then = {face: chance(fields, face, points == 2) for face in range(1, 7)}
        afresh = sum(then.values(), Fraction()) / 6
        values = [
            sum((afresh if face in again else keep[face] for face in keep), Fraction()) / 6
            for number in range(7)
            for again in itertools.combinations(range(1, 7), number)
        ]
        assert got.value == pytest.approx(float(max(values)), abs=1e-12)
        chosen.add(tuple(row["rolled_again"] for row in got.result.by_die))
        for rule in got.rules:
            assert rule.value <= got.value + 1e-12
            assert any(rule.value == pytest.approx(float(v), abs=1e-12) for v in values)
    assert len(chosen) >= 4  # from never to always but the highest


def test_one_for_each_phase_is_worth_more_than_one() -> None:
    fields = {"distance": 18, "move": 6, "advance": True}
    none, one, two = (
        mathhammer.check("charge", **fields, command_reroll=n).probability for n in range(3)
    )
    assert none < one < two
    got = mathhammer.command_reroll_check("charge", **fields, command_reroll=2)
    assert got.unused is None
    # Afresh there is a re-roll for the charge: twice as much of it is used.
    assert got.advice == [
        "Re-roll an Advance of 1 to 3; re-roll a charge that falls short, in its own phase."
    ]


def test_what_is_best_in_words() -> None:
    def advice(**fields: Any) -> str:
        (sentence,) = mathhammer.command_reroll_check("charge", move=6, **fields).advice
        return sentence

    assert advice(distance=18, advance=True) == (
        "Re-roll an Advance of 1 or 2; else keep it for the charge."
    )
    assert advice(distance=12, advance=True) == "Never re-roll the Advance; keep it for the charge."
    assert advice(distance=18, advance=True, reroll="failed") == (
        "Re-roll an Advance of 1 to 3; a charge has the re-roll of its ability."
    )
    assert advice(distance=18, advance=6) == "Re-roll a charge that falls short."
    assert advice(distance=30, advance=True) == "The Command Re-roll changes nothing here."


# -------------------------------------------------------------------- files and commands


@pytest.mark.parametrize(
    "words, fields",
    [
        ("reroll charge 9", {"needed": 9}),
        ("reroll charge 9in --command-reroll", {"distance": 9}),
        ("reroll CHARGE --command-reroll 9in", {"distance": 9}),
        ("reroll charge 18in --move 6 --advance", {"distance": 18, "move": 6, "advance": True}),
        ("reroll charge 18in --move 6 --advance --command-reroll 2 --objective Success",
         {"distance": 18, "move": 6, "advance": True, "command_reroll": 2}),
    ],
)  # fmt: skip
def test_the_command_answers_what_python_answers(call, words, fields, tmp_path) -> None:
    got = mathhammer.command_reroll_check("charge", **fields)
    status, out, err = call(*words.split(" "), "--json", "--csv", tmp_path / "c.csv")
    assert (status, err) == (0, "")
    assert json.loads(out) == [got.to_dict()]
    assert (tmp_path / "c.csv").read_text().splitlines()[0] == (
        "scenario,check,objective,without,with,roll,share"
    )
    path = tmp_path / "charge.json"
    path.write_text(json.dumps({"kind": "charge", **fields}))
    status, out, err = call("reroll", path, "--json")
    assert (status, err) == (0, "")
    assert json.loads(out) == [{**got.to_dict(), "scenario": str(path)}]
    assert got.table()["share"].tolist() == [row["share"] for row in got.rows()]


def test_a_check_says_where_a_reroll_goes(call) -> None:
    status, out, err = call("charge", "18in", "--move", 6, "--advance", "--command-reroll")
    assert (status, err) == (0, "")
    assert "a Command Re-roll goes to the Advance: 33.3%" in out
    assert "roll again" in out and "keep" in out


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("kind", REROLLED)
def test_pages_keep_to_their_width(kind: str, width: int, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    fields: dict[str, Any] = {
        "charge": {"distance": 18, "move": 6, "advance": True}, "hazardous": {"weapons": 3},
        "advance": {"move": 6, "needed": 10}, "desperate_escape": {"models": 10},
    }[kind]  # fmt: skip
    page = Page(io.StringIO())
    page.put(check_reroll_page(mathhammer.command_reroll_check(kind, **fields)))
    text = page.text()
    assert max(map(len, text.splitlines())) <= width
    assert "never used" in text and "advice" in text and "without" in text


# ------------------------------------------------------------------------------ refusals


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in REROLLED])
def test_other_rolls_are_refused_with_the_rule(kind: str, call) -> None:
    said = "W-6" if "wh40k" in KINDS[kind].games else "Age of Sigmar has no such stratagem"
    for attempt in (
        lambda: mathhammer.command_reroll_check(kind),
        lambda: mathhammer.check(kind, command_reroll=1),
    ):
        with pytest.raises(MathhammerError, match="command_reroll") as caught:
            attempt()
        assert said in str(caught.value)
    for words in (["reroll", kind], ["check", kind, "--command-reroll"]):
        status, out, err = call(*words)
        assert (status, out) == (2, "") and err.count("\n") == 1 and said in err


def test_battleshock_is_never_rerolled(call, tmp_path) -> None:
    path = tmp_path / "shock.json"
    for fields in ({}, {"command_reroll": True}):
        path.write_text(json.dumps({"kind": "battleshock", "leadership": 6, **fields}))
        status, out, err = call("reroll", path)
        assert (status, out) == (2, "") and "never for a Battle-shock test (W-6)" in err
    status, out, err = call("run", path)
    assert (status, out) == (2, "") and "never for a Battle-shock test (W-6)" in err


@pytest.mark.parametrize(
    "words, said",
    [
        ("reroll", ["needs a weapon", "a check"]),
        ("reroll chrge 9", ["'chrge' is not a check", "did you mean 'charge'?"]),
        ("reroll charge", ["'needed'", "'distance'"]),
        ("reroll charge 9 --command-reroll 2", ["at most once a phase"]),
        ("reroll charge 18in --advance --command-reroll", ["'advance' needs the field 'move'"]),
        ("reroll charge 9in --move 6 --command-reroll=2", ["at most once a phase"]),
        ("reroll charge 18in --move 6 --advance 6 --command-reroll 2", ["once a phase"]),
        ("reroll charge 18in --move 6 --advance --command-reroll=3", ["from 0 to 2"]),
        ("reroll charge 18in --move 6 --advance --command-reroll=-1", ["from 0 to 2"]),
        ("reroll charge 9 --command-reroll=failed", ["command_reroll", "'failed'"]),
        ("reroll charge 9 --command-reroll --command-reroll", ["given twice"]),
        ("reroll charge 9 --by defender", ["unknown option '--by'"]),
        ("reroll charge 9 --at meq", ["unknown option '--at'"]),
        ("reroll charge 9 --context cover", ["unknown option '--context'"]),
        ("reroll charge 9 --plot c.png", ["unknown option '--plot'"]),
        ("reroll charge 9 --engine montecarlo", ["not modelled by montecarlo"]),
        ("reroll charge 9 --objective destroyed", ["--objective", "success"]),
        ("reroll charge 9 --objective sucess", ["did you mean 'success'?"]),
        ("reroll hazardous 3 --objective success", ["allowed: lost"]),
        ("reroll charge 9 --game aos", ["Age of Sigmar has none"]),
        ("reroll run 5 9", ["Age of Sigmar has no such stratagem"]),
        ("reroll charge 9 --game x", ["--game"]),
        ("reroll charge 9 --ruleset x=1", ["--ruleset", "'x'"]),
        ("reroll charge 9 --needed 9", ["given twice"]),
        ("reroll charge 9.5", ["9.5in"]),
        ("reroll charge 101", ["from 0 to 100"]),
        ("reroll charge 9 --dice D8", ["D8"]),
        ("reroll charge 9 --dice 99D6", ["594 inches"]),
        ("reroll advance 6", ["'needed'"]),
        ("reroll advance 6 10 --command-reroll 2", ["at most once a phase"]),
        ("reroll hazardous", ["'weapons'"]),
        ("reroll hazardous 3 --command-reroll 2", ["at most once a phase"]),
        ("reroll hazardous 10001", ["10000"]),
        ("reroll hazardous x", ["weapons: 'x'"]),
        ("reroll desperate-escape 0", ["models: '0'"]),
        ("reroll desperate-escape 5 5", ["takes no '5'"]),
        ("reroll battleshock 6 --command-reroll", ["never for a Battle-shock test"]),
        ("charge 9 --command-reroll --game aos", ["'command_reroll'", "Warhammer 40,000"]),
        ("charge 9 --command-reroll 3", ["command_reroll: '3'", "from 0 to 2"]),
        ("charge 9 --command-reroll -1", ["command_reroll: '-1'", "from 0 to 2"]),
        ("charge 9 --command-reroll maybe", ["command_reroll: 'maybe'"]),
        ("advance 6 9 --command-reroll 7", ["command_reroll: '7'"]),
        ("run 5 --command-reroll", ["unknown option"]),
        ("check run 5 9 --command-reroll", ["no such stratagem"]),
        ("check grenade --command-reroll", ["never for Grenade (W-6)"]),
    ],
)  # fmt: skip
def test_wrong_commands_are_one_sentence(call, words: str, said: list[str]) -> None:
    status, out, err = call(*words.split(" "))
    assert (status, out) == (2, ""), out
    assert err.startswith("mathhammer: ") and err.count("\n") == 1 and len(err) < 600
    for word in said:
        assert word in err, err


@pytest.mark.parametrize(
    "kind, fields, said",
    [
        ("charge", {"needed": 9, "command_reroll": 2**70}, "command_reroll"),
        ("charge", {"needed": 9, "command_reroll": [1]}, "command_reroll"),
        ("charge", {"needed": 9, "command_reroll": float("nan")}, "command_reroll"),
        ("charge", {"needed": 9, "objective": 3}, "objective"),
        ("charge", {"needed": 9, "ruleset": {"rain": 1}}, "ruleset"),
        ("charge", {"needed": 9, "wind": 1}, "'wind'"),
        ("chrage", {"needed": 9}, "did you mean 'charge'"),
        (3, {}, "3 is not a check"),
    ],
)
def test_wrong_values_are_one_sentence(kind: Any, fields: dict[str, Any], said: str) -> None:
    with pytest.raises(MathhammerError) as caught:
        mathhammer.command_reroll_check(kind, **fields)
    assert said in str(caught.value) and str(caught.value).isprintable()


def test_files_that_do_not_go_together(call, tmp_path) -> None:
    check, units = tmp_path / "charge.json", tmp_path / "units.json"
    check.write_text('{"kind": "charge", "needed": 9}')
    units.write_text(
        '{"attacker": {"weapons": ["A1 BS3+ S4 D1"]}, "target": "meq"}'
    )  # fmt: skip
    for words, said in (
        (("reroll", check, units), "not both in one call"),
        (("reroll", check, "--by", "defender"), "--by would have no effect on a check"),
        (("reroll", check, "--at", "meq"), "--at would have no effect on a check"),
        (("reroll", check, "--context", "cover"), "--context would have no effect on a check"),
        (("reroll", check, "--objective", "slain=3"), "allowed: success"),
    ):
        status, out, err = call(*words)
        assert (status, out) == (2, "") and said in err, err
    assert call("reroll", units)[0] == 0
    assert call("reroll", check, check)[0] == 0


def test_a_result_shows_itself() -> None:
    got = mathhammer.command_reroll_check("charge", needed=9)
    assert isinstance(got, CheckReroll)
    assert repr(got) == "<CheckReroll: charge, P(the charge succeeds) 0.2778 -> 0.4784>"
