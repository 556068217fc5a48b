"""Sustained Hits X: a critical hit scores X more hits, rolled for each; they are plain (W-3)."""

from mathhammer.core.dice import Dice
from mathhammer.games.common.vocabulary import DICE
from mathhammer.games.wh40k.abilities.row import Row

SUSTAINED_HITS = Row(
    kind="sustained hits",
    help="a critical hit scores X more hits, which are plain hits",
    short="sh",
    spellings=("sustained hit",),
    value=DICE,
    extra_hits=lambda ability: ability.dice or Dice((), 0),
)
