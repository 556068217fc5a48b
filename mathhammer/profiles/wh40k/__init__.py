"""The profiles of Warhammer 40,000."""

from ..mortals import MortalDice
from .context import Context, Ruleset
from .modifiers import Modifiers, Rider, TargetModifiers
from .parts import Leader, ModelGroup
from .unit import Unit
from .weapon import Weapon

__all__ = [
    "Context",
    "Leader",
    "ModelGroup",
    "Modifiers",
    "MortalDice",
    "Rider",
    "Ruleset",
    "TargetModifiers",
    "Unit",
    "Weapon",
]
