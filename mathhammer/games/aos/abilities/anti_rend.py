"""Anti-X (+1 Rend): more Rend against targets with a keyword, or that charged (A-3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mathhammer.games.aos.abilities.row import Ability, Row
from mathhammer.games.common.vocabulary import KEYWORD

if TYPE_CHECKING:
    from mathhammer.games.aos.situation import Situation

#: What the keyword of Anti-X may be instead of a keyword: a condition.
CHARGED = ("charge", "charged")


def applies(ability: Ability, situation: Situation) -> bool:
    """Return whether the target has the keyword of an Anti-X, or meets its condition (A-3)."""
    if ability.keyword in CHARGED:
        return situation.context.target_charged
    return ability.keyword in situation.target.keywords


ANTI_REND = Row(
    kind="anti",
    help="+1 Rend if the target has the keyword, or charged this turn (Anti-charge)",
    spellings=("anit",),
    value=KEYWORD,
    adds_to="Rend",
    context=("target_charged",),
    reads=lambda ability: ("target_charged",) if ability.keyword in CHARGED else (),
    applies=applies,
    stacks=True,
    rend=lambda ability, situation: ability.bonus if applies(ability, situation) else 0,
)
