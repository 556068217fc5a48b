"""The heroes dice game: a turn solved, and whole games played.

    python benchmarks/heroes.py

The first turn builds the tree of all states, later ones use it. Games are timed on one
thread, after the kernel is compiled (some seconds, once; cached).
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

from mathhammer import heroes
from mathhammer.heroes.tree import tree


def seconds(call: Callable[[], object]) -> float:
    """Return how long a call takes."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def main() -> None:
    """Print the times."""
    first = []
    for _ in range(5):
        tree.cache_clear()
        first.append(seconds(lambda: heroes.turn().expected))
    later = [seconds(lambda: heroes.turn().expected) for _ in range(20)]
    print(f"a turn, first time  {1e3 * statistics.median(first):7.1f} ms")
    print(f"a turn, later       {1e3 * statistics.median(later):7.1f} ms")
    heroes.play(trials=2)
    for rows in (3, 4, 6):
        spent = seconds(lambda rows=rows: heroes.play(rows=rows, seed=1, threads=1))
        print(f"100,000 games, {rows} rows a side  {spent:5.1f} s")


if __name__ == "__main__":
    main()
