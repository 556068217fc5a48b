"""Commands, magic and the order of play of Age of Sigmar: what is asked (A-4 to A-7)."""

from __future__ import annotations

from typing import Any

from mathhammer.core.errors import MathhammerError
from mathhammer.core.readers import flag, integer, listed
from mathhammer.games.checks.moves_fields import MODIFIER, REROLL
from mathhammer.games.checks.question import Check
from mathhammer.games.common.fields import MAX_MODELS, MAX_WOUNDS, needed_roll

#: The most prayers to choose from, rounds, turns, and points in the bank.
MAX_PRAYERS = 10
MAX_ROUNDS = 100
MAX_BANKED = 1000


def _once(value: Any) -> int:
    """Read how often something is tried: 0 or 1, false or true."""
    if isinstance(value, bool) or str(value).strip().casefold() in ("true", "false"):
        return int(flag(value))
    return int(integer(0, 1)(value))


def _prayers(value: Any) -> tuple[int, ...]:
    """Read a chanting value, or those of several prayers to choose from."""
    items = value.split(",") if isinstance(value, str) and len(value) < 1000 else value
    read: tuple[int, ...] = listed(needed_roll, MAX_PRAYERS)(items)
    if not read:
        raise MathhammerError("an empty list: name at least one chanting value")
    return read


class Rally(Check):
    """What does Rally bring back? (A-4).

    Parameters
    ----------
    health : int
        Of one model.
    slain : int
        Models of the unit that were slain: so many can return.
    damage_taken : int
        Damage on the unit that can be healed, less than its health.
    dice : int
        Rally rolls: 6, with a musician 7.
    """

    health: int
    slain: int = 0
    damage_taken: int = 0
    dice: int = 6

    kind = "rally"
    asks = "what does Rally bring back?"
    words = ("health", "slain")
    _noun = "a rally"
    _required = ("health",)
    _fields = {
        "health": integer(1, MAX_WOUNDS), "slain": integer(0, MAX_MODELS),
        "damage_taken": integer(0, MAX_WOUNDS), "dice": integer(1, 100),
    }  # fmt: skip

    def _check(self) -> None:
        if self.damage_taken >= self.health:
            raise MathhammerError(
                f"{self.damage_taken} is not less than health = {self.health}", "damage_taken"
            )


class Cast(Check):
    """Does a spell take effect? (A-6).

    Parameters
    ----------
    value : int or str
        The casting value.
    modifier : int
        Added to the casting roll.
    reroll : {"failed"}
        A casting roll that fails or miscasts is rolled again, any of its dice.
    unbind : {0, 1}
        Whether an enemy wizard tries to unbind it.
    unbind_modifier : int
        Added to the unbinding roll.
    place_of_power : bool
        A place of power is tapped before, for +1 where its die is no 1.
    """

    value: int
    modifier: int = 0
    reroll: str | None = None
    unbind: int = 0
    unbind_modifier: int = 0
    place_of_power: bool = False

    kind = "cast"
    asks = "does a spell take effect?"
    words = ("value",)
    _noun = "a casting roll"
    _required = ("value",)
    _fields = {
        "value": needed_roll, "modifier": MODIFIER, "reroll": REROLL, "unbind": _once,
        "unbind_modifier": MODIFIER, "place_of_power": flag,
    }  # fmt: skip

    def _check(self) -> None:
        if self.unbind_modifier and not self.unbind:
            raise MathhammerError("'unbind_modifier' without an attempt: give unbind = 1")


class Prayer(Check):
    """Is a prayer answered? (A-6).

    Parameters
    ----------
    value : int or list of int
        The chanting value; of several prayers to choose from, any of them.
    banked : int
        Ritual points at the beginning.
    modifier : int
        Added to each chanting roll.
    turns : int
        Chanting rolls, one a turn: answered as soon as possible, else the points are banked.
    """

    value: tuple[int, ...]
    banked: int = 0
    modifier: int = 0
    turns: int = 1

    kind = "prayer"
    asks = "is a prayer answered?"
    words = ("value",)
    _noun = "a prayer"
    _required = ("value",)
    _fields = {
        "value": _prayers, "banked": integer(0, MAX_BANKED), "modifier": MODIFIER,
        "turns": integer(1, MAX_ROUNDS),
    }  # fmt: skip


class Banish(Check):
    """Is a manifestation banished? (A-6).

    Parameters
    ----------
    value : int or str
        The banishment value.
    modifier : int
        Added to the roll.
    reroll : {"failed"}
        A failed roll is rolled again, any of its dice.
    """

    value: int
    modifier: int = 0
    reroll: str | None = None

    kind = "banish"
    asks = "is a manifestation banished?"
    words = ("value",)
    _noun = "a banishment roll"
    _required = ("value",)
    _fields = {"value": needed_roll, "modifier": MODIFIER, "reroll": REROLL}


class PlaceOfPower(Check):
    """What does a place of power do to the hero who taps it? (A-6)."""

    kind = "place_of_power"
    asks = "what does a place of power do to the hero who taps it?"
    _noun = "a place of power"
    _fields = {}


class Priority(Check):
    """How often does a player take two turns in a row? (A-7).

    Parameters
    ----------
    rounds : int
        Of the battle.
    """

    rounds: int = 5

    kind = "priority"
    asks = "how often does a player take two turns in a row?"
    words = ("rounds",)
    _noun = "the order of play"
    _fields = {"rounds": integer(1, MAX_ROUNDS)}


class Retreat(Check):
    """What does a retreat cost? (A-5)."""

    kind = "retreat"
    asks = "what does a retreat cost?"
    _noun = "a retreat"
    _fields = {}


class PowerThrough(Check):
    """What does Power Through do? (A-4)."""

    kind = "power_through"
    asks = "what does the command Power Through do?"
    _noun = "Power Through"
    _fields = {}
