"""A whole turn, as a user describes it: its units and the script (contract section 5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from mathhammer.core.errors import MathhammerError, nearest, quoted
from mathhammer.core.readers import choice, flag, integer, number, text
from mathhammer.core.record import Record
from mathhammer.games.common.fields import MAX_MODELS, leadership_roll
from mathhammer.games.common.profile import Context, Ruleset, Unit
from mathhammer.games.names import profiles_of
from mathhammer.games.turns.steps import MAX_UNITS, Step, read_step

#: The most steps of a turn.
MAX_STEPS = 50

FIRST, SECOND = 0, 1


class TurnFields(Record):
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
        "starting_models": integer(1, MAX_MODELS),
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
    standing : TurnFields
    side : int
        `FIRST`, whose turn it is, or `SECOND`.
    """

    name: str
    unit: Unit
    standing: TurnFields
    side: int


def _unit_name(value: Any) -> str:
    """Read the name of a unit, which flags and conditions can hold."""
    read = text(value)
    if not read.strip():
        raise MathhammerError("a unit needs a name, as in [units.a]")
    if read.casefold().split()[0] == "not":
        raise MathhammerError(f"{quoted(read)} is no name of a unit: conditions begin with 'not'")
    return read


def read_fighter(name: str, value: Any, game: str) -> Fighter:
    """Return a unit of a turn.

    Parameters
    ----------
    name : str
    value : dict or str
        The fields of an attacker, a target and of `TurnFields` together, or a target's text.
    game : {"wh40k", "aos"}

    Raises
    ------
    MathhammerError
        A field is wrong, or it can't be attacked.
    """
    if isinstance(value, str):
        from mathhammer.games.notation import target_fields

        value = target_fields(value, game)
    if not isinstance(value, Mapping):
        raise MathhammerError(f"{quoted(value)} is not a unit: a table of fields is expected")
    standing = TurnFields(**{k: v for k, v in value.items() if k in TurnFields._fields})
    kind: type[Unit] = profiles_of(game).Unit
    rest = {k: v for k, v in value.items() if k not in TurnFields._fields}
    for field in rest:
        if field not in kind._fields and field not in kind._elsewhere:
            known = (*kind._fields, *TurnFields._fields)
            raise MathhammerError(
                f"unknown field {quoted(field)} of a unit{nearest(str(field), known)}; fields: "
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

    @property
    def one_sided(self) -> str:
        """What is to be said of a missing enemy where all units are on one side."""
        sides = {fighter.side for fighter in self.fighters}
        if len(sides) == 2:
            return ""
        mine, other = ("first", "second") if FIRST in sides else ("second", "first")
        default = ", as all but a unit named a are by default" if mine == "second" else ""
        return f' (all units are of the {mine} side{default}: give one side = "{other}")'

    def check_enemies(self, one: Fighter, other: Fighter) -> None:
        """Check that two units are on different sides.

        Raises
        ------
        MathhammerError
            They aren't.
        """
        if one.side == other.side:
            raise MathhammerError(
                f"{one.name} and {other.name} are on the same side{self.one_sided}"
            )

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
            f"{quoted(name)} is no unit of the turn{nearest(name, names)}; units: "
            f"{', '.join(names)}"
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
    if len(units) > MAX_UNITS:
        raise MathhammerError(f"{len(units)} units; up to {MAX_UNITS} are allowed", "units")
    fighters = []
    for name, value in units.items():
        try:
            fighters.append(read_fighter(_unit_name(name), value, game))
        except MathhammerError as error:
            raise error.inside(f"units.{name}") from None
        if fighters[-1].name in [fighter.name for fighter in fighters[:-1]]:
            raise MathhammerError(f"two units are named {fighters[-1].name!r}", "units")
    given = fields.get("step")
    if given is None:
        raise MathhammerError("a turn needs the field 'step': [[step]], one or several")
    given = given if isinstance(given, list | tuple) else [given]
    if not 1 <= len(given) <= MAX_STEPS:
        raise MathhammerError(f"{len(given)} steps; from 1 to {MAX_STEPS} are allowed", "step")
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
