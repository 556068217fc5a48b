"""The states a unit can be in, and how damage moves it from one to another.

Models fall in a fixed order, so models in a row are a line: its state is the number of
wounds it has lost. Where some attacks are allocated to characters first, there are two
rows and the state is a pair (plus one more state, for a unit destroyed by the death of
its last bodyguard: later attacks are saved as by the model that fell last). Where the
first failed save is ignored, every state exists twice: before and after it.
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from mathhammer.core.distribution import Array
from mathhammer.core.lazy import lazy
from mathhammer.engine.limits import MAX_STATES, too_large
from mathhammer.plan import Group, Target

Ints = npt.NDArray[np.intp]


class ModelLine:
    """Models in a row: state s means that s wounds of the row are lost.

    Attributes
    ----------
    total : int
        Wounds of the whole row; the last state.
    end : ndarray of int, shape (total + 1,)
        The state in which the front model is dead.
    model : ndarray of int, shape (total + 1,)
        Models dead; the number of models in the last state.
    group : ndarray of int, shape (total + 1,), or None
        Group of the front model, of the last model once all are dead. None: all 0.

    Notes
    -----
    The arrays are made when they are needed.
    """

    def __init__(self, groups: tuple[Group, ...], first: int) -> None:
        self.total = wounds_of(groups)
        self.groups = groups
        self._first = first

    @property
    def even(self) -> int:
        """Wounds of each model where all are alike and whole, else 0."""
        groups = self.groups
        return groups[0].health if len(groups) == 1 and not groups[0].lost else 0

    @lazy
    def states(self) -> Ints:
        """All states, which are the wounds lost in them; shape (total + 1,)."""
        return np.arange(self.total + 1)

    @lazy
    def model(self) -> Ints:
        """Models dead; ndarray of int, shape (total + 1,)."""
        if self.even:
            return self.states // self.even
        return self._arrays[0]

    @lazy
    def end(self) -> Ints:
        """The state in which the front model is dead; shape (total + 1,)."""
        if self.even:
            return np.minimum((self.model + 1) * self.even, self.total)
        return self._arrays[1]

    @property
    def left(self) -> Ints:
        """Wounds left on the front model; shape (total + 1,)."""
        return self.end - self.states

    @property
    def group(self) -> Ints | None:
        """Group of the front model; None where all are of group 0."""
        if len(self.groups) == 1 and not self._first:
            return None
        return self._arrays[2]

    @lazy
    def _arrays(self) -> tuple[Ints, Ints, Ints]:
        groups, first = self.groups, self._first
        healths = np.concatenate([np.full(g.models, g.health) for g in groups])
        at = 0
        for g in groups:
            healths[at] -= g.lost
            at += g.models
        ends = np.cumsum(healths)
        model = np.append(np.repeat(np.arange(healths.size), healths), healths.size)
        end = np.append(np.repeat(ends, healths), self.total)
        of_model = np.repeat(np.arange(first, first + len(groups)), [g.models for g in groups])
        return model, end, np.append(np.repeat(of_model, healths), of_model[-1])

    def after(self, most: int) -> Ints:
        """Return the state after 0 to `most` damage that doesn't carry over.

        Returns
        -------
        ndarray of int, shape (most + 1, total + 1)
        """
        return np.asarray(np.minimum(self.states + np.arange(most + 1)[:, None], self.end))


def wounds_of(groups: tuple[Group, ...]) -> int:
    """Return the wounds that models have at the start."""
    return sum([group.models * group.health - group.lost for group in groups])


class Space:
    """All states of a unit.

    Parameters
    ----------
    target : Target

    Attributes
    ----------
    size : int
        Number of states.
    start : int
        The state at the beginning: always 0.
    doubled : int
        Number of states before the first failed save, where it is ignored; else 0.

    Raises
    ------
    TooLargeError
        More than `MAX_STATES` states.
    """

    def __init__(self, target: Target) -> None:
        self.target = target
        groups = target.groups
        split = len(groups) - target.characters
        self.front = ModelLine(groups[:split], 0)
        self.behind = ModelLine(groups[split:], split) if target.characters else None
        size = self.front.total + 1
        if self.behind is not None:
            size = size * (self.behind.total + 1) + 1
        size *= 1 + target.ignore_first
        if size > MAX_STATES:
            raise too_large(f"the target has {size} states", MAX_STATES, offer="")
        self.size = size
        self.start = 0
        self.doubled = size // 2 if target.ignore_first else 0

    def begin(self) -> Array:
        """Return the probabilities of the states at the beginning; float64, shape (size,)."""
        states = np.zeros(self.size)
        states[self.start] = 1.0
        return states

    def _twice(self, array: Ints) -> Ints:
        """Repeat a property of states for the states after the first failed save."""
        return np.concatenate([array, array], axis=-1) if self.doubled else array

    def _combined(self, name: str, combine: Callable[..., Ints]) -> Ints:
        """Return a property of states from that of each line of models."""
        values: Ints = getattr(self.front, name)
        if self.behind is not None:
            pairs = combine(values[:, None], getattr(self.behind, name)).ravel()
            values = np.append(pairs, pairs[-1])
        return self._twice(values)

    @lazy
    def slain(self) -> Ints:
        """Models slain; ndarray of int, shape (size,)."""
        return self._combined("model", np.add)

    @lazy
    def lost(self) -> Ints:
        """Wounds lost since the start; ndarray of int, shape (size,)."""
        return self._combined("states", np.add)

    @lazy
    def front_wounds(self) -> Ints:
        """Wounds left on the front model, 0 when all are dead; shape (size,)."""
        return self._combined("left", lambda one, other: np.asarray(np.where(one > 0, one, other)))

    @lazy
    def lost_by_group(self) -> Ints:
        """Wounds lost by each group; ndarray of int, shape (groups, size)."""
        return self._by_group(False)

    @lazy
    def slain_by_group(self) -> Ints:
        """Models slain of each group; ndarray of int, shape (groups, size)."""
        return self._by_group(True)

    def _by_group(self, models: bool) -> Ints:
        rows = []
        for line in filter(None, (self.front, self.behind)):
            offset = 0
            for g in line.groups:
                wounds = g.models * g.health - g.lost
                row = np.clip(line.states - offset, 0, wounds)
                if models:
                    row = np.where(row < wounds, (row + g.lost) // g.health, g.models)
                offset += wounds
                if self.behind is not None:
                    pairs = np.zeros((self.front.total + 1, self.behind.total + 1), np.intp)
                    pairs += row[:, None] if line is self.front else row
                    row = np.append(pairs, row[-1])
                rows.append(self._twice(row))
        return np.array(rows)

    def hit_group(self, to_character: bool) -> Ints | None:
        """Return the group of the model that takes the next attack; None: all 0.

        Returns
        -------
        ndarray of int, shape (size,), or None
        """
        if self.behind is None:
            group = self.front.group
            return None if group is None else self._twice(group)
        front, behind = self.front.group, self.behind.group
        if front is None:
            front = np.zeros(self.front.total + 1, dtype=np.intp)
        assert behind is not None
        if to_character:  # a character while one lives, then the bodyguard
            chosen = np.where(self.behind.states < self.behind.total, behind, front[:, None])
            chosen[-1, -1] = behind[-1]
        else:
            chosen = np.where(self.front.states[:, None] < self.front.total, front[:, None], behind)
        return self._twice(np.append(chosen.ravel(), front[-1]))

    def after(self, most: int, to_character: bool) -> Ints:
        """Return the state after 0 to `most` damage of one attack, none of it carried over.

        Returns
        -------
        ndarray of int, shape (most + 1, size)
        """
        if self.behind is None:
            moved = self.front.after(most)
        else:
            moved = self._after_in_pairs(most, to_character)
        if self.doubled:
            moved = np.concatenate([moved, moved + self.doubled], axis=1)
        return moved

    def _after_in_pairs(self, most: int, to_character: bool) -> Ints:
        assert self.behind is not None
        width = self.behind.total + 1
        down = self.front.after(most)[:, :, None] * width + self.behind.states
        right = self.front.states[:, None] * width + self.behind.after(most)[:, None, :]
        if to_character:
            moved = right
            moved[:, :, -1] = down[:, :, -1]
        else:
            moved = down
            moved[:, -1, :] = right[:, -1, :]
        # A bodyguard that dies last leaves the unit in the state of its own.
        last_bodyguard = self.front.total * width + width
        fell = moved[:, :-1, -1] == last_bodyguard - 1
        moved[:, :-1, -1][fell] = last_bodyguard
        moved = moved.reshape(most + 1, -1)
        return np.concatenate([moved, np.full((most + 1, 1), last_bodyguard)], axis=1)
