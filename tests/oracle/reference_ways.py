"""What a unit uses, told literally: who of its models takes which weapon into its hands (W-3, A-3).

Each copy of a weapon is a thing on the table. For each weapon with several profiles one of
them is named for all its copies; then the models take up what they may.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

Way = tuple[int, ...]


def named(attacker: Any) -> Iterator[list[int]]:
    """Yield the places of the weapons, of each with several profiles only one."""
    weapons = attacker.weapons
    everywhere = range(len(weapons))
    for size in everywhere:
        for left_out in itertools.combinations(everywhere, size):
            kept = [i for i in everywhere if i not in left_out]
            modes = [weapons[i].modes for i in kept if weapons[i].modes is not None]
            if len({*modes}) == len(modes) and all(
                weapons[i].modes is not None and weapons[i].modes in modes for i in left_out
            ):
                yield kept


def has(attacker: Any, i: int, kind: str) -> bool:
    return any(a.kind == kind for a in (*attacker.abilities, *attacker.weapons[i].abilities))


def hands(attacker: Any, places: list[int]) -> set[Way]:
    """Return who may take what, where each model takes one thing."""
    weapons = attacker.weapons
    things = [i for i in places for _ in range(weapons[i].count)]
    models = len(things)
    if "models" in attacker.given or "groups" in attacker.given:
        models = attacker.starting_models
    elif len({weapons[i].count for i in places}) == 1:
        models = weapons[places[0]].count
    taken = itertools.combinations(things, min(models, len(things)))
    return {tuple(Counter(some)[i] for i in range(len(weapons))) for some in taken}


def forbidden(attacker: Any, i: int, situation: dict[str, Any]) -> bool:
    """Return whether a gun stays silent in a situation (W-3, W-4.3).

    One whose attacks start later has moved and hit already.
    """
    gun = attacker.weapons[i]
    if gun.range is not None and gun.range < situation.get("distance", 0):
        return True
    if attacker.game == "aos":
        return False
    locked = "attacker_engaged" in situation
    big = "monster" in attacker.keywords or "vehicle" in attacker.keywords
    return (
        (locked and not big and not has(attacker, i, "pistol"))
        or ((locked or "target_engaged" in situation) and has(attacker, i, "blast"))
        or ("advanced" in situation and not gun.start and not has(attacker, i, "assault"))
        or ("unseen" in situation and not has(attacker, i, "indirect fire"))
    )


def situation(attacker: Any, context: Any) -> dict[str, Any]:
    """Return what forbids guns to shoot, of a context and over it the attacker's own."""
    given = context.merged(attacker.context).given
    return {
        "unseen" if name == "visible" else name: value
        for name, value in given.items()
        if value is (name != "visible") or name == "distance"
    }


def at_hand(attacker: Any, situation: dict[str, Any]) -> list[list[int]]:
    """Return what the models take up from: without what is forbidden, unless all of it is."""
    kinds = {"shoot": ["ranged"], "fight": ["melee"], None: ["ranged", "melee"]}[attacker.phase]
    every = [[i for i in kept if attacker.weapons[i].type in kinds] for kept in named(attacker)]
    if attacker.phase != "shoot":
        return every
    free = [[i for i in kept if not forbidden(attacker, i, situation)] for kept in every]
    return [kept for kept in free if kept] if any(free) else every


def ways(attacker: Any, situation: dict[str, Any]) -> set[Way]:
    """Return everything that a unit may use together in a situation."""
    weapons = attacker.weapons
    found: set[Way] = set()
    for places in at_hand(attacker, situation):

        def all_of(places: list[int]) -> Way:
            return tuple(w.count if i in places else 0 for i, w in enumerate(weapons))

        phase = attacker.phase
        if phase is None or attacker.game == "aos" or not places:
            found.add(all_of(places))
        elif phase == "fight":
            extra = [i for i in places if has(attacker, i, "extra attacks")]
            others = [i for i in places if i not in extra]
            for way in hands(attacker, others) if others else {all_of([])}:
                found.add(tuple(map(sum, zip(way, all_of(extra), strict=True))))
        else:
            pistols = [i for i in places if has(attacker, i, "pistol")]
            guns = [i for i in places if i not in pistols]
            if not pistols or not guns or {"monster", "vehicle"} & attacker.keywords:
                found.add(all_of(places))
                continue
            models = max(map(sum, hands(attacker, places)))
            if all(sum(weapons[i].count for i in some) <= models for some in (pistols, guns)):
                found |= hands(attacker, places)
            else:
                found |= {all_of(pistols), all_of(guns)}
    return found


def using(attacker: Any, way: Way) -> Any:
    """Return an attacker with those copies, and nothing that is to be chosen."""
    weapons = [
        w.replace(count=n, modes=None) for w, n in zip(attacker.weapons, way, strict=True) if n
    ]
    return attacker.replace(weapons=weapons, phase=None, use=None)


def guessed(attacker: Any, way: Way, situation: dict[str, Any]) -> bool:
    """Return whether how many models there are matters to a way and isn't said."""
    if attacker.game == "aos" or {"models", "groups"} & attacker.given.keys():
        return False
    for places in at_hand(attacker, situation):
        used = {i for i, copies in enumerate(way) if copies}
        if not used <= set(places):
            continue
        if attacker.phase == "fight":
            return sum(not has(attacker, i, "extra attacks") for i in places) > 1
        if attacker.phase == "shoot" and not {"monster", "vehicle"} & attacker.keywords:
            return len({has(attacker, i, "pistol") for i in places}) == 2
    return False


def best(
    attacker: Any,
    worth: Callable[[Any], tuple[Fraction, Fraction]],
    situation: dict[str, Any],
) -> Any:
    """Return an attacker with what is best to use.

    Parameters
    ----------
    attacker : Unit
    worth : callable
        Of an attacker: expected models slain and damage. Of equals most copies of the weapon
        listed first count, then of the second, and so on.
    situation : dict
        What is true of it, with `unseen` for a target that isn't visible.
    """
    if attacker.phase is None and all(weapon.modes is None for weapon in attacker.weapons):
        return attacker
    possible = sorted(ways(attacker, situation), reverse=True)
    if len(possible) == 1:
        return using(attacker, possible[0])
    return using(attacker, max(possible, key=lambda way: worth(using(attacker, way))))
