"""Sums of a random number of pairs of counts: what is compiled for `means`."""

import numpy as np
import numpy.typing as npt

from mathhammer.engine.jit import entry

F64 = npt.NDArray[np.float64]


@entry
def summed_pairs(one: F64, first: int, counts: F64, negligible: float) -> F64:
    """Return the joint pmf of the sums of a random number of equal and independent pairs.

    Parameters
    ----------
    one : ndarray of float64, shape (n, m)
        The joint pmf of one pair, from 0.
    first : int
    counts : ndarray of float64, shape (c,)
        ``counts[i]`` is the probability of ``first + i`` pairs.
    negligible : float
        Rows and columns at the end that hold no more are left out.

    Returns
    -------
    ndarray of float64
    """
    total = np.full((1, 1), counts[-1])
    height, width = total.shape
    for done in range(1, first + counts.size):  # Horner: one more pair
        # Rows are as long as they are going to be, and then added up as one line.
        length = width + one.shape[1] - 1
        line = np.zeros(height * length)
        for i in range(height):
            for j in range(width):
                line[i * length + j] = total[i, j]
        longer = np.zeros((height + one.shape[0]) * length)
        for a in range(one.shape[0]):
            for b in range(one.shape[1]):
                mass = one[a, b]
                if mass > 0.0:
                    into = longer[a * length + b : a * length + b + line.size]
                    for k in range(into.size):
                        into[k] += mass * line[k]
        if done < counts.size:
            longer[0] += counts[counts.size - 1 - done]
        height, width = height + one.shape[0] - 1, length
        total = longer[: height * width].reshape(height, width)
        while height > 1 and total[height - 1, :width].sum() <= negligible:
            height -= 1
        while width > 1 and total[:height, width - 1].sum() <= negligible:
            width -= 1
    return total[:height, :width].copy()
