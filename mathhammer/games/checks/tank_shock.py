"""The stratagem Tank Shock (W-6)."""

from mathhammer.core.readers import integer
from mathhammer.core.record import required
from mathhammer.games.checks.dice_pools import Pool, PoolCheck
from mathhammer.games.names import WH40K

#: A die that inflicts a mortal wound, and how many they are at most (W-6).
TANK_SHOCK_ON, TANK_SHOCK_MOST = 5, 6
#: The dice that are added where the weapon is stronger than the target is tough (W-6).
TANK_SHOCK_MORE = 2


def tank_shock_dice(strength: int, toughness: int) -> int:
    """Return how many D6 are rolled: as many as the weapon is strong, two more if S > T (W-6).

    Examples
    --------
    >>> tank_shock_dice(8, 8), tank_shock_dice(8, 7)
    (8, 10)
    """
    return strength + TANK_SHOCK_MORE * (strength > toughness)


class TankShock(PoolCheck):
    """What does Tank Shock do? (W-6)."""

    strength: int = required(integer(1, 100), "Of one of the vehicle's melee weapons.")
    toughness: int = required(integer(1, 100), "Of the enemy unit.")

    kind = "tank_shock"
    asks = "what does the stratagem Tank Shock do?"
    games = (WH40K,)
    words = ("strength", "toughness")
    _noun = "Tank Shock"

    @property
    def pool(self) -> Pool:
        """Its dice: each 5+ is a mortal wound, six at most (W-6)."""
        dice = tank_shock_dice(self.strength, self.toughness)
        return Pool(dice, TANK_SHOCK_ON, most=TANK_SHOCK_MOST)
