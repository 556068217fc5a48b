"""Which branches a turn can reach, and what units have done before each of its steps.

The notes on a turn are made of it. It takes the plan's branches and follows those that have
a chance: a unit that nothing has hurt is alive, and a charge that can't succeed doesn't.
"""

from __future__ import annotations

from typing import NamedTuple

from mathhammer.games.turns.branch import Branch
from mathhammer.games.turns.prepared_weapons import of_type
from mathhammer.games.turns.script import Script
from mathhammer.games.turns.steps import Charge, Fight, Rally, Shoot, Step, TargetedStep, Travel
from mathhammer.games.turns.validate import step_context
from mathhammer.plan import Action, Fights, ModelTests, Move, Reinforce, SelfDamage, TurnPlan
from mathhammer.plan.turns import Event

#: What a unit, or a side, has done: its number, and the deed.
Act = tuple[int, str]
#: Outcomes below this are rounding.
NO_CHANCE = 1e-12


class History(NamedTuple):
    """A branch before a step.

    Attributes
    ----------
    world : Branch
    taken : bool
        Whether the step is taken in it.
    may : frozenset of Act
        What was done on some way into the branch.
    must : frozenset of Act
        What was done on every way.
    """

    world: Branch
    taken: bool
    may: frozenset[Act]
    must: frozenset[Act]


def trail(script: Script, plan: TurnPlan, worlds: list[tuple[Branch, ...]], answer: str) \
        -> list[list[History]]:  # fmt: skip
    """Return the branches that can be reached before each step.

    Parameters
    ----------
    script : Script
    plan : TurnPlan
    worlds : list of tuple of Branch
        The branches before each step, in the order of its moves.
    answer : str
        The context of shooting in the other side's turn: ``"overwatch"``, ``"covering_fire"``.
    """
    hurt: set[int] = set()
    here: dict[int, tuple[frozenset[Act], frozenset[Act]]] = {0: (frozenset(), frozenset())}
    found = []
    for step, played, before in zip(script.steps, plan.steps, worlds, strict=True):
        done = deeds(step, script, answer)
        after: dict[int, tuple[frozenset[Act], frozenset[Act]]] = {}
        pasts, wounded = [], set(hurt)
        for branch in sorted(here):
            may, must = here[branch]
            move = played.moves[branch]
            taken = isinstance(move, Move)
            pasts.append(History(before[branch], taken, may, must))
            if isinstance(move, int):
                _arrive(after, move, may, must)
                continue
            for event in move.events:
                wounded |= hurt_by(event)
            for explosion in move.explosions:
                wounded |= set(explosion.near)
            _follow(move, may, must, done, plan, hurt, after)
        found.append(pasts)
        here, hurt = after, wounded
    return found


def _follow(
    move: Move, may: frozenset[Act], must: frozenset[Act], done: frozenset[Act],
    plan: TurnPlan, hurt: set[int], after: dict[int, tuple[frozenset[Act], frozenset[Act]]],
) -> None:  # fmt: skip
    """Put the branches to which a move leads with any chance into `after`."""
    back = next((e.unit for e in move.events if isinstance(e, Reinforce)), None)
    if back is not None:  # who comes back has done nothing
        _arrive(after, move.otherwise, may, must)
        if back in hurt and plan.units[back].returns:
            fresh = [frozenset(deed for deed in known if deed[0] != back) for known in (may, must)]
            _arrive(after, move.then, fresh[0], fresh[1])
        return
    if hurt.intersection(move.units):
        _arrive(after, move.otherwise, may, must)
    may, must = may | done, must | done
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


def _arrive(
    after: dict[int, tuple[frozenset[Act], frozenset[Act]]],
    branch: int, may: frozenset[Act], must: frozenset[Act],
) -> None:  # fmt: skip
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


def deeds(step: Step, script: Script, answer: str) -> frozenset[Act]:
    """Return what a step lets its units do, as far as the rules allow it once a turn.

    A deed in the other side's turn is the side's, below 0, since an army may do it once.
    """
    if isinstance(step, Shoot):
        number = script.number(step.by)
        fighter = script.fighters[number]
        if getattr(step_context(script, step, fighter.unit), answer):
            return frozenset({(-1 - fighter.side, answer)})
        used = of_type(fighter.unit, "ranged", step.weapons).weapons
        return frozenset((number, f"shot {weapon.name}") for weapon in used)
    if isinstance(step, Fight):
        return frozenset((script.number(name), "fought") for name in step.by)
    if isinstance(step, Charge):
        side = script.fighters[script.number(step.at)].side
        shots = {(-1 - side, answer)} if step.overwatch else set()
        return frozenset({(script.number(step.by), "charged"), *shots})
    if isinstance(step, Travel):
        return frozenset({(script.number(step.by), "moved")})
    if isinstance(step, Rally | TargetedStep):  # an army does each once
        return frozenset({(-1 - script.fighters[script.number(step.by)].side, step.do)})
    return frozenset()
