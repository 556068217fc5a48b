"""Where the damage of an attack goes: the stages as the steps of a waterfall, in damage.

It begins with what the attacks would inflict if each of them hit, wounded and got through,
without criticals; then come hit rolls (with extra hits), wound rolls and saves (with what
passes by them), dice outside the attacks, what Feel No Pain or ward ignores, and what is
wasted. What is left is the damage. All are expected values, so the steps add up exactly.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from mathhammer.analysis.require import check_exact
from mathhammer.plan import Packet, Volley
from mathhammer.results.attack import Result
from mathhammer.results.view import tabled

#: The steps in order.
STEPS = {
    "attacks": "if every attack hit, wounded and got through",
    "hits": "hit rolls, extra hits among them",
    "wounds": "wound rolls, critical ones among them",
    "saves": "saves, and what passes by them",
    "mortals": "dice outside the attacks",
    "ignored": "Feel No Pain or ward",
    "wasted": "more than a model has, or after the last one",
    "damage": "damage (wounds lost, damage allocated)",
}

COLUMNS = {
    "attacker": "name of the attacker",
    "target": "name of the target",
    "step": "attacks, hits, wounds, saves, mortals, ignored, wasted, damage",
    "change": "what the step adds, in points of damage; the whole in the first and last",
    "value": "points of damage after the step",
    "count": "expected dice or wounds of the stage: attacks, hits, wounds, failed saves",
}


def flow(result: Result) -> Iterator[dict[str, Any]]:
    """Yield the steps from attacks to damage: the keys of `COLUMNS`.

    Parameters
    ----------
    result : Result

    Raises
    ------
    MathhammerError
        It is no result of a match-up, or a simulated one (`NotModelledError`).

    Examples
    --------
    >>> import mathhammer
    >>> rows = flow(mathhammer.attack("12x A1 BS3+ S4 AP0 D3", "5x T4 Sv4+ W2"))
    >>> [(row["step"], round(row["change"], 2)) for row in rows]
    ... # doctest: +NORMALIZE_WHITESPACE
    [('attacks', 36.0), ('hits', -12.0), ('wounds', -12.0), ('saves', -6.0), ('mortals', 0.0),
     ('ignored', 0.0), ('wasted', -2.02), ('damage', 3.98)]
    """
    check_exact(result, "the flow")
    action = result.plan.steps[0]
    made = result.stages.means("attacks")
    values = [0.0, 0.0, 0.0]
    for volley, attacks in zip(action.volleys, made, strict=True):
        for i, value in enumerate(_of_one_attack(volley)):
            values[i] += attacks * value
    through = sum(result.stages.means("damage_rolled")[: len(made)])
    dice = sum(
        float(np.dot(pmf, np.arange(pmf.size)))
        for pmf in map(result.evolution.dice_points, range(len(action.dice_packets)))
    )
    counts = {
        "attacks": result.attacks.mean, "hits": result.hits.mean, "wounds": result.wounds.mean,
        "saves": result.unsaved.mean,
    }  # fmt: skip
    changes = [
        values[0], values[1] - values[0], values[2] - values[1], through - values[2], dice,
        -result.ignored, -result.wasted, result.damage.mean,
    ]  # fmt: skip
    value = 0.0
    for step, change in zip(STEPS, changes, strict=True):
        value = change if step == "damage" else value + change
        yield {
            **result.labels,
            "step": step,
            "change": change or 0.0,  # not -0
            "value": value,
            "count": counts.get(step),
        }


flow_table = tabled(flow, COLUMNS)


def _of_one_attack(volley: Volley) -> tuple[float, float, float]:
    """Return the damage of an attack if it hit and wounded, wounded, or got through."""
    _, success, critical = (0.0, 1.0, 0.0) if volley.hit is None else volley.hit.masses()
    if volley.extra is not None:
        success += critical * volley.extra.distribution().mean
    plain, special = _sum(volley.plain), _sum(volley.critical)
    riders = critical * _sum(volley.on_critical)
    goes_on = 0.0 if volley.critical_ends_attack else critical
    hits = success * plain + goes_on * special + riders
    _, wounds, devastates = volley.wound.masses()
    wounded = (
        success * (wounds * plain + devastates * _sum(volley.hit_then_critical_wound)) + riders
    )
    if volley.auto_wound:
        wounded += goes_on * special
    else:
        wounded += goes_on * (wounds * special + devastates * _sum(volley.critical_critical))
    return plain, hits, wounded


def _sum(packets: tuple[Packet, ...]) -> float:
    return sum(packet.amount.distribution().mean for packet in packets)
