"""The arrows of the architecture, by reading the imports."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest
from support.paths import PACKAGE

#: For each room, the rooms it may import (itself always). The first match of a path counts.
ROOMS: dict[str, set[str]] = {
    "errors": set(),
    "lazy": set(),
    "progress": set(),
    "distribution": set(),
    "dice": {"distribution", "errors"},
    "abilities": {"dice", "errors"},
    "records": {"errors"},
    "notation": {"errors", "abilities", "dice", "profiles", "presets"},
    "presets": {"errors"},
    "profiles": {"errors", "records", "abilities", "dice", "notation", "presets"},
    "plan": {"distribution", "dice"},
    "games": {"profiles", "plan", "abilities", "dice", "distribution", "errors"},
    "engine": {"plan", "distribution", "dice", "errors", "lazy"},
    "heroes": {
        "distribution", "errors", "lazy", "records", "profiles", "engine", "analysis", "simulation",
    },
    "results": {
        "progress", "games", "engine", "plan", "profiles", "distribution", "errors", "lazy",
        "analysis",
    },
    "check_results": {"games", "profiles", "distribution", "lazy", "analysis"},
    "many": {"results", "plan", "engine", "progress", "distribution"},
    "comparison": {"results", "profiles", "analysis"},
    "files": {"errors"},
    "sides": {"profiles", "errors", "notation"},
    "sweep": {"profiles", "records", "errors", "notation"},
    "scenario": {"profiles", "errors", "notation", "presets", "files", "sides", "sweep", "heroes"},
    "spreadsheet": {"files", "profiles", "sides", "errors"},
    "result_notes": {"engine", "errors", "games", "notation", "profiles"},
    "evaluate": {
        "comparison", "results", "result_notes", "games", "engine", "scenario", "profiles",
        "errors", "many", "turn_results", "check_results", "simulated", "simulated_check",
        "heroes",
    },
    "calls": {"evaluate", "scenario", "sides", "profiles", "simulation", "errors"},
    "simulated_check": {
        "check_results", "simulated", "simulation", "games", "engine", "profiles", "distribution",
        "lazy", "analysis",
    },
    "simulation": {"engine", "errors", "progress"},
    "simulated": {
        "results", "turn_results", "simulation", "engine", "profiles", "distribution", "errors",
        "lazy", "analysis",
    },
    "agreement": {
        "results", "turn_results", "check_results", "simulated", "simulated_check", "engine",
        "distribution", "lazy", "errors",
    },
    "custom": {"simulation", "engine", "distribution", "errors"},
    "turn_results": {
        "progress", "games", "engine", "profiles", "distribution", "errors", "lazy", "analysis",
    },
    "reroll": {
        "results", "result_notes", "evaluate", "games", "engine", "sides", "profiles",
        "distribution", "errors", "analysis", "check_results", "plan", "progress",
    },
    "analysis": {
        "results", "comparison", "evaluate", "calls", "profiles", "distribution", "errors", "games",
        "engine", "plan", "scenario", "sides", "many", "abilities", "dice", "records",
        "turn_results", "check_results", "notation", "agreement", "heroes", "progress",
    },
}  # fmt: skip

#: Where the heavy libraries may appear at all.
HEAVY = {
    "numba": ("engine/jit.py",),
    "pandas": ("analysis/tables.py",),
    "matplotlib": tuple(
        f"analysis/charts/{path.name}" for path in (PACKAGE / "analysis/charts").glob("*.py")
    ),
    "ipywidgets": ("analysis/app.py",),
    "jinja2": ("analysis/pages/template.py",),
    "scipy": ("engine/precision.py", "analysis/optimise.py"),
}


def room_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(path: Path) -> set[str]:
    """Return the absolute names of the modules a file imports, for typing alone left out."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    typing_only = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        for inner in ast.walk(node)
    }
    package = ["mathhammer", *path.relative_to(PACKAGE).parts[:-1]]
    names = set()
    for node in ast.walk(tree):
        if id(node) in typing_only:
            continue
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            names |= {f"{module}.{alias.name}" for alias in node.names}
    return names


FILES = sorted(PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_imports_follow_the_arrows(path: Path) -> None:
    room = room_of(path)
    if room not in ROOMS:  # the command line and the package itself may import all
        assert room in {
            "__init__", "__main__", "cli", "cli_analysis", "cli_check", "cli_commands",
            "cli_heroes", "cli_output", "cli_parser", "cli_pictures", "cli_report", "cli_reroll",
            "cli_saves", "cli_simulation", "cli_verify", "terminal", "terminal_analysis",
            "terminal_check", "terminal_compare", "terminal_heroes", "terminal_reroll",
            "terminal_saves", "terminal_sweep", "terminal_turn", "terminal_verify",
        }  # fmt: skip
        return
    for name in imports(path):
        parts = name.split(".")
        if parts[0] == "mathhammer" and len(parts) > 1:
            other = parts[1]
            assert other == room or other in ROOMS[room], f"{room} imports {other}"


@pytest.mark.parametrize("library", HEAVY)
def test_heavy_libraries_stay_in_their_rooms(library: str) -> None:
    users = {
        path.relative_to(PACKAGE).as_posix()
        for path in FILES
        if any(name.split(".")[0] == library for name in imports(path))
    }
    assert users <= set(HEAVY[library])


def test_games_never_import_an_engine_and_engines_never_a_profile() -> None:
    for path in FILES:
        names = {tuple(n.split(".")[1:2]) for n in imports(path) if n.startswith("mathhammer.")}
        if room_of(path) == "games":
            assert ("engine",) not in names
        if room_of(path) == "engine":
            assert ("profiles",) not in names
            assert ("games",) not in names


def test_import_is_light() -> None:
    """`import mathhammer` and an attack load none of the heavy libraries."""
    code = (
        "import sys, mathhammer; "
        "mathhammer.attack('10x A2 BS3+ S4 AP-1 D1', '5x meq').to_dict(); "
        "print([m for m in ('numba', 'pandas', 'matplotlib', 'scipy', 'rich') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_heroes_are_light() -> None:
    """One turn of the dice game needs NumPy alone."""
    code = (
        "import sys; from mathhammer import heroes; "
        "heroes.turn(rolled=[1, 1, 6]).to_dict(); "
        "print([m for m in ('numba', 'pandas', 'matplotlib', 'scipy', 'rich') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
