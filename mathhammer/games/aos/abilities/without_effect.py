"""Marks of weapons to which rules of a faction refer, and which change no dice (A-3)."""

from mathhammer.games.aos.abilities.row import Row
from mathhammer.games.common.vocabulary import INERT

BLOOD_HUNGRY = Row(
    kind="blood hungry",
    help="a mark to which abilities of a faction refer",
    written="Blood-hungry",
    effect=INERT,
)
WYRDFLAME = Row(
    kind="wyrdflame",
    help="a mark of fire: what it does to a unit after the attack isn't computed",
    effect=INERT,
)
