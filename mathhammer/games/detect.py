"""Which game a profile belongs to, seen from its fields or its text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from mathhammer.games.names import GAMES
from mathhammer.games.registry import fields_of


def game_of(value: Any) -> str | None:
    """Return the game that a profile shows, None where it could be either.

    Parameters
    ----------
    value : Record, mapping, str, or a list of them

    Examples
    --------
    >>> game_of({"weapons": ["10x 2/3+/4+/1/D3"]}), game_of({"toughness": 4}), game_of("meq")
    ('aos', 'wh40k', None)
    """
    game = getattr(value, "game", None)
    if isinstance(game, str):
        return game or None
    if isinstance(value, str):
        from mathhammer.games.text.signs import text_game

        return text_game(value)
    if isinstance(value, Mapping):
        for name in GAMES:
            if not fields_of(name).isdisjoint(value.keys()):
                return name
        return first_game(value.get(part) for part in ("weapons", "abilities"))
    if isinstance(value, list | tuple):
        return first_game(value[:100])
    return None


def first_game(values: Iterable[Any]) -> str | None:
    """Return the game of the first value that shows one."""
    return next(filter(None, map(game_of, values)), None)
