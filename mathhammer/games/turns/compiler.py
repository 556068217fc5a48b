"""A script of a turn as a plan: every step in every branch that can be reached."""

from collections import defaultdict
from itertools import count
from typing import Any, NamedTuple

from mathhammer.core.errors import MathhammerError, TooLargeError, inside
from mathhammer.games.turns.branch import Branch
from mathhammer.games.turns.moves import AttackNote, Mover
from mathhammer.games.turns.script import Script
from mathhammer.games.turns.validate import check
from mathhammer.plan import Target
from mathhammer.plan.turns import Move, TurnPlan
from mathhammer.plan.turns import Step as PlanStep

#: The most branches (flags, gaps, who charged, ...) that a step may have.
MAX_BRANCHES = 2_000


class Stage(NamedTuple):
    """What is known of a step before it is played.

    Attributes
    ----------
    branches : tuple of Branch
        The branches before the step, in the order of its moves.
    notes : tuple of tuple of str or AttackNote
        For each branch what a reader may not expect, found on the way.
    near : tuple of int
        Units that its explosions may reach.
    """

    branches: tuple[Branch, ...]
    notes: tuple[tuple[str | AttackNote, ...], ...]
    near: tuple[int, ...] = ()


class CompiledTurn(NamedTuple):
    """The plan of a turn, with the meaning of its branches.

    Attributes
    ----------
    plan : TurnPlan
    branches : tuple of Branch
        The branches at the end.
    flags : tuple of str
        All flags that a step may set.
    stages : tuple of Stage
        For each step; notes are made of them when they are read.
    rulings : dict
        The resolved rulings that matter, and those that were given.
    """

    plan: TurnPlan
    branches: tuple[Branch, ...]
    flags: tuple[str, ...]
    stages: tuple[Stage, ...]
    rulings: dict[str, Any]


def compile_turn(script: Script) -> CompiledTurn:
    """Return the plan of a turn.

    Raises
    ------
    MathhammerError
        A step names what isn't there, or lacks what it needs.
    TooLargeError
        More branches than `MAX_BRANCHES`.
    """
    flags = check(script)
    units = _units(script)
    mover = Mover(script, units)
    branches = [Branch(gaps=_gaps(script))]
    steps, stages = [], []
    for number, step in enumerate(script.steps):
        following: dict[Branch, int] = defaultdict(count().__next__)
        index = following.__getitem__
        with inside(f"step[{number}]"):
            pairs = [(mover.move(step, branch, index), mover.take_notes()) for branch in branches]
            moves = tuple(move for move, _ in pairs)
            if not any(isinstance(move, Move) for move in moves):
                mover.validate(step, branches[0])
            control = tuple(filter(None, (step.control(mover, branch) for branch in branches)))
        if len(following) > MAX_BRANCHES:
            raise TooLargeError(
                f"{len(following)} combinations of flags and gaps; the limit is {MAX_BRANCHES}, "
                "for Monte Carlo too: let charges share a 'name', or take fewer steps that roll "
                "for a gap or a flag",
                f"step[{number}]",
            )
        steps.append(PlanStep(moves, len(following), control))
        explosions = [e for move in moves if isinstance(move, Move) for e in move.explosions]
        near = sorted({unit for explosion in explosions for unit in explosion.near})
        stages.append(Stage(tuple(branches), tuple(tuple(n) for _, n in pairs), tuple(near)))
        branches = list(following)
    plan = TurnPlan(units, tuple(steps))
    return CompiledTurn(plan, tuple(branches), flags, tuple(stages), mover.rulings)


def _gaps(script: Script) -> tuple[tuple[int, int, float], ...]:
    if script.gap is None:
        return ()
    return tuple(
        (i, j, script.gap)
        for i, one in enumerate(script.fighters) for j, other in enumerate(script.fighters)
        if one.side < other.side
    )  # fmt: skip


def _units(script: Script) -> tuple[Target, ...]:
    """Return all units for the engines, each in the form that all steps need."""
    rules = script.rules
    revived = {name for step in script.steps if step.revives for name in step.units}
    targets = []
    for fighter in script.fighters:
        unit, fields = fighter.unit, fighter.fields
        routed = any(
            rules.routes(other.unit, unit, script.context_of(step, other.unit))
            for step in script.steps for other in script.fighters
            if step.uses_weapons and other.side != fighter.side and other.name in step.units
        )  # fmt: skip
        target = rules.unit_of(unit, routed)
        models = sum(group.models for group in target.groups)
        starting = fields.starting_models or models
        if starting < models:
            raise MathhammerError(
                f"{starting} is less than the unit's {models} models",
                f"units.{fighter.name}.starting_models",
            )
        start, groups = target.start, target.groups
        replaced = rules.REPLACED_WHOLE and fields.reinforcements
        comes_back = fighter.name in revived or replaced
        if comes_back and starting > models:  # slain before, and may come back
            start += (starting - models) * groups[0].health
            groups = (groups[0]._replace(models=starting), *groups[1:])
        targets.append(
            target._replace(
                groups=groups, start=start, starting_models=starting, returns=fields.reinforcements
            )
        )
    return tuple(targets)
