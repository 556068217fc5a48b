"""The README is short, begins with its two commands, and its pictures are drawn by a script."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest
from matplotlib.image import imread
from support.paths import ROOT
from support.snippets import blocks

TEXT = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_pictures_are_drawn_by_the_script_and_small(tmp_path):
    spec = importlib.util.spec_from_file_location("pictures", ROOT / "tools/pictures.py")
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    written = script.write(tmp_path)
    named = re.findall(r"!\[[^\]]+\]\((docs/[^)]+)\)", TEXT)
    assert named and {Path(name).name for name in named} <= {path.name for path in written}
    for path in written:
        kept = ROOT / "docs/pictures" / path.name
        assert kept.stat().st_size < 60_000
        height, width = imread(kept).shape[:2]
        again = imread(path).shape[:2]
        assert abs(height - again[0]) <= 2 and abs(width - again[1]) <= 2


def test_the_first_block_installs_and_answers_then_runs_the_tests():
    first = blocks(TEXT)[0]
    answers, tests = first.text.splitlines()
    assert answers == "python -m pip install -e . && mathhammer compare"
    assert tests == "python -m pip install -e '.[test]' && python -m pytest"
    assert TEXT.index(tests) < TEXT.index("## "), "on the first screen"


def test_it_is_short_and_its_links_lead_somewhere():
    assert len(TEXT.splitlines()) <= 200
    links = re.findall(r"\]\(([^)#]+)", TEXT)
    assert len(links) > 12
    for link in links:
        assert (ROOT / link).exists(), link
