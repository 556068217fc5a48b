"""Without numba the exact engine answers everything it can; what needs it says so."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow

#: A Python in which numba can't be imported.
BARE = "import sys; sys.modules['numba'] = None\n"
GUN, TARGET = "10x A2 BS3+ S4 AP-1 D1", "5x meq"


def run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", BARE + code], capture_output=True, text=True)


def command(*words: str) -> subprocess.CompletedProcess[str]:
    return run(f"from mathhammer.cli.main import main; sys.exit(main({list(words)!r}))")


@pytest.mark.slow
def test_large_comparison_is_the_same_cell_by_cell():
    code = (
        "import json, mathhammer\n"
        "guns = [f'{n}x A2 BS3+ S4 AP-1 D1' for n in range(1, 101)]\n"
        "results = mathhammer.compare(guns, [f'{n}x meq' for n in range(1, 51)]).results\n"
        "print(json.dumps([result.damage.mean for result in results]))\n"
    )
    bare = run(code)
    assert bare.returncode == 0, bare.stderr
    whole = subprocess.run(
        [sys.executable, "-c", "import sys\n" + code], capture_output=True, text=True, check=True
    )
    assert json.loads(bare.stdout) == pytest.approx(json.loads(whole.stdout), rel=1e-12)


def test_shares_of_abilities_are_the_same_without_kernels():
    code = (
        "import json, mathhammer\n"
        "from mathhammer.analysis.attribution import attribution\n"
        "guns = ['10x A3 BS3+ S6 AP-1 D2 [Devastating Wounds, Lethal Hits, Sustained Hits 1]',\n"
        "        '5x A2 BS3+ S4 AP-1 D1 [Devastating Wounds, Rapid Fire 1, Heavy]',\n"
        "        '5x A2 BS3+ S4 AP-1 D1 [Twin-linked, Blast, re-roll hits: ones]']\n"
        "result = mathhammer.attack(guns, '10x teq', context='half_range,stationary',\n"
        "                           ruleset='devastating=errata-2024')\n"
        "print(attribution(result).table().to_json())\n"
    )
    bare = run(code)
    assert bare.returncode == 0, bare.stderr
    whole = subprocess.run(
        [sys.executable, "-c", "import sys\n" + code], capture_output=True, text=True, check=True
    )
    got, want = json.loads(bare.stdout), json.loads(whole.stdout)
    assert got.keys() == want.keys()
    for column, cells in want.items():
        for row, value in cells.items():
            same = pytest.approx(value, abs=1e-9) if isinstance(value, float) else value
            assert got[column][row] == same, (column, row)


@pytest.mark.parametrize(
    "words",
    [
        ("compare",),
        ("attack", GUN, "--at", TARGET, "--json"),
        ("why", GUN, "--at", TARGET),
        ("howmany", GUN, "--at", TARGET),
        ("saves", GUN),
        ("reroll", GUN, "--at", TARGET),
        ("charge", "9"),
        ("heroes", "1", "1", "3", "4", "6", "2"),
    ],
    ids=lambda words: words[0],
)
def test_exact_commands_answer(words):
    done = command(*words)
    assert done.returncode == 0 and done.stdout and not done.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("attack", GUN, "--at", TARGET, "--engine", "montecarlo"),
        ("charge", "9", "--engine", "montecarlo"),
        ("heroes", "--play", "best", "best"),
    ],
    ids=lambda words: words[0],
)
def test_what_needs_it_says_so_in_one_sentence(words):
    done = command(*words)
    assert done.returncode == 2 and not done.stdout
    assert done.stderr.count("\n") == 1
    assert "needs the package numba, which is not installed" in done.stderr


def test_rules_of_ones_own_say_so_too():
    done = run("import mathhammer.custom")
    assert "MissingPackageError" in done.stderr.splitlines()[-1]
    assert "numba" in done.stderr.splitlines()[-1]
