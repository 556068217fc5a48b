"""Passengers of a destroyed transport (W-5.6)."""

from __future__ import annotations

from typing import Any

from mathhammer.core.readers import flag
from mathhammer.core.record import field, required
from mathhammer.games.checks.check import Check
from mathhammer.games.checks.dice_pools import dice_that, pool_plan
from mathhammer.games.checks.fields import MODELS
from mathhammer.games.checks.outcome import Outcome
from mathhammer.games.names import WH40K
from mathhammer.plan.checks import CheckPlan

#: Faces that hurt a passenger who disembarks, and in an emergency (W-5.6).
DISEMBARK_HURTS, EMERGENCY_HURTS = 1, 3


class TransportDestroyed(Check):
    """What does the end of their transport do to its passengers? (W-5.6)."""

    models: int = required(MODELS, "Those that disembark.")
    emergency: bool = field(
        flag, False, "An emergency disembarkation: hurt on 1 to 3 instead of 1."
    )

    kind = "transport_destroyed"
    asks = "what does the end of their transport do to its passengers?"
    games = (WH40K,)
    words = ("models",)
    _noun = "a destroyed transport"

    @property
    def _faces(self) -> int:
        return EMERGENCY_HURTS if self.emergency else DISEMBARK_HURTS

    def answer(self, game: str, ruleset: Any) -> Outcome:
        """Answer what passengers suffer: a D6 each, hurt on a 1 (emergency: 1 to 3) (W-5.6)."""
        notes = ["The unit is battle-shocked, and can't charge this turn."]
        if self.emergency:
            notes.append("Models that can't be set up are destroyed; that is not counted here.")
        hurt = dice_that(self.models, self._faces)
        return Outcome({"distribution": "mortal wounds"}, None, hurt, notes=tuple(notes))

    def plan(self, game: str, ruleset: Any) -> CheckPlan:
        """Return the dice as they are rolled."""
        return pool_plan(self.models, 1, self._faces)
