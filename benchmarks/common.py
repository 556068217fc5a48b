"""What the benchmarks share."""

from __future__ import annotations

from collections.abc import Sequence

from mathhammer.core import dice


def clear_caches() -> None:
    """Forget everything that an earlier call may have left."""
    dice._parse.cache_clear()


def total_variation(first: Sequence[float], second: Sequence[float]) -> float:
    """Return half the summed difference of two pmfs."""
    length = max(len(first), len(second))
    a = [*first, *[0.0] * (length - len(first))]
    b = [*second, *[0.0] * (length - len(second))]
    return 0.5 * sum(abs(x - y) for x, y in zip(a, b, strict=True))
