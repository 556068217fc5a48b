"""P(destroyed) by more and more attacks, copies of a weapon, or units.

Where each repetition meets the unit as the last one left it (unit after unit; attack after
attack of a weapon of which nothing waits), the probabilities of the states are carried on
one repetition at a time. Where something waits until all attacks are made (Devastating
Wounds, a pool of mortal wounds), n attacks are an evaluation of their own.
"""

from collections.abc import Callable, Generator
from typing import Any

import numpy as np

from mathhammer.core.distribution import Array
from mathhammer.engine.exact.chain import evolve
from mathhammer.engine.exact.following import Following, Playing
from mathhammer.engine.limits import MAX_REPEATED, MAX_WORK
from mathhammer.plan import Amount, Plan

#: What is left with less than this is destroyed.
SURE = 1e-12
#: The least steps (of about a nanosecond) of a repetition.
_CALL = 30_000.0


def destroyed_by(plan: Plan, number: int, each: bool) -> Generator[float, None, bool]:
    """Yield P(destroyed) by 1, 2, 3, ... attacks or copies of one weapon, used at once.

    Parameters
    ----------
    plan : Plan
        With one action.
    number : int
        Of the weapon's volley.
    each : bool
        Whether to count single attacks, and not copies with all of theirs.

    Notes
    -----
    It ends where less than `SURE` is left or where nothing changes, and then returns True;
    or where `MAX_REPEATED` repetitions or the most work of an evaluation are done (False).
    """
    one = _alone(plan, number, 1, each)
    volley = one.steps[0].volleys[0]
    if plan.steps[0].pooled or not volley.waits():
        first = evolve(one)
        again = evolve(_with(one, volleys=(volley._replace(champion_attacks=()),)))
        return (
            yield from _carried(first, lambda n, states: (first if n == 1 else again).carry(states))
        )
    spent = 0.0
    before: Array | None = None
    for n in range(1, MAX_REPEATED + 1):
        playing = evolve(_alone(plan, number, n, each))
        spent += playing.work + _CALL
        if spent > MAX_WORK:
            return False
        yield _destroyed(playing, playing.final)
        if _is_over(playing, before, playing.final):
            return True
        before = playing.final
    return False


def destroyed_after(plan: Plan) -> Generator[float, None, bool]:
    """Yield P(destroyed) after 1, 2, 3, ... units that attack one after another.

    Parameters
    ----------
    plan : Plan
        With one action. Volleys with `attacks_by_target_models` follow the target's living models.

    Notes
    -----
    It ends as `destroyed_by` does.
    """
    following = Following(plan)
    return (yield from _carried(following.first, lambda _, states: following.carry(states)))


def _with(plan: Plan, **changes: Any) -> Plan:
    """Return a plan of the same action with some of its fields changed."""
    return plan._replace(steps=(plan.steps[0]._replace(**changes),))


def _alone(plan: Plan, number: int, copies: int, each: bool) -> Plan:
    """Return the plan of some copies, or attacks, of one weapon, without all else."""
    listed = plan.steps[0].volleys[number]
    volley = listed._replace(copies=copies)
    if each:  # a weapon that makes no attacks at all (after an Advance) makes none here
        one = min(1, listed.most_attacks())
        volley = volley._replace(attacks=(Amount.fixed(one),), champion_attacks=())
    return _with(plan, volleys=(volley,), dice_packets=(), own_losses=None)


def _carried(first: Playing, carry: Callable[[int, Array], Array]) -> Generator[float, None, bool]:
    """Yield P(destroyed) where each repetition meets what the last one left."""
    states = first.space.begin()[None]
    most = min(MAX_REPEATED, int(MAX_WORK / (first.work + _CALL)) + 1)
    for n in range(1, most + 1):
        before, states = states, carry(n, states)
        yield _destroyed(first, states[0])
        if _is_over(first, before[0], states[0]):
            return True
    return False


def _destroyed(playing: Playing, states: Array) -> float:
    slain = playing.space.slain
    return min(1.0, float(states[slain == slain[-1]].sum()))


def _is_over(playing: Playing, before: Array | None, states: Array) -> bool:
    """Return whether the unit is surely destroyed, or nothing can happen to it."""
    slain = playing.space.slain
    left = float(states[slain < slain[-1]].sum())
    # Rounding may have moved the sum from 1 by then: what counts is that no other is possible.
    untouched = states[playing.space.start] > 0.0 and np.count_nonzero(states) == 1
    return left < SURE or bool(untouched) or (before is not None and np.array_equal(before, states))
