"""Whole turns of both games: a script in, a `TurnPlan` of numbers out.

`script` and `fighters` are what a user describes, `steps` a module for each step: its fields,
its moves, what of it the rules would not permit. `rules` says what a game adds to it (`wh40k`,
`aos`). `validate` finds what is wrong before it is played, `compiler` puts the plan together: in
each `branch` the `moves`, with the `explosions` that they set off. `notes` says what a reader may
not expect: of the attacks (`moves`), and by the `history` of the branches that can be
reached what is against the rules (`legality`).
"""

from mathhammer.games.turns.compiler import CompiledTurn, compile_turn
from mathhammer.games.turns.notes import turn_notes

__all__ = ["CompiledTurn", "compile_turn", "turn_notes"]
