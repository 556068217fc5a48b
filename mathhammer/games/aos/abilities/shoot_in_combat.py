"""Shoot in Combat: a ranged weapon that may be used in combat (A-3)."""

from mathhammer.games.aos.abilities.row import Row

SHOOT_IN_COMBAT = Row(
    kind="shoot in combat",
    help="a ranged weapon that may be used in combat",
    written="Shoot in Combat",
    shoots_in_combat=True,
)
