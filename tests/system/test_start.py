"""What isn't asked for isn't loaded."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    "code, idle",
    [
        ("mathhammer.attack('10x A2 BS3+ S4 AP-1 D1', '5x meq').to_dict()",
         ("games.aos.sequence", "games.checks", "games.turns", "heroes", "rosters",
          "engine.montecarlo.kernels")),
        ("mathhammer.check('charge', needed=9, modifier='-D6').to_dict()",
         ("games.aos.sequence", "games.turns", "heroes", "rosters",
          "engine.montecarlo.kernels")),
    ],
    ids=["an attack", "a check"],
)  # fmt: skip
def test_other_questions_and_games_are_not_loaded(code: str, idle: tuple[str, ...]) -> None:
    code = f"import sys, mathhammer; {code}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    for name in idle:
        assert not [m for m in loaded if m.startswith(f"mathhammer.{name}")]
