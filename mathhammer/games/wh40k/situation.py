"""What is the same for every attack of a match-up, worked out once (W-2, W-4)."""

from __future__ import annotations

from typing import NamedTuple

from ...abilities import Ability, fold
from ...errors import MathhammerError
from ...profiles import Context, Leader, ModelGroup, Ruleset, Unit, Weapon

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
    """

    target: Unit
    context: Context
    ruleset: Ruleset
    models: tuple[Model, ...]
    size: int
    stealth: bool
    cover: bool


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
    return Situation(
        target,
        context,
        ruleset,
        tuple(parts),
        size,
        context.smokescreen or _has(target, "stealth"),
        context.cover or context.go_to_ground or context.smokescreen,
    )


def _has(target: Unit, kind: str) -> bool:
    return bool(target.abilities) and any(a.kind == kind for a in target.abilities)


def best(*thresholds: int) -> int:
    """Return the lowest of some thresholds, where 0 means none.

    Examples
    --------
    >>> best(0, 5, 4)
    4
    """
    return min((t for t in thresholds if t), default=0)


def field(part: ModelGroup | Leader | None, target: Unit | None, name: str) -> int:
    """Return a defensive field of a part: its own where given, else the target's (W-2)."""
    if part is not None and (target is None or name in part.__dict__):
        value: int = getattr(part, name)
    else:
        value = getattr(target, name)
    return value


def _model(part: ModelGroup | Leader | None, target: Unit | None, floor: int) -> Model:
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
        return Model(save, best(both, ranged, floor), best(both, melee, floor))
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
