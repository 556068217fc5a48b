"""Loadouts and targets in an order that is easier to read than that of the file."""

from collections.abc import Sequence

import numpy as np

from mathhammer.analysis.efficiency import measure
from mathhammer.core.distribution import Array
from mathhammer.core.errors import check_allowed
from mathhammer.results.comparison import Comparison

#: Orders by name, with what they are.
SORTS = {
    "best": "the best on average over the targets first, and the targets that lose most",
    "alike": "those whose numbers rise and fall together beside each other",
}


def order(
    comparison: Comparison, sort: str, name: str = "damage", shares: Sequence[float] = ()
) -> tuple[list[int], list[int]]:
    """Return the places of loadouts and targets in another order.

    Parameters
    ----------
    comparison : Comparison
    sort : {"best", "alike"}
        The best first; or by the direction in which the numbers differ most, each target on a
        scale of its own (the first principal component).
    name : str
        One of `mathhammer.analysis.efficiency.MEASURES`; what isn't known counts as nothing.
    shares : list of float, optional
        How often each target is met; equally often by default.

    Examples
    --------
    >>> import mathhammer
    >>> both = mathhammer.compare(["A1 BS3+ S4 D1", "A9 BS3+ S4 D1"], ["veq", "5x geq"])
    >>> order(both, "best")
    ([1, 0], [1, 0])
    """
    check_allowed(sort, SORTS, "is no order", "sort")
    across = len(comparison.targets)
    found = [value or 0.0 for value in map(measure(name), comparison.results)]
    values = np.array(found).reshape(-1, across)
    weights = np.array(shares) if len(shares) else np.full(across, 1.0 / across)
    rows, columns = values @ weights, values.mean(axis=0)
    if sort == "alike":
        rows, columns = _component(values, rows)
    return _falling(rows), _falling(columns)


def rearranged(comparison: Comparison, rows: Sequence[int], columns: Sequence[int]) -> Comparison:
    """Return a comparison with its loadouts and targets in another order, by their places."""
    return Comparison(
        [comparison.attackers[i] for i in rows],
        [comparison.targets[j] for j in columns],
        [comparison.cell(i, j) for i in rows for j in columns],
    )


def _component(values: Array, means: Array) -> tuple[Array, Array]:
    """Return where rows and columns lie on the first principal component, better ones higher."""
    scaled = values / np.maximum(values.max(axis=0), 1e-300)
    left, _, right = np.linalg.svd(scaled - scaled.mean(axis=0), full_matrices=False)
    sign = -1.0 if float(left[:, 0] @ (means - means.mean())) < 0 else 1.0
    return sign * left[:, 0], sign * right[0]


def _falling(values: Array) -> list[int]:
    """Return places from the largest value on; those that are equal to rounding as they are."""
    scale = max(float(np.abs(values).max()), 1e-300)
    rounded = np.round(values / scale, 9).tolist()
    return sorted(range(len(rounded)), key=lambda i: (-rounded[i], i))
