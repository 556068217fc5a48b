"""Tests and stratagems of Warhammer 40,000: what is asked of them (W-3, W-5, W-6)."""

from __future__ import annotations

from mathhammer.core.dice import Dice
from mathhammer.core.errors import MathhammerError
from mathhammer.core.readers import choice, flag, integer
from mathhammer.games.checks.moves_fields import MODIFIER, REROLL, one_command_reroll
from mathhammer.games.checks.question import Check
from mathhammer.games.common.fields import MAX_MODELS, MAX_WOUNDS, leadership_roll

MODELS = integer(1, MAX_MODELS)
WOUNDS = integer(1, MAX_WOUNDS)
#: The most units near an explosion.
MAX_UNITS = 100


class Leadership(Check):
    """Does a unit pass a Leadership test? (W-5.4).

    Parameters
    ----------
    leadership : int or str
        The roll of 2D6 that passes, the best of the unit.
    modifier : int
        Added to the roll.
    reroll : {"failed"}
        A failed roll is rolled again, both dice.
    """

    leadership: int
    modifier: int = 0
    reroll: str | None = None

    kind = "leadership"
    asks = "does a unit pass a Leadership test?"
    words = ("leadership",)
    _noun = "a Leadership test"
    _required = ("leadership",)
    _fields = {"leadership": leadership_roll, "modifier": MODIFIER, "reroll": REROLL}


class Battleshock(Leadership):
    """Is a unit battle-shocked? (W-5.4).

    Parameters
    ----------
    leadership : int or str
        The roll of 2D6 that passes, the best of the unit.
    modifier : int
        Added to the roll.
    reroll : {"failed"}
        A failed roll is rolled again, both dice, where an ability says so.
    models, starting_models : int
        Models now and at the start: a test is only taken below half. Without them (or the
        wounds) it is taken.
    wounds_left, wounds : int
        The same for a unit that started with one model: its wounds now and unhurt.
    """

    models: int | None = None
    starting_models: int | None = None
    wounds_left: int | None = None
    wounds: int | None = None

    kind = "battleshock"
    asks = "is a unit battle-shocked?"
    _noun = "a Battle-shock test"
    _fields = {
        **Leadership._fields, "models": MODELS, "starting_models": MODELS, "wounds_left": WOUNDS,
        "wounds": WOUNDS,
    }  # fmt: skip

    def _check(self) -> None:
        given = self.__dict__
        for now, before in (("models", "starting_models"), ("wounds_left", "wounds")):
            if (now in given) != (before in given):
                one, missing = (now, before) if now in given else (before, now)
                raise MathhammerError(
                    f"{one!r} needs the field {missing!r}, to tell whether the unit is below half "
                    "strength"
                )
            if now in given and given[now] > given[before]:
                raise MathhammerError(f"{given[now]} is more than {before} = {given[before]}", now)
        if given.get("starting_models") == 1 and "wounds" not in given:
            raise MathhammerError(
                "a unit that started with one model is below half strength by its wounds: give "
                "'wounds_left' and 'wounds'"
            )


class DesperateEscape(Check):
    """How many models does a desperate escape cost? (W-5.5).

    Parameters
    ----------
    models : int
        Those that take a test: all of a battle-shocked unit, else those that move through
        enemies.
    command_reroll : int
        A Command Re-roll, for one die that fails.
    """

    models: int
    command_reroll: int = 0

    kind = "desperate_escape"
    asks = "how many models does a desperate escape cost?"
    words = ("models",)
    _noun = "a desperate escape"
    _required = ("models",)
    _fields = {"models": MODELS, "command_reroll": one_command_reroll}


class Hazardous(Check):
    """What do hazardous weapons do to their bearers? (W-3).

    Parameters
    ----------
    weapons : int
        Hazardous weapons that attacked.
    bearer : {"models", "mortal"}
        What a 1 does: slays one of the models, or inflicts 3 mortal wounds, where the bearer is
        a Character, Monster or Vehicle. Also named target.
    command_reroll : int
        A Command Re-roll, for one die that shows a 1.
    """

    weapons: int
    bearer: str = "models"
    target: str | None = None
    command_reroll: int = 0

    kind = "hazardous"
    asks = "what do hazardous weapons do to their bearers?"
    words = ("weapons",)
    aliases = {"target": "bearer"}
    _noun = "a Hazardous test"
    _required = ("weapons",)
    _fields = {
        "weapons": integer(0, MAX_MODELS), "bearer": choice("models", "mortal"),
        "target": choice("models", "mortal"), "command_reroll": one_command_reroll,
    }  # fmt: skip

    def _check(self) -> None:
        other = self.__dict__.pop("target", None)
        if other is not None and self.__dict__.setdefault("bearer", other) != other:
            raise MathhammerError(
                "'bearer' and 'target' are two names of one field, and differ: "
                f"{self.bearer!r}, {other!r}"
            )


class DeadlyDemise(Check):
    """Does a dying model explode, and what does that do? (W-5.7).

    Parameters
    ----------
    value : int or str
        Mortal wounds on each unit near it: the number behind Deadly Demise, like D3.
    units : int
        Units within 6 inches.
    """

    value: Dice
    units: int = 1

    kind = "deadly_demise"
    asks = "does a dying model explode, and what does that do?"
    words = ("value", "units")
    _noun = "a Deadly Demise"
    _required = ("value",)
    _fields = {"value": Dice.parse, "units": integer(0, MAX_UNITS)}

    def _check(self) -> None:
        if self.value.maximum > MAX_UNITS:
            raise MathhammerError(f"{self.value} is more than {MAX_UNITS} mortal wounds", "value")


class TransportDestroyed(Check):
    """What does the end of their transport do to its passengers? (W-5.6).

    Parameters
    ----------
    models : int
        Those that disembark.
    emergency : bool
        An emergency disembarkation: hurt on 1 to 3 instead of 1.
    """

    models: int
    emergency: bool = False

    kind = "transport_destroyed"
    asks = "what does the end of their transport do to its passengers?"
    words = ("models",)
    _noun = "a destroyed transport"
    _required = ("models",)
    _fields = {"models": MODELS, "emergency": flag}


class Grenade(Check):
    """What does Grenade do? (W-6)."""

    kind = "grenade"
    asks = "what does the stratagem Grenade do?"
    _noun = "Grenade"
    _fields = {}


class TankShock(Check):
    """What does Tank Shock do? (W-6).

    Parameters
    ----------
    strength : int
        Of one of the vehicle's melee weapons.
    toughness : int
        Of the enemy unit.
    """

    strength: int
    toughness: int

    kind = "tank_shock"
    asks = "what does the stratagem Tank Shock do?"
    words = ("strength", "toughness")
    _noun = "Tank Shock"
    _required = ("strength", "toughness")
    _fields = {"strength": integer(1, 100), "toughness": integer(1, 100)}
