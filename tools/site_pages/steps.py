"""Every step of a turn with its fields."""

from __future__ import annotations

from mathhammer.games.turns.steps.registry import INSTEAD, STEPS
from mathhammer.games.turns.steps.step import Step
from site_pages.markdown import cell, fields_table, linked, summary, table


def page() -> str:
    """Return the page."""
    parts = [
        "# Steps of a turn",
        "A turn is a list of steps; `do` says what each does. [How to write one]"
        "(../how-to/turns.md). What steps read of a unit (`move`, `leadership`, "
        "`objective_control`, ...) are [its fields in a turn](scenario.md#unit-of-a-turn).",
        "## Every step",
        fields_table(Step),
    ]
    for kind, step in STEPS.items():
        parts += [f"## {kind}", summary(step), fields_table(step, Step._fields)]
    rows = [(f"`{name}`", linked(cell(words))) for name, words in INSTEAD.items()]
    parts += ["## What is no step", table(("you may look for", "write instead"), rows)]
    return "\n\n".join(parts) + "\n"
