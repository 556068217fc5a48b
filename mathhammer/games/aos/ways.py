"""Which weapons of a unit may be used together in a phase: all of its type (A-3)."""

from collections.abc import Sequence

from mathhammer.games.aos.profiles import Context, Unit, Weapon
from mathhammer.games.common.ways import Way, in_reach, together


def permitted(attacker: Unit, weapon: Weapon, context: Context) -> bool:
    """Return whether a ranged weapon may be shot in a situation: it is in range (A-3)."""
    return in_reach(weapon, context)


def models_taken(attacker: Unit, phase: str, used: Sequence[int]) -> int:
    """Return 0: how many models there are decides nothing (A-3)."""
    return 0


def ways(attacker: Unit, phase: str, used: Sequence[int], alike: bool = False) -> list[Way]:
    """Return the one way in which weapons of a unit are used in a phase (A-3).

    Parameters
    ----------
    attacker : Unit
    phase : {"shoot", "fight"}
    used : sequence of int
        The places of the weapons of the phase, one profile of each.
    alike : bool
        Without effect: there is only one way.

    Returns
    -------
    list of tuple of int
        The copies of each weapon.
    """
    return [together(attacker, used)]
