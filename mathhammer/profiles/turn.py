"""The units and steps of a whole turn, as a user describes them (contract section 5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ..dice import Dice
from ..errors import MathhammerError, nearest, shown
from ..records import Record, choice, flag, integer, listed, number, text
from .base import Context, Ruleset, Unit
from .fields import MOST_MODELS, leadership_roll
from .game import profiles_of
from .mortals import MortalDice

#: The most units, and the most steps, of a turn.
MOST_UNITS = 12
MOST_STEPS = 50

FIRST, SECOND = 0, 1


class Standing(Record):
    """What a unit is in a turn, beside its profile.

    Parameters
    ----------
    side : {"first", "second"}
        It is the turn of the first. The default is "first" for a unit named a.
    move : float
        Inches.
    leadership : int or str
        The roll of 2D6 that passes a Battle-shock test (W-5.4).
    objective_control : int
        Of each model.
    starting_models : int
        At the beginning of the battle; by default as many as now.
    fights_first, strike_last, reinforcements : bool, default False
    """

    side: str | None = None
    move: float | None = None
    leadership: int = 0
    objective_control: int | None = None
    starting_models: int | None = None
    fights_first: bool = False
    strike_last: bool = False
    reinforcements: bool = False

    _noun = "a unit of a turn"
    _fields = {
        "side": choice("first", "second"),
        "move": number(0, 100),
        "leadership": leadership_roll,
        "objective_control": integer(0, 100),
        "starting_models": integer(1, MOST_MODELS),
        "fights_first": flag,
        "strike_last": flag,
        "reinforcements": flag,
    }


class Fighter(NamedTuple):
    """A unit of a turn.

    Attributes
    ----------
    name : str
    unit : Unit
    standing : Standing
    side : int
        `FIRST`, whose turn it is, or `SECOND`.
    """

    name: str
    unit: Unit
    standing: Standing
    side: int


def read_fighter(name: str, value: Any, game: str) -> Fighter:
    """Return a unit of a turn.

    Parameters
    ----------
    name : str
    value : dict or str
        The fields of an attacker, a target and of `Standing` together, or a target's text.
    game : {"wh40k", "aos"}

    Raises
    ------
    MathhammerError
        A field is wrong, or it can't be attacked.
    """
    if isinstance(value, str):
        from ..notation import target_fields

        value = target_fields(value, game)
    if not isinstance(value, Mapping):
        raise MathhammerError(f"{shown(value)} is not a unit: a table of fields is expected")
    standing = Standing(**{k: v for k, v in value.items() if k in Standing._fields})
    kind: type[Unit] = profiles_of(game).Unit
    rest = {k: v for k, v in value.items() if k not in Standing._fields}
    for field in rest:
        if field not in kind._fields and field not in kind._elsewhere:
            known = (*kind._fields, *Standing._fields)
            raise MathhammerError(
                f"unknown field {shown(field)} of a unit{nearest(str(field), known)}; fields: "
                f"{', '.join(known)}"
            )
    unit = kind.read(rest)
    unit.check_target()
    if unit.mortals:
        raise MathhammerError(
            'mortals are a step of their own in a turn: [[step]] do = "mortals"', "mortals"
        )
    if unit.order != "listed":
        raise MathhammerError("in a turn weapons attack in the order listed", "order")
    side = FIRST if (standing.side or ("first" if name == "a" else "second")) == "first" else SECOND
    if not unit.name:
        unit = unit.replace(name=name)
    return Fighter(name, unit, standing, side)


def _names(value: Any) -> tuple[str, ...]:
    read: tuple[str, ...] = listed(text, MOST_UNITS)(value)
    if not read:
        raise MathhammerError("an empty list: name at least one")
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


class Shoot(Step):
    """A unit shoots at another."""

    by: str
    at: str
    weapons: tuple[str, ...] = ()
    context: Any = None

    _required = ("by", "at")
    _fields = {
        **Step._fields, "by": text, "at": text, "weapons": listed(text, 100), "context": _raw,
    }  # fmt: skip


class Fight(Step):
    """Units fight, in the order of the rules (W-5.3, A-5)."""

    by: tuple[str, ...]
    at: Any = None
    weapons: tuple[str, ...] = ()
    context: Any = None

    _required = ("by",)
    _fields = {
        **Step._fields, "by": _names, "at": _target_or_table, "weapons": listed(text, 100),
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
        **Step._fields, "by": text, "at": text, "name": text, "modifier": integer(-20, 20),
        "reroll": choice("failed"), "dice": Dice.parse, "overwatch": flag, "context": _raw,
    }  # fmt: skip


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


class OfUnit(Step):
    """A unit comes back, or takes a Battle-shock test (S-3, W-5.4)."""

    by: str

    _required = ("by",)
    _fields = {**Step._fields, "by": text}


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
    "rally": Rally, "reinforce": OfUnit, "battleshock": OfUnit, "control": Control,
}  # fmt: skip


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
        raise MathhammerError(f"{shown(value)} is not a step: a table of fields is expected")
    do = value.get("do")
    if not isinstance(do, str):
        raise MathhammerError(f"a step needs the field 'do': one of {', '.join(KINDS)}")
    key = do.strip().casefold().replace("-", "_").replace(" ", "_")
    if key not in KINDS:
        raise MathhammerError(
            f"{shown(do)} is no step{nearest(key, KINDS)}; allowed: {', '.join(KINDS)}", "do"
        )
    return KINDS[key].read({**value, "do": key})


class Script(NamedTuple):
    """A whole turn.

    Attributes
    ----------
    game : str
    fighters : tuple of Fighter
        As named.
    steps : tuple of Step
    gap : float or None
        Inches between the sides at the beginning.
    context : Context
    ruleset : Ruleset
    path : str
    read_as : tuple of str
        How texts were read, where they could be read in several ways.
    """

    game: str
    fighters: tuple[Fighter, ...]
    steps: tuple[Step, ...]
    gap: float | None
    context: Context
    ruleset: Ruleset
    path: str = ""
    read_as: tuple[str, ...] = ()

    def number(self, name: str) -> int:
        """Return the place of a unit.

        Raises
        ------
        MathhammerError
            There is no such unit.
        """
        for place, fighter in enumerate(self.fighters):
            if fighter.name == name:
                return place
        names = [fighter.name for fighter in self.fighters]
        raise MathhammerError(
            f"{shown(name)} is no unit of the turn{nearest(name, names)}; units: {', '.join(names)}"
        )


def read_script(fields: Mapping[str, Any], game: str, path: str = "") -> Script:
    """Return the turn that a file describes.

    Raises
    ------
    MathhammerError
        A field is unknown, missing or wrong, or a step names what isn't there.
    """
    profiles = profiles_of(game)
    units = fields.get("units")
    if not isinstance(units, Mapping) or not units:
        raise MathhammerError("a turn needs the table 'units': [units.a], [units.b], ...")
    if len(units) > MOST_UNITS:
        raise MathhammerError(f"{len(units)} units; up to {MOST_UNITS} are allowed", "units")
    fighters = []
    for name, value in units.items():
        try:
            fighters.append(read_fighter(text(name), value, game))
        except MathhammerError as error:
            raise error.inside(f"units.{name}") from None
        if fighters[-1].name in [fighter.name for fighter in fighters[:-1]]:
            raise MathhammerError(f"two units are named {fighters[-1].name!r}", "units")
    given = fields.get("step")
    if given is None:
        raise MathhammerError("a turn needs the field 'step': [[step]], one or several")
    given = given if isinstance(given, list | tuple) else [given]
    if not 1 <= len(given) <= MOST_STEPS:
        raise MathhammerError(f"{len(given)} steps; from 1 to {MOST_STEPS} are allowed", "step")
    steps = []
    for i, value in enumerate(given):
        try:
            steps.append(read_step(value))
        except MathhammerError as error:
            raise error.inside(f"step[{i}]") from None
    try:
        gap = None if fields.get("gap") is None else number(0, 1000)(fields["gap"])
    except MathhammerError as error:
        raise error.inside("gap") from None
    try:
        context = profiles.Context.read(fields.get("context") or {})
    except MathhammerError as error:
        raise error.inside("context") from None
    try:
        ruleset = profiles.Ruleset.read(fields.get("ruleset") or {})
    except MathhammerError as error:
        raise error.inside("ruleset") from None
    return Script(game, tuple(fighters), tuple(steps), gap, context, ruleset, path)
