"""Rapid Fire X: X more attacks of each copy within half range (W-3)."""

from mathhammer.games.common.vocabulary import DICE
from mathhammer.games.wh40k.abilities import half_range as half
from mathhammer.games.wh40k.abilities.row import Row

RAPID_FIRE = Row(
    kind="rapid fire",
    help="X more attacks within half range",
    short="rf",
    value=DICE,
    context=half.CONTEXT,
    reads_target=False,
    extra_attacks=lambda ability, weapon, situation: (
        ability.dice if half.half_range(weapon, situation.context) else None
    ),
    notes=half.notes,  # for Melta and all others that read half range, too
)
