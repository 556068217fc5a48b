"""Crit (Mortal): a critical hit inflicts mortal damage, and the attack ends (A-3)."""

from __future__ import annotations

from mathhammer.games.aos.abilities.row import Row


def crit_worth(plain: float, through: float) -> float:
    """Return what a critical hit is worth: all of the damage, without a roll (A-3)."""
    return 1.0


CRIT_MORTAL = Row(
    kind="crit mortal",
    code="A-3",
    help="a critical hit inflicts mortal damage equal to Damage, and the attack ends",
    written="Crit (Mortal)",
    spellings=("crit mortal damage",),
    crit_worth=crit_worth,
    mortal_on_critical_hit=True,
)
