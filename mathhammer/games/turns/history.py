"""Which branches a turn can reach, and what units have done before each of its steps.

The notes on a turn are made of it. It takes the plan's branches and follows those that have
a chance: a unit that nothing has hurt is alive, and a charge that can't succeed doesn't.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from mathhammer.games.turns.branch import Branch
from mathhammer.plan import Action
from mathhammer.plan.turns import Event, Fights, ModelTests, Move, Reinforce, SelfDamage, TurnPlan

if TYPE_CHECKING:
    from mathhammer.games.turns.script import Script

#: What a unit, or a side (below 0), has done: its number, and what it was.
Act = tuple[int, str]
#: For each branch what was done on some way into it, and on every way.
Reached = dict[int, tuple[frozenset[Act], frozenset[Act]]]
#: Outcomes below this are rounding.
NO_CHANCE = 1e-12


class History(NamedTuple):
    """A branch before a step.

    Attributes
    ----------
    branch : Branch
    taken : bool
        Whether the step is taken in it.
    may : frozenset of Act
        What was done on some way into the branch.
    must : frozenset of Act
        What was done on every way.
    """

    branch: Branch
    taken: bool
    may: frozenset[Act]
    must: frozenset[Act]


def histories(
    script: Script, plan: TurnPlan, branches: list[tuple[Branch, ...]]
) -> list[list[History]]:
    """Return the branches that can be reached before each step, with what was done on the way.

    Parameters
    ----------
    script : Script
    plan : TurnPlan
    branches : list of tuple of Branch
        The branches before each step, in the order of its moves.
    """
    hurt: set[int] = set()
    reached: Reached = {0: (frozenset(), frozenset())}
    each = []
    for step, played, before in zip(script.steps, plan.steps, branches, strict=True):
        acts = frozenset(step.acts(script))
        after: Reached = {}
        of_step, wounded = [], set(hurt)
        for number in sorted(reached):
            may, must = reached[number]
            move = played.moves[number]
            of_step.append(History(before[number], isinstance(move, Move), may, must))
            if isinstance(move, int):
                _arrive(after, move, may, must)
                continue
            for event in move.events:
                wounded |= hurt_by(event)
            for explosion in move.explosions:
                wounded |= set(explosion.near)
            _follow(move, may, must, acts, plan, hurt, after)
        each.append(of_step)
        reached, hurt = after, wounded
    return each


def _follow(
    move: Move, may: frozenset[Act], must: frozenset[Act], acts: frozenset[Act],
    plan: TurnPlan, hurt: set[int], after: Reached,
) -> None:  # fmt: skip
    """Put the branches to which a move leads with any chance into `after`."""
    back = next((e.unit for e in move.events if isinstance(e, Reinforce)), None)
    if back is not None:  # who comes back has done nothing
        _arrive(after, move.otherwise, may, must)
        if back in hurt and plan.units[back].returns:
            fresh = [frozenset(act for act in known if act[0] != back) for known in (may, must)]
            _arrive(after, move.then, fresh[0], fresh[1])
        return
    if hurt.intersection(move.units):
        _arrive(after, move.otherwise, may, must)
    may, must = may | acts, must | acts
    if move.check is None:
        _arrive(after, move.then, may, must)
        return
    weak = move.check.weak
    if weak is not None or move.events:  # who isn't weak, or has just fallen, doesn't roll
        _arrive(after, move.then, may, must)
    if weak is None or weak in hurt or _began_weaker(plan, weak):
        for chance, branch in move.check.outcomes:
            if chance > NO_CHANCE:
                _arrive(after, branch, may, must)


def _arrive(after: Reached, branch: int, may: frozenset[Act], must: frozenset[Act]) -> None:
    if branch in after:
        before = after[branch]
        may, must = may | before[0], must & before[1]
    after[branch] = may, must


def _began_weaker(plan: TurnPlan, number: int) -> bool:
    """Return whether a unit has lost anything before the turn begins."""
    unit = plan.units[number]
    return unit.start > 0 or unit.starting_models > sum(group.models for group in unit.groups)


def hurt_by(event: Event) -> set[int]:
    """Return the units that an event may hurt."""
    if isinstance(event, SelfDamage | ModelTests):
        return {event.unit}
    if isinstance(event, Action):
        own = {event.actor} if event.own_losses is not None and event.actor is not None else set()
        return {event.target} | own
    if isinstance(event, Fights):
        actions = [action for band in event.bands for side in band for action in side]
        return set().union(*map(hurt_by, actions))
    return set()
