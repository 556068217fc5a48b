"""What a wrong call most likely means, and what the package says in the words of options.

Everything here is asked only where a call is refused.
"""

import re
from collections.abc import Sequence

from mathhammer.core.errors import MathhammerError
from mathhammer.core.record import Field
from mathhammer.games.names import GAMES, profiles_of
from mathhammer.reading.read_units import read_target

#: The most words of the command line that are tried as one text.
MAX_JOINED = 20
#: Where the package names options as Python does.
_PLACE = re.compile(r"(^|: )(engine|until_error|until_width)(?=$|\.(?!toml|json))")
_ENGINE = re.compile(r'\bengine="(\w+)"')


def unquoted(texts: Sequence[str], place: int, game: str) -> str:
    """Return that several words were meant as one target, where together they are one.

    Parameters
    ----------
    texts : list of str
        The targets of a call.
    place : int
        Of the one that is none.
    game : {"wh40k", "aos"}

    Examples
    --------
    >>> unquoted(["5x", "meq"], 0, "wh40k")
    ' (put a target of several words in quotes: --at "5x meq")'
    >>> unquoted(["5x", "mex"], 0, "wh40k")
    ''
    """
    spans = (
        (first, end)
        for first in range(place, -1, -1)
        for end in range(len(texts), max(place, first + 1), -1)
        if end - first <= MAX_JOINED
    )
    for first, end in spans:
        joined = " ".join(texts[first:end])
        try:
            read_target(joined, game)
        except MathhammerError:
            continue
        return f' (put a target of several words in quotes: --at "{joined}")'
    return ""


def unquoted_weapons(texts: Sequence[str]) -> str:
    """Return that weapons want quotes, where several words hold no space between them.

    Examples
    --------
    >>> unquoted_weapons(["A2", "BS3+"])
    ' (put each weapon in quotes, as one word of the command line)'
    """
    if len(texts) == 1 or any(" " in word.strip() for word in texts):
        return ""
    return " (put each weapon in quotes, as one word of the command line)"


def meant_field(name: str, value: str, flags: Sequence[str]) -> str:
    """Return how a field is written that was given as an option of its own.

    Parameters
    ----------
    name : str
        The unknown option, like ``--cover``.
    value : str
        What stands behind it; empty where nothing does.
    flags : list of str
        The options that there are.

    Examples
    --------
    >>> meant_field("--distance", "9", ["--context"])
    ' is a field of the situation: write --context distance=9'
    >>> meant_field("--save-cap", "bonuses", ["--context", "--ruleset"])
    ' is a ruling: write --ruleset save_cap=bonuses'
    >>> meant_field("--cover", "", ["--json"])
    ''
    """
    from mathhammer.heroes.setup import Ruleset as OfHeroes

    tables = {
        "--context": ("a field of the situation", [profiles_of(game).Context for game in GAMES]),
        "--ruleset": ("a ruling", [*(profiles_of(game).Ruleset for game in GAMES), OfHeroes]),
    }
    field = name.lstrip("-").replace("-", "_").casefold()
    for flag, (what, records) in tables.items():
        for record in records if flag in flags else ():
            if field in record._fields:
                given = _with_value(field, value, record._fields[field])
                return f" is {what}: write {flag} {given}"
    return ""


def _with_value(name: str, value: str, field: Field) -> str:
    """Return a field with the value that stands behind it, if it is one of its values."""
    try:
        field.read(value)
    except MathhammerError:
        return name if isinstance(field.default, bool) else f"{name}=..."
    return f"{name}={value}"


def as_options(error: MathhammerError, simulates: bool) -> MathhammerError:
    """Return an error in which options are named as the command line has them.

    Parameters
    ----------
    error : MathhammerError
        Changed in place.
    simulates : bool
        Whether the command has the other engine; else a command that has is named.
    """
    engine = r"--engine \1" if simulates else r"mathhammer attack or run --engine \1"
    error.message = _ENGINE.sub(engine, error.message)
    error.where = _PLACE.sub(lambda found: f"{found[1]}--{found[2].replace('_', '-')}", error.where)
    return error
