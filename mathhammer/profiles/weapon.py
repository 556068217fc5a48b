"""`Weapon`, and dice that hurt without one."""

from __future__ import annotations

from typing import Any

from ..abilities import Ability
from ..dice import Dice
from ..errors import MathhammerError, shown
from ..records import Record, choice, integer, number, text
from .fields import IN_AOS, roll, roll_or_none, weapon_abilities
from .modifiers import Modifiers


def _ap(value: Any) -> int:
    read = integer(-20, 20)(value)
    if read > 0:
        raise MathhammerError(
            f"{shown(value)} is positive: an armour penetration is 0 or negative, "
            f"write {-read} (the text notation reads AP{read} as {-read})"
        )
    return int(read)


class Weapon(Record):
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

    name: str = "weapon"
    count: int = 1
    attacks: Dice = Dice((), 0)
    skill: int = 0
    strength: int = 0
    ap: int = 0
    damage: Dice = Dice((), 0)
    type: str = "ranged"
    abilities: tuple[Ability, ...] = ()
    modifiers: Modifiers = Modifiers()
    range: float | None = None
    group: str | None = None

    _noun = "a weapon"
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
        "abilities": weapon_abilities,
        "modifiers": Modifiers.read,
        "range": number(0, 1000),
        "group": text,
    }
    _elsewhere = dict.fromkeys(("hit", "wound", "rend", "crit", "champion"), IN_AOS)

    @classmethod
    def read(cls, value: Any) -> Weapon:
        """Return a weapon from itself, a mapping of fields, or text (contract section 3)."""
        if isinstance(value, str):
            from ..notation import weapon_fields

            return cls(**weapon_fields(value))
        return super().read(value)


class MortalDice(Record):
    """Dice that inflict mortal wounds outside the attack sequence (W-1.6, W-6)."""

    name: str = "mortal wounds"
    dice: Dice = Dice((), 1)
    per_model: int = 0
    on: int = 0
    damage: Dice = Dice((), 1)
    gate: int = 0
    max: int | None = None

    _noun = "mortals"
    _fields = {
        "name": text,
        "dice": Dice.parse,
        "per_model": integer(1, 100),
        "on": roll,
        "damage": Dice.parse,
        "gate": roll,
        "max": integer(0, 10_000),
    }

    def _check(self) -> None:
        if "dice" in self.__dict__ and "per_model" in self.__dict__:
            raise MathhammerError("mortals take dice or per_model, not both")
