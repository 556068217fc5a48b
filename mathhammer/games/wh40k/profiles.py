"""The profiles of Warhammer 40,000."""

from mathhammer.games.common.mortals import MortalDice
from mathhammer.games.wh40k.context import Context, Ruleset
from mathhammer.games.wh40k.modifiers import Modifiers, Rider, TargetModifiers
from mathhammer.games.wh40k.parts import Leader, ModelGroup
from mathhammer.games.wh40k.unit import Unit
from mathhammer.games.wh40k.weapon import Weapon

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
