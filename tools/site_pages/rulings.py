"""Every ruling, from the rulesets."""

from __future__ import annotations

from mathhammer.games.names import AOS, TITLES, WH40K, profiles_of
from site_pages.markdown import fields_table, summary


def page() -> str:
    """Return the page."""
    from mathhammer.heroes.setup import Ruleset

    parts = [
        "# Rulings",
        "Where players read a rule in different ways, the reading is an option with a default. "
        "They stand in a table `[ruleset]` of a file, in `ruleset={...}` in Python, and after "
        "`--ruleset` on the command line. [What they mean](../how-to/rulings.md).",
    ]
    rulesets = [(TITLES[game], profiles_of(game).Ruleset) for game in (WH40K, AOS)]
    for title, record in (*rulesets, ("Space Marine Heroes", Ruleset)):
        parts += [f"## {title}", summary(record), fields_table(record)]
    return "\n\n".join(parts) + "\n"
