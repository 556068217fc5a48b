"""What is left for later: `lazy` properties, `Filled` tables, a `Pattern`, `Classes`, a door.

`Classes` are loaded by name; the door leads to `show`.

A `lazy` property is computed once, at its first access.

`functools.cached_property` takes a lock at every first access in Python 3.11, which
alone would be a tenth of the time of a small evaluation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

T = TypeVar("T")
Key = TypeVar("Key")


class Filled(dict[Key, T]):
    """A table of what belongs to each key: one that isn't there is made when it is looked up.

    Parameters
    ----------
    make : callable
        Of a key: what belongs to it.
    known : dict, optional
        What is there from the beginning.

    Examples
    --------
    >>> lengths = Filled(len)
    >>> lengths["abc"], dict(lengths)
    (3, {'abc': 3})
    """

    def __init__(self, make: Callable[[Key], T], known: dict[Key, T] | None = None) -> None:
        super().__init__(known or {})
        self._make = make

    def __missing__(self, key: Key) -> T:
        made = self[key] = self._make(key)
        return made


@cache
def is_installed(package: str) -> bool:
    """Return whether a package can be imported, without importing it.

    Examples
    --------
    >>> is_installed("numpy"), is_installed("no_such_package")
    (True, False)
    """
    return find_spec(package) is not None


class lazy(Generic[T]):
    """Turn a method without arguments into an attribute that is computed once.

    Examples
    --------
    >>> class Square:
    ...     @lazy
    ...     def area(self) -> int:
    ...         return 4
    >>> Square().area
    4
    """

    def __init__(self, method: Callable[[Any], T]) -> None:
        self._method = method
        self._name = method.__name__
        self.__doc__ = method.__doc__

    @overload
    def __get__(self, instance: None, owner: type) -> lazy[T]: ...
    @overload
    def __get__(self, instance: object, owner: type) -> T: ...
    def __get__(self, instance: object, owner: type) -> lazy[T] | T:
        if instance is None:
            return self
        value = self._method(instance)
        # What is put into `__dict__` by hand slows down all attributes of the instance.
        object.__setattr__(instance, self._name, value)
        return value

    if TYPE_CHECKING:

        def __set__(self, instance: object, value: T) -> None: ...


class Pattern:
    """A regular expression that is compiled when it is first used, which takes its time.

    Its methods are those of `re.Pattern`.

    Parameters
    ----------
    text : str

    Examples
    --------
    >>> Pattern("[0-9]+").fullmatch("12")[0]
    '12'
    """

    def __init__(self, text: str) -> None:
        self.text = text

    def __getattr__(self, name: str) -> Any:
        method = getattr(re.compile(self.text), name)
        setattr(self, name, method)  # found at once from now on
        return method


class Classes(Mapping[str, "type[T]"]):
    """From names to classes, each of which is loaded when it is looked up.

    Parameters
    ----------
    package : str
        The folder of their modules.
    places : dict of str to str
        Where each stands: ``".module.Class"`` in that folder.

    Examples
    --------
    >>> dice = Classes("mathhammer.core", {"dice": ".dice.Dice"})
    >>> list(dice), dice["dice"].__name__
    (['dice'], 'Dice')
    """

    def __init__(self, package: str, places: dict[str, str]) -> None:
        self.package = package
        self.places = places

    def __getitem__(self, name: str) -> type[T]:
        module, _, attribute = self.places[name].rpartition(".")
        found: type[T] = getattr(import_module(module, self.package), attribute)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self.places)

    def __len__(self) -> int:
        return len(self.places)

    def __contains__(self, name: object) -> bool:
        return name in self.places


#: The modules of `mathhammer.show` that know a way to show an answer, and name it so.
_ROOMS = {"table": "frames", "plot": "charts", "html": "html", "text": "terminal.text"}


def shown_by(room: str) -> ModuleType:
    """Return a module of `mathhammer.show`: the one door upwards, opened when it is used."""
    return import_module(f"mathhammer.show.{room}")


def show(way: str, answer: object, *given: Any, **options: Any) -> Any:
    """Return an answer as `mathhammer.show` shows it: through the one door upwards.

    Parameters
    ----------
    way : {"table", "plot", "html", "text"}
    answer : object
        What `mathhammer.show` has registered, or a `mathhammer.results.view.View`.
    *given, **options
        What that way takes beside the answer.
    """
    return getattr(shown_by(_ROOMS[way]), way)(answer, *given, **options)
