"""Blast: one more attack for every five models in the target, rounded down (W-3)."""

from mathhammer.games.wh40k.abilities.match_up import MatchUp, Sentences, about
from mathhammer.games.wh40k.abilities.row import Row


def notes(match_up: MatchUp) -> Sentences:
    """Yield that Blast can't be used at engaged units."""
    if match_up.context.target_engaged or match_up.context.attacker_engaged:
        blast = match_up.guns("blast", having=True)
        yield from about(blast, "Blast can't be used at an engaged unit; computed as if it could.")


BLAST = Row(
    kind="blast",
    help="1 more attack for every 5 models in the target, leaders counted",
    short="bl",
    in_names=True,
    reads_target=False,
    attacks_by_target=lambda ability, models: models // 5,
    notes=notes,
)
