"""What packers of plans share: rows of whole numbers."""

import numpy as np


def row_type(names: str) -> np.dtype[np.void]:
    """Return the type of rows of int64; the names of their numbers are words of a text."""
    return np.dtype([(name, np.int64) for name in names.split()])
