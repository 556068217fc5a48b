"""Assault: it may shoot after an Advance (W-3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mathhammer.games.wh40k.abilities.row import Row

if TYPE_CHECKING:
    from mathhammer.games.wh40k.match_up import MatchUp


def notes(match_up: MatchUp) -> Iterator[str]:
    """Yield which weapons are silent after an Advance."""
    if not match_up.context.advanced:
        return
    silent = [w for w, abilities in match_up.ranged if "assault" not in abilities]
    if silent:
        names = match_up.names(silent)
        yield f"{names}: no attacks after an Advance, only Assault weapons shoot."


ASSAULT = Row(
    kind="assault",
    code="W-3",
    help="shoots after an Advance, when other ranged weapons don't",
    short="as",
    context=("advanced",),
    after_advance=True,
    notes=notes,
)
