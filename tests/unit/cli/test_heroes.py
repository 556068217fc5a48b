"""The heroes dice game in files and on the command line."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mathhammer
from mathhammer import heroes
from mathhammer.core.errors import MathhammerError
from mathhammer.reading.scenario import from_mapping

# ------------------------------------------------------------------------------- answers


def test_odds_fit_a_terminal(call: Any) -> None:
    status, out, err = call("heroes")
    assert (status, err) == (0, "")
    assert "5.12 slots a turn" in out
    assert "3.7%" in out  # exhausted with six dice
    assert max(map(len, out.splitlines())) <= 80


def test_advice_in_words_with_its_alternatives(call: Any) -> None:
    status, out, _ = call("heroes", 1, 1, 3, 4, 6, 2, "--at-risk", 3)
    assert status == 0
    words = " ".join(out.split())
    assert "Keep 6 and roll the die showing 1 again, leaving 1 2 3 4 as they lie: 9.30" in words
    assert "Acting now would be 8 slots" in words
    assert re.search(r"1-2-3-4, 6 +act +8\.00 +1\.30", out)
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("2 4 --at-risk 2", "What is at risk, 2 slots, is lost and the turn ends."),
        ("2 4", "Exhausted: no scoring roll. The turn ends."),
        ("666 --at-risk 3", "declare all-out war: 6 slots at once and a new turn, 11.12"),
        ("1 1 1 --lying 2 3 --at-risk 1", "Keep 1-2-3 and act: 4 slots."),
    ],
)
def test_advice_says_each_kind_of_end(call: Any, words: str, sentence: str) -> None:
    status, out, _ = call("heroes", *words.split())
    assert status == 0
    assert sentence in " ".join(out.split())


def test_json_is_that_of_the_contract(call: Any) -> None:
    (odds,) = json.loads(call("heroes", "--json")[1])
    assert odds["kind"] == "heroes"
    assert len(odds["exhausted"]) == 6
    assert odds["distribution"]["mean"] == pytest.approx(odds["expected"], abs=1e-9)
    assert "advice" not in odds
    (told,) = json.loads(call("heroes", "66", 2, "--at-risk", 3, "--json")[1])
    advice = told["advice"]
    assert set(advice) >= {"keep", "then", "roll", "value", "act_value"}
    assert advice["act_value"] == 5.0
    (lost,) = json.loads(call("heroes", 2, "--json")[1])
    assert lost["advice"]["then"] == "exhausted"
    assert lost["advice"]["value"] == lost["advice"]["act_value"] == 0.0


def test_file_and_words_and_python_agree(call: Any, tmp_path: Path) -> None:
    path = tmp_path / "dice.toml"
    path.write_text(
        'kind = "heroes"\nnote = "mine"\nstraight = 4\nrolled = [3, 6, 3]\nlying = [3]\n'
        "at_risk = 1\n[values]\nthree = [3, 3, 0, 3, 3]\n[ruleset]\nfresh_dice = false\n"
    )
    (of_file,) = json.loads(call("run", path, "--json")[1])
    words = "3 6 3 --lying 3 --at-risk 1 --straight 4 --values three=3/3/0/3/3"
    (of_words,) = json.loads(
        call("heroes", *words.split(), "--ruleset", "fresh_dice=false", "--json")[1]
    )
    of_python = heroes.turn(
        straight=4, rolled=[3, 6, 3], lying=[3], at_risk=1, values={"three": [3, 3, 0, 3, 3]},
        ruleset={"fresh_dice": False},
    ).to_dict()  # fmt: skip
    assert of_file.pop("scenario") == str(path)
    assert of_words.pop("scenario") == of_python.pop("scenario") == ""
    assert of_file == of_words == json.loads(json.dumps(of_python))
    (run,) = mathhammer.run(path)
    assert run.to_dict()["expected"] == of_file["expected"]
    assert "file" in call("run", path)[1]


def test_ruleset_of_the_command_line_goes_before_that_of_the_file(
    call: Any, tmp_path: Path
) -> None:
    path = tmp_path / "dice.json"
    path.write_text('{"kind": "heroes"}')
    (given,) = json.loads(call("run", path, "--ruleset", "fresh_dice=false", "--json")[1])
    assert given["ruleset"] == {"fresh_dice": False, "leave_unkept": True}
    assert given["expected"] == heroes.turn(ruleset="fresh_dice=false").expected


def test_csv_has_a_row_a_policy_or_a_way_to_go_on(call: Any, tmp_path: Path) -> None:
    path = tmp_path / "out.csv"
    assert call("heroes", "--csv", path)[0] == 0
    rows = path.read_text().splitlines()
    assert rows[0] == "policy,slots_mean,slots_sd,loss,nothing,exhausted,war"
    assert len(rows) == 2 + len(heroes.RULES_OF_THUMB)
    assert call("heroes", 1, 1, 6, "--csv", path)[0] == 0
    assert path.read_text().startswith("keep,then,roll,leave,value,loss,exhausted")


def test_table_says_what_each_policy_loses() -> None:
    table = heroes.turn().table().set_index("policy")
    assert table.loc["best", "loss"] == 0
    assert table.loc["stop at 3", "loss"] == pytest.approx(0.1678, abs=1e-4)
    assert set(heroes.turn(rolled="6").table().columns) >= {"keep", "value"}


def test_notes_name_what_a_reader_may_not_expect(call: Any) -> None:
    assert "3 slots are at risk, but 1 kept die is worth 1 at most" in " ".join(
        call("heroes", 1, 1, 1, 2, 2, "--at-risk", 3)[1].split()
    )
    assert heroes.turn(rolled="1114", at_risk=2).notes == []  # acting, whatever is ruled
    for ruling in ("attack_in_own_half=push_to_start", "enemy_half=halfway"):
        assert "whole games only" in heroes.turn(ruleset=ruling).notes[0]
    assert "straight of any length" in heroes.turn(values="straight=4").notes[0]
    assert "six rolled" in heroes.turn(rolled="1 1 1 6 6", lying="1").notes[0]


def test_notes_name_the_least_that_kept_dice_are_worth(call: Any) -> None:
    """A kept die is worth a slot; without --at-risk nothing is at risk."""
    out = " ".join(call("heroes", 6, 1, 4, 5)[1].split())
    assert "2 kept dice are worth 2 slots at least, but 0 are at risk: give at_risk" in out
    assert heroes.turn(rolled="6").notes[0].startswith("5 kept dice are worth 5 slots at least")
    assert heroes.turn(rolled="11166", at_risk=0).notes[0].startswith("1 kept die is worth 1 slot ")
    for dice, fields in (
        ("6145", {"at_risk": 2}),
        ("111666", {}),  # after an all-out war, too
        ("116", {"lying": "1", "at_risk": 2}),
        ("611", {"values": "three=3/0/3/3/3"}),
    ):
        assert not [n for n in heroes.turn(rolled=dice, **fields).notes if "at least" in n]


def test_whole_numbers_of_numpy_are_faces_too() -> None:
    ref = heroes.turn(rolled=[1, 2, 6], lying=[3], at_risk=2).to_dict()
    for rolled in (np.array([1, 2, 6]), [np.int64(1), 2, np.uint8(6)], np.array([1, 2, 6], "i1")):
        got = heroes.turn(rolled=rolled, lying=np.array([3]), at_risk=np.int16(2)).to_dict()
        assert json.dumps(got) == json.dumps(ref)


def test_what_isnt_a_table_of_fields_is_refused() -> None:
    for wrong in ("113", 5, [1, 1, 3]):
        with pytest.raises(MathhammerError, match=r"dice are given as rolled=\.\.\."):
            heroes.turn(wrong)  # type: ignore[arg-type]
    with pytest.raises(MathhammerError, match=r"Policy\.read takes words"):
        heroes.Policy("stop at 3")


def test_notes_say_what_other_rulings_would_change() -> None:
    """`leave_unkept` and `fresh_dice` (H-4): the value under each, and whole rolls that lie."""
    odds = heroes.turn()
    others = {name: heroes.turn(ruleset=f"{name}=false") for name in ("fresh_dice", "leave_unkept")}
    assert odds.notes == [
        f"A turn would be worth {others['fresh_dice'].expected:.2f} slots with fresh_dice = false, "
        f"{others['leave_unkept'].expected:.2f} slots with leave_unkept = false."
    ]
    assert others["leave_unkept"].expected == pytest.approx(4.92860, abs=1e-5)
    dice = "1 1 3 4 6 2"
    left, other = heroes.turn(rolled=dice).notes
    assert left.startswith("1 2 3 4 hold a scoring roll that isn't kept")
    assert "5.12 slots with leave_unkept = false" in other
    strict = heroes.turn(rolled=dice, ruleset="leave_unkept=false")
    assert strict.advice is not None and strict.advice.best.leave == (3, 4)
    assert strict.notes == ["The best choice would be worth 6.34 slots with leave_unkept = true."]
    impossible = heroes.turn(rolled="1 1", lying="6", at_risk=3, ruleset="leave_unkept=false")
    assert "doesn't allow: computed as given" in impossible.notes[0]


# ------------------------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("1 7", "'7' is not a whole number from 1 to 6"),
        ("1 x", "'x' is not"),
        ("1 0", "'0' is not a whole number from 1 to 6"),
        ("1 -6", "dice: '-6' is not a whole number from 1 to 6"),
        ("1/6", "dice: '1/6' is not"),
        ("6" * 300, "a text of 300 characters; the game has 6 dice"),
        (",", "dice: ',' holds no face"),
        ("1 --lying ,", "--lying: ',' holds no face"),
        ("turn.toml", "'turn.toml' is a file, faces of dice are expected"),
        ("1 --at-risk 1e9", "--at-risk: '1e9' is not a whole number from 0 to 1000"),
        ("--values three", "--values.three: a number of slots is missing, like three=3"),
        ("--values three=1/2/3/4/5/6", "a list of 6: one number for each of the 5"),
        ("--rows 4", "--rows belongs to --play"),
        ("--wargear blast", "unknown option '--wargear'"),
        ("--engine exact --trials 5", "--trials belongs to --play"),
        ("--csv no-such-folder/a.csv", "there is no folder 'no-such-folder'"),
        ("--plot no-such-folder/a.png", "there is no folder 'no-such-folder'"),
        ("--ruleset leave_unkept=no", "--ruleset.leave_unkept: 'no' is not true or false"),
        ("1 1 1 1 1 1 1", "7 dice; the game has 6"),
        ("1 --lying 1 1 1 1 1 1", "1 die rolled and 6 lying; the game has 6 dice"),
        ("--lying 1", "give the faces just rolled"),
        ("--at-risk 3", "give the faces just rolled"),
        ("1 --at-risk -1", "--at-risk: '-1' is not a whole number from 0 to 1000"),
        ("1 --at-risk 1.5", "--at-risk"),
        ("1 --straight 5", "--straight: '5' is not a whole number from 3 to 4"),
        ("--values luck=3", "did you mean 'lucky'?"),
        ("--values three=1/2", "--values.three: a list of 2: one number for each of the 5"),
        ("--values lucky=1/2", "--values.lucky"),
        ("--values three=1/2/3/4/99", "--values.three[4]"),
        ("--values three=21", "from 0 to 20"),
        ("--ruleset fresh=false", "did you mean 'fresh_dice'?"),
        ("--game aos", "unknown option '--game'"),
        ("--context cover", "unknown option '--context'"),
        ("--trials 5", "--trials belongs to --play"),
        ("--engine montecarlo", "heroes takes no montecarlo without --play"),
        ("--engine foo", "--engine: 'foo' is not allowed"),
        ("--values=", "--values: '' holds no field, like three="),
        ("--values=,", "--values: ',' holds no field"),
        ("--ruleset=", "--ruleset: '' holds no field, like fresh_dice=false"),
    ],
)
def test_wrong_words_are_one_sentence(call: Any, words: str, said: str) -> None:
    status, out, err = call("heroes", *words.split())
    assert (status, out) == (2, "")
    assert err.startswith("mathhammer: ") and err.count("\n") == 1
    assert said in err


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"rolled": []}, "rolled: no dice"),
        ({"rolled": [True]}, "rolled"),
        ({"rolled": 6}, "rolled: 6 is not a list of faces"),
        ({"rolled": [1.5]}, "rolled"),
        ({"rolled": [6] * 10_000}, "10000 dice"),
        ({"rolled": "6" * 10_000}, "rolled"),
        ({"rolled": {"a": 1}}, "rolled"),
        ({"rolled": {1, 2, 3}}, "rolled: a set holds each face once only; a list"),
        ({"rolled": np.array([[1, 2], [3, 4]])}, "rolled"),
        ({"rolled": np.array([1.5])}, "rolled"),
        ({"rolled": [[1], 2]}, "rolled"),
        ({"rolled": np.array([True])}, "rolled"),
        ({"rolled": [1], "at_risk": 10**40}, "at_risk"),
        ({"rolled": [1], "at_risk": float("nan")}, "at_risk"),
        ({"values": {"three": [1] * 4}}, "values.three: a list of 4"),
        ({"values": {"three": {"1": 3}}}, "values.three"),
        ({"values": {"lucky": [1] * 5}}, "values.lucky"),
        ({"values": 3}, "values"),
        ({"values": {"double": 1.5}}, "values.double"),
        ({"straight": "three"}, "straight"),
        ({"ruleset": {"fresh_dice": 1}}, "ruleset.fresh_dice"),
        ({"ruleset": {"attack_in_own_half": "none"}}, "no-effect, push-to-start"),
        ({"attacker": "5x A2 BS3+ S4 AP-1 D1"}, "unknown field 'attacker' of the heroes dice game"),
        ({"context": {"cover": True}}, "unknown field 'context'"),
        ({"rolledd": [1]}, "did you mean 'rolled'?"),
        ({"rows": 4}, "it belongs to whole games, which `mathhammer heroes --play`"),
        ({"values": "three"}, "values.three: a number of slots is missing, like three=3"),
        ({"ruleset": {"leave_unkept": 0}}, "ruleset.leave_unkept"),
        ({"ruleset": {"enemy_half": "all"}}, "allowed: entered, halfway"),
        ({"sweep": {"at_risk": [1, 2]}}, "only attacks can be swept, not kind = 'heroes'"),
        ({"game": "aos"}, "game of its own"),
    ],
)
def test_wrong_fields_are_one_sentence(fields: dict[str, Any], said: str) -> None:
    with pytest.raises(MathhammerError) as caught:
        from_mapping({"kind": "heroes", **fields}, "dice.toml")
    message = str(caught.value)
    assert message.startswith("dice.toml: ") and message.isprintable() and len(message) < 400
    assert said in message


_ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=7) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)


@pytest.mark.slow
@given(
    st.dictionaries(
        st.sampled_from(["straight", "values", "rolled", "lying", "at_risk", "ruleset", "x"]), _ANY
    )
)
@settings(max_examples=200)
def test_any_fields_are_answered_or_refused(fields: dict[str, Any]) -> None:
    try:
        setup = heroes.Setup.read(fields)
    except MathhammerError as error:
        assert str(error).isprintable()
    else:
        assert heroes.HeroesResult(setup).to_dict()["expected"] >= 0


@pytest.mark.slow
@given(
    straight=st.sampled_from([3, 4]),
    fresh=st.booleans(),
    unkept=st.booleans(),
    rolled=st.lists(st.integers(1, 6), min_size=1, max_size=6),
    lying=st.lists(st.integers(1, 6), max_size=5),
    at_risk=st.integers(0, 1000),
    three=st.lists(st.integers(0, 20), min_size=5, max_size=5),
)
@settings(max_examples=100)
def test_any_dice_are_advised_on(
    straight: int,
    fresh: bool,
    unkept: bool,
    rolled: list[int],
    lying: list[int],
    at_risk: int,
    three: list[int],
) -> None:
    lying = lying[: 6 - len(rolled)]
    result = heroes.turn(
        straight=straight, ruleset={"fresh_dice": fresh, "leave_unkept": unkept}, rolled=rolled,
        lying=lying, at_risk=at_risk, values={"three": three},
    )  # fmt: skip
    assert all(note.isprintable() for note in result.notes)
    advice = result.advice
    assert advice is not None
    assert advice.best.value >= advice.act_value - 1e-9
    if advice.best.then != "exhausted":
        assert advice.act_value >= at_risk


def test_nothing_where_dice_are_expected_is_refused(
    call: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for words in (["heroes", ""], ["heroes", " "], ["heroes", 1, "--lying", ""]):
        status, out, err = call(*words)
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert "holds no face of a die" in err
    monkeypatch.chdir(tmp_path)
    Path("116").touch()  # a roll, whatever files are called
    assert call("heroes", 116)[0] == 0
    Path("mine").touch()
    assert "is a file" in call("heroes", "mine")[2]
    assert "'' is not the name of a file" in call("heroes", "--csv", "")[2]


def test_commands_for_match_ups_refuse_a_dice_game(call: Any, tmp_path: Path) -> None:
    path = tmp_path / "dice.toml"
    path.write_text('kind = "heroes"\n')
    for words, said in (
        (["compare", path], "no loadouts"),
        (["saves", path], "no table of saves"),
        (["choose", path], "choose finds the best weapon options"),
        (["reroll", path], "no Command Re-roll"),
        (["why", path], "explains match-ups"),
        (["howmany", path], "explains match-ups"),
        (["verify", path], "nothing to verify"),
        (["report", path, "-o", tmp_path / "a.html"], "no report"),
        (["heroes", path], "`mathhammer run` answers files"),
        (["run", path, "--context", "cover"], "no context"),
        (["run", path, "--game", "aos"], "game of its own"),
        (["run", path, path, "--csv", tmp_path / "a.csv"], "one by one"),
    ):
        status, out, err = call(*words)
        assert (status, out) == (2, "")
        assert said in err


def test_command_starts_fast_and_light() -> None:
    code = (
        "import sys; from mathhammer.cli.main import main; main(['heroes', '1', '1', '6']); "
        "print([m for m in ('numba', 'pandas', 'matplotlib', 'scipy') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip().endswith("[]")
