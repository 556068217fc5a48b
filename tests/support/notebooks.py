"""Notebooks as they are kept: ``# %%`` begins a cell of code, ``# %% [markdown]`` one of text."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple


class Cell(NamedTuple):
    """A cell of a notebook."""

    kind: str
    source: str


def cells_of(path: Path) -> list[Cell]:
    """Return the cells of a notebook, as jupytext reads them."""
    cells = []
    for part in re.split(r"^# %%", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        head, _, text = part.partition("\n")
        if head.strip() == "[markdown]":
            text = "\n".join(line.removeprefix("#").strip() for line in text.strip().splitlines())
        cells.append(Cell("markdown" if head.strip() else "code", text.strip()))
    return cells


def as_ipynb(path: Path, folder: Path) -> Path:
    """Write a notebook as Jupyter has it, without outputs, and return its path."""
    import nbformat

    new = {"code": nbformat.v4.new_code_cell, "markdown": nbformat.v4.new_markdown_cell}
    cells = [new[cell.kind](cell.source) for cell in cells_of(path)]
    written = folder / f"{path.stem}.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=cells), written)
    return written
