"""What attackers use: of the ways that phase and modes leave, the best at each target.

The best has the most models slain on average, of those the most damage, of those the most copies
of the weapon that is listed first.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from mathhammer.core.distribution import Array
from mathhammer.core.errors import MathhammerError, TooLargeError
from mathhammer.core.lazy import Filled
from mathhammer.core.text import fold
from mathhammer.engine.exact.copies import final_states
from mathhammer.engine.exact.space import Space
from mathhammer.games import registry
from mathhammer.games.common.modes import profiles_used
from mathhammer.games.common.ways import MAX_WAYS, SHOOT, TYPES, Way, together
from mathhammer.games.profiles import Context, Ruleset, Unit, Weapon
from mathhammer.plan import Plan

#: Of values that are equal to within rounding the first counts.
ROUNDING = 1e-12


class Armed(NamedTuple):
    """An attacker with what it uses at a target.

    Attributes
    ----------
    unit : Unit
    said : tuple of str
        What is used, where not everything is.
    """

    unit: Unit
    said: tuple[str, ...] = ()


def armed(
    attacker: Unit, targets: Sequence[Unit], context: Context, ruleset: Ruleset
) -> Iterator[Armed]:
    """Yield an attacker with what it uses against each target.

    Parameters
    ----------
    attacker : Unit
    targets : list of Unit
    context : Context
        The attacker's own already merged over it.
    ruleset : Ruleset

    Raises
    ------
    MathhammerError
        It has no weapon for its phase, and no dice beside its weapons.
    TooLargeError
        Too many ways, or too much work to try them.
    """
    taken = _ways(attacker, context)
    ways = sorted(taken, reverse=True)
    used: Filled[Way, Armed] = Filled(
        lambda way: Armed(_using(attacker, way), _said(attacker, way, len(ways), taken[way]))
    )
    if len(ways) == 1:
        yield from (used[ways[0]] for _ in targets)
        return
    played = [i for i, numbers in enumerate(zip(*ways, strict=True)) if any(numbers)]
    one_each = attacker.replace(
        weapons=[attacker.weapons[i].replace(count=1, modes=None) for i in played], use=None
    )
    copies = [tuple(way[i] for i in played) for way in ways]
    rules = registry.game(attacker.game)
    prepared = rules.prepared_weapons(one_each)
    for target in targets:
        there = rules.shared_situation(target, context, ruleset)
        plan = rules.compile_attack(one_each, target, context, ruleset, there, prepared)
        values = _values(plan, copies)
        best = 0
        for i, found in enumerate(values):
            if _better(found, values[best]):
                best = i
        yield used[ways[best]]


def _ways(attacker: Unit, context: Context) -> dict[Way, int]:
    """Return the ways in which a unit may use its weapons, each with the models it is taken as."""
    phase = attacker.phase
    among = [i for i, w in enumerate(attacker.weapons) if phase is None or w.type == TYPES[phase]]
    if not among:
        if not attacker.mortals:
            assert phase is not None
            raise MathhammerError(
                f"{attacker.label} has no {TYPES[phase]} weapon to {phase} with", "phase"
            )
        return {together(attacker, ()): 0}
    sets = list(profiles_used(attacker, among))
    if phase == SHOOT:
        rules = registry.part(attacker.game, "ways")
        lawful = {i for i in among if rules.permitted(attacker, attacker.weapons[i], context)}
        sets = [allowed for used in sets if (allowed := [i for i in used if i in lawful])] or sets
    try:
        return _of_phase(attacker, sets, False)
    except TooLargeError:
        return _of_phase(attacker, sets, True)


def _of_phase(attacker: Unit, sets: Sequence[list[int]], alike: bool) -> dict[Way, int]:
    """Return the ways to use sets of weapons; with `alike` models decide alike where they may."""
    found: dict[Way, int] = {}
    for used in sets:
        if attacker.phase is None:
            found[together(attacker, used)] = 0
        else:
            rules = registry.part(attacker.game, "ways")
            ways = rules.ways(attacker, attacker.phase, used, alike)
            found.update(dict.fromkeys(ways, rules.models_taken(attacker, attacker.phase, used)))
        if len(found) > MAX_WAYS:
            raise TooLargeError(
                f"the weapons can be used in more than {MAX_WAYS} ways: list only those that are "
                'used, or name profiles, like use = {plasma = "supercharge"}'
            )
    return found


def _values(plan: Plan, ways: Sequence[Way]) -> Array:
    """Return the expected models slain and damage of each way; shape (ways, 2)."""
    space = Space(plan.units[0])
    return np.asarray(final_states(plan, ways) @ np.stack([space.slain, space.lost], axis=1))


def _better(found: Array, most: Array) -> bool:
    slain, damage = (found - most).tolist()
    return bool(slain > ROUNDING or (slain >= -ROUNDING and damage > ROUNDING))


def _using(attacker: Unit, way: Way) -> Unit:
    """Return an attacker with so many copies of its weapons, and its label."""
    used = [w.replace(count=n, modes=None) for w, n in zip(attacker.weapons, way, strict=True) if n]
    return attacker.replace(weapons=used, phase=None, use=None).called(attacker.label)


def _said(attacker: Unit, way: Way, ways: int, taken: int) -> tuple[str, ...]:
    """Return what is used, where not everything is or the number of models is a guess."""
    if not taken and all(n == w.count for w, n in zip(attacker.weapons, way, strict=True)):
        return ()
    words = ", ".join(f"{n}x {_words(w)}" for w, n in zip(attacker.weapons, way, strict=True) if n)
    text = f"{attacker.phase or 'used'}: {words or 'no weapon'}"
    if ways > 1:
        text += f", the best at this target of {ways} ways to use its weapons"
    if taken:
        text += f"; taken as {taken} model{'s' * (taken > 1)}: give models if there are others"
    return (f"{text}.",)


def _words(weapon: Weapon) -> str:
    """Return the name of a weapon, that of a profile with the weapon that it is one of."""
    name = weapon.name or weapon.replace(count=1, modes=None).label
    if weapon.modes is None or fold(weapon.modes) in fold(name):
        return name
    return f"{weapon.modes} ({name})"
