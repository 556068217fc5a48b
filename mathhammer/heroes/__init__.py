"""The Space Marine Heroes dice game: one turn exactly, whole games by Monte Carlo.

`turn` answers what the dice of a turn are worth and what to do with them; `Policy` is a
rule of thumb. `play` plays whole games of two players.
"""

from .advice import Advice, Alternative
from .games import GamesResult
from .players import GameSetup, Team
from .playing import play
from .policies import RULES_OF_THUMB, Policy
from .results import HeroesResult, turn
from .setup import Ruleset, Setup, Values
from .solve import Solution
from .wargear import Hero, Wargear

__all__ = [
    "RULES_OF_THUMB",
    "Advice",
    "Alternative",
    "GameSetup",
    "GamesResult",
    "Hero",
    "HeroesResult",
    "Policy",
    "Ruleset",
    "Setup",
    "Solution",
    "Team",
    "Values",
    "Wargear",
    "play",
    "turn",
]
