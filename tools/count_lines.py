"""Count the lines of a package without docstrings, comments and blanks.

python tools/count_lines.py [FOLDER ...]
"""

from __future__ import annotations

import ast
import io
import sys
import tokenize
from pathlib import Path

QUIET = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT,
         tokenize.ENDMARKER)  # fmt: skip


def count(path: Path) -> int:
    """Return the lines of a file that hold code."""
    source = path.read_text(encoding="utf-8")
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in QUIET:
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(source)):
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and isinstance(body[0], ast.Expr):
            value = body[0].value
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                lines -= set(range(value.lineno, (value.end_lineno or value.lineno) + 1))
    return len(lines)


def main() -> None:
    """Print the sum of each folder."""
    for folder in sys.argv[1:] or ["mathhammer"]:
        print(f"{sum(count(path) for path in Path(folder).rglob('*.py')):7} {folder}")


if __name__ == "__main__":
    main()
