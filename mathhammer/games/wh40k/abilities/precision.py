"""Precision: wounds may be allocated to a visible leader (W-2, W-3).

Here stands who is hit first. `prepared_weapon.py` marks the packets of such a weapon
(`to_character` of `plan.Packet`), `allocation.py` lists the leaders last, and the engines take
marked packets to the leaders first.
"""

from mathhammer.games.wh40k.abilities.match_up import MatchUp, Sentences, about
from mathhammer.games.wh40k.abilities.row import Row


def notes(match_up: MatchUp) -> Sentences:
    """Yield where Precision reaches no leader, and where it isn't used."""
    context, leaders = match_up.context, match_up.target.leader
    precise = list(match_up.having("precision"))
    if context.precision_on_character:
        if not leaders:
            yield "precision_on_character: the target has no leader."
        elif not precise:
            yield "precision_on_character: no weapon has Precision."
        elif not context.visible:
            yield "Precision reaches only a visible leader: wounds go to the bodyguard first."
        elif match_up.ruleset.devastating == "print-2023" and any(
            "devastating wounds" in abilities for _, abilities in precise
        ):
            yield (
                "Precision doesn't carry Devastating Wounds to the leader under print-2023: the "
                "attack ends and its mortal wounds go to the bodyguard first."
            )
        if len(leaders) > 1 and precise and context.visible:
            yield (
                "Precision with several leaders: its wounds go to the first one listed "
                f"({leaders[0].name}) while that one lives, then to the next."
            )
    elif leaders and context.visible:
        yield from about(
            [weapon for weapon, _ in precise],
            "Precision is not used; with the context precision_on_character its wounds go to the "
            "leader.",
        )


PRECISION = Row(
    kind="precision",
    help="wounds go to a visible leader first, with the context precision_on_character",
    short="pr",
    context=("precision_on_character", "visible"),
    to_leader=lambda ability, situation: (
        situation.context.precision_on_character and situation.context.visible
        and bool(situation.target.leader)
    ),
    notes=notes,
)  # fmt: skip
