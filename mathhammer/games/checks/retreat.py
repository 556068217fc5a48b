"""Retreating out of combat (A-5)."""

from mathhammer.core.dice import Dice
from mathhammer.games.checks.dice_pools import MortalDamage
from mathhammer.games.names import AOS

#: Mortal damage that a retreat costs (A-5).
RETREAT = Dice.parse("D3")


class Retreat(MortalDamage):
    """What does a retreat cost? (A-5)."""

    kind = "retreat"
    asks = "what does a retreat cost?"
    games = (AOS,)
    counterpart = "desperate_escape"
    _noun = "a retreat"

    dice = RETREAT
