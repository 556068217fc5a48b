"""What weapons are used together in a phase: all of its type (A-3)."""

from mathhammer.games.aos.profiles import Unit
from mathhammer.games.common.ways import TYPES, Way


def ways(attacker: Unit, phase: str) -> list[Way]:
    """Return the one way in which a unit's weapons are used in a phase (A-3).

    Parameters
    ----------
    attacker : Unit
    phase : {"shoot", "fight"}

    Returns
    -------
    list of tuple of int
        The copies of each weapon; empty where the unit has none for the phase.
    """
    way = tuple(w.count if w.type == TYPES[phase] else 0 for w in attacker.weapons)
    return [way] if any(way) else []
