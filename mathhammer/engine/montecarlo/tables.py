"""Tables in which kernels look dice up, five at once.

An entry holds a bit for each die that succeeds, that is critical, and that has to be rolled
again; or the sum of what each is worth.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from mathhammer.engine.montecarlo.layout import BITS
from mathhammer.plan import CRITICAL, SUCCESS, Amount

Table = npt.NDArray[np.uint16]

#: Values from here on have no table of sums of five.
MAX_SUMMED = 2**16 // 5


def count_table(outcomes: Sequence[int], again: Sequence[bool]) -> Table:
    """Return a bit for what becomes of each die of every throw of five.

    Parameters
    ----------
    outcomes : sequence of int, shape (6,)
    again : sequence of bool, shape (6,)
        Faces that are rolled again, and count as nothing else.

    Returns
    -------
    ndarray of uint16, shape (6**5,)
        In the order of the throws' base 6 numbers, the first die in front. The lowest five
        bits are set for dice that succeed, critically or not, the first die's lowest; the
        next five for criticals, then five for dice that are rolled again.

    Examples
    --------
    >>> table = count_table((0, 0, 0, 1, 1, 2), (True,) + (False,) * 5)
    >>> throw = 0 * 6**4 + 1 * 6**3 + 4 * 6**2 + 4 * 6 + 5  # faces 1, 2, 5, 5, 6
    >>> f"{int(table[throw]):015b}"
    '000011000011100'
    """
    one = np.array(
        [
            1 << 2 * BITS if r else int(o >= SUCCESS) | int(o == CRITICAL) << BITS
            for o, r in zip(outcomes, again, strict=True)
        ],
        dtype=np.uint16,
    )
    throws = np.zeros(1, dtype=np.uint16)
    for die in range(5):
        throws = np.add.outer(throws, one << die).ravel()
    return throws


def sum_table(values: Sequence[int]) -> Table:
    """Return the sums of what each die is worth, of every throw of none to five dice.

    Parameters
    ----------
    values : sequence of int, shape (6,)
        What a die is worth by its face.

    Returns
    -------
    ndarray of uint16, shape (SUMS,)
        No die, the throws of one die, then of two, ... in the order of their base 6 number.

    Examples
    --------
    >>> sum_table((1, 1, 2, 2, 3, 3))[:10].tolist()
    [0, 1, 1, 2, 2, 3, 3, 2, 2, 3]
    """
    one = np.array(values, dtype=np.uint16)
    parts = [np.zeros(1, dtype=np.uint16)]
    for _ in range(5):
        parts.append(np.add.outer(one, parts[-1]).ravel())
    return np.concatenate(parts)


def face_values(amount: Amount) -> tuple[int, ...]:
    """Return the final value for each face, where the amount is one die without a re-roll.

    Examples
    --------
    >>> from mathhammer.core.dice import Term
    >>> face_values(Amount((Term(1, 3, 1),), 1, 0, (1, 2, 3)))
    (1, 1, 2, 2, 3, 3)
    """
    if len(amount.terms) != 1 or amount.again_below > amount.base or len(amount.values) == 1:
        return ()
    number, sides, _, _ = amount.terms[0]
    if number != 1:
        return ()
    each = 6 // sides
    return tuple(amount.values[face // each] for face in range(6))
