"""Charge (+1 Damage): more damage if the attacker charged this turn (A-3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mathhammer.games.aos.abilities.row import Ability, Row
from mathhammer.games.common.vocabulary import NUMBER

if TYPE_CHECKING:
    from mathhammer.games.aos.situation import Situation


def applies(ability: Ability, situation: Situation) -> bool:
    """Return whether the attacker charged this turn (A-3)."""
    return situation.context.charged


def damage(ability: Ability, situation: Situation) -> int:
    """Return the damage that is added, once, if the attacker charged this turn (A-3)."""
    return ability.bonus if applies(ability, situation) else 0


CHARGE_DAMAGE = Row(
    kind="charge",
    code="A-3",
    help="+1 Damage if the attacker charged this turn",
    value=NUMBER,
    adds_to="Damage",
    context=("charged",),
    applies=applies,
    damage=damage,
)
