"""Feel No Pain X+: a D6 for each wound that would be lost, X+ ignores it (W-1.7)."""

from mathhammer.games.common.profile import Unit
from mathhammer.games.common.rolls import best
from mathhammer.games.common.vocabulary import ROLL
from mathhammer.games.wh40k.abilities.row import Row


def of_ability(target: Unit) -> int:
    """Return the best Feel No Pain among a target's abilities, 0 for none (W-1.7)."""
    return best(*[a.threshold for a in target.abilities if a.row == FEEL_NO_PAIN])


FEEL_NO_PAIN = Row(
    kind="feel no pain",
    code="W-1.7",
    help="a D6 for each wound that would be lost: X+ ignores it",
    spellings=("fnp",),
    value=ROLL,
)
