"""Lance: +1 to wound after a charge (W-3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mathhammer.games.wh40k.abilities.row import Ability, Row

if TYPE_CHECKING:
    from mathhammer.games.wh40k.match_up import MatchUp
    from mathhammer.games.wh40k.profiles import Weapon
    from mathhammer.games.wh40k.situation import Situation


def wound_modifier(ability: Ability, weapon: Weapon, situation: Situation) -> int:
    """Return what is added to the wound roll: 1 if the bearer charged this turn (W-3)."""
    return int(situation.context.charged)


def notes(match_up: MatchUp) -> Iterator[str]:
    """Yield that overwatch is fired by units that have not charged."""
    lances = match_up.weapons_with("lance")
    if lances and match_up.context.overwatch and match_up.context.charged:
        yield (
            f"{match_up.names(lances)}: overwatch is fired in the opponent's turn, in which the "
            "unit has not charged; Lance is computed as if it had."
        )


LANCE = Row(
    kind="lance",
    code="W-3",
    help="+1 to wound if the bearer charged this turn",
    short="lc",
    in_names=True,
    context=("charged",),
    wound_modifier=wound_modifier,
    notes=notes,
)
