"""The best use of a Command Re-roll: how long large attacks take.

    python benchmarks/reroll.py

Three weapons of 60 attacks each, for the attacker, the defender and both. Seconds of the
processor, because a busy machine changes those little: the best of three calls, rules of
thumb included.
"""

from __future__ import annotations

import time

import mathhammer
from mathhammer.core.errors import TooLargeError

SIXTY = {
    "plain": ("30x A2 BS3+ S4 AP-1 D1", "20x meq", None),
    "Sustained Hits 1, Lethal Hits": (
        "30x A2 BS4+ S4 AP-1 D1 [Sustained Hits 1, Lethal Hits]", "20x meq", None,
    ),
    "random attacks and damage": ("10x AD6 BS4+ S6 AP-1 DD3", "10x T5 Sv3+ W3", None),
    "Devastating Wounds, print": ("30x A2 BS4+ S4 AP-1 D2 [Devastating Wounds]", "20x meq", None),
    "Devastating Wounds, errata": (
        "30x A2 BS4+ S4 AP-1 DD3 [Devastating Wounds]", "10x T5 Sv3+ W3",
        "devastating=errata-2024",
    ),
    "Devastating Wounds, Lethal Hits": (
        "60x A1 BS4+ S4 AP-1 D2 [Devastating Wounds, Lethal Hits]", "10x T5 Sv3+ W3", None,
    ),
    "errata, Feel No Pain": (
        "30x A2 BS4+ S4 AP-1 D2 [Devastating Wounds]", "10x T5 Sv3+ W3 5+++",
        "devastating=errata-2024",
    ),
}  # fmt: skip


def main() -> None:
    """Print a row a plan and player."""
    for name, (weapon, target, ruleset) in SIXTY.items():
        for by in ("attacker", "defender", "both"):
            taken = []
            for _ in range(3):
                start = time.process_time()
                try:
                    found = mathhammer.command_reroll(
                        [weapon] * 3, target, by=by, objective="damage", ruleset=ruleset
                    )
                except TooLargeError as error:
                    print(f"{name:32} {by:9} refused: {error}")
                    break
                taken.append(time.process_time() - start)
            else:
                print(f"{name:32} {by:9} {min(taken):7.2f} s   {found!r}")


if __name__ == "__main__":
    main()
