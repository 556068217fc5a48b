"""What is loaded when: the floors themselves are held by import-linter (pyproject.toml)."""

from __future__ import annotations

import subprocess
import sys

import pytest
from support.paths import PACKAGE, ROOT

HEAVY = ("numba", "pandas", "matplotlib", "scipy", "rich", "jinja2")


def test_the_contracts_on_imports_hold() -> None:
    pytest.importorskip("importlinter", reason="import-linter is not installed (the dev extra)")
    done = subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command as run; run()"],
        cwd=ROOT, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr
    assert " 0 broken" in done.stdout


def test_the_root_holds_little() -> None:
    files = {path.name for path in PACKAGE.iterdir() if path.is_file()}
    assert files <= {"__init__.py", "__main__.py", "api.py", "py.typed", "schema.json"}


@pytest.mark.parametrize(
    "code",
    [
        "mathhammer.attack('10x A2 BS3+ S4 AP-1 D1', '5x meq').to_dict()",
        "mathhammer.check('charge', needed=9).to_dict()",
        "mathhammer.heroes.turn(rolled=[1, 1, 6]).to_dict()",
    ],
    ids=["an attack", "a check", "a turn of the dice game"],
)
def test_an_answer_needs_numpy_alone(code: str) -> None:
    code = (
        f"import sys, mathhammer; from mathhammer import heroes; {code}; "
        f"print([m for m in {HEAVY!r} if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
