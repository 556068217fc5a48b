"""Sustained Hits X: a critical hit scores X more hits (W-3)."""

from __future__ import annotations

from mathhammer.core.dice import Dice
from mathhammer.games.common.vocabulary import DICE
from mathhammer.games.wh40k.abilities.row import Ability, Row


def extra_hits(ability: Ability) -> Dice:
    """Return the hits added to a critical hit, rolled for each; they are plain hits (W-3)."""
    return ability.dice or Dice((), 0)


SUSTAINED_HITS = Row(
    kind="sustained hits",
    code="W-3",
    help="a critical hit scores X more hits, which are plain hits",
    short="sh",
    spellings=("sustained hit",),
    value=DICE,
    extra_hits=extra_hits,
)
