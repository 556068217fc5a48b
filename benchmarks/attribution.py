"""Shapley shares of twelve items, beside the evaluation of each subset by itself.

    python benchmarks/attribution.py

Heavy attacks against twenty or thirty wounds: all 4,096 subsets at once (`attribution`), and
a sample of the same subsets one by one with the engine that answers `attack`, in processor
time. The values of the sample must agree to 1e-12 of the greatest, or to 1e-11 of themselves.
The kernel is loaded, or compiled, before.
"""

from __future__ import annotations

import time
from random import Random
from typing import Any

import numpy as np

import mathhammer
from mathhammer.analysis.attribution import attribution
from mathhammer.analysis.items import items_of, without
from mathhammer.engine.many.means import Means
from mathhammer.evaluate.evaluate import evaluate
from mathhammer.results.attack import Result

SAMPLE = 48
ERRATA = {"devastating": "errata-2024"}
THREE: dict[str, Any] = {
    "weapons": [
        "20x A2 BS3+ S4 AP-1 D1 [Devastating Wounds, Sustained Hits 1, Twin-linked]",
        "10x A3 BS3+ S5 AP-1 D2 [Devastating Wounds, Lethal Hits, Twin-linked]",
        "10x A2 BS4+ S6 AP-2 D2 [Devastating Wounds, Sustained Hits 2, Lethal Hits]",
    ],
    "modifiers": {"hit": 1, "reroll_hits": "ones"},
}
MIXED: dict[str, Any] = {
    "weapons": [
        "20x A2 BS3+ S4 AP-1 D1 [Devastating Wounds, Lethal Hits, Sustained Hits 1]",
        "20x A2 BS3+ S5 AP-2 D2 [Devastating Wounds, Lethal Hits]",
        "10x A3 BS3+ S6 AP-2 DD3 [Devastating Wounds, Twin-linked, Sustained Hits 1]",
    ],
    "modifiers": {"wound": 1, "reroll_hits": "failures"},
}
TWO_KINDS = {
    "toughness": 4, "save": 3, "feel_no_pain": 5, "modifiers": {"hit": -1},
    "groups": [{"models": 10, "wounds": 2}, {"models": 10, "wounds": 3, "invulnerable": 5}],
}  # fmt: skip
LED = {
    "toughness": 5, "save": 3, "invulnerable": 5, "feel_no_pain": 5, "wounds": 3, "models": 10,
    "modifiers": {"damage": -1}, "leader": {"wounds": 5, "save": 2, "invulnerable": 4},
}  # fmt: skip
CHARGE: dict[str, Any] = {
    "weapons": [
        "15x A3 WS3+ S5 AP-1 D1 [Devastating Wounds, Lethal Hits, Sustained Hits 1]",
        "10x A4 WS3+ S6 AP-2 D2 [Devastating Wounds, Twin-linked]",
        "10x A3 WS2+ S8 AP-3 DD3 [Devastating Wounds, Lethal Hits]",
    ],
    "modifiers": {"wound": 1, "hit": 1, "reroll_hits": "ones"},
}
POOLS: dict[str, Any] = {
    "weapons": [
        "20x 2/3+/4+/1/1 [Crit (2 Hits)]",
        "10x 4/3+/3+/2/2 [Crit (Mortal), champion]",
        "10x 3/4+/3+/1/D3 [Crit (Auto-wound), Charge (+1 Damage)]",
    ],
    "modifiers": {"hit": 1, "wound": 1, "reroll_hits": "ones"},
}
ONE = ("10x A6 BS3+ S5 AP-2 DD3+1 [Devastating Wounds, Lethal Hits, Sustained Hits 2, "
       "Twin-linked, Heavy, Rapid Fire 1, Anti-Infantry 4+]")  # fmt: skip

#: Attacker, target, context and rulings.
CASES: dict[str, tuple[Any, Any, Any, Any]] = {
    "light: 20 attacks": (
        "10x A2 BS3+ S4 AP-1 D1 [Lethal Hits, Sustained Hits 1, Heavy, +1 to wound]",
        {"toughness": 4, "save": 3, "wounds": 2, "models": 10, "feel_no_pain": 6,
         "modifiers": {"hit": -1, "reroll_saves": "ones", "save": 1}},
        {"stationary": True, "cover": True}, None,
    ),
    "one weapon, 70 attacks": (
        {"weapons": [ONE], "modifiers": {"reroll_hits": "ones", "critical_hits": "5+"}},
        {"toughness": 4, "save": 4, "wounds": 2, "models": 20, "feel_no_pain": 5,
         "keywords": ["Infantry"], "modifiers": {"hit": -1, "reroll_saves": "ones"}},
        {"half_range": True, "stationary": True}, None,
    ),
    "three weapons, 90 attacks": (THREE, "20x T4 Sv3+ W2 5+++", None, None),
    "the same under the errata": (THREE, "20x T4 Sv3+ W2 5+++", None, ERRATA),
    "110 attacks on two kinds of models": (MIXED, TWO_KINDS, None, None),
    "the same under the errata, three queues": (MIXED, TWO_KINDS, None, ERRATA),
    "115 attacks on a unit with a leader": (CHARGE, LED, None, None),
    "Age of Sigmar, 111 attacks": (
        POOLS, {"models": 20, "health": 3, "save": 3, "ward": 5, "modifiers": {"save": 1}},
        {"charged": True, "all_out_attack": True}, None,
    ),
}  # fmt: skip


def sampled(result: Result, rng: Random) -> tuple[list[Result], float]:
    """Return some subsets, evaluated one by one, and the seconds that one took."""
    items = items_of(result)
    start = time.process_time()
    found = []
    for _ in range(SAMPLE):
        gone = [item for item in items if rng.random() < 0.5]
        found.append(evaluate(*without(result, gone), result.rulings))
        _ = found[-1].final
    return found, (time.process_time() - start) / SAMPLE


def check(found: list[Result]) -> None:
    """Compare the values of some subsets with those that are computed together."""
    means = Means()
    taken = [one for one in found if means.add(one.plan)]
    if not taken:
        return  # pools are evaluated one by one in any case
    ref = np.array([[r.damage.mean, r.slain.mean, r.destroyed] for r in taken])
    difference = np.abs(means.run() - ref)
    assert (difference <= np.maximum(1e-12, 1e-11 * ref)).all(), difference.max()


def main() -> None:
    """Print the table."""
    rng = Random(4)
    check([mathhammer.attack("2x A2 BS3+ S4 D1 [Devastating Wounds]", "meq")])
    for name, (attacker, target, context, ruleset) in CASES.items():
        result = mathhammer.attack(attacker, target, context=context, ruleset=ruleset)
        number = len(items_of(result))
        start = time.process_time()
        attribution(result, "exact")
        together = time.process_time() - start
        found, alone = sampled(result, rng)
        check(found)
        alone *= 2**number
        print(
            f"{name}: {number} items, {together:.1f} s; one by one {alone:.0f} s, "
            f"{alone / together:.1f}x",
            flush=True,
        )


if __name__ == "__main__":
    main()
