"""Every limit: constants called MAX_, and those beside them, with the comment above them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import mathhammer
from site_pages.markdown import cell, table

PACKAGE = Path(mathhammer.__file__).parent


#: Folders of the package, and the headings under which their limits stand: first what a user
#: can meet, then what is inside.
HEADINGS = {
    "reading": "Files",
    "rosters": "Army lists",
    "games": "Profiles, turns and checks",
    "heroes": "The dice game",
    "results": "Answers",
    "evaluate": "Rules of your own",
    "analysis": "Analysis",
    "cli": "Command line",
    "show": "Pictures and pages",
    "engine": "Inside the engines",
    "core": "Inside numbers and texts",
}


class Limit(NamedTuple):
    """Constants under one comment."""

    module: str
    names: list[str]
    values: list[float]
    about: str

    @property
    def is_limit(self) -> bool:
        """Whether any of them is called a limit."""
        return any(name.startswith("MAX_") for name in self.names)


def limits() -> Iterator[Limit]:
    """Go through the constants of the package whose comment says what they limit."""
    for path in sorted(PACKAGE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if "MAX_" not in text:
            continue
        lines = text.splitlines()
        module = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
        found: Limit | None = None
        end = 0
        for node in ast.parse(text).body:
            names = _names(node)
            about = "\n".join(_comment(lines, node.lineno))
            if names and about:
                if found and found.is_limit:
                    yield found
                found = Limit(module, [], [], about)
            elif not names or node.lineno != end + 1:  # one right below shares the comment
                if found and found.is_limit:
                    yield found
                found = None
            if names and found:
                values = [getattr(import_module(module), name) for name in names]
                found.names.extend(names)
                found.values.extend(value for value in values if isinstance(value, int | float))
            end = node.end_lineno or 0
        if found and found.is_limit:
            yield found


def _names(node: ast.stmt) -> list[str]:
    """Return the public constants that a statement defines."""
    targets: list[ast.expr] = []
    if isinstance(node, ast.Assign):
        first = node.targets[0]
        targets = first.elts if isinstance(first, ast.Tuple) else [first]
    elif isinstance(node, ast.AnnAssign):
        targets = [node.target]
    named = [target.id for target in targets if isinstance(target, ast.Name)]
    return [name for name in named if name.isupper() and not name.startswith("_")]


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
    found = [one for one in limits() if one.values]
    parts = [
        "# Limits",
        "The work is estimated before it begins. What would take too long is refused, with its "
        "size; the exit status is 2. Monte Carlo plays what is too large for the exact engine.",
        "First comes what you can meet, then what is inside the engines: those limits show only "
        "as a refusal, which names the size and the limit.",
    ]
    for folder, heading in HEADINGS.items():
        rows = [
            (
                cell(one.about).removesuffix("."),
                "; ".join(f"{value:,}" for value in one.values),
                f"`{one.module.removeprefix('mathhammer.')}`",
            )
            for one in found
            if one.module.split(".")[1] == folder
        ]
        parts += [f"## {heading}", table(("limit", "value", "module"), rows)]
    return "\n\n".join(parts) + "\n"
