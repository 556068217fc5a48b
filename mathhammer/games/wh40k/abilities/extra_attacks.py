"""Extra Attacks: used beside another melee weapon; its attacks can't be modified (W-3)."""

from mathhammer.games.wh40k.abilities.match_up import MatchUp, Sentences
from mathhammer.games.wh40k.abilities.row import Row


def notes(match_up: MatchUp) -> Sentences:
    """Yield where modifiers of the number of attacks don't count."""
    for weapon in match_up.weapons_with("extra attacks"):
        if match_up.attacker.modifiers.attacks or weapon.modifiers.attacks:
            yield f"{weapon.label}: the number of Extra Attacks can't be modified."


EXTRA_ATTACKS = Row(
    kind="extra attacks",
    help="used beside another melee weapon; its number of attacks can't be modified",
    short="ea",
    fixed_attacks=True,
    notes=notes,
)
