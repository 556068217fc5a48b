"""Conversion: critical hits on hits of 4+ at targets beyond half range (W-3)."""

from mathhammer.games.wh40k.abilities import half_range as half
from mathhammer.games.wh40k.abilities.match_up import MatchUp, Sentences, about
from mathhammer.games.wh40k.abilities.row import Row

#: The unmodified hit roll from which on a hit is critical.
CRITICAL_HIT = 4


def notes(match_up: MatchUp) -> Sentences:
    """Yield that the target is beyond half range where nothing says how far away it is."""
    context = match_up.context
    if context.half_range or context.overwatch:
        return
    yield from about(
        [
            weapon for weapon in match_up.weapons_with("conversion")
            if not weapon.start and (context.distance is None or weapon.range is None)
        ],
        "the target is taken to be beyond half range, so Conversion makes hits of 4+ critical; "
        "half_range says otherwise.",
    )  # fmt: skip


CONVERSION = Row(
    kind="conversion",
    help="hits of an unmodified 4+ are critical beyond half range",
    context=half.CONTEXT,
    reads_target=False,
    critical_hit=lambda ability, weapon, situation: (
        0 if half.half_range(weapon, situation.context) else CRITICAL_HIT
    ),
    notes=notes,
)
