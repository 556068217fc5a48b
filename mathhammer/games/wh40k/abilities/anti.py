"""Anti-KEYWORD X+: wound rolls of X+ are critical against targets with the keyword (W-3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mathhammer.games.common.vocabulary import KEYWORD
from mathhammer.games.wh40k.abilities.row import Ability, Row

if TYPE_CHECKING:
    from mathhammer.games.wh40k.profiles import Unit


def critical_wound(ability: Ability, target: Unit) -> int:
    """Return the unmodified wound roll that is critical against a target, 0 without it (W-3)."""
    return ability.threshold if ability.keyword in target.keywords else 0


ANTI = Row(
    kind="anti",
    code="W-3",
    help="an unmodified wound roll of X+ is a critical wound against targets with the keyword",
    value=KEYWORD,
    critical_wound=critical_wound,
)
