"""How the cost grows: linear in attacks and in wounds where nothing waits.

    python benchmarks/scaling.py

Doubles the attacks into a large unit, then the wounds of the unit, and prints seconds
and the factor from line to line (2.0 is linear); then the largest sizes accepted, and
what players field.
"""

from __future__ import annotations

import statistics
import time
import tracemalloc
from typing import Any

import mathhammer

SIX_PROFILES = [
    "10x A2 BS3+ S4 AP-1 D1",
    "2x A1 BS3+ S8 AP-3 D2",
    "1x AD6 BS3+ S9 AP-2 DD3 [Blast]",
    "1x A1 BS3+ S12 AP-3 DD6+1",
    "3x A3 BS4+ S5 D1 [Sustained Hits D3]",
    "2x AD3 BS4+ S6 AP-1 D2 [Lethal Hits]",
]
LEADER = {
    "models": 5,
    "toughness": 4,
    "save": 3,
    "wounds": 2,
    "leader": {"save": 2, "wounds": 5, "invulnerable": 4},
}
FIELDED: list[tuple[str, Any, Any, str]] = [
    ("200 dice, 20 x W3, FNP", "100x A2 BS3+ S5 AP-1 DD3", "20x T5 Sv3+ W3 5+++", "print-2023"),
    ("six profiles in turn", SIX_PROFILES, "10x T4 Sv3+ W2 5+++", "print-2023"),
    ("five models and a leader", SIX_PROFILES, LEADER, "print-2023"),
    ("Sustained D3, random A and D", "10x AD6 BS3+ S5 DD6 [Sustained Hits D3]", "10x teq", ""),
    *(
        (
            f"Devastating and FNP, {ruling}",
            "10x A4 BS3+ S5 AP-1 DD3 [Devastating Wounds, Sustained Hits D3]",
            "20x T5 Sv3+ W3 5+++",
            ruling,
        )
        for ruling in ("print-2023", "errata-2023-09", "errata-2024")
    ),
    ("2,000 dice, 10 x W2", "1000x A2 BS3+ S4 AP-1 DD6+1", "10x T4 Sv3+ W2", ""),
    ("2,000 dice, 5,000 x W2", "1000x A2 BS3+ S4 AP-1 DD6+1", "5000x T4 Sv3+ W2", ""),
    ("2,000 dice, 1 x W10,000", "1000x A2 BS3+ S4 AP-1 DD6+1", "1x T4 Sv3+ W10000", ""),
]


def seconds(attacker: Any, target: Any, ruling: str = "", *, stages: bool = False) -> float:
    """Return the median time of a call, to the distributions or to all stages."""
    times = []
    for _ in range(5):
        start = time.perf_counter()
        result = mathhammer.attack(
            attacker, target, ruleset={"devastating": ruling} if ruling else None
        )
        _ = result.to_dict() if stages else (result.damage, result.slain)
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def main() -> None:
    """Print the tables."""
    print("attacks into 1,000 x W2     seconds  factor")
    before = 0.0
    for attacks in (250, 500, 1000, 2000, 4000):
        now = seconds(f"{attacks}x A1 BS3+ S4 AP-1 DD6+1", "1000x T4 Sv3+ W2")
        print(f"{attacks:26} {now:9.4f} {now / before if before else float('nan'):7.2f}")
        before = now
    print("\nwounds under 2,000 attacks   seconds  factor")
    before = 0.0
    for models in (250, 500, 1000, 2000):
        # Sure to lose wounds, so that the whole unit is reached.
        now = seconds("2000x A1 BS2+ S8 AP-6 D2 [Torrent]", f"{models}x T4 Sv3+ W2 5+++")
        print(f"{2 * models:26} {now:9.4f} {now / before if before else float('nan'):7.2f}")
        before = now
    print("\nwhat players field, and the largest      joint  all stages   peak MB")
    for name, attacker, target, ruling in FIELDED:
        joint = seconds(attacker, target, ruling)
        everything = seconds(attacker, target, ruling, stages=True)
        tracemalloc.start()
        seconds(attacker, target, ruling, stages=True)
        peak = tracemalloc.get_traced_memory()[1] / 1e6
        tracemalloc.stop()
        print(f"{name:38} {joint:8.4f} {everything:11.4f} {peak:9.1f}")


if __name__ == "__main__":
    main()
