"""What a Command Re-roll is worth in an attack, and where it is best kept for (W-6).

The best policy is found by dynamic programming (`mathhammer.engine.reroll`): at each roll
the player sees what he would see at the table with fast dice, and keeps the re-roll or uses
it, whichever is better for the objective. Beside it stand rules of thumb, valued exactly.
For rolls outside attacks it is the same, from the joint dice of an Advance and its charge.
"""

from mathhammer.reroll.call import (
    check_game,
    check_player,
    command_reroll,
    command_reroll_check,
    of_check,
    of_units,
)
from mathhammer.reroll.objective import Objective, check_objective

__all__ = [
    "Objective",
    "check_game",
    "check_objective",
    "check_player",
    "command_reroll",
    "command_reroll_check",
    "of_check",
    "of_units",
]
