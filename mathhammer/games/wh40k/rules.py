"""What the registry offers of Warhammer 40,000, 10th edition."""

from mathhammer.games.wh40k.notes import (
    devastating,
    notes,
    rule_notes,
    rulings,
    unused_context,
    unused_note,
)
from mathhammer.games.wh40k.prepared_weapon import prepared_weapons
from mathhammer.games.wh40k.sequence import compile_attack, compile_repeated
from mathhammer.games.wh40k.situation import shared_situation

__all__ = [
    "compile_attack",
    "compile_repeated",
    "devastating",
    "notes",
    "prepared_weapons",
    "rule_notes",
    "rulings",
    "shared_situation",
    "unused_context",
    "unused_note",
]
