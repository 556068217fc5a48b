"""The errors a user can see, and the sentence each of them speaks.

Every message has four parts: where the fault lies, what was given, what is
allowed, and the nearest thing that would have been right.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


class MathhammerError(ValueError):
    """Wrong input: the one base class of everything this package raises on purpose.

    Parameters
    ----------
    message : str
        What is wrong, what is allowed, and the remedy; without the place.
    where : str, optional
        The place, outermost part first (``"squad.toml: attacker.weapons[0]"``).
    """

    def __init__(self, message: str, where: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.where = where

    def inside(self, label: str, separator: str = ".") -> MathhammerError:
        """Prefix the place with `label` and return the same error.

        Examples
        --------
        >>> print(MathhammerError("0 is too small", "strength").inside("weapons[0]"))
        weapons[0].strength: 0 is too small
        """
        if self.where and not self.where.startswith("["):
            label += separator
        self.where = label + self.where
        return self

    def __str__(self) -> str:
        return f"{self.where}: {self.message}" if self.where else self.message


class NotModelledError(MathhammerError):
    """A rule the product knows by name but can't compute: refused, never dropped."""


class TooLargeError(MathhammerError):
    """A computation beyond the stated limits; the message gives the size and the limit."""


class MissingPackageError(MathhammerError, ImportError):
    """A package that isn't installed is needed; the message says for what, and how to get it."""


class inside:
    """Prefix the place of an error that passes through with `label`, where there is one.

    A class, because a generator as a context takes several times as long to enter.

    Examples
    --------
    >>> with inside("squad.toml", ": "), inside("attacker"):
    ...     raise MathhammerError("0 is too small", "strength")
    Traceback (most recent call last):
        ...
    mathhammer.core.errors.MathhammerError: squad.toml: attacker.strength: 0 is too small
    """

    __slots__ = ("label", "separator")

    def __init__(self, label: str, separator: str = ".") -> None:
        self.label = label
        self.separator = separator

    def __enter__(self) -> None:
        """Begin what may raise the error."""

    def __exit__(self, kind: object, error: object, traceback: object) -> None:
        """Prefix the place of an error."""
        if error is not None and isinstance(error, MathhammerError):
            error.__suppress_context__ = True
            if self.label:
                error.inside(self.label, self.separator)


def nearest(word: str, allowed: Iterable[str]) -> str:
    """Return `` (did you mean 'x'?)`` for the nearest allowed word, or an empty string.

    Examples
    --------
    >>> nearest("Lethal Hit", ["lethal hits", "lance"])
    " (did you mean 'lethal hits'?)"
    >>> nearest("zzz", ["lance"])
    ''
    """
    import difflib

    by_fold = {a.casefold(): a for a in allowed}
    close = difflib.get_close_matches(str(word)[:80].casefold(), by_fold, n=1, cutoff=0.6)
    return f" (did you mean {by_fold[close[0]]!r}?)" if close else ""


def check_allowed(
    value: Any,
    allowed: Iterable[str],
    what: str = "is not allowed",
    where: str = "",
    nouns: str = "allowed",
) -> None:
    """Refuse what is none of some names, with the nearest of them.

    Parameters
    ----------
    value : object
    allowed : iterable of str
    what : str
        The words that follow the value, like "is not a method".
    where : str
        The place of the value.
    nouns : str
        What the list of names is called.

    Raises
    ------
    MathhammerError
        The value is none of them.

    Examples
    --------
    >>> check_allowed("tow", ["two"], "is no word")
    Traceback (most recent call last):
        ...
    mathhammer.core.errors.MathhammerError: 'tow' is no word (did you mean 'two'?); allowed: two
    """
    names = list(allowed)
    if value not in names:
        hint = nearest(str(value), names)
        words = f"{quoted(value)} {what}{hint}; {nouns}: {', '.join(names)}"
        raise MathhammerError(words, where)


def quoted(value: object, limit: int = 60) -> str:
    """Return a value as a user may recognise it, cut to `limit` characters.

    Examples
    --------
    >>> quoted("3++")
    "'3++'"
    """
    # A hostile value can be huge or hold control characters: repr escapes, the cut bounds.
    if isinstance(value, str):
        value = value[: limit + 1]
    elif isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10**limit:
        return f"a number of over {limit} digits"
    elif isinstance(value, dict):
        return f"a table of {len(value)}"
    elif isinstance(value, list | tuple | set | frozenset):
        return f"a list of {len(value)}"
    text = repr(value)
    if not text.isprintable():  # some show themselves on several lines
        text = " ".join(text.split())
    return text if len(text) <= limit else text[: limit - 3] + "..."
