"""`Weapon` of Warhammer 40,000."""

from __future__ import annotations

from typing import Any

from mathhammer.core.dice import Dice
from mathhammer.core.errors import MathhammerError, quoted
from mathhammer.core.readers import choice, integer, number, read_each, text
from mathhammer.core.text import split_abilities
from mathhammer.games.common import profile as base
from mathhammer.games.common.fields import roll_or_none
from mathhammer.games.names import AOS, IN_GAME, WH40K
from mathhammer.games.wh40k.abilities import Ability, parse_weapon_ability
from mathhammer.games.wh40k.modifiers import Modifiers


def _abilities(value: Any) -> tuple[Ability, ...]:
    """Read a list of weapon abilities."""
    return read_each(parse_weapon_ability, 100, split_abilities(value))


def _ap(value: Any) -> int:
    read = integer(-20, 20)(value)
    if read > 0:
        raise MathhammerError(
            f"{quoted(value)} is positive: an armour penetration is 0 or negative, "
            f"write {-read} (the text notation reads AP{read} as {-read})"
        )
    return int(read)


class Weapon(base.Weapon):
    """A weapon profile and how many copies of it are in use (W-1, W-3).

    Parameters
    ----------
    name : str, default "weapon"
    count : int, default 1
        Copies of this profile in use.
    attacks, damage : Dice, int or str
        A copy's number of attacks; an attack's damage.
    skill : int or str
        BS or WS, 2+ to 6+; not needed with Torrent.
    strength : int
    ap : int, default 0
        0 or negative.
    type : {"ranged", "melee"}, default "ranged"
    abilities : list of str, or one comma-separated str
    modifiers : Modifiers or dict
    range : float
        Inches.
    group : str
        Name of the models that carry it; used in fights.

    Raises
    ------
    MathhammerError
        A field is unknown, missing, or its value not allowed.

    Examples
    --------
    >>> Weapon(attacks="2", skill="3+", strength=4, ap=-1, damage="D6+1").damage.maximum
    7
    """

    game = WH40K
    skill: int = 0
    strength: int = 0
    ap: int = 0
    abilities: tuple[Ability, ...] = ()
    modifiers: Modifiers = Modifiers()

    _required = ("attacks", "damage", "strength")
    _fields = {
        "name": text,
        "count": integer(1, 10_000),
        "attacks": Dice.parse,
        "skill": roll_or_none,
        "strength": integer(1, 100),
        "ap": _ap,
        "damage": Dice.parse,
        "type": choice("ranged", "melee"),
        "abilities": _abilities,
        "modifiers": Modifiers.read,
        "range": number(0, 1000),
        "group": text,
    }
    _elsewhere = dict.fromkeys(("hit", "wound", "rend", "crit", "champion"), IN_GAME[AOS])

    @classmethod
    def read(cls, value: Any) -> Weapon:
        """Return a weapon from itself, a mapping of fields, or text (contract section 3)."""
        if isinstance(value, str):
            from mathhammer.games.wh40k.weapon_text import read_weapon

            return cls(**read_weapon(value)[0])
        return super().read(value)
