"""Which Crit ability an attack uses: only one applies (A-3)."""

from __future__ import annotations

from mathhammer.plan import Amount, Roll

MORTAL, TWO_HITS, AUTO_WOUND = "crit mortal", "crit 2 hits", "crit auto wound"


def expected_damage(crit: str | None, hit: Roll, wound: Roll, save: Roll, damage: Amount) -> float:
    """Return the mean of the points that one attack puts into the pool (A-1, A-3)."""
    _, success, critical = hit.masses()
    wounds = 1.0 - wound.masses()[0]
    through = save.masses()[0]
    plain = wounds * through
    special = {
        MORTAL: 1.0,
        TWO_HITS: 2.0 * plain,
        AUTO_WOUND: through,
    }.get(crit or "", plain)
    return (success * plain + critical * special) * damage.distribution().mean


def best_crit(
    available: list[str], hit: Roll, wound: Roll, save: Roll, damage: Amount
) -> str | None:
    """Return the Crit with the most expected damage against a target (A-3).

    Of equals the first listed; None where there is none.
    """
    if len(available) < 2:
        return available[0] if available else None
    values = [expected_damage(crit, hit, wound, save, damage) for crit in available]
    most = max(values)
    return next(c for c, v in zip(available, values, strict=True) if v >= most * (1 - 1e-12))
