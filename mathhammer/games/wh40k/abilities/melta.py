"""Melta X: X more damage within half range, after halving (W-3)."""

from mathhammer.games.common.vocabulary import NUMBER
from mathhammer.games.wh40k.abilities import half_range as half
from mathhammer.games.wh40k.abilities.row import Row

MELTA = Row(
    kind="melta",
    help="X more damage within half range",
    short="ml",
    value=NUMBER,
    context=half.CONTEXT,
    reads_target=False,
    damage=lambda ability, weapon, situation: (
        ability.number if half.half_range(weapon, situation.context) else 0
    ),
)
