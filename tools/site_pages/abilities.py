"""Every ability of both games."""

from __future__ import annotations

from mathhammer.games.wh40k import abilities as wh40k
from site_pages.markdown import table


def page() -> str:
    """Return the page."""
    names = [(name.title(),) for name in (*wh40k.PLAIN, *wh40k.VALUED)]
    return "# Abilities\n\n" + table(("ability",), names) + "\n"
