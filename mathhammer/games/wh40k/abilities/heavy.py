"""Heavy: +1 to hit if the unit remained stationary (W-3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mathhammer.games.wh40k.abilities.row import Ability, Row

if TYPE_CHECKING:
    from mathhammer.games.wh40k.match_up import MatchUp
    from mathhammer.games.wh40k.profiles import Weapon
    from mathhammer.games.wh40k.situation import Situation


def hit_modifier(ability: Ability, weapon: Weapon, situation: Situation) -> int:
    """Return what is added to the hit roll: 1 if the unit remained stationary (W-3)."""
    return int(situation.context.stationary)


def notes(match_up: MatchUp) -> Iterator[str]:
    """Yield that a unit that Advanced has moved."""
    heavy = match_up.weapons_with("heavy")
    if heavy and match_up.context.advanced and match_up.context.stationary:
        yield (
            f"{match_up.names(heavy)}: a unit that Advanced has not remained stationary; Heavy is "
            "computed as if it had."
        )


HEAVY = Row(
    kind="heavy",
    code="W-3",
    help="+1 to hit if the unit remained stationary",
    short="hv",
    context=("stationary",),
    reads_target=False,
    hit_modifier=hit_modifier,
    notes=notes,
)
