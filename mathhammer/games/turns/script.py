"""A whole turn, as a user describes it: its units and the script (contract section 5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from mathhammer.core.errors import MathhammerError, inside, nearest, quoted
from mathhammer.core.readers import number
from mathhammer.games.common.profile import Context, Ruleset, Unit
from mathhammer.games.names import profiles_of
from mathhammer.games.registry import turn_rules
from mathhammer.games.turns.fighters import FIRST, Fighter, read_fighter, unit_name
from mathhammer.games.turns.history import Act
from mathhammer.games.turns.rules import TurnRules
from mathhammer.games.turns.steps.fields import MAX_UNITS
from mathhammer.games.turns.steps.registry import read_step

if TYPE_CHECKING:
    from mathhammer.games.turns.steps.step import Step

#: The most steps of a turn.
MAX_STEPS = 50


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
    """

    game: str
    fighters: tuple[Fighter, ...]
    steps: tuple[Step, ...]
    gap: float | None
    context: Context
    ruleset: Ruleset
    path: str = ""

    @property
    def rules(self) -> TurnRules:
        """What is the game's own in a turn."""
        return turn_rules(self.game)

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
        names = [fighter.name for fighter in self.fighters]
        if name in names:
            return names.index(name)
        raise MathhammerError(
            f"{quoted(name)} is no unit of the turn{nearest(name, names)}; units: "
            f"{', '.join(names)}"
        )

    def fighter(self, name: str) -> Fighter:
        """Return a unit; the error is that of `number`."""
        return self.fighters[self.number(name)]

    def act_of_army(self, name: str, what: str) -> Act:
        """Return what the side of a unit does, and may do once a turn."""
        return -1 - self.fighter(name).side, what

    def context_of(self, step: Step, unit: Unit) -> Any:
        """Return the context that the turn and a step give to a unit's attacks."""
        context = self.context.merged(unit.context)
        given = getattr(step, "context", None)
        if given is None:
            return context
        with inside("context"):
            return context.merged(type(self.context).read(given))


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
        with inside(f"units.{name}"):
            fighters.append(read_fighter(unit_name(name), value, game))
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
        with inside(f"step[{i}]"):
            steps.append(read_step(value))
    with inside("gap"):
        gap = None if fields.get("gap") is None else number(0, 1000)(fields["gap"])
    with inside("context"):
        context = profiles.Context.read(fields.get("context") or {})
    with inside("ruleset"):
        ruleset = profiles.Ruleset.read(fields.get("ruleset") or {})
    return Script(game, tuple(fighters), tuple(steps), gap, context, ruleset, path)
