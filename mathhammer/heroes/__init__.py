"""The Space Marine Heroes dice game: one turn exactly, whole games by Monte Carlo.

`turn` answers what the dice of a turn are worth and what to do with them; `Policy` is a
rule of thumb. `play` plays whole games of two players.
"""

from mathhammer.heroes.advice import Advice, Alternative
from mathhammer.heroes.games import GamesResult
from mathhammer.heroes.players import GameSetup, Team
from mathhammer.heroes.playing import play
from mathhammer.heroes.policies import RULES_OF_THUMB, Policy
from mathhammer.heroes.results import HeroesResult, turn
from mathhammer.heroes.setup import Ruleset, Setup, Values
from mathhammer.heroes.solve import Solution
from mathhammer.heroes.wargear import Hero, Wargear

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
