"""The papers of the repository name files that are there, and say what the configuration says."""

from __future__ import annotations

import re
import tomllib

import pytest
from support.paths import ROOT

PAPERS = ("ARCHITECTURE.md", "CONTRIBUTING.md", "README.md", "CHANGELOG.md")
CONFIG = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", PAPERS)
def test_files_that_a_paper_names_exist(name: str) -> None:
    """Paths in code or links; NAME stands for one that a reader chooses."""
    named = re.findall(r"(?:`|\]\()((?:mathhammer|tests|tools|docs)/[\w./*-]+)", text_of(name))
    for path in named:
        if "NAME" not in path:
            assert list(ROOT.glob(path.rstrip("/."))), path


def test_architecture_names_files_of_the_floors_that_exist() -> None:
    folders = [path.name for path in (ROOT / "mathhammer").iterdir()]
    for path in re.findall(r"`((?:\w+/)+\w+(?:\.py)?)/?`", text_of("ARCHITECTURE.md")):
        if path.split("/")[0] in folders:
            assert (ROOT / "mathhammer" / path).exists(), path


def test_architecture_has_the_floors_of_the_import_linter() -> None:
    layers = CONFIG["tool"]["importlinter"]["contracts"][0]["layers"]
    named = {one for layer in layers for one in layer.replace("|", " ").split()} - {"__main__"}
    floors = text_of("ARCHITECTURE.md").split("```text")[1].split("```")[0]
    drawn = set(re.findall(r"(?:^|  )(\w+)(?:/|\.py)", floors, re.MULTILINE))
    assert named <= drawn


def test_changelog_has_an_unreleased_part_and_the_version() -> None:
    import mathhammer

    headings = re.findall(r"^## (.+)$", text_of("CHANGELOG.md"), re.MULTILINE)
    assert headings[0] == "Unreleased"
    assert mathhammer.__version__ in headings


def test_pre_commit_runs_what_ci_runs() -> None:
    hooks = text_of(".pre-commit-config.yaml")
    for command in ("ruff check", "ruff format", "mypy", "lint-imports"):
        assert f"entry: {command}" in hooks


def test_the_table_of_tests_names_what_pytest_knows() -> None:
    assert CONFIG["tool"]["pytest"]["ini_options"]["markers"][0].startswith("slow:")
    assert "python -m pytest -m slow" in text_of("CONTRIBUTING.md")
