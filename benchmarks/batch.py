"""A thousand loadouts against twenty targets at once, beside the fastest peer.

    python benchmarks/batch.py

The whole comparison from field values to the distributions of all 20,000 cells, twice:
in a new process state (the kernel compiled or loaded from its cache), then warm. The
peers get 200 of the cells, one by one; where their answer is wrong by a total variation
of 1e-6 or more they are left out. Ours are checked on the same 200 cells.
"""

from __future__ import annotations

import time
from random import Random

from common import total_variation
from peers import PEERS
from scenarios import Scenario, random_loadouts, targets

import mathhammer

CELLS = 200
RULESET = {"devastating": "errata-2023-09"}


def main() -> None:
    """Print the table."""
    weapons, units = random_loadouts(1000), targets(20)
    times = []
    for _ in range(4):
        start = time.perf_counter()
        comparison = mathhammer.compare(weapons, units, ruleset=RULESET)
        means = [result.damage.mean for result in comparison.results]
        times.append(time.perf_counter() - start)
    assert len(means) == len(weapons) * len(units)
    ours = min(times[1:]) / len(means)
    print(f"first: {times[0]:.2f} s; warm: {min(times[1:]):.2f} s, {ours * 1e6:.1f} us a cell")

    rng = Random(3)
    cells = rng.sample([(i, j) for i in range(len(weapons)) for j in range(len(units))], CELLS)
    fastest = [float("inf")] * CELLS
    totals = {}
    for name, make in PEERS.items():
        if name == "warhammer-stats":
            continue  # knows no unit size: never right here
        model = make()
        seconds, right = [], 0
        for n, (i, j) in enumerate(cells):
            scenario = Scenario("cell", weapons[i], units[j])
            start = time.perf_counter()
            got = model(scenario)
            seconds.append(time.perf_counter() - start)
            if total_variation(comparison.cell(i, j).damage.from_zero().tolist(), got) < 1e-6:
                right += 1
                fastest[n] = min(fastest[n], seconds[-1])
        totals[name] = sum(seconds) / CELLS
        print(
            f"{name}: {totals[name] * 1e3:.2f} ms a cell, {right} of {CELLS} equal to ours, "
            f"{totals[name] / ours:.0f}x"
        )
    assert max(fastest) < float("inf"), "a cell that no peer confirms"
    print(f"fastest peer of each cell: {sum(fastest) / CELLS / ours:.0f}x")
    print(f"fastest peer on the whole: {min(totals.values()) / ours:.0f}x")


if __name__ == "__main__":
    main()
