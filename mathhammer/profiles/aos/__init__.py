"""The profiles of Age of Sigmar."""

from ..mortals import MortalDice
from .context import Context, Ruleset
from .modifiers import Modifiers, TargetModifiers
from .unit import Unit
from .weapon import Weapon

__all__ = [
    "Context",
    "Modifiers",
    "MortalDice",
    "Ruleset",
    "TargetModifiers",
    "Unit",
    "Weapon",
]
