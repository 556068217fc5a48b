"""Lance: +1 to wound if the bearer charged this turn (W-3)."""

from mathhammer.games.wh40k.abilities.match_up import MatchUp, Sentences, about
from mathhammer.games.wh40k.abilities.row import Row


def notes(match_up: MatchUp) -> Sentences:
    """Yield that overwatch is fired by units that have not charged."""
    if match_up.context.overwatch and match_up.context.charged:
        yield from about(
            match_up.weapons_with("lance"),
            "overwatch is fired in the opponent's turn, in which the unit has not charged; Lance "
            "is computed as if it had.",
        )


LANCE = Row(
    kind="lance",
    help="+1 to wound if the bearer charged this turn",
    short="lc",
    in_names=True,
    context=("charged",),
    wound_modifier=lambda ability, weapon, situation: int(situation.context.charged),
    notes=notes,
)
