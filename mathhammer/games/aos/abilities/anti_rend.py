"""Anti-X (+1 Rend): more Rend against targets with a keyword, or that charged (A-3)."""

from mathhammer.games.aos.abilities.row import Row
from mathhammer.games.common.vocabulary import KEYWORD

#: What the keyword of Anti-X may be instead of a keyword: a condition.
CHARGED = ("charge", "charged")


ANTI_REND = Row(
    kind="anti",
    help="+1 Rend if the target has the keyword, or charged this turn (Anti-charge)",
    spellings=("anit",),
    value=KEYWORD,
    adds_to="Rend",
    context=("target_charged",),
    reads=lambda ability: ("target_charged",) if ability.keyword in CHARGED else (),
    applies=lambda ability, situation: (
        situation.context.target_charged if ability.keyword in CHARGED
        else ability.keyword in situation.target.keywords
    ),
    stacks=True,
    rend=lambda ability, situation: ability.bonus if ability.applies(situation) else 0,
)  # fmt: skip
