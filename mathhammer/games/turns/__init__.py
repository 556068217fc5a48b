"""Whole turns of both games: a script in, a `TurnPlan` of numbers out.

`world` what the units' own states don't say, `arms` who carries a weapon and who still
lives to use it, `moves` one step in one world, `fights` the order in which units
fight, `compiler` puts the plan together, `notes` says what a reader may not expect.
"""

from .compiler import CompiledTurn, compile_turn

__all__ = ["CompiledTurn", "compile_turn"]
