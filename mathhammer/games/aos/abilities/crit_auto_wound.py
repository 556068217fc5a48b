"""Crit (Auto-wound): a critical hit wounds without a roll, and is saved as usual (A-3)."""

from mathhammer.games.aos.abilities.row import Row

CRIT_AUTO_WOUND = Row(
    kind="crit auto wound",
    help="a critical hit wounds automatically, saved as usual",
    written="Crit (Auto-wound)",
    spellings=("crit autowound",),
    crit_worth=lambda hit: hit.wounded,
    wounds_on_critical_hit=True,
)
