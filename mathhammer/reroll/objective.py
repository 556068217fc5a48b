"""What a Command Re-roll is used for: the number that one player raises and the other lowers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from mathhammer.core.distribution import Array
from mathhammer.core.errors import MathhammerError, nearest, quoted
from mathhammer.engine.exact.space import Space
from mathhammer.games.checks.check import SUCCESS, Check

OBJECTIVES = ("destroyed", "damage", "slain")


class Objective(NamedTuple):
    """What the attacker maximises and the defender minimises.

    Attributes
    ----------
    kind : {"destroyed", "damage", "slain"}
    least : int
        Models that have to be slain; 0: their mean number.
    """

    kind: str
    least: int = 0

    @classmethod
    def read(cls, value: Any) -> Objective:
        """Read an objective: ``"destroyed"``, ``"damage"``, ``"slain"``, ``{"slain": 3}``.

        ``"slain=3"`` is the same as the last.

        Raises
        ------
        MathhammerError
            If it is none of these.

        Examples
        --------
        >>> print(Objective.read("slain=3"))
        P(at least 3 slain)
        """
        if isinstance(value, Objective):
            return value
        if isinstance(value, str):
            kind, equals, number = value.strip().casefold().partition("=")
            kind, number = kind.strip(), number.strip()
            if kind in OBJECTIVES and not equals:
                return cls(kind)
            if kind == "slain" and number.isascii() and number.isdigit() and len(number) < 8:
                return cls(kind, cls._least(int(number)))
        elif isinstance(value, Mapping) and list(value) == ["slain"]:
            return cls("slain", cls._least(value["slain"]))
        hint = nearest(value, OBJECTIVES) if isinstance(value, str) else ""
        raise MathhammerError(
            f"{quoted(value)} is not an objective{hint}; allowed: destroyed, damage (mean), slain "
            "(mean), or at least so many models slain, like slain=3 (success is for a charge)",
            "objective",
        )

    @staticmethod
    def _least(number: Any) -> int:
        if isinstance(number, bool) or not isinstance(number, int) or number < 1:
            raise MathhammerError(
                f"{quoted(number)} is not a number of models: 1 or more is allowed", "objective"
            )
        return number

    @property
    def is_chance(self) -> bool:
        """Whether it is a probability, not a mean."""
        return self.kind == "destroyed" or self.least > 0

    def __str__(self) -> str:
        if self.kind == "destroyed":
            return "P(destroyed)"
        if self.least:
            return f"P(at least {self.least} slain)"
        return "mean damage" if self.kind == "damage" else "mean models slain"

    def of_states(self, space: Space) -> Array:
        """Return the objective of each state of a target; float64, shape (states,)."""
        models = int(space.slain.max())
        if self.least > models:
            raise MathhammerError(
                f"at least {self.least} slain: the target has {models} "
                f"model{'s' if models > 1 else ''}",
                "objective",
            )
        if self.is_chance:
            reached: Array = (space.slain >= (self.least or models)).astype(np.float64)
            return reached
        values = space.lost if self.kind == "damage" else space.slain
        return values.astype(np.float64)

    def needed(self, space: Space) -> int:
        """Return how many models must be slain; 0 where it is a mean."""
        return (self.least or int(space.slain.max())) if self.is_chance else 0


def check_objective(check: Check | type[Check], given: Any) -> None:
    """Check that a re-roll of a kind of check is used for what is asked for.

    Parameters
    ----------
    check : Check or type of Check
    given : str or None
        None: what there is.

    Raises
    ------
    MathhammerError
        It is used for something else.
    """
    use = check.command_reroll_use
    if given is None or use is None:
        return
    only = use.objective
    folded = given.strip().casefold() if isinstance(given, str) else given
    if folded != only:
        hint = nearest(given, (only,)) if isinstance(given, str) else ""
        about = "that it succeeds" if only == SUCCESS else "as few lost on average as can be"
        raise MathhammerError(
            f"{quoted(given)} is not what a re-roll of {check.kind!r} is for{hint}; allowed: "
            f"{only} ({about})",
            "objective",
        )
