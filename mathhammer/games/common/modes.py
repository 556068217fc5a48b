"""Weapons that are profiles of one weapon (`modes`): each copy of it uses one of them.

All copies of a weapon use the same profile.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from mathhammer.core.errors import MathhammerError, inside, nearest, quoted
from mathhammer.core.text import fold

#: What profiles of one weapon have in common.
_SHARED = ("count", "type", "group")


def modes_of(weapons: Sequence[Any]) -> dict[str, list[int]]:
    """Return the places of the profiles of each weapon that has several, by its folded modes."""
    found: dict[str, list[int]] = {}
    for i, weapon in enumerate(weapons):
        if weapon.modes is not None:
            found.setdefault(fold(weapon.modes), []).append(i)
    return found


def check_modes(unit: Any) -> None:
    """Check that profiles of one weapon fit together, and that those exist which are named.

    Parameters
    ----------
    unit : Unit

    Raises
    ------
    MathhammerError
        Profiles of one weapon differ in copies, type or group, or a profile isn't there.
    """
    weapons = unit.weapons
    found = modes_of(weapons)
    for places in found.values():
        first = weapons[places[0]]
        for i, name in product(places[1:], _SHARED):
            one, other = getattr(weapons[i], name), getattr(first, name)
            if one != other:
                raise MathhammerError(
                    f"{quoted(one)}, where {first.label} has {quoted(other)}: profiles of one "
                    f"weapon ({quoted(first.modes)}) have the same {name}",
                    f"weapons[{i}].{name}",
                )
    for modes, name in unit.use:
        with inside("use"):
            if fold(modes) not in found:
                raise _unknown(modes, [weapons[places[0]].modes for places in found.values()])
            _named(weapons, found[fold(modes)], modes, name)


def with_profiles(attackers: Sequence[Any], profiles: Sequence[tuple[str, str]]) -> tuple[Any, ...]:
    """Return units with the profiles named that are of their weapons, over those that they name.

    Parameters
    ----------
    attackers : list of Unit
    profiles : sequence of (str, str)
        Modes, and the name of a profile.

    Raises
    ------
    MathhammerError
        None of them has a weapon of such modes, or one has no such profile of it.
    """
    found = [modes_of(attacker.weapons) for attacker in attackers]
    for modes, _ in profiles:
        if not any(fold(modes) in one for one in found):
            known = {w.modes: 0 for attacker in attackers for w in attacker.weapons if w.modes}
            raise _unknown(modes, list(known))
    changed = []
    for attacker, own in zip(attackers, found, strict=True):
        named = {fold(modes): (modes, name) for modes, name in (*attacker.use, *profiles)}
        use = tuple(pair for modes, pair in named.items() if modes in own)
        for modes, name in use:
            _named(attacker.weapons, own[fold(modes)], modes, name)
        changed.append(attacker.replace(use=use or None))
    return tuple(changed)


def _unknown(modes: str, known: Sequence[str]) -> MathhammerError:
    return MathhammerError(
        f"no weapon has the modes {quoted(modes)}{nearest(modes, known)}; modes: "
        f"{', '.join(known) or 'none'}"
    )


def _named(weapons: Sequence[Any], places: Sequence[int], modes: str, name: str) -> int:
    """Return the place of the profile that a name means."""
    fitting = [i for i in places if fold(weapons[i].label) == fold(name)]
    if len(fitting) == 1:
        return fitting[0]
    names = [weapons[i].label for i in places]
    hint = ": several have this name" if fitting else nearest(name, names)
    raise MathhammerError(
        f"{quoted(name)} is no profile of {quoted(modes)}{hint}; profiles: {', '.join(names)}"
    )


def profiles_used(attacker: Any, among: Sequence[int]) -> Iterator[list[int]]:
    """Yield the places of weapons that may be used together, one profile of each weapon.

    Parameters
    ----------
    attacker : Unit
    among : sequence of int
        The places of the weapons that play a part.

    Examples
    --------
    >>> from mathhammer.games.profiles import Unit
    >>> one = {"attacks": 1, "skill": 3, "strength": 7, "damage": 1, "modes": "plasma"}
    >>> rifle = {"attacks": 2, "skill": 3, "strength": 4, "damage": 1}
    >>> unit = Unit(weapons=[{**one, "name": "standard"}, rifle, {**one, "name": "supercharge"}])
    >>> list(profiles_used(unit, [0, 1, 2]))
    [[0, 1], [1, 2]]
    >>> list(profiles_used(unit.replace(use="plasma=supercharge"), [0, 1, 2]))
    [[1, 2]]
    """
    weapons = attacker.weapons
    named = {fold(modes): (modes, name) for modes, name in attacker.use}
    alternatives = []
    for modes, places in modes_of(weapons).items():
        allowed = [_named(weapons, places, *named[modes])] if modes in named else places
        allowed = [i for i in allowed if i in among]
        if allowed:
            alternatives.append(allowed)
    always = [i for i in among if weapons[i].modes is None]
    for chosen in product(*alternatives):
        yield sorted([*always, *chosen])


def with_named_profiles(unit: Any) -> Any:
    """Return a unit with those profiles of its weapons that it names, and no others.

    Raises
    ------
    MathhammerError
        It names none of a weapon that has several.
    """
    weapons = unit.weapons
    used = list(profiles_used(unit, range(len(weapons))))
    if len(used) > 1:
        modes, name = next(
            (weapons[i].modes, weapons[i].label) for i in used[0] if i not in used[-1]
        )
        raise MathhammerError(
            f"in a turn each weapon has one profile: name it, like use = {{{quoted(modes)} = "
            f"{quoted(name)}}}",
            "use",
        )
    return unit.replace(weapons=[weapons[i].replace(modes=None) for i in used[0]], use=None)
