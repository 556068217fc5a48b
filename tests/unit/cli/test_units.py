"""The units that the user keeps: `mathhammer units`, and ``@name`` where a unit stands."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import mathhammer
from mathhammer.games import collection
from tests.support.rosters import gun, models, roster, selection

BOW = "10x 2/3+/4+/1/1"


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """Return where the collection lies, in a folder that isn't there yet."""
    place = tmp_path / "data" / "units.sqlite"
    monkeypatch.setenv(collection.VARIABLE, str(place))
    return place


def written(folder: Path, *names: str, file: str = "watch.json", shots: str = "2") -> str:
    """Return an army list of units that differ in their guns."""
    units = [
        selection(name, "model", 5, points=80, profiles=(models(), gun(A=shots, S=str(4 + i))))
        for i, name in enumerate(names)
    ]
    path = folder / file
    path.write_text(json.dumps({"roster": roster(*units)}))
    return str(path)


def listed(call: Any) -> list[dict[str, Any]]:
    status, out, err = call("units", "--json")
    assert (status, err) == (0, "")
    return json.loads(out)


def names(call: Any) -> list[str]:
    return [unit["name"] for unit in listed(call)]


def refused(call: Any, *words: str) -> str:
    status, out, err = call(*words)
    assert (status, out) == (2, "") and err.count("\n") == 1, (status, out, err)
    return err


def test_units_of_lists_are_kept_and_called_apart(call, kept, tmp_path):
    assert names(call) == [] and not kept.exists()  # reading makes nothing
    path = written(tmp_path, "Wardens", "Riders", "wardens")
    assert call("units", "add", path)[0] == 0
    assert names(call) == ["Riders", "Wardens", "wardens 2"]
    one = listed(call)[0]
    assert one["file"] == path and one["points"] == 80 and one["attacker"] and one["target"]
    other = written(tmp_path, "Riders", file="other.json")
    assert call("units", "add", other)[0] == 0
    assert names(call) == ["Riders", "Riders 2", "Wardens", "wardens 2"]
    assert "@Riders 2" in call("units")[1]


def test_a_list_read_again_replaces_its_units_under_their_names(call, kept, tmp_path):
    call("units", "add", written(tmp_path, "Wardens"))
    assert call("units", "rename", "wardens", "First  squad")[0] == 0
    call("units", "add", written(tmp_path, "Wardens", shots="3"))
    assert names(call) == ["First squad"]
    assert listed(call)[0]["attacker"]["weapons"][0]["attacks"] in (3, "3")


def test_a_name_stands_for_an_attacker_and_a_target(call, kept, tmp_path):
    path = written(tmp_path, "Wardens", "Riders")
    call("units", "add", path)
    units = {unit["name"]: unit for unit in listed(call)}
    status, out, _ = call("attack", "@WARDENS", "--at", "@riders", "--json")
    answer = json.loads(out)[0]
    direct = mathhammer.attack(units["Wardens"]["attacker"], units["Riders"]["target"])
    assert status == 0 and answer["damage"]["mean"] == pytest.approx(direct.damage.mean)
    for name in ("Wardens", "Riders"):
        assert any(n.startswith(f"@{name} is {name} of") and path in n for n in answer["notes"])
    both = mathhammer.attack(["@wardens", "A2 BS3+ S4 D1"], "meq")
    assert len(both.attacker.weapons) == 2 and "@Wardens is" in " ".join(both.notes)
    file = tmp_path / "a.toml"
    file.write_text('attacker = "@wardens"\ntarget = ["meq", "@riders"]\n')
    assert call("run", str(file))[0] == 0


def test_the_game_is_that_of_the_unit(call, kept):
    sides: dict[str, Any] = {"weapons": [{"attacks": 2, "hit": 3, "wound": 4, "damage": 1}]}
    target = {"health": 2, "save": "4+", "models": 5}
    one = ("Archers", "aos", sides, target, None, 5, "Mist", "mist.ros", "Archers", "2026-01-01")
    collection.keep([collection.KeptUnit(*one)])
    assert mathhammer.attack("@archers", "@archers").attacker.game == "aos"
    assert mathhammer.attack(BOW, "@archers").target.health == 2
    message = refused(call, "attack", "A2 BS3+ S4 D1", "--at", "@archers")
    assert "a unit of" in message and "is expected" in message


def test_units_are_removed_renamed_and_exported(call, kept, tmp_path):
    call("units", "add", written(tmp_path, "Wardens", "Riders", "Walkers"))
    assert "nothing" not in refused(call, "units", "remove", "riders", "rider")
    assert len(names(call)) == 3  # all or none
    assert call("units", "remove", "@riders", "walkers")[0] == 0
    assert names(call) == ["Wardens"]
    call("units", "rename", "Wardens", "WARDENS")
    assert names(call) == ["WARDENS"]
    status, out, _ = call("units", "export", "wardens")
    file = tmp_path / "wardens.toml"
    file.write_text(out)
    assert status == 0 and call("compare", str(file))[0] == 0


WRONG = [
    (("attack", "@warden", "--at", "meq"), "did you mean 'Wardens'?"),
    (("attack", "A2 BS3+ S4 D1", "--at", "@"), "is no unit of yours"),
    (("units", "ad", "x"), "did you mean 'add'?"),
    (("units", "add"), "takes FILE...; 0 are given"),
    (("units", "rename", "wardens"), "takes OLD NEW; 1 are given"),
    (("units", "rename", "wardens", " @ "), "is no name"),
    (("units", "rename", "wardens", "riders"), "already"),
    (("units", "add", "missing.ros"), "missing.ros"),
]


def test_wrong_words_get_one_sentence(call, kept, tmp_path):
    call("units", "add", written(tmp_path, "Wardens", "Riders"))
    for words, said in WRONG:
        assert said in refused(call, *words)
    assert len(names(call)) == 2


def foreign(path: Path) -> None:
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE units (name)")
    database.close()


def newer(path: Path) -> None:
    collection.keep([])
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA user_version = 99")
    database.close()


def cut(path: Path) -> None:
    collection.keep([])
    path.write_bytes(path.read_bytes()[:5000])


@pytest.mark.parametrize(
    "spoil",
    [lambda path: path.write_bytes(b"not a database" * 99), foreign, newer, cut,
     lambda path: path.mkdir()],
    ids=["noise", "foreign", "newer", "cut", "folder"],
)  # fmt: skip
def test_a_spoilt_collection_is_refused_in_a_sentence(call, kept, tmp_path, spoil):
    kept.parent.mkdir()
    spoil(kept)
    path = written(tmp_path, "Wardens")
    before = kept.read_bytes() if kept.is_file() else b""
    for words in (("units",), ("units", "add", path), ("attack", "@wardens", "--at", "meq")):
        message = refused(call, *words)
        assert str(kept) in message and "the collection of units" in message
    assert before == (kept.read_bytes() if kept.is_file() else b"")


def test_a_copy_is_a_backup(call, kept, tmp_path, monkeypatch):
    call("units", "add", written(tmp_path, "Wardens"))
    assert os.listdir(kept.parent) == [kept.name]
    shutil.copy(kept, tmp_path / "copy.sqlite")
    monkeypatch.setenv(collection.VARIABLE, str(tmp_path / "copy.sqlite"))
    assert names(call) == ["Wardens"]


def test_without_a_file_nothing_is_kept(call, tmp_path):
    assert names(call) == []
    message = refused(call, "units", "add", written(tmp_path, "Wardens"))
    assert collection.VARIABLE in message


@pytest.mark.slow
def test_processes_at_once_lose_nothing(kept):
    """Four processes begin the file together and keep five units each, all of one name."""
    code = (
        "import sys; from mathhammer.games.collection import KeptUnit, keep\n"
        "sys.stdin.readline()\n"
        "for i in range(5):\n"
        "    keep([KeptUnit('Squad', 'wh40k', None, {}, None, 1, '', sys.argv[1], str(i), '')])\n"
    )
    started = [
        subprocess.Popen([sys.executable, "-c", code, str(i)], stdin=subprocess.PIPE)
        for i in range(4)
    ]
    for one in started:
        one.stdin.write(b"go\n")
        one.stdin.flush()
    for one in started:
        one.communicate(timeout=60)
        assert one.returncode == 0
    units = collection.kept_units()
    assert len({(unit.file, unit.source) for unit in units}) == len(units) == 20
    numbered = {f"Squad {i}" for i in range(2, 21)}
    assert {unit.name for unit in units} == {"Squad", *numbered}


def test_nothing_is_loaded_for_who_keeps_no_units():
    code = (
        "import sys, mathhammer; mathhammer.attack('A2 BS3+ S4 D1', 'meq').to_dict(); "
        "print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    idle = {"mathhammer.games.collection", "mathhammer.reading.kept", "platformdirs"}
    assert not idle & set(done.stdout.split())


def test_a_name_stands_among_weapons_and_with_a_number_of_models(call, kept, tmp_path):
    path = written(tmp_path, "Wardens")
    call("units", "add", path)
    sword = "sword: A3 WS3+ S5 D1"
    own = mathhammer.attack({"weapons": ["@wardens", sword], "keywords": ["Vehicle"]}, "meq")
    assert [weapon.name for weapon in own.attacker.weapons][1:] == ["sword"]
    said = [note for note in own.notes if note.endswith("; of it the weapons are taken")]
    assert len(said) == 1 and said[0].startswith("@Wardens is") and path in said[0]
    assert mathhammer.attack(sword, " 9x @WARDENS").target.models == 9
    assert call("attack", sword, "--at", "3 x @wardens", "@wardens")[0] == 0
    assert "write '@Wardens'" in refused(call, "attack", "5x @wardens", "--at", "meq")
    assert (
        mathhammer.attack("gun@home: A2 BS3+ S4 D1", "meq").attacker.weapons[0].name == "gun@home"
    )
