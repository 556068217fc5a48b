"""What is the same for every attack of a match-up, worked out once (W-2, W-4)."""

from __future__ import annotations

from typing import NamedTuple

from mathhammer.core.errors import MathhammerError
from mathhammer.core.text import fold
from mathhammer.games.common.rolls import best
from mathhammer.games.wh40k.abilities import Ability
from mathhammer.games.wh40k.allocation import field, plan_target
from mathhammer.games.wh40k.profiles import Context, Leader, ModelGroup, Ruleset, Unit, Weapon
from mathhammer.plan import Target

BIG_GUNS = frozenset({"monster", "vehicle"})
TOUGH_BEARERS = frozenset({"character", "monster", "vehicle"})


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


def situation(target: Unit, context: Context, ruleset: Ruleset) -> Situation:
    """Work out what all attacks of a match-up share.

    Raises
    ------
    MathhammerError
        If the target has no toughness, or a part of it no wounds.
    """
    if not target.toughness:
        raise MathhammerError("a target needs the field 'toughness'", target.name)
    floor = 6 if context.go_to_ground else 0
    parts: list[Model] = []
    size = 0
    if target.groups:
        for group in target.groups:
            size += group.models
            parts.append(_model(group, target, floor))
    else:
        size = target.models
        parts.append(_model(None, target, floor))
    for leader in target.leader:
        size += 1
        parts.append(_model(leader, None, floor))
    stealth = context.smokescreen or _has(target, "stealth")
    big = context.target_engaged and bool(BIG_GUNS & target.keywords)
    defence = target.defence
    return Situation(
        target,
        context,
        ruleset,
        tuple(parts),
        size,
        stealth,
        context.cover or context.go_to_ground or context.smokescreen,
        plan_target(target, False),
        (size // 5, stealth, big, defence.hit, defence.damage, defence.halve_damage),
    )


def _has(target: Unit, kind: str) -> bool:
    return bool(target.abilities) and any(a.kind == kind for a in target.abilities)


def _model(part: ModelGroup | Leader | None, target: Unit | None, floor: int) -> Model:
    """Return the saves of a part; `floor` is the save of Go to Ground against shooting (W-4.7)."""
    if part is None and target is not None:
        both, ranged, melee = (
            target.invulnerable, target.invulnerable_ranged, target.invulnerable_melee,
        )  # fmt: skip
        save = target.save
    else:
        save = field(part, target, "save")
        both = field(part, target, "invulnerable")
        ranged = field(part, target, "invulnerable_ranged")
        melee = field(part, target, "invulnerable_melee")
    if both or ranged or melee or floor:
        return Model(save, best(both, ranged, floor), best(both, melee))
    return Model(save, 0, 0)


def half_range(weapon: Weapon, context: Context) -> bool:
    """Return whether the target is within half the weapon's range (W-3)."""
    if context.distance is not None and weapon.range is not None:
        return context.distance <= weapon.range / 2
    return context.half_range


def abilities_of(weapon: Weapon, attacker: Unit) -> dict[str, Ability]:
    """Return a weapon's abilities by kind, the attacker's among them.

    An ability had twice is not cumulative: the one with the higher mean counts. Anti
    abilities are left out here, since each has a keyword of its own (`wounds`).
    """
    found: dict[str, Ability] = {}
    given = weapon.abilities + attacker.abilities
    for ability in given:
        kind = ability.kind
        if kind == "anti":
            continue
        known = found.get(kind)
        if known is None or (
            ability.dice is not None
            and known.dice is not None
            and ability.dice.mean > known.dice.mean
        ):
            found[kind] = ability
    return found


def has_keyword(target: Unit, keyword: str) -> bool:
    """Return whether the target has a keyword, in any case and hyphenation."""
    return fold(keyword) in target.keywords
