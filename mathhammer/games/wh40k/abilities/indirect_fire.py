"""Indirect Fire: it may shoot at what it can't see, with a penalty (W-3)."""

from mathhammer.games.wh40k.abilities.match_up import MatchUp, Sentences, about
from mathhammer.games.wh40k.abilities.row import Row


def notes(match_up: MatchUp) -> Sentences:
    """Yield which weapons can't shoot at what isn't visible."""
    if not match_up.context.visible:
        yield from about(
            match_up.guns("indirect fire", having=False),
            "only Indirect Fire can shoot at what isn't visible; computed as if it were.",
        )


INDIRECT_FIRE = Row(
    kind="indirect fire",
    help="may shoot at what isn't visible: then -1 to hit, and the target has cover",
    short="if",
    context=("visible",),
    reads_target=False,
    hit_modifier=lambda ability, weapon, situation: -int(not situation.context.visible),
    gives_cover=lambda ability, situation: not situation.context.visible,
    notes=notes,
)
