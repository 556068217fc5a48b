"""The snippets of the papers: run as a reader would, and compared with what stands there.

A page of Markdown is a story: its blocks run in order, in one folder and one namespace.

- ```` ```python ```` is executed. An expression followed by ``# 0.569`` must have that value,
  at as many decimals as are written; ``print(...)  # text`` must print that text.
- ```` ```toml title="fight.toml" ```` (or ``json``, ``csv``) is written to a file of that name.
- ```` ```console ```` holds commands after ``$`` and what they print; ``...`` on a line of its
  own stands for any lines. A command whose output isn't shown must succeed.
- ```` ```sh ```` holds what isn't run here: installing, serving, scripts of the repository.
"""

from __future__ import annotations

import ast
import contextlib
import io
import re
import shlex
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

_FENCE = re.compile(
    r'^(?P<indent> *)```(?P<language>\w+)(?: title="(?P<title>[^"]+)")?[^\n]*\n'
    r"(?P<text>.*?)^(?P=indent)```$",
    re.MULTILINE | re.DOTALL,
)
_VALUE = re.compile(r"# (-?\d+(?:\.(\d+))?)(%?)(?=[\s,;:]|$)")


class Block(NamedTuple):
    """One block of code of a page."""

    language: str
    title: str
    text: str
    line: int


class Command(NamedTuple):
    """A command of a console block, with the lines that should follow it."""

    words: list[str]
    output: list[str]
    line: int


def blocks(page: str) -> list[Block]:
    """Return the blocks of code of a page of Markdown."""
    return [
        Block(
            found["language"],
            found["title"] or "",
            re.sub(rf"^{found['indent']}", "", found["text"], flags=re.MULTILINE),
            page.count("\n", 0, found.start()) + 1,
        )
        for found in _FENCE.finditer(page)
    ]


def commands(block: Block) -> list[Command]:
    """Return the commands of a console block."""
    read: list[Command] = []
    lines = block.text.splitlines()
    i = 0
    while i < len(lines):
        if lines[i].startswith("$ "):
            start, text = i, lines[i][2:]
            while text.endswith("\\"):
                i += 1
                text = text[:-1] + lines[i].strip()
            words = shlex.split(text, comments=True)
            read.append(Command(words, [], block.line + 1 + start))
        else:
            read[-1].output.append(lines[i].rstrip())
        i += 1
    return read


def matches(expected: list[str], printed: list[str]) -> bool:
    """Say whether lines were printed as expected, where ``...`` stands for any lines.

    Examples
    --------
    >>> matches(["a", "...", "d"], ["a", "b", "c", "d"])
    True
    >>> matches(["a", "...", "e"], ["a", "b", "c", "d"])
    False
    """
    pattern = "".join(r"(?:.*\n)*" if x == "..." else re.escape(x) + r"\n" for x in expected)
    return re.fullmatch(pattern, "".join(f"{line.rstrip()}\n" for line in printed)) is not None


def _strip(lines: list[str]) -> list[str]:
    """Leave blank lines at both ends out."""
    return "\n".join(lines).strip("\n").split("\n")


def run_console(block: Block) -> None:
    """Run the commands of a console block and compare what they print."""
    from mathhammer.cli.main import main

    for command in commands(block):
        assert command.words[0] == "mathhammer", f"line {command.line}: {command.words[0]}"
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            status = main(command.words[1:])
        expected, printed = _strip(command.output), _strip(out.getvalue().splitlines())
        refused = expected[0].startswith("mathhammer: ")
        assert status == (2 if refused else 0), f"line {command.line}: {out.getvalue()}"
        if expected != [""]:
            assert matches(expected, printed), (
                f"line {command.line}: {shlex.join(command.words)}\n" + "\n".join(printed)
            )


def run_python(block: Block, namespace: dict[str, Any]) -> int:
    """Execute a Python block and compare the values that its comments name; count those."""
    compared = 0
    lines = block.text.splitlines()
    for node in ast.parse(block.text).body:
        last = lines[node.end_lineno - 1]
        prints = lines[node.lineno - 1].startswith("print(")
        value = _VALUE.search(last, node.end_col_offset)
        if isinstance(node, ast.Expr) and value is not None and not prints:
            got = eval(compile(ast.Expression(node.value), "snippet", "eval"), namespace)
            scale = 100 if value[3] else 1
            digits = len(value[2] or "")
            where = f"line {block.line + node.lineno}: {got}"
            assert round(float(got) * scale, digits) == float(value[1]), where
            compared += 1
            continue
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(ast.Module([node], []), "snippet", "exec"), namespace)
        text = last[node.end_col_offset :].partition("# ")[2]
        if text and prints:
            assert printed.getvalue().strip() == text.strip(), f"line {block.line + node.lineno}"
            compared += 1
    return compared


def run_page(page: str, folder: Path) -> None:
    """Run the snippets of a page in a folder, which is the current one."""
    namespace: dict[str, Any] = {"__name__": "snippet"}
    for block in blocks(page):
        if block.title:
            (folder / block.title).write_text(block.text, encoding="utf-8")
        if block.language == "python":
            run_python(block, namespace)
        elif block.language == "console":
            run_console(block)
        elif block.language == "toml":
            tomllib.loads(block.text)
