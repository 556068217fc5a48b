"""Crit (Mortal): a critical hit inflicts mortal damage, and the attack ends (A-3)."""

from mathhammer.games.aos.abilities.row import Row

CRIT_MORTAL = Row(
    kind="crit mortal",
    help="a critical hit inflicts mortal damage equal to Damage, and the attack ends",
    written="Crit (Mortal)",
    spellings=("crit mortal damage",),
    crit_worth=lambda plain, through: 1.0,  # all of the damage, without a roll
    mortal_on_critical_hit=True,
)
