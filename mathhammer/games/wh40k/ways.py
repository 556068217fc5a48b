"""Which weapons of a unit may be used together in a phase (W-3 Pistol and Extra Attacks, W-4).

In shooting a model uses its Pistols or its other guns, a Monster or Vehicle all of them; in
melee one weapon, and its Extra Attacks. What the situation forbids is not used.
"""

from collections.abc import Sequence

from mathhammer.games.common.ways import FIGHT, Way, in_reach, one_a_model, together
from mathhammer.games.wh40k.abilities.pistol import BIG_GUNS
from mathhammer.games.wh40k.profiles import Context, Unit, Weapon


def permitted(attacker: Unit, weapon: Weapon, context: Context) -> bool:
    """Return whether a ranged weapon may be shot in a situation (W-3, W-4.3).

    Examples
    --------
    >>> rifle = Unit(weapons=['24" A2 BS3+ S4 D1'])
    >>> where = Context(), Context(attacker_engaged=True), Context(distance=25)
    >>> [permitted(rifle, rifle.weapons[0], context) for context in where]
    [True, False, False]
    """
    engaged, advanced = context.attacker_engaged, context.advanced
    if engaged and not BIG_GUNS & attacker.keywords and not _has(attacker, weapon, "pistol"):
        return False
    if advanced and not weapon.start and not _has(attacker, weapon, "assault"):
        return False
    if not context.visible and not _has(attacker, weapon, "indirect fire"):
        return False
    if (engaged or context.target_engaged) and _has(attacker, weapon, "blast"):
        return False
    return in_reach(weapon, context)


def models_taken(attacker: Unit, phase: str, used: Sequence[int]) -> int:
    """Return how many models weapons are shared by where the unit doesn't say so, else 0.

    Parameters
    ----------
    attacker : Unit
    phase : {"shoot", "fight"}
    used : sequence of int
        The places of the weapons of the phase, one profile of each.
    """
    marked, others = _parts(attacker, phase, used)
    if {"models", "groups"} & attacker.given.keys():
        return 0
    if phase == FIGHT:
        return _models(attacker, others) if len(others) > 1 else 0
    shared = marked and others and not BIG_GUNS & attacker.keywords
    return _models(attacker, used) if shared else 0


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
    marked, others = _parts(attacker, phase, used)
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


def _parts(attacker: Unit, phase: str, used: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return the weapons with the ability that parts those of a phase, and the others."""
    kind = "extra attacks" if phase == FIGHT else "pistol"
    marked = [i for i in used if _has(attacker, attacker.weapons[i], kind)]
    return marked, [i for i in used if i not in marked]


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
