"""The names of the games, as the registry has them."""

from __future__ import annotations

from types import ModuleType

from mathhammer.games.registry import EDITIONS, part

WH40K, AOS = "wh40k", "aos"
TITLES = {edition.game: edition.title for edition in EDITIONS}
GAMES = tuple(TITLES)
IN_GAME = {game: f'it belongs to {title} (game = "{game}")' for game, title in TITLES.items()}


def profiles_of(game: str) -> ModuleType:
    """Return the module of a game's profiles."""
    return part(game, "profiles")
