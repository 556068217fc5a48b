"""The stratagem Grenade, as a step (W-6)."""

from collections.abc import Iterator

from mathhammer.games.checks.grenade import GRENADE_DICE, GRENADE_ON
from mathhammer.games.names import WH40K
from mathhammer.games.turns.fighters import SECOND, Fighter
from mathhammer.games.turns.legality import Legality
from mathhammer.games.turns.steps.targeted import TargetedStep, packet
from mathhammer.plan import Amount, DicePacket

#: How far a grenade is thrown, in inches (W-6).
GRENADE_REACH = 8


class Grenade(TargetedStep):
    """A unit throws a grenade at an enemy (W-6)."""

    games = (WH40K,)

    def dice(self, one: Fighter, other: Fighter) -> DicePacket:
        """Return six dice, each 4+ a mortal wound."""
        return packet("Grenade", Amount.fixed(GRENADE_DICE), GRENADE_ON)

    def forbidden(self, legality: Legality, one: Fighter, other: Fighter) -> Iterator[str]:
        """Yield why no grenade could be thrown."""
        gap, foes = legality.gap(self.by, self.at), legality.engaged(self.by)
        if one.unit.keywords and "grenades" not in one.unit.keywords:
            yield f"Grenade is for units with Grenades, which {one.name} lacks"
        if gap is not None and gap > GRENADE_REACH:
            yield f"Grenade reaches {GRENADE_REACH} inches, and {other.name} is {gap:g} away"
        if foes:
            yield f"{one.name} is engaged with {', '.join(foes)} and can't throw a grenade"
        if one.side == SECOND:
            yield "Grenade is for the own turn"
