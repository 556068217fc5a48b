"""The profiles of Age of Sigmar."""

from mathhammer.games.aos.context import Context, Ruleset
from mathhammer.games.aos.modifiers import Modifiers, Rider, TargetModifiers
from mathhammer.games.aos.unit import Unit
from mathhammer.games.aos.weapon import Weapon
from mathhammer.games.common.mortals import MortalDice

__all__ = [
    "Context",
    "Modifiers",
    "MortalDice",
    "Rider",
    "Ruleset",
    "TargetModifiers",
    "Unit",
    "Weapon",
]
