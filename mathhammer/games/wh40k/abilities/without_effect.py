"""Abilities of real datasheets that change no dice, and those that can't be computed (W-3)."""

from mathhammer.games.common.vocabulary import INERT, NOT_MODELLED
from mathhammer.games.wh40k.abilities.row import Row

PSYCHIC = Row(kind="psychic", help="a mark to which rules of datasheets refer", effect=INERT)
ONE_SHOT = Row(kind="one shot", help="used once in a battle", effect=INERT)
CONVERSION = Row(
    kind="conversion",
    help="more critical hits far away, by numbers of the datasheet",
    effect=NOT_MODELLED,
    instead="give critical_hits in the weapon's modifiers where its range condition holds",
)
