"""What a reader of an attack's result is told beside its numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from mathhammer.games import registry
from mathhammer.games.profiles import Unit, Weapon

if TYPE_CHECKING:
    from mathhammer.results.attack import Result


class Otherwise(NamedTuple):
    """What a match-up would give if something were ruled or read otherwise.

    Attributes
    ----------
    about : str
        What that is; the same for all match-ups.
    note : str
    change : float
        How far apart the numbers are that the note gives, as a share of the largest.
    matters : bool
        Whether anything that is shown differs.
    """

    about: str
    note: str
    change: float
    matters: bool = True


def text_notes(*profiles: Unit | Weapon) -> list[str]:
    """Return how the texts of profiles were read, where a reader may not expect it, each once."""
    every = [one for profile in profiles for one in (profile, *getattr(profile, "weapons", ()))]
    return list(dict.fromkeys(note.text for one in every for note in one.reading_notes))


def match_up_notes(result: Result) -> list[str]:
    """Return what concerns the match-up alone: how its texts were read, and its rules."""
    texts = text_notes(result.attacker, result.target)
    rules = registry.game(result.attacker.game)
    return [*texts, *result.used, *rules.notes(*result.match_up)]


def notes_of(result: Result) -> list[str]:
    """Return what is computed although the rules don't permit it, and what may surprise."""
    numbers = {other.about: other.note for other in result.otherwise}
    notes = [numbers.get(note, note) for note in notes_of_units(result)]
    skipped = result.skipped
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
    notes = match_up_notes(result)
    if any(weapon.group for weapon in attacker.weapons):
        grouped = zip(attacker.weapon_labels, attacker.weapons, strict=True)
        names = ", ".join(name for name, weapon in grouped if weapon.group)
        notes.append(f"{names}: the group of a weapon counts only in turns.")
    if result.order:
        notes.append(f"Best order of weapons for models slain: {', '.join(result.weapon_names)}.")
    return notes
