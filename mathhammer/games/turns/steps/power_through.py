"""The command Power Through, as a step (A-4)."""

from collections.abc import Iterator
from typing import Any

from mathhammer.games.checks.power_through import POWER_THROUGH
from mathhammer.games.common.amounts import plain_amount
from mathhammer.games.names import AOS
from mathhammer.games.turns.fighters import Fighter
from mathhammer.games.turns.legality import Legality
from mathhammer.games.turns.steps.targeted import TargetedStep, packet
from mathhammer.plan import Amount, DicePacket


class PowerThrough(TargetedStep):
    """A unit that charged powers through an enemy (A-4)."""

    games = (AOS,)

    def dice(self, one: Fighter, other: Fighter) -> DicePacket:
        """Return D3 mortal damage."""
        return packet("Power Through", Amount.fixed(1), 0, plain_amount(POWER_THROUGH))

    def forbidden(self, legality: Legality, one: Fighter, other: Fighter) -> Iterator[str]:
        """Yield why a unit could not power through."""
        gap = legality.gap(self.by, self.at)
        if not legality.charged(self.by):
            yield f"Power Through is for units that charged, which {one.name} has not"
        if gap is not None and gap > legality.script.rules.COMBAT:
            yield f"Power Through is for units in combat, and {other.name} is {gap:g} inches away"
        mine: Any = one.unit
        theirs: Any = other.unit
        if theirs.health >= mine.health:
            yield f"Power Through is for enemies of lower Health, which {other.name} is not"
