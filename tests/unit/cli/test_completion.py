"""What a shell is told at its cursor, and bash itself with the script that it is given."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from io import StringIO

import pytest
from argcomplete.finders import CompletionFinder

from mathhammer.analysis.attribution import METHODS
from mathhammer.cli import completion
from mathhammer.cli.command import COMMANDS
from mathhammer.cli.commands.completion import SHELLS
from mathhammer.games.checks.registry import KINDS
from mathhammer.games.presets import presets_of
from mathhammer.reroll.call import PLAYERS


class Left(Exception):
    pass


@pytest.fixture
def told(monkeypatch):
    """Return a function that returns what is told at the end of a line."""
    # It would open descriptors of this process.
    monkeypatch.setattr(CompletionFinder, "_init_debug_stream", lambda self: None)

    def leave(status):
        raise Left(status)

    def told(line, **environment):
        # As the script of fish asks: one a line, without a blank behind.
        given = {"_ARGCOMPLETE": "1", "_ARGCOMPLETE_IFS": "\n", "_ARGCOMPLETE_SUPPRESS_SPACE": "1",
                 "COMP_LINE": line, "COMP_POINT": str(len(line)), "COMP_TYPE": ""}  # fmt: skip
        for name, value in {**given, **environment}.items():
            monkeypatch.setenv(name, value)
        stream = StringIO()
        with pytest.raises(Left, match="0"):
            completion.complete(stream, leave)
        return stream.getvalue().split("\n")

    return told


@pytest.mark.parametrize(
    "line, right",
    [
        ("att", ["attack"]),
        ("", [*COMMANDS, *(kind for kind in KINDS if kind not in COMMANDS)]),
        ("attack x --ru", ["--ruleset"]),
        ("attack x --game ", ["wh40k", "aos"]),
        ("attack x --at me", ["meq", "meq-inv"]),
        ("attack x --game aos --at ", list(presets_of("aos"))),
        ("attack x --context half_range,sta", ["half_range,stationary"]),
        ("attack x --context vis", ["visible=false"]),
        ("attack x --ruleset 20", ["2023", "2024"]),
        ("attack x --ruleset devastating=errata-2024,save_cap=b",
         ["devastating=errata-2024,save_cap=bonuses"]),
        ("attack x --ruleset=devastating=p", ["--ruleset=devastating=print-2023"]),
        ("attack x --engine ", ["exact", "montecarlo"]),
        ("attack x --trials ", [""]),
        ("attack x --phase ", ["shoot", "fight"]),
        ("attack x --show sl", ["slain"]),
        ("attack x --columns ", ["usual", "all"]),
        ("attack 'low: A1 BS3+ S7 D1 [modes: Gun]' 'high: A1 BS3+ S8 D2 [modes: Gun]' --mode ",
         ["Gun=low", "Gun=high"]),
        ("attack x --mode ", [""]),
        ("charge --re", ["--reroll"]),
        ("charge 9 --reroll ", ["failed"]),
        ("check ", list(KINDS)),
        ("check charge --barr", ["--barricade"]),
        ("reroll charge --obj", ["--objective"]),
        ("reroll x --by ", list(PLAYERS)),
        ("why x --method ", list(METHODS)),
        ("compare --picture ri", ["ridge"]),
        ("run x --picture tr", ["tree"]),
        ("completion ", list(SHELLS)),
        ("nonsense --", ["--help", "--version"]),
    ],
)  # fmt: skip
def test_a_line_is_completed(told, line, right):
    found = told(f"mathhammer {line}")
    if line.endswith("--at ") or line == "attack x --at me":
        found = [one for one in found if not one.endswith("/")]  # folders may hold spreadsheets
    assert sorted(found) == sorted(right)


def test_files_are_those_that_a_command_reads(told, tmp_path, monkeypatch):
    for name in ("a.toml", "b.json", "c.csv", "d.txt", "e.tsv"):
        (tmp_path / name).touch()
    monkeypatch.chdir(tmp_path)
    assert sorted(told("mathhammer run ")) == ["a.toml", "b.json", "c.csv", "e.tsv"]
    assert sorted(told("mathhammer roster ")) == ["b.json", "d.txt"]
    assert "c.csv" in told("mathhammer attack x --at c") and "a.toml" not in told(
        "mathhammer attack x --at a"
    )
    assert "d.txt" in told("mathhammer run x --csv ")
    assert told("mathhammer attack ") == [""]  # a text


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_of_every_command_is_offered(told, name):
    from mathhammer.cli.command import command

    flags = {flag for one in command(name).options for flag in one.flags if flag[:2] == "--"}
    assert flags <= set(told(f"mathhammer {name} --"))


def test_fish_and_zsh_are_told_what_an_option_does(told):
    (fish,) = told("mathhammer attack x --jso", _ARGCOMPLETE_SHELL="fish", _ARGCOMPLETE_DFS="\t")
    assert fish == "--json\tprint results as a JSON array"
    (zsh,) = told("mathhammer attack x --jso", _ARGCOMPLETE_SHELL="zsh", _ARGCOMPLETE_DFS="")
    assert zsh == "--json:print results as a JSON array"


def test_each_shell_has_a_script(call):
    bash, zsh, fish = (call("completion", shell) for shell in SHELLS)
    assert {status for status, _, _ in (bash, zsh, fish)} == {0}
    assert "complete -o nospace" in bash[1] and "compdef" in zsh[1]
    assert "complete --command mathhammer" in fish[1]
    assert call("completion")[2] == "mathhammer: completion needs one shell: bash, zsh, fish\n"
    assert (
        "'bsh' is not a shell that is known (did you mean 'bash'?)" in call("completion", "bsh")[2]
    )


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash isn't there")
def test_bash_completes_with_the_script_that_is_printed(tmp_path):
    program = tmp_path / "mathhammer"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m mathhammer "$@"\n')
    program.chmod(0o755)
    lines = {
        "mathhammer atta": "attack",
        "mathhammer attack x --ruleset devastating=errata-2": "errata-2023-09 errata-2024",
        'mathhammer attack "A2 BS3+ S4 D1" --at meq': "meq meq-inv",
    }
    script = ['eval "$(mathhammer completion bash)"', "COMP_TYPE=9"]
    for line in lines:
        script += [
            f"COMP_LINE='{line}'; COMP_POINT={len(line)}; COMPREPLY=()",
            '_python_argcomplete mathhammer; echo "${COMPREPLY[@]}"',
        ]
    done = subprocess.run(
        ["bash", "--norc", "-c", "\n".join(script)], capture_output=True, text=True, check=True,
        cwd=tmp_path, env={**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"},
    )  # fmt: skip
    assert [line.split() for line in done.stdout.splitlines()] == [
        right.split() for right in lines.values()
    ]


def test_a_call_that_no_shell_asks_loads_none_of_it():
    code = (
        "import sys; from mathhammer.cli.main import main; main(['charge', '9']);"
        "print([m for m in sys.modules if 'argcomplete' in m or 'platformdirs' in m"
        " or m in ('tomllib', 'mathhammer.cli.completion')], file=sys.stderr)"
    )
    environment = {**os.environ, "XDG_CONFIG_HOME": "/nonexistent"}
    environment.pop("MATHHAMMER_CONFIG", None)
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment
    )
    assert done.stderr == "[]\n"
