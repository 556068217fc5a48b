"""What the notes of all games have in common: sentences, on weapons and on what has no effect."""

from collections.abc import Iterator, Sequence

from mathhammer.games.common.profile import Weapon

Sentences = Iterator[str]


def names(weapons: Sequence[Weapon]) -> str:
    """Return the different names of some weapons, in words."""
    return ", ".join(dict.fromkeys(weapon.name for weapon in weapons))


def about(weapons: Sequence[Weapon], sentence: str) -> Sentences:
    """Yield a sentence behind the names of the weapons that it is about; without any, nothing."""
    if weapons:
        yield f"{names(weapons)}: {sentence}"
