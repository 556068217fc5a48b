"""Build the sdist and the wheel, and try the wheel as its users would.

    python tools/try_wheel.py [--tests]

Every Python from 3.11 on that this machine has gets a fresh environment with the newest
dependencies; the oldest Python one more with the lowest that `pyproject.toml` allows, and
the newest one without numba. In each the commands and the calls of `TRIALS` run in an empty
folder outside the checkout. Exit status 1 if anything fails.

With ``--tests`` the fast tests run with the lowest dependencies, too.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
OLDEST, NEWEST = 11, 15

GUN, TARGET = "10x rifle: A2 BS3+ S4 AP-1 D1 [Lethal Hits]", "5x meq"
#: Words of the command line, and whether they need numba.
TRIALS: list[tuple[list[str], bool]] = [
    (["compare"], False),
    (["compare", "--csv", "table.csv", "--plot", "curves.png"], False),
    (["attack", GUN, "--at", TARGET, "--json"], False),
    (["attack", "10x 2/3+/4+/1/D3 [Crit (Mortal)]", "--at", "10x H2 Sv4+ Ward6+"], False),
    (["why", GUN, "--at", TARGET, "--plot", "why.svg"], False),
    (["charge", "9", "--reroll", "failed"], False),
    (["heroes", "1", "1", "3", "4", "6", "2"], False),
    (["run", "turn.toml"], False),
    (["report", "turn.toml", "-o", "turn.html"], False),
    (["attack", GUN, "--at", TARGET, "--engine", "montecarlo", "--trials", "2e4"], True),
]
PYTHON = """
import mathhammer
result = mathhammer.attack("10x A2 BS3+ S4 AP-1 D1", "5x meq")
assert abs(result.slain.mean - 1.4167) < 1e-4, result.slain.mean
assert len(result.table()) and result.plot() is not None and result._repr_html_()
guns = [f"{n}x A2 BS3+ S4 AP-1 D1" for n in range(1, 101)]
many = mathhammer.compare(guns, [f"{n}x meq" for n in range(1, 61)])
alone = mathhammer.attack(guns[0], "1x meq").damage.mean
assert abs(many.results[0].damage.mean - alone) < 1e-12
from mathhammer.analysis.charts import plot_matrix
plot_matrix(mathhammer.compare(guns[:3], ["meq", "teq"]))
"""
TURN = """
kind = "turn"
gap = 9
units.a = {models = 5, toughness = 4, save = "3+", wounds = 2, weapons = ["5x A3 WS3+ S4 AP0 D1"]}
units.b = {side = "second", preset = "ork", models = 10, weapons = ["10x A2 WS3+ S4 AP-1 D1"]}
step = [{do = "charge", by = "a", at = "b"}, {do = "fight", by = ["a", "b"], if = "charged"}]
"""


class Environment(NamedTuple):
    """An environment to try: its name, its Python, and what uv is told when it installs."""

    name: str
    python: str
    options: tuple[str, ...] = ()
    numba: bool = True
    tests: bool = False


def pythons() -> dict[int, str]:
    """Return the Pythons of this machine by their minor version."""
    found = {}
    roots = [Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"]
    for minor in range(OLDEST, NEWEST + 1):
        named = [shutil.which(f"python3.{minor}"), sys.executable]
        kept = [str(path) for root in roots for path in root.glob(f"3.{minor}.*/bin/python")]
        for candidate in [*kept, *filter(None, named)]:
            code = "import sys, venv; print(sys.version_info.minor)"
            done = subprocess.run([candidate, "-c", code], capture_output=True, text=True)
            if done.returncode == 0 and done.stdout.strip() == str(minor):
                found[minor] = candidate
                break
    return found


def run(*words: str, folder: Path = ROOT, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a program without what this process imports from."""
    environment = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV")}
    return subprocess.run(
        words, cwd=folder, env={**environment, **variables}, capture_output=True, text=True
    )


def must(*words: str, folder: Path = ROOT) -> None:
    """Run a program that must not fail."""
    done = run(*words, folder=folder)
    if done.returncode:
        sys.exit(f"{' '.join(words)}\n{done.stdout}{done.stderr}")


def installed(environment: Environment, wheel: Path, folder: Path) -> Path:
    """Make an environment, install the wheel in it and return where its programs lie."""
    place = folder / environment.name.replace(" ", "-")
    must("uv", "venv", "-q", "--python", environment.python, str(place))
    programs = place / ("Scripts" if os.name == "nt" else "bin")
    extra = "[test]" if environment.tests else ""
    must(
        "uv", "pip", "install", "-q", "--python", str(programs / "python"),
        *environment.options, f"{wheel}{extra}",
    )  # fmt: skip
    if not environment.numba:
        must("uv", "pip", "uninstall", "-q", "--python", str(programs / "python"), "numba")
    return programs


def faults(environment: Environment, programs: Path, folder: Path) -> list[str]:
    """Return what went wrong in an environment."""
    (folder / "turn.toml").write_text(TURN, encoding="utf-8")
    wrong = []
    done = run(str(programs / "python"), "-W", "error", "-c", PYTHON, folder=folder)
    if done.returncode:
        wrong.append(f"Python: {done.stderr.strip()[-600:]}")
    for words, needs_numba in TRIALS:
        done = run(str(programs / "mathhammer"), *words, folder=folder)
        said = f"mathhammer {' '.join(words)}: exit {done.returncode}: {done.stderr.strip()[-300:]}"
        if needs_numba and not environment.numba:
            if done.returncode != 2 or "numba" not in done.stderr or done.stdout:
                wrong.append(said)
        elif done.returncode or not done.stdout:
            wrong.append(said)
    if environment.tests:
        done = run(str(programs / "python"), "-m", "pytest", "-q", "-o", "filterwarnings=")
        if done.returncode:
            wrong.append(f"tests: {done.stdout[-3000:]}")
    return wrong


def main() -> int:
    """Build, install and try; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tests", action="store_true", help="also the fast tests, at the lowest")
    options = parser.parse_args()
    there = pythons()
    oldest, newest = there[min(there)], there[max(there)]
    lowest = ("--resolution", "lowest-direct")
    environments = [
        *(Environment(f"3.{minor} newest", python) for minor, python in sorted(there.items())),
        Environment(f"3.{min(there)} lowest", oldest, lowest, tests=options.tests),
        Environment(f"3.{max(there)} without numba", newest, numba=False),
    ]
    status = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        must(sys.executable, "-m", "build", "--installer", "uv", "--outdir", str(folder / "dist"))
        (wheel,) = (folder / "dist").glob("*.whl")
        (sdist,) = (folder / "dist").glob("*.tar.gz")
        print(f"{wheel.name} {wheel.stat().st_size:,} bytes, {sdist.name}", flush=True)

        def tried(environment: Environment) -> tuple[list[str], float]:
            start = time.monotonic()
            programs = installed(environment, wheel, folder)
            empty = folder / f"empty-{environment.name.replace(' ', '-')}"
            empty.mkdir()
            return faults(environment, programs, empty), time.monotonic() - start

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            for environment, (wrong, seconds) in zip(
                environments, pool.map(tried, environments), strict=True
            ):
                state = "fails" if wrong else "works"
                print(f"{environment.name}: {state}, {seconds:.0f} s", flush=True)
                for line in wrong:
                    print(f"  {line}")
                status |= bool(wrong)
    return status


if __name__ == "__main__":
    sys.exit(main())
