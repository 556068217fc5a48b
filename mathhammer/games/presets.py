"""The built-in targets of each game, as its own `presets` has them."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from mathhammer.core.errors import MathhammerError, nearest, quoted
from mathhammer.games.names import GAMES, WH40K
from mathhammer.games.registry import part


class Preset(NamedTuple):
    """A built-in target: its fields, and what it stands for."""

    fields: dict[str, Any]
    stands_for: str


def preset(
    stats: tuple[str, ...], values: tuple[Any, ...], stands_for: str, keywords: str, **more: Any
) -> Preset:
    """Return a built-in target, from the values of its stats and more fields."""
    fields = dict(zip(stats, values, strict=True))
    return Preset({**fields, **more, "keywords": keywords.split(", ")}, stands_for)


def presets_of(game: str) -> Mapping[str, Preset]:
    """Return the built-in targets of a game, by their keys."""
    presets: Mapping[str, Preset] = part(game, "presets").PRESETS
    return presets


def data_date(game: str) -> str:
    """Return where the numbers of a game's built-in targets stand in time."""
    dated: str = part(game, "presets").DATED
    return dated


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
    key, presets = preset_key(name), presets_of(game)
    if key not in presets:
        other = next((name for name in GAMES if key in presets_of(name)), None)
        hint = f' (it is one of game = "{other}")' if other else nearest(key, presets)
        raise MathhammerError(f"unknown preset {quoted(name)}{hint}; presets: {', '.join(presets)}")
    return dict(presets[key].fields)
