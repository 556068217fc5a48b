"""The built-in targets of each game, as its own `presets` has them."""

from typing import Any

from mathhammer.core.errors import MathhammerError, nearest, quoted
from mathhammer.games.names import TITLES, WH40K
from mathhammer.games.registry import part

GAMES = {game: part(game, "presets").PRESETS for game in TITLES}
#: Where the numbers stand in time, shown beside the list.
DATA_DATES = {game: part(game, "presets").DATED for game in TITLES}


def preset_key(words: str) -> str:
    """Return the key of a preset, however it is spelt.

    Examples
    --------
    >>> preset_key("Land_Raider")
    'land-raider'
    """
    return "-".join(words.casefold().replace("_", " ").split())


def preset_fields(name: str, game: str = WH40K) -> dict[str, Any]:
    """Return a fresh copy of the fields of a built-in target of a game.

    Raises
    ------
    MathhammerError
        No such preset; with the nearest match.

    Examples
    --------
    >>> preset_fields("MEQ")["toughness"]
    4
    """
    key, presets = preset_key(name), GAMES[game]
    if key not in presets:
        other = next((title for title, known in GAMES.items() if key in known), None)
        hint = f' (it is one of game = "{other}")' if other else nearest(key, presets)
        raise MathhammerError(f"unknown preset {quoted(name)}{hint}; presets: {', '.join(presets)}")
    return dict(presets[key].fields)
