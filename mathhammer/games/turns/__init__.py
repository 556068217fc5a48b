"""Whole turns of both games: a script in, a `TurnPlan` of numbers out.

`world` what the units' own states don't say, `faults` what is wrong before it is played,
`arms` who carries a weapon and who still lives to use it, `moves` one step in one world,
`fights` the order in which units fight, `compiler` puts the plan together. `notes` says what
a reader may not expect; of what was `said` on the way, of the `trail` of branches that can
be reached, and of what the rules would not permit (`permits`).
"""

from mathhammer.games.turns.compiler import CompiledTurn, compile_turn
from mathhammer.games.turns.notes import turn_notes

__all__ = ["CompiledTurn", "compile_turn", "turn_notes"]
