"""mathhammer: exact distributions of what the dice of tabletop wargames will do."""

from .analysis.saves import against_saves, saves_table
from .calls import attack, check, compare, run, simulate, turn
from .distribution import Distribution
from .errors import MathhammerError, NotModelledError, TooLargeError
from .profiles import Context, Ruleset, Unit, Weapon
from .reroll import command_reroll, command_reroll_check

__version__ = "0.1.0"

__all__ = [
    "Context",
    "Distribution",
    "MathhammerError",
    "NotModelledError",
    "Ruleset",
    "TooLargeError",
    "Unit",
    "Weapon",
    "against_saves",
    "attack",
    "check",
    "command_reroll",
    "command_reroll_check",
    "compare",
    "run",
    "saves_table",
    "simulate",
    "turn",
]
