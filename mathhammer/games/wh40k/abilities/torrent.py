"""Torrent: it hits automatically, so it never hits critically (W-3)."""

from mathhammer.games.wh40k.abilities.match_up import MatchUp, Sentences
from mathhammer.games.wh40k.abilities.row import Row


def notes(match_up: MatchUp) -> Sentences:
    """Yield what a weapon has that an automatic hit leaves without effect."""
    for weapon, abilities in match_up.having("torrent"):
        if weapon.skill:
            yield f"{weapon.label}: Torrent hits automatically, its skill isn't used."
        useless = [
            str(ability) for ability in abilities.values()
            if ability.row.wounds_on_critical_hit or ability.row.extra_hits
        ]  # fmt: skip
        if match_up.riders_of_hits(weapon):
            useless.append("on_critical_hit")
        if useless:
            yield f"{weapon.label}: Torrent never hits critically: no {' and no '.join(useless)}."


TORRENT = Row(
    kind="torrent",
    help="hits automatically: no hit roll, so no critical hit",
    short="to",
    hits_automatically=True,
    reads_target=False,
    notes=notes,
)
