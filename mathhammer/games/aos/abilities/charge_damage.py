"""Charge (+1 Damage): more damage, once, if the attacker charged this turn (A-3)."""

from mathhammer.games.aos.abilities.row import Row
from mathhammer.games.common.vocabulary import NUMBER

CHARGE_DAMAGE = Row(
    kind="charge",
    help="+1 Damage if the attacker charged this turn",
    value=NUMBER,
    adds_to="Damage",
    context=("charged",),
    applies=lambda ability, situation: situation.context.charged,
    damage=lambda ability, situation: ability.bonus if ability.applies(situation) else 0,
)
