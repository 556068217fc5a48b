"""`Phase`: a step of an action."""

from __future__ import annotations

from typing import NamedTuple


class Phase(NamedTuple):
    """A step of the evolution, for the rows of results.

    Attributes
    ----------
    name : str
    kind : {"volley", "after", "pool", "dice"}
    number : int
        Of the volley, the queue or the dice packet.
    mortal : bool
        Which roll ignores the damage of this phase.
    """

    name: str
    kind: str
    number: int
    mortal: bool

    @property
    def title(self) -> str:
        """What is resolved, in words."""
        kinds = {"after": "Devastating Wounds: ", "pool": "mortal wounds: "}
        return kinds.get(self.kind, "") + self.name
