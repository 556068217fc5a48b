"""Built-in targets: numbers that stand for what players often attack.

Each row says what it stands for in general words. `models` is the smaller of the usual
sizes. `DATA_DATES` says of when the numbers are.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

from mathhammer.core.errors import MathhammerError, nearest, quoted

#: Where the numbers stand in time, shown beside the list.
DATA_DATES = {
    "wh40k": "June 2026, the last state of 10th edition",
    "aos": "August 2026, 4th edition",
}


class Preset(NamedTuple):
    """A built-in target: its fields, and what it stands for."""

    fields: dict[str, Any]
    stands_for: str


def _preset(
    stats: tuple[str, ...], values: tuple[Any, ...], stands_for: str, keywords: str, **more: Any
) -> Preset:
    fields = dict(zip(stats, values, strict=True))
    return Preset({**fields, **more, "keywords": keywords.split(", ")}, stands_for)


_row = partial(_preset, ("models", "toughness", "save", "wounds"))
_aos = partial(_preset, ("models", "health", "save"))
WH40K: dict[str, Preset] = {
    "geq": _row((10, 3, "5+", 1), "guard infantry with rifles", "Infantry"),
    "chaff": _row((10, 3, "6+", 1), "cultists, the cheapest infantry", "Infantry"),
    "ork": _row((10, 5, "5+", 1), "a mob of tough infantry", "Infantry"),
    "horde-fnp": _row((10, 4, "7+", 1), "shambling dead", "Infantry", feel_no_pain="5+"),
    "necron": _row((10, 4, "4+", 1), "metal infantry", "Infantry"),
    "meq": _row((5, 4, "3+", 2), "power-armoured battleline", "Infantry"),
    "meq-inv": _row((3, 4, "3+", 3), "power armour with shields", "Infantry", invulnerable="4+"),
    "gravis": _row((3, 6, "3+", 3), "heavy power armour", "Infantry"),
    "teq": _row((5, 5, "2+", 3), "heavy elite armour", "Infantry", invulnerable="4+"),
    "custodes": _row((4, 6, "2+", 3), "golden guardians", "Infantry", invulnerable="4+"),
    "bike": _row((3, 5, "3+", 4), "armoured bikes", "Mounted"),
    "rhino": _row((1, 9, "3+", 10), "armoured transport, light vehicle", "Vehicle"),
    "armiger": _row((1, 9, "3+", 14), "small walker knight", "Vehicle", invulnerable_ranged="5+"),
    "dread": _row((1, 10, "2+", 12), "heavy walker", "Vehicle"),
    "veq": _row((1, 10, "3+", 12), "battle tank, medium vehicle", "Vehicle"),
    "leman-russ": _row((1, 11, "2+", 13), "heavy battle tank", "Vehicle"),
    "land-raider": _row((1, 12, "2+", 16), "heaviest tank", "Vehicle"),
    "monster": _row((1, 10, "2+", 10), "leader beast with a shield", "Monster", invulnerable="4+"),
    "keq": _row(
        (1, 11, "3+", 26), "big walker knight", "Vehicle, Titanic", invulnerable_ranged="5+"
    ),
    "ctan": _row(
        (1, 11, "3+", 16), "star god", "Monster, Character", invulnerable="4+", feel_no_pain="5+"
    ),
}


AOS: dict[str, Preset] = {
    "chaff": _aos((20, 1, "5+"), "rats, the cheapest infantry", "Infantry"),
    "skeleton": _aos((10, 1, "5+"), "walking bones", "Infantry", ward="6+"),
    "line": _aos((10, 1, "4+"), "free people with shields", "Infantry"),
    "daemon": _aos((10, 2, "5+"), "lesser daemons", "Infantry", ward="6+"),
    "plague": _aos((10, 2, "6+"), "plague daemons, ghosts", "Infantry", ward="5+"),
    "saurus": _aos((10, 2, "4+"), "scaled warriors", "Infantry"),
    "heavy": _aos((5, 2, "3+"), "armoured battleline", "Infantry"),
    "brute": _aos((5, 3, "3+"), "big armoured fighters", "Infantry"),
    "anvil": _aos((3, 3, "2+"), "the best armour on foot", "Infantry"),
    "ogor": _aos((6, 4, "5+"), "large and hardly armoured", "Infantry"),
    "cavalry": _aos((5, 4, "3+"), "armoured riders", "Cavalry"),
    "monster": _aos((1, 14, "4+"), "beast with a howdah", "Monster"),
    "boss": _aos((1, 18, "3+"), "leader on a great beast", "Hero, Monster"),
    "greater-daemon": _aos((1, 20, "4+"), "greater daemon", "Hero, Monster", ward="5+"),
    "gargant": _aos((1, 35, "4+"), "giant", "Monster"),
}

GAMES: dict[str, dict[str, Preset]] = {"wh40k": WH40K, "aos": AOS}


def preset_fields(name: str, game: str = "wh40k") -> dict[str, Any]:
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
    key = "-".join(name.strip().casefold().replace("_", " ").split())
    presets = GAMES[game]
    if key not in presets:
        other = next((title for title, known in GAMES.items() if key in known), None)
        hint = f' (it is one of game = "{other}")' if other else nearest(key, presets)
        raise MathhammerError(f"unknown preset {quoted(name)}{hint}; presets: {', '.join(presets)}")
    return dict(presets[key].fields)
