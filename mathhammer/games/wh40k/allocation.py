"""Who takes the damage: model groups, leaders and their Feel No Pain (W-1.7, W-1.9, W-2)."""

from __future__ import annotations

from mathhammer.core.errors import MathhammerError
from mathhammer.games.common.rolls import best
from mathhammer.games.wh40k.abilities.feel_no_pain import of_ability
from mathhammer.games.wh40k.profiles import Leader, ModelGroup, Unit
from mathhammer.plan import Group, Target


def field(part: ModelGroup | Leader | None, target: Unit | None, name: str) -> int:
    """Return a defensive field of a part: its own where given, else the target's (W-2)."""
    if part is not None and (target is None or name in part.__dict__):
        value: int = getattr(part, name)
    else:
        value = getattr(target, name)
    return value


def plan_target(target: Unit, precision: bool) -> Target:
    """Return the target for the engines: groups in order of allocation, leaders last.

    Parameters
    ----------
    target : Unit
    precision : bool
        Whether any attack is allocated to a leader first (W-2).

    Raises
    ------
    MathhammerError
        If the models of some part have no wounds.
    """
    unit_ability = of_ability(target) if target.abilities else 0
    groups: list[Group] = []
    if target.groups:
        lost = target.wounds_lost
        for part in target.groups:
            groups.append(_group(part, target, part.models, lost, unit_ability))
            lost = 0
    else:
        groups.append(_group(None, target, target.models, target.wounds_lost, unit_ability))
    for leader in target.leader:
        groups.append(_group(leader, None, 1, leader.wounds_lost, 0))
    return Target(
        tuple(groups),
        len(target.leader) if precision else 0,
        target.defence.ignore_first_damage,
    )


def _group(
    part: ModelGroup | Leader | None, target: Unit | None, models: int, lost: int, ability: int
) -> Group:
    """Return one group. A model with several Feel No Pain uses the best (W-1.7)."""
    health = target.wounds if part is None and target is not None else field(part, target, "wounds")
    where = part.name if part is not None else (target.name if target is not None else "")
    if not health:
        raise MathhammerError("a target needs the field 'wounds'", where)
    if part is None and target is not None:
        normal = mortal = target.feel_no_pain
        if ability or target.feel_no_pain_mortals:
            normal = best(normal, ability)
            mortal = best(normal, target.feel_no_pain_mortals)
        points = target.points
    else:
        normal = field(part, target, "feel_no_pain")
        if part is not None and "feel_no_pain" not in part.__dict__:
            normal = best(normal, ability)
        mortal = best(normal, field(part, target, "feel_no_pain_mortals"))
        points = part.points if part is not None else None
    return Group(where, models, health, lost, normal, mortal, points)
