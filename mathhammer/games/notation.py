r"""The text notation of profiles: one line for a weapon or a target, as players write it.

A weapon is ``5x bolt rifle: A2 BS3+ S4 AP-1 D1 24" [Heavy, Sustained Hits D3]``, in Age of
Sigmar ``10x blade: 2/3+/4+/1/D3 [Crit (Mortal)]``: an optional count, an optional name,
then stats and abilities in any order. The rules that decide between readings:

- A name ends at the last colon before the first stat; without a colon, the words before
  the first stat are the name.
- Of labels the longest counts, and a label binds to what touches it: ``D3`` is damage 3,
  ``DD3`` damage of a die. A label that touches nothing takes the next token (``A 2``); a
  number that touches a following label belongs to it (``2A``), but not to D.
- Brackets hold abilities, in Warhammer 40,000 also by their usual two letters, and modifiers
  (``re-roll hits: ones``, ``+1 to wound``, ``crit hits 5+``).

Nothing is dropped: what isn't understood is an error that names its column.
"""

from mathhammer.games.describe import describe_target, describe_weapon
from mathhammer.games.read_text import (
    aos_weapon_fields,
    reading_notes,
    target_fields,
    weapon_fields,
)
from mathhammer.games.text.signs import text_game

__all__ = [
    "aos_weapon_fields",
    "describe_target",
    "describe_weapon",
    "reading_notes",
    "target_fields",
    "text_game",
    "weapon_fields",
]
