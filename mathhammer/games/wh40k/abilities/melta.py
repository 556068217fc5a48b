"""Melta X: X more damage within half range (W-3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mathhammer.games.common.vocabulary import NUMBER
from mathhammer.games.wh40k.abilities import half_range as half
from mathhammer.games.wh40k.abilities.row import Ability, Row

if TYPE_CHECKING:
    from mathhammer.games.wh40k.profiles import Weapon
    from mathhammer.games.wh40k.situation import Situation


def damage(ability: Ability, weapon: Weapon, situation: Situation) -> int:
    """Return what is added to the damage within half range, after halving (W-3)."""
    return ability.number if half.half_range(weapon, situation.context) else 0


MELTA = Row(
    kind="melta",
    code="W-3",
    help="X more damage within half range",
    short="ml",
    value=NUMBER,
    context=half.CONTEXT,
    reads_target=False,
    damage=damage,
)
