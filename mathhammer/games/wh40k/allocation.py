"""Who takes the damage: model groups, leaders and their Feel No Pain (W-1.7, W-1.9, W-2)."""

from mathhammer.core.errors import MathhammerError
from mathhammer.games.common.rolls import best
from mathhammer.games.wh40k.abilities.feel_no_pain import of_ability
from mathhammer.games.wh40k.parts import Defence
from mathhammer.games.wh40k.profiles import Leader, ModelGroup, Unit
from mathhammer.plan import Group, Target


def parts(target: Unit) -> list[Unit | ModelGroup]:
    """Return the parts of a unit in order of allocation, leaders aside (W-2).

    Of a mixed unit its groups; what they leave out of a defence is taken from the unit.
    """
    if not target.groups:
        return [target]
    shared = {name: value for name, value in target.given.items() if name in Defence._fields}
    shared["feel_no_pain"] = best(target.feel_no_pain, of_ability(target))
    groups: list[Unit | ModelGroup] = []
    for group in target.groups:
        groups.append(object.__new__(ModelGroup))
        groups[-1].__dict__.update({**shared, **group.given})
    return groups


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
    ability = of_ability(target) if target.abilities else 0
    groups: list[Group] = []
    lost = target.wounds_lost
    for part in parts(target):
        groups.append(_group(part, part.models, lost, ability if part is target else 0))
        lost = 0
    for leader in target.leader:
        groups.append(_group(leader, 1, leader.wounds_lost, 0))
    return Target(
        tuple(groups),
        len(target.leader) if precision else 0,
        target.defence.ignore_first_damage,
    )


def _group(part: Unit | ModelGroup | Leader, models: int, lost: int, ability: int) -> Group:
    """Return one group. A model with several Feel No Pain uses the best (W-1.7)."""
    if not part.wounds:
        raise MathhammerError("a target needs the field 'wounds'", part.name)
    normal = mortal = part.feel_no_pain
    if ability or part.feel_no_pain_mortals:
        normal = best(normal, ability)
        mortal = best(normal, part.feel_no_pain_mortals)
    return Group(part.name, models, part.wounds, lost, normal, mortal, part.points)
