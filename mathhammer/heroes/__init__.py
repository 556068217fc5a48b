"""The Space Marine Heroes dice game: one turn exactly, whole games by Monte Carlo.

`turn` answers what the dice of a turn are worth and what to do with them; `Policy` is a
rule of thumb.
"""

from .advice import Advice, Alternative
from .policies import RULES_OF_THUMB, Policy
from .results import HeroesResult, turn
from .setup import Ruleset, Setup, Values
from .solve import Solution

__all__ = [
    "RULES_OF_THUMB",
    "Advice",
    "Alternative",
    "HeroesResult",
    "Policy",
    "Ruleset",
    "Setup",
    "Solution",
    "Values",
    "turn",
]
