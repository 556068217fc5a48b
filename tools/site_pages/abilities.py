"""Every ability of both games, from their tables."""

from __future__ import annotations

from mathhammer.games.aos.abilities import table as aos
from mathhammer.games.common.vocabulary import INERT, NOT_MODELLED, Vocabulary
from mathhammer.games.names import AOS, TITLES, WH40K
from mathhammer.games.wh40k.abilities import table as wh40k
from site_pages.markdown import cell, linked, table

_TABLES = (
    (f"Weapons of {TITLES[WH40K]}", wh40k.WEAPON),
    (f"Units of {TITLES[WH40K]}", wh40k.UNIT),
    (f"Weapons of {TITLES[AOS]}", aos.WEAPON),
    (f"Units of {TITLES[AOS]}", aos.UNIT),
)


def rows(vocabulary: Vocabulary) -> list[tuple[str, ...]]:
    """Return a row for each ability."""
    found = []
    for one in vocabulary.rows:
        about = linked(cell(one.help))
        if one.effect == INERT:
            about += " (no effect on the dice; a note says so)"
        elif one.effect == NOT_MODELLED:
            about += f" (**not modelled**: {cell(one.instead)})"
        context = ", ".join(f"`{name}`" for name in one.context)
        short = f"`{one.short}`" if one.short else ""
        found.append((f"`{one.form}`", about, short, context, linked(one.code)))
    return found


def page() -> str:
    """Return the page."""
    parts = [
        "# Abilities",
        "How each is written in brackets or in a list `abilities`; case and hyphens are free. X is "
        "a number, or dice where the rules have dice. Letters in the third column stand for an "
        "ability in the [text notation](notation.md). The fourth names the fields of the "
        "[context](scenario.md#context) on which it depends.",
    ]
    head = ("ability", "what it does", "short", "context", "rule")
    for title, vocabulary in _TABLES:
        parts += [f"## {title}", table(head, rows(vocabulary))]
    return "\n\n".join(parts) + "\n"
