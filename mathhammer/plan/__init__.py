"""The neck of the hourglass: what is going to be rolled, as numbers only.

The games translate profiles into a `Plan` (one attack) or a `TurnPlan` (a whole turn);
the engines play it and never see a weapon. Faces are kept, not only masses, so that an
engine may roll die by die; a `Roll` and an `Amount` derive their exact masses on demand.
Everything is an immutable tuple.
"""

from mathhammer.plan.attacks import AFTER, NOW, POOL, DicePacket, Packet, Volley
from mathhammer.plan.rolls import CRITICAL, FAIL, SUCCESS, Amount, Roll
from mathhammer.plan.steps import STAGES, Action, Explosion, OwnLosses, Plan
from mathhammer.plan.units import Group, Target

__all__ = [
    "AFTER",
    "CRITICAL",
    "FAIL",
    "NOW",
    "POOL",
    "STAGES",
    "SUCCESS",
    "Action",
    "Amount",
    "DicePacket",
    "Explosion",
    "Group",
    "OwnLosses",
    "Packet",
    "Plan",
    "Roll",
    "Target",
    "Volley",
]
