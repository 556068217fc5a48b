"""Run the notebooks: ``python tools/run_notebooks.py`` writes build/notebooks/*.ipynb.

They are kept as text, `notebooks/*.py` in jupytext's percent format. With names of such files
as arguments only those are run.
"""

from __future__ import annotations

import sys
from pathlib import Path

import jupytext
import nbformat
from nbclient import NotebookClient

ROOT = Path(__file__).parents[1]
FOLDER, OUTPUT = ROOT / "notebooks", ROOT / "build" / "notebooks"


def run(path: Path, folder: Path = OUTPUT) -> Path:
    """Run a notebook and write it with its outputs, without times."""
    notebook = jupytext.read(path)
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(FOLDER)}}).execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        for output in cell.get("outputs", []):
            # The picture and the page, not their text beside them.
            output.get("data", {}).pop("application/vnd.jupyter.widget-view+json", None)
    notebook.metadata.pop("widgets", None)
    notebook.metadata["language_info"] = {"name": "python"}
    folder.mkdir(parents=True, exist_ok=True)
    written = folder / f"{path.stem}.ipynb"
    nbformat.write(notebook, written)
    return written


def main() -> None:
    """Run those that are named, or all."""
    paths = [Path(name) for name in sys.argv[1:]] or sorted(FOLDER.glob("*.py"))
    for path in paths:
        written = run(path)
        print(f"{written.name}: {written.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main()
