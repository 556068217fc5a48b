"""The best use of a Command Re-roll (W-6), by dynamic programming backward in time."""

from .columns import ATTACKER, DEFENDER, Place
from .policy import Policy, Sides
from .rules import Thumb, thumbs_of

__all__ = ["ATTACKER", "DEFENDER", "Place", "Policy", "Sides", "Thumb", "thumbs_of"]
