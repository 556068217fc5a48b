"""Indirect Fire: it may shoot at what it can't see, with a penalty (W-3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mathhammer.games.wh40k.abilities.row import Ability, Row

if TYPE_CHECKING:
    from mathhammer.games.wh40k.match_up import MatchUp
    from mathhammer.games.wh40k.profiles import Weapon
    from mathhammer.games.wh40k.situation import Situation


def unseen(situation: Situation) -> bool:
    """Return whether the target can't be seen, and has cover therefore (W-3)."""
    return not situation.context.visible


def hit_modifier(ability: Ability, weapon: Weapon, situation: Situation) -> int:
    """Return what is added to the hit roll: -1 at what can't be seen (W-3)."""
    return -int(unseen(situation))


def notes(match_up: MatchUp) -> Iterator[str]:
    """Yield which weapons can't shoot at what isn't visible."""
    context = match_up.context
    if context.visible:
        return
    blind = [w for w, abilities in match_up.ranged if "indirect fire" not in abilities]
    if blind:
        yield (
            f"{match_up.names(blind)}: only Indirect Fire can shoot at what isn't visible; "
            "computed as if it were."
        )


INDIRECT_FIRE = Row(
    kind="indirect fire",
    code="W-3",
    help="may shoot at what isn't visible: then -1 to hit, and the target has cover",
    short="if",
    context=("visible",),
    reads_target=False,
    hit_modifier=hit_modifier,
    gives_cover=unseen,
    notes=notes,
)
