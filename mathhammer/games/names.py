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


#: What the attacks of a weapon may be already, in the order of an attack (W-1, A-1).
HITS, WOUNDS, FAILED_SAVES = STARTS = ("hits", "wounds", "failed saves")


def start_named(words: str) -> str | None:
    """Return the start that some words name, in any case and with hyphens; None for none.

    Examples
    --------
    >>> start_named("Failed-Saves"), start_named("saves")
    ('failed saves', None)
    """
    folded = " ".join(words.casefold().replace("-", " ").replace("_", " ").split())
    return folded if folded in STARTS else None
