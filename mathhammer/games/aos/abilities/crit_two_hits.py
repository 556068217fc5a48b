"""Crit (2 Hits): a critical hit counts as two hits, each rolled to wound (A-3)."""

from __future__ import annotations

from mathhammer.games.aos.abilities.row import Row


def crit_worth(plain: float, through: float) -> float:
    """Return what a critical hit is worth: two plain hits (A-3)."""
    return 2.0 * plain


CRIT_TWO_HITS = Row(
    kind="crit 2 hits",
    code="A-3",
    help="a critical hit counts as two hits, each rolled to wound",
    written="Crit (2 Hits)",
    spellings=("crit two hits",),
    crit_worth=crit_worth,
    extra_hits=1,
)
