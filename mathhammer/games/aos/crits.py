"""The Crit abilities of a weapon, of which an attack uses one (A-3)."""

from mathhammer.core.errors import MathhammerError
from mathhammer.games.aos.abilities import table
from mathhammer.games.aos.abilities.companion import all_of
from mathhammer.games.aos.abilities.row import Abilities, Row, acting
from mathhammer.games.aos.weapon import Weapon


def crits(abilities: Abilities) -> list[Row]:
    """Return the different Crit abilities among some abilities, in their order (A-3)."""
    return list(dict.fromkeys([ability.row for ability in acting(abilities, "crit_worth")]))


def check_crit(weapon: Weapon, of_unit: Abilities) -> None:
    """Check that a weapon has the Crit ability that its `crit` names (A-3)."""
    if weapon.crit is None:
        return
    available = crits(all_of(weapon, of_unit))
    if weapon.crit not in [row.kind for row in available]:
        has = ", ".join(row.name for row in available) or "none"
        raise MathhammerError(
            f"{table.WEAPON.by_name[weapon.crit].name!r} is not an ability of the weapon; "
            f"it has: {has}",
            "crit",
        )
