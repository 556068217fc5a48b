"""The text notation of profiles, of both games: read and written."""

from .read import (
    describe_target,
    describe_weapon,
    reading_notes,
    target_fields,
    text_game,
    weapon_fields,
)

__all__ = [
    "describe_target",
    "describe_weapon",
    "reading_notes",
    "target_fields",
    "text_game",
    "weapon_fields",
]
