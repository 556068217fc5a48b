"""The best use of a Command Re-roll (W-6), by dynamic programming backward in time."""

from mathhammer.engine.reroll.columns import ATTACKER, DEFENDER, Place
from mathhammer.engine.reroll.policy import Policy, Sides
from mathhammer.engine.reroll.rules import Thumb, thumbs_of

__all__ = ["ATTACKER", "DEFENDER", "Place", "Policy", "Sides", "Thumb", "thumbs_of"]
