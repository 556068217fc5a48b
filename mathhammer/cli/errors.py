"""Where on the command line an error lies."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from mathhammer.core.errors import MathhammerError

if TYPE_CHECKING:
    pass


@contextmanager
def inside(place: str) -> Iterator[None]:
    """Put a place, where there is one, in front of an error's own."""
    try:
        yield
    except MathhammerError as error:
        raise (error.inside(place, ": ") if place else error) from None
