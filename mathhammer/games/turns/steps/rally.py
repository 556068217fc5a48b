"""Rally: slain models come back, then wounds heal (A-4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mathhammer.core.readers import integer, text
from mathhammer.core.record import field, required
from mathhammer.games.checks.rally import RALLY_ON
from mathhammer.games.names import AOS
from mathhammer.games.turns.history import Act
from mathhammer.games.turns.legality import Finding, Legality
from mathhammer.games.turns.moves import Mover
from mathhammer.games.turns.steps.step import Step
from mathhammer.games.turns.steps.targeted import packet
from mathhammer.plan import Amount
from mathhammer.plan.turns import Move, Restore

if TYPE_CHECKING:
    from mathhammer.games.turns.script import Script


class Rally(Step):
    """A unit rallies: slain models come back (A-4)."""

    by: str = required(text, "The unit that rallies.")
    dice: int = field(integer(1, 100), 6, "Rally rolls: 6, with a musician 7.")

    games = (AOS,)
    revives = True
    asks_for = {"starting_models": (AOS,)}

    def move(self, mover: Mover) -> Move:
        """Return the points: each 4+ is one (A-4)."""
        actor, _ = mover.fighter(self.by)
        points = packet("rally", Amount.fixed(self.dice), RALLY_ON)
        return mover.stay((actor,), Restore(actor, points, True))

    def acts(self, script: Script) -> tuple[Act]:
        """Return that the army has rallied, which it does once."""
        return (script.act_of_army(self.by, self.do),)

    def illegal(self, legality: Legality) -> Iterator[Finding]:
        """Yield that a unit in combat rallies, or the army again."""
        yield from legality.in_combat(self.by, "may not rally")
        yield from legality.again(*self.acts(legality.script), f"the side of {self.by} has rallied")
