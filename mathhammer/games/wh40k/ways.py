"""Which weapons of a unit may be used together in a phase (W-3 Pistol and Extra Attacks, W-4).

In shooting a model uses its Pistols or its other guns, a Monster or Vehicle all of them; in
melee one weapon, and its Extra Attacks.
"""

from collections.abc import Sequence

from mathhammer.games.common.ways import FIGHT, Way, one_a_model, together
from mathhammer.games.wh40k.abilities.pistol import BIG_GUNS
from mathhammer.games.wh40k.profiles import Unit, Weapon


def ways(attacker: Unit, phase: str, used: Sequence[int], alike: bool = False) -> list[Way]:
    """Return the ways in which weapons of a unit may be used in a phase.

    Where each model has one of these copies at most, a model decides by itself; else all
    decide alike. Where the number of models isn't given, weapons with equal counts are those
    of the same models, and others are those of different ones.

    Parameters
    ----------
    attacker : Unit
    phase : {"shoot", "fight"}
    used : sequence of int
        The places of the weapons of the phase, one profile of each.
    alike : bool
        Whether all models shoot their Pistols, or none: else there may be too many ways.

    Returns
    -------
    list of tuple of int
        In each the copies used of each weapon.

    Examples
    --------
    >>> ways(Unit(weapons=["A2 WS3+ S4 D1", "A1 WS4+ S8 D2"]), "fight", [0, 1])
    [(1, 0), (0, 1)]
    """
    weapons = attacker.weapons
    kind = "extra attacks" if phase == FIGHT else "pistol"
    marked = [i for i in used if _has(attacker, weapons[i], kind)]
    others = [i for i in used if i not in marked]
    if phase == FIGHT:
        return _with(attacker, marked, others, _one_a_model(attacker, others))
    if not marked or not others or BIG_GUNS & attacker.keywords:
        return [together(attacker, used)]
    models = _models(attacker, used)
    if not alike and all(
        sum(weapons[i].count for i in part) <= models for part in (marked, others)
    ):
        return _with(attacker, [], used, _one_a_model(attacker, used))
    return [together(attacker, others), together(attacker, marked)]


def _has(attacker: Unit, weapon: Weapon, kind: str) -> bool:
    return any(ability.kind == kind for ability in (*attacker.abilities, *weapon.abilities))


def _models(attacker: Unit, used: Sequence[int]) -> int:
    """Return how many models use weapons."""
    if {"models", "groups"} & attacker.given.keys():
        return attacker.starting_models
    counts = [attacker.weapons[i].count for i in used]
    return counts[0] if len({*counts}) == 1 else sum(counts)


def _one_a_model(attacker: Unit, used: Sequence[int]) -> list[Way]:
    counts = [attacker.weapons[i].count for i in used]
    return one_a_model(counts, _models(attacker, used)) if used else [()]


def _with(
    attacker: Unit, always: Sequence[int], chosen: Sequence[int], ways: list[Way]
) -> list[Way]:
    """Return ways of all weapons from those of some, with others that are always used."""
    found = []
    for way in ways:
        copies = list(together(attacker, always))
        for i, number in zip(chosen, way, strict=True):
            copies[i] = number
        found.append(tuple(copies))
    return found
