"""What armies do, on the command line: pages, tables, pictures, and what is refused."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from support.command import Outcome, refused
from support.rosters import as_json, as_zip, patrol, spearhead

Call = Callable[..., Outcome]


@pytest.fixture
def army(tmp_path: Path) -> Path:
    path = tmp_path / "army.rosz"
    path.write_bytes(as_zip(patrol()))
    return path


@pytest.fixture
def mist(tmp_path: Path) -> Path:
    path = tmp_path / "mist.json"
    path.write_bytes(as_json(spearhead()))
    return path


def test_units_at_targets_are_sorted_and_the_best_are_marked(call: Call, army: Path) -> None:
    status, out, err = call("roster", army, "--at", "meq", "veq", "--army", "re-roll hits: ones")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "Third Watch at 2 targets" and "all have   re-roll hits: ones" in lines
    rows = [line for line in lines if line[:1].isdigit()]
    assert [row.split(" ", 1)[0] for row in rows] == [str(i) for i in range(1, 8)]
    first = rows[0].rsplit(None, 2)
    assert "*" in first[1] or "*" in first[2]
    assert any("Wardens, shooting, flare" in row for row in rows)
    for words in ("best first", "Not understood, and not computed", "not applied: "):
        assert words in out
    assert "has no effect here" not in out and "counts only in turns" not in out


@pytest.mark.parametrize("width", [60, 80, 120])
def test_two_armies_fit_the_page(
    width: int, call: Call, army: Path, mist: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    for path in (army, mist):
        status, out, _ = call("roster", path, "--against", path, "--details")
        assert status == 0 and max(map(len, out.splitlines())) <= width
        flat = " ".join(out.split())
        assert "several units in turn at one" in flat and "no means are added" in flat
        assert flat.count(" 80%") >= 2


def test_the_forms_of_an_answer_hold_the_same(call: Call, army: Path, tmp_path: Path) -> None:
    table = tmp_path / "t.csv"
    found = json.loads(
        call("roster", army, "--against", army, "--phase", "fight", "--unit", "captain",
             "--level", "50", "--json", "--csv", table)[1]
    )  # fmt: skip
    assert list(found) == ["armies", "match_ups", "notes", "in_turn"]
    assert [one["not_understood"][0]["unit"] for one in found["armies"]] == ["Walker", "Walker"]
    with table.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == len(found["match_ups"]) == 3 + 3
    for row, one in zip(rows, found["match_ups"], strict=True):
        assert row["scenario"] == str(army) and row["unit"] == one["unit"]
        assert float(row["destroyed"]) == one["destroyed"] and one["phase"] == "fight"
    there = [one for one in found["in_turn"] if one["side"] == "there"]
    assert {tuple(one["surest"][0]["units"]) for one in there} == {("Captain",)}
    assert all(one["level"] == 0.5 and one["most"] == 1 for one in there)


def test_a_leader_is_attached_in_the_list_that_has_both(call: Call, army: Path) -> None:
    out = call("roster", army, "--against", army, "--attach", "Captain=Wardens",
               "--attach", "captain=wardens", "--show", "slain")[1]  # fmt: skip
    assert "Wardens + Captain" in out and "slain" in out


@pytest.mark.parametrize("words", [["--at", "meq"], ["--against", "ARMY"], []])
def test_a_page_and_a_picture_are_written(
    words: list[str], call: Call, army: Path, tmp_path: Path
) -> None:
    page, picture = tmp_path / "a.html", tmp_path / "a.png"
    given = [str(army) if word == "ARMY" else word for word in words]
    drawn = ["--plot", picture] if words else []
    assert call("roster", army, *given, "-o", page, *drawn)[0] == 0
    text = page.read_text(encoding="utf-8")
    assert "Third Watch" in text and "Snared" in text
    assert ("data:image/svg+xml" in text) == bool(words)
    assert not words or picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (["--at", "meq", "--against", "ARMY"], ["--at names targets and --against a list"]),
        (["--army", "+1 to hit"], ["--army needs --at or --against"]),
        (["--at", "meq", "--enemy", "+1 to hit"], ["--enemy needs --against"]),
        (["--at", "meq", "--level", "80"], ["--level needs --against"]),
        (["--plot", "a.png"], ["--plot needs --at or --against"]),
        (["--at", "meq", "--army", "re-rol hits: ones"], ["--army: ", "re-rol hits"]),
        (["--at", "meq", "--unit", "Wardns"], ["'Wardns' is no unit", "did you mean 'Wardens'"]),
        (["--at", "meq", "--phase", "shoots"], ["--phase: 'shoots' is no phase", "'shoot'"]),
        (["--at", "meqq"], ["--at 'meqq'", "did you mean"]),
        (["--against", "ARMY", "--level", "0"], ["--level: '0' is not a per cent"]),
        (["--against", "MIST"], ["lists of one game meet"]),
        (["--at", "meq", "--show", "points"], ["points needs points, and no target has any"]),
        (["--at", "meq", "--context", "covr"], ["--context: ", "did you mean"]),
    ],
)
def test_wrong_calls_get_a_sentence(
    words: list[str], parts: list[str], call: Call, army: Path, mist: Path
) -> None:
    files = {"ARMY": army, "MIST": mist}
    refused(call("roster", army, *(files.get(word, word) for word in words)), *parts)
