"""`Weapon` of Age of Sigmar."""

from __future__ import annotations

from typing import Any

from mathhammer.core.dice import Dice
from mathhammer.core.errors import MathhammerError
from mathhammer.core.readers import choice, flag, integer, number, read_each, text
from mathhammer.core.text import split_abilities
from mathhammer.games.aos.abilities import (
    CRITS,
    WRITTEN,
    Ability,
    parse_crit,
    parse_weapon_ability,
)
from mathhammer.games.aos.modifiers import Modifiers
from mathhammer.games.common import profile as base
from mathhammer.games.common.fields import roll
from mathhammer.games.names import AOS, IN_GAME, WH40K


def _abilities(value: Any) -> tuple[Ability, ...]:
    """Read a list of weapon abilities."""
    return read_each(parse_weapon_ability, 100, split_abilities(value))


def _rend(value: Any) -> int:
    if isinstance(value, str) and value.strip() in ("-", "\u2212", "\u2013"):
        return 0
    read = integer(-20, 20)(value)
    if read < 0:
        raise MathhammerError(
            f"{read} is negative: Rend is 0 or more, write {-read} (it is subtracted from saves)"
        )
    return int(read)


class Weapon(base.Weapon):
    """A weapon profile and how many copies of it are in use (A-1, A-3).

    Parameters
    ----------
    name : str, default "weapon"
    count : int, default 1
        Copies of this profile in use: models that carry it.
    attacks, damage : Dice, int or str
        A copy's number of attacks; an attack's damage.
    hit, wound : int or str
        2+ to 6+.
    rend : int, default 0
        0 or more.
    type : {"melee", "ranged"}
        Melee by default, ranged with Shoot in Combat.
    abilities : list of str, or one comma-separated str
    crit : {"Mortal", "2 Hits", "Auto-wound"}, optional
        Which Crit ability is used where there are several; by default the one with the
        most expected damage against the target.
    champion : bool, default False
        One more attack, once; not on a Companion weapon.
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
    >>> Weapon(attacks="2", hit="3+", wound="4+", rend=1, damage="D3").type
    'melee'
    """

    game = AOS
    type: str = "melee"
    hit: int = 0
    wound: int = 0
    rend: int = 0
    abilities: tuple[Ability, ...] = ()
    crit: str | None = None
    champion: bool = False
    modifiers: Modifiers = Modifiers()

    _required = ("attacks", "hit", "wound", "damage")
    _fields = {
        "name": text,
        "count": integer(1, 10_000),
        "attacks": Dice.parse,
        "hit": roll,
        "wound": roll,
        "rend": _rend,
        "damage": Dice.parse,
        "type": choice("ranged", "melee"),
        "abilities": _abilities,
        "crit": parse_crit,
        "champion": flag,
        "modifiers": Modifiers.read,
        "range": number(0, 1000),
        "group": text,
    }
    _elsewhere = dict.fromkeys(("skill", "strength", "ap"), IN_GAME[WH40K])

    def _check(self) -> None:
        if "type" not in self.__dict__ and any(a.kind == "shoot in combat" for a in self.abilities):
            self.__dict__["type"] = "ranged"

    @classmethod
    def read(cls, value: Any) -> Weapon:
        """Return a weapon from itself, a mapping of fields, or text (contract section 3)."""
        if isinstance(value, str):
            from mathhammer.games.aos.weapon_text import read_weapon

            return cls(**read_weapon(value)[0])
        return super().read(value)


def is_companion(weapon: Weapon) -> bool:
    """Return whether what its own side does to a weapon doesn't reach it (A-3)."""
    return any(ability.kind == "companion" for ability in weapon.abilities)


def abilities_of(weapon: Weapon, given: tuple[Ability, ...]) -> tuple[Ability, ...]:
    """Return a weapon's abilities, with those given to all weapons of its unit (A-3)."""
    return weapon.abilities if is_companion(weapon) else weapon.abilities + given


def crits(abilities: tuple[Ability, ...]) -> list[str]:
    """Return the different Crit abilities among some abilities, in their order (A-3).

    Examples
    --------
    >>> crits((Ability("crit mortal"), Ability("companion")))
    ['crit mortal']
    """
    return list(dict.fromkeys(a.kind for a in abilities if a.kind in CRITS))


def check_crit(weapon: Weapon, given: tuple[Ability, ...]) -> None:
    """Check that a weapon has the Crit ability that its `crit` names (A-3)."""
    available = crits(abilities_of(weapon, given))
    if weapon.crit is not None and weapon.crit not in available:
        has = ", ".join(WRITTEN[kind] for kind in available) or "none"
        raise MathhammerError(
            f"{WRITTEN[weapon.crit]!r} is not an ability of the weapon; it has: {has}",
            "crit",
        )
