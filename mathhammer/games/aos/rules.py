"""What the registry offers of Age of Sigmar, 4th edition."""

from mathhammer.games.aos.notes import devastating, notes, rule_notes, rulings, unused_note
from mathhammer.games.aos.sequence import compile_attack, compile_repeated, prepared_weapons
from mathhammer.games.aos.situation import shared_situation
from mathhammer.games.aos.unused import unused_context

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
