"""Abilities of real datasheets that change no dice (W-3)."""

from mathhammer.games.common.vocabulary import INERT
from mathhammer.games.wh40k.abilities.row import Row

PSYCHIC = Row(kind="psychic", help="a mark to which rules of datasheets refer", effect=INERT)
ONE_SHOT = Row(kind="one shot", help="used once in a battle", effect=INERT)
