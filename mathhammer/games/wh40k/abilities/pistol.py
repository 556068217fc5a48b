"""Pistol and Big Guns Never Tire: who shoots in engagement range (W-3, W-4.3).

Monsters and Vehicles shoot there with other guns too, at -1 to hit: the -1 is in `hits.py`.
"""

from mathhammer.games.wh40k.abilities.match_up import MatchUp, Sentences, about
from mathhammer.games.wh40k.abilities.row import Row

#: Who shoots, and is shot at, in engagement range (W-4.3).
BIG_GUNS = frozenset({"monster", "vehicle"})


def notes(match_up: MatchUp) -> Sentences:
    """Yield where Pistols and other guns may not shoot as they are computed."""
    attacker, target, context = match_up.attacker, match_up.target, match_up.context
    guns = match_up.guns("pistol", having=False)
    pistols = match_up.guns("pistol", having=True)
    big = bool(BIG_GUNS & attacker.keywords)
    if guns and not big:
        yield from about(
            pistols,
            "Pistols aren't shot together with other guns, unless by a Monster or Vehicle; "
            "computed together.",
        )
    if context.attacker_engaged and not big:
        yield from about(
            guns,
            "an engaged unit shoots only Pistols, unless it is a Monster or Vehicle (is the "
            "keyword missing?); computed without a penalty.",
        )
    if context.target_engaged and guns and not BIG_GUNS & target.keywords:
        yield (
            "An engaged target can only be shot at if it is a Monster or Vehicle (is the keyword "
            "missing?), or with Pistols by a unit engaged with it; computed without a penalty."
        )


PISTOL = Row(
    kind="pistol",
    help="shoots in engagement range, without the penalty of Monsters and Vehicles there",
    short="pl",
    in_names=True,
    context=("attacker_engaged", "target_engaged"),
    shoots_engaged=True,
    notes=notes,
)
