"""`Record`: an immutable value made from named fields, each checked as it comes in.

One mechanism serves the Python API, dicts and files: a class lists its fields and how
each is read; everything else (unknown names, nearest matches, where the fault lies,
equality, `repr`) is written once, here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Self, dataclass_transform

from mathhammer.core.errors import MathhammerError, nearest, quoted

Parser = Callable[[Any], Any]


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Record:
    """Base of the profiles: keyword-only, validated on construction, immutable.

    A subclass annotates its fields with their defaults and gives `_fields`, the reader
    of each. ``None`` stands for a field that is left out. Only fields that were given
    are stored, so a record also knows what its user wrote (`given`).
    """

    _fields: ClassVar[dict[str, Parser]] = {}
    _required: ClassVar[tuple[str, ...]] = ()
    #: Names that belong elsewhere, with a word on where.
    _elsewhere: ClassVar[dict[str, str]] = {}
    _noun: ClassVar[str] = "record"

    def __init__(self, /, **fields: Any) -> None:
        self._read(fields)
        self._complete()

    def _read(self, fields: Mapping[str, Any]) -> None:
        readers = self._fields
        values = self.__dict__
        name = ""
        try:
            for name, value in fields.items():
                if value is not None:
                    values[name] = readers[name](value)
        except KeyError:
            if name in readers:
                raise
            raise self._unknown(name) from None
        except MathhammerError as error:
            raise error.inside(name) from None

    def _complete(self) -> None:
        for name in self._required:
            if name not in self.__dict__:
                raise MathhammerError(f"{self._noun} needs the field {name!r}")
        self._check()

    def _check(self) -> None:
        """Check what concerns several fields; for subclasses."""

    @classmethod
    def _unknown(cls, name: object) -> MathhammerError:
        if not isinstance(name, str):
            return MathhammerError(f"{quoted(name)} is not the name of a field")
        if name in cls._elsewhere:
            return MathhammerError(
                f"{name!r} is not a field of {cls._noun}: {cls._elsewhere[name]}"
            )
        hint = nearest(name, cls._fields)
        return MathhammerError(
            f"unknown field {quoted(name)} of {cls._noun}{hint}; fields: {', '.join(cls._fields)}"
        )

    @classmethod
    def read(cls, value: Any) -> Self:
        """Return `value` as this record: itself, or made from a mapping of fields.

        Raises
        ------
        MathhammerError
            If it is neither, or a field is wrong.
        """
        if type(value) is dict or isinstance(value, Mapping):
            try:
                return cls(**value)
            except TypeError:
                for name in value:
                    if not isinstance(name, str):
                        raise cls._unknown(name) from None
                raise
        if isinstance(value, cls):
            return value
        raise MathhammerError(f"{quoted(value)} is not {cls._noun}: a table of fields is expected")

    @property
    def given(self) -> dict[str, Any]:
        """The fields that were given, with their values as read."""
        return dict(self.__dict__)

    def replace(self, /, **changes: Any) -> Self:
        """Return a copy with some fields changed (``None`` leaves one out).

        What isn't changed is taken over as it is, and not read again.
        """
        made = object.__new__(type(self))
        made.__dict__.update({k: v for k, v in self.__dict__.items() if k not in changes})
        made._read(changes)
        made._complete()
        return made

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable: use replace({name}=...)")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable")

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self._compared())

    def __hash__(self) -> int:
        return hash(tuple(repr(getattr(self, name)) for name in self._compared()))

    @classmethod
    def _compared(cls) -> tuple[str, ...]:
        return tuple(cls._fields)

    def __repr__(self) -> str:
        inside = ", ".join(f"{name}={value!r}" for name, value in self.__dict__.items())
        return f"{type(self).__name__}({inside})"


# ------------------------------------------------------------------ readers of values


def integer(low: int, high: int, hint: str = "") -> Parser:
    """Return a reader of whole numbers from `low` to `high`."""

    def read(value: Any) -> int:
        if type(value) is int and low <= value <= high:
            return value
        number = value
        if type(value) is str:
            text = value.strip().replace("\u2212", "-")
            digits = text.lstrip("+-")
            if len(digits) <= 9 and digits.isascii() and digits.isdigit():
                number = int(text)
        elif type(value) is float and value.is_integer():
            number = int(value)
        if type(number) is not int or not low <= number <= high:
            raise MathhammerError(
                f"{quoted(value)} is not a whole number from {low} to {high}{hint}"
            )
        return number

    return read


def number(low: float, high: float) -> Parser:
    """Return a reader of finite numbers from `low` to `high`."""

    def read(value: Any) -> float:
        given = value
        if type(value) is str:
            try:
                given = float(value.strip().rstrip('"'))
            except ValueError:
                given = None
        # The comparison is false for NaN.
        if type(given) not in (int, float) or not low <= given <= high:
            raise MathhammerError(f"{quoted(value)} is not a number from {low:g} to {high:g}")
        return float(given)

    return read


def choice(*allowed: str) -> Parser:
    """Return a reader of one of some words, in any case."""

    def read(value: Any) -> str:
        if isinstance(value, str):
            if value in allowed:
                return value
            folded = value.strip().casefold().replace(" ", "-").replace("_", "-")
            if folded in allowed:
                return folded
        hint = nearest(value[:80], allowed) if isinstance(value, str) else ""
        raise MathhammerError(
            f"{quoted(value)} is not allowed{hint}; allowed: {', '.join(allowed)}"
        )

    return read


def flag(value: Any) -> bool:
    """Read true or false."""
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.strip().casefold() in ("true", "false"):
        return value.strip().casefold() == "true"
    raise MathhammerError(f"{quoted(value)} is not true or false")


def text(value: Any) -> str:
    """Read a name: up to 200 characters; control characters are no part of a name."""
    if isinstance(value, int) and not isinstance(value, bool):
        value = quoted(value)
    if not isinstance(value, str):
        raise MathhammerError(f"{quoted(value)} is not a text")
    if len(value) > 200:
        raise MathhammerError(f"a text of {len(value)} characters; up to 200 are allowed")
    if value.isprintable():
        return value
    return "".join(c if c.isprintable() else " " for c in value)


def listed(one: Parser, most: int) -> Parser:
    """Return a reader of a list of up to `most` things; a single one is accepted too."""

    def read(value: Any) -> tuple[Any, ...]:
        if type(value) is not list and type(value) is not tuple:
            return (one(value),)
        if len(value) > most:
            raise MathhammerError(f"a list of {len(value)}; up to {most} are allowed")
        made = []
        for i, item in enumerate(value):
            try:
                made.append(one(item))
            except MathhammerError as error:
                raise error.inside(f"[{i}]") from None
        return tuple(made)

    return read
