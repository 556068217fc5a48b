"""Break-even points: what a loadout may cost to be as efficient as another.

Two loadouts are equally efficient where value / points is the same, so a loadout breaks
even with a baseline at the baseline's points times the ratio of their values.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from mathhammer.analysis.mixes import Weighted
from mathhammer.core.errors import MathhammerError, check_allowed, quoted
from mathhammer.core.progress import watched
from mathhammer.results.comparison import Comparison
from mathhammer.results.view import tabled

#: The measures that can be bought: they don't contain points of the attacker.
BOUGHT = (
    "damage", "slain", "destroyed", "damage_rolled", "points_destroyed", "points_lost_per_100",
    "wound_points", "wound_points_lost_per_100",
)  # fmt: skip

COLUMNS = {
    "attacker": "name of the loadout",
    "target": "name of the target, or mix for all of them with their shares",
    "measure": "what is bought",
    "value": "how much of it, expected, in the measure's unit",
    "points": "points of the loadout, as given",
    "break_even": "points at which it is as efficient as the baseline",
    "margin": "break_even - points: positive where the loadout is the better buy",
    "earned_back_after": "expected points destroyed pay for it after so many attacks",
}


@watched
def break_even(
    comparison: Comparison,
    baseline: int = 0,
    measured: str = "points_destroyed",
    shares: Sequence[float] | None = None,
) -> Iterator[dict[str, Any]]:
    """Yield a row for each loadout and target, and for the mix: the keys of `COLUMNS`.

    Parameters
    ----------
    comparison : Comparison
    baseline : int
        The place, from 0, of the loadout that the others are held against; its points
        must be given.
    measured : str
        One of `BOUGHT`; those in points need the points of the targets.
    shares : list of float, optional
        How often each target is met, summing to 1; equally often by default.

    Raises
    ------
    MathhammerError
        The baseline has no points, or there is no such measure.

    Examples
    --------
    >>> import mathhammer
    >>> loadouts = [{"points": 100, "weapons": "10x A2 BS3+ S4 AP-1 D1"},
    ...             {"points": 120, "weapons": "15x A2 BS3+ S4 AP-1 D1"}]
    >>> rows = list(break_even(mathhammer.compare(loadouts, ["10x ork"]), measured="damage"))
    >>> [(row["target"], round(row["break_even"], 2)) for row in rows]
    [('10x ork', 100.0), ('mix', 100.0), ('10x ork', 149.42), ('mix', 149.42)]
    """
    check_allowed(measured, BOUGHT, "can't be bought", "measured")
    attackers = comparison.attackers
    if isinstance(baseline, bool) or not isinstance(baseline, int) or not (
        0 <= baseline < len(attackers)
    ):  # fmt: skip
        raise MathhammerError(
            f"{quoted(baseline)} is no place from 0 to {len(attackers) - 1}", "baseline"
        )
    price = attackers[baseline].points
    if not price:
        raise MathhammerError("the loadout that others are held against needs points", "baseline")
    over = Weighted(comparison, shares)
    number = len(comparison.targets)
    single = [Weighted(_column(comparison, j)) for j in range(number)]
    columns = [(t.label, w) for t, w in zip(comparison.targets, single, strict=True)]
    for i, attacker in enumerate(attackers):
        for name, held in [*columns, ("mix", over)]:
            value, base = held.value(i, measured), held.value(baseline, measured)
            even = None if value is None or not base else price * value / base
            worth = held.value(i, "points_destroyed")
            yield {
                "attacker": attacker.label,
                "target": name,
                "measure": measured,
                "value": value,
                "points": attacker.points,
                "break_even": even,
                "margin": None if even is None or attacker.points is None
                else even - attacker.points,
                "earned_back_after": attacker.points / worth
                if worth and attacker.points is not None else None,
            }  # fmt: skip


def _column(comparison: Comparison, target: int) -> Comparison:
    """Return the comparison against one of the targets."""
    results = [comparison.cell(i, target) for i in range(len(comparison.attackers))]
    return Comparison(comparison.attackers, [comparison.targets[target]], results)


break_even_table = tabled(break_even, COLUMNS)
