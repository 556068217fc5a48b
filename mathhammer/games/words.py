"""The words in which each game speaks of what its dice do, as its own `words` has them."""

from mathhammer.games.common.words import Words
from mathhammer.games.registry import part


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
