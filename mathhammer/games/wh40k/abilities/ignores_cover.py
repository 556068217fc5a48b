"""Ignores Cover: the target has no benefit of cover (W-3)."""

from mathhammer.games.wh40k.abilities.row import Row

IGNORES_COVER = Row(
    kind="ignores cover",
    help="the target has no benefit of cover",
    short="ic",
    spellings=("ignore cover",),
    ignores_cover=True,
)
