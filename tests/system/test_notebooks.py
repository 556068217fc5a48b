"""Every notebook runs from top to bottom and says what it found."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest
from support.browser import missing
from support.paths import ROOT

NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))


def cells_of(path: Path) -> list[dict[str, Any]]:
    cells: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return cells


def source(cell: dict[str, Any]) -> str:
    return "".join(cell["source"])


def test_there_are_notebooks() -> None:
    assert len(NOTEBOOKS) == 8


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.stem)
def test_notebook_runs_and_answers(path: Path) -> None:
    cells = cells_of(path)
    assert source(cells[0]).startswith("# "), "its title is a question"
    assert "?" in source(cells[0])
    assert cells[-1]["cell_type"] == "code" and "Answer" in source(cells[-1]), "it is computed"
    if "analysis.app" in "".join(map(source, cells)) and not importlib.util.find_spec("ipywidgets"):
        missing("ipywidgets is not installed (pip install -e '.[notebook]')")
    namespace: dict[str, Any] = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            exec(source(cell), namespace)
    answer = eval(source(cells[-1]).splitlines()[-1], namespace)
    shown = answer.value if hasattr(answer, "value") else answer._repr_html_()
    assert "<strong>Answer.</strong>" in shown


@pytest.mark.parametrize("path", [p for p in NOTEBOOKS if "what-if" not in p.stem],
                         ids=lambda p: p.stem)  # fmt: skip
def test_notebook_shows_what_it_found(path: Path) -> None:
    """What is kept in the file was run, without errors, and ends with the answer."""
    cells = [cell for cell in cells_of(path) if cell["cell_type"] == "code"]
    assert all(cell["outputs"] for cell in cells)
    kinds = [kind for cell in cells for out in cell["outputs"] for kind in out.get("data", {})]
    assert "image/png" in kinds and "text/html" in kinds
    assert not [out for cell in cells for out in cell["outputs"] if out["output_type"] == "error"]
    assert "Answer." in "".join(cells[-1]["outputs"][0]["data"]["text/html"])
    assert path.stat().st_size < 250_000


def test_progress_is_one_output_that_changes() -> None:
    """A notebook keeps all that is written to a stream: a line that is written over fills it."""
    if not all(map(importlib.util.find_spec, ("nbformat", "nbclient", "ipykernel"))):
        missing("no kernel is installed (pip install -e '.[notebook]')")
    import nbformat
    from nbclient import NotebookClient

    class Watching(NotebookClient):
        lines: list[str] = []

        def process_message(self, msg: Any, cell: Any, cell_index: int) -> Any:
            if msg["msg_type"] in ("display_data", "update_display_data"):
                self.lines.append(msg["content"]["data"]["text/plain"])
            return super().process_message(msg, cell, cell_index)

    code = (
        "import time\nfrom mathhammer import progress\nprogress.PATIENCE = 0.0\n"
        "progress.INTERVAL = 0.01\nwith progress.Progress(3) as line:\n"
        "    for _ in range(3):\n        time.sleep(0.1)\n        line.step()\n"
    )
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)])
    client = Watching(book, timeout=120)
    client.execute()
    (output,) = book.cells[0].outputs
    assert output["data"] == {"text/plain": ""}
    assert client.lines[-1] == ""
    assert "mathhammer: computing, 1 of 3 match-ups done" in client.lines


def test_notebooks_hold_no_logic_of_their_own() -> None:
    for path in NOTEBOOKS:
        for cell in cells_of(path):
            if cell["cell_type"] == "code":
                words = source(cell).split()
                assert not {"def", "class", "while", "lambda"} & set(words), path.stem
