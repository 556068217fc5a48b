"""What the site has beside the files of docs/: pages written from definitions, and root papers."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[1]
#: Papers that stand at the root of the repository, by their place in the site.
PAPERS = {
    "architecture.md": "ARCHITECTURE.md",
    "contributing.md": "CONTRIBUTING.md",
    "changelog.md": "CHANGELOG.md",
}


def on_files(files: Files, config: Any) -> Files:
    """Add the pages that are no files of docs/, and the schema of scenario files."""
    sys.path.insert(0, str(ROOT / "tools"))
    from mathhammer.reading.schema import scenario_schema
    from site_pages import PAGES

    for place, page in PAGES.items():
        files.append(File.generated(config, place, content=page()))
    for place, name in PAPERS.items():
        text = (ROOT / name).read_text(encoding="utf-8")
        files.append(File.generated(config, place, content=_moved(text)))
    schema = json.dumps(scenario_schema(), indent=1)
    files.append(File.generated(config, "schema.json", content=schema))
    return files


def _moved(text: str) -> str:
    """Return a paper of the root with links that hold in the site."""
    names = {name: place for place, name in PAPERS.items()}
    text = re.sub(r"\]\(docs/", "](", text)
    text = re.sub(r"\]\(README\.md", "](index.md", text)
    for name, place in names.items():
        text = text.replace(f"]({name}", f"]({place}")
    # What isn't part of the site is named and not linked.
    return re.sub(
        r"\[([^\]]+)\]\((?:mathhammer|tests|tools|notebooks|benchmarks)[^)]*\)", r"\1", text
    )
