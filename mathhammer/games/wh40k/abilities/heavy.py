"""Heavy: +1 to hit if the unit remained stationary (W-3)."""

from mathhammer.games.wh40k.abilities.match_up import MatchUp, Sentences, about
from mathhammer.games.wh40k.abilities.row import Row


def notes(match_up: MatchUp) -> Sentences:
    """Yield that a unit that Advanced has moved."""
    if match_up.context.advanced and match_up.context.stationary:
        yield from about(
            match_up.weapons_with("heavy"),
            "a unit that Advanced has not remained stationary; Heavy is computed as if it had.",
        )


HEAVY = Row(
    kind="heavy",
    help="+1 to hit if the unit remained stationary",
    short="hv",
    spellings=("hvy",),
    context=("stationary",),
    reads_target=False,
    hit_modifier=lambda ability, weapon, situation: int(situation.context.stationary),
    notes=notes,
)
