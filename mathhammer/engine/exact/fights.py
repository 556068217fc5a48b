"""Fights in a turn of the exact engine: units that attack one after another, side by side.

Who may still fight depends on who has been slain, so the joint probabilities are carried
apart by who has fought already and whose turn it is to pick.
"""

from collections import defaultdict
from collections.abc import Callable

import numpy as np

from mathhammer.core.distribution import Array
from mathhammer.engine.exact.joint_states import Flags, JointStates
from mathhammer.plan import Action
from mathhammer.plan.turns import Fights

#: The units that have fought: side, and place in its list.
Fought = frozenset[tuple[int, int]]


def fight(
    fights: Fights, array: Array, table: JointStates, attack: Callable[[Action, Array], Array]
) -> tuple[Array, float]:
    """Return the joint after all fought in order, and the probability that any did.

    A side picks, in the order of its list, its next unit that lives and whose target
    lives; a side without one lets the other go on.

    Parameters
    ----------
    fights : Fights
    array : ndarray of float64
        The joint before them.
    table : JointStates
    attack : callable
        Returns the joint after an action.
    """

    def able(action: Action) -> Flags:
        assert action.actor is not None
        return table.alive((action.actor, action.target))

    some = np.zeros([1] * array.ndim, dtype=np.bool_)
    idle = [array, np.zeros_like(array)]
    for sides, begins in zip(fights.bands, fights.begins, strict=True):
        for action in (*sides[0], *sides[1]):
            some = some | able(action)
        waiting: dict[tuple[Fought, int], Array]
        waiting = {(frozenset(), side): idle[side] for side in (0, 1)}
        if begins >= 0:
            waiting = {(frozenset(), begins): idle[0] + idle[1]}
        idle = [np.zeros_like(array), np.zeros_like(array)]
        for _ in range(len(sides[0]) + len(sides[1]) + 1):
            following: dict[tuple[Fought, int], Array] = defaultdict(lambda: np.zeros_like(array))
            for (done, turn), rest in waiting.items():
                for side in (turn, 1 - turn):
                    for number, action in enumerate(sides[side]):
                        if (side, number) in done or not rest.any():
                            continue
                        acting = np.where(able(action), rest, 0.0)
                        rest = np.where(able(action), 0.0, rest)
                        if acting.any():
                            key = (done | {(side, number)}, 1 - side)
                            following[key] += attack(action, acting)
                idle[turn] += rest
            waiting = following
        for (_, turn), rest in waiting.items():
            idle[turn] += rest
    return idle[0] + idle[1], float(array[np.broadcast_to(some, array.shape)].sum())
