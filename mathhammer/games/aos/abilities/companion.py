"""Companion: friendly effects that make its attacks better don't apply to it (A-3)."""

from mathhammer.games.aos.abilities.row import Abilities, Row, acting
from mathhammer.games.common.profile import Weapon


def is_companion(weapon: Weapon) -> bool:
    """Return whether friendly effects don't apply to a weapon (A-3)."""
    return bool(acting(weapon.abilities, "companion"))


def abilities_of(weapon: Weapon, of_unit: Abilities) -> Abilities:
    """Return a weapon's abilities, with those given to all weapons of its unit (A-3).

    Those that only act before its attacks' start are left out.
    """
    had = all_of(weapon, of_unit)
    if weapon.start is None:
        return had
    from mathhammer.games.aos.start import STAGES
    from mathhammer.games.common.start import still_acting

    return still_acting(had, weapon.start, STAGES)


def all_of(weapon: Weapon, of_unit: Abilities) -> Abilities:
    """Return the abilities of a weapon with those of its unit that reach it (A-3)."""
    return weapon.abilities if is_companion(weapon) else weapon.abilities + of_unit


COMPANION = Row(
    kind="companion",
    help="friendly effects that make its attacks better don't apply to it",
    companion=True,
)
