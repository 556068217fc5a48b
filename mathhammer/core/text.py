"""How names are read (case, hyphens and blanks are free), and how they are told apart."""

from collections.abc import Sequence
from typing import Any

from mathhammer.core.errors import MathhammerError, quoted

#: Files of spreadsheet programs.
WORKBOOKS = (".xlsx", ".ods")


def fold(words: str) -> str:
    """Return words in lower case with hyphens as spaces and single spaces.

    Examples
    --------
    >>> fold("Twin-Linked ")
    'twin linked'
    """
    words = words.replace("\u00a0", " ").replace("\u2011", "-").replace("\u2010", "-")
    return " ".join(words.replace("-", " ").casefold().split())


def split_abilities(value: Any) -> list[Any]:
    """Return a list of abilities or keywords; one comma-separated string is accepted too.

    Examples
    --------
    >>> split_abilities("Assault, Heavy,")
    ['Assault', 'Heavy']
    """
    if isinstance(value, str):
        if len(value) > 2000:
            raise MathhammerError(f"a text of {len(value)} characters; up to 2000 are allowed")
        value = value.replace(";", ",").split(",")
    if not isinstance(value, list | tuple | set | frozenset):
        raise MathhammerError(f"{quoted(value)} is not a list of names")
    if len(value) > 100:
        raise MathhammerError(f"a list of {len(value)}; up to 100 are allowed")
    items = [v.strip() if isinstance(v, str) else v for v in value]
    return [v for v in items if not (isinstance(v, str) and v in ("", "-"))]


def told_apart(names: Sequence[str]) -> list[str]:
    """Return names of which no two are alike: a later one that is has a number behind it.

    Examples
    --------
    >>> told_apart(["guard", "captain", "guard"])
    ['guard', 'captain', 'guard (2)']
    """
    given, taken = set(names), set[str]()
    if len(given) == len(names):
        return list(names)
    numbers = dict.fromkeys(names, 1)
    apart = []
    for name in names:
        called = name
        while called in taken or (called != name and called in given):
            numbers[name] += 1
            called = f"{name} ({numbers[name]})"
        taken.add(called)
        apart.append(called)
    return apart


def is_workbook(path: str) -> bool:
    """Return whether a path is that of a workbook, or of a sheet of one (``file.xlsx#Sheet``)."""
    return path.lower().endswith(WORKBOOKS) or (path.rpartition("#")[0].lower().endswith(WORKBOOKS))


def number_text(value: float) -> str:
    """Return a number with all its digits, without those it doesn't need, and without an exponent.

    Examples
    --------
    >>> number_text(90.0), number_text(0.1 + 0.2), number_text(1e6), number_text(1e-7)
    ('90', '0.30000000000000004', '1000000', '0.0000001')
    """
    if float(value).is_integer():
        return f"{value:.0f}"
    digits = repr(float(value))
    if "e" not in digits:
        return digits
    from decimal import Decimal

    return f"{Decimal(digits):f}"
