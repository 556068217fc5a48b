"""Every field of the Space Marine Heroes dice game."""

from __future__ import annotations

from mathhammer.heroes.players import GameSetup, Team
from mathhammer.heroes.policies import Policy
from mathhammer.heroes.setup import Setup, Values
from mathhammer.heroes.wargear import Hero, Wargear
from site_pages.markdown import fields_table, summary

_RECORDS = {
    "A turn": Setup,
    "Values": Values,
    "Whole games": GameSetup,
    "Player": Team,
    "Policy": Policy,
    "Hero": Hero,
    "Wargear": Wargear,
}


def page() -> str:
    """Return the page."""
    parts = [
        "# The dice game",
        'Files of `kind = "heroes"`, the keywords of `mathhammer.heroes.turn` and `play`, and the '
        "options of `mathhammer heroes` have these fields. [How to ask](../how-to/heroes.md), "
        "[its rules](../rules/heroes.md), [its rulings](rulings.md#space-marine-heroes).",
    ]
    for title, record in _RECORDS.items():
        parts += [f"## {title}", summary(record), fields_table(record)]
    return "\n\n".join(parts) + "\n"
