"""What is the same for every attack of a match-up, worked out once (A-2, A-4)."""

from typing import NamedTuple

from mathhammer.core.errors import MathhammerError
from mathhammer.games.aos.profiles import Context, Ruleset, Unit
from mathhammer.games.common.rolls import best
from mathhammer.plan import Group, Target

#: Keywords of Heroes that can't be guarded (A-4).
UNGUARDED = frozenset({"monster", "war machine"})


class Situation(NamedTuple):
    """Target, context and ruleset, with what follows from them.

    Attributes
    ----------
    target : Unit
    context : Context
    ruleset : Ruleset
    unit : Target
        The target for the engines.
    guarded : bool
        Whether it is a guarded Hero for shooting (A-4).
    save_bonus : int
        What is added to its save rolls, Rend aside.
    """

    target: Unit
    context: Context
    ruleset: Ruleset
    unit: Target
    guarded: bool
    save_bonus: int


def shared_situation(target: Unit, context: Context, ruleset: Ruleset) -> Situation:
    """Work out what all attacks of a match-up share.

    Raises
    ------
    MathhammerError
        If the target has no health.
    """
    if not target.health:
        raise MathhammerError("a target needs the field 'health'", target.name)
    guarded = context.guarded_hero and not UNGUARDED & target.keywords
    bonus = target.defence.save + context.all_out_defence
    return Situation(target, context, ruleset, plan_target(target), guarded, bonus)


def plan_target(target: Unit) -> Target:
    """Return the target for the engines: one group whose points carry over (A-2)."""
    group = Group(
        target.name,
        target.models,
        target.health,
        target.damage_taken,
        target.ward,
        best(target.ward, target.ward_mortals),
        target.points,
    )
    return Target((group,))
