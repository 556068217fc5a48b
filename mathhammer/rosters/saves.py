"""Invulnerable saves, Feel No Pain and wards, which lists say in names and sentences.

Only whole sentences that say nothing else count: "This model has a 4+ invulnerable save." A
condition beside it makes another sentence, and is no save that always holds.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from mathhammer.core.text import fold
from mathhammer.rosters.tree import Profile

_NAMED = re.compile(r"(?i)invulnerable save\b[\s:-]*(.*)")
_BARE = re.compile(r"([2-6])\+(\*|\s*\(ranged\))?")
_OF_ALL = r"this (?:model|unit)|models in this unit|(?:models in )?the bearer's unit"
_AGAINST = r"(?: against (ranged|melee) attacks(?: only)?)?"
_SENTENCE = re.compile(
    rf"(?i)(?:({_OF_ALL})|(the bearer)|([\w' .-]{{1,60}}?)) ha(?:s|ve) an? (?:([2-6])\+ "
    rf"invulnerable save|invulnerable save of ([2-6])\+){_AGAINST}"
)
_WARD = re.compile(r"(?i)ward \(([2-6])\+\)")


class Invulnerable(NamedTuple):
    """An invulnerable save as an ability gives it.

    Attributes
    ----------
    roll : int
    against : {"", "ranged", "melee"}
        The attacks against which it counts; empty for all.
    bearer : bool
        Whether it is that of one model alone.
    only : str
        The name of the models that have it, where one is said.
    """

    roll: int
    against: str = ""
    bearer: bool = False
    only: str = ""

    @property
    def field(self) -> str:
        """The field of a target that holds it."""
        return f"invulnerable_{self.against}" if self.against else "invulnerable"


def invulnerable_of(name: str, text: str) -> Invulnerable | None:
    """Return the invulnerable save that an ability gives, None where it gives none for sure.

    Parameters
    ----------
    name, text : str
        Of the ability.

    Examples
    --------
    >>> invulnerable_of("Invulnerable Save (5+*)", "")
    Invulnerable(roll=5, against='ranged', bearer=False, only='')
    >>> invulnerable_of("Field", "The bearer has a 4+ invulnerable save.").bearer
    True
    >>> invulnerable_of("Field", "Once per battle, this model has a 4+ invulnerable save.")
    """
    named = _NAMED.fullmatch(name.replace("\u2019", "'"))
    inside = named[1].strip(" ()").strip() if named else ""
    from_name = cell_invulnerable(inside)
    only = "" if from_name else inside
    sentences = [
        one.strip().removesuffix(".") for one in re.split(r"\n|(?<=\.)\s", _plain(text)) if one
    ]
    if named and len(sentences) == 1:
        bare = cell_invulnerable(sentences[0])
        if bare:
            against = bare.against or (from_name.against if from_name else "")
            return bare._replace(only=only, against=against)
    for sentence in sentences:
        found = _SENTENCE.fullmatch(sentence)
        if found and (named or not found[3]):
            roll = int(found[4] or found[5])
            against = (found[6] or "").casefold()
            if from_name and from_name.roll == roll:
                against = against or from_name.against
            subject = (found[3] or "").strip()
            return Invulnerable(roll, against, bool(found[2]), only or subject)
    return from_name if named and not sentences else None


def _plain(text: str) -> str:
    return " ".join(re.sub(r"[*^]+", "", text).replace("\u2019", "'").split(" ")).strip()


def cell_invulnerable(text: str) -> Invulnerable | None:
    """Return the save that a cell alone says: ``4+``, ``5+*`` or ``5+ (Ranged)``.

    Examples
    --------
    >>> cell_invulnerable("5+ (Ranged)").field
    'invulnerable_ranged'
    """
    found = _BARE.fullmatch(text.strip().casefold())
    return Invulnerable(int(found[1]), "ranged" if found[2] else "") if found else None


def is_named_save(name: str) -> bool:
    """Return whether an ability is called an invulnerable save."""
    return _NAMED.fullmatch(name) is not None


def ability_text(profile: Profile) -> str:
    """Return the text of a profile that is an ability, empty where it is something else."""
    if "description" in profile.values:
        return profile.values["description"]
    return profile.values.get("effect", "")


def ward_of(category: str) -> int:
    """Return the ward that a category says, 0 where it says none.

    Examples
    --------
    >>> ward_of("WARD (5+)"), ward_of("Wardens")
    (5, 0)
    """
    found = _WARD.fullmatch(fold(category))
    return int(found[1]) if found else 0
