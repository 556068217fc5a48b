"""Every limit: constants called MAX_ with the comment above them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import mathhammer
from site_pages.markdown import cell, table

PACKAGE = Path(mathhammer.__file__).parent


class Limit(NamedTuple):
    """One constant."""

    module: str
    name: str
    value: float
    about: str


def limits() -> Iterator[Limit]:
    """Go through the constants of the package whose comment says what they limit."""
    for path in sorted(PACKAGE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        lines = text.splitlines()
        module = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
        for node in ast.parse(text).body:
            name = node.targets[0] if isinstance(node, ast.Assign) else None
            if not isinstance(name, ast.Name) or not name.id.startswith("MAX_"):
                continue
            about = "\n".join(_comment(lines, node.lineno))
            value = getattr(import_module(module), name.id)
            if about and isinstance(value, int | float):
                yield Limit(module, name.id, value, about)


def _comment(lines: list[str], line: int) -> list[str]:
    """Return the comment that stands right above a line."""
    found: list[str] = []
    for above in reversed(lines[: line - 1]):
        if not above.startswith("#: ") and not (found and above.startswith("#:")):
            break
        found.insert(0, above.removeprefix("#:").strip())
    return found


def page() -> str:
    """Return the page."""
    rows = [
        (cell(one.about).removesuffix("."), f"{one.value:,}", f"`{one.module}.{one.name}`")
        for one in limits()
    ]
    parts = (
        "# Limits",
        "The work is estimated before it begins. What would take too long is refused, with its "
        "size; the exit status is 2. Monte Carlo plays what is too large for the exact engine.",
        table(("limit", "value", "where it stands"), rows),
    )
    return "\n\n".join(parts) + "\n"
