"""What is carried backward beside the objective, and the one place where players decide.

A value is a row of numbers. The first is the objective, expected under the best policy.
Then come the *uses*: the probabilities that a re-roll goes to the hit rolls of one weapon,
to its damage rolls, and so on, under the same policy. Then the *rules*: the objective under
a rule of thumb that a player keeps to, like "the first failed wound roll".

All of them are expectations, so every step of the dynamic programme treats them alike.
Only a decision looks at which is which.

The last axes of every array are (attacker's re-roll left, defender's re-roll left, column);
an axis has length 1 for a player who has none from the start.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from mathhammer.core.distribution import Array

ATTACKER, DEFENDER = "attacker", "defender"
#: What can be rolled again (W-6), and whose dice they are.
KINDS = {"attacks": ATTACKER, "hit": ATTACKER, "wound": ATTACKER, "save": DEFENDER,
         "damage": ATTACKER}  # fmt: skip
#: A re-roll that gains less than this share of the objective's scale is rounding.
_ROUNDING = 1e-13


class Place(NamedTuple):
    """Where a re-roll may go.

    Attributes
    ----------
    kind : {"attacks", "hit", "wound", "save", "damage"}
    volleys : tuple of int
        The weapon; several where equal attacks of several wait together.
    """

    kind: str
    volleys: tuple[int, ...]

    @property
    def side(self) -> str:
        """Who rolls here."""
        return KINDS[self.kind]


class Rule(NamedTuple):
    """A rule of thumb: re-roll the first die that it names.

    Attributes
    ----------
    side : {"attacker", "defender"}
    limits : dict
        From each place that it watches to the highest outcome that is rolled again: the
        printed total of damage and of numbers of attacks, of all else `FAIL`, or `SUCCESS`
        where all but criticals are.
    fallen : int
        Only once so many models are slain.
    """

    side: str
    limits: dict[Place, int]
    fallen: int = 0

    def names(self, place: Place, outcome: int) -> bool:
        """Return whether the rule re-rolls a die that shows an outcome."""
        return outcome <= self.limits.get(place, -1)


class Columns:
    """The columns of a value, and how one of several continuations is chosen.

    Parameters
    ----------
    places : list of Place
    rules : list of Rule
    attacker, defender : bool
        Who has a re-roll.
    scale : float
        The largest possible objective.
    """

    def __init__(
        self,
        places: Sequence[Place],
        rules: Sequence[Rule],
        attacker: bool,
        defender: bool,
        scale: float,
    ) -> None:
        self.places = [p for p in places if (attacker if p.side == ATTACKER else defender)]
        self.rules = list(rules)
        self.count = 1 + len(self.places) + len(self.rules)
        self.tail = (1 + attacker, 1 + defender, self.count)
        #: Numbers of a value.
        self.width = (1 + attacker) * (1 + defender) * self.count
        self._followed = slice(0, 1 + len(self.places))
        self._first_rule = 1 + len(self.places)
        sides = [*(p.side for p in self.places), *(r.side for r in self.rules)]
        #: The columns that tell something once the attacker's re-roll is gone: the objective
        #: and all that is the defender's.
        self.bare = [0, *(i for i, side in enumerate(sides, 1) if side == DEFENDER)]
        self._bare_rules = [i for i in range(self._first_rule, self.count) if i not in self.bare]
        self._least = _ROUNDING * scale

    def start(self, objective: Array) -> Array:
        """Return the values at the very end, shape (states, ...); nothing is used there."""
        values = np.zeros((objective.size, *self.tail))
        values[..., 0] = objective[:, None, None]
        values[..., self._first_rule :] = objective[:, None, None, None]
        return values

    def whole(self, bare: Array) -> Array:
        """Return all columns from the `bare` ones: nothing is used, rules have ended."""
        values = np.zeros((*bare.shape[:-1], self.count))
        values[..., self.bare] = bare
        values[..., self._bare_rules] = bare[..., :1]
        return values

    def chosen(
        self,
        place: Place,
        kept: Array,
        offers: Sequence[tuple[int, Array]],
        fallen: npt.NDArray[np.intp] | None = None,
    ) -> Array:
        """Return the values of a decision: keep the dice, or roll one of them again.

        The attacker maximises the objective, the defender minimises it. What is equal is
        kept.

        Parameters
        ----------
        place : Place
        kept : ndarray of float64, shape (..., columns)
            The values of keeping the dice.
        offers : list of (outcome, ndarray of float64)
            What may be rolled again, and the values if it is.
        fallen : ndarray of int, optional
            Models slain, as far as a rule asks; broadcast against ``kept[..., 0]``.
        """
        used = 1 + self.places.index(place)
        sign = 1.0 if place.side == ATTACKER else -1.0
        result = kept.copy()
        follow = self._followed
        for _, offer in offers:
            better = sign * (offer[..., 0] - result[..., 0]) > self._least
            taken = offer[..., follow]
            np.copyto(result[..., follow], taken, where=better[..., None])
            result[..., used][better] = 1.0  # it is used up: before, it was 0
        for number, rule in enumerate(self.rules, self._first_rule):
            named = [offer for outcome, offer in offers if rule.names(place, outcome)]
            if named and not rule.fallen:
                result[..., number] = named[0][..., number]
            elif named and fallen is not None:
                now = np.broadcast_to(fallen >= rule.fallen, result.shape[:-1])
                np.copyto(result[..., number], named[0][..., number], where=now)
        return result
