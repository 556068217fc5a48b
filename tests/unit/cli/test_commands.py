"""Commands are objects: one that is made up, and what all of them have in common."""

from __future__ import annotations

import argparse
import csv
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
from support.command import Outcome, refused
from support.rosters import as_json, patrol

from mathhammer.cli.command import COMMANDS, Command, command, option
from mathhammer.cli.main import overview
from mathhammer.cli.options import JSON
from mathhammer.cli.output import CommandOutput, Entries
from mathhammer.show.sheets import Line

Call = Callable[..., Outcome]
GUN = "10x A2 BS3+ S4 AP-1 D1"
CHOICE = (
    'mix = "100 % meq"\nattacker = "5x rifle: A2 BS3+ S4 AP-1 D1"\n[[option]]\n'
    'weapons = "melta: A1 BS3+ S9 AP-4 DD6"\nmost = 2\nreplaces = "rifle"\n'
)
#: A call of each command that answers; SQUADS, CHOICE, LIST are files, PAGE one that is written.
CALLS = {
    "attack": [GUN, "--at", "meq"],
    "run": ["SQUADS"],
    "compare": ["SQUADS"],
    "saves": [GUN],
    "grid": [GUN],
    "why": [GUN, "--at", "meq"],
    "howmany": [GUN, "--at", "meq"],
    "choose": ["CHOICE"],
    "reroll": [GUN, "--at", "meq"],
    "report": ["SQUADS", "-o", "PAGE"],
    "verify": ["SQUADS", "--trials", "2000", "--seed", "1"],
    "targets": [],
    "roster": ["LIST", "--at", "meq", "-o", "PAGE"],
    "units": ["add", "LIST"],
    "check": ["charge", "9"],
    "completion": ["bash"],
    "schema": [],
    "warm": [],
    "config": [],
    "heroes": ["1", "1", "3"],
}


class Double(Command):
    name = "double"
    usage = "NUMBER "
    options = (option("what", nargs="*", metavar="NUMBER", help="a number"), JSON)
    examples = ("double 4",)

    def run(self, options: argparse.Namespace) -> CommandOutput:
        number = 2 * int(options.what[0])
        return Entries([{"double": number}], [[(Line(f"It is {number}."),)]])


@pytest.fixture
def double(monkeypatch: pytest.MonkeyPatch) -> None:
    """A command that is made up: its module, and its line."""
    module = ModuleType("double")
    module.COMMAND = Double()  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "mathhammer.cli.commands.double", module)
    monkeypatch.setitem(COMMANDS, "double", "double a number")


@pytest.mark.usefixtures("double")
def test_a_command_that_is_made_up_is_called(call: Call) -> None:
    assert call("double", "21") == (0, "It is 42.\n", "")
    assert json.loads(call("double", "21", "--json")[1]) == [{"double": 42}]
    assert "  double     double a number\n" in call("--help")[1]
    status, out, _ = call("double", "--help")
    assert status == 0 and "usage: mathhammer double NUMBER [options]" in out
    assert "Double a number." in out and "mathhammer double 4" in out
    refused(call("double", "--jsn"), "did you mean '--json'?", "options of double")
    refused(call("duoble"), "did you mean 'double'?")


def test_calls_has_every_command() -> None:
    assert list(CALLS) == list(COMMANDS)
    assert all(f"  {name:11}{about}\n" in overview() for name, about in COMMANDS.items())


@pytest.fixture
def words(
    squads: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[str], list[str]]:
    """Return a function that returns a call of a command."""
    monkeypatch.setenv("MATHHAMMER_DATA", str(tmp_path / "units.sqlite"))
    choice = tmp_path / "choice.toml"
    choice.write_text(CHOICE)
    army = tmp_path / "army.json"
    army.write_bytes(as_json(patrol()))
    files = {
        "SQUADS": squads, "CHOICE": str(choice), "LIST": str(army),
        "PAGE": str(tmp_path / "page.html"),
    }  # fmt: skip
    return lambda name: [name, *(files.get(word, word) for word in CALLS[name])]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_says_how_it_is_called(name: str, call: Call) -> None:
    one = command(name)
    assert one.name == name and one.examples
    status, out, err = call(name, "--help")
    assert (status, err) == (0, "") and out.startswith(f"usage: mathhammer {name} ")
    about = COMMANDS[name]
    assert about[0].upper() + about[1:] in " ".join(out.split())
    for flags, _ in one.options:
        assert flags == ("what",) or all(flag in out for flag in flags)
    for example in one.examples:
        assert f"  mathhammer {example}\n" in out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_refuses_what_it_does_not_know(name: str, call: Call) -> None:
    refused(call(name, "--no-such-option"), "unknown option '--no-such-option'")
    no_words = "compare targets units check config schema warm heroes".split()
    needs_words = name not in no_words
    if needs_words:
        refused(call(name), f"{name} needs")
    else:
        assert call(name)[0] == 0


#: Kernels say on standard error when they are compiled: here they are, before.
@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_answers_in_each_form(
    name: str, call: Call, words: Callable[[str], list[str]], tmp_path: Path
) -> None:
    table, picture = tmp_path / "t.csv", tmp_path / "p.png"
    given = words(name)
    flags = {flag for one in command(name).options for flag in one.flags}
    more: list[object] = []
    more += ["--csv", table] if "--csv" in flags else []
    drawn = "--plot" in flags
    more += ["--plot", picture] if drawn else []
    status, out, err = call(*given, *more)
    assert (status, err) == (0, "") and out
    assert ("written" in out) == bool(more or "--output" in flags)
    entries = json.loads(call(*given, "--json")[1])
    if name == "roster":  # an army list is one object
        assert isinstance(entries, dict)
        entries = [entries]
    assert isinstance(entries, list) and all(isinstance(entry, dict) for entry in entries)
    assert entries
    if "--csv" in flags:
        with table.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        assert (rows and "scenario" in rows[0]) or name in ("why", "howmany", "choose", "heroes")
    if drawn:
        assert picture.read_bytes().startswith(b"\x89PNG")


def test_only_the_command_that_is_asked_for_is_loaded() -> None:
    code = (
        "import sys; from mathhammer.cli.main import main; main(sys.argv[1:]);"
        "print([m for m in sys.modules if m.startswith('mathhammer.cli.commands.')],"
        " file=sys.stderr)"
    )
    for words, loaded in (["--help"], []), (["targets"], ["mathhammer.cli.commands.targets"]):
        done = subprocess.run(
            [sys.executable, "-c", code, *words], capture_output=True, text=True, check=True
        )
        assert done.stderr == f"{loaded}\n"
