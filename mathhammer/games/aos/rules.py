"""Age of Sigmar, 4th edition: a file a step of the attack sequence (A-1 to A-4).

`attacks` how many, `hits`, `wounds`, `saves`, `damage`, `crits` which Crit ability is
used, `reach` what of its own side a weapon feels (Companion), `sequence` puts the plan
together, `notes` says what a reader may not expect, `idle` what has no effect.
"""

from mathhammer.games.aos.idle import idle
from mathhammer.games.aos.notes import devastating, notes, remarks, rulings, without_effect
from mathhammer.games.aos.sequence import arms_of, compile_attack, compile_repeated
from mathhammer.games.aos.situation import situation

__all__ = [
    "arms_of",
    "compile_attack",
    "compile_repeated",
    "devastating",
    "idle",
    "notes",
    "remarks",
    "rulings",
    "situation",
    "without_effect",
]
