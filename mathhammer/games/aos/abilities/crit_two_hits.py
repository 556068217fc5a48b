"""Crit (2 Hits): a critical hit counts as two hits, each rolled to wound (A-3)."""

from mathhammer.games.aos.abilities.row import Row

CRIT_TWO_HITS = Row(
    kind="crit 2 hits",
    help="a critical hit counts as two hits, each rolled to wound",
    written="Crit (2 Hits)",
    spellings=("crit two hits",),
    crit_worth=lambda hit: hit.rolled + hit.plain,
    extra_hits=1,
)
