"""Which game and edition a list is of; those of other systems are refused by name."""

from __future__ import annotations

import re

from mathhammer.core.errors import MathhammerError
from mathhammer.games.names import AOS, WH40K
from mathhammer.rosters.tree import Profile, Tree

#: The game and edition of known systems of list builders.
_IDS = {
    "sys-352e-adc2-7639-d6a9": (WH40K, 10),
    "sys-352e-adc2-7639-d610": (WH40K, 11),
    "e51d-b1a3-75fc-dc3g": (AOS, 4),
}
#: The editions that are read, and those whose rules are applied.
READ = {(WH40K, 10): 10, (WH40K, 11): 10, (AOS, 4): 4}
_WH40K = re.compile(r"warhammer 40[,. ]?(?:000|k)\b(?:.*?(\d+)(?:st|nd|rd|th))?")
_AOS = re.compile(r"(?:warhammer )?(?:age of sigmar)\b(?:.*?(\d+))?")
#: The characteristics by which units of each game are known.
MARKS = {WH40K: frozenset(("t", "sv", "w")), AOS: frozenset(("health", "save", "control"))}
_READ_WORDS = "read are Warhammer 40,000 (10th and 11th edition) and Age of Sigmar (4th edition)"


def system_of(tree: Tree) -> tuple[str, int]:
    """Return the game and the edition of a list.

    Raises
    ------
    MathhammerError
        It is of another system or edition.

    Examples
    --------
    >>> from mathhammer.rosters.tree import read_tree
    >>> system_of(read_tree({"gameSystemName": "Warhammer 40,000 11th Edition"}))
    ('wh40k', 11)
    """
    known = _IDS.get(tree.system_id) or _named(tree.system.casefold(), tree)
    if known not in READ:
        what = tree.system or "an unknown game system"
        raise MathhammerError(f"this is an army list of {what}, which is not read: {_READ_WORDS}")
    return known


def _named(system: str, tree: Tree) -> tuple[str, int] | None:
    """Return the game and edition by the name of a system, and by what its units have."""
    found = _WH40K.fullmatch(system) or _WH40K.match(system)
    if found and "kill team" not in system:
        return (WH40K, int(found[1])) if found[1] else _by_profiles(tree, WH40K, 10)
    found = _AOS.match(system)
    if found:
        return (AOS, int(found[1])) if found[1] else _by_profiles(tree, AOS, 4)
    if system:
        return None
    return _by_profiles(tree, WH40K, 10) or _by_profiles(tree, AOS, 4)


def _by_profiles(tree: Tree, game: str, edition: int) -> tuple[str, int] | None:
    """Return a game if its units are those of an edition; a list without profiles may be it."""
    profiles = [profile for selection in tree.walk() for profile in selection.profiles]
    units = [profile for profile in profiles if is_unit_of(profile, game)]
    if units or (tree.system and not any(_has_numbers(profile) for profile in profiles)):
        return game, edition
    return None


def is_unit_of(profile: Profile, game: str) -> bool:
    """Return whether a profile is the statline of a unit of a game."""
    return profile.values.keys() >= MARKS[game]


def _has_numbers(profile: Profile) -> bool:
    return len(profile.values) > 3 and any(value[:1].isdigit() for value in profile.values.values())
