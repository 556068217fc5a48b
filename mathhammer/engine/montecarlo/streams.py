"""Streams of dice: each fixed block of trials has one of its own.

A stream is seeded by NumPy's `SeedSequence` from the seed and the number of the block
alone. So the same seed gives the same dice whoever plays a block, when, and beside how
many others. The generators are sixteen of xoshiro256++, as in `dice_kernels.draw`.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from mathhammer.core.errors import MathhammerError, quoted
from mathhammer.engine.limits import MAX_SEED

#: Trials of one stream.
BLOCK = 1 << 16


def stream_of(seed: int, block: int) -> npt.NDArray[np.uint64]:
    """Return the stream of dice of a block of trials.

    Parameters
    ----------
    seed, block : int

    Returns
    -------
    ndarray of uint64, shape (STREAM,)
        The words of the generators, then dice drawn and not yet used: none.

    Examples
    --------
    >>> stream = stream_of(1, 0)
    >>> len(set(stream[:64].tolist())), stream[64:].any().item()
    (64, False)
    """
    from mathhammer.engine.montecarlo.kernels.dice import STREAM, WAYS

    stream = np.zeros(STREAM, dtype=np.uint64)
    seeds = np.random.SeedSequence(seed, spawn_key=(block,))
    stream[: 4 * WAYS] = seeds.generate_state(4 * WAYS, np.uint64)
    return stream


def read_seed(value: Any) -> int:
    """Return a seed as a number, which a result can record.

    Parameters
    ----------
    value : int, numpy.random.SeedSequence, numpy.random.Generator or None
        None is a seed that nobody chose; from NumPy's objects one is drawn.

    Raises
    ------
    MathhammerError
        It is something else, or not from 0 to 2^53 - 1.

    Examples
    --------
    >>> read_seed(7), read_seed(np.random.default_rng(1)) < MAX_SEED
    (7, True)
    """
    if value is None:
        value = np.random.SeedSequence()
    if isinstance(value, np.random.SeedSequence):
        return int(value.generate_state(1, np.uint64)[0]) % MAX_SEED
    if isinstance(value, np.random.Generator):
        return int(value.integers(MAX_SEED))
    if isinstance(value, bool) or not isinstance(value, int | np.integer):
        raise MathhammerError(f"{quoted(value)} is no seed: a whole number is expected", "seed")
    if not 0 <= value < MAX_SEED:
        raise MathhammerError(
            f"{quoted(value)} is no seed: whole numbers from 0 to {MAX_SEED - 1} are", "seed"
        )
    return int(value)
