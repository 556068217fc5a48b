"""What is the same for every attack of a match-up, worked out once (W-2, W-4)."""

from typing import NamedTuple

from mathhammer.core.errors import MathhammerError
from mathhammer.games.common.rolls import best
from mathhammer.games.wh40k.abilities.pistol import BIG_GUNS
from mathhammer.games.wh40k.abilities.stealth import has_stealth
from mathhammer.games.wh40k.allocation import parts, plan_target
from mathhammer.games.wh40k.profiles import Context, Leader, ModelGroup, Ruleset, Unit
from mathhammer.plan import Target


class Model(NamedTuple):
    """How a group of models, or a leader, defends itself.

    Attributes
    ----------
    save : int
        Armour save characteristic, 0 for none.
    ranged, melee : int
        Invulnerable save against each type, 0 for none.
    """

    save: int
    ranged: int
    melee: int


class Situation(NamedTuple):
    """Target, context and ruleset, with what follows from them.

    Attributes
    ----------
    target : Unit
    context : Context
    ruleset : Ruleset
    models : tuple of Model
        In the order of the plan's groups: model groups, then leaders.
    size : int
        All models, leaders too (Blast).
    stealth : bool
    cover : bool
        From the context and stratagems, not from Indirect Fire.
    unit : Target
        The target for the engines, as attacks without Precision meet it.
    cache_key : tuple of int
        All of the target that decides on attacks, hit rolls and damage in this context.
    """

    target: Unit
    context: Context
    ruleset: Ruleset
    models: tuple[Model, ...]
    size: int
    stealth: bool
    cover: bool
    unit: Target
    cache_key: tuple[int, ...]


def shared_situation(target: Unit, context: Context, ruleset: Ruleset) -> Situation:
    """Work out what all attacks of a match-up share.

    Raises
    ------
    MathhammerError
        If the target has no toughness, or a part of it no wounds.
    """
    if not target.toughness:
        raise MathhammerError("a target needs the field 'toughness'", target.name)
    floor = 6 if context.go_to_ground else 0
    models: list[Model] = []
    size = 0
    for part in parts(target):
        size += part.models
        models.append(_model(part, floor))
    for leader in target.leader:
        size += 1
        models.append(_model(leader, floor))
    big = context.target_engaged and bool(BIG_GUNS & target.keywords)
    stealth, defence = has_stealth(target, context), target.defence
    damage_to = -1 if defence.damage_to is None else defence.damage_to
    return Situation(
        target,
        context,
        ruleset,
        tuple(models),
        size,
        stealth,
        context.cover or defence.cover or context.go_to_ground or context.smokescreen,
        plan_target(target, False),
        (size // 5, stealth, big, defence.hit, defence.damage, defence.halve_damage, damage_to),
    )


def _model(part: Unit | ModelGroup | Leader, floor: int) -> Model:
    """Return the saves of a part; `floor` is the save of Go to Ground against shooting (W-4.7)."""
    both, ranged, melee = part.invulnerable, part.invulnerable_ranged, part.invulnerable_melee
    if both or ranged or melee or floor:
        return Model(part.save, best(both, ranged, floor), best(both, melee))
    return Model(part.save, 0, 0)
