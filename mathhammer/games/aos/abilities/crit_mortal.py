"""Crit (Mortal): a critical hit inflicts mortal damage, and the attack ends (A-3).

There is no wound roll and no save; a ward still applies to it (A-2). `sequence.py` makes the
packet; `crits.py` uses `crit_worth` to choose where a weapon has several Crits.
"""

from mathhammer.games.aos.abilities.row import Row

CRIT_MORTAL = Row(
    kind="crit mortal",
    help="a critical hit inflicts mortal damage equal to Damage, and the attack ends",
    written="Crit (Mortal)",
    spellings=("crit mortal damage", "crit mortal wounds", "crit mw"),
    crit_worth=lambda hit: hit.inflicted,
    mortal_on_critical_hit=True,
)
