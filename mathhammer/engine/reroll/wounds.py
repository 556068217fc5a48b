"""All wound rolls of a weapon, where critical wounds may wait beside the target's state.

What the dice lead to depends on two numbers: the plain wounds, and how much waits with what
waited before. So decisions are made once for each such pair, whatever it came from, and the
dice are counted in two steps: how many are critical, and how many of the others wound.
"""

from __future__ import annotations

from copy import copy

import numpy as np

from mathhammer.core.distribution import Array
from mathhammer.engine.exact.space import Ints
from mathhammer.engine.reroll.columns import Columns, Place
from mathhammer.engine.reroll.dice import Split, mixed
from mathhammer.plan import CRITICAL, FAIL, SUCCESS


class Chances:
    """The chances of up to `most` dice, in two steps.

    Parameters
    ----------
    split : Split
        Of one die.
    most : int

    Attributes
    ----------
    criticals : ndarray of float64, shape (most + 1, most + 1)
        P(so many of some dice are critical).
    critical, no_critical : ndarray of float64
        The same, where a critical may be rolled again, and where none may.
    wounds : ndarray of float64, shape (most + 1, most + 1)
        P(so many of some dice wound), none of them being critical.
    failure, success, no_success : ndarray of float64
        The same, where a failure may be rolled again; where no failure may but a success; and
        where neither may.
    """

    def __init__(self, split: Split, most: int) -> None:
        self.split = split
        fail, success, critical = split.total.tolist()
        self.criticals = _binomial(most, critical)
        self.wounds = _binomial(most, success / (fail + success) if fail + success else 0.0)
        numbers = np.arange(most + 1)
        failures = np.maximum(numbers[:, None] - numbers, 0)
        spent = [s / t if t else 0.0 for s, t in zip(split.spent, split.total, strict=True)]
        no_failure = self.wounds * np.power(spent[FAIL], failures)
        none = np.power(spent[SUCCESS], numbers)
        self.failure = self.wounds * (1.0 - np.power(spent[FAIL], failures))
        self.success, self.no_success = no_failure * (1.0 - none), no_failure * none
        none = np.power(spent[CRITICAL], numbers)
        self.critical, self.no_critical = self.criticals * (1.0 - none), self.criticals * none

    def of(self, numbers: Ints, most: int) -> Chances:
        """Return those of some numbers of dice, none more than `most`."""
        fewer = copy(self)
        for name, table in vars(self).items():
            if name != "split":
                setattr(fewer, name, table[numbers, : most + 1])
        return fewer


class WoundRolls:
    """The wound rolls of a weapon, and what is decided when they are seen.

    Parameters
    ----------
    chances : Chances
        Of up to so many dice as there may be.
    columns : Columns
    place : Place
    values : ndarray of float64, shape (wounds + 1, waiting + 1, cells, ...)
        After the decision, by plain wounds and by what waits.
    unit : int
        What a critical wound adds to what waits; 0 where none is told from others.

    Notes
    -----
    A failure is never worse to roll again than a success or a critical, because more wounds
    never harm the attacker. So the others come into question only where no failure does.
    """

    def __init__(
        self, chances: Chances, columns: Columns, place: Place, values: Array, unit: int
    ) -> None:
        self.chances, self.columns, self.unit = chances, columns, unit
        split = chances.split
        #: Whether criticals are told from others.
        self.told = bool(split.total[CRITICAL])
        self.most = values.shape[1] - 1
        #: Without a re-roll of the attacker; only the columns that tell something then.
        self.spent = spent = np.ascontiguousarray(values[:, :, :, 0][..., columns.bare])
        self.open = values.shape[3] > 1
        if not self.open:
            return
        # One die again, the others as they are: by what the others come to.
        raw = split.raw
        again = raw[FAIL] * spent
        again[:-1] += raw[SUCCESS] * spent[1:]
        if raw[CRITICAL]:
            for waits in range(self.most + 1):
                again[:, waits] += raw[CRITICAL] * spent[:, min(waits + unit, self.most)]
        offer = columns.whole(again)
        kept = values[:, :, :, 1]
        #: Where a failure may be rolled again.
        self.failure = columns.chosen(place, kept, [(FAIL, offer)])
        success = (SUCCESS, offer[np.maximum(np.arange(len(offer)) - 1, 0)])
        self.only_success = columns.chosen(place, kept, [success])
        self.only_critical, self.either = kept, self.only_success
        if self.told:
            fewer = np.maximum(np.arange(self.most + 1) - unit, 0)
            critical = (CRITICAL, offer[:, fewer])
            self.only_critical = columns.chosen(place, kept, [critical])
            self.either = columns.chosen(place, kept, [success, critical])
        self.kept = kept

    def before(self, rows: Ints, room: int, sure: int = 0) -> Array:
        """Return the values before the dice are rolled.

        Parameters
        ----------
        rows : ndarray of int
            The numbers of dice to answer for.
        room : int
            The most that may wait before.
        sure : int
            Wounds that come without a die.

        Returns
        -------
        ndarray of float64, shape (rows, room + 1, cells, ...)
        """
        most = int(rows.max())
        numbers = np.arange(most + 1) if self.told else rows
        chances = self.chances.of(numbers, most)
        dice = slice(sure, sure + most + 1)
        plain = mixed(chances.wounds, self.spent[dice])
        bare = self._counted(rows, room, [(chances.criticals, plain)])
        first = self.columns.whole(bare)
        if not self.open:
            return first[:, :, :, None]
        some = mixed(chances.failure, self.failure[dice])
        no_critical = some + mixed(chances.no_success, self.kept[dice])
        no_critical += mixed(chances.success, self.only_success[dice])
        parts = [(chances.no_critical, no_critical)]
        if self.told and chances.critical.any():
            some += mixed(chances.no_success, self.only_critical[dice])
            some += mixed(chances.success, self.either[dice])
            parts.append((chances.critical, some))
        return np.stack([first, self._counted(rows, room, parts)], axis=3)

    def _counted(self, rows: Ints, room: int, parts: list[tuple[Array, Array]]) -> Array:
        """Return the sums over the number of critical wounds.

        Parameters
        ----------
        rows : ndarray of int
        room : int
        parts : list of (ndarray, ndarray)
            Chances by dice and critical wounds, shape (dice + 1, dice + 1), and values by
            the other dice and what waits, shape (dice + 1, waiting + 1, cells, ...).
        """
        if not self.told:
            return parts[0][1][:, : room + 1]
        shape = parts[0][1].shape[2:]
        result = np.zeros((rows.size, room + 1, *shape))
        size = int(np.prod(shape))
        for chances, values in parts:
            # So wide that whatever is added to what waits has a place; beyond the room all
            # places are alike.
            width = max(self.most, room + self.unit * (len(chances) - 1)) + 1
            wide = values
            if width > values.shape[1]:
                wide = values[:, np.minimum(np.arange(width), self.most)]
            wide = np.ascontiguousarray(wide).reshape(len(values), width * size)
            step = wide.itemsize
            for out, dice in zip(result, rows.tolist(), strict=True):
                (numbers,) = chances[dice].nonzero()
                if not numbers.size:
                    continue
                # From the most critical wounds to the fewest: one row of values further, and
                # one critical wound less. Where they lie no copy is made.
                low, high = int(numbers[0]), int(numbers[-1])
                seen: Array = np.ndarray(
                    (high - low + 1, (room + 1) * size), wide.dtype, wide,
                    ((dice - high) * width + high * self.unit) * size * step,
                    ((width - self.unit) * size * step, step),
                )  # fmt: skip
                out += (chances[dice, low : high + 1][::-1] @ seen).reshape(out.shape)
        return result


def _binomial(most: int, chance: float) -> Array:
    """Return P(so many of 0 to `most` dice succeed); shape (most + 1, most + 1)."""
    rows = np.zeros((most + 1, most + 1))
    rows[0, 0] = 1.0
    for dice in range(1, most + 1):
        rows[dice] = (1.0 - chance) * rows[dice - 1]
        rows[dice, 1:] += chance * rows[dice - 1, :-1]
    return rows
