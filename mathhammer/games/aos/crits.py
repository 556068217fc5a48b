"""Which Crit ability an attack uses: only one applies (A-3)."""

from mathhammer.core.errors import MathhammerError
from mathhammer.games.aos.abilities import table
from mathhammer.games.aos.abilities.companion import abilities_of
from mathhammer.games.aos.abilities.row import Abilities, Row, acting
from mathhammer.games.aos.weapon import Weapon
from mathhammer.plan import Amount, Roll


def crits(abilities: Abilities) -> list[Row]:
    """Return the different Crit abilities among some abilities, in their order (A-3)."""
    return list(dict.fromkeys([ability.row for ability in acting(abilities, "crit_worth")]))


def check_crit(weapon: Weapon, of_unit: Abilities) -> None:
    """Check that a weapon has the Crit ability that its `crit` names (A-3)."""
    if weapon.crit is None:
        return
    available = crits(abilities_of(weapon, of_unit))
    if weapon.crit not in [row.kind for row in available]:
        has = ", ".join(row.name for row in available) or "none"
        raise MathhammerError(
            f"{table.WEAPON.by_name[weapon.crit].name!r} is not an ability of the weapon; "
            f"it has: {has}",
            "crit",
        )


def expected_damage(crit: Row, hit: Roll, wound: Roll, save: Roll, damage: Amount) -> float:
    """Return the mean of the points that one attack puts into the pool (A-1, A-3)."""
    _, success, critical = hit.masses()
    through = save.masses()[0]
    plain = (1.0 - wound.masses()[0]) * through
    special = crit.crit_worth(plain, through) if crit.crit_worth else plain
    return (success * plain + critical * special) * damage.distribution().mean


def best_crit(available: list[Row], hit: Roll, wound: Roll, save: Roll, damage: Amount) -> Row:
    """Return the Crit with the most expected damage against a target (A-3).

    Of equals the first listed.
    """
    values = [expected_damage(crit, hit, wound, save, damage) for crit in available]
    most = max(values)
    return next(c for c, v in zip(available, values, strict=True) if v >= most * (1 - 1e-12))
