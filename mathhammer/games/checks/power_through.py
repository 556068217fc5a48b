"""The command Power Through (A-4)."""

from mathhammer.core.dice import Dice
from mathhammer.games.checks.dice_pools import MortalDamage
from mathhammer.games.names import AOS

#: Mortal damage that it inflicts (A-4).
POWER_THROUGH = Dice.parse("D3")


class PowerThrough(MortalDamage):
    """What does Power Through do? (A-4)."""

    kind = "power_through"
    asks = "what does the command Power Through do?"
    games = (AOS,)
    _noun = "Power Through"

    dice = POWER_THROUGH
