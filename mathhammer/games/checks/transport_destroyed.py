"""Passengers of a destroyed transport (W-5.6)."""

from mathhammer.core.readers import flag
from mathhammer.core.record import field, required
from mathhammer.games.checks.dice_pools import Pool, PoolCheck
from mathhammer.games.checks.fields import MODELS
from mathhammer.games.names import WH40K

#: Faces that hurt a passenger who disembarks, and in an emergency (W-5.6).
DISEMBARK_HURTS, EMERGENCY_HURTS = 1, 3


class TransportDestroyed(PoolCheck):
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
    def pool(self) -> Pool:
        """A D6 each, hurt on a 1 (emergency: 1 to 3) (W-5.6)."""
        return Pool(self.models, 1, EMERGENCY_HURTS if self.emergency else DISEMBARK_HURTS)

    @property
    def notes(self) -> tuple[str, ...]:
        """What else becomes of them."""
        notes = ("The unit is battle-shocked, and can't charge this turn.",)
        if not self.emergency:
            return notes
        more = "Models that can't be set up are destroyed; that is not counted here."
        return (*notes, more)
