"""What a reader of an attack's result is told beside its numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mathhammer.games import registry
from mathhammer.games.profiles import Unit

if TYPE_CHECKING:
    from mathhammer.results.attack import Result


def notes_of(result: Result) -> list[str]:
    """Return what is computed although the rules don't permit it, and what may surprise."""
    notes = notes_of_units(result)
    attacker = result.attacker
    order = result.order or range(len(attacker.weapons))
    skipped = [
        weapon_words(attacker, order[int(r)]) if r.isdecimal() else r for r in result.skipped
    ]
    if skipped:
        notes.append(
            f"{', '.join(skipped)}: what it does by itself is not computed, the states before and "
            "after it are too many to be followed together."
        )
    if result.other_rulings is not None:
        notes.append(result.other_rulings.note)
    return notes


def notes_of_units(result: Result) -> list[str]:
    """Return those of the notes for which nothing has to be computed."""
    attacker = result.attacker
    notes = [*result.used, *registry.game(attacker.game).notes(*result.match_up)]
    grouped = [weapon_words(attacker, i) for i, w in enumerate(attacker.weapons) if w.group]
    if grouped:
        notes.append(f"{', '.join(grouped)}: the group of a weapon counts only in turns.")
    if result.order:
        names = ", ".join(weapon_words(attacker, i) for i in result.order)
        notes.append(f"Best order of weapons for models slain: {names}.")
    return notes


def weapon_words(attacker: Unit, index: int) -> str:
    """Return the name of a weapon, or its place and values where it has none of its own."""
    weapon = attacker.weapons[index]
    if sum(w.name == weapon.name for w in attacker.weapons) == 1 and "name" in weapon.__dict__:
        return weapon.name
    from mathhammer.games.describe import describe_weapon

    return f"{weapon.name} {index + 1} ({describe_weapon(weapon.replace(name=None))})"
