"""The README's pictures are those that its script draws."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

from matplotlib.image import imread
from support.paths import ROOT


def test_the_pictures_are_drawn_by_the_script_and_small(tmp_path):
    spec = importlib.util.spec_from_file_location("pictures", ROOT / "tools/readme_pictures.py")
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    written = script.write(tmp_path)
    named = re.findall(r"!\[[^\]]+\]\((docs/[^)]+)\)", (ROOT / "README.md").read_text())
    assert named and {Path(name).name for name in named} <= {path.name for path in written}
    for path in written:
        kept = ROOT / "docs" / path.name
        assert kept.stat().st_size < 60_000
        height, width = imread(kept).shape[:2]
        again = imread(path).shape[:2]
        assert abs(height - again[0]) <= 2 and abs(width - again[1]) <= 2


def test_the_heroes_of_the_readme_play_as_it_says(capsys):
    text = (ROOT / "README.md").read_text()
    code = re.search(r"```python\n(plague = .*?)```", text, re.DOTALL)[1]
    exec("from mathhammer import heroes\n" + code, {})
    said = re.search(r"\)  # ([\d.]+% [\d.]+%)\n", code)[1]
    assert capsys.readouterr().out.strip() == said
