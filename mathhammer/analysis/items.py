"""What can be taken away from a match-up, one by one: abilities, modifiers and re-rolls.

An item is one ability, one modifier or re-roll, one lot of mortal dice, or one thing in the
context that changes rolls by itself (cover, All-out Attack). What only says how the attack
is made (half range, a charge, overwatch) stays as it is: an ability that needs it counts
whole. Characteristics stay, too, but for Feel No Pain and ward, which rules call abilities.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

from mathhammer.core.format import placed
from mathhammer.games.profiles import Unit, Weapon
from mathhammer.games.registry import part
from mathhammer.results.attack import Result

#: What in a context changes rolls by itself.
SITUATIONS = (
    "cover", "plunging_fire", "go_to_ground", "smokescreen", "all_out_attack", "all_out_defence",
    "covering_fire", "guarded_hero",
)  # fmt: skip
#: Fields of a target that are abilities.
_OF_TARGET = ("feel_no_pain", "feel_no_pain_mortals", "ward", "ward_mortals")
#: An ability of a target that changes nothing in the attack that is looked at.
_AFTERWARDS = "deadly demise"


class Item(NamedTuple):
    """Something that can be taken away.

    Attributes
    ----------
    name : str
        As it is written, with a modifier's value.
    source : str
        ``"attacker"``, ``"target"``, ``"context"``, or how many of which weapon.
    owner : str
        Where it is: ``"attacker"``, ``"target"``, ``"context"`` or ``"weapon"``.
    weapon : int
        The place of the weapon, else -1.
    field : str
        ``"abilities"``, ``"modifiers"``, ``"mortals"`` or the field itself.
    key : int or str
        The place in a list, or the name of the modifier.
    """

    name: str
    source: str
    owner: str
    weapon: int
    field: str
    key: int | str = ""

    @property
    def label(self) -> str:
        """The name with its source, which makes it unique but for equal abilities."""
        return f"{self.name} ({self.source})"


def items_of(result: Result) -> list[Item]:
    """Return everything that can be taken away from a match-up, the weapons' first.

    Parameters
    ----------
    result : Result

    Examples
    --------
    >>> import mathhammer
    >>> squad = {"weapons": "bolter: A2 BS3+ S4 D1 [Lethal Hits]", "modifiers": {"hit": 1}}
    >>> [item.label for item in items_of(mathhammer.attack(squad, "meq", context="cover"))]
    ['Lethal Hits (1x bolter)', 'hit +1 (attacker)', 'cover (context)']
    """
    attacker, target = result.attacker, result.target
    # What else stands there of a unit in both roles is its weapons'.
    defensive = part(target.game, "abilities.table").UNIT.by_name
    found: list[Item] = []
    for i, source in enumerate(weapon_names(attacker.weapons)):
        found += _of_weapon(i, source, attacker.weapons[i])
    found += [
        Item(str(ability), "attacker", "attacker", -1, "abilities", k)
        for k, ability in enumerate(attacker.abilities)
        if not (attacker.is_target and ability.kind in defensive)
        and not (ability.kind == "torrent" and _unskilled(attacker.weapons))
    ]
    found += _modifiers(attacker.modifiers, "attacker", "attacker", -1)
    if attacker.weapons:  # without its mortals it still has something to attack with
        found += [
            Item(dice.name, "attacker", "attacker", -1, "mortals", k)
            for k, dice in enumerate(attacker.mortals)
        ]
    if attacker.kill:
        found.append(Item(f"kill {attacker.kill}+", "attacker", "attacker", -1, "kill"))
    found += [
        Item(str(ability), "target", "target", -1, "abilities", k)
        for k, ability in enumerate(target.abilities)
        if ability.kind in defensive and ability.kind != _AFTERWARDS
    ]
    for field in _OF_TARGET:
        if target.given.get(field):
            name = field.replace("_", " ")
            found.append(Item(f"{name} {target.given[field]}+", "target", "target", -1, field))
    found += _modifiers(target.defence, "target", "target", -1)
    for field in SITUATIONS:
        if result.context.given.get(field):
            found.append(Item(field.replace("_", " "), "context", "context", -1, field))
    return found


def kept_notes(result: Result) -> list[str]:
    """Return what looks like an item, but can't be taken away, and why.

    Parameters
    ----------
    result : Result

    Examples
    --------
    >>> import mathhammer
    >>> kept_notes(mathhammer.attack("flamer: AD6 S4 AP0 D1 [Torrent]", "meq"))
    ['flamer: Torrent stays: without it the weapon would need a skill, and none is given.']
    """
    whole = any(ability.kind == "torrent" for ability in result.attacker.abilities)
    return [
        f"{weapon.label}: Torrent stays: without it the weapon would need a skill, and none is "
        "given."
        for weapon in result.attacker.weapons
        if _unskilled([weapon])
        and (whole or any(ability.kind == "torrent" for ability in weapon.abilities))
    ]


def weapon_names(weapons: Sequence[Weapon]) -> list[str]:
    """Return what weapons are called beside each other: how many of what.

    Examples
    --------
    >>> from mathhammer.games.profiles import Unit
    >>> weapon_names(Unit(weapons=["5x gun: A2 BS3+ S4 D1", "5x gun: A1 S5 D1 BS3+"]).weapons)
    ['5x gun (1)', '5x gun (2)']
    """
    return placed([f"{weapon.count}x {weapon.name or 'weapon'}" for weapon in weapons])


def _of_weapon(i: int, source: str, weapon: Weapon) -> Iterator[Item]:
    for k, ability in enumerate(weapon.abilities):
        if not (ability.kind == "torrent" and _unskilled([weapon])):
            yield Item(str(ability), source, "weapon", i, "abilities", k)
    if weapon.given.get("champion"):
        yield Item("champion", source, "weapon", i, "champion")
    yield from _modifiers(weapon.modifiers, source, "weapon", i)


def _modifiers(modifiers: Any, source: str, owner: str, weapon: int) -> Iterator[Item]:
    for name, value in modifiers.given.items():
        if value:  # 0 and false change nothing
            yield Item(_written(name, value), source, owner, weapon, "modifiers", name)


def _written(name: str, value: Any) -> str:
    """Return a modifier in words."""
    word = name.replace("_", " ")
    if value is True:
        return word
    if name.startswith("critical_") or name == "wound_floor":
        return f"{word} {value}+"
    if isinstance(value, int):
        return f"{word} {value:+d}"
    return f"{word}: {value}" if isinstance(value, str) else f"{word} rider"


def _unskilled(weapons: Collection[Weapon]) -> bool:
    """Return whether a weapon without Torrent would lack a skill."""
    return any(not weapon.start and not getattr(weapon, "skill", 1) for weapon in weapons)


def without(result: Result, items: Collection[Item]) -> tuple[Unit, Unit, Any]:
    """Return attacker, target and context of a match-up after taking some items away.

    Parameters
    ----------
    result : Result
    items : collection of Item
        Of `items_of` of the same result.

    Returns
    -------
    attacker, target : Unit
    context : Context
        With the attacker's own merged into it.
    """
    attacker, target, context = result.attacker, result.target, result.context
    taken: dict[tuple[str, int], list[Item]] = {}
    for item in items:
        taken.setdefault((item.owner, item.weapon), []).append(item)
    changes = _reduced(attacker, taken.get(("attacker", -1), ()), "modifiers")
    kept = changes.get("abilities", attacker.given.get("abilities", ()))
    if "abilities" in changes or any(owner == "weapon" for owner, _ in taken):
        changes["weapons"] = [
            _weapon(weapon, taken.get(("weapon", i), ()), kept or ())
            for i, weapon in enumerate(attacker.weapons)
        ] or None
    if attacker.given.get("context") is not None:
        changes["context"] = None  # it is merged already
    if changes:
        attacker = attacker.replace(**changes)
    lost = _reduced(target, taken.get(("target", -1), ()), "defence")
    if lost:
        target = target.replace(**lost)
    if ("context", -1) in taken:
        context = context.replace(**dict.fromkeys(one.field for one in taken["context", -1]))
    return attacker, target, context


def _weapon(weapon: Weapon, items: Collection[Item], given: Collection[Any]) -> Weapon:
    changes = _reduced(weapon, items, "modifiers")
    crit = weapon.given.get("crit")
    if crit is not None:  # the chosen one may be gone
        own = changes.get("abilities", weapon.abilities) or ()
        if crit not in [ability.kind for ability in (*own, *given)]:
            changes["crit"] = None
    return weapon.replace(**changes) if changes else weapon


def _reduced(record: Any, items: Collection[Item], modifiers: str) -> dict[str, Any]:
    """Return the fields that change where items are taken away from a record."""
    changes: dict[str, Any] = {}
    for field in ("abilities", "mortals"):
        gone = {item.key for item in items if item.field == field}
        if gone:
            rest = [one for k, one in enumerate(getattr(record, field)) if k not in gone]
            changes[field] = rest or None
    gone = {item.key for item in items if item.field == "modifiers"}
    if gone:
        left = dict.fromkeys(map(str, gone))
        changes["modifiers"] = getattr(record, modifiers).replace(**left)
    for item in items:
        if item.field not in ("abilities", "mortals", "modifiers"):
            changes[item.field] = None
    return changes
