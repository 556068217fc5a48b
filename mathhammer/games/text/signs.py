"""Which game a profile shows: its text, as each game's own `signs` tell it, or its fields.

What stands in brackets shows nothing, and neither does the name of a preset.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

from mathhammer.core.errors import quoted
from mathhammer.core.lazy import Pattern
from mathhammer.games.names import GAMES, TITLES
from mathhammer.games.registry import fields_of, part
from mathhammer.games.text.line import MAX_CHARACTERS, Line, lowered

#: Where a label starts, and what may stand between it and its value.
START = r"(?<![^\s,/|;:])"
IS = r"[\s:=|]*+"
#: Three values in sequence, as a row of a datasheet has them.
_VALUES = Pattern(r"(?:(?<![^\s|])(?:[0-9d-][0-9d+\"'in-]*+|melee|n/a)[\s|]*+){3}")


@cache
def _signs() -> list[tuple[str, Callable[[str], re.Match[str] | None]]]:
    """Return the signs of all games, the surest first."""
    ranked = [(rank, game, find) for game in GAMES for rank, find in part(game, "signs").SIGNS]
    return [(game, find) for _, game, find in sorted(ranked, key=lambda sign: sign[0])]


def sign(low: str) -> tuple[str, int, int] | None:
    """Return which game a line in lower case without its brackets shows, and where it does."""
    for game, find in _signs():
        found = find(low)
        if found:
            return game, found.start(), found.end()
    return None


def is_kept(text: Any) -> bool:
    """Return whether a text names a unit of the user's collection.

    Examples
    --------
    >>> [is_kept(text) for text in ("@Wardens", "5x @Wardens", "gun@home: A2 BS3+ S4 D1")]
    [True, True, False]
    """
    if not isinstance(text, str) or "@" not in text:
        return False
    before = text.partition("@")[0].strip()
    return not before or (before[-1] in "xX" and before[:-1].strip().isdecimal())


def text_game(text: str) -> str | None:
    """Return the game that the text of a profile shows, None where it could be either.

    Parameters
    ----------
    text : str

    Returns
    -------
    {"aos", "wh40k"} or None

    Examples
    --------
    >>> text_game("10x 2/3+/4+/1/D3 [Crit (Mortal)]"), text_game("A2 BS3+ S4 D1")
    ('aos', 'wh40k')
    >>> text_game("Atk 2 Hit 3+ Wnd 4+ Rnd 1 Dmg D3"), text_game("10x H2 Sv3+ Ward5+")
    ('aos', 'aos')
    >>> text_game("10x meq") is None
    True
    """
    if is_kept(text):
        from mathhammer.games.collection import kept_game

        return kept_game(text)
    low = lowered(text[:MAX_CHARACTERS])
    found = sign(low)
    if found:
        return found[0]
    if _VALUES.search(low):
        from mathhammer.games.text.rows import row_game

        return row_game(text)
    return None


def check_game(line: Line, game: str) -> None:
    """Check that a line doesn't show the other game.

    Raises
    ------
    MathhammerError
        It does; the sentence names what shows it, and the game.
    """
    found = sign(line.low)
    if found is not None and found[0] != game:
        other, start, end = found
        raise line.error(
            start,
            f"{quoted(line.written(start, end))} belongs to {TITLES[other]} "
            f'(game = "{other}"), and {line.noun} of {TITLES[game]} is expected',
        )


def game_of(value: Any) -> str | None:
    """Return the game that a profile shows, None where it could be either.

    Parameters
    ----------
    value : Record, mapping, str, or a list of them

    Examples
    --------
    >>> game_of({"weapons": ["10x 2/3+/4+/1/D3"]}), game_of({"toughness": 4}), game_of("meq")
    ('aos', 'wh40k', None)
    """
    if isinstance(value, str):
        return text_game(value)
    if type(value) is dict or isinstance(value, Mapping):
        for name in GAMES:
            if not fields_of(name).isdisjoint(value.keys()):
                return name
        return first_game(value.get(part) for part in ("weapons", "abilities"))
    if isinstance(value, list | tuple):
        return first_game(value[:100])
    game = getattr(value, "game", None)
    return game or None if isinstance(game, str) else None


def first_game(values: Iterable[Any]) -> str | None:
    """Return the game of the first value that shows one."""
    return next(filter(None, map(game_of, values)), None)
