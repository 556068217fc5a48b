"""The steps of a whole turn, as a user describes them (contract section 5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mathhammer.core.dice import Dice
from mathhammer.core.errors import MathhammerError, NotModelledError, nearest, quoted
from mathhammer.core.readers import choice, flag, integer, listed, text
from mathhammer.core.record import Record
from mathhammer.games.common.mortals import MortalDice

#: What follows a unit's name in the flag of its Battle-shock test.
SHOCKED = ".shocked"
#: The most units of a turn.
MAX_UNITS = 12


def _names(value: Any) -> tuple[str, ...]:
    read: tuple[str, ...] = listed(text, MAX_UNITS)(value)
    if not read:
        raise MathhammerError("an empty list: name at least one")
    twice = next((name for i, name in enumerate(read) if name in read[:i]), None)
    if twice is not None:
        raise MathhammerError(f"{quoted(twice)} is named twice")
    return read


def _weapons(value: Any) -> tuple[str, ...]:
    """Read the names of weapons; left out, all of them attack."""
    read: tuple[str, ...] = listed(text, 100)(value)
    if not read:
        raise MathhammerError(
            "an empty list: name at least one weapon, or leave the field out for all of them"
        )
    return read


def _flag_name(value: Any) -> str:
    """Read the name of a flag, in which a condition can be written."""
    read = text(value).strip()
    if not read:
        raise MathhammerError("an empty text is no name of a flag")
    if read.casefold().split()[0] == "not":
        raise MathhammerError(
            f"{quoted(read)} is no name of a flag: a condition with 'not' before a flag means that "
            "it isn't set"
        )
    if read.casefold().endswith(SHOCKED):
        raise MathhammerError(
            f"{quoted(read)} is the flag of a Battle-shock test (UNIT{SHOCKED}): name it otherwise"
        )
    return read


def _target_or_table(value: Any) -> Any:
    """Read the target of a fight: one unit, or a table from units to their targets."""
    if isinstance(value, Mapping):
        return {text(k): text(v) for k, v in value.items()}
    return text(value)


def _raw(value: Any) -> Any:
    return value


class Step(Record):
    """One step: what all have in common."""

    do: str

    _noun = "a step"
    _fields = {"do": text, "if": listed(text, 20)}

    @property
    def needs(self) -> tuple[str, ...]:
        """The flags that must hold, each with ``not`` before it where it mustn't."""
        found: tuple[str, ...] = self.__dict__.get("if", ())
        return found

    @property
    def units(self) -> tuple[str, ...]:
        """The units that the step names."""
        named: list[str] = []
        for field in ("by", "at", "toward", "units"):
            value = self.__dict__.get(field, ())
            if isinstance(value, str):
                value = (value,)
            named += [*value, *value.values()] if isinstance(value, dict) else value
        return tuple(dict.fromkeys(named))

    @property
    def title(self) -> str:
        """What the step does, in words; without its conditions."""
        at = self.__dict__.get("at")
        words = [self.do.replace("_", " ")]
        if isinstance(at, dict):
            named: tuple[str, ...] = self.__dict__.get("by", ())
            pairs = [f"{k} at {at[k]}" if k in at else k for k in dict.fromkeys((*named, *at))]
            return f"{words[0]} {', '.join(pairs)}"
        for name, joint in (("by", ""), ("units", ""), ("at", "at "), ("toward", "toward ")):
            value = self.__dict__.get(name)
            if isinstance(value, str):
                words.append(joint + value)
            elif value:
                words.append(joint + ", ".join(value))
        return " ".join(words)


class Shoot(Step):
    """A unit shoots at another."""

    by: str
    at: str
    weapons: tuple[str, ...] = ()
    context: Any = None

    _required = ("by", "at")
    _fields = {
        **Step._fields, "by": text, "at": text, "weapons": _weapons, "context": _raw,
    }  # fmt: skip


class Fight(Step):
    """Units fight, in the order of the rules (W-5.3, A-5)."""

    by: tuple[str, ...]
    at: Any = None
    weapons: tuple[str, ...] = ()
    context: Any = None

    _required = ("by",)
    _fields = {
        **Step._fields, "by": _names, "at": _target_or_table, "weapons": _weapons,
        "context": _raw,
    }  # fmt: skip


class Mortals(Step):
    """Dice that inflict mortal wounds or mortal damage."""

    at: str
    by: str | None = None

    _required = ("at",)
    _fields = {**Step._fields, "at": text, "by": text, **MortalDice._fields}

    def _check(self) -> None:
        given = {k: v for k, v in self.__dict__.items() if k in MortalDice._fields}
        self.__dict__["packet"] = MortalDice(**given)
        if "per_model" in given and self.by is None:
            raise MathhammerError("per_model needs 'by': the unit whose models are counted")

    @property
    def packet(self) -> MortalDice:
        """The dice."""
        made: MortalDice = self.__dict__["packet"]
        return made


class TargetedStep(Step):
    """A unit does something to an enemy: Grenade (W-6), Power Through (A-4)."""

    by: str
    at: str

    _required = ("by", "at")
    _fields = {**Step._fields, "by": text, "at": text}


class TankShock(TargetedStep):
    """A vehicle that charged rams an enemy, as hard as one of its melee weapons (W-6)."""

    weapon: str | None = None

    _fields = {**TargetedStep._fields, "weapon": text}


class Travel(Step):
    """A unit moves, advances, runs, falls back or retreats."""

    by: str
    toward: str | None = None

    _required = ("by",)
    _fields = {**Step._fields, "by": text, "toward": text}


class Charge(Step):
    """A unit charges another (W-5.2, A-5)."""

    by: str
    at: str
    name: str = "charged"
    modifier: int = 0
    reroll: str | None = None
    dice: Dice = Dice.parse("2D6")
    overwatch: bool = False
    context: Any = None

    _required = ("by", "at")
    _fields = {
        **Step._fields, "by": text, "at": text, "name": _flag_name, "modifier": integer(-20, 20),
        "reroll": choice("failed"), "dice": Dice.parse, "overwatch": flag, "context": _raw,
    }  # fmt: skip
    _elsewhere = {"command_reroll": "one kept for the charge is reroll = 'failed'"}


class Heal(Step):
    """A unit regains wounds of its hurt model."""

    by: str
    amount: Dice

    _required = ("by", "amount")
    _fields = {**Step._fields, "by": text, "amount": Dice.parse}


class Rally(Step):
    """A unit rallies: slain models come back (A-4)."""

    by: str
    dice: int = 6

    _required = ("by",)
    _fields = {**Step._fields, "by": text, "dice": integer(1, 100)}


class UnitStep(Step):
    """A unit comes back (S-3)."""

    by: str

    _required = ("by",)
    _fields = {**Step._fields, "by": text}


class Battleshock(UnitStep):
    """A unit takes a Battle-shock test (W-5.4); with Insane Bravery a failed one passes (W-6)."""

    insane_bravery: bool = False

    _fields = {**UnitStep._fields, "insane_bravery": flag}
    _elsewhere = {"command_reroll": "a Command Re-roll is never for a Battle-shock test (W-6)"}


class Control(Step):
    """Who controls an objective that some units contest (W-5.8, A-7)."""

    _required = ("units",)
    _fields = {**Step._fields, "units": _names}

    @property
    def contesting(self) -> tuple[str, ...]:
        """The units that contest it."""
        found: tuple[str, ...] = self.__dict__["units"]
        return found


KINDS: dict[str, type[Step]] = {
    "shoot": Shoot, "fight": Fight, "mortals": Mortals, "move": Travel, "advance": Travel,
    "run": Travel, "fall_back": Travel, "retreat": Travel, "charge": Charge, "heal": Heal,
    "rally": Rally, "reinforce": UnitStep, "battleshock": Battleshock, "control": Control,
    "grenade": TargetedStep, "tank_shock": TankShock, "power_through": TargetedStep,
}  # fmt: skip
#: What is no step, and what to write instead.
INSTEAD = {
    "overwatch": "write overwatch = true on the charge, or shoot with the context overwatch = true",
    "fire_overwatch": "write overwatch = true on the charge, or shoot with the context "
    "overwatch = true",
    "covering_fire": "shoot with the context covering_fire = true",
    "heroic_intervention": "write a charge of the second side",
    "counter_charge": "write a charge of the second side",
    "insane_bravery": "write insane_bravery = true on the battleshock step",
    "epic_challenge": "fight with weapons that have Precision and the context "
    "precision_on_character = true",
    "go_to_ground": "shoot with the context go_to_ground = true",
    "smokescreen": "shoot with the context smokescreen = true",
    "all_out_attack": "attack with the context all_out_attack = true",
    "all_out_defence": "attack with the context all_out_defence = true",
    "deadly_demise": 'give the unit abilities = "Deadly Demise D3": it explodes where it is '
    "destroyed",
    "hazardous": "give the weapon the ability Hazardous: its bearers are tested after its attacks",
    "desperate_escape": "write fall_back: a battle-shocked unit takes the tests",
    "transport_destroyed": "ask the check transport_destroyed; what its passengers suffer is a "
    'mortals step: dice = models, on = "6+" (one face of six), "4+" in an emergency',
    "cast": "ask the check cast, and play the turn with the spell's damage as a mortals step and "
    "without, to weigh the two by its probability",
    "unbind": "ask the check cast with unbind = 1",
    "prayer": 'ask the check prayer; one that harms is a mortals step with gate = "4+"',
    "pray": 'ask the check prayer; one that harms is a mortals step with gate = "4+"',
    "banish": "ask the check banish",
    "place_of_power": "ask the check place_of_power; what it inflicts is a mortals step at the "
    'hero: gate = "6+" (one face of six), damage = "D3"',
    "priority": "ask the check priority",
    "pile_in": "units that fight are taken to reach what they fight",
    "consolidate": "units that fight are taken to reach what they fight",
    "counter_offensive": "write the units in fights of their own, in the order wanted",
    "redeploy": "write a move",
}


def read_step(value: Any) -> Step:
    """Return a step.

    Raises
    ------
    MathhammerError
        What it does is unknown, or a field is wrong.

    Examples
    --------
    >>> read_step({"do": "heal", "by": "a", "amount": "D3"}).amount.maximum
    3
    """
    if not isinstance(value, Mapping):
        raise MathhammerError(f"{quoted(value)} is not a step: a table of fields is expected")
    do = value.get("do")
    if not isinstance(do, str):
        raise MathhammerError(f"a step needs the field 'do': one of {', '.join(KINDS)}")
    key = do.strip().casefold().replace("-", "_").replace(" ", "_")
    if key in INSTEAD:
        raise NotModelledError(f"{quoted(do)} is no step of its own: {INSTEAD[key]}", "do")
    if key not in KINDS:
        raise MathhammerError(
            f"{quoted(do)} is no step{nearest(key, KINDS)}; allowed: {', '.join(KINDS)}", "do"
        )
    return KINDS[key].read({**value, "do": key})
