"""Tables of Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from mathhammer.core.record import REQUIRED, Field, Record

_PAGE_OF_CODE = {
    "W": "wh40k", "A": "aos", "S": "spearhead", "C": "combat_patrol", "H": "heroes", "D": "README",
}  # fmt: skip
_CODE = re.compile(r"(?<![\w-])([WASCHD])-(\d+(?:\.\d+)?)(?![\d\w+])")
_LISTED = 4


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


def default_of(one: Field) -> str:
    """Return the default of a field, in code where a user could write it."""
    if one.default is REQUIRED:
        return "**required**"
    return f"`{one.default_words}`" if one.default_words else ""


def about(one: Field) -> str:
    """Return what a field is, with the code of its rule."""
    text = linked(cell(one.about))
    return f"{text} {linked(one.rule)}" if one.rule else text


def fields_table(record: type[Record], leave_out: Iterable[str] = ()) -> str:
    """Return the fields of a record as a table."""
    rows = [
        (f"`{name}`", cell(one.words), default_of(one), about(one))
        for name, one in record._fields.items()
        if name not in set(leave_out)
    ]
    return table(("field", "value", "default", "what it is"), rows)


def summary(thing: object) -> str:
    """Return the first paragraph of a docstring, with links to rules."""
    text = (thing.__doc__ or "").strip().split("\n\n")[0]
    return linked(" ".join(text.split()))
