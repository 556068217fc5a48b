"""Which game a profile belongs to, seen from its fields or its text."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

WH40K, AOS = "wh40k", "aos"
GAMES = (WH40K, AOS)
TITLES = {WH40K: "Warhammer 40,000", AOS: "Age of Sigmar"}
IN_GAME = {game: f'it belongs to {title} (game = "{game}")' for game, title in TITLES.items()}


def profiles_of(game: str) -> ModuleType:
    """Return the package of a game's profiles."""
    return import_module(f"{__package__}.{game}.profiles")
