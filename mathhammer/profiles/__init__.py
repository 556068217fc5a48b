"""The profiles a user describes: `Weapon`, `Unit`, `Context`, `Ruleset` and their parts.

All are `Record` values: keyword-only, validated on construction, immutable. A threshold
of 0 means "none" (written ``"-"`` or left out). What belongs to Age of Sigmar is named
as such where it is met.
"""

from .context import Context, Ruleset
from .modifiers import Modifiers, Rider, TargetModifiers
from .parts import Leader, ModelGroup
from .unit import Unit
from .weapon import MortalDice, Weapon

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
