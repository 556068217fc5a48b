"""Crit (Auto-wound): a critical hit wounds without a roll, and is saved as usual (A-3)."""

from __future__ import annotations

from mathhammer.games.aos.abilities.row import Row


def crit_worth(plain: float, through: float) -> float:
    """Return what a critical hit is worth: the share of wounds that no save stops (A-3)."""
    return through


CRIT_AUTO_WOUND = Row(
    kind="crit auto wound",
    code="A-3",
    help="a critical hit wounds automatically, saved as usual",
    written="Crit (Auto-wound)",
    spellings=("crit autowound",),
    crit_worth=crit_worth,
    wounds_on_critical_hit=True,
)
