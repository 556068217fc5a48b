"""Blast: one more attack for every five models in the target (W-3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mathhammer.games.wh40k.abilities.row import Ability, Row

if TYPE_CHECKING:
    from mathhammer.games.wh40k.match_up import MatchUp


def attacks_by_target(ability: Ability, models: int) -> int:
    """Return the attacks that each copy has more: one for 5 models, rounded down (W-3)."""
    return models // 5


def notes(match_up: MatchUp) -> Iterator[str]:
    """Yield that Blast can't be used at engaged units."""
    context = match_up.context
    blast = [w for w, abilities in match_up.ranged if "blast" in abilities]
    if blast and (context.target_engaged or context.attacker_engaged):
        names = match_up.names(blast)
        yield f"{names}: Blast can't be used at an engaged unit; computed as if it could."


BLAST = Row(
    kind="blast",
    code="W-3",
    help="1 more attack for every 5 models in the target, leaders counted",
    short="bl",
    in_names=True,
    reads_target=False,
    attacks_by_target=attacks_by_target,
    notes=notes,
)
