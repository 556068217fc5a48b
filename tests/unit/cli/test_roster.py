"""Army lists on the command line: what is printed, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from support.command import Outcome, refused
from support.rosters import as_json, as_zip, gun, models, patrol, roster, selection, spearhead

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
        'weapon     8x Long gun: 24" A2 BS3+ S4 AP-1 D1 [group: Warden]',
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
        for phase in ("shoot", "fight", None):
            attacker = {**unit["attacker"], "phase": phase}
            assert mathhammer.attack(attacker, unit["target"]).damage.mean > 0


def test_leaders_are_attached(call: Call, army: Path) -> None:
    out = call("roster", army, "--attach", "Captain = Wardens")[1]
    assert "11x Wardens + Captain (205 points)" in out and "1x Captain (" not in out
    refused(call("roster", army, "--attach", "Captain"), "--attach", "Captain=Wardens")
    refused(call("roster", army, "--attach", "Captian=Wardens"), "did you mean 'Captain'")


def test_units_are_saved_as_scenario_files(call: Call, army: Path, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "units"
    status, out, err = call("roster", army, "--save", folder)
    files = sorted(folder.iterdir())
    assert (status, err) == (0, "") and [path.name for path in files] == [
        "1-wardens.toml", "2-captain.toml", "3-walker.toml"
    ]  # fmt: skip
    assert str(files[0].name) in "".join(out.split())
    results = json.loads(call("run", *files, "--json")[1])
    assert len(results) == 3 * 2 * 3 and all(one["damage"]["mean"] > 0 for one in results)
    assert {one["attacker"] for one in results} >= {"Wardens, shooting", "Wardens, fighting"}
    # What stands in comments is the unit as a target.
    for path in files:
        text = path.read_text(encoding="utf-8").replace("target = [", "# target = [")
        lines = [line.removeprefix("# ") for line in text.splitlines()]
        start = lines.index("[[target]]")
        end = next((i for i, x in enumerate(lines) if x.startswith("Not modelled")), len(lines))
        path.write_text(
            "\n".join([*text.splitlines()[:start], *lines[start:end]]), encoding="utf-8"
        )
    results = json.loads(call("run", *files, "--json")[1])
    assert [one["target"] for one in results[::2]] == ["Wardens", "Captain", "Walker"]
    refused(call("roster", army, "--save", folder), "--save", "is there already")
    refused(call("roster", army, "--save", army), "--save", "can't be written to")


def test_a_list_without_numbers_has_nothing_to_save(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("Watch (80 Points)\n\nWardens (80 Points)\n")
    refused(call("roster", path, "--save", tmp_path / "units"), "nothing to save")
    assert not (tmp_path / "units").exists()


def test_hostile_names_in_saved_files(call: Call, tmp_path: Path) -> None:
    name = '../"]\n[ruleset]\u202e \\'
    unit = selection(name, "model", 1, profiles=(models(), gun('"""\\')), categories=('a"b',))
    path = tmp_path / "list"
    path.write_bytes(as_json(roster(unit, name="# x\ny = 1")))
    assert call("roster", path, "--save", tmp_path / "units")[0] == 0
    (made,) = (tmp_path / "units").iterdir()
    assert made.name == "1-ruleset.toml"
    status, out, err = call("run", made, "--json")
    assert (status, err) == (0, "")
    (one, *_) = json.loads(out)
    assert one["weapons"][0]["name"] == '"""\\'


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
