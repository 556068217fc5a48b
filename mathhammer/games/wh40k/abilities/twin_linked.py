"""Twin-linked: wound rolls that fail are rolled again (W-3)."""

from mathhammer.games.wh40k.abilities.row import Row

TWIN_LINKED = Row(
    kind="twin linked",
    help="failed wound rolls are rolled again",
    written="Twin-linked",
    short="tl",
    reroll_wounds="failures",
)
