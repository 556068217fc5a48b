"""Every snippet of the README and of the site runs, and prints what stands there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support.paths import PACKAGE, ROOT
from support.snippets import Block, blocks, commands, matches, run_page, run_python

pytestmark = pytest.mark.slow

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
#: Pages whose snippets compile kernels.
SLOW = ("montecarlo.md", "own-rules.md", "how-to/heroes.md")
#: Languages of blocks that the papers may have.
LANGUAGES = {"python", "console", "toml", "json", "csv", "sh", "text"}


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.fixture(autouse=True)
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mathhammer").mkdir()  # as in the checkout, where readers stand
    (tmp_path / "mathhammer/examples").symlink_to(PACKAGE / "examples")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    return tmp_path


RUN = [
    pytest.param(path, id=name(path), marks=[pytest.mark.slow] * name(path).endswith(SLOW))
    for path in PAGES
]


@pytest.mark.parametrize("path", RUN)
def test_snippets_of_the_page_run(path: Path, empty_folder: Path) -> None:
    run_page(path.read_text(encoding="utf-8"), empty_folder)


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_blocks_have_a_language_and_scripts_exist(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(re.findall(r"^ *```", text, re.MULTILINE)) == 2 * len(blocks(text))
    for block in blocks(text):
        assert block.language in LANGUAGES
        if block.language == "sh":
            for script in re.findall(r"(?<![\w/])(?:tools|benchmarks|notebooks)/\S+", block.text):
                assert (ROOT / script).exists(), script


def test_a_wrong_value_and_a_wrong_line_are_noticed() -> None:
    with pytest.raises(AssertionError):
        run_python(Block("python", "", "1 / 3  # 0.334\n", 1), {})
    assert run_python(Block("python", "", "1 / 3  # 0.333\n", 1), {}) == 1
    block = Block("console", "", "$ mathhammer charge 9 \\\n    --json  # why\nanswer\n", 1)
    (command,) = commands(block)
    assert command.words == ["mathhammer", "charge", "9", "--json"]
    assert command.output == ["answer"]
    assert not matches(["answer", "..."], ["no answer"])


def test_a_title_writes_a_file(empty_folder: Path) -> None:
    run_page('```toml title="a.toml"\nx = 1\n```\n', empty_folder)
    assert (empty_folder / "a.toml").read_text() == "x = 1\n"
