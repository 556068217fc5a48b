"""What packers of plans share: rows of whole numbers, and parts that are packed once."""

from collections.abc import Callable
from typing import TypeVar

import numpy as np

Part = TypeVar("Part")
Place = TypeVar("Place")


def row_type(names: str) -> np.dtype[np.void]:
    """Return the type of rows of int64; the names of their numbers are words of a text."""
    return np.dtype([(name, np.int64) for name in names.split()])


class Packed(dict[Part, Place]):
    """Places of parts: one that isn't known yet is packed when it is looked up.

    Parameters
    ----------
    pack : callable
        Packs a part and returns its place.
    known : dict, optional
        Places that are known from the beginning.

    Examples
    --------
    >>> lengths = Packed(len)
    >>> lengths["abc"], dict(lengths)
    (3, {'abc': 3})
    """

    def __init__(self, pack: Callable[[Part], Place], known: dict[Part, Place] | None = None):
        super().__init__(known or {})
        self._pack = pack

    def __missing__(self, part: Part) -> Place:
        place = self[part] = self._pack(part)
        return place
