"""Names as people shorten them: each word cut short, run together, or with an s behind it."""

import re
from collections.abc import Iterable

from mathhammer.core.text import fold

#: The fewest letters of the first word, and of the others.
_FIRST, _REST = 3, 2
#: A number, dice or a roll, or a bonus, as they follow the name of an ability.
_VALUE = re.compile(r"(.*?[a-z])[\s:]*(\(? ?\+? ?(?:[0-9]*d[36]|[0-9])[^a-z]*(?: [a-z]+)? ?\)?)")


def stands_for(written: str, name: str) -> bool:
    """Return whether some words are a name cut short.

    Parameters
    ----------
    written, name : str
        Folded, as by `core.text.fold`.

    Examples
    --------
    >>> stands_for("dev wounds", "devastating wounds"), stands_for("twinlinked", "twin linked")
    (True, True)
    >>> stands_for("lethals", "lethal hits"), stands_for("le", "lethal hits")
    (True, False)
    """
    return _matches(written.replace(" ", ""), name.split(), _FIRST)


def _matches(letters: str, words: list[str], least: int) -> bool:
    if not words or letters in ("", "s"):
        return letters in ("", "s")
    word = words[0]
    shared = 0
    while shared < min(len(letters), len(word)) and letters[shared] == word[shared]:
        shared += 1
    for length in range(shared, min(least, len(word)) - 1, -1):
        rest = letters[length:]
        if _matches(rest, words[1:], _REST) or (rest[:1] == "s" and _matches(
            rest[1:], words[1:], _REST
        )):  # fmt: skip
            return True
    return False


def meant(written: str, names: Iterable[str]) -> list[str]:
    """Return the names that some words may stand for, as they are or cut short.

    Examples
    --------
    >>> meant("Inf", ("infantry", "monster")), meant("mo", ("monster", "mounted"))
    (['infantry'], [])
    """
    folded = fold(written[:200])
    every = list(names)
    return [folded] if folded in every else [name for name in every if stands_for(folded, name)]


def keyword(written: str, known: Iterable[str]) -> str:
    """Return a keyword that rules know by what it is cut short to, else as it is written."""
    found = meant(written, known)
    return found[0] if len(found) == 1 else fold(written)


def parted(folded: str) -> tuple[str, str]:
    """Return a name and the value that follows it, which may touch it.

    Examples
    --------
    >>> parted("sus d3"), parted("rapid2"), parted("charge (+1 dmg)"), parted("lethals")
    (('sus', 'd3'), ('rapid', '2'), ('charge', '(+1 dmg)'), ('lethals', ''))
    """
    found = _VALUE.fullmatch(folded)
    return (found[1], found[2]) if found else (folded, "")
