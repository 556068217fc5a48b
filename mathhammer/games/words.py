"""The words in which each game speaks of what its dice do, as its own `words` has them."""

from typing import NamedTuple

from mathhammer.games.registry import part


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


def stages(mortal: str, damage: str) -> dict[str, str]:
    """Return the stages of an attack, in order, with the words of a game for two of them."""
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


def ward_words(game: str, ward: int) -> str:
    """Return a ward of a table in the words of a game; 0 is none.

    Examples
    --------
    >>> ward_words("aos", 5), ward_words("wh40k", 0)
    ('ward 5+', 'without Feel No Pain')
    """
    words = words_of(game)
    return f"{words.ward} {ward}+" if ward else words.no_ward


def words_of(game: str) -> Words:
    """Return the words of a game.

    Examples
    --------
    >>> words_of("aos").ward, words_of("wh40k").ward
    ('ward', 'Feel No Pain')
    """
    words: Words = part(game, "words").WORDS
    return words
