"""One call, from field values to the joint distribution of damage and models slain.

    python benchmarks/single_call.py

Ours and the peers in one process, turn by turn; every cache of ours is cleared before
each call. A peer counts where its distribution of wounds lost (warhammer-stats: of
models slain) is within a total variation of 1e-6 of ours. Medians, and their ratio to
the fastest peer that is right.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

from common import clear_caches, total_variation
from peers import PEERS
from scenarios import SIX, Scenario

import mathhammer


def joint(s: Scenario) -> object:
    """Return the joint distribution, from plain values."""
    result = mathhammer.attack(dict(s.weapon), dict(s.target), ruleset=s.ruleset)
    return result.joint


def all_stages(s: Scenario) -> object:
    """Return everything that the result file holds."""
    return mathhammer.attack(dict(s.weapon), dict(s.target), ruleset=s.ruleset).to_dict()


def timed(function: Callable[[Scenario], object], s: Scenario) -> float:
    """Return the seconds of one call."""
    start = time.perf_counter()
    function(s)
    return time.perf_counter() - start


def measure(times: list[float], function: Callable[[Scenario], object], s: Scenario) -> None:
    """Time calls for 0.2 seconds, each with empty caches."""
    end = time.perf_counter() + 0.2
    while time.perf_counter() < end:
        clear_caches()
        times.append(timed(function, s))


def main() -> None:
    """Print the table."""
    print(f"{'':4}{'ours':>10}{'all stages':>12}", end="")
    print("".join(f"{name:>17}" for name in PEERS) + f"{'ratio':>8}")
    models = {name: make() for name, make in PEERS.items()}
    for s in SIX:
        ours = mathhammer.attack(s.weapon, s.target, ruleset=s.ruleset)
        times: dict[str, list[float]] = {"ours": [], "stages": []}
        right = []
        for name, model in models.items():
            times[name] = []
            try:
                got = model(s)
            except NotImplementedError:
                continue
            want = ours.damage.from_zero()
            if name == "warhammer-stats":
                want = [0.0] * len(got)
                for k, mass in enumerate(ours.slain.from_zero()):
                    want[k * s.wounds] += mass
            if total_variation(want, got) < 1e-6:
                right.append(name)
        for _ in range(8):  # turn by turn, so that a slow spell of the machine hits all alike
            measure(times["ours"], joint, s)
            measure(times["stages"], all_stages, s)
            for name in right:
                measure(times[name], models[name], s)
        medians = {name: statistics.median(t) * 1e6 for name, t in times.items() if t}
        fastest = min(medians[name] for name in right)
        print(f"{s.name:4}{medians['ours']:8.1f}us{medians['stages']:10.0f}us", end="")
        for name in PEERS:
            print(f"{medians[name]:15.0f}us" if name in right else f"{'wrong or none':>17}", end="")
        print(f"{fastest / medians['ours']:7.1f}x")


if __name__ == "__main__":
    main()
