"""Every kind of check with its fields."""

from __future__ import annotations

from mathhammer.games.checks.registry import KINDS as CHECKS
from site_pages.markdown import fields_table, summary


def page() -> str:
    """Return the page."""
    parts = [
        "# Checks",
        "Dice outside attacks, by their kind: `mathhammer check KIND --FIELD VALUE` (or just "
        "`mathhammer KIND ...`), `mathhammer.check(kind, **fields)`, or a file with `kind` and the "
        "fields at the top. [How to ask](../how-to/checks.md).",
    ]
    for kind, check in CHECKS.items():
        parts += [f"## {kind}", summary(check)]
        parts.append(fields_table(check) if check._fields else "It has no fields.")
    return "\n\n".join(parts) + "\n"
