"""Readers: how one value is read and checked, what it accepts in words, and its JSON Schema.

A reader is a function of a value that returns it as it is stored, or raises a
`MathhammerError` that says what is allowed. It carries two things as attributes: `words`,
what it accepts as a reader of the documents needs it ("whole number from 1 to 100"), and
`schema`, the same as a JSON Schema. The schema holds the usual way of writing a value;
readers also take a number written as text, and words in any case.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Protocol, TypeVar, cast

from mathhammer.core.dice import EXPRESSIONS, LARGEST_VALUE, Dice, read_dice
from mathhammer.core.errors import MathhammerError, nearest, quoted
from mathhammer.core.text import number_text

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
#: Part of a JSON Schema; ``{"$ref": C}`` with a `Record` class C stands for that of C.
Schema = dict[str, Any]


class Reader(Protocol[T_co]):
    """A function that reads one value, and says what it accepts."""

    words: str
    schema: Schema

    def __call__(self, value: Any, /) -> T_co:
        """Return `value` as it is stored, or raise a `MathhammerError`."""


def reader(words: str, schema: Schema) -> Callable[[Callable[[Any], T]], Reader[T]]:
    """Make a reader of the decorated function.

    Parameters
    ----------
    words : str
        What it accepts, to stand after "is".
    schema : dict
        The same as a JSON Schema.

    Examples
    --------
    >>> @reader("even number", {"type": "integer", "multipleOf": 2})
    ... def even(value):
    ...     return value
    >>> even.words
    'even number'
    """

    def mark(read: Callable[[Any], T]) -> Reader[T]:
        read.__dict__.update(words=words, schema=schema)
        return cast("Reader[T]", read)

    return mark


def parts(read: Any) -> tuple[Callable[[Any], Any], str, Schema]:
    """Return the function, the words and the schema of a reader, or of a `Record` class."""
    if isinstance(read, type):
        record: Any = read
        text = f", or text ({record._as_text})" if record._as_text else ""
        return record.read, f"table of fields ({read.__name__}){text}", {"$ref": read}
    return read, read.words, read.schema


def integer(low: int, high: int, hint: str = "") -> Reader[int]:
    """Return a reader of whole numbers from `low` to `high`.

    Examples
    --------
    >>> integer(1, 100).words, integer(1, 100)("7")
    ('whole number from 1 to 100', 7)
    """
    words = f"whole number from {low} to {high}{hint}"

    @reader(words, {"type": "integer", "minimum": low, "maximum": high})
    def read(value: Any) -> int:
        if type(value) is int and low <= value <= high:
            return value
        number = value
        if type(value) is str:
            text = value.strip().replace("\u2212", "-")
            digits = text[1:] if text[:1] in ("+", "-") else text
            if len(digits) <= 9 and digits.isascii() and digits.isdigit():
                number = int(text)
        elif type(value) is float and value.is_integer():
            number = int(value)
        if type(number) is not int or not low <= number <= high:
            raise MathhammerError(f"{quoted(value)} is not a {words}")
        return number

    return read


def number(low: float, high: float) -> Reader[float]:
    """Return a reader of finite numbers from `low` to `high`."""
    words = f"number from {number_text(low)} to {number_text(high)}"

    @reader(words, {"type": "number", "minimum": low, "maximum": high})
    def read(value: Any) -> float:
        given = value
        if type(value) is str:
            try:
                given = float(value.strip().rstrip('"'))
            except ValueError:
                given = None
        # The comparison is false for NaN.
        if type(given) not in (int, float) or not low <= given <= high:
            raise MathhammerError(f"{quoted(value)} is not a {words}")
        return float(given)

    return read


def choice(*allowed: str, meant: Mapping[str, str] = MappingProxyType({})) -> Reader[str]:
    """Return a reader of one of some words, in any case.

    Parameters
    ----------
    *allowed : str
    meant : mapping
        Other words that people use, and which of these is suggested then.
    """

    @reader(f"one of {', '.join(allowed)}", {"enum": list(allowed)})
    def read(value: Any) -> str:
        if isinstance(value, str):
            if value in allowed:
                return value
            folded = value.strip().casefold().replace(" ", "-").replace("_", "-")
            if folded in allowed:
                return folded
        hint = ""
        if isinstance(value, str):
            hint = nearest(meant.get(folded, value[:80]), allowed)
        raise MathhammerError(
            f"{quoted(value)} is not allowed{hint}; allowed: {', '.join(allowed)}"
        )

    return read


@reader("true or false", {"type": "boolean"})
def flag(value: Any) -> bool:
    """Read true or false."""
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.strip().casefold() in ("true", "false"):
        return value.strip().casefold() == "true"
    raise MathhammerError(f"{quoted(value)} is not true or false")


@reader("text of up to 200 characters", {"type": ["string", "integer"], "maxLength": 200})
def text(value: Any) -> str:
    """Read a name: up to 200 characters; control characters and idle blanks are no part of it."""
    if isinstance(value, int) and not isinstance(value, bool):
        value = quoted(value)
    if not isinstance(value, str):
        raise MathhammerError(f"{quoted(value)} is not a text")
    if len(value) > 200:
        raise MathhammerError(f"a text of {len(value)} characters; up to 200 are allowed")
    if not value.isprintable():
        value = "".join(c if c.isprintable() else " " for c in value)
    return " ".join(value.split())


def listed(one: Reader[T] | type[T], most: int, least: int = 0) -> Reader[tuple[T, ...]]:
    """Return a reader of a list of up to `most` things; a single one is accepted too.

    Parameters
    ----------
    one : Reader or type of Record
        Reads each of them.
    most : int
    least : {0, 1}
        1 where an empty list isn't allowed.
    """
    read_one, words, schema = parts(one)

    several = {"type": "array", "items": schema, "minItems": least, "maxItems": most}

    @reader(f"list of up to {most} of: {words}; or a single one", {"anyOf": [schema, several]})
    def read(value: Any) -> tuple[T, ...]:
        items = read_each(read_one, most, value)
        if len(items) < least:
            raise MathhammerError("an empty list: name at least one")
        return items

    return read


def read_each(read_one: Callable[[Any], T], most: int, value: Any) -> tuple[T, ...]:
    """Read each item of a list of up to `most`; a single one is accepted too."""
    if type(value) is not list and type(value) is not tuple:
        return (read_one(value),)
    if len(value) > most:
        raise MathhammerError(f"a list of {len(value)}; up to {most} are allowed")
    items: list[T] = []
    try:
        for item in value:
            items.append(read_one(item))
    except MathhammerError as error:
        raise error.inside(f"[{len(items)}]") from None
    return tuple(items)


_TERM = r"(\d*[dD][36](k[hl]\d+)?|\d+)"
_SUM = {"pattern": rf"^ *{_TERM}( *[-+\u2212\u2013] *{_TERM})* *$"}
_NUMBER = {"type": ["integer", "string"], "minimum": 0, "maximum": LARGEST_VALUE}
#: Reads a dice expression (D-1).
dice_expression: Reader[Dice] = reader(EXPRESSIONS, _NUMBER | _SUM)(read_dice)
