"""`lazy`: a property computed once, at its first access.

`functools.cached_property` takes a lock at every first access in Python 3.11, which
alone would be a tenth of the time of a small evaluation.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


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
        instance.__dict__[self._name] = value
        return value


def shown_by(part: str) -> Any:
    """Return a module of `mathhammer.show`: the one door upwards, opened when it is used."""
    return import_module(f"mathhammer.show.{part}")
