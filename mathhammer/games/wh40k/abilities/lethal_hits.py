"""Lethal Hits: a critical hit wounds automatically, so it is no critical wound (W-3)."""

from mathhammer.games.wh40k.abilities.match_up import MatchUp, Sentences
from mathhammer.games.wh40k.abilities.row import Row


def notes(match_up: MatchUp) -> Sentences:
    """Yield where Lethal Hits costs a weapon its critical wounds."""
    for weapon, abilities in match_up.having("lethal hits"):
        if "devastating wounds" in abilities:
            yield (
                f"{weapon.label}: a critical hit of Lethal Hits rolls no wound, so it is never a "
                "critical wound for Devastating Wounds."
            )


LETHAL_HITS = Row(
    kind="lethal hits",
    help="a critical hit wounds automatically: no wound roll, so no critical wound",
    short="lh",
    wounds_on_critical_hit=True,
    notes=notes,
)
