"""Army lists on the command line: what is printed, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from support.command import Outcome, refused
from support.rosters import as_json, as_zip, models, patrol, roster, selection, spearhead

import mathhammer

Call = Callable[..., Outcome]


@pytest.fixture
def army(tmp_path: Path) -> Path:
    path = tmp_path / "army.rosz"
    path.write_bytes(as_zip(patrol()))
    return path


def test_a_list_is_printed_unit_by_unit(call: Call, army: Path) -> None:
    status, out, err = call("roster", army)
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "Third Watch" and "game       Warhammer 40,000, 10th edition" in lines
    assert "10x Wardens (110 points)" in lines
    for words in (
        "models     8 Warden, 1 Warden Elder, 1 Warden w/ cannon",
        'weapon     8x Long gun: 24" A2 BS3+ S4 AP-1 D1 (Warden)',
        "left out   1x Unmaker (ranged): RANGE 24",
        "Not understood, and not computed",
    ):
        assert words in out
    assert any(line.split() == ["Walker", "Fist:", "abilities", "Snared"] for line in lines)


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("made", [patrol, spearhead])
def test_no_line_is_wider_than_the_page(
    width: int, made: Callable[[], dict[str, object]], call: Call, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setenv("COLUMNS", str(width))
    path = tmp_path / "list"
    path.write_bytes(as_json(made()))
    status, out, _ = call("roster", path)
    assert status == 0 and max(map(len, out.splitlines())) <= width


def test_the_json_is_one_object_whose_parts_can_be_used(call: Call, army: Path) -> None:
    found = json.loads(call("roster", army, "--json")[1])
    assert list(found) == [
        "file", "game", "edition", "name", "points", "units", "not_understood", "notes",
    ]  # fmt: skip
    assert list(found["units"][0])[:6] == [
        "name", "points", "models", "keywords", "attacker", "target",
    ]  # fmt: skip
    assert found["file"] == str(army)
    assert set(found["not_understood"][0]) == {"unit", "field", "text"}
    for unit in found["units"]:
        weapons = [
            {k: v for k, v in one.items() if k != "modes"} for one in unit["attacker"]["weapons"]
        ]
        attacker = {**unit["attacker"], "weapons": weapons}
        assert mathhammer.attack(attacker, unit["target"]).damage.mean > 0


def test_leaders_are_attached(call: Call, army: Path) -> None:
    out = call("roster", army, "--attach", "Captain = Wardens")[1]
    assert "11x Wardens + Captain (205 points)" in out and "1x Captain (" not in out
    refused(call("roster", army, "--attach", "Captain"), "--attach", "Captain=Wardens")
    refused(call("roster", army, "--attach", "Captian=Wardens"), "did you mean 'captain'")


def test_hostile_names_control_no_terminal(call: Call, tmp_path: Path) -> None:
    name = "\x1b]0;owned\x07<script>alert(1)</script>\u202e\n2x Kings"
    path = tmp_path / "list.json"
    path.write_bytes(as_json(roster(selection(name, "model", 1, profiles=(models(),)), name=name)))
    out = call("roster", path)[1]
    assert "owned" in out
    assert all(line.isprintable() for line in out.splitlines())


def test_what_is_no_list_is_refused_in_one_sentence(call: Call, tmp_path: Path, army: Path) -> None:
    refused(call("roster"), "roster needs one FILE")
    refused(call("roster", army, army), "2 are given")
    refused(call("roster", tmp_path), "this is a folder")
    refused(call("roster", tmp_path / "none.rosz"), "there is no such file")
    path = tmp_path / "squads.toml"
    path.write_text('target = "meq"\n')
    refused(call("roster", path), "squads.toml: no unit with its points")
