"""What the notes of all games have in common: sentences, on weapons and on what has no effect."""

from collections.abc import Iterable, Iterator, Sequence

from mathhammer.core.errors import nearest
from mathhammer.games.common.profile import Weapon

Sentences = Iterator[str]


def names(weapons: Sequence[Weapon]) -> str:
    """Return the different names of some weapons, in words."""
    return ", ".join(dict.fromkeys(weapon.label for weapon in weapons))


def about(weapons: Sequence[Weapon], sentence: str) -> Sentences:
    """Yield a sentence behind the names of the weapons that it is about; without any, nothing."""
    if weapons:
        yield f"{names(weapons)}: {sentence}"


def twice(label: str, abilities: Sequence[object]) -> Sentences:
    """Yield which abilities one profile has several times over.

    Examples
    --------
    >>> list(twice("gun", ["Lethal Hits", "Heavy", "Lethal Hits"]))
    ['gun: Lethal Hits is given twice and counts once.']
    """
    for ability in dict.fromkeys(abilities):
        if abilities.count(ability) > 1:
            yield f"{label}: {ability} is given twice and counts once."


def near(keyword: str, known: Iterable[str]) -> str:
    """Return the known keyword that one which isn't known may be, as a hint; else nothing."""
    return "" if not keyword or keyword in known else nearest(keyword, map(str.title, known))


def unknown_keywords(keywords: Iterable[str], known: Iterable[str]) -> Sentences:
    """Yield each keyword of a target that no rule asks for, with the one it may be.

    Parameters
    ----------
    keywords : iterable of str
        The target's, without those that an ability of the attacker names.
    known : iterable of str
        Those that rules ask for.

    Examples
    --------
    >>> list(unknown_keywords({"infantri", "vehicle"}, ("infantry", "vehicle")))
    ["The target's keyword Infantri has no effect here (did you mean 'Infantry'?)."]
    """
    for keyword in sorted(set(keywords).difference(known)):
        hint = near(keyword, known)
        yield f"The target's keyword {keyword.title()} has no effect here{hint}."
