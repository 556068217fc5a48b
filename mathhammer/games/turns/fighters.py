"""The units of a turn (contract section 5)."""

from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple

from mathhammer.core.errors import MathhammerError, nearest, quoted
from mathhammer.core.readers import choice, flag, integer, number, text
from mathhammer.core.record import Record, field
from mathhammer.games.common.fields import MAX_MODELS, leadership_roll
from mathhammer.games.common.profile import Unit
from mathhammer.games.names import AOS, WH40K, profiles_of
from mathhammer.games.text.reading import without

FIRST, SECOND = 0, 1


class TurnFields(Record):
    """What a unit is in a turn, beside its profile."""

    side: str | None = field(
        choice("first", "second"),
        None,
        "It is the turn of the first. The default is 'first' for a unit named a.",
    )
    move: float | None = field(number(0, 100), None, "Inches that it moves.", unit="inches")
    leadership: int = field(
        leadership_roll, 0, "The roll of 2D6 that passes a Battle-shock test (40k) (W-5.4)."
    )
    objective_control: int | None = field(integer(0, 100), None, "Of each model.")
    starting_models: int | None = field(
        integer(1, MAX_MODELS), None, "At the beginning of the battle; by default as many as now."
    )
    fights_first: bool = field(
        flag, False, "It has Fights First, or strike-first in Age of Sigmar."
    )
    strike_last: bool = field(flag, False, "It has strike-last (Age of Sigmar).")
    reinforcements: bool = field(
        flag, False, "Destroyed, it comes back once, with a reinforce step (S-3)."
    )

    _noun = "a unit of a turn"
    #: Fields that one game only has.
    only: ClassVar[dict[str, str]] = {"leadership": WH40K, "strike_last": AOS}


class Fighter(NamedTuple):
    """A unit of a turn.

    Attributes
    ----------
    name : str
    unit : Unit
    fields : TurnFields
    side : int
        `FIRST`, whose turn it is, or `SECOND`.
    """

    name: str
    unit: Unit
    fields: TurnFields
    side: int


def unit_name(value: Any) -> str:
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
        from mathhammer.games.read_text import target_fields

        value = target_fields(value, game)
    if not isinstance(value, Mapping):
        raise MathhammerError(f"{quoted(value)} is not a unit: a table of fields is expected")
    fields = TurnFields(**{k: v for k, v in value.items() if k in TurnFields._fields})
    kind: type[Unit] = profiles_of(game).Unit
    rest = without(value, TurnFields._fields)
    for name_given in rest:
        if name_given not in kind._fields and name_given not in kind._elsewhere:
            known = (*kind._fields, *TurnFields._fields)
            raise MathhammerError(
                f"unknown field {quoted(name_given)} of a unit{nearest(str(name_given), known)}; "
                f"fields: {', '.join(known)}"
            )
    unit = kind.read(rest)
    unit.check_target()
    if unit.mortals:
        raise MathhammerError(
            'mortals are a step of their own in a turn: [[step]] do = "mortals"', "mortals"
        )
    if unit.phase is not None:
        raise MathhammerError("in a turn the steps say what is used: shoot or fight", "phase")
    if unit.has_modes:
        from mathhammer.games.common.modes import with_named_profiles

        unit = with_named_profiles(unit)
    if unit.kill:
        raise MathhammerError("dice for each model slain are not played in turns", "kill")
    if unit.order != "listed":
        raise MathhammerError("in a turn weapons attack in the order listed", "order")
    side = FIRST if (fields.side or ("first" if name == "a" else "second")) == "first" else SECOND
    if not unit.name:
        unit = unit.replace(name=name)
    return Fighter(name, unit, fields, side)
