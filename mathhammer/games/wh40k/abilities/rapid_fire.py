"""Rapid Fire X: X more attacks within half range (W-3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mathhammer.core.dice import Dice
from mathhammer.games.common.vocabulary import DICE
from mathhammer.games.wh40k.abilities import half_range as half
from mathhammer.games.wh40k.abilities.row import Ability, Row

if TYPE_CHECKING:
    from mathhammer.games.wh40k.profiles import Weapon
    from mathhammer.games.wh40k.situation import Situation


def extra_attacks(ability: Ability, weapon: Weapon, situation: Situation) -> Dice | None:
    """Return the attacks that each copy has more within half range (W-3)."""
    return ability.dice if half.half_range(weapon, situation.context) else None


RAPID_FIRE = Row(
    kind="rapid fire",
    code="W-3",
    help="X more attacks within half range",
    short="rf",
    value=DICE,
    context=half.CONTEXT,
    reads_target=False,
    extra_attacks=extra_attacks,
    notes=half.notes,
)
