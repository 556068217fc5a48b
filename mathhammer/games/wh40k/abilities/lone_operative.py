"""Lone Operative: it can only be shot at from within 12 inches (W-4.5)."""

from mathhammer.games.common.vocabulary import INERT
from mathhammer.games.wh40k.abilities.match_up import MatchUp, Sentences
from mathhammer.games.wh40k.abilities.row import Row

#: From how far such a unit can be shot at, in inches.
REACH = 12


def notes(match_up: MatchUp) -> Sentences:
    """Yield from where it can be shot at."""
    distance, target = match_up.context.distance, match_up.target
    alone = not target.leader and any(a.row == LONE_OPERATIVE for a in target.abilities)
    if not alone or not match_up.ranged:
        return
    if distance is None:
        yield f"Lone Operative: it can only be shot at from within {REACH} inches."
    elif distance > REACH:
        yield (
            f"Lone Operative: it can't be shot at from {distance:g} inches, only from within "
            f"{REACH}; computed as if it could."
        )


LONE_OPERATIVE = Row(
    kind="lone operative",
    code="W-4.5",
    ranged_only=True,
    help="can't be shot at from beyond 12 inches, which is noted",
    effect=INERT,
    context=("distance",),
    notes=notes,
)
