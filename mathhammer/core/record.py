"""`Record`: an immutable value made from named fields, each declared once.

A class states its fields, each with the reader of its values, its default and what it is::

    class Modifiers(Record):
        hit: int = field(integer(-20, 20), 0, "Added to the hit roll (W-1.1).")

From that follow the constructor and its checks, for the Python API, mappings and files
alike; equality, `repr` and the errors on unknown names; the Parameters section of the
docstring; the options of commands; the JSON Schema of scenario files and the tables of the
documentation.
"""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Callable, Iterator, Mapping
from operator import attrgetter
from typing import Any, ClassVar, NamedTuple, Self, TypeVar, cast, dataclass_transform

from mathhammer.core.errors import MathhammerError, nearest, quoted
from mathhammer.core.readers import Reader, Schema, parts
from mathhammer.core.text import number_text

T = TypeVar("T")
#: The default of a field that must be given.
REQUIRED: Any = type("Required", (), {"__repr__": lambda self: "REQUIRED"})()


class Field(NamedTuple):
    """What is declared of a field.

    Attributes
    ----------
    read : callable
        Returns a value as it is stored, or raises.
    words : str
        What it accepts, like "whole number from 1 to 100".
    schema : dict
        The same as a JSON Schema.
    default : object
        `REQUIRED` where it must be given.
    about : str
        What the field is, in sentences.
    unit : str
        In what it is counted; empty where it has none.
    alias : str
        The name that users write, where it can't be an attribute's.
    """

    read: Callable[[Any], Any]
    words: str
    schema: Schema
    default: Any
    about: str
    unit: str = ""
    alias: str = ""

    @property
    def rule(self) -> str:
        """The codes of the rules digest that `about` names."""
        return ", ".join(re.findall(r"\b[A-Z]-\d+(?:\.\d+)*", self.about))

    @property
    def description(self) -> str:
        """What it is, with its unit."""
        return f"{self.about} In {self.unit}." if self.unit else self.about

    @property
    def default_words(self) -> str:
        """The default as a user would write it; empty where leaving it out says so."""
        value = self.default
        first = value[0] if isinstance(value, tuple) and value else value
        if value in (REQUIRED, None, "", ()) or isinstance(first, Record | frozenset):
            return ""
        if isinstance(value, bool):
            return str(value).lower()
        try:
            self.read(value)
        except MathhammerError:  # a threshold of 0 is none
            return ""
        if type(value) is tuple:
            return "[" + ", ".join(map(str, value)) + "]"
        return number_text(value) if isinstance(value, float) else str(value)


def field(
    read: Reader[T] | type[T], default: T, about: str, *, unit: str = "", alias: str = ""
) -> T:
    """Declare a field of a record.

    Parameters
    ----------
    read : Reader or type of Record
        How its values are read.
    default : object
        Its value where it isn't given.
    about : str
        What it is, in sentences, with codes of the rules digest like W-1.7.
    unit : str, optional
        In what it is counted.
    alias : str, optional
        The name that users write, where it can't be an attribute's, like ``if``.
    """
    declared: Any = Field(*parts(read), default, about, unit, alias)
    return cast(T, declared)


def required(read: Reader[T] | type[T], about: str, *, unit: str = "", alias: str = "") -> T:
    """Declare a field that must be given; the parameters are those of `field`."""
    return cast(T, field(read, REQUIRED, about, unit=unit, alias=alias))


class _Docstring:
    """The docstring of a record with its fields, put together when it is asked for."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __get__(self, instance: object, owner: type[Record]) -> str:
        text = inspect.cleandoc(self.text)
        lines = "\n".join(_documented(owner._fields))
        if not lines:
            return text
        section = f"Parameters\n----------\n{lines}"
        first = re.search(r"^\w[\w ]*\n-{3,}$", text, re.MULTILINE)
        if first is None:
            return f"{text}\n\n{section}"
        return f"{text[: first.start()]}{section}\n\n{text[first.start() :]}"


def _documented(fields: Mapping[str, Field]) -> Iterator[str]:
    for name, one in fields.items():
        default = one.default_words
        end = f", default {default}" if default else "" if one.default is REQUIRED else ", optional"
        yield f"{name} : {one.words}{end}"
        yield textwrap.indent(textwrap.fill(one.description, 88), "    ")


# Checkers of types take what `field` returns for a default, and `required` for none.
@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(required,))
class Record:
    """Base of the profiles: keyword-only, validated on construction, immutable.

    A subclass declares its fields with `field`, after those of its bases. ``None`` stands
    for a field that is left out. Only fields that were given are stored, so a record also
    knows what its user wrote (`given`).
    """

    _fields: ClassVar[dict[str, Field]] = {}
    _readers: ClassVar[dict[str, Callable[[Any], Any]]] = {}
    _required: ClassVar[tuple[str, ...]] = ()
    #: Names that belong elsewhere, with a word on where.
    _elsewhere: ClassVar[dict[str, str]] = {}
    _noun: ClassVar[str] = "record"
    #: What a text may be that stands for the record; empty where none may.
    _as_text: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        fields: dict[str, Field] = {}
        for base in cls.__bases__:
            if issubclass(base, Record):
                fields.update(base._fields)
        for attribute, value in list(cls.__dict__.items()):
            if isinstance(value, Field):
                name = value.alias or attribute
                fields[name] = value
                delattr(cls, attribute)
                if value.default is not REQUIRED:
                    setattr(cls, name, value.default)
                if value.alias:
                    setattr(cls, attribute, property(attrgetter(name)))
        cls._fields = fields
        cls._readers = {name: one.read for name, one in fields.items()}
        cls._required = tuple(name for name, one in fields.items() if one.default is REQUIRED)
        if cls.__doc__:
            cls.__doc__ = _Docstring(cls.__doc__)  # type: ignore[assignment]

    def __init__(self, /, **fields: Any) -> None:
        self._read(fields)
        self._complete()

    def _read(self, fields: Mapping[str, Any]) -> None:
        readers = self._readers
        values: dict[str, Any] = {}
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
        # One by one they would make a dictionary that is slower to read.
        self.__dict__.update(values)

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

        Where a text may stand for the record, from its text too.

        Raises
        ------
        MathhammerError
            If it is none of these, or a field is wrong.
        """
        fields: Mapping[str, Any]
        if type(value) is dict:
            fields = value
        elif isinstance(value, cls):
            return value
        elif isinstance(value, Mapping):
            fields = value
        else:
            fields = cls._fields_in(value)
        try:
            made = cls(**fields)
        except TypeError:
            for name in fields:
                if not isinstance(name, str):
                    raise cls._unknown(name) from None
            raise
        return made if type(fields) is dict else made._from(fields)

    def _from(self, fields: Mapping[str, Any]) -> Self:
        """Return the record, which was made of fields that may say more; for subclasses."""
        return self

    @classmethod
    def _fields_in(cls, value: Any) -> Mapping[str, Any]:
        """Return the fields of what stands for the record (`_as_text`); for subclasses."""
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
