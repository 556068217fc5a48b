"""Tables of Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from mathhammer.core.record import Record
from mathhammer.reading.reference import field_rows

_PAGE_OF_CODE = {
    "W": "wh40k", "A": "aos", "S": "spearhead", "C": "combat_patrol", "H": "heroes", "D": "README",
}  # fmt: skip
_CODE = re.compile(r"(?<![\w-])([WASCHD])-(\d+(?:\.\d+)?)(?![\d\w+])")


def cell(text: str) -> str:
    """Return a text that may stand in a cell of a table."""
    return text.replace("|", "\\|").replace("\n", " ").replace("<", "&lt;").strip()


def linked(text: str) -> str:
    """Return a text in which codes of rules lead to the rules digest."""
    return _CODE.sub(
        lambda code: f"[{code[0]}](../rules/{_PAGE_OF_CODE[code[1]]}.md#{code[0]})", text
    )


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; cells are Markdown already."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def fields_table(record: type[Record], leave_out: Iterable[str] = ()) -> str:
    """Return the fields of a record as a table."""
    rows = []
    for row in field_rows(record):
        if row.name in leave_out:
            continue
        default = "**required**" if row.default == "required" else ""
        if row.default and not default:
            default = f"`{row.default}`"
        value = f"{row.type}, in {row.unit}" if row.unit else row.type
        about = linked(cell(row.about))
        if row.rule and row.rule not in row.about:
            about += f" {linked(row.rule)}"
        rows.append((f"`{row.name}`", cell(value), default, about))
    return table(("field", "value", "default", "what it is"), rows)


def summary(thing: object) -> str:
    """Return the first paragraph of a docstring, with links to rules."""
    text = (thing.__doc__ or "").strip().split("\n\n")[0]
    return linked(" ".join(text.split()))
