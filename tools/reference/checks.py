"""Every kind of check with its fields."""

from __future__ import annotations

from reference.markdown import fields_table, summary

from mathhammer.games.checks.kinds import CHECKS


def page() -> str:
    """Return the page."""
    parts = [
        "# Checks",
        "Dice outside attacks, by their kind: `mathhammer check KIND --FIELD VALUE` (or just "
        "`mathhammer KIND ...`), `mathhammer.check(kind, **fields)`, or a file with `kind` and the "
        "fields at the top. [How to ask](../how-to/checks.md).",
    ]
    for kind, check in CHECKS.items():
        asked = check.asks[0].upper() + check.asks[1:]
        parts += [f"## {kind}", f"{asked}.".replace("?.", "?"), summary(check)]
        parts.append(fields_table(check) if check._fields else "It has no fields.")
    return "\n\n".join(parts) + "\n"
