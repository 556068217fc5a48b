"""The kinds of check by name; a kind is loaded when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from mathhammer.core.errors import MathhammerError, nearest, quoted
from mathhammer.core.lazy import Classes
from mathhammer.games.names import GAMES, TITLES

if TYPE_CHECKING:
    from mathhammer.games.checks.check import Check

#: Every kind of check by name, in the order in which they are listed, with where its class
#: stands: a module of this folder. A new kind is one line here and its module.
KINDS: Classes[Check] = Classes(__package__, {
    "charge": ".charge.Charge",
    "advance": ".advance.Advance",
    "battleshock": ".battleshock.Battleshock",
    "leadership": ".leadership.Leadership",
    "desperate_escape": ".desperate_escape.DesperateEscape",
    "hazardous": ".hazardous.Hazardous",
    "deadly_demise": ".deadly_demise.DeadlyDemise",
    "transport_destroyed": ".transport_destroyed.TransportDestroyed",
    "grenade": ".grenade.Grenade",
    "tank_shock": ".tank_shock.TankShock",
    "run": ".advance.Run",
    "rally": ".rally.Rally",
    "cast": ".cast.Cast",
    "prayer": ".prayer.Prayer",
    "banish": ".banish.Banish",
    "place_of_power": ".place_of_power.PlaceOfPower",
    "priority": ".priority.Priority",
    "retreat": ".retreat.Retreat",
    "power_through": ".power_through.PowerThrough",
})  # fmt: skip


def kind_of(word: str) -> str | None:
    """Return the kind that a word names, whatever its case and hyphens; None for none.

    Examples
    --------
    >>> kind_of("Tank-Shock"), kind_of("battle shock"), kind_of("x")
    ('tank_shock', 'battleshock', None)
    """
    folded = "".join(c for c in word.strip().casefold() if c not in " -_")
    return next((kind for kind in KINDS if kind.replace("_", "") == folded), None)


def kind_named(word: object) -> str:
    """Return the kind that a word names.

    Parameters
    ----------
    word : str

    Raises
    ------
    MathhammerError
        There is no such kind.
    """
    kind = kind_of(word) if isinstance(word, str) else None
    if kind is None:
        raise MathhammerError(
            f"{quoted(word)} is not a check{nearest(str(word), KINDS)}; checks: {', '.join(KINDS)}"
        )
    return kind


def read_check(kind: str, fields: Mapping[str, Any], game: str | None = None) -> tuple[Check, str]:
    """Return a check and the game it is of.

    Parameters
    ----------
    kind : str
        One of `KINDS`.
    fields : mapping
        Those of the kind.
    game : {"wh40k", "aos"}, optional
        By default the one that has the kind, or Warhammer 40,000.

    Raises
    ------
    MathhammerError
        The kind belongs to the other game, or a field is unknown, missing or wrong.

    Examples
    --------
    >>> read_check("cast", {"value": 6})[1]
    'aos'
    """
    made = KINDS[kind]
    if game is not None and game not in GAMES:
        raise MathhammerError(
            f"{quoted(game)} is not a game{nearest(str(game), GAMES)}; allowed: {', '.join(GAMES)}",
            "game",
        )
    if game is not None and game not in made.games:
        other = made.counterpart
        hint = f"; {TITLES[game]} has {other!r}" if other and game in KINDS[other].games else ""
        raise MathhammerError(f"{kind!r} belongs to {TITLES[made.games[0]]}{hint}", "kind")
    game = game or made.games[0]
    check = made.read(fields)
    check.check_game(game)
    return check, game
