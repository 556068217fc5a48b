"""Docstrings: every public name has one, and its Parameters are those of the signature."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from support.paths import PACKAGE

FILES = sorted(PACKAGE.rglob("*.py"))


def parameters_of(docstring: str) -> list[str] | None:
    """Return the names in the Parameters section of a numpydoc docstring."""
    found = re.search(r"^Parameters\n-+\n(.*?)(?=^\w[\w ]*\n-{3,}|\Z)", docstring, re.M | re.S)
    if found is None:
        return None
    names: list[str] = []
    for line in found[1].splitlines():
        if line and not line.startswith(" "):
            names += [n.strip().lstrip("*") for n in line.split(" : ")[0].split(",")]
    return names


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_parameters_are_those_of_the_signature(path: Path) -> None:
    wrong = []
    module = ast.parse(path.read_text(encoding="utf-8"))
    classes = [node for node in module.body if isinstance(node, ast.ClassDef)]
    for node in [*module.body, *(inner for c in classes for inner in c.body)]:
        if not isinstance(node, ast.FunctionDef) or node.name.startswith("_"):
            continue
        docstring = ast.get_docstring(node)
        assert docstring, f"{node.name} has no docstring"
        documented = parameters_of(docstring)
        if documented is None:
            continue
        a = node.args
        every = [*a.posonlyargs, *a.args, *a.kwonlyargs, *filter(None, (a.vararg, a.kwarg))]
        names = [arg.arg for arg in every if arg.arg not in ("self", "cls")]
        if sorted(documented) != sorted(names):
            wrong.append(f"{node.name}: documents {documented}, takes {names}")
    assert not wrong


def test_the_check_can_fail() -> None:
    text = "Do.\n\nParameters\n----------\na, b : int\n    Two.\n\nReturns\n-------\nint\n"
    assert parameters_of(text) == ["a", "b"]
    assert parameters_of("Do.") is None
