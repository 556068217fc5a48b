"""Names, keywords and numbers as they are printed so that they are read back.

What could be read as something else stands in quotes, as JSON writes it: ``"A2 [x]": A2 BS3+``.
"""

import re
from functools import lru_cache
from typing import Any

from mathhammer.core.errors import MathhammerError
from mathhammer.core.text import fold, number_text
from mathhammer.games.text.line import SAME

#: How points are labelled.
_POINTS = "points "
#: Words of letters, which hold no stat unless one of them is a label.
_WORDS = re.compile(r"[^\W\d_]+(?:[ '-][^\W\d_]+)*")
_ROLL = re.compile(r"[0-9]\+")


def name_text(name: str, kind: Any) -> str:
    """Return a name and its colon.

    Parameters
    ----------
    name : str
    kind : type of Reading
        That reads it.
    """
    return f"{name if _is_plain(name, kind) else in_quotes(name)}:"


@lru_cache(maxsize=4096)
def _is_plain(name: str, kind: Any) -> bool:
    """Return whether a name is read back as it is."""
    words = name.casefold().split() or [""]
    # So begin parts of a mixed unit; and what looks like a roll may show the other game.
    if words[0].partition(":")[0] in ("all", "leader") or _ROLL.search(name):
        return False
    if _WORDS.fullmatch(name) and not _label_words(kind).intersection(words):
        return True
    if '"' in name.translate(SAME) or " + " in name:
        return False
    # Read with stats behind it, as an example of its kind has them, and with and without a count.
    try:
        stats = kind.example.partition(": ")[2] or kind.example.partition(" ")[2]
        texts = (f"{count}{name}: {stats}" for count in ("1x ", ""))
        return all(kind.of(text).found.get("name") == name for text in texts)
    except MathhammerError:
        return False


@lru_cache(maxsize=16)
def _label_words(kind: Any) -> frozenset[str]:
    return frozenset(word for label in kind.grammar.labels for word in label.split())


def group_text(name: str) -> str:
    """Return the name of a weapon's group as it stands in brackets."""
    return name if _WORDS.fullmatch(name) else in_quotes(name)


@lru_cache(maxsize=4096)
def keyword_text(word: str, kind: Any) -> str:
    """Return a keyword as it stands in brackets.

    Parameters
    ----------
    word : str
    kind : type of Reading
        That reads it.
    """
    title = word.title()
    title = title if fold(title) == word else word
    try:
        read = kind.part(f"1x [{title}]")
        if read.keywords == [title] and {*read.found} == {"models"}:
            return title
    except MathhammerError:
        pass
    return in_quotes(word)


def in_quotes(text: str) -> str:
    """Return a text in quotes, as it may stand for a name or a keyword."""
    import json

    # What is read as a quote would end it.
    escaped = {mark: f"\\u{mark:04x}" for mark, read in SAME.items() if read == '"'}
    return json.dumps(text, ensure_ascii=False).translate(escaped)


def points_text(points: float | None) -> list[str]:
    """Return points as they are written, nothing for none."""
    return [] if points is None else [f"{_POINTS}{number_text(points)}"]


def is_points(word: str) -> bool:
    """Return whether a part of a text is points."""
    return word.startswith(_POINTS)
