"""Every notebook runs from top to bottom and says what it found."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

NOTEBOOKS = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))


def test_there_are_notebooks() -> None:
    assert NOTEBOOKS


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.stem)
def test_notebook_runs_and_answers(path: Path) -> None:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    assert "".join(cells[0]["source"]).startswith("# "), "its title is a question"
    assert "?" in "".join(cells[0]["source"])
    assert "Answer" in "".join(cells[-1]["source"]), "it ends in words"
    namespace: dict[str, Any] = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            assert cell["outputs"] or "plot" in "".join(cell["source"]), "executed"
            exec("".join(cell["source"]), namespace)
