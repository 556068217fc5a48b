"""Assault: it may shoot after an Advance (W-3)."""

from mathhammer.games.wh40k.abilities.match_up import MatchUp, Sentences, about
from mathhammer.games.wh40k.abilities.row import Row


def notes(match_up: MatchUp) -> Sentences:
    """Yield which weapons are silent after an Advance."""
    if match_up.context.advanced:
        silent = match_up.guns("assault", having=False)
        yield from about(silent, "no attacks after an Advance, only Assault weapons shoot.")


ASSAULT = Row(
    kind="assault",
    help="shoots after an Advance, when other ranged weapons don't",
    short="as",
    context=("advanced",),
    after_advance=True,
    notes=notes,
)
