"""Anti-KEYWORD X+: wound rolls of X+ are critical against targets with the keyword (W-3)."""

from mathhammer.games.common.vocabulary import KEYWORD
from mathhammer.games.wh40k.abilities.row import Row

ANTI = Row(
    kind="anti",
    help="an unmodified wound roll of X+ is a critical wound against targets with the keyword",
    value=KEYWORD,
    critical_wound=lambda ability, target: (
        ability.threshold if ability.keyword in target.keywords else 0
    ),
)
