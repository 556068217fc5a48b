"""Every notebook is kept as text, runs from top to bottom and says what it found."""

from __future__ import annotations

import ast
import contextlib
import importlib.util
import io
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from support.browser import missing
from support.notebooks import Cell, cells_of
from support.paths import ROOT

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def pyplot_leaves_with_the_notebook() -> Iterator[None]:
    """Charts are drawn otherwise in a process that has pyplot: others' tests don't see it."""
    before = "matplotlib.pyplot" in sys.modules
    yield
    if not before and (plt := sys.modules.pop("matplotlib.pyplot", None)) is not None:
        plt.close("all")


NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.py"))


def test_there_are_notebooks() -> None:
    assert len(NOTEBOOKS) == 9
    assert not list((ROOT / "notebooks").glob("*.ipynb")), "they are kept as text"


def test_cells_are_those_of_jupytext() -> None:
    jupytext = pytest.importorskip("jupytext")
    for path in NOTEBOOKS:
        read = [(cell.cell_type, cell.source) for cell in jupytext.read(path).cells]
        assert [(cell.kind, cell.source) for cell in cells_of(path)] == read


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.stem)
def test_notebook_runs_and_answers(path: Path) -> None:
    cells = cells_of(path)
    assert cells[0].kind == "markdown" and cells[0].source.startswith("# ")
    assert "?" in cells[0].source, "its title is a question"
    assert cells[-1].kind == "code" and "Answer" in cells[-1].source, "it is computed"
    app = "show.app" in "".join(cell.source for cell in cells)
    if app and not importlib.util.find_spec("ipywidgets"):
        missing("ipywidgets is not installed (pip install -e '.[notebook]')")
    namespace: dict[str, Any] = {}
    shown = [what_it_shows(cell, namespace) for cell in cells if cell.kind == "code"]
    assert "<strong>Answer.</strong>" in shown[-1].html
    if not app:
        assert all(one.text or one.html or one.drawn for one in shown), "each cell shows something"
        assert any(one.drawn or "data:image" in one.html for one in shown), "a picture"
        assert sum("<table" in one.html for one in shown) > 0, "a table"


class Shown(NamedTuple):
    """What a cell shows."""

    text: str
    html: str
    drawn: bool


def what_it_shows(cell: Cell, namespace: dict[str, Any]) -> Shown:
    """Execute a cell as a kernel does: the value of its last expression is shown."""
    import matplotlib.pyplot as plt

    *before, last = ast.parse(cell.source).body
    figures, axes = len(plt.get_fignums()), namespace.get("axes")
    printed = io.StringIO()
    value: Any = None
    with contextlib.redirect_stdout(printed):
        exec(compile(ast.Module([*before], []), "cell", "exec"), namespace)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), namespace)
        else:
            exec(compile(ast.Module([last], []), "cell", "exec"), namespace)
    html = ""
    if hasattr(value, "_repr_html_"):
        html = value._repr_html_()
    elif isinstance(getattr(value, "value", None), str):
        html = value.value
    drawn = len(plt.get_fignums()) > figures or namespace.get("axes") is not axes
    return Shown(printed.getvalue(), html, drawn)


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
        "import time\nfrom mathhammer.core import progress\nprogress.PATIENCE = 0.0\n"
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
            if cell.kind == "code":
                words = cell.source.split()
                assert not {"def", "class", "while", "lambda"} & set(words), path.stem
