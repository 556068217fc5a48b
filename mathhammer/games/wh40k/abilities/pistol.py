"""Pistol: it shoots in engagement range, where other guns don't (W-3, W-4.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mathhammer.games.wh40k.abilities.row import Row

if TYPE_CHECKING:
    from mathhammer.games.wh40k.match_up import MatchUp

#: Who shoots, and is shot at, in engagement range (W-4.3).
BIG_GUNS = frozenset({"monster", "vehicle"})


def notes(match_up: MatchUp) -> Iterator[str]:
    """Yield where Pistols and other guns may not shoot as they are computed."""
    attacker, target, context = match_up.attacker, match_up.target, match_up.context
    guns = [w for w, abilities in match_up.ranged if "pistol" not in abilities]
    pistols = [w for w, abilities in match_up.ranged if "pistol" in abilities]
    big = bool(BIG_GUNS & attacker.keywords)
    if guns and pistols and not big:
        yield (
            f"{match_up.names(pistols)}: Pistols aren't shot together with other guns, unless by "
            "a Monster or Vehicle; computed together."
        )
    if context.attacker_engaged and guns and not big:
        yield (
            f"{match_up.names(guns)}: an engaged unit shoots only Pistols, unless it is a Monster "
            "or Vehicle (is the keyword missing?); computed without a penalty."
        )
    if context.target_engaged and guns and not BIG_GUNS & target.keywords:
        yield (
            "An engaged target can only be shot at if it is a Monster or Vehicle (is the keyword "
            "missing?), or with Pistols by a unit engaged with it; computed without a penalty."
        )


PISTOL = Row(
    kind="pistol",
    code="W-3",
    help="shoots in engagement range, without the penalty of Monsters and Vehicles there",
    short="pl",
    in_names=True,
    context=("attacker_engaged", "target_engaged"),
    shoots_engaged=True,
    notes=notes,
)
