"""A script of a turn as a plan: every step in every world that can be reached."""

from __future__ import annotations

from importlib import import_module
from typing import Any, NamedTuple

from ...errors import MathhammerError, TooLargeError, nearest, shown
from ...plan import Step as PlanStep
from ...plan import Target, TurnPlan
from ...profiles.turn import Charge, Control, Fight, OfUnit, Rally, Script, Shoot, Step, Travel
from .arms import check_names
from .moves import Mover
from .world import World, flag_of

#: The most worlds (flags, gaps, who charged, ...) that a step may have.
MOST_WORLDS = 2_000


class CompiledTurn(NamedTuple):
    """The plan of a turn, with the meaning of its branches.

    Attributes
    ----------
    plan : TurnPlan
    worlds : tuple of World
        The branches at the end.
    flags : tuple of str
        All flags that a step may set.
    notes : tuple of str
        What a reader may not expect.
    rulings : dict
        The resolved rulings that matter, and those that were given.
    """

    plan: TurnPlan
    worlds: tuple[World, ...]
    flags: tuple[str, ...]
    notes: tuple[str, ...]
    rulings: dict[str, Any]


def compile_turn(script: Script) -> CompiledTurn:
    """Return the plan of a turn.

    Raises
    ------
    MathhammerError
        A step names what isn't there, or lacks what it needs.
    TooLargeError
        More worlds than `MOST_WORLDS`.
    """
    rules = import_module(f"mathhammer.games.{script.game}.turns")
    flags = _check(script, rules)
    units = _units(script, rules)
    mover = Mover(script, rules, units)
    worlds = [World(gaps=_gaps(script))]
    steps = []
    for number, step in enumerate(script.steps):
        following: dict[World, int] = {}

        def index(world: World, known: dict[World, int] = following) -> int:
            return known.setdefault(world, len(known))

        try:
            moves = tuple(mover.move(step, world, index) for world in worlds)
            control = tuple(mover.control(step, world) for world in worlds) \
                if isinstance(step, Control) else ()  # fmt: skip
        except MathhammerError as error:
            raise error.inside(f"step[{number}]") from None
        if len(following) > MOST_WORLDS:
            raise TooLargeError(
                f"{len(following)} combinations of flags and gaps; the limit is {MOST_WORLDS}",
                f"step[{number}]",
            )
        steps.append(PlanStep(moves, len(following), control))
        worlds = list(following)
    return CompiledTurn(
        TurnPlan(units, tuple(steps)),
        tuple(worlds),
        flags,
        tuple(dict.fromkeys(mover.notes)),
        mover.rulings,
    )


def _gaps(script: Script) -> tuple[tuple[int, int, float], ...]:
    if script.gap is None:
        return ()
    return tuple(
        (i, j, script.gap)
        for i, one in enumerate(script.fighters) for j, other in enumerate(script.fighters)
        if one.side < other.side
    )  # fmt: skip


def _check(script: Script, rules: Any) -> tuple[str, ...]:
    """Check names and flags; return the flags that steps set, in their order."""
    flags: list[str] = []
    for fighter in script.fighters:
        if fighter.standing.leadership and script.game == "aos":
            raise MathhammerError(
                'it belongs to Warhammer 40,000 (game = "wh40k")',
                f"units.{fighter.name}.leadership",
            )
        if fighter.standing.strike_last and script.game != "aos":
            raise MathhammerError(
                'it belongs to Age of Sigmar (game = "aos")', f"units.{fighter.name}.strike_last"
            )
    for number, step in enumerate(script.steps):
        where = f"step[{number}]"
        try:
            if step.do in rules.NOT_HERE:
                raise MathhammerError(
                    f"{step.do!r} is no step of game = {script.game!r}; "
                    f"not there: {', '.join(rules.NOT_HERE)}",
                    "do",
                )
            for name in step.units:
                script.number(name)
            step_context(script, step, script.fighters[0].unit)
            if isinstance(step, Travel) and step.toward is not None:
                ends = [script.fighters[script.number(n)] for n in (step.by, step.toward)]
                if ends[0].side == ends[1].side:
                    raise MathhammerError(f"{step.toward} is no enemy of {step.by}", "toward")
            if isinstance(step, Shoot | Fight):
                by = (step.by,) if isinstance(step.by, str) else step.by
                kind = "ranged" if isinstance(step, Shoot) else "melee"
                users = [script.fighters[script.number(name)].unit for name in by]
                check_names(users, kind, step.weapons)
            if isinstance(step, Charge) and step.context is not None and not step.overwatch:
                raise MathhammerError(
                    "the context of a charge is that of the overwatch, which it doesn't have",
                    "context",
                )
            for condition in step.needs:
                flag, _ = flag_of(condition)
                if flag not in flags:
                    known = f"; set before: {', '.join(flags)}" if flags else "; none is set before"
                    raise MathhammerError(
                        f"{shown(condition)} is no flag{nearest(flag, flags)}{known}", "if"
                    )
        except MathhammerError as error:
            raise error.inside(where) from None
        if isinstance(step, Charge):
            flags.append(step.name)
        elif isinstance(step, OfUnit) and step.do == "battleshock":
            flags.append(f"{step.by}.shocked")
    return tuple(dict.fromkeys(flags))


def _units(script: Script, rules: Any) -> tuple[Target, ...]:
    """Return all units for the engines, each in the form that all steps need."""
    rallies = {step.by for step in script.steps if isinstance(step, Rally)}
    found = []
    for fighter in script.fighters:
        unit, standing = fighter.unit, fighter.standing
        routed = any(
            rules.routes(other.unit, unit, step_context(script, step, other.unit))
            for step in script.steps for other in script.fighters
            if isinstance(step, Shoot | Fight | Charge) and other.side != fighter.side
            and other.name in step.units
        )  # fmt: skip
        target = rules.unit_of(unit, routed)
        models = sum(group.models for group in target.groups)
        starting = standing.starting_models or models
        if starting < models:
            raise MathhammerError(
                f"{starting} is less than the unit's {models} models",
                f"units.{fighter.name}.starting_models",
            )
        start = target.start
        groups = target.groups
        comes_back = fighter.name in rallies or (script.game == "aos" and standing.reinforcements)
        if comes_back and starting > models:  # slain before, and may come back
            start += (starting - models) * groups[0].health
            groups = (groups[0]._replace(models=starting), *groups[1:])
        found.append(
            target._replace(
                groups=groups,
                start=start,
                starting_models=starting,
                returns=standing.reinforcements,
            )
        )
    return tuple(found)


def step_context(script: Script, step: Step, unit: Any) -> Any:
    """Return the context that a script and a step give to a unit's attacks."""
    context = script.context.merged(unit.context)
    given = getattr(step, "context", None)
    if given is None or isinstance(step, Travel):
        return context
    try:
        return context.merged(type(script.context).read(given))
    except MathhammerError as error:
        raise error.inside("context") from None
