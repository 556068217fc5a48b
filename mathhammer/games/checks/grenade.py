"""The stratagem Grenade (W-6)."""

from mathhammer.games.checks.dice_pools import Pool, PoolCheck
from mathhammer.games.names import WH40K

#: Six dice, each of which inflicts a mortal wound on 4+ (W-6).
GRENADE_DICE, GRENADE_ON = 6, 4


class Grenade(PoolCheck):
    """What does Grenade do? (W-6)."""

    kind = "grenade"
    asks = "what does the stratagem Grenade do?"
    games = (WH40K,)
    _noun = "Grenade"

    pool = Pool(GRENADE_DICE, GRENADE_ON)
