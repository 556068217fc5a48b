"""The words in which each game speaks of what its dice do."""

from __future__ import annotations

from typing import NamedTuple

from mathhammer.games.names import AOS, WH40K


class Words(NamedTuple):
    """The words of a game.

    Attributes
    ----------
    stages : dict
        From each stage of an attack, in order, to what a reader calls it.
    ward, no_ward : str
        What takes damage away point by point, and where there is none.
    lost : str
        What `damage` is of a target.
    takes : str
        What damage does that is neither ignored nor wasted.
    waste : str
        Why damage is wasted on a unit of several models.
    point, points : str
        One, and several, of what a model has.
    after : str
        What damage has come through.
    """

    stages: dict[str, str]
    ward: str
    no_ward: str
    lost: str
    takes: str
    waste: str
    point: str
    points: str
    after: str


def _stages(mortal: str, damage: str) -> dict[str, str]:
    return {
        "attacks": "attacks",
        "hits": "hits",
        "wounds": "wounds",
        "unsaved": "unsaved (failed saves)",
        "mortal": mortal,
        "damage_rolled": "damage rolled",
        "damage": damage,
        "slain": "models slain",
    }


_OF = {
    WH40K: Words(
        _stages("mortal wounds", "damage (wounds lost)"),
        ward="Feel No Pain",
        no_ward="without Feel No Pain",
        lost="wounds lost",
        takes="takes wounds off",
        waste="what exceeds the wounds of a model, or comes after the last one, is lost",
        point="wound",
        points="wounds",
        after="saves, Feel No Pain and waste",
    ),
    AOS: Words(
        _stages("mortal damage", "damage (allocated)"),
        ward="ward",
        no_ward="no ward",
        lost="damage allocated",
        takes="is allocated",
        waste="what comes after the last model is lost",
        point="health",
        points="health",
        after="saves, the ward and waste",
    ),
}


def ward_words(game: str, ward: int) -> str:
    """Return a ward of a table in the words of a game; 0 is none.

    Examples
    --------
    >>> ward_words("aos", 5), ward_words("wh40k", 0)
    ('ward 5+', 'without Feel No Pain')
    """
    return f"{_OF[game].ward} {ward}+" if ward else _OF[game].no_ward


def words_of(game: str) -> Words:
    """Return the words of a game.

    Examples
    --------
    >>> words_of("aos").ward, words_of("wh40k").ward
    ('ward', 'Feel No Pain')
    """
    return _OF[game]
